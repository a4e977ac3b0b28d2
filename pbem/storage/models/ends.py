"""What is said at the end of games and kept until then, and how good players are."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import Field, SQLModel


class Statement(SQLModel, table=True):
    """What somebody says of a game after its end. `author`: a seat code, or "MASTER"."""

    __table_args__ = (UniqueConstraint("game_id", "author", name="uq_statement_game_author"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    author: str
    player_id: int = Field(foreign_key="player.id")
    text: str = Field(sa_type=Text)
    written_at: datetime


class Diary(SQLModel, table=True):
    """A private note of whoever held a seat, for their eyes alone: never for those of who holds it after them.

    `number` counts their notes in this seat from 1, and is never given again. `opened`: all may read it once the game
    is over.
    """

    __table_args__ = (UniqueConstraint("seat_id", "player_id", "number", name="uq_diary_seat_player_number"),)
    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    seat_id: int = Field(foreign_key="seat.id")
    player_id: int = Field(foreign_key="player.id")
    phase_id: int | None = Field(default=None, foreign_key="phase.id")
    number: int
    text: str = Field(sa_type=Text)
    opened: bool = False
    written_at: datetime


class Rating(SQLModel, table=True):
    """How good a player was thought to be after a game: `mu`, give or take `sigma` (`pbem.games.results.ratings`).

    `scope`: the code of an engine, or "" for all games together. `number`: the game's place in the order of the ends
    of all rated games, from 1. `weight`: for how much of the game they held their seat. `games`: how many were rated.
    """

    __table_args__ = (UniqueConstraint("game_id", "scope", "player_id", name="uq_rating_game_scope_player"),)
    id: int = Field(default=None, primary_key=True)
    number: int = Field(index=True)
    game_id: int = Field(foreign_key="game.id")
    ended_at: datetime
    player_id: int = Field(foreign_key="player.id", index=True)
    scope: str
    weight: float
    mu: float
    sigma: float
    games: int
