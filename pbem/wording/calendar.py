"""Instants and lengths of time in the words of a language: "Friday 27 November, 18:00 in Rome", "in three days"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
FEW_HOURS = timedelta(hours=36)
"""Up to here it is told how many hours are left, beyond how many days."""
MANY_MINUTES = 120
"""From here on minutes that make no whole hours are told in hours and minutes."""


@dataclass(frozen=True)
class Calendar:
    """What a language calls days, from Monday on, and months, whole and in short, small numbers, 1 first, and a clock
    of a `{city}`; how it says that something will be in so many hours or days (`left`), and how long it takes
    (`lengths`)."""

    days: Sequence[str]
    months: Sequence[str]
    short_days: Sequence[str]
    short_months: Sequence[str]
    numbers: Sequence[str]
    city: str
    left: Mapping[str, str]
    lengths: Mapping[str, str]

    def format_moment(self, at: datetime, zone: ZoneInfo) -> str:
        """An instant as a clock in that zone shows it."""
        here = at.astimezone(zone)
        return f"{self.format_day(here.date())}, {here:%H:%M}{self.format_zone(zone)}"

    def format_day(self, day: date) -> str:
        return f"{self.days[day.weekday()]} {self.format_yearly_day(day.month, day.day)}"

    def format_date(self, day: date) -> str:
        """A day of one year."""
        return f"{self.format_yearly_day(day.month, day.day)} {day.year}"

    def format_yearly_day(self, month: int, day: int) -> str:
        """A day of every year."""
        return f"{day} {self.months[month - 1]}"

    def format_zone(self, zone: ZoneInfo) -> str:
        """Of which zone a time of day is; it follows the time."""
        region, _, city = zone.key.rpartition("/")
        return self.city.format(city=city.replace("_", " ")) if region not in ("", "Etc") else f" {zone.key}"

    def format_short_moment(self, at: datetime, zone: ZoneInfo) -> str:
        """An instant where room is dear: "Sat 7 Mar 20:00"."""
        here = at.astimezone(zone)
        return f"{self.short_days[here.weekday()]} {here.day} {self.short_months[here.month - 1]} {here:%H:%M}"

    def format_time_left(self, span: timedelta) -> str:
        """Return how long it is until then; "" for what is past."""
        if span < HOUR:
            return self.left["soon"] if span > timedelta() else ""
        unit, size = ("day", DAY) if span > FEW_HOURS else ("hour", HOUR)
        count = round(span / size)
        return self.left[unit if count == 1 else f"{unit}s"].format(count=self.number_word(count))

    def number_word(self, count: int) -> str:
        return self.numbers[count - 1] if 0 < count <= len(self.numbers) else str(count)

    def format_span(self, span: timedelta) -> str:
        """A length of time, to the minute: "2 days", "90 minutes", "5 hours and 20 minutes"."""
        minutes = span // MINUTE
        if minutes == 0:
            return self.lengths["none"]
        for unit, size in (("day", 1440), ("hour", 60)):
            if minutes % size == 0:
                return self.format_unit_count(minutes // size, unit)
        if minutes < MANY_MINUTES:
            return self.format_unit_count(minutes, "minute")
        return self.lengths["both"].format(
            self.format_unit_count(minutes // 60, "hour"), self.format_unit_count(minutes % 60, "minute")
        )

    def format_unit_count(self, count: int, unit: str) -> str:
        return self.lengths[unit if count == 1 else f"{unit}s"].format(count=count)


def build_calendar(
    *,
    days: str,
    months: str,
    short_days: str,
    short_months: str,
    numbers: str,
    city: str,
    left: Mapping[str, str],
    lengths: Mapping[str, str],
) -> Calendar:
    """A calendar from words with blanks between."""
    return Calendar(
        days.split(), months.split(), short_days.split(), short_months.split(), numbers.split(), city, left, lengths
    )
