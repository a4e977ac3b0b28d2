"""What the server keeps of itself."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Field, SQLModel

from pbem.settings.mail_addresses import new_nonce


class Tally(SQLModel, table=True):
    """How often something was done in a span of time that ends at `ends_at` (see `pbem.settings.limits`)."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    count: int
    ends_at: datetime = Field(index=True)


class Probe(SQLModel, table=True):
    """A letter of the server to itself, which shows whether its relay only takes letters or delivers them too (see
    `pbem.health.relay_probes`). `relay`: which one took it ("" until then); `back_at`: when it came back."""

    id: int = Field(default=None, primary_key=True)
    nonce: int = Field(default_factory=new_nonce)
    relay: str = ""
    sent_at: datetime
    back_at: datetime | None = None


class Pulse(SQLModel, table=True):
    """When a duty was last known to run (its `id` is a `pbem.health.clock_check.Beat`): a long silence is an outage,
    for which no player is punished. `silent_since`: when it fell silent before it came back, until that time is given
    back.

    Of the clock `boot` names the start of the machine that it ran on, `ran` the seconds since then (see
    `pbem.health.clock_check`).
    """

    id: int = Field(default=1, primary_key=True, sa_column_kwargs={"autoincrement": False})
    beat_at: datetime
    boot: str = ""
    ran: float = 0
    silent_since: datetime | None = None


class KnownTrouble(SQLModel, table=True):
    """A trouble of the server as its host hears of it (`pbem.server.watchman`), by the trouble's name.

    `since`: when it was found first; `over_at`: when it was found no more. `told_at`: when the host was written of it;
    `owed`: they are still to hear that it is over.
    """

    __tablename__ = "known_trouble"
    name: str = Field(primary_key=True)
    since: datetime
    over_at: datetime | None = None
    told_at: datetime | None = None
    owed: bool = False


class Milestone(SQLModel, table=True):
    """An instant that one process knows and all shall (`pbem.health.milestones`), such as when the last backup was
    made."""

    name: str = Field(primary_key=True)
    at: datetime
