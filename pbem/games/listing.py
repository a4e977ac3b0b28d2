"""Lists of games: each a bounded page of the newest, and the next one from where it ended. They load no position, and
cost the same however many games there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.storage.models import Deputy, Game, Gift, Invitation, Leader, Player, Seat, Tenure, Watcher, Wish
from pbem.storage.models.games import public_shelf
from pbem.storage.questions import ask_once

Shelf = Literal["open", "running", "finished"]
"""Games that still need players, others that go on, and those that are over."""
SHELVES: tuple[Shelf, ...] = ("open", "running", "finished")
PAGE = 20
"""Games of a page."""
NEWEST, BESIDE = 100, 25
"""Among how many games a name that was misspelt is looked for: the newest, and those before and behind it."""


PLAYER = sa.bindparam("player", type_=sa.Integer)
TABLES: Sequence[Any] = (Seat, Tenure, Wish, Watcher, Leader, Deputy, Invitation)
CONCERNED_GAMES = sa.union(
    *(sa.select(one.game_id).where(one.player_id == PLAYER) for one in TABLES),
    sa.select(col(Gift.game_id)).where(col(Gift.taker_id) == PLAYER),
    sa.select(col(Game.id)).where(col(Game.master_id) == PLAYER),
)
"""The games that a player has to do with: they play in them or did, lead or watch them, or were asked to."""
HIDDEN_GAMES = sa.select(col(Game.id)).where(col(Game.shelf) == "hidden", col(Game.id).in_(CONCERNED_GAMES))


@dataclass(frozen=True)
class GamesPage:
    """Some games of a list, the newest first; `next`: what to ask for those behind them, None if there are none."""

    games: Sequence[Game]
    next: int | None = None


def load_games_page(
    session: Session,
    shelf: Shelf,
    reader: Player | None = None,
    before: int | None = None,
    most: int = PAGE,
    *but: sa.ColumnElement[bool],
) -> GamesPage:
    """The newest games of a list that a reader may know of, or those before the game of that number. `but`: what is
    left out besides."""
    hidden = list_hidden_game_ids(session, reader) if reader else []
    found = [*fetch_games(session, col(Game.shelf) == shelf, before, most, but)]
    if hidden:
        own = fetch_games(session, col(Game.id).in_(hidden), before, None, but)
        found = sorted([*found, *(game for game in own if public_shelf(game) == shelf)], key=game_number, reverse=True)
    return GamesPage(found[:most], found[most - 1].id if len(found) > most else None)


def fetch_games(
    session: Session,
    where: sa.ColumnElement[bool],
    before: int | None,
    most: int | None,
    but: Sequence[sa.ColumnElement[bool]],
) -> Sequence[Game]:
    """One more than there is room for, so that it is known whether there are others."""
    query = select(Game).where(where, *but).order_by(col(Game.id).desc())
    query = query.where(col(Game.id) < before) if before is not None else query
    return session.exec(query.limit(most + 1) if most else query).all()


def game_number(game: Game) -> int:
    return game.id


def list_hidden_game_ids(session: Session, player: Player) -> list[int]:
    """The games in no public list that somebody has to do with."""
    return ask_once(session, ("hidden", player.id), lambda: list(session.scalars(HIDDEN_GAMES, {"player": player.id})))


def list_nearby_slugs(session: Session, slug: str) -> list[str]:
    """The names of public games among which one that was misspelt may be."""
    public = col(Game.shelf) != "hidden"
    newest = session.exec(select(Game.slug).where(public).order_by(col(Game.id).desc()).limit(NEWEST)).all()
    behind = select(Game.slug).where(public, col(Game.slug) >= slug).order_by(col(Game.slug)).limit(BESIDE)
    before = select(Game.slug).where(public, col(Game.slug) < slug).order_by(col(Game.slug).desc()).limit(BESIDE)
    return list(dict.fromkeys([*newest, *session.exec(behind), *session.exec(before)]))
