"""For WSGI servers of the host's choice: `gunicorn wsgi:app`. Mail, clock and delivery run in `pbem serve`."""

from pbem import create_app
from pbem.settings import logs

logs.set_up_logging()
app = create_app()
