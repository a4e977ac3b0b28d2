"""What seats say to each other and agree on."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.storage.models.packing import Packed
from pbem.storage.models.words import AUDIENCE, PROPOSAL


class Press(SQLModel, table=True):
    """A message between seats. `audience` is "*" (broadcast) or seat codes with blanks between; `author` a seat code,
    or "MASTER"."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    phase_id: int | None = Field(default=None, foreign_key="phase.id")
    author: str
    audience: Annotated[str, AUDIENCE]
    text: str = Field(sa_type=Packed)
    key: str = Field(unique=True)
    sent_at: datetime


class Vote(SQLModel, table=True):
    """A seat's standing vote for a proposal ("draw ENGLAND FRANCE", "concede TURKEY", "extend 24h"). `shown`: it was
    cast in the open."""

    __table_args__ = (UniqueConstraint("game_id", "seat_id", "proposal", name="uq_vote_game_seat_proposal"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id")
    proposal: Annotated[str, PROPOSAL]
    shown: bool = False
    cast_at: datetime
