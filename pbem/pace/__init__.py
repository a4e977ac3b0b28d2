"""Deadline arithmetic: pure, exact, in the game's own zone, and able to tell why a deadline is when it is.

A pace is one or more rules with ";" between: "48h", "daily 20:00", "mon,thu 18:00", or with the kind of phase before:
"movement daily 20:00; retreat 12h". The kinds are those of the game's engine (`language`). Days and hours may be quiet:
"sat", "24 dec to 6 jan", "holidays DE", "22:00 to 08:00" (`quiet`); no deadline falls there. Where the clocks
change, a local time that does not exist is taken as much later as the clocks jump, and one that comes twice is taken
the second time: nobody loses an hour (`zones`). Where all of this leads is in `deadlines`.
"""

from __future__ import annotations

from pbem.pace.days import DAYS, DaySpan, parse_day_span, parse_moment
from pbem.pace.deadlines import (
    AwayPeriod,
    Deadline,
    check_pace,
    first_free_instant,
    last_free_instant,
    next_deadline,
    preview_deadlines,
    wait_for_absent,
)
from pbem.pace.language import ClockRule, IntervalRule, Pace
from pbem.pace.lengths import LONGEST, PaceError, format_length, parse_length
from pbem.pace.quiet import QuietTimes
from pbem.pace.zones import utc_instant, zone_info, zone_names

__all__ = [
    "DAYS",
    "LONGEST",
    "AwayPeriod",
    "ClockRule",
    "DaySpan",
    "Deadline",
    "IntervalRule",
    "Pace",
    "PaceError",
    "QuietTimes",
    "check_pace",
    "first_free_instant",
    "format_length",
    "last_free_instant",
    "next_deadline",
    "parse_day_span",
    "parse_length",
    "parse_moment",
    "preview_deadlines",
    "utc_instant",
    "wait_for_absent",
    "zone_info",
    "zone_names",
]
