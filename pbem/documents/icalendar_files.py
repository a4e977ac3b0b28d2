"""Calendar files: what absences one tells, and how one is written. Pure; what is read comes from strangers.

Of a file only the lines that matter reach the library: definitions of time zones and rules of repetition can be made so
that it works on them for hours. It is loaded by the first file: three megabytes, which few processes need.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from pbem.pace import DaySpan

if TYPE_CHECKING:
    from icalendar import Event

LARGEST = 200_000
"""Bytes of a file that is read."""
MOST = 20
"""Absences that are taken from one file."""
LONG = timedelta(hours=20)
"""An event with hours is an absence if it is this long."""
LATEST = 366
"""Days ahead that an event can lie."""
LINE = re.compile(
    r"(BEGIN:VCALENDAR|END:VCALENDAR|BEGIN:VEVENT|END:VEVENT"
    r"|(?:METHOD|UID|DTSTART|DTEND|DURATION|STATUS|TRANSP|RRULE|RDATE|RECURRENCE-ID)[;:].*)",
    re.I,
)
FOLD = re.compile(r"\r?\n[ \t]")
ANSWERS = frozenset({"REPLY", "COUNTER", "REFRESH", "DECLINECOUNTER"})
"""What a file may be besides events: the answer to an invitation."""


class UnreadableCalendar(ValueError):  # noqa: N818
    """A file that is no calendar, or too large."""


@dataclass(frozen=True)
class AnnouncedAbsence:
    """An absence that a calendar file tells; `cancelled`: it tells that it is none."""

    span: DaySpan
    uid: str
    cancelled: bool = False


def parse_absences(data: bytes, zone: ZoneInfo, today: date) -> list[AnnouncedAbsence]:
    """The absences in a calendar file that are not over, in somebody's own zone. Raises UnreadableCalendar."""
    if len(data) > LARGEST:
        raise UnreadableCalendar("too large")
    text = FOLD.sub("", data.decode("utf-8-sig", "replace"))
    kept = [line for line in text.splitlines() if LINE.fullmatch(line)]
    from icalendar import Calendar

    try:
        calendar: Any = Calendar.from_ical("\r\n".join(kept))
        found = list(iter_absences(calendar, zone))
    except Exception as error:
        raise UnreadableCalendar("no calendar") from error
    ahead = (one for one in found if one.span.last >= today and (one.span.first - today).days <= LATEST)
    return list(dict.fromkeys(ahead))[:MOST]


def iter_absences(calendar: Any, zone: ZoneInfo) -> Iterator[AnnouncedAbsence]:
    method = str(calendar.get("METHOD", "")).upper()
    for event in calendar.walk("VEVENT") if method not in ANSWERS else ():
        span = event_days(event, zone)
        if span is None or any(name in event for name in ("RRULE", "RDATE", "RECURRENCE-ID")):
            continue
        cancelled = method == "CANCEL" or str(event.get("STATUS", "")).upper() == "CANCELLED"
        if cancelled or str(event.get("TRANSP", "")).upper() != "TRANSPARENT":
            yield AnnouncedAbsence(span, str(event.get("UID", ""))[:250], cancelled)


def event_days(event: Any, zone: ZoneInfo) -> DaySpan | None:
    """The days an event takes; None for one of some hours."""
    if "DTSTART" not in event:
        return None
    start = event.decoded("DTSTART")
    if not isinstance(start, date):  # said twice, or a period
        return None
    end = event.decoded("DTEND") if "DTEND" in event else None
    if end is None and "DURATION" in event:
        end = start + event.decoded("DURATION")
    if not isinstance(start, datetime):
        last = end - timedelta(days=1) if isinstance(end, date) and not isinstance(end, datetime) else start
        return DaySpan(start, max(start, last))
    if not isinstance(end, datetime):
        return None
    begins, ends = (at.astimezone(zone) if at.tzinfo else at.replace(tzinfo=zone) for at in (start, end))
    if ends - begins < LONG:
        return None
    return DaySpan(begins.date(), max(begins.date(), (ends - timedelta(minutes=1)).date()))


# --- written -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CalendarEvent:
    """An event of ours. `uid` stays the same when it is changed, `revision` grows. `at`: an instant, or whole days."""

    uid: str
    revision: int
    at: datetime | DaySpan
    title: str
    text: str = ""
    url: str = ""


def format_calendar(name: str, entries: Iterable[CalendarEvent], now: datetime) -> bytes:
    """A calendar file."""
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("PRODID", "-//pbem//pbem//EN")
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    calendar.add("X-WR-CALNAME", name)
    calendar.add("REFRESH-INTERVAL", timedelta(hours=1), {"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(build_event(entry, now))
    data: bytes = calendar.to_ical()
    return data


def build_event(entry: CalendarEvent, now: datetime) -> Event:
    from icalendar import Event

    event = Event()
    event.add("UID", entry.uid)
    event.add("SEQUENCE", entry.revision)
    event.add("DTSTAMP", now.astimezone(UTC))
    event.add("SUMMARY", entry.title)
    if isinstance(entry.at, DaySpan):
        event.add("DTSTART", entry.at.first)
        event.add("DTEND", entry.at.last + timedelta(days=1))
    else:
        event.add("DTSTART", entry.at.astimezone(UTC))
        event.add("TRANSP", "TRANSPARENT")
    if entry.text:
        event.add("DESCRIPTION", entry.text)
    if entry.url:
        event.add("URL", entry.url)
    return event
