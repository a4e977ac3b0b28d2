"""Many games due at one instant: how fast they are resolved and their reports queued, and how long a letter that comes
meanwhile waits for its receipt."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from time import perf_counter, sleep

import sqlalchemy as sa
from sqlalchemy.orm import Session as AnySession
from sqlmodel import Session, col, func, select

from bench import Row
from bench._serve import NOW, fill
from bench.mail import office, raw, seat_address
from engines.dice import KeyedDice
from pbem.games import games
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.proof import hash_chain
from pbem.games.seating import seats
from pbem.mail.inbound import inbox, intake
from pbem.server import clock
from pbem.settings.config import Config
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Phase, Player, Seat

FEW, MANY = 250, 1000
DUE = NOW + timedelta(hours=24)
ENGINE = next(iter(ENGINES))


def run() -> list[Row]:
    return [*storm(FEW), *storm(MANY)]


def storm(count: int) -> list[Row]:
    """Phases a second, beside the sum of its parts: each resolved alone, and something committed for each."""
    with tempfile.TemporaryDirectory() as folder:
        store, settings = office(Path(folder))
        fill(store, count, ENGINE)
        parts = sum_of_parts(store)
        before, bytes_before = letters(store), size(store)
        with count_statements(store) as counts, receipts_meanwhile(store, settings) as waits:
            start = perf_counter()
            done = clock.run_clock_tick(store, lambda: DUE)
            spent = perf_counter() - start
        assert done == count, done
        told, grown = letters(store) - before - len(waits), size(store) - bytes_before
        store.close()
    name = f"storm of {count} games"
    return [
        Row(f"{name}: phases resolved, opened and told of", count / spent, "1/s", count / parts, ">= 0.35 of it"),
        Row(f"{name}: reports queued", told / spent, "1/s", None, ""),
        Row(f"{name}: the longest wait for a receipt meanwhile", max(waits, default=0), "s", None, "<= 2"),
        Row(f"{name}: statements a phase, letters read besides", counts["statements"] / count, "", None, ""),
        Row(f"{name}: flushes a phase, letters read besides", counts["flushes"] / count, "", None, ""),
        Row(f"{name}: the database grows by, a phase", grown / count / 1000, "kB", None, ""),
    ]


def sum_of_parts(store: Store) -> float:
    """Seconds for the engine's part of the same work, and a commit of one small row for each phase."""
    with store.read_session() as session:
        work = [
            (
                games.phase_state(phase),
                {seat.code: hash_chain.load_orders(turn.orders) for turn, seat in table},
            )
            for phase in session.exec(select(Phase)).all()
            if (table := phase_turns.list_turns(session, phase))
        ]
    with store.write_engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE bare (id INTEGER PRIMARY KEY, text TEXT)")
    start = perf_counter()
    for state, orders in work:
        ENGINES[ENGINE].resolve(state, orders, KeyedDice(b"storm", "2"))
        with store.write_engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO bare (text) VALUES ('x')")
    return perf_counter() - start


@contextmanager
def count_statements(store: Store) -> Iterator[dict[str, int]]:
    """Counts statements and flushes."""
    counts = {"statements": 0, "flushes": 0}

    def count(what: str) -> None:
        counts[what] += 1

    heard = (store.engine, "before_cursor_execute", lambda *_: count("statements"))
    flushed = (AnySession, "after_flush", lambda *_: count("flushes"))
    for one in (heard, flushed):
        sa.event.listen(*one)
    yield counts
    for one in (heard, flushed):
        sa.event.remove(*one)


@contextmanager
def receipts_meanwhile(store: Store, settings: Config) -> Iterator[list[float]]:
    """Keeps letters with orders to another game coming, each read as soon as it may be, as in `pbem serve`; how long
    each took from 250 to its receipt."""
    recipient = another_game(store, settings)
    over, waits = threading.Event(), list[float]()

    def write() -> None:
        while not over.is_set():
            content, start = raw("other0@example.org", "hold", f"storm.{len(waits)}"), perf_counter()
            intake.receive_handed_letter(store, settings, content, recipient, "other0@example.org", lambda: NOW)
            inbox.read_waiting_letters(store, settings, lambda: NOW)
            waits.append(perf_counter() - start)
            sleep(0.05)

    writer = threading.Thread(target=write)
    writer.start()
    yield waits
    over.set()
    writer.join()


def another_game(store: Store, settings: Config) -> str:
    """The address of a seat in a game that is not due."""
    with store.write_session() as session:
        game = games.insert_game(session, ENGINE, slug="another", pace="30d", now=NOW)
        for n, _ in enumerate(ENGINES[ENGINE].seats(())):
            seats.join_game(
                session, game, people.get_or_register_player(session, f"other{n}@example.org", NOW), (), NOW
            )
        return seat_address(settings, first_of(session, game.id))


def first_of(session: Session, game_id: int) -> Seat:
    game_seats = select(Seat).join(Player, col(Seat.player_id) == Player.id).where(Seat.game_id == game_id)
    return session.exec(game_seats.where(Player.address == "other0@example.org")).one()


def letters(store: Store) -> int:
    with store.read_session() as session:
        return session.exec(select(func.count()).select_from(Outbox)).one()


def size(store: Store) -> int:
    """Bytes of what the database holds."""
    with store.engine.connect() as connection:
        pages, free, of = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int(pages - free) * int(of)
