"""When the clock must look at an open phase next, and whether it may be resolved: never in quiet times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.games import games
from pbem.games.phases import pacing, reminder_times
from pbem.games.rules import Rules, rules_of
from pbem.storage.models import Game, Phase


def find_quiet_end(game: Game, now: datetime) -> datetime | None:
    """Return when it is no longer quiet in a game; None if it is not quiet now."""
    free = pacing.next_free_time(game, now)
    return free if free > now else None


def phase_grace(rules: Rules, phase: Phase) -> timedelta:
    """Return how long a phase waits for late orders: a grace is never longer than the phase itself."""
    assert phase.deadline is not None
    long = phase.deadline - phase.opened_at if rules.nmr == "default" else rules.late_order_span
    return max(timedelta(), min(rules.late_order_span, long))


def early_closing_time(game: Game, rules: Rules, now: datetime) -> datetime:
    """Return when a phase is resolved of which all that owed something are ready now."""
    return pacing.next_free_time(game, now + rules.ready_delay) if rules.ready_delay else now


def closing_time(rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """Return when the phase is to be resolved as things stand; None: not before somebody acts."""
    if phase.deadline is None:
        return phase.early_at
    late = phase.deadline
    if owing:
        late = pacing.next_free_time(games.game_of_phase(phase), late + phase_grace(rules, phase))
    return min(late, phase.early_at) if phase.early_at else late


def orders_accepted_until(phase: Phase) -> datetime | None:
    """Until when orders count that come now: the deadline, or once that has passed the end of the grace."""
    late = phase.in_grace and phase.deadline is not None
    return closing_time(rules_of(games.game_of_phase(phase)), phase, owing=True) if late else phase.deadline


def next_check_time(game: Game, rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """The next instant at which the clock has something to do here."""
    if game.status != "running" or phase.resolved_at or phase.deadline is None:
        return None
    ahead: Sequence[datetime | None] = (
        closing_time(rules, phase, owing),
        None if phase.in_grace else phase.deadline,
        *(reminder_times.reminder_times(rules, phase)[phase.reminded :][:1] if owing or not phase.in_grace else ()),
    )
    return min((instant for instant in ahead if instant), default=None)
