"""When those who owe orders are reminded: hours before the deadline, as the rules say, never in quiet times."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.games import games
from pbem.games.phases import pacing
from pbem.games.rules import Rules
from pbem.pace import last_free_instant, zone_info
from pbem.storage.models import Game, Phase

LAST_CALL = timedelta(days=1)
"""So long before a game that waits goes on its debtors are reminded once more."""


def reminder_times(rules: Rules, phase: Phase) -> list[datetime]:
    """The instants at which those who owe orders are reminded, in order; none before the phase opened. A game that
    waits reminds once more, a day before it goes on."""
    if phase.deadline is None:
        return []
    if rules.nmr == "wait" and rules.late_order_span > LAST_CALL:
        return [
            *reminders_before_deadline(rules, phase),
            pacing.next_free_time(games.game_of_phase(phase), phase.deadline + rules.late_order_span - LAST_CALL),
        ]
    return reminders_before_deadline(rules, phase)


def reminders_before_deadline(rules: Rules, phase: Phase) -> list[datetime]:
    assert phase.deadline is not None
    game = games.game_of_phase(phase)
    at = (phase.deadline - timedelta(hours=hours) for hours in sorted(rules.remind_hours, reverse=True))
    found = (reminder_time(game, instant, phase) for instant in at if instant > phase.opened_at)
    return sorted({instant for instant in found if instant})


def reminder_time(game: Game, at: datetime, phase: Phase) -> datetime | None:
    """Return when somebody is told what was to be told then: before quiet times rather than in them, else after; None
    if there is no time for it while the phase is open."""
    before = last_free_instant(at, zone_info(game.zone), pacing.game_quiet(game))
    if before and before > phase.opened_at:
        return before
    after = pacing.next_free_time(game, at)
    return after if phase.deadline and after < phase.deadline else None


def count_past_reminders(rules: Rules, phase: Phase, now: datetime) -> int:
    """Return how many of the reminders' instants are over."""
    return sum(instant <= now for instant in reminder_times(rules, phase))
