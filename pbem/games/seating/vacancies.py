"""Seats that open because nobody speaks for them, and are offered to all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from engines import states
from engines.abilities import Forfeiting
from engines.base import State
from pbem.games import games
from pbem.games.notify import list_holders
from pbem.games.phases import deliveries, phases, turn_verdicts
from pbem.games.rules import Rules, rules_of
from pbem.games.seating import seats
from pbem.storage.models import Game, Phase, Seat, Turn


def open_silent_seats(session: Session, game: Game, everyone: Sequence[tuple[Turn, Seat]], now: datetime) -> None:
    """Opens the seats whose players have missed too many turns in a row, those of a phase that was closed the last."""
    limit = turns_until_open(rules_of(game))
    silent = [seat for turn, seat in everyone if turn.verdict in turn_verdicts.SILENT_VERDICTS]
    open_seats(
        session,
        game,
        [seat for seat in silent if limit and turn_verdicts.count_missed_in_row(session, seat) >= limit],
        now,
    )


def turns_until_open(rules: Rules) -> int:
    """After how many turns missed in a row a seat opens; 0: never. Who was waited for to the end is not waited for
    again."""
    return min(rules.open_after, 1) if rules.nmr == "wait" else rules.open_after


def open_seats(session: Session, game: Game, some: Sequence[Seat], now: datetime) -> None:
    """Takes seats from players who are silent; they are told how they get them back, and all others that they are
    free. One that is out of the game nobody could take; it stays whose it is."""
    if not some:
        return
    newest = games.find_current_phase(session, game)
    some = [seat for seat in some if newest is None or can_be_offered(games.phase_state(newest), seat)]
    if not some:
        return
    for seat in some:
        lost = turns_until_loss(game, newest, seat) if newest else 0
        seats.vacate_seat(session, game, seat, now, "opened", {"lost": str(lost)} if lost else {})
    seats.notify_vacancies(session, game, some, "opened", now)
    phase = games.find_current_phase(session, game)
    if phase and game.status == "running":
        phases.refresh_alarm(session, game, phase, now)


def can_be_offered(position: State, seat: Seat) -> bool:
    """Return whether anybody could take a seat and play on with it."""
    return position.ranks is None and seat.code not in position.out


def turns_until_loss(game: Game, phase: Phase, seat: Seat) -> int:
    """After how many turns without a player a seat loses what it has; 0: never."""
    engine = games.get_engine(game)
    view = states.seat_view(games.phase_state(phase), seat.code)
    return engine.phases_until_forfeit(view, seat.code) if isinstance(engine, Forfeiting) else 0


def list_due_roll_calls(session: Session, now: datetime) -> Sequence[int]:
    """The games whose roll call is over."""
    return session.exec(select(Game.id).where(col(Game.roll_call_until) <= now, Game.status == "forming")).all()


def end_roll_call(session: Session, game: Game, now: datetime, posted: bool = False) -> None:
    """Takes the seats of all who did not say that they are there; the game waits for others. `posted`: letters are sent
    here, so it goes on if they were not asked in time."""
    games.lock_game(session, game)
    if game.status != "forming" or game.roll_call_until is None or game.roll_call_until > now:
        return
    silent = [seat for seat, player in list_holders(session, game) if seat.here_at is None and not player.bot]
    game.roll_call_until = deliveries.extend_roll_call(session, game, silent, now) if posted else None
    session.add(game)
    if game.roll_call_until is None:
        open_seats(session, game, silent, now)
