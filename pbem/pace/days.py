"""Days in words: "fri", "24 dec", "2026-12-24", "24 dec to 6 jan", "until friday". English and French names are read;
what is written is English."""

from __future__ import annotations

import difflib
import re
from calendar import isleap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

from pbem.pace.lengths import PaceError
from pbem.pace.zones import utc_instant

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAYS = (
    "mon monday mondays lun lundi lundis",
    "tue tues tuesday tuesdays mar mardi mardis",
    "wed weds wednesday wednesdays mer mercredi mercredis",
    "thu thur thurs thursday thursdays jeu jeudi jeudis",
    "fri friday fridays ven vendredi vendredis",
    "sat saturday saturdays sam samedi samedis",
    "sun sunday sundays dim dimanche dimanches",
)
SEVERAL = {"weekdays": frozenset(range(5)), "weekend": frozenset({5, 6}), "weekends": frozenset({5, 6})}
MONTHS = (
    "jan january janv janvier",
    "feb february févr février fevrier",
    "mar march mars",
    "apr april avr avril",
    "may mai",
    "jun june juin",
    "jul july juil juillet",
    "aug august août aout",
    "sep sept september septembre",
    "oct october octobre",
    "nov november novembre",
    "dec december déc décembre decembre",
)
NUMBER = {name: n for n, names in enumerate(WEEKDAYS) for name in names.split()}
MONTH = {name: n for n, names in enumerate(MONTHS, 1) for name in names.split()}
NEAR = {"today": 0, "aujourd'hui": 0, "tomorrow": 1, "demain": 1}
"""Days told by how far away they are."""
TO = re.compile(r"\s+(?:to|until|till|through|au|jusqu'au|bis|[-–])\s+|\s*(?:–|\.\.\.?|…)\s*")
DATED = (
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})(?:er|st|nd|rd|th|\.)? (?:of |de )?(?P<name>[a-zéû]+)\.?,?(?: (?P<y>\d{4}))?"),
    re.compile(r"(?P<name>[a-zéû]+)\.? (?P<d>\d{1,2})(?:st|nd|rd|th)?,?(?: (?P<y>\d{4}))?"),
    re.compile(r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})?"),
)
FAR = 100
"""Years from today within which a day lies: what nobody means by then cannot be reckoned with in every zone."""
LEAP = 2000
"""A year that has every day there is."""
Yearly: TypeAlias = tuple[int, int]
"""A month and a day of every year."""
KNOWN = "a weekday (fri) or a date (24 dec; 2026-12-24)"


@dataclass(frozen=True, order=True)
class DaySpan:
    """Some days one after the other, from the first to the last."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def __iter__(self) -> Iterator[date]:
        return (self.first + timedelta(days=n) for n in range(len(self)))

    def __len__(self) -> int:
        return (self.last - self.first).days + 1

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


# --- days of the week --------------------------------------------------------------------------------------------


def parse_weekdays(text: str) -> frozenset[int] | None:
    """The days of the week that are named: "mon", "mon, thursday", "mon-fri", "weekdays"; None if that is none."""
    found: frozenset[int] = frozenset()
    for word in re.split(r" ?, ?| and | et |/| ", text.strip()):
        ends = [NUMBER.get(end) for end in re.split("[-–]", word)]
        if word in SEVERAL:
            found |= SEVERAL[word]
        elif len(ends) <= 2 and None not in ends:
            first, last = (ends[0] or 0), (ends[-1] or 0)
            found |= {(first + n) % 7 for n in range((last - first) % 7 + 1)}
        else:
            return None
    return found


def similar_weekday(text: str) -> str:
    """A day of the week that was meant, if a word comes near to one."""
    words = (word for word in re.findall(r"[a-z]{4,}", text) if word not in NUMBER)
    near = (difflib.get_close_matches(word, NUMBER, 1, 0.75) for word in words)
    return next((found[0] for found in near if found), "")


# --- dates -------------------------------------------------------------------------------------------------------


def parse_date(text: str) -> date | Yearly:
    """A date, or a day of every year if none is given. Raises PaceError."""
    words = " ".join(text.lower().split())
    for pattern in DATED:
        if found := pattern.fullmatch(words):
            named = found.groupdict()
            month = MONTH.get(named["name"], 0) if named.get("name") else int(named.get("m") or 0)
            try:
                day = date(int(named["y"] or LEAP), month, int(named["d"]))
            except ValueError:
                break
            return day if named["y"] else (day.month, day.day)
    raise PaceError(f"“{text.strip()[:40]}” is no day; {KNOWN} is.")


def split_span_ends(text: str) -> tuple[str, str]:
    """The first and the last day in words; the same if there is but one. "3 to 10 jan" and "3-10 jan" are known."""
    words = re.sub(r"(?<![\d-])(\d{1,2})-(?=\d{1,2}(\.| [a-zéû]))", r"\1 to ", " ".join(text.lower().split()))
    first, *rest = TO.split(words, maxsplit=1)
    last = rest[0] if rest else first
    if re.fullmatch(r"\d{1,2}\.?", first) and (month := re.sub(r"^\d{1,2}(?:er|st|nd|rd|th)?", "", last)) != last:
        first = first.rstrip(".") + month
    return first, last


def parse_dates(text: str) -> DaySpan | tuple[Yearly, Yearly]:
    """Days one after the other, of one year or of every year: "24 dec to 6 jan 2027". Raises PaceError."""
    first, last = (parse_date(end) for end in split_span_ends(text))
    if isinstance(first, tuple) and isinstance(last, tuple):
        return first, last
    if isinstance(first, tuple):
        assert isinstance(last, date)
        first = date_in_year(first, last.year - (first > (last.month, last.day)))
    if isinstance(last, tuple):
        last = date_in_year(last, first.year + (last < (first.month, first.day)))
    if last < first:
        raise PaceError(f"“{text.strip()[:60]}”: it ends before it begins.")
    return DaySpan(first, last)


def date_in_year(day: Yearly, year: int) -> date:
    """A day of every year in one; 29 February is the 28th where there is none."""
    return date(year, 2, 28) if day == (2, 29) and not isleap(year) else date(year, *day)


def format_yearly_date(day: Yearly) -> str:
    return f"{day[1]} {MONTHS[day[0] - 1].split()[0]}"


def is_in_yearly_span(day: Yearly, first: Yearly, last: Yearly) -> bool:
    """Return whether a day of the year lies in a span of every year, which may go beyond its end."""
    return first <= day <= last if first <= last else day >= first or day <= last


# --- seen from a day ---------------------------------------------------------------------------------------------


def parse_day(text: str, today: date) -> date:
    """The first such day: a weekday is one after today, a date without a year one from today on. Raises PaceError."""
    word = " ".join(text.lower().split())
    if word in NEAR:
        return today + timedelta(days=NEAR[word])
    if word in NUMBER:
        return today + timedelta(days=(NUMBER[word] - today.weekday() - 1) % 7 + 1)
    found = parse_date(word)
    if isinstance(found, date):
        if abs(found.year - today.year) > FAR:
            raise PaceError(f"“{text.strip()[:40]}” is too far away.")
        return found
    this = date_in_year(found, today.year)
    return this if this >= today else date_in_year(found, today.year + 1)


def parse_day_span(text: str, today: date) -> DaySpan:
    """Days in somebody's own words, told today: "3 jan to 10 jan", "until friday", "tomorrow", "5 days". What has begun
    begins today. Raises PaceError."""
    words = re.sub(r"^(from|on|du|le|for|dès|pour)\s+", "", " ".join(text.lower().split()))
    if counted := re.fullmatch(r"(\d{1,3}) ?(d|days?|jours?|weeks?|semaines?)", words):
        days = int(counted[1]) * (7 if counted[2][0] in "ws" else 1)
        if not 0 < days <= 366:
            raise PaceError(f"“{text.strip()[:40]}” is not between a day and a year.")
        return DaySpan(today, today + timedelta(days=days - 1))
    open_ended = re.fullmatch(r"(?:until|till|to|jusqu'au|jusqu'à|au) (.+)", words)
    first, last = ("today", open_ended[1]) if open_ended else split_span_ends(words)
    begin, end = parse_day(first, today), parse_day(last, today)
    if end < begin:
        stated = isinstance(parse_date(last), date) if last not in NUMBER and last not in NEAR else False
        begin, end = (begin, end) if stated else (today, end)
    if end < begin or end < today:
        raise PaceError(f"“{text.strip()[:60]}”: it ends before it begins, or is over.")
    return DaySpan(max(begin, today), end)


def parse_moment(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """The instant that is meant: "fri 20:00", "24 dec 18:00", "2026-12-24 18:00", "tomorrow at 20:00", "20:00" (the
    next one). Raises PaceError."""
    words = re.sub(r"(?<=\d)t(?=\d)", " ", " ".join(text.lower().split()))
    found = re.fullmatch(r"(?:(?P<day>.*?),? (?:at |à )?)?(?P<h>\d{1,2})(?::|h)(?P<m>\d\d)", words)
    if not found or int(found["h"]) > 23 or int(found["m"]) > 59:
        raise PaceError(f"“{text.strip()[:60]}” is no time; write a day and an hour: fri 20:00; 24 dec 18:00.")
    today, at = now.astimezone(zone).date(), time(int(found["h"]), int(found["m"]))
    day = (found["day"] or "").removeprefix("on ").removeprefix("le ")
    this = utc_instant(today, at, zone)
    if this > now and (not day or NUMBER.get(day) == today.weekday()):
        return this
    return utc_instant(parse_day(day or "tomorrow", today), at, zone)
