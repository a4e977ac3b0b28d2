"""For WSGI servers of the host's choice: `gunicorn wsgi:app`. Mail, clock and delivery run in `pbem serve`."""

from pbem import create_app, logs

logs.set_up()
app = create_app()
