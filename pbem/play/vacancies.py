"""Seats that open because nobody speaks for them, and are offered to all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from engines import states
from engines.abilities import Forfeiting
from engines.base import State
from pbem.models import Game, Phase, Seat, Turn
from pbem.play import games, missed, phases, seats, told
from pbem.play.rules import Rules, rules_of
from pbem.play.tell import holders


def open_silent(session: Session, game: Game, everyone: Sequence[tuple[Turn, Seat]], now: datetime) -> None:
    """Opens the seats whose players have missed too many turns in a row, those of a phase that was closed the last."""
    limit = patience_with(rules_of(game))
    silent = [seat for turn, seat in everyone if turn.verdict in missed.SILENT]
    open_seats(session, game, [seat for seat in silent if limit and missed.in_a_row(session, seat) >= limit], now)


def patience_with(rules: Rules) -> int:
    """After how many turns missed in a row a seat opens; 0: never. Who was waited for to the end is not waited for
    again."""
    return min(rules.open_after, 1) if rules.nmr == "wait" else rules.open_after


def open_seats(session: Session, game: Game, some: Sequence[Seat], now: datetime) -> None:
    """Takes seats from players who are silent; they are told how they get them back, and all others that they are
    free. One that is out of the game nobody could take; it stays whose it is."""
    if not some:
        return
    newest = games.current(session, game)
    some = [seat for seat in some if newest is None or can_be_offered(games.state(newest), seat)]
    if not some:
        return
    for seat in some:
        lost = lost_after(game, newest, seat) if newest else 0
        seats.vacate(session, game, seat, now, "opened", {"lost": str(lost)} if lost else {})
    seats.vacancy(session, game, some, "opened", now)
    phase = games.current(session, game)
    if phase and game.status == "running":
        phases.hurry(session, game, phase, now)


def can_be_offered(position: State, seat: Seat) -> bool:
    """Whether anybody could take a seat and play on with it."""
    return position.ranks is None and seat.code not in position.out


def lost_after(game: Game, phase: Phase, seat: Seat) -> int:
    """After how many turns without a player a seat loses what it has; 0: never."""
    engine = games.engine(game)
    view = states.view(games.state(phase), seat.code)
    return engine.forfeit(view, seat.code) if isinstance(engine, Forfeiting) else 0


def roll_calls_due(session: Session, now: datetime) -> Sequence[int]:
    """The games whose roll call is over."""
    return session.exec(select(Game.id).where(col(Game.roll_call_until) <= now, Game.status == "forming")).all()


def end_roll_call(session: Session, game: Game, now: datetime, posted: bool = False) -> None:
    """Takes the seats of all who did not say that they are there; the game waits for others. `posted`: letters are sent
    here, so it goes on if they were not asked in time."""
    games.lock(session, game)
    if game.status != "forming" or game.roll_call_until is None or game.roll_call_until > now:
        return
    silent = [seat for seat, player in holders(session, game) if seat.here_at is None and not player.bot]
    game.roll_call_until = told.roll_call_ends(session, game, silent, now) if posted else None
    session.add(game)
    if game.roll_call_until is None:
        open_seats(session, game, silent, now)
