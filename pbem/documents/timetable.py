"""When orders are due, in words: a pace, its quiet times, and the deadlines that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbem.games.phases import pacing
from pbem.games.rules import Rules
from pbem.pace import ClockRule, Deadline, IntervalRule, Pace, QuietTimes, preview_deadlines, zone_info
from pbem.pace.days import Yearly
from pbem.settings.installed_engines import ENGINES
from pbem.storage.models import Game
from pbem.wording import ENGLISH, Tongue

PREVIEWED = 5
"""So many deadlines show what a pace means."""


def describe_game_pace(game: Game, say: Tongue = ENGLISH) -> str:
    """Return when orders are due in a game: "2 days after a phase begins"."""
    return describe_pace(Pace.parse(game.pace), game.zone, say)


def describe_pace_and_quiet(pace: str, zone: str, quiet: QuietTimes, say: Tongue = ENGLISH) -> str:
    """A pace with its quiet times, as sentences."""
    due = say("pace told", pace=describe_pace(Pace.parse(pace), zone, say))
    return " ".join(filter(None, (due, describe_quiet_times(quiet, say))))


def describe_pace(pace: Pace, zone: str, say: Tongue = ENGLISH) -> str:
    """Return when orders are due: "2 days after a phase begins", "every day at 20:00; retreat: 12 hours after it
    begins"."""
    every = (("", pace.default), *(kind for kind in pace.kinds if kind[1] != pace.default))
    place = say.calendar.format_zone(zone_info(zone))
    return "; ".join(
        f"{kind}: {describe_pace_rule(rule, place, say)}" if kind else describe_pace_rule(rule, place, say)
        for kind, rule in every
    )


def describe_pace_rule(rule: IntervalRule | ClockRule, place: str, say: Tongue) -> str:
    if isinstance(rule, IntervalRule):
        return say("pace every", span=say.calendar.format_span(rule.span))
    names = say.join_list(say.calendar.days[day] for day in sorted(rule.days))
    days = say("pace daily") if len(rule.days) == 7 else say("pace days", days=names)
    return say("pace fixed", days=days, at=f"{rule.at:%H:%M}", place=place)


# --- quiet times -------------------------------------------------------------------------------------------------


def describe_quiet_times(quiet: QuietTimes, say: Tongue = ENGLISH) -> str:
    """Return when no deadline falls, in a sentence; "" if it is never quiet."""
    return say("quiet", times=say.language.join_list(iter_quiet_times(quiet, say), "or")) if quiet else ""


def iter_quiet_times(quiet: QuietTimes, say: Tongue) -> Iterator[str]:
    """Each thing that is quiet, in words."""
    if quiet.weekdays:
        days = say.language.join_list((say.calendar.days[day] for day in sorted(quiet.weekdays)), "or")
        yield say("quiet weekdays", days=days)
    for span in sorted(quiet.spans):
        yield describe_day_span(span.first, span.last, say)
    for first, last in sorted(quiet.yearly):
        yield describe_day_span(first, last, say)
    if quiet.holidays:
        yield say("quiet holidays", places=sorted(quiet.holidays))
    if quiet.hours:
        start, end = quiet.hours
        yield say("quiet hours", start=f"{start:%H:%M}", end=f"{end:%H:%M}")


def describe_day_span(first: date | Yearly, last: date | Yearly, say: Tongue) -> str:
    """From one day to another, of one year or of every year."""
    names = [
        say.calendar.format_yearly_day(*day) if isinstance(day, tuple) else say.calendar.format_date(day)
        for day in (first, last)
    ]
    return say("quiet day", day=names[0]) if first == last else say("quiet days", first=names[0], last=names[1])


# --- what is to come ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PacePreview:
    """What was understood of a pace, in words, and the next deadlines it gives."""

    words: str
    deadlines: Sequence[Deadline]


def preview_pace(
    pace: str, zone: str, rules: Rules, kinds: Sequence[str], now: datetime, say: Tongue = ENGLISH, kind: str = ""
) -> PacePreview:
    """Return what a pace means in a game with some kinds of phases. The next phases are of a `kind`, or else of the
    first kind with a rule of its own, and each ends at its deadline. Raises Refusal "bad pace"."""
    text, place = pacing.parse_pace_and_zone(pace, zone, rules, kinds, now)
    quiet, gap, first = (
        QuietTimes.parse(rules.quiet),
        timedelta(hours=rules.gap_hours),
        timedelta(hours=rules.first_hours),
    )
    found = Pace.parse(text)
    kind = kind or next((one for one in kinds if one in dict(found.kinds)), "")
    coming = preview_deadlines(found, now, place, PREVIEWED, kind=kind, quiet=quiet, gap=gap, first=first)
    return PacePreview(describe_pace_and_quiet(text, place, quiet, say), coming)


def every_kind() -> tuple[str, ...]:
    """The kinds of phases of all games, for a pace of no game."""
    return tuple(sorted({kind for engine in ENGINES.values() for kind in engine.kinds}))
