"""What a stranger, or a player who overdoes it, has caused: counted against limits (`pbem.settings.limits`).

Counts lie in the database, so that several processes share them; what is still free is asked and taken in one step, in
the transaction of what it is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlmodel import Session, select

from pbem.settings.limits import SPANS, Limits
from pbem.storage.models import Tally

Cost = tuple[str, object, int]
"""The name of a limit, for whom it is counted, and how much."""


@lru_cache
def counting_statement(rows: int) -> sa.TextClause:
    """Made once, and the same on both databases: it is executed for every letter that comes."""
    values = ", ".join(f"(:key{n}, :count{n}, :ends{n})" for n in range(rows))
    text = sa.text(
        f"INSERT INTO tally (key, count, ends_at) VALUES {values} "
        "ON CONFLICT (key) DO UPDATE SET count = tally.count + excluded.count RETURNING key, count"
    )
    kind = sa.inspect(Tally).local_table.c.ends_at.type
    return text.bindparams(*(sa.bindparam(f"ends{n}", type_=kind) for n in range(rows)))


def spend(session: Session, limits: Limits, name: str, who: object, now: datetime, amount: int = 1) -> bool:
    """Return whether `who` (a player's number, an address, "" for all together) may do this now; if so it is counted.

    A span is a whole hour or day of UTC. What is refused counts as well: it costs a stranger nothing to ask.
    """
    return spend_all(session, limits, [(name, who, amount)], now)


def spend_all(session: Session | Connection, limits: Limits, costs: Sequence[Cost], now: datetime) -> bool:
    """Return whether none of several limits is exceeded; what is asked for is counted against each."""
    return all(spend_each(session, limits, costs, now))


def spend_each(session: Session | Connection, limits: Limits, costs: Sequence[Cost], now: datetime) -> list[bool]:
    """Return which of several limits are not exceeded, in their order; what is asked for is counted against each."""
    most, values = dict[str, int](), dict[str, Any]()
    for n, (name, who, amount) in enumerate(costs):
        key = tally_key(name, who, now)
        most[key] = int(getattr(limits, name))
        values |= {f"key{n}": key, f"count{n}": amount, f"ends{n}": limit_span_end(name, now)}
    if not costs:
        return []
    connection = session.connection() if isinstance(session, Session) else session  # nothing is to be flushed for it
    counts = {key: count for key, count in connection.execute(counting_statement(len(costs)), values)}  # noqa: C416 - no mapping
    return [counts[key] <= limit for key, limit in most.items()]


def refund_costs(session: Session | Connection, limits: Limits, costs: Sequence[Cost], now: datetime) -> None:
    """Takes back what was counted at the same instant."""
    spend_each(session, limits, [(name, who, -amount) for name, who, amount in costs], now)


def limit_span_end(name: str, now: datetime) -> datetime:
    """Return when a limit is counted anew: at the end of a whole hour or day of UTC."""
    span = SPANS[name].total_seconds()
    return datetime.fromtimestamp((now.timestamp() // span + 1) * span, UTC)


def is_used_up(session: Session, limits: Limits, name: str, who: object, now: datetime) -> bool:
    """Return whether nothing of a limit is free; nothing is counted."""
    row = session.exec(select(Tally.count).where(Tally.key == tally_key(name, who, now))).one_or_none()
    return (row or 0) >= int(getattr(limits, name))


def tally_key(name: str, who: object, now: datetime) -> str:
    """Under what a limit is counted in the span of an instant."""
    return f"{name}:{who}:{limit_span_end(name, now):%Y%m%d%H}"
