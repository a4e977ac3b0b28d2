"""Who is asking, and what each request brings along: the store, the clock's reading, the reader's time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, redirect, request, session, url_for
from sqlmodel import Session
from werkzeug.exceptions import Forbidden

from pbem import reports
from pbem.config import Config
from pbem.db import Store
from pbem.models import Game, Player, Seat
from pbem.pace import local_text, zone_info
from pbem.play import games, seats

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def attach(app: Flask, config: Config, store: Store) -> None:
    """Puts configuration and store where requests find them, and headers on every answer."""
    app.extensions["pbem"] = (config, store)
    app.before_request(recognise)
    app.after_request(guarded)
    app.context_processor(words)


def config() -> Config:
    found: Config = current_app.extensions["pbem"][0]
    return found


def store() -> Store:
    found: Store = current_app.extensions["pbem"][1]
    return found


def now() -> datetime:
    """The instant of the request."""
    if "now" not in g:
        g.now = datetime.now(UTC)
    found: datetime = g.now
    return found


def guarded(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store" if session.get("player") else "no-cache"
    return response


# --- who it is --------------------------------------------------------------------------------------------------


def recognise() -> None:
    """Finds the player whose browser this is; a session of an earlier epoch is forgotten."""
    g.player = None
    if request.endpoint == "static" or "player" not in session:
        return
    with store().read() as db:
        player = db.get(Player, session["player"])
    if player is None or player.epoch != session.get("epoch"):
        session.clear()
    else:
        g.player = player


def sign_in(player: Player) -> None:
    """From now on the browser is this player's."""
    browser = session.get("browser", "")
    session.clear()
    session.update(player=player.id, epoch=player.epoch, browser=browser)
    session.permanent = True


def me(db: Session) -> Player:
    """The player who asks, in a session of the database. Raises Forbidden if nobody is signed in."""
    if g.player is None:
        raise Forbidden("Sign in first.")
    return db.get_one(Player, g.player.id)


def my_seat(db: Session, game: Game) -> Seat | None:
    """The seat of the player who asks in a game."""
    if g.player is None:
        return None
    return next((s for s in seats.held(db, g.player) if s.game_id == game.id), None)


def required_seat(db: Session, slug: str) -> tuple[Game, Seat]:
    """The game and the asker's seat in it. Raises Forbidden, and Refused if there is no such game."""
    game = games.find(db, slug)
    seat = my_seat(db, game)
    if seat is None:
        raise Forbidden("You hold no seat in this game.")
    return game, seat


def to_sign_in() -> Response:
    found = redirect(url_for("account.sign_in", next=request.full_path))
    assert isinstance(found, Response)
    return found


# --- words every page knows -------------------------------------------------------------------------------------


def zone() -> str:
    return g.player.zone if g.get("player") else "UTC"


def words() -> dict[str, Any]:
    return {
        "me": g.get("player"),
        "mailbox_page": "mailbox" in current_app.blueprints,
        "demo": config().demo,
        "host": config().mail_host,
        "now": now(),
        "when": lambda at: reports.when(at, zone()),
        "short": lambda at: local_text(at, zone_info(zone())),
    }
