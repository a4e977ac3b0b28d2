"""A server with one long game and as many others as it shall have, of every kind that a front page lists."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, SQLModel, select

from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.results import endings
from pbem.games.results.result import How
from pbem.games.seating import seats
from pbem.server import bots
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Player, Seat, Turn

NOW = datetime.now(UTC).replace(microsecond=0)
ENGINE = "diplomacy"
PHASES = 100
LONG, READER = "long", "reader@example.org"
KINDS = (*("running", "finished") * 2, "vacant", "running", "finished", "forming", "running", "finished")
"""What of ten games each is: under way with all its players, over, under way with a free seat, waiting for players."""
AT_ONCE = 500


def build_town(store: Store, count: int, length: int = PHASES) -> None:
    """The long game, in which the reader plays, and `count` others besides."""
    begin_town_game(store, LONG, length)
    patterns = {kind: pattern(store, kind) for kind in dict.fromkeys(KINDS[:count])}
    for kind, game_id in patterns.items():
        wanted = sum(KINDS[n % len(KINDS)] == kind for n in range(count)) - 1
        for first in range(0, wanted, AT_ONCE):
            copy_town_game(store, game_id, first, min(AT_ONCE, wanted - first))


def pattern(store: Store, kind: str) -> int:
    """A game of a kind, after a year if it has begun; its number."""
    game_id = begin_town_game(store, kind, 1 if kind == "forming" else 4, held=3 if kind == "forming" else 7)
    with store.write_session() as session:
        game = session.get_one(Game, game_id)
        phase = games.find_current_phase(session, game)
        if kind == "finished" and phase:
            endings.end_as_agreed(
                session, game, phase, How.DRAW, [one.code for one in games.list_game_seats(session, game)], NOW
            )
        if kind == "vacant":
            seats.leave_seat_vacant(session, games.list_game_seats(session, game)[2], NOW)
    return game_id


def begin_town_game(store: Store, slug: str, length: int, held: int = 7) -> int:
    """A game of so many phases by advice, of whose seats the first are held, the first of the long game by the reader;
    its number."""
    with store.write_session() as session:
        game = games.insert_game(session, ENGINE, slug=slug, pace="48h", now=NOW)
        for number, seat in enumerate(games.list_game_seats(session, game)[:held]):
            address = READER if slug == LONG and not number else f"p{number}@example.org"
            player = people.get_or_register_player(session, address, NOW, f"Player {number}")
            player.bot = "advice"
            seats.join_game(session, game, player, [seat.code], NOW)
        game_id = game.id
    for number in range(1, length):
        bots.play_bots(store, lambda: NOW, Random(number))
        with store.write_session() as session:
            master.process_phase(session, session.get_one(Game, game_id), None, NOW)
    with store.write_session() as session:  # from now on they are people
        for player in session.exec(select(Player)):
            player.bot = ""
    return game_id


def copy_town_game(store: Store, game_id: int, first: int, count: int) -> None:
    """So many games more, as that one is: with its seats, its last phase and what is owed in it; each seat that is held
    there is held by a player of its own, who plays in some of them."""
    with store.write_session() as session:
        game = session.get_one(Game, game_id)
        free = {table: (session.exec(select(sa.func.max(table.id))).one() or 0) + 1 for table in ALL}
        people_ = crowd(session, count)
        last = games.find_current_phase(session, game)
        seated = games.list_game_seats(session, game)
        turns = [turn for turn, _ in phase_turns.list_turns(session, last)] if last else []
        rows: dict[type[SQLModel], list[dict[str, Any]]] = {table: [] for table in ALL}
        for n in range(count):
            new, opened = free[Game] + n, free[Phase] + n
            rows[Game].append({**values(game), "id": new, "slug": f"{game.slug}-{first + n}"})
            if last:
                rows[Phase].append({**values(last), "id": opened, "game_id": new, "hash": f"{last.hash[:50]}-{new}"})
            ids = {}
            for at, seat in enumerate(seated):
                ids[seat.id] = free[Seat] + n * len(seated) + at
                who = people_[(n + at) % len(people_)] if seat.player_id else None
                rows[Seat].append({**values(seat), "id": ids[seat.id], "game_id": new, "player_id": who})
            for at, turn in enumerate(turns):
                number = free[Turn] + n * len(turns) + at
                here = {"id": number, "phase_id": opened, "seat_id": ids[turn.seat_id]}
                rows[Turn].append({**values(turn), **here, "player_id": None})
        for table in ALL:
            if rows[table]:
                session.execute(sa.insert(table), rows[table])


ALL: tuple[Any, ...] = (Game, Seat, Phase, Turn)


def crowd(session: Session, count: int) -> list[int]:
    """Players, as many as there are games; their numbers."""
    first = session.exec(select(sa.func.max(Player.id))).one() + 1
    rows: list[dict[str, Any]] = [
        {"id": n, "address": f"crowd{n}@example.org", "name": f"Player {n}", "created_at": NOW}
        for n in range(first, first + count)
    ]
    session.execute(sa.insert(Player), rows)
    return [row["id"] for row in rows]


def values(row: SQLModel) -> dict[str, Any]:
    """The columns of a row."""
    return {column.key: getattr(row, column.key) for column in sa.inspect(type(row)).columns}
