"""What most games have nothing of: votes, deputies, watchers. One question says of each whether there is any, so that
nobody looks for them in vain."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col

from pbem.storage.models import Absence, Deputy, Later, Leader, Seat, Vote, Watcher
from pbem.storage.questions import IDS, Question


def has_any(session: Session, game_id: int, kind: type[SQLModel]) -> bool:
    """Return whether there is any row of that kind in a game: an absence of somebody who holds a seat, or one of the
    other kinds of `READ_BY`."""
    return kind.__name__ in RARITIES.answer(session, game_id)


def read_rarities(session: Session, ids: Collection[int]) -> dict[int, set[str]]:
    found: dict[int, set[str]] = {game_id: set() for game_id in ids}
    for name, game_id in session.execute(EVERY_KIND, {"ids": list(ids)}):
        found[game_id].add(name)
    return found


OF_GAMES = (Vote, Deputy, Leader, Watcher)
READ_BY: Mapping[type[SQLModel], sa.Select[str, int]] = {
    **{kind: sa.select(sa.literal(kind.__name__), col(kind.game_id)) for kind in OF_GAMES},
    Later: sa.select(sa.literal("Later"), col(Seat.game_id)).join(Later, col(Later.seat_id) == Seat.id),
    Absence: sa.select(sa.literal("Absence"), col(Seat.game_id)).join(
        Absence, col(Absence.player_id) == Seat.player_id
    ),
}
"""How each kind is found: its name, and the game it is of."""
EVERY_KIND = sa.union(*(query.where(query.selected_columns[1].in_(IDS)) for query in READ_BY.values()))
RARITIES = Question(read_rarities, of=(Seat,), rows_of=tuple(READ_BY))
