"""Why a deadline is when it is: kept as steps with their facts, no longer as English words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 604800}
SHORT = "less than a minute"
SPAN = rf"(?P<span>{SHORT}|(?:\d+[mhdw])+)"
DAY = r"[A-Z][a-z]{2} (?P<day>\d+) (?P<month>[A-Z][a-z]{2})"
SINCE = rf"(?P<since>{DAY} (?P<time>\d\d:\d\d))"
STEPS: Mapping[str, str] = {
    "after": rf"{SPAN} after {SINCE}",
    "gap": rf"at least {SPAN} after {SINCE}",
    "daily": r"daily (?P<at>\d\d:\d\d) in (?P<zone>\S+)",
    "weekly": r"(?P<days>[a-z,]+) (?P<at>\d\d:\d\d) in (?P<zone>\S+)",
    "quiet": rf"moved from {DAY} to .* because of quiet days",
    "first": rf"the first phase is {SPAN} longer",
    "master": rf"{SPAN} later because the game master gave more time",
    "votes": rf"{SPAN} later because the players voted for it",
    "pause": rf"{SPAN} later because of the pause",
    "outage": rf"{SPAN.replace('span', 'left')} from now because the server was down for {SPAN}",
}
"""How each step was in_words."""
WORDS: Mapping[str, str] = {
    "after": "{span} after {since}",
    "gap": "at least {span} after {since}",
    "daily": "daily {at} in {zone}",
    "weekly": "{days} {at} in {zone}",
    "quiet": "moved from {day} because of quiet days",
    "first": "the first phase is {span} longer",
    "master": "{span} later because the game master gave more time",
    "votes": "{span} later because the players voted for it",
    "pause": "{span} later because of the pause",
    "outage": "{left} from now because the server was down for {span}",
    "told": "{text}",
}


# --- from words to facts -------------------------------------------------------------------------------------------


def steps(words: str, opened: datetime, zone: str) -> Iterator[dict[str, Any]]:
    """The steps of a reason, in a game of that zone; what is not known is kept as it was told."""
    for part in re.split(r"; |, (?=at least )", words):
        yield next(filter(None, (step(kind, part, opened, zone) for kind in STEPS)), {"kind": "told", "text": part})


def step(kind: str, part: str, opened: datetime, zone: str) -> dict[str, Any] | None:
    found = re.fullmatch(STEPS[kind], part)
    if found is None:
        return None
    given = found.groupdict()
    facts: dict[str, Any] = {name: seconds(given[name]) for name in ("span", "left") if name in given}
    facts |= {name: given[name] for name in ("at", "zone") if name in given}
    if "days" in given:
        facts["days"] = [DAYS.index(day) for day in given["days"].split(",")]
    if "since" in given:
        facts["since"] = instant(given, opened, zone).isoformat()
    elif "day" in given:
        facts["day"] = instant({**given, "time": "12:00"}, opened, zone).date().isoformat()
    return {"kind": kind, **facts}


def seconds(text: str) -> int:
    return sum(int(count) * UNITS[unit] for count, unit in re.findall(r"(\d+)([mhdw])", text))


def instant(given: Mapping[str, str], opened: datetime, zone: str) -> datetime:
    """A local time without a year: the one nearest to when the phase was opened."""
    hour, minute = map(int, given["time"].split(":"))
    month, day = MONTHS.index(given["month"]) + 1, int(given["day"])
    years = [year for year in range(opened.year - 4, opened.year + 5) if (month, day) != (2, 29) or year % 4 == 0]
    there = [datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone)) for year in years]
    return min(there, key=lambda at: abs(at - opened)).astimezone(UTC)


# --- and back --------------------------------------------------------------------------------------------------------


def words(kept: list[dict[str, Any]], zone: str) -> str:
    return "; ".join(
        WORDS[one["kind"]].format(**{name: in_words(name, one[name], zone) for name in one}) for one in kept
    )


def in_words(name: str, fact: Any, zone: str) -> str:
    match name:
        case "span" | "left":
            return length(fact)
        case "days":
            return ",".join(DAYS[number] for number in fact)
        case "since":
            here = datetime.fromisoformat(fact).astimezone(ZoneInfo(zone))
            return f"{local_day(here)} {here:%H:%M}"
        case "day":
            return local_day(datetime.fromisoformat(fact))
    return str(fact)


def local_day(day: datetime) -> str:
    return f"{DAYS[day.weekday()].title()} {day.day} {MONTHS[day.month - 1]}"


def length(span: int) -> str:
    minutes = span // 60
    if minutes % 60:
        return f"{minutes}m" if minutes < 60 else f"{minutes // 60}h{minutes % 60}m"
    return f"{minutes // 60}h" if minutes else SHORT


# --- the tables ------------------------------------------------------------------------------------------------------

Change = Callable[[Any, datetime, str], Any]
"""What becomes of a reason, with the opening of its phase and the zone of its game."""


def change(of_phase: Change, of_data: Change) -> None:
    """Rewrites the reasons of phases, and those in the letters and entries of the ledger that tell of them."""
    base = op.get_bind()
    when = sa.DateTime(timezone=True)
    phase = sa.table("phase", *[sa.column(name, kind) for name, kind in PHASE.items()], sa.column("opened_at", when))
    game = sa.table("game", sa.column("id", sa.Integer), sa.column("zone", sa.String))
    joined = phase.join(game, phase.c.game_id == game.c.id)
    rows = base.execute(
        sa.select(phase.c.id, phase.c.deadline_why, phase.c.opened_at, game.c.zone)
        .select_from(joined)
        .where(phase.c.deadline_why != "")
    )
    for row in rows.all():
        at = row.opened_at if row.opened_at.tzinfo else row.opened_at.replace(tzinfo=UTC)
        new = of_phase(row.deadline_why, at, row.zone)
        base.execute(sa.update(phase).where(phase.c.id == row.id).values(deadline_why=new))
    for name, column, kind in (("outbox", "kind", "deadline"), ("audit", "act", "deadline")):
        table = sa.table(name, sa.column("id", sa.Integer), sa.column(column, sa.String), sa.column("data", sa.Text))
        for number, text in base.execute(sa.select(table.c.id, table.c.data).where(table.c[column] == kind)).all():
            data = json.loads(text)
            if "why" in data:
                data["why"] = of_data(data["why"], datetime.now(UTC), "UTC")
                base.execute(sa.update(table).where(table.c.id == number).values(data=canonical(data)))


PHASE: Mapping[str, Any] = {"id": sa.Integer, "game_id": sa.Integer, "deadline_why": sa.Text}


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def upgrade() -> None:
    change(lambda told, at, zone: canonical([*steps(told, at, zone)]), lambda told, at, zone: [*steps(told, at, zone)])


def downgrade() -> None:
    change(lambda kept, _, zone: words(json.loads(kept), zone), lambda kept, _, zone: words(kept, zone))
