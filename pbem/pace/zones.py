"""Time zones, and the instants of local times in them."""

from __future__ import annotations

import difflib
from datetime import UTC, date, datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbem.pace.lengths import PaceError


@cache
def zone_names() -> frozenset[str]:
    """All zones there are; looked up on disk once."""
    return frozenset(available_timezones())


def zone_info(name: str) -> ZoneInfo:
    """The time zone of that name ("Europe/Paris"). Raises PaceError."""
    if name not in zone_names():
        near = difflib.get_close_matches(name.title(), zone_names(), 3, 0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else " Names look like Europe/Paris."
        raise PaceError(f"“{name}” is no time zone.{hint}")
    return ZoneInfo(name)


def utc_instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The UTC instant of a local time, the later of two; see the room's words on changing clocks."""
    return max(both_utc_instants(day, at, zone))


def both_utc_instants(day: date, at: time, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """The UTC instants of a local time, which differ where the clocks change."""
    local = datetime.combine(day, at, zone)
    return local.replace(fold=0).astimezone(UTC), local.replace(fold=1).astimezone(UTC)
