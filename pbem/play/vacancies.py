"""Seats that open because nobody speaks for them, and are offered to all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.models import Game, Seat, Turn
from pbem.play import games, missed, seats
from pbem.play.rules import Rules, rules_of


def open_silent(session: Session, game: Game, everyone: Sequence[tuple[Turn, Seat]], now: datetime) -> None:
    """Opens the seats whose players have missed too many turns in a row, this one the last."""
    for turn, seat in everyone:
        limit = patience_with(rules_of(game))
        if turn.verdict in missed.SILENT and limit and missed.in_a_row(session, seat) >= limit:
            open_seat(session, game, seat, now)


def patience_with(rules: Rules) -> int:
    """After how many turns missed in a row a seat opens; 0: never. Who was waited for to the end is not waited for
    again."""
    return min(rules.open_after, 1) if rules.nmr == "wait" else rules.open_after


def open_seat(session: Session, game: Game, seat: Seat, now: datetime) -> None:
    """Takes a seat from a player who is silent; he is told how he gets it back, and all that it is free."""
    seats.vacate(session, game, seat, now, "opened")


def end_roll_calls(session: Session, now: datetime) -> None:
    """Takes the seats of all who were not there when the roll call of their game was over; it waits for others."""
    query = select(Game).where(col(Game.roll_call_until) <= now, Game.status == "forming")
    for game in session.exec(query).all():
        games.lock(session, game)
        if game.roll_call_until and game.roll_call_until <= now:
            game.roll_call_until = None
            session.add(game)
            for seat in games.seats(session, game):
                if seat.player_id is not None and seat.here_at is None:
                    open_seat(session, game, seat, now)
