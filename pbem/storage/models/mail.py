"""Letters that came, letters that go, and the pictures in them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from sqlalchemy import Index, LargeBinary, Text
from sqlmodel import AutoString, Field, SQLModel

from pbem.settings.mail_addresses import new_nonce
from pbem.storage.models.words import KEY, KINDS, MailStatus


class MailIn(SQLModel, table=True):
    """A letter as it came, committed before it is acknowledged. One row for each envelope recipient.

    `status`: new, done, ignored, held (waits for confirmation by the player `player_id`), parked (kills its reader; the
    host is told). `ready_at` is when it may be read (lease end while claimed; None when finished); `attempts` counts
    the times it was claimed (see `pbem.mail.inbound.inbox`). `peer` is the network address it came from ("" if it came
    by a pipe); `vouched`: that is one of the host's own mail servers, whose word on who wrote it is believed.
    """

    __tablename__ = "mail_in"
    __table_args__ = (Index("ix_mail_in_queue", "ready_at", "attempts"),)
    id: int = Field(default=None, primary_key=True)
    digest: str = Field(unique=True)
    sender: str
    recipient: str
    message_id: str = ""
    raw: bytes = Field(sa_type=LargeBinary)
    status: MailStatus = Field(default="new", sa_type=AutoString)
    note: str = Field(default="", sa_type=Text)
    attempts: int = 0
    game_id: int | None = Field(default=None, foreign_key="game.id")
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    peer: str = ""
    vouched: bool = False
    received_at: datetime
    ready_at: datetime | None = None


UNPAINTABLE = "could not be painted"
"""How the `error` of a letter begins that has been put aside."""


class Outbox(SQLModel, table=True):
    """What to tell whom, written in the same transaction as what it tells; painted when it is sent.

    `key` makes it unique ("report:12:3"); `kind` is a `pbem.storage.models.words.Kind`; `data` is JSON. `ready_at` is
    when to send it (lease end while claimed; None when sent or given up). `claims` counts those that nobody has ended
    yet: a letter that ended its painter has one too many. `attempts` counts what the relay was asked. `letter` keeps
    the painted mail when there is no relay, for the embedded mailbox. `nonce`: of its addresses
    (`pbem.settings.mail_addresses`).
    """

    id: int = Field(default=None, primary_key=True)
    key: Annotated[str, KEY] = Field(unique=True)
    kind: Annotated[str, KINDS]
    player_id: int = Field(foreign_key="player.id", index=True)
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    phase_id: int | None = Field(default=None, foreign_key="phase.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    data: str = Field(default="{}", sa_type=Text)
    in_reply_to: str = ""
    attempts: int = 0
    claims: int = 0
    created_at: datetime
    ready_at: datetime | None = Field(default=None, index=True)
    sent_at: datetime | None = None
    error: str = Field(default="", sa_type=Text)
    letter: bytes | None = Field(default=None, sa_type=LargeBinary)
    nonce: int = Field(default_factory=new_nonce)


class Picture(SQLModel, table=True):
    """A picture as letters have it, as PNG: by the digest of the drawing that it was painted from (see
    `pbem.mail.outbound.pictures`). One without bytes could not be painted, and is not tried again."""

    id: int = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    png: bytes = Field(sa_type=LargeBinary)
    painted_at: datetime
