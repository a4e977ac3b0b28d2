"""Whether it is quiet, by a second reading of what was agreed: shares no code with `pbem.pace`."""

from __future__ import annotations

from datetime import datetime, time
from zoneinfo import ZoneInfo

from holidays import country_holidays

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def is_quiet(rule: str, at: datetime, zone: str) -> bool:
    """Return whether it is quiet at an instant, as the one who opened the game said it."""
    here = at.astimezone(ZoneInfo(zone))
    return any(is_quiet_by(item.strip(), here) for item in rule.split(",") if item.strip() != "none")


def is_quiet_by(item: str, here: datetime) -> bool:
    """Return whether one item of such a rule makes a local time quiet: a day of the week, holidays, hours, or some
    days."""
    if item in DAYS:
        return DAYS[here.weekday()] == item
    if item.startswith("holidays "):
        return here.date() in country_holidays(item.removeprefix("holidays "), years=here.year)
    first, last = item.split(" to ")
    if ":" in first:
        start, end, clock = time.fromisoformat(first), time.fromisoformat(last), here.time()
        return start <= clock < end if start < end else clock >= start or clock < end
    begins, ends, day = day_of(first), day_of(last), (here.month, here.day)
    return begins <= day <= ends if begins <= ends else day >= begins or day <= ends


def day_of(text: str) -> tuple[int, int]:
    """A month and a day, as “24 dec”."""
    found = datetime.strptime(f"{text} 2000", "%d %b %Y")  # noqa: DTZ007
    return found.month, found.day
