"""Calendar files: what they tell, and that no file does harm."""

from __future__ import annotations

import time
from contextlib import suppress
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.documents.icalendar_files import LARGEST, MOST, AnnouncedAbsence, UnreadableCalendar, parse_absences
from pbem.pace import DaySpan

PARIS, TODAY = ZoneInfo("Europe/Paris"), date(2026, 3, 2)


def file(*events: str, head: str = "") -> bytes:
    inside = "".join(f"BEGIN:VEVENT\r\nUID:a@b\r\n{event}\r\nEND:VEVENT\r\n" for event in events)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{head}{inside}END:VCALENDAR\r\n".encode()


def parse_calendar(data: bytes) -> list[AnnouncedAbsence]:
    return parse_absences(data, PARIS, TODAY)


@pytest.mark.parametrize(
    ("event", "days"),
    [
        ("DTSTART;VALUE=DATE:20260503\r\nDTEND;VALUE=DATE:20260506", (3, 5)),
        ("DTSTART;VALUE=DATE:20260503", (3, 3)),
        ("DTSTART;VALUE=DATE:20260503\r\nDURATION:P2D", (3, 4)),
        ("DTSTART:20260503T220000Z\r\nDTEND:20260505T220000Z", (4, 5)),
        ("DTSTART;TZID=Europe/Paris:20260503T080000\r\nDTEND;TZID=Europe/Paris:20260504T180000", (3, 4)),
        ("DTSTART;TZID=Mars/Base:20260503T080000\r\nDTEND;TZID=Mars/Base:20260504T180000", (3, 4)),
        ("DTSTART;TZID=W. Europe Standard Time:20260503T080000\r\nDURATION:PT21H", (3, 4)),
    ],
)
def test_days_are_read_in_the_players_zone(event: str, days: tuple[int, int]) -> None:
    assert [one.span for one in parse_calendar(file(event))] == [
        DaySpan(date(2026, 5, days[0]), date(2026, 5, days[1]))
    ]


@pytest.mark.parametrize(
    "event",
    [
        "DTSTART:20260503T080000Z\r\nDTEND:20260503T180000Z",
        "DTSTART;VALUE=DATE:20260503\r\nTRANSP:TRANSPARENT",
        "DTSTART;VALUE=DATE:20260503\r\nRRULE:FREQ=YEARLY",
        "DTSTART;VALUE=DATE:20250503",
        "DTSTART;VALUE=DATE:20290503",
        "SUMMARY:nothing",
    ],
)
def test_what_is_no_absence_is_left_out(event: str) -> None:
    """Short, free, repeated, over, or far away."""
    assert parse_calendar(file(event)) == []


def test_cancelled_events_are_told_as_such() -> None:
    day = "DTSTART;VALUE=DATE:20260503"
    assert [one.cancelled for one in parse_calendar(file(f"{day}\r\nSTATUS:CANCELLED"))] == [True]
    assert [one.cancelled for one in parse_calendar(file(day, head="METHOD:CANCEL\r\n"))] == [True]
    assert parse_calendar(file(day, head="METHOD:REPLY\r\n")) == []


def test_files_have_bounds() -> None:
    many = [f"DTSTART;VALUE=DATE:202605{day:02}" for day in range(1, 31)]
    assert len(parse_calendar(file(*many))) == MOST
    with pytest.raises(UnreadableCalendar):
        parse_calendar(b"x" * (LARGEST + 1))


def test_no_file_keeps_the_library_at_work() -> None:
    """Definitions of zones and rules of repetition never reach it."""
    zone = (
        "BEGIN:VTIMEZONE\r\nTZID:Evil\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=SECONDLY\r\n"
        "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    )
    event = "DTSTART;TZID=Evil:20260503T080000\r\nDTEND;TZID=Evil:20260504T180000"
    nested = "BEGIN:VEVENT\r\n" * 3000
    began = time.process_time()
    assert len(parse_calendar(file(event, head=zone))) == 1
    for bad in (nested, "DTSTART;" + "X=1;" * 5000 + ":20260503\r\n", "UID:" + "\\," * 20000 + "\r\n"):
        with suppress(UnreadableCalendar):
            parse_calendar(file(event, head=bad))
    assert time.process_time() - began < 3


SAID = """BEGIN:VCALENDAR END:VCALENDAR BEGIN:VEVENT END:VEVENT DTSTART:20260503 DTEND:x DURATION:P9W UID:a
DTSTART;VALUE=DATE:20260503 DTEND;VALUE=DATE:20260501 DTSTART:20260503T080000Z DTSTART;TZID=:20260503T080000
DTEND:99991231T235959Z DURATION:-P9999999D STATUS:CANCELLED METHOD:CANCEL"""
lines = st.sampled_from(SAID.split())


@given(st.one_of(st.lists(lines, max_size=12).map(lambda some: "\r\n".join(some).encode()), st.binary(max_size=80)))
def test_whatever_a_file_holds(data: bytes) -> None:
    """It tells absences that begin before they end, or is refused."""
    with suppress(UnreadableCalendar):
        assert all(len(one.span) >= 1 for one in parse_calendar(data))
