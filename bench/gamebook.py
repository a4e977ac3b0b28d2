"""How long a player waits for his game book: sixty phases of Diplomacy among advisers."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import Row
from pbem.documents.gamebook import making
from pbem.games import games
from pbem.games.leading import master
from pbem.games.seating import seats
from pbem.render.paper import Paper
from pbem.server import bots
from pbem.storage.database import Store
from pbem.storage.models import Player

PHASES = 60
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def run() -> list[Row]:
    """Seconds and bytes; how often a page would be told how far it is."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'pbem.db'}")
        store.migrate()
        play_book_game(store)
        with store.read_session() as session:
            row = making.make_blank_book(session, games.get_game(session, "verdun"), None, Paper(), NOW)
        began = perf_counter()
        *_, (count, pdf) = making.paint_book(store, row)
        took = perf_counter() - began
        store.close()
    return [
        Row(f"game book of {count} phases", took, "s", None, "<= 10"),
        Row("its size", len(pdf or b"") / 1e6, "MB", None, "<= 6"),
    ]


def play_book_game(store: Store) -> None:
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", now=NOW)
        for seat in games.list_game_seats(session, game):
            player = Player(address=f"{seat.code}@bot.invalid".lower(), bot="advice", created_at=NOW)
            session.add(player)
            session.flush()
            seats.join_game(session, game, player, [seat.code], NOW)
    for number in range(PHASES):
        bots.play_bots(store, lambda: NOW, Random(number))
        with store.write_session() as session:
            game = games.get_game(session, "verdun")
            if game.status == "running":
                master.process_phase(session, game, None, NOW)
