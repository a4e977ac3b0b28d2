"""Where a pace leads: the deadline of a phase with the steps that led there, moved on from quiet times and for who is
away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from pbem.pace.language import ClockRule, IntervalRule, Pace
from pbem.pace.lengths import UNITS, PaceError
from pbem.pace.quiet import NO_QUIET_TIMES, QuietTimes
from pbem.pace.reasons import Reason, make_reason
from pbem.pace.zones import both_utc_instants, utc_instant, zone_info

HORIZON = 400
"""Days looked ahead for one on which there may be a deadline."""
ANY_DAY = frozenset(range(7))
DAY = timedelta(days=1)
EARLY = timedelta(minutes=30)
"""So long before quiet hours begin is said what would fall into them."""
REST = timedelta(hours=12)
"""So long after they are back somebody still has to look at their game, at least."""
LONGEST_WAIT = timedelta(days=30)
"""Nobody is waited for longer than this, however many are away."""


@dataclass(frozen=True)
class Deadline:
    """An instant, and the steps that led there."""

    at: datetime
    why: tuple[Reason, ...]


@dataclass(frozen=True)
class AwayPeriod:
    """Somebody is away from an instant on until they are back."""

    since: datetime
    back: datetime
    why: Reason

    def is_away_at(self, at: datetime) -> bool:
        """Return whether they cannot be asked to be ready by then."""
        return self.since <= at < self.back + REST


def next_deadline(
    pace: Pace,
    kind: str,
    opened: datetime,
    zone: str,
    quiet: QuietTimes = NO_QUIET_TIMES,
    gap: timedelta = timedelta(),
    away: Collection[AwayPeriod] = (),
) -> Deadline:
    """The deadline of a phase of this kind that opened then; a fixed time comes `gap` after it at the earliest. Those
    who are `away` are waited for.

    Raises PaceError if no day is left for it.
    """
    place, rule = zone_info(zone), pace.rule_for_kind(kind)
    if isinstance(rule, ClockRule):
        found = fixed_deadline(rule, opened, place, quiet, gap)
    else:
        found = Deadline(opened + rule.span, (make_reason("after", span=rule.span, since=opened),))
    return wait_for_absent(skip_quiet_times(found, place, quiet), rule, away, place, quiet)


def fixed_deadline(rule: ClockRule, opened: datetime, zone: ZoneInfo, quiet: QuietTimes, gap: timedelta) -> Deadline:
    earliest = opened + max(gap, UNITS["m"])
    day = opened.astimezone(zone).date()
    plain = first_allowed_time(day, rule.at, zone, NO_QUIET_TIMES, rule.days, opened + UNITS["m"])
    spaced = first_allowed_time(day, rule.at, zone, NO_QUIET_TIMES, rule.days, earliest)
    at = first_allowed_time(day, rule.at, zone, quiet, rule.days, earliest)
    why = [clock_reason(rule, zone)]
    if spaced > plain:
        why.append(make_reason("gap", span=gap, since=opened))
    if at > spaced:
        why.append(make_reason("quiet", day=spaced.astimezone(zone).date()))
    return Deadline(at, tuple(why))


def clock_reason(rule: ClockRule, zone: ZoneInfo) -> Reason:
    """That a deadline is at that time of day, on those days."""
    at = f"{rule.at:%H:%M}"
    if len(rule.days) == 7:
        return make_reason("daily", at=at, zone=zone.key)
    return make_reason("weekly", days=sorted(rule.days), at=at, zone=zone.key)


def first_allowed_time(
    day: date, at: time, zone: ZoneInfo, quiet: QuietTimes, days: frozenset[int], earliest: datetime
) -> datetime:
    """The first such local time from `day` on that is allowed and not before `earliest`."""
    for ahead in range(HORIZON):
        this = day + timedelta(days=ahead)
        found = utc_instant(this, at, zone)
        allowed = this.weekday() in days and not quiet.is_quiet_day(this) and found.astimezone(zone).date() == this
        if allowed and found >= earliest:
            return found
    raise PaceError(f"The quiet days leave no day for a deadline in {HORIZON} days.")


# --- quiet times -------------------------------------------------------------------------------------------------


def first_free_instant(at: datetime, zone: ZoneInfo, quiet: QuietTimes) -> Deadline:
    """The first instant from `at` on that is not quiet, and why it is later. Raises PaceError if there is none."""
    why: dict[str, Reason] = {}
    for _ in range(HORIZON):
        local = at.astimezone(zone)
        if quiet.hours and quiet.is_quiet_hour(local.time()):
            start, end = quiet.hours
            told = {"start": f"{start:%H:%M}", "end": f"{end:%H:%M}"}
            why.setdefault("hours", make_reason("hours", since=at, zone=zone.key, **told))
            at = utc_instant(local.date() + (DAY if local.time() >= end else timedelta()), end, zone)
        elif quiet.is_quiet_day(local.date()):
            why.setdefault("quiet", make_reason("quiet", day=local.date()))
            at = first_allowed_time(local.date() + DAY, local.time(), zone, quiet, ANY_DAY, at)
        else:
            return Deadline(at, tuple(why.values()))
    raise PaceError("The quiet hours leave no time for a deadline.")


def skip_quiet_times(found: Deadline, zone: ZoneInfo, quiet: QuietTimes) -> Deadline:
    """A deadline moved on from quiet times, if it must."""
    free = first_free_instant(found.at, zone, quiet)
    return Deadline(free.at, merge_reasons(found.why, free.why))


def merge_reasons(before: Iterable[Reason], more: Iterable[Reason]) -> tuple[Reason, ...]:
    """Steps one after the other, without what was just said."""
    said = tuple(before)
    return (*said, *(one for one in more if one not in said))


def last_free_instant(at: datetime, zone: ZoneInfo, quiet: QuietTimes) -> datetime | None:
    """The last good instant up to `at` to say something: none that is quiet, and some time before quiet hours begin;
    None if there is none in a year."""
    for _ in range(HORIZON):
        local = at.astimezone(zone)
        if quiet.is_quiet_day(local.date()):
            at -= DAY
        elif quiet.hours and quiet.is_quiet_hour(local.time()):
            start = quiet.hours[0]
            at = (
                min(both_utc_instants(local.date() - (DAY if local.time() < start else timedelta()), start, zone))
                - EARLY
            )
        else:
            return at
    return None


# --- who is away -------------------------------------------------------------------------------------------------


def wait_for_absent(
    found: Deadline,
    rule: IntervalRule | ClockRule,
    away: Collection[AwayPeriod],
    zone: ZoneInfo,
    quiet: QuietTimes,
    since: datetime | None = None,
) -> Deadline:
    """A deadline moved on to when all are back who are away then, at its own time of day. Who would have to be waited
    for longer than `LONGEST_WAIT` is not; that is counted `since` a deadline was to be, if it was moved before."""
    most, left = (since or found.at) + LONGEST_WAIT, sorted(away, key=lambda one: one.back)
    while one := next((one for one in left if one.is_away_at(found.at)), None):
        left.remove(one)
        later = skip_quiet_times(
            Deadline(next_rule_time(found.at, rule, one.back + REST, zone, quiet), found.why), zone, quiet
        )
        if later.at <= most:
            found = replace(later, why=merge_reasons((*found.why, one.why), later.why))
    return found


def next_rule_time(
    at: datetime, rule: IntervalRule | ClockRule, earliest: datetime, zone: ZoneInfo, quiet: QuietTimes
) -> datetime:
    """The first time from an instant on that suits a rule: its own, or at the time of day that it was."""
    local = at.astimezone(zone)
    clock, days = (rule.at, rule.days) if isinstance(rule, ClockRule) else (local.time(), ANY_DAY)
    return first_allowed_time(local.date(), clock, zone, quiet, days, earliest)


# --- what is to come ---------------------------------------------------------------------------------------------


def preview_deadlines(
    pace: Pace,
    now: datetime,
    zone: str,
    n: int,
    *,
    kind: str = "",
    quiet: QuietTimes = NO_QUIET_TIMES,
    gap: timedelta = timedelta(),
    first: timedelta = timedelta(),
) -> list[Deadline]:
    """The next `n` deadlines of phases of one kind, were each resolved at its deadline; the `first` is that much
    longer. Raises PaceError if no day is left for them."""

    def iter_deadlines() -> Iterator[Deadline]:
        opened = now + first
        while True:
            deadline = next_deadline(pace, kind, opened, zone, quiet, gap)
            yield deadline
            opened = deadline.at

    return list(islice(iter_deadlines(), n))


def check_pace(pace: Pace, zone: str, quiet: QuietTimes, now: datetime) -> None:
    """Sees to it that there is a time for every deadline. Raises PaceError."""
    for rule in (pace.default, *(rule for _, rule in pace.kinds)):
        if isinstance(rule, ClockRule) and quiet.is_quiet_hour(rule.at):
            raise PaceError(f"The deadline “{rule}” lies in the quiet hours, {quiet.item_texts[-1]}.")
        preview_deadlines(Pace(rule), now, zone, 3, quiet=quiet)
