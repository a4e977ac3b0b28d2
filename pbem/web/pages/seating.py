"""Who sits on a seat, by click: deputies asked for, and what somebody was asked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue
from sqlmodel import Session

from pbem.documents import game_summary
from pbem.games import requests
from pbem.games.leading import leaders
from pbem.games.rules import rules_of
from pbem.games.seating import deputies, gifts, seat_lottery, watchers
from pbem.storage.models import Deputy, Game, Player, Seat
from pbem.web.http import access

pages = Blueprint("seating", __name__, url_prefix="/games/<slug>")


@pages.before_request
def require_sign_in() -> ResponseReturnValue | None:
    return access.redirect_to_sign_in() if g.player is None else None


@pages.get("/seating")
def show_seating(slug: str) -> ResponseReturnValue:
    return draw_seating(slug)


def draw_seating(slug: str, fault: str = "", typed: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return what the holder of a seat can do about who sits on it. `fault`: why something was not done; `typed`: what
    was written into the forms."""
    with access.current_store().read_session() as db:
        return render_seating_page(db, slug, fault, typed)


def render_seating_page(db: Session, slug: str, fault: str, typed: Mapping[str, str]) -> str:
    game, seat = access.required_seat(db, slug)
    return render_template(
        "web/seating.html",
        game=game,
        seat=seat,
        rules=rules_of(game),
        helpers=list_seat_helpers(db, seat),
        offered=next(
            (row for row, one in gifts.list_open_gifts(db, game, access.request_time()) if one.id == seat.id), None
        ),
        fault=fault,
        typed=typed,
    )


def is_reader_watching(db: Session, game: Game) -> bool | None:
    """Return whether the player who asks watches a game; None: they cannot."""
    if g.player is None or game.status == "finished" or not rules_of(game).watchers:
        return None
    leads = leaders.leads_game(db, game, g.player)
    concerned = leads or access.my_seat(db, game) or seat_lottery.find_seat_wish(db, game, g.player)
    return None if concerned else watchers.is_watching(db, game, g.player)


def find_open_request(db: Session, game: Game) -> requests.Request | None:
    """Return what the player who asks was asked in a game and answers with “accept” or “decline”: one thing after the
    other, so that a button answers what is shown."""
    return requests.find_accept_request(db, game, g.player, access.request_time()) if g.player else None


def list_seat_helpers(db: Session, seat: Seat) -> list[tuple[Deputy, str]]:
    """Return who was asked to stand in at a seat or does, with what they are called: for its holder, who named them."""
    rows = deputies.list_current_deputies(db, seat)
    return [(row, game_summary.shown_player_name(db.get_one(Player, row.player_id))) for row in rows]
