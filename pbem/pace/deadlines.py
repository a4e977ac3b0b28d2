"""Where a pace leads: the deadline of a phase with the steps that led there, moved on from quiet times and for who is
away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from pbem.pace.language import Every, Fixed, Pace
from pbem.pace.lengths import UNITS, PaceError
from pbem.pace.quiet import NEVER, Quiet
from pbem.pace.zones import both, instant, zone_info
from pbem.reasons import Reason, because

HORIZON = 400
"""Days looked ahead for one on which there may be a deadline."""
ANY_DAY = frozenset(range(7))
DAY = timedelta(days=1)
EARLY = timedelta(minutes=30)
"""So long before quiet hours begin is said what would fall into them."""
REST = timedelta(hours=12)
"""So long after he is back somebody still has to look at his game, at least."""
LONGEST_WAIT = timedelta(days=30)
"""Nobody is waited for longer than this, however many are away."""


@dataclass(frozen=True)
class Deadline:
    """An instant, and the steps that led there."""

    at: datetime
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class Away:
    """Somebody is away from an instant on until he is back."""

    since: datetime
    back: datetime
    why: Reason

    def covers(self, at: datetime) -> bool:
        """Whether he cannot be asked to be ready by then."""
        return self.since <= at < self.back + REST


def next_deadline(
    pace: Pace,
    kind: str,
    opened: datetime,
    zone: str,
    quiet: Quiet = NEVER,
    gap: timedelta = timedelta(),
    away: Collection[Away] = (),
) -> Deadline:
    """The deadline of a phase of this kind that opened then; a fixed time comes `gap` after it at the earliest. Those
    who are `away` are waited for.

    Raises PaceError if no day is left for it.
    """
    place, rule = zone_info(zone), pace.rule(kind)
    if isinstance(rule, Fixed):
        found = fixed_deadline(rule, opened, place, quiet, gap)
    else:
        found = Deadline(opened + rule.span, (because("after", span=rule.span, since=opened),))
    return awaited(settled(found, place, quiet), rule, away, place, quiet)


def fixed_deadline(rule: Fixed, opened: datetime, zone: ZoneInfo, quiet: Quiet, gap: timedelta) -> Deadline:
    earliest = opened + max(gap, UNITS["m"])
    day = opened.astimezone(zone).date()
    plain = first_free(day, rule.at, zone, NEVER, rule.days, opened + UNITS["m"])
    spaced = first_free(day, rule.at, zone, NEVER, rule.days, earliest)
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


# --- quiet times -------------------------------------------------------------------------------------------------


def rested(at: datetime, zone: ZoneInfo, quiet: Quiet) -> Deadline:
    """The first instant from `at` on that is not quiet, and why it is later. Raises PaceError if there is none."""
    why: dict[str, Reason] = {}
    for _ in range(HORIZON):
        local = at.astimezone(zone)
        if quiet.hours and quiet.hushes(local.time()):
            start, end = quiet.hours
            told = {"start": f"{start:%H:%M}", "end": f"{end:%H:%M}"}
            why.setdefault("hours", because("hours", since=at, zone=zone.key, **told))
            at = instant(local.date() + (DAY if local.time() >= end else timedelta()), end, zone)
        elif quiet.has(local.date()):
            why.setdefault("quiet", because("quiet", day=local.date()))
            at = first_free(local.date() + DAY, local.time(), zone, quiet, ANY_DAY, at)
        else:
            return Deadline(at, tuple(why.values()))
    raise PaceError("The quiet hours leave no time for a deadline.")


def settled(found: Deadline, zone: ZoneInfo, quiet: Quiet) -> Deadline:
    """A deadline moved on from quiet times, if it must."""
    free = rested(found.at, zone, quiet)
    return Deadline(free.at, merged(found.why, free.why))


def merged(before: Iterable[Reason], more: Iterable[Reason]) -> tuple[Reason, ...]:
    """Steps one after the other, without what was just said."""
    said = tuple(before)
    return (*said, *(one for one in more if one not in said))


def before_quiet(at: datetime, zone: ZoneInfo, quiet: Quiet) -> datetime | None:
    """The last good instant up to `at` to say something: none that is quiet, and some time before quiet hours begin;
    None if there is none in a year."""
    for _ in range(HORIZON):
        local = at.astimezone(zone)
        if quiet.has(local.date()):
            at -= DAY
        elif quiet.hours and quiet.hushes(local.time()):
            start = quiet.hours[0]
            at = min(both(local.date() - (DAY if local.time() < start else timedelta()), start, zone)) - EARLY
        else:
            return at
    return None


# --- who is away -------------------------------------------------------------------------------------------------


def awaited(
    found: Deadline,
    rule: Every | Fixed,
    away: Collection[Away],
    zone: ZoneInfo,
    quiet: Quiet,
    since: datetime | None = None,
) -> Deadline:
    """A deadline moved on to when all are back who are away then, at its own time of day. Who would have to be waited
    for longer than `LONGEST_WAIT` is not; that is counted `since` a deadline was to be, if it was moved before."""
    most, left = (since or found.at) + LONGEST_WAIT, sorted(away, key=lambda one: one.back)
    while one := next((one for one in left if one.covers(found.at)), None):
        left.remove(one)
        later = settled(Deadline(again(found.at, rule, one.back + REST, zone, quiet), found.why), zone, quiet)
        if later.at <= most:
            found = replace(later, why=merged((*found.why, one.why), later.why))
    return found


def again(at: datetime, rule: Every | Fixed, earliest: datetime, zone: ZoneInfo, quiet: Quiet) -> datetime:
    """The first time from an instant on that suits a rule: its own, or at the time of day that it was."""
    local = at.astimezone(zone)
    clock, days = (rule.at, rule.days) if isinstance(rule, Fixed) else (local.time(), ANY_DAY)
    return first_free(local.date(), clock, zone, quiet, days, earliest)


# --- what is to come ---------------------------------------------------------------------------------------------


def preview(
    pace: Pace,
    now: datetime,
    zone: str,
    n: int,
    *,
    kind: str = "",
    quiet: Quiet = NEVER,
    gap: timedelta = timedelta(),
    first: timedelta = timedelta(),
) -> list[Deadline]:
    """The next `n` deadlines of phases of one kind, were each resolved at its deadline; the `first` is that much
    longer. Raises PaceError if no day is left for them."""

    def following() -> Iterator[Deadline]:
        opened = now + first
        while True:
            deadline = next_deadline(pace, kind, opened, zone, quiet, gap)
            yield deadline
            opened = deadline.at

    return list(islice(following(), n))


def agreed(pace: Pace, zone: str, quiet: Quiet, now: datetime) -> None:
    """Sees to it that there is a time for every deadline. Raises PaceError."""
    for rule in (pace.default, *(rule for _, rule in pace.kinds)):
        if isinstance(rule, Fixed) and quiet.hushes(rule.at):
            raise PaceError(f"The deadline “{rule}” lies in the quiet hours, {quiet.items[-1]}.")
        preview(Pace(rule), now, zone, 3, quiet=quiet)
