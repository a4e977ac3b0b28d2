"""Deadline arithmetic: pure, exact, in the game's own zone, and able to tell why a deadline is when it is.

A pace is one or more rules with ";" between: "48h", "daily 20:00", "mon,thu 18:00", or with the kind of phase before:
"movement daily 20:00; retreat 12h". The kinds are those of the game's engine (`language`). Days and hours may be quiet:
"sat", "24 dec to 6 jan", "holidays DE", "22:00 to 08:00" (`quiet`); no deadline falls there. Where the clocks
change, a local time that does not exist is taken as much later as the clocks jump, and one that comes twice is taken
the second time: nobody loses an hour (`zones`). Where all of this leads is in `deadlines`.
"""

from __future__ import annotations

from pbem.pace.days import DAYS, Span, moment_of, span_of
from pbem.pace.deadlines import (
    Away,
    Deadline,
    agreed,
    awaited,
    before_quiet,
    next_deadline,
    preview,
    rested,
)
from pbem.pace.language import Every, Fixed, Pace
from pbem.pace.lengths import LONGEST, PaceError, length, length_text
from pbem.pace.quiet import Quiet
from pbem.pace.zones import instant, zone_info, zone_names

__all__ = [
    "DAYS",
    "LONGEST",
    "Away",
    "Deadline",
    "Every",
    "Fixed",
    "Pace",
    "PaceError",
    "Quiet",
    "Span",
    "agreed",
    "awaited",
    "before_quiet",
    "instant",
    "length",
    "length_text",
    "moment_of",
    "next_deadline",
    "preview",
    "rested",
    "span_of",
    "zone_info",
    "zone_names",
]
