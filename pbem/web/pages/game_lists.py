"""Lists of games as pages show them: a row each, read for all of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue
from sqlmodel import Session, col, select

from pbem.documents import game_summary
from pbem.games import demo as demonstration
from pbem.games import games, listing
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game, Phase, Seat, Turn
from pbem.storage.questions import take_games_in_hand
from pbem.web.http import access
from pbem.wording import sentence_family

pages = Blueprint("game_lists", __name__)
TITLES = sentence_family("shelf", "open", "running", "finished")


@dataclass(frozen=True)
class GameRow:
    """A game in a list: its phase in words and its deadline; which seats are free, with how they stand where it goes
    on; the reader's own seat in it and whether it owes orders; how it ended."""

    game: Game
    title: str
    phase: str = ""
    deadline: datetime | None = None
    offers: Sequence[str] = ()
    seat: Seat | None = None
    owes: bool = False
    ended: str = ""


@pages.get("/games")
def show_game_list() -> ResponseReturnValue:
    """One of the public lists, a page of it: `?list=finished&before=123`."""
    shelf = next((one for one in listing.SHELVES if one == request.args.get("list", "open")), None)
    if shelf is None:
        abort(404)
    titles = {one: access.say(TITLES[one]) for one in listing.SHELVES}
    with access.current_store().read_session() as db:
        some, onward = list_shelf_page(db, shelf, requested_before())
        return render_template(
            "web/games.html",
            rows=some,
            next=onward,
            shelf=shelf,
            title=titles[shelf],
            titles=titles,
            begun=requested_before() is None,
        )


def requested_before() -> int | None:
    """Behind which row a page of a list begins, as its address says; None: with the newest."""
    said = request.args.get("before", "")
    if not said:
        return None
    number = access.parse_row_number(said)
    if number is None:
        abort(404)
    return number


def list_shelf_page(
    db: Session, shelf: listing.Shelf, before: int | None = None, most: int = listing.PAGE, *but: sa.ColumnElement[bool]
) -> tuple[list[GameRow], int | None]:
    """The rows of a page of a list, and where the next one begins."""
    more = (*but, *((~on_show_condition(),) if access.current_config().demo else ()))
    found = listing.load_games_page(db, shelf, g.player, before, most, *more)
    return build_game_rows(db, found.games), found.next


def on_show_condition() -> sa.ColumnElement[bool]:
    """Games of bots for visitors: there are as many as there were visitors, and they are no company."""
    named = (col(Game.slug).startswith(name) for name in demonstration.SLUG_BEGINNINGS)
    return col(Game.master_id).is_(None) & sa.or_(*named)


def build_game_rows(
    db: Session, some: Sequence[Game], mine: Mapping[int, Sequence[Seat]] | None = None
) -> list[GameRow]:
    """Some games as rows, one for each of the reader's own seats in them: `mine`, by the numbers of the games."""
    ids = [game.id for game in some]
    take_games_in_hand(db, ids)
    phases = games.open_phases_by_game(db, ids)
    turns = find_turns_by_seat(db, phases, mine) if mine else {}
    return [
        build_game_row(db, game, phases.get(game.id), seat, turns)
        for game in some
        for seat in (mine or {}).get(game.id, (None,))
    ]


def find_turns_by_seat(db: Session, phases: Mapping[int, Phase], mine: Mapping[int, Sequence[Seat]]) -> dict[int, Turn]:
    """Return what the reader's seats owe in the open phases, by seat."""
    asked = select(Turn).where(
        col(Turn.phase_id).in_([phase.id for phase in phases.values()]),
        col(Turn.seat_id).in_([seat.id for seats in mine.values() for seat in seats]),
    )
    return {turn.seat_id: turn for turn in db.exec(asked)}


def build_game_row(
    db: Session, game: Game, phase: Phase | None, seat: Seat | None, turns: Mapping[int, Turn]
) -> GameRow:
    turn = turns.get(seat.id) if seat else None
    owes = bool(turn and turn.due and not turn.given)
    engine = ENGINES.get(game.engine)
    if engine is None:
        return GameRow(game, game.engine, seat=seat, owes=owes)
    ending = game_summary.find_game_ending(db, game) if game.status == "finished" else None
    offers = [game_summary.describe_seat_prospects(one, phase) for one in games.list_free_seats(db, game, phase)]
    return GameRow(
        game,
        engine.title,
        games.phase_title(phase) if phase else "",
        phase.deadline if phase and game.status == "running" else None,
        offers if phase else (),
        seat,
        owes,
        ending.sentence if ending else "",
    )
