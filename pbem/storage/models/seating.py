"""Who holds which seat and since when, who wishes for one, is invited, stands in, is offered one, or watches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import AutoString, Field, SQLModel

from pbem.settings.mail_addresses import new_nonce
from pbem.storage.models.words import Told, Way


class Tenure(SQLModel, table=True):
    """The time in which one player holds a seat. `how` it ended: the act of the ledger ("resigned", "replaced", …), ""
    while it lasts. `leaves_press`: whoever holds the seat next may read what was written to it and by it in private."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    began_at: datetime
    ended_at: datetime | None = None
    how: Way = Field(default="", sa_type=AutoString)
    leaves_press: bool = False


class Wish(SQLModel, table=True):
    """A player who waits for the draw of a game's seats. `seats`: those they would like, the dearest first, as JSON;
    then any. `contribution`: their part of the dice's seed."""

    __table_args__ = (UniqueConstraint("game_id", "player_id", name="uq_wish_game_player"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    seats: str = "[]"
    contribution: str = ""
    wished_at: datetime


class Invitation(SQLModel, table=True):
    """Somebody whom the game master has asked to play; a game for those who are invited admits them."""

    __table_args__ = (UniqueConstraint("game_id", "player_id", name="uq_invitation_game_player"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    invited_at: datetime


class Deputy(SQLModel, table=True):
    """Somebody who stands in for the holder of a seat, from `begins_at` until `ends_at`, once they have accepted.

    `holder_id`: who named the deputy; when the seat passes on, it is over. `told`: how much of it was told: "",
    "begun", "ended". `nonce`: of their address (`pbem.settings.mail_addresses`)."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    holder_id: int = Field(foreign_key="player.id", index=True)
    named_at: datetime
    begins_at: datetime
    ends_at: datetime
    accepted_at: datetime | None = None
    ended_at: datetime | None = None
    told: Told = Field(default="", sa_type=AutoString)
    nonce: int = Field(default_factory=new_nonce)


class Gift(SQLModel, table=True):
    """A seat that its holder offers to somebody. It passes on when that person, and the game master where the game says
    so, have agreed; `closed_at`: when it did, or was refused, withdrawn or followed by another offer."""

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    giver_id: int = Field(foreign_key="player.id", index=True)
    taker_id: int = Field(foreign_key="player.id", index=True)
    offered_at: datetime
    accepted_at: datetime | None = None
    closed_at: datetime | None = None


class Watcher(SQLModel, table=True):
    """Somebody who gets the public reports of a game in which they do not play."""

    __table_args__ = (UniqueConstraint("game_id", "player_id", name="uq_watcher_game_player"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    since: datetime
