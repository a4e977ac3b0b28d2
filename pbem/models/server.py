"""What the server keeps of itself."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field, SQLModel


class Tally(SQLModel, table=True):
    """How often something was done in a span of time that ends at `ends_at` (see `pbem.limits`)."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    count: int
    ends_at: datetime = Field(index=True)


class Pulse(SQLModel, table=True):
    """When a duty was last known to run (its `id` is a `pbem.pulse.Beat`): a long silence is an outage, for which no
    player is punished. `silent_since`: when it fell silent before it came back, until that time is given back.

    Of the clock `boot` names the start of the machine that it ran on, `ran` the seconds since then (see `pbem.pulse`).
    """

    id: int = Field(default=1, primary_key=True)
    beat_at: datetime
    boot: str = ""
    ran: float = 0
    silent_since: datetime | None = None
