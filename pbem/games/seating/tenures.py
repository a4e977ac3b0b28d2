"""Tenures: who held a seat from when to when, how it ended, and what of the time before theirs its holder may read."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from sqlmodel import Session, col, select

from pbem.storage.models import Game, Player, Seat, Tenure
from pbem.storage.models.words import Way


def begin_tenure(session: Session, seat: Seat, player: Player, now: datetime) -> None:
    """Somebody has got a seat."""
    session.add(Tenure(game_id=seat.game_id, seat_id=seat.id, player_id=player.id, began_at=now))
    session.flush()


def end_tenure(session: Session, seat: Seat, how: Way, now: datetime) -> None:
    """Nobody holds a seat any more. `how`: the act of the ledger."""
    if (last := find_current_tenure(session, seat)) is not None:
        last.ended_at, last.how = now, how
        session.add(last)


def find_current_tenure(session: Session, seat: Seat) -> Tenure | None:
    """That of a seat's holder."""
    query = select(Tenure).where(Tenure.seat_id == seat.id, col(Tenure.ended_at).is_(None))
    return session.exec(query.order_by(col(Tenure.id).desc())).first()


def list_seat_tenures(session: Session, seat: Seat) -> list[Tenure]:
    """Everybody who held a seat, the last first."""
    return list(session.exec(select(Tenure).where(Tenure.seat_id == seat.id).order_by(col(Tenure.id).desc())))


def list_game_tenures(session: Session, game: Game) -> list[Tenure]:
    """Everybody who held a seat of a game, the first first."""
    return list(session.exec(select(Tenure).where(Tenure.game_id == game.id).order_by(col(Tenure.id))))


def set_press_left(session: Session, seat: Seat, leaves: bool) -> None:
    """Whether whoever holds a seat next may read what its holder wrote and was written in private."""
    if (mine := find_current_tenure(session, seat)) is not None:
        mine.leaves_press = leaves
        session.add(mine)


def press_readable_since(session: Session, seat: Seat) -> datetime | None:
    """From when on a seat's holder reads its private press: from the beginning of their tenure, or of those before it
    whose holders left it to them; None: from the beginning of the game."""
    if seat.generation == 0:
        return None  # nobody held it before
    known = list_seat_tenures(session, seat)
    for mine, before in pairwise(known):
        if not before.leaves_press:
            return mine.began_at
    return None
