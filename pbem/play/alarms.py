"""When the clock must look at an open phase next, and whether it may be resolved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.models import Game, Phase
from pbem.play.rules import Rules


def reminders(rules: Rules, phase: Phase) -> list[datetime]:
    """The instants at which those who owe orders are reminded, in order; none before the phase opened."""
    if phase.deadline is None:
        return []
    at = (phase.deadline - timedelta(hours=hours) for hours in sorted(rules.remind_hours, reverse=True))
    return [instant for instant in at if instant > phase.opened_at]


def passed(rules: Rules, phase: Phase, now: datetime) -> int:
    """How many of the reminders' instants are over."""
    return sum(instant <= now for instant in reminders(rules, phase))


def grace(rules: Rules, phase: Phase) -> timedelta:
    """The grace of a phase: never longer than the phase itself."""
    assert phase.deadline is not None
    return max(timedelta(), min(rules.grace, phase.deadline - phase.opened_at))


def closing(rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """When the phase is to be resolved as things stand; None: not before somebody acts."""
    if phase.deadline is None:
        return phase.early_at
    late = phase.deadline
    if owing and rules.nmr == "wait":
        return phase.early_at
    if owing:
        late += grace(rules, phase)
    return min(late, phase.early_at) if phase.early_at else late


def next_look(game: Game, rules: Rules, phase: Phase, owing: bool) -> datetime | None:
    """The next instant at which the clock has something to do here."""
    if game.status != "running" or phase.resolved_at or phase.deadline is None:
        return None
    ahead: Sequence[datetime | None] = (
        closing(rules, phase, owing),
        None if phase.in_grace else phase.deadline,
        *(() if phase.in_grace else reminders(rules, phase)[phase.reminded :][:1]),
    )
    return min((instant for instant in ahead if instant), default=None)
