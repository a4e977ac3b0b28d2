"""More time before a phase is closed without somebody's orders: from a budget of each seat, and for the first phase."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.games.phases import deadlines, deliveries, phase_turns, schedule
from pbem.games.rules import Rules, rules_of
from pbem.games.seating import vacancies
from pbem.pace.reasons import Reason, make_reason
from pbem.storage.models import Game, Phase, Seat, Turn

WAITS = 2
"""How often a guarded first phase waits: for who is silent, then for who takes their seat."""


def grant_more_time(
    session: Session,
    game: Game,
    phase: Phase,
    everyone: Sequence[tuple[Turn, Seat]],
    now: datetime,
    posted: bool = False,
) -> bool:
    """Moves the deadline of a phase in which somebody owes orders, if the rules give time for that; whether they do.
    Whom no report has reached is not waited for here, nor loses anything. `posted`: as `told.untold_seat_ids` says."""
    rules, owing = rules_of(game), [seat for turn, seat in everyone if phase_turns.owes_orders(turn, seat)]
    if phase.deadline is None or phase.deadline > now or not owing:
        return False
    untold = deliveries.untold_seat_ids(session, phase, owing, now, posted)
    owing = [seat for seat in owing if seat.id not in untold]
    if not owing:
        return False
    return extend_from_budget(session, game, phase, owing, now) or guard_first_phase(
        session, game, phase, rules, owing, now
    )


def extend_from_budget(session: Session, game: Game, phase: Phase, owing: Sequence[Seat], now: datetime) -> bool:
    """Takes more time once from the budget of each seat that owes orders, if all have some left."""
    rules = rules_of(game)
    if phase.in_grace or any(seat.extra_used >= rules.extra for seat in owing):
        return False
    for seat in owing:
        seat.extra_used += 1
        session.add(seat)
    postpone_deadline(session, game, phase, rules.extra_span, make_reason("extra", span=rules.extra_span), now)
    return True


def guard_first_phase(
    session: Session, game: Game, phase: Phase, rules: Rules, owing: Sequence[Seat], now: datetime
) -> bool:
    """In the first phase waits once for who is silent, then opens their seat and waits once for who takes it."""
    over = schedule.closing_time(rules, phase, owing=bool(owing))
    if phase.number > 1 or not rules.guard_span or phase.guarded >= WAITS or not owing or over is None or over > now:
        return False
    phase.guarded += 1
    if phase.guarded == WAITS:
        vacancies.open_seats(session, game, owing, now)
    postpone_deadline(
        session,
        game,
        phase,
        rules.guard_span,
        make_reason("guard" if phase.guarded < WAITS else "offer", span=rules.guard_span),
        now,
    )
    return True


def postpone_deadline(session: Session, game: Game, phase: Phase, by: timedelta, why: Reason, now: datetime) -> None:
    """Moves the deadline, counted from now if it has passed long ago."""
    assert phase.deadline is not None
    deadlines.set_adjusted_deadline(session, game, phase, max(phase.deadline, now) + by, why, now)
