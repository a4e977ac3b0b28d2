"""When orders are due, in words: a pace, its quiet times, and the deadlines that come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbem.installed import ENGINES
from pbem.models import Game
from pbem.pace import Deadline, Every, Fixed, Pace, Quiet, preview, zone_info
from pbem.pace.days import Yearly
from pbem.play import pacing
from pbem.play.rules import Rules
from pbem.wording import ENGLISH, Tongue

PREVIEWED = 5
"""So many deadlines show what a pace means."""


def of_game(game: Game, say: Tongue = ENGLISH) -> str:
    """When orders are due in a game: "2 days after a phase begins"."""
    return paced(Pace.parse(game.pace), game.zone, say)


def told(pace: str, zone: str, quiet: Quiet, say: Tongue = ENGLISH) -> str:
    """A pace with its quiet times, as sentences."""
    due = say("pace told", pace=paced(Pace.parse(pace), zone, say))
    return " ".join(filter(None, (due, resting(quiet, say))))


def paced(pace: Pace, zone: str, say: Tongue = ENGLISH) -> str:
    """When orders are due: "2 days after a phase begins", "every day at 20:00; retreat: 12 hours after it begins"."""
    every = (("", pace.default), *(kind for kind in pace.kinds if kind[1] != pace.default))
    place = say.calendar.place(zone_info(zone))
    return "; ".join(f"{kind}: {due(rule, place, say)}" if kind else due(rule, place, say) for kind, rule in every)


def due(rule: Every | Fixed, place: str, say: Tongue) -> str:
    if isinstance(rule, Every):
        return say("pace every", span=say.calendar.span(rule.span))
    names = say.listed(say.calendar.days[day] for day in sorted(rule.days))
    days = say("pace daily") if len(rule.days) == 7 else say("pace days", days=names)
    return say("pace fixed", days=days, at=f"{rule.at:%H:%M}", place=place)


# --- quiet times -------------------------------------------------------------------------------------------------


def resting(quiet: Quiet, say: Tongue = ENGLISH) -> str:
    """When no deadline falls, in a sentence; "" if it is never quiet."""
    return say("quiet", times=say.language.listed(times(quiet, say), "or")) if quiet else ""


def times(quiet: Quiet, say: Tongue) -> Iterator[str]:
    """Each thing that is quiet, in words."""
    if quiet.weekdays:
        days = say.language.listed((say.calendar.days[day] for day in sorted(quiet.weekdays)), "or")
        yield say("quiet weekdays", days=days)
    for span in sorted(quiet.spans):
        yield spread(span.first, span.last, say)
    for first, last in sorted(quiet.yearly):
        yield spread(first, last, say)
    if quiet.holidays:
        yield say("quiet holidays", places=sorted(quiet.holidays))
    if quiet.hours:
        start, end = quiet.hours
        yield say("quiet hours", start=f"{start:%H:%M}", end=f"{end:%H:%M}")


def spread(first: date | Yearly, last: date | Yearly, say: Tongue) -> str:
    """From one day to another, of one year or of every year."""
    names = [say.calendar.yearly(*day) if isinstance(day, tuple) else say.calendar.date(day) for day in (first, last)]
    return say("quiet day", day=names[0]) if first == last else say("quiet days", first=names[0], last=names[1])


# --- what is to come ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Understood:
    """What was understood of a pace, in words, and the next deadlines it gives."""

    words: str
    deadlines: Sequence[Deadline]


def understood(
    pace: str, zone: str, rules: Rules, kinds: Sequence[str], now: datetime, say: Tongue = ENGLISH, kind: str = ""
) -> Understood:
    """What a pace means in a game with some kinds of phases. The next phases are of a `kind`, or else of the first kind
    with a rule of its own, and each ends at its deadline. Raises Refused "bad pace"."""
    text, place = pacing.understood(pace, zone, rules, kinds, now)
    quiet, gap, first = Quiet.parse(rules.quiet), timedelta(hours=rules.gap_hours), timedelta(hours=rules.first_hours)
    found = Pace.parse(text)
    kind = kind or next((one for one in kinds if one in dict(found.kinds)), "")
    coming = preview(found, now, place, PREVIEWED, kind=kind, quiet=quiet, gap=gap, first=first)
    return Understood(told(text, place, quiet, say), coming)


def every_kind() -> tuple[str, ...]:
    """The kinds of phases of all games, for a pace of no game."""
    return tuple(sorted({kind for engine in ENGINES.values() for kind in engine.kinds}))
