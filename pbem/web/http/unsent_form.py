"""What was written into a form that was not taken, since its browser is signed in no more or since it was refused:
nothing of it is lost. The page shows it once more, in a form that can be sent again.
"""

from __future__ import annotations

from flask import g, render_template, request
from flask.typing import ResponseReturnValue

from pbem.web.http.safe_paths import referring_page

TOKEN = "csrf_token"
SIGNED_OUT = "You are signed out in this browser, so nothing was done. What you wrote is kept below."
TOO_OLD = "This form is too old. Nothing was done; look at what you wrote, and send it again."


def render_kept_form(why: str = "") -> ResponseReturnValue | None:
    """The page with all that was sent, and `why` it was refused; None if it came from elsewhere, or nothing was written
    in it."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != TOKEN]
    written = [value for name, value in fields if name not in ("phase", "act", "key") and value.strip()]
    if not written or referring_page() == "/":
        return None
    told = why or (TOO_OLD if g.get("player") else SIGNED_OUT)
    return render_template("web/kept.html", fields=fields, why=told, page=referring_page()), 400 if why else 403
