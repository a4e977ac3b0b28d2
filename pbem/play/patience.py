"""More time before a phase is closed without somebody's orders: from a budget of each seat, and for the first phase."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.models import Game, Phase, Seat, Turn
from pbem.play import alarms, deadlines, phases, told, vacancies
from pbem.play.rules import Rules, rules_of
from pbem.reasons import Reason, because

WAITS = 2
"""How often a guarded first phase waits: for who is silent, then for who takes his seat."""


def more_time(
    session: Session,
    game: Game,
    phase: Phase,
    everyone: Sequence[tuple[Turn, Seat]],
    now: datetime,
    posted: bool = False,
) -> bool:
    """Moves the deadline of a phase in which somebody owes orders, if the rules give time for that; whether they do.
    Whom no report has reached is not waited for here, nor loses anything. `posted`: as `told.seats_untold` says."""
    rules, owing = rules_of(game), [seat for turn, seat in everyone if phases.owes(turn, seat)]
    if phase.deadline is None or phase.deadline > now or not owing:
        return False
    untold = told.seats_untold(session, phase, owing, now, posted)
    owing = [seat for seat in owing if seat.id not in untold]
    if not owing:
        return False
    return from_budget(session, game, phase, owing, now) or guarded(session, game, phase, rules, owing, now)


def from_budget(session: Session, game: Game, phase: Phase, owing: Sequence[Seat], now: datetime) -> bool:
    """Takes more time once from the budget of each seat that owes orders, if all have some left."""
    rules = rules_of(game)
    if phase.in_grace or any(seat.extra_used >= rules.extra for seat in owing):
        return False
    for seat in owing:
        seat.extra_used += 1
        session.add(seat)
    later(session, game, phase, rules.more, because("extra", span=rules.more), now)
    return True


def guarded(session: Session, game: Game, phase: Phase, rules: Rules, owing: Sequence[Seat], now: datetime) -> bool:
    """In the first phase waits once for who is silent, then opens his seat and waits once for who takes it."""
    over = alarms.closing(rules, phase, owing=bool(owing))
    if phase.number > 1 or not rules.guard or phase.guarded >= WAITS or not owing or over is None or over > now:
        return False
    phase.guarded += 1
    if phase.guarded == WAITS:
        vacancies.open_seats(session, game, owing, now)
    later(
        session, game, phase, rules.guard, because("guard" if phase.guarded < WAITS else "offer", span=rules.guard), now
    )
    return True


def later(session: Session, game: Game, phase: Phase, by: timedelta, why: Reason, now: datetime) -> None:
    """Moves the deadline, counted from now if it has passed long ago."""
    assert phase.deadline is not None
    deadlines.put(session, game, phase, max(phase.deadline, now) + by, why, now)
