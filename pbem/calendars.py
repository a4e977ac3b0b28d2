"""Instants and lengths of time in the words of a language: "Friday 27 November, 18:00 in Rome", "in three days"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FEW_HOURS = timedelta(hours=36)
"""Up to here it is told how many hours are left, beyond how many days."""


@dataclass(frozen=True)
class Calendar:
    """What a language calls days, from Monday on, months, small numbers, 1 first, and a clock of a `{city}`; and how it
    says that something will be in so many hours or days."""

    days: Sequence[str]
    months: Sequence[str]
    numbers: Sequence[str]
    city: str
    left: Mapping[str, str]

    def moment(self, at: datetime, zone: ZoneInfo) -> str:
        """An instant as a clock in that zone shows it."""
        here = at.astimezone(zone)
        region, _, city = zone.key.rpartition("/")
        place = self.city.format(city=city.replace("_", " ")) if region not in ("", "Etc") else f" {zone.key}"
        return f"{self.days[here.weekday()]} {here.day} {self.months[here.month - 1]}, {here:%H:%M}{place}"

    def until(self, span: timedelta) -> str:
        """How long it is until then; "" for what is past."""
        if span < HOUR:
            return self.left["soon"] if span > timedelta() else ""
        unit, size = ("day", DAY) if span > FEW_HOURS else ("hour", HOUR)
        count = round(span / size)
        return self.left[unit if count == 1 else f"{unit}s"].format(count=self.number(count))

    def number(self, count: int) -> str:
        return self.numbers[count - 1] if 0 < count <= len(self.numbers) else str(count)


def calendar(days: str, months: str, numbers: str, city: str, /, **left: str) -> Calendar:
    return Calendar(days.split(), months.split(), numbers.split(), city, left)


CALENDARS: Mapping[str, Calendar] = {
    "en": calendar(
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        "January February March April May June July August September October November December",
        "one two three four five six seven eight nine ten eleven twelve",
        " in {city}",
        soon="in less than an hour",
        hour="in an hour",
        hours="in {count} hours",
        day="in a day",
        days="in {count} days",
    ),
    "fr": calendar(
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "un deux trois quatre cinq six sept huit neuf dix onze douze",
        " (heure de {city})",
        soon="dans moins d'une heure",
        hour="dans une heure",
        hours="dans {count} heures",
        day="dans un jour",
        days="dans {count} jours",
    ),
}
