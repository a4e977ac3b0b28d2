"""Games under one name, and who takes part in them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import AutoString, Field, SQLModel

from pbem.storage.models.words import Answer, CampaignKind, CampaignStatus


class Campaign(SQLModel, table=True):
    """A set of games. `kind`: league, knockout, duplicate or series. `status`: open (people enter), running, asking
    (who plays the next season?), finished.

    `engine` to `rules`: what its games are opened with. `rounds`: how many there are (0: as many as there are players
    for); `round` is the newest. `best`: so many results count (0: all). `secret` draws the tables; it is published at
    the end, until then only its hash `commitment`. `told_at`: the last weekly letter.
    """

    id: int = Field(default=None, primary_key=True)
    slug: str = Field(unique=True)
    title: str
    kind: CampaignKind = Field(sa_type=AutoString)
    status: CampaignStatus = Field(default="open", sa_type=AutoString)
    master_id: int | None = Field(default=None, foreign_key="player.id")
    engine: str
    options: str = Field(default="", sa_type=Text)
    pace: str
    zone: str = "UTC"
    rules: str = Field(default="{}", sa_type=Text)
    rounds: int = 1
    round: int = 0
    best: int = 0
    secret: str
    commitment: str
    created_at: datetime
    finished_at: datetime | None = None
    told_at: datetime
    asks_until: datetime | None = None
    due_at: datetime | None = Field(default=None, index=True)
    """When the clock must look at it next; the end of a lease while a worker has claimed it."""


class Entrant(SQLModel, table=True):
    """Somebody who takes part. `answer`: what they said when last asked whether they play on ("", yes, no).

    `out_at`: they play no further round, because they left or were knocked out.
    """

    __table_args__ = (UniqueConstraint("campaign_id", "player_id", name="uq_entrant_campaign_player"),)
    id: int = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    answer: Answer = Field(default="", sa_type=AutoString)
    entered_at: datetime
    out_at: datetime | None = None


class Rest(SQLModel, table=True):
    """An entrant who sits out a round, because there was no full table for them."""

    __table_args__ = (UniqueConstraint("entrant_id", "round", name="uq_rest_entrant_round"),)
    id: int = Field(default=None, primary_key=True)
    entrant_id: int = Field(foreign_key="entrant.id", index=True)
    round: int
