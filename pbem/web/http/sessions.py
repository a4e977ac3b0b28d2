"""Whose browser it is. The cookie holds a random token; the server knows its hash, and ends the session on its own.

A second cookie, which outlives the first, names the browser and says who has been signed in in it before: it opens
nothing, but its owner can always ask for a sign-in letter, whatever others have asked for in their name.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import Flask, Response, after_this_request, current_app, g, request, session
from itsdangerous import BadSignature, URLSafeSerializer
from sqlmodel import Session

from pbem.games.people import browsers
from pbem.storage.models import Player
from pbem.web.http import access

FAMILIAR = "pbem-familiar"
FAMILIAR_SECONDS = 2 * 365 * 86400
MOST_FAMILIAR = 10


def attach_sessions(app: Flask) -> None:
    """Before each request it is known who asks."""
    app.before_request(recognise_player)
    app.after_request(keep_familiar)


def recognise_player() -> None:
    """Finds the player whose browser this is, and seldom renews their time."""
    g.player = None
    token = session.get("token", "")
    if request.endpoint == "static" or not token:
        return
    with access.current_store().read_session() as db:
        row, g.player = browsers.find_web_session(db, token, access.request_time()) or (None, None)
    if row is None:
        session.pop("token")
    elif browsers.is_session_stale(row, access.request_time()):
        with access.current_store().write_session() as db:
            browsers.renew_web_session(db, token, access.request_time())
        session.modified = True  # and the cookie with it


def sign_in(db: Session, player: Player) -> None:
    """From now on the browser is this player's, under a token it never had before."""
    browser = session.get("browser", "")
    browsers.end_web_session(db, session.get("token", ""))
    token = browsers.open_web_session(db, player, access.request_time())
    words = session.get(access.WORDS, {})
    session.clear()
    session.update(token=token, browser=browser, **{access.WORDS: words})
    session.permanent = True
    g.familiar = read_familiar_cookie().with_player(player)


def sign_out() -> None:
    with access.current_store().write_session() as db:
        browsers.end_web_session(db, session.get("token", ""))
    session.clear()
    after_this_request(clear_browser_storage)


def clear_browser_storage(answer: Response) -> Response:
    """Half-written letters that a browser keeps go with its player."""
    answer.headers["Clear-Site-Data"] = '"storage"'
    return answer


# --- who has been here before -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class FamiliarBrowser:
    """A browser's name, and the numbers of the players who have been signed in in it."""

    browser: str
    players: tuple[int, ...] = ()

    def with_player(self, player: Player) -> FamiliarBrowser:
        others = [number for number in self.players if number != player.id]
        return FamiliarBrowser(self.browser, (player.id, *others[: MOST_FAMILIAR - 1]))


def read_familiar_cookie() -> FamiliarBrowser:
    """Return what the cookie says, if we wrote it; else a browser nobody knows."""
    try:
        browser, players = familiar_signer().loads(request.cookies.get(FAMILIAR, ""))
        return FamiliarBrowser(str(browser), tuple(map(int, players)))
    except (BadSignature, TypeError, ValueError):
        return FamiliarBrowser(secrets.token_hex(8))


def keep_familiar(response: Response) -> Response:
    """Writes the cookie after signing in."""
    if "familiar" in g:
        found: FamiliarBrowser = g.familiar
        response.set_cookie(
            FAMILIAR,
            familiar_signer().dumps([found.browser, found.players]),
            max_age=FAMILIAR_SECONDS,
            secure=current_app.config["SESSION_COOKIE_SECURE"],
            httponly=True,
            samesite="Lax",
        )
    return response


def familiar_signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt=FAMILIAR)
