"""Deadline arithmetic: pure, exact, in the game's own zone, and able to tell why a deadline is when it is.

A pace is one or more rules with ";" between: "48h", "daily 20:00", "mon,thu 18:00", or with the kind of phase before:
"movement daily 20:00; retreat 12h". The kinds are those of the game's engine. Where the clocks
change, a local time that does not exist is taken as much later as the clocks jump, and one that comes twice is taken
the second time: nobody loses an hour.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from pbem.reasons import Reason, because

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY = rf"(?:{'|'.join(DAYS)})[a-z]*"
UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
LONGEST = timedelta(days=60)
HOUR = re.compile(rf"(daily|{DAY}(?: ?, ?{DAY})*) (\d{{1,2}}) ?(?:h|hours|o'clock|uhr)?")
"""Days with an hour that is no time of day: as a length of time it would be taken for something else."""
HORIZON = 400
"""Days looked ahead for one on which there may be a deadline."""
ALLOWED = (
    "A pace is a length of time (48h, 3d, 90m), or days with a time (daily 20:00; mon,thu 18:00); each may have a kind "
    "of phase before it, with “;” between: movement daily 20:00; retreat 12h."
)


class PaceError(ValueError):
    """Text that is no pace, length of time, quiet day or zone; says what would be."""


@dataclass(frozen=True)
class Every:
    """A deadline this long after the phase opened."""

    span: timedelta

    def __str__(self) -> str:
        return length_text(self.span)


@dataclass(frozen=True)
class Fixed:
    """A deadline at this local time on these weekdays (0 is Monday)."""

    days: frozenset[int]
    at: time

    def __str__(self) -> str:
        days = "daily" if len(self.days) == 7 else ",".join(DAYS[d] for d in sorted(self.days))
        return f"{days} {self.at:%H:%M}"


@dataclass(frozen=True)
class Quiet:
    """Local days on which no deadline falls."""

    weekdays: frozenset[int] = frozenset()
    dates: frozenset[date] = frozenset()

    @staticmethod
    def parse(words: Iterable[str]) -> Quiet:
        """From weekdays ("sat") and dates ("2026-12-24"). Raises PaceError."""
        weekdays: set[int] = set()
        dates: set[date] = set()
        for word in words:
            if word.strip().lower()[:3] in DAYS:
                weekdays |= weekday_set(word)
            else:
                dates.add(read_date(word))
        if len(weekdays) == 7:
            raise PaceError("Every day of the week is quiet: there would be no deadline at all.")
        return Quiet(frozenset(weekdays), frozenset(dates))

    def has(self, day: date) -> bool:
        return day.weekday() in self.weekdays or day in self.dates


@dataclass(frozen=True)
class Deadline:
    """An instant, and the steps that led there."""

    at: datetime
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class Pace:
    """The rule for each kind of phase; `default` for the kinds that have none of their own."""

    default: Every | Fixed
    kinds: tuple[tuple[str, Every | Fixed], ...] = field(default=())

    @staticmethod
    def parse(text: str, known: Collection[str] = ()) -> Pace:
        """`known`: the kinds of phases the game has; () for a pace that was accepted before. Raises PaceError."""
        entries = [entry(part) for part in text.split(";") if part.strip()]
        if not entries:
            raise PaceError(f"The pace is empty. {ALLOWED}")
        kinds = [e for e in entries if e[0]]
        for kind, _ in kinds:
            if known and kind not in known:
                raise PaceError(f"{no_kind(kind, known)} {ALLOWED}")
        general = [rule for kind, rule in entries if not kind]
        if len(general) > 1 or len({k for k, _ in kinds}) < len(kinds):
            raise PaceError(f"“{text.strip()}” has two rules for the same kind of phase. {ALLOWED}")
        return Pace(general[0] if general else kinds[0][1], tuple(kinds))

    def rule(self, kind: str) -> Every | Fixed:
        return dict(self.kinds).get(kind.lower(), self.default)

    def __str__(self) -> str:
        named = [f"{kind} {rule}" for kind, rule in self.kinds]
        implied = bool(self.kinds) and self.kinds[0][1] == self.default
        return "; ".join(named if implied else [str(self.default), *named])


def no_kind(word: str, known: Collection[str]) -> str:
    """What is said to a kind of phase that the game does not have."""
    near = difflib.get_close_matches(word, known, 1, 0.5)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"“{word[:40]}” is no kind of phase of this game.{hint} Its kinds are: {', '.join(known)}."


def entry(text: str) -> tuple[str, Every | Fixed]:
    """One rule with the kind of phase it is for ("" for all others)."""
    words = text.lower().split()
    for start in (0, 1):
        if hour := HOUR.fullmatch(" ".join(words[start:])):
            raise PaceError(f"“{text.strip()}” is not understood. For a time of day write {hour[1]} {hour[2]}:00.")
        found = rule(" ".join(words[start:]))
        if found:
            return "".join(words[:start]), found
    raise PaceError(f"“{text.strip()}” is not understood. {ALLOWED}")


def rule(text: str) -> Every | Fixed | None:
    fixed = re.fullmatch(r"(daily|[a-z]{3,9}(?: ?, ?[a-z]{3,9})*) (\d{1,2}):(\d\d)", text)
    if not fixed:
        return Every(length(text)) if re.match(r"\d", text) else None
    if int(fixed[2]) > 23 or int(fixed[3]) > 59:
        raise PaceError(f"“{fixed[2]}:{fixed[3]}” is no time of day; 00:00 to 23:59 are.")
    days = frozenset(range(7)) if fixed[1] == "daily" else frozenset().union(*map(weekday_set, fixed[1].split(",")))
    return Fixed(days, time(int(fixed[2]), int(fixed[3])))


def weekday_set(word: str) -> frozenset[int]:
    name = word.strip().lower()
    if name[:3] not in DAYS:
        raise PaceError(f"“{word.strip()}” is no day of the week; {', '.join(DAYS)} are.")
    return frozenset({DAYS.index(name[:3])})


def read_date(word: str) -> date:
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise PaceError(f"“{word.strip()}” is neither a weekday ({', '.join(DAYS)}) nor a date (2026-12-24).") from None


def length(text: str) -> timedelta:
    """A length of time such as "48h", "90m", "3d", "1d12h". Raises PaceError."""
    compact = "".join(text.lower().split())
    if not re.fullmatch(r"(\d{1,6}[mhdw])+", compact):
        raise PaceError(f"“{text.strip()}” is no length of time; 90m, 48h, 3d, 1w and 1d12h are.")
    total = sum((int(n) * UNITS[unit] for n, unit in re.findall(r"(\d+)([mhdw])", compact)), timedelta())
    if not timedelta() < total <= LONGEST:
        raise PaceError(f"“{text.strip()}” is not between a minute and {LONGEST.days} days.")
    return total


def length_text(span: timedelta) -> str:
    """The shortest text `length` reads as this span."""
    minutes = int(span / UNITS["m"])
    if minutes % 60:
        return f"{minutes}m" if minutes < 60 else f"{minutes // 60}h{minutes % 60}m"
    hours = minutes // 60
    return f"{hours}h" if hours % 24 or hours <= 96 else f"{hours // 24}d"


@cache
def zone_names() -> frozenset[str]:
    """All zones there are; looked up on disk once."""
    return frozenset(available_timezones())


def zone_info(name: str) -> ZoneInfo:
    """The time zone of that name ("Europe/Paris"). Raises PaceError."""
    if name not in zone_names():
        near = difflib.get_close_matches(name.title(), zone_names(), 3, 0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else " Names look like Europe/Paris."
        raise PaceError(f"“{name}” is no time zone.{hint}")
    return ZoneInfo(name)


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The UTC instant of a local time; see the module's words on changing clocks."""
    local = datetime.combine(day, at, zone)
    return max(local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC))


def next_deadline(
    pace: Pace, kind: str, opened: datetime, zone: str, quiet: Quiet = Quiet(), gap: timedelta = timedelta()
) -> Deadline:
    """The deadline of a phase of this kind that opened then; a fixed time comes `gap` after it at the earliest.

    Raises PaceError if no day is left for it.
    """
    place, found = zone_info(zone), pace.rule(kind)
    if isinstance(found, Fixed):
        return fixed_deadline(found, opened, place, quiet, gap)
    wanted = opened + found.span
    local = wanted.astimezone(place)
    why = because("after", span=found.span, since=opened)
    if not quiet.has(local.date()):
        return Deadline(wanted, (why,))
    moved = first_free(local.date(), local.time(), place, quiet, frozenset(range(7)), wanted)
    return Deadline(moved, (why, because("quiet", day=local.date())))


def fixed_deadline(rule: Fixed, opened: datetime, zone: ZoneInfo, quiet: Quiet, gap: timedelta) -> Deadline:
    earliest = opened + max(gap, UNITS["m"])
    day = opened.astimezone(zone).date()
    plain = first_free(day, rule.at, zone, Quiet(), rule.days, opened + UNITS["m"])
    spaced = first_free(day, rule.at, zone, Quiet(), rule.days, earliest)
    at = first_free(day, rule.at, zone, quiet, rule.days, earliest)
    why = [hours(rule, zone)]
    if spaced > plain:
        why.append(because("gap", span=gap, since=opened))
    if at > spaced:
        why.append(because("quiet", day=spaced.astimezone(zone).date()))
    return Deadline(at, tuple(why))


def hours(rule: Fixed, zone: ZoneInfo) -> Reason:
    """That a deadline is at that time of day, on those days."""
    at = f"{rule.at:%H:%M}"
    if len(rule.days) == 7:
        return because("daily", at=at, zone=zone.key)
    return because("weekly", days=sorted(rule.days), at=at, zone=zone.key)


def first_free(day: date, at: time, zone: ZoneInfo, quiet: Quiet, days: frozenset[int], earliest: datetime) -> datetime:
    """The first such local time from `day` on that is allowed and not before `earliest`."""
    for ahead in range(HORIZON):
        this = day + timedelta(days=ahead)
        found = instant(this, at, zone)
        allowed = this.weekday() in days and not quiet.has(this) and found.astimezone(zone).date() == this
        if allowed and found >= earliest:
            return found
    raise PaceError(f"The quiet days leave no day for a deadline in {HORIZON} days.")


def preview(
    pace: Pace,
    now: datetime,
    zone: str,
    n: int,
    *,
    kind: str = "",
    quiet: Quiet = Quiet(),
    gap: timedelta = timedelta(),
) -> list[Deadline]:
    """The next `n` deadlines of phases of one kind, were each resolved at its deadline."""

    def following() -> Iterator[Deadline]:
        opened = now
        while True:
            deadline = next_deadline(pace, kind, opened, zone, quiet, gap)
            yield deadline
            opened = deadline.at

    return list(islice(following(), n))
