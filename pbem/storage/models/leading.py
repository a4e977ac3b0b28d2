"""Who leads a game beside its master, and who was asked to."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import AutoString, Field, SQLModel

from pbem.storage.models.words import Role


class Leader(SQLModel, table=True):
    """Somebody besides the master of a game. `role`: "co-master", who may do all that the master may; "asked" to be
    that; or "heir", who was asked to be the master in the place of who is. `since`: when they were asked, or agreed."""

    __table_args__ = (UniqueConstraint("game_id", "player_id", name="uq_leader_game_player"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    role: Role = Field(sa_type=AutoString)
    since: datetime
