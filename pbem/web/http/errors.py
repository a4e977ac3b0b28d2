"""What goes wrong, said in words and with the right status."""

from __future__ import annotations

from flask import Flask, flash, g, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from pbem import wording
from pbem.commands.context import CommandRefused
from pbem.games import Refusal
from pbem.settings.mail_addresses import redact_secrets
from pbem.storage.database import TROUBLE
from pbem.web.http import access
from pbem.web.http.cookies import fit_into_cookie
from pbem.web.http.safe_paths import referring_page
from pbem.web.http.unsent_form import render_kept_form

MISSING = {"no such game", "no such phase", "no such seat", "no such engine"}
TITLES = wording.sentence_family("error", "400", "403", "404", "405", "409", "413", "414", "429", "500", "503", "other")
"""The headings of error pages, by their status."""


def attach_error_pages(app: Flask) -> None:
    app.register_error_handler(Refusal, handle_refusal)
    app.register_error_handler(CommandRefused, handle_refusal)
    app.register_error_handler(CSRFError, handle_csrf_error)
    app.register_error_handler(SecurityError, handle_foreign_host)
    app.register_error_handler(HTTPException, handle_http_error)
    app.register_error_handler(Exception, handle_server_fault)


def refusal_words(error: Refusal | CommandRefused) -> str:
    """Return why something was not done."""
    return wording.refusal_in_english(error) if isinstance(error, Refusal) else str(error)


def handle_refusal(error: Refusal | CommandRefused) -> ResponseReturnValue:
    """A use case said no: back to the page it was asked from, with the reason; what was written is given back."""
    text, code = refusal_words(error), error.code if isinstance(error, Refusal) else ""
    if request.method == "POST":
        return give_form_back(text)
    if code == "no such game" and g.get("player") is None:
        return render_error_page(404, f"{text} {access.say('error else sign in')}", sign_in=True)
    return render_error_page(404 if code in MISSING else 400, text)


def give_form_back(why: str) -> ResponseReturnValue:
    """To the page that a form was sent from, with why nothing was done; a text that was written is given back."""
    if request.form.get("text", "").strip() and (given_back := render_kept_form(why)):
        return given_back
    if not fit_into_cookie([why]):
        return render_error_page(400, why)
    flash(why, "error")
    return redirect(referring_page(), 303)


def handle_csrf_error(_: CSRFError) -> ResponseReturnValue:
    """A form of ours that is too old comes back with all that was written; one from elsewhere does not."""
    return render_kept_form() or render_error_page(400, access.say("error foreign form"))


def handle_foreign_host(_: SecurityError) -> ResponseReturnValue:
    """A name that is not ours led here: no page of ours can be linked to under it."""
    return access.say("error foreign host"), 400, {"Content-Type": "text/plain"}


def handle_http_error(error: HTTPException) -> ResponseReturnValue:
    return render_error_page(error.code or 500, error.description or "")


def handle_server_fault(error: Exception) -> ResponseReturnValue:
    """A fault of ours: logged with its traceback but no secret, told without one. A database that is busy is none."""
    from structlog import get_logger

    if isinstance(error, TROUBLE):
        get_logger().warning(
            "the database is in trouble", path=redact_secrets(request.path), error=type(error).__name__
        )
        return render_error_page(503, access.say("error try again"))
    get_logger().error("page failed", path=redact_secrets(request.path), exc_info=error)
    return render_error_page(500, access.say("error noted"))


def render_error_page(status: int, text: str, *, sign_in: bool = False) -> ResponseReturnValue:
    """`sign_in`: who is signed in might see more."""
    title = access.say(TITLES.get(str(status), TITLES["other"]))
    return render_template("web/error.html", title=title, text=text, sign_in=sign_in), status
