"""When it is quiet: days and hours in a game's zone in which no deadline falls, and nobody is reminded.

Said in items: "sat", "2026-12-24", "24 dec" (of every year), "24 dec to 6 jan", "holidays DE-BY", "22:00 to 08:00".
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, time
from functools import cached_property

from engines.memo import memoize
from pbem.pace.days import (
    DATED,
    DAYS,
    DaySpan,
    Yearly,
    format_yearly_date,
    is_in_yearly_span,
    parse_dates,
    parse_weekdays,
    similar_weekday,
)
from pbem.pace.lengths import LONGEST_TEXT, PaceError

HOURS = re.compile(r"(\d{1,2})(?::(\d\d)|h(\d\d)?) ?(?:to|until|till|au|à|bis|[-–]) ?(\d{1,2})(?::(\d\d)|h(\d\d)?)")
HOLIDAYS = re.compile(r"(?:public )?(?:holidays|jours fériés|feiertage)(?: in| of| en)? (.+)")
QUIET = (
    "Quiet are days of the week (sat), dates (24 dec; 2026-12-24; 24 dec to 6 jan), public holidays (holidays DE; "
    "holidays DE-BY) and hours (22:00 to 08:00), with commas between."
)
MOST = 60
"""Items of one rule."""


@dataclass(frozen=True)
class QuietTimes:
    """`weekdays`: 0 is Monday. `yearly`: spans of every year. `holidays`: those of some countries or regions, by their
    codes. `hours`: from a local time of day until another one, which may be on the next day."""

    weekdays: frozenset[int] = frozenset()
    spans: frozenset[DaySpan] = frozenset()
    yearly: frozenset[tuple[Yearly, Yearly]] = frozenset()
    holidays: frozenset[str] = frozenset()
    hours: tuple[time, time] | None = None

    @staticmethod
    def parse(items: Iterable[str]) -> QuietTimes:
        """From its items; each may be several days of the week or dates with blanks between. Raises PaceError."""
        return parse_quiet_items(tuple(items))

    @staticmethod
    def parse_line(text: str) -> QuietTimes:
        """From a line, with commas between the items. Raises PaceError."""
        return QuietTimes.parse(item for item in re.split(r"[,;\n]", text) if item.strip())

    def is_quiet_day(self, day: date) -> bool:
        """Return whether a local day is quiet as a whole."""
        return (
            day.weekday() in self.weekdays
            or any(day in span for span in self.spans)
            or any(is_in_yearly_span((day.month, day.day), *ends) for ends in self.yearly)
            or any(day in public_holidays(code, day.year) for code in self.holidays)
        )

    def is_quiet_hour(self, at: time) -> bool:
        """Return whether a local time of day is quiet."""
        if self.hours is None:
            return False
        start, end = self.hours
        return start <= at < end if start < end else at >= start or at < end

    @cached_property
    def item_texts(self) -> tuple[str, ...]:
        """The items that `parse` reads as this."""
        return (
            *(DAYS[day] for day in sorted(self.weekdays)),
            *(str(span) for span in sorted(self.spans)),
            *(" to ".join(dict.fromkeys(map(format_yearly_date, ends))) for ends in sorted(self.yearly)),
            *(f"holidays {code}" for code in sorted(self.holidays)),
            *(f"{start:%H:%M} to {end:%H:%M}" for start, end in ([self.hours] if self.hours else ())),
        )

    def __str__(self) -> str:
        return ", ".join(self.item_texts)

    def __bool__(self) -> bool:
        return self != NO_QUIET_TIMES


NO_QUIET_TIMES = QuietTimes()


@memoize(256)
def parse_quiet_items(items: tuple[str, ...]) -> QuietTimes:
    if sum(map(len, items)) > LONGEST_TEXT:
        raise PaceError(f"These are too many words for quiet times; {LONGEST_TEXT} characters are the most.")
    found = [one for item in items for one in parse_quiet_item(" ".join(item.lower().split()))]
    hours = {one.hours for one in found if one.hours}
    if len(hours) > 1:
        raise PaceError("There are two rules for quiet hours; one is the most.")
    whole = QuietTimes(
        frozenset().union(*(one.weekdays for one in found)),
        frozenset().union(*(one.spans for one in found)),
        frozenset().union(*(one.yearly for one in found)),
        frozenset().union(*(one.holidays for one in found)),
        next(iter(hours), None),
    )
    if (count := max(len(items), len(whole.item_texts))) > MOST:  # as they are kept, they are read again
        raise PaceError(f"These are {count} quiet times; {MOST} are the most.")
    if len(whole.weekdays) == 7:
        raise PaceError("Every day of the week is quiet: there would be no deadline at all.")
    return whole


def parse_quiet_item(item: str) -> Iterator[QuietTimes]:
    """Yield what one item says."""
    words = item.split()
    if found := HOURS.fullmatch(item):
        yield QuietTimes(hours=parse_quiet_hours(item, found))
    elif named := HOLIDAYS.fullmatch(item):
        yield QuietTimes(holidays=frozenset({parse_holiday_region(named[1])}))
    elif (days := parse_weekdays(item.removeprefix("every ").replace(" to ", "-"))) is not None:
        yield QuietTimes(days)
    elif len(words) > 1 and all(parse_weekdays(word) is not None or DATED[0].fullmatch(word) for word in words):
        for word in words:
            yield from parse_quiet_item(word)
    elif near := similar_weekday(item):
        raise PaceError(f"“{item[:40]}” is not understood. Did you mean {near}? {QUIET}")
    else:
        try:
            dates = parse_dates(item)
        except PaceError as error:
            raise PaceError(f"“{item[:40]}” is not understood. {QUIET}") from error
        yield (
            QuietTimes(spans=frozenset({dates}))
            if isinstance(dates, DaySpan)
            else QuietTimes(yearly=frozenset({dates}))
        )


def parse_quiet_hours(item: str, found: re.Match[str]) -> tuple[time, time]:
    try:
        start, end = (
            time(int(found[1]), int(found[2] or found[3] or 0)),
            time(int(found[4]), int(found[5] or found[6] or 0)),
        )
    except ValueError:
        raise PaceError(f"“{item}”: times of day are 00:00 to 23:59.") from None
    if start == end:
        raise PaceError(f"“{item}” is the whole day: there would be no deadline at all.")
    return start, end


# --- public holidays ---------------------------------------------------------------------------------------------


def parse_holiday_region(text: str) -> str:
    """The code of a country or region, by its code ("de", "de-by") or a country's name. Raises PaceError."""
    # read in here, since it takes a quarter of a second, and few games need it
    from holidays import list_supported_countries
    from holidays.registry import COUNTRIES

    known = list_supported_countries(include_aliases=False)
    names = {name.replace("_", " "): codes[1] for name, codes in COUNTRIES.items()}
    country, _, part = text.upper().partition("-")
    if text in names:
        country, part = names[text], ""
    if country not in known:
        near = [names[name] for name in difflib.get_close_matches(text, names, 1, 0.7)]
        hint = f" Did you mean {near[0]}?" if near else ""
        raise PaceError(f"“{text[:40]}” is no country whose holidays are known.{hint} Write DE, FR, US, or DE-BY.")
    if part and part not in known[country]:
        some = ", ".join(known[country]) or "none"
        raise PaceError(f"“{part[:20]}” is no region of {country} whose holidays are known; there are: {some}.")
    return f"{country}-{part}" if part else country


@memoize(1024)
def public_holidays(code: str, year: int) -> frozenset[date]:
    """The public holidays of a country or region in a year."""
    from holidays import country_holidays

    country, _, part = code.partition("-")
    return frozenset(country_holidays(country, subdiv=part or None, years=year))
