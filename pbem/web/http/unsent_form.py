"""What was written into a form that was not taken, since its browser is signed in no more or since it was refused:
nothing of it is lost. The page shows it once more, in a form that can be sent again.
"""

from __future__ import annotations

from flask import g, render_template, request
from flask.typing import ResponseReturnValue

from pbem.web.http import access
from pbem.web.http.safe_paths import referring_page

TOKEN = "csrf_token"


def render_kept_form(why: str = "") -> ResponseReturnValue | None:
    """The page with all that was sent, and `why` it was refused; None if it came from elsewhere, or nothing was written
    in it."""
    fields = [(name, value) for name, value in request.form.items(multi=True) if name != TOKEN]
    written = [value for name, value in fields if name not in ("phase", "act", "key") and value.strip()]
    if not written or referring_page() == "/":
        return None
    told = why or access.say("kept too old" if g.get("player") else "kept signed out")
    return render_template("web/kept.html", fields=fields, why=told, page=referring_page()), 400 if why else 403
