"""What goes wrong, said in words and with the right status."""

from __future__ import annotations

from flask import Flask, flash, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from pbem import wording
from pbem.addresses import redacted
from pbem.db import TROUBLE
from pbem.play import Refused
from pbem.web.kept import kept
from pbem.web.paths import came_from

MISSING = {"no such game", "no such phase", "no such seat", "no such engine"}
ELSE_SIGN_IN = "A game that is not open to all is shown to those who play in it, once they are signed in."
TITLES = {
    400: "That was not understood",
    403: "This is not yours to see",
    404: "There is no such page",
    405: "Not in this way",
    409: "The game has gone on",
    413: "Too much at once",
    414: "Too much at once",
    429: "Slowly, please",
    500: "Something broke here",
    503: "Too busy for the moment",
}


def attach(app: Flask) -> None:
    app.register_error_handler(Refused, refused)
    app.register_error_handler(CSRFError, forged)
    app.register_error_handler(SecurityError, misled)
    app.register_error_handler(HTTPException, failed)
    app.register_error_handler(Exception, broken)


def refused(error: Refused) -> ResponseReturnValue:
    """A use case said no: back to the page it was asked from, with the reason; what was written is given back."""
    text = wording.refusal(error)
    if request.form.get("text", "").strip() and (given_back := kept(text)):
        return given_back
    if request.method == "POST":
        flash(text, "error")
        return redirect(came_from(), 303)
    if error.code == "no such game" and g.get("player") is None:
        return page(404, f"{text} {ELSE_SIGN_IN}", sign_in=True)
    return page(404 if error.code in MISSING else 400, text)


def forged(_: CSRFError) -> ResponseReturnValue:
    """A form of ours that is too old comes back with all that was written; one from elsewhere does not."""
    return kept() or page(
        400, "This form is too old, or came from elsewhere. Nothing was done; go back, reload and send it again."
    )


def misled(_: SecurityError) -> ResponseReturnValue:
    """A name that is not ours led here: no page of ours can be linked to under it."""
    return "This server has another name.", 400, {"Content-Type": "text/plain"}


def failed(error: HTTPException) -> ResponseReturnValue:
    return page(error.code or 500, error.description or "")


def broken(error: Exception) -> ResponseReturnValue:
    """A fault of ours: logged with its traceback but no secret, told without one. A database that is busy is none."""
    from structlog import get_logger

    if isinstance(error, TROUBLE):
        get_logger().warning("the database is in trouble", path=redacted(request.path), error=type(error).__name__)
        return page(503, "Nothing was done; try again in a moment.")
    get_logger().error("page failed", path=redacted(request.path), exc_info=error)
    return page(500, "It was noted down. Nothing was done; try again in a moment.")


def page(status: int, text: str, *, sign_in: bool = False) -> ResponseReturnValue:
    """`sign_in`: who is signed in might see more."""
    title = TITLES.get(status, "That did not work")
    return render_template("web/error.html", title=title, text=text, sign_in=sign_in), status
