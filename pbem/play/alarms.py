"""When the clock must look at an open phase next, and whether it may be resolved: never in quiet times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.models import Game, Phase
from pbem.pace import before_quiet, zone_info
from pbem.play import games, pacing
from pbem.play.rules import Rules, rules_of

LAST_CALL = timedelta(days=1)
"""So long before a game that waits goes on its debtors are reminded once more."""


def reminders(rules: Rules, phase: Phase) -> list[datetime]:
    """The instants at which those who owe orders are reminded, in order; none before the phase opened. A game that
    waits reminds once more, a day before it goes on."""
    if phase.deadline is None:
        return []
    if rules.nmr == "wait" and rules.patience > LAST_CALL:
        return [
            *before_deadline(rules, phase),
            pacing.free(games.of(phase), phase.deadline + rules.patience - LAST_CALL),
        ]
    return before_deadline(rules, phase)


def before_deadline(rules: Rules, phase: Phase) -> list[datetime]:
    assert phase.deadline is not None
    game = games.of(phase)
    at = (phase.deadline - timedelta(hours=hours) for hours in sorted(rules.remind_hours, reverse=True))
    found = (spoken(game, instant, phase) for instant in at if instant > phase.opened_at)
    return sorted({instant for instant in found if instant})


def spoken(game: Game, at: datetime, phase: Phase) -> datetime | None:
    """When somebody is told what was to be told then: before quiet times rather than in them, else after; None if there
    is no time for it while the phase is open."""
    before = before_quiet(at, zone_info(game.zone), pacing.quiet(game))
    if before and before > phase.opened_at:
        return before
    after = pacing.free(game, at)
    return after if phase.deadline and after < phase.deadline else None


def hushed(game: Game, now: datetime) -> datetime | None:
    """When it is no longer quiet in a game; None if it is not quiet now."""
    free = pacing.free(game, now)
    return free if free > now else None


def passed(rules: Rules, phase: Phase, now: datetime) -> int:
    """How many of the reminders' instants are over."""
    return sum(instant <= now for instant in reminders(rules, phase))


def grace(rules: Rules, phase: Phase) -> timedelta:
    """How long a phase waits for late orders: a grace is never longer than the phase itself."""
    assert phase.deadline is not None
    long = phase.deadline - phase.opened_at if rules.nmr == "default" else rules.patience
    return max(timedelta(), min(rules.patience, long))


def early(game: Game, rules: Rules, now: datetime) -> datetime:
    """When a phase is resolved of which all that owed something are ready now."""
    return pacing.free(game, now + rules.delay) if rules.delay else now


def closing(rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """When the phase is to be resolved as things stand; None: not before somebody acts."""
    if phase.deadline is None:
        return phase.early_at
    late = phase.deadline
    if owing:
        late = pacing.free(games.of(phase), late + grace(rules, phase))
    return min(late, phase.early_at) if phase.early_at else late


def counted_until(phase: Phase) -> datetime | None:
    """Until when orders count that come now: the deadline, or once that has passed the end of the grace."""
    late = phase.in_grace and phase.deadline is not None
    return closing(rules_of(games.of(phase)), phase, owing=True) if late else phase.deadline


def next_look(game: Game, rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """The next instant at which the clock has something to do here."""
    if game.status != "running" or phase.resolved_at or phase.deadline is None:
        return None
    ahead: Sequence[datetime | None] = (
        closing(rules, phase, owing),
        None if phase.in_grace else phase.deadline,
        *(reminders(rules, phase)[phase.reminded :][:1] if owing or not phase.in_grace else ()),
    )
    return min((instant for instant in ahead if instant), default=None)
