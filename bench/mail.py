"""How fast letters are accepted, worked on and handed on, beside the least that could be done."""

from __future__ import annotations

import asyncio
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from aiosmtpd.smtp import SMTP
from sqlalchemy import event
from sqlalchemy.orm import Session as OrmSession
from sqlmodel import col, select

from bench import Row
from engines import language
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.mail.inbound import inbox, intake
from pbem.mail.inbound.smtp_door import Listener
from pbem.mail.outbound import delivery, painting
from pbem.mail.outbound.painting import PaintedLetter
from pbem.mail.outbound.pictures import Album
from pbem.settings import config, mail_addresses
from pbem.settings.config import Config
from pbem.settings.installed_engines import ENGINES
from pbem.settings.limits import SPANS
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Seat

LETTERS = 1000
SIZE = 4096
INSERTS = 200
ROUNDS = 5
"""In which a value and its floor are measured in turns: what else the machine does befalls both."""
MOST = {"receipt": LETTERS, "started": LETTERS // 10}
NAMES = {"receipt": "receipts", "started": "reports with PDF and picture"}
GOALS = {"receipt": ">= 0.5 of ready letters", "started": ">= 0.6 of ready letters"}
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def run() -> list[Row]:
    """Acceptance against a bare listener with a committed insert; then from acceptance to receipt, and to the relay."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure_acceptance(Path(folder), connections) for connections in (1, 10)]
        return rows + measure_work(Path(folder))


# --- acceptance --------------------------------------------------------------------------------------------------


class Floor:
    """The least a durable listener must do: one insert, committed to disk, for each letter."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE letter (raw BLOB)"):
            self.connection.execute(statement)

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        self.keep(bytes(envelope.content))
        return "250 OK"

    def keep(self, raw: bytes) -> None:
        self.connection.execute("INSERT INTO letter VALUES (?)", (raw,))

    def keep_all(self, some: Sequence[bytes]) -> None:
        for raw in some:
            self.keep(raw)


@contextmanager
def bare(handler: object) -> Iterator[int]:
    """A listener with nothing of ours in it; its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    opening = loop.create_server(lambda: SMTP(handler, hostname="floor", loop=loop), "127.0.0.1", 0)
    server = asyncio.run_coroutine_threadsafe(opening, loop).result()
    yield server.sockets[0].getsockname()[1]
    loop.call_soon_threadsafe(server.close)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


def measure_acceptance(folder: Path, connections: int) -> Row:
    """Letters a second on so many connections."""
    with bare(Floor(folder / f"floor{connections}.db")) as port:
        floor = send_rate(port, "pbem@localhost", connections)
    store, settings = office(folder / f"accept{connections}")
    listener = Listener(store, settings, lambda: NOW)
    listener.start_listening()
    value = send_rate(listener.port, "pbem@localhost", connections)
    listener.stop_listening()
    store.close()
    plural = "connection" if connections == 1 else "connections"
    return Row(f"letters accepted, {connections} {plural}", value, "1/s", floor, ">= 0.9 of floor")


def send_rate(port: int, recipient: str, connections: int) -> float:
    def one(first: int) -> None:
        with smtplib.SMTP("127.0.0.1", port, "bench") as connection:
            for n in range(LETTERS // connections):
                connection.sendmail("a@example.org", [recipient], raw("a@example.org", "help", f"{first}.{n}"))

    with ThreadPoolExecutor(connections) as pool:
        return LETTERS / seconds(lambda: list(pool.map(one, range(connections))))


def raw(sender: str, text: str, number: str) -> bytes:
    head = f"From: {sender}\r\nMessage-ID: <{number}@bench>\r\nSubject: bench\r\n\r\n{text}\r\n-- \r\n"
    return (head + "x" * 70 + "\r\n" * (max(SIZE - len(head), 0) // 72)).encode()


def seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def office(folder: Path) -> tuple[Store, Config]:
    free = {f"PBEM_LIMITS_{name.upper()}": "999999999" for name in SPANS}
    settings = config.load_config(folder, {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_SERVERS": "127.0.0.1", **free})
    store = Store(settings.database)
    store.migrate()
    return store, settings


# --- from acceptance to receipt ----------------------------------------------------------------------------------


def measure_work(folder: Path) -> list[Row]:
    """Orders of a whole opening, as mails, from 250 to receipt in the outbox; then their receipts, and the letters that
    begin a game (a report with its PDF and picture), painted and handed to a relay. Each beside its floor, in turns."""
    store, settings = office(folder / "work")
    letters = orders_by_mail(store, settings)
    with count_statements(store) as asked:
        read, kept, rounds = [], [], [letters[n::ROUNDS] for n in range(ROUNDS)]
        for some in rounds:
            for recipient, content in some:
                intake.receive_handed_letter(store, settings, content, recipient, "a@example.org", lambda: NOW)
            asked.clear()
            read.append(len(some) / seconds(lambda: inbox.read_waiting_letters(store, settings, lambda: NOW)))
            kept.append(commit_rate(folder / "inserts.db"))
    each = len(rounds[-1])
    with relay() as port:
        relayed = replace(settings, relay=f"smtp://127.0.0.1:{port}")
        receipts = measure_handover(store, relayed, "receipt")
        reports = measure_handover(store, relayed, "started")
    store.close()
    return [
        Row("letters from 250 to receipt in the outbox", median(read), "1/s", median(kept), ">= 0.20 of inserts"),
        Row("statements of a letter of orders", asked["statements"] / each, "", None, "<= 15"),
        Row("flushes of a letter of orders", asked["flushes"] / each, "", None, "<= 3"),
        Row("commits of a letter of orders", asked["commits"] / each, "", None, "<= 1"),
        *receipts,
        *reports,
    ]


@contextmanager
def count_statements(store: Store) -> Iterator[Counter[str]]:
    """What a database is asked meanwhile."""
    found = Counter[str]()

    def count(what: str) -> Callable[..., None]:
        return lambda *_: found.update([what])

    told: list[tuple[Any, str, Callable[..., None]]] = [
        (store.engine, "before_cursor_execute", count("statements")),
        (store.engine, "commit", count("commits")),
        (OrmSession, "before_flush", count("flushes")),
    ]
    for one in told:
        event.listen(*one)
    yield found
    for one in told:
        event.remove(*one)


def commit_rate(path: Path) -> float:
    """Inserts a second, each committed to disk."""
    floor = Floor(path)
    rate = INSERTS / seconds(partial(floor.keep_all, [b"x" * SIZE] * INSERTS))
    floor.connection.close()
    path.unlink()
    return rate


@contextmanager
def relay() -> Iterator[int]:
    """A relay in a process of its own, as a mail server is; its port."""
    with subprocess.Popen([sys.executable, "-m", "bench._drain"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.kill()


def measure_handover(store: Store, settings: Config, kind: str) -> list[Row]:
    """Letters of a kind painted and handed to a relay, beside the same letters, ready."""
    later = NOW + timedelta(minutes=10)
    with store.write_session() as session:
        for row in session.exec(select(Outbox).where(Outbox.ready_at != None)):  # noqa: E711
            row.ready_at = None
        rows = session.exec(select(Outbox).where(Outbox.kind == kind).limit(MOST[kind])).all()
        ids = [row.id for row in rows]
    ready = [
        found
        for row_id in ids
        if isinstance(found := painting.paint_letter(store, settings, row_id, Album(store, lambda: NOW)), PaintedLetter)
    ]
    value, floor = [], []
    for n in range(ROUNDS):
        mine, straight_on = ids[n::ROUNDS], partial(straight, settings, ready[n::ROUNDS])
        floor.append(len(mine) / seconds(straight_on))
        with store.write_session() as session:
            for row in session.exec(select(Outbox).where(col(Outbox.id).in_(mine))):
                row.ready_at, row.sent_at = NOW, None
        with count_statements(store) as asked:
            value.append(
                len(mine) / seconds(partial(delivery.deliver_due_letters, store, settings, lambda: later, Random(1)))
            )
    count, size = len(ids[ROUNDS - 1 :: ROUNDS]), sum(len(one.letter) for one in ready) / len(ready)
    return [
        Row(f"{NAMES[kind]} painted and handed to a relay", median(value), "1/s", median(floor), GOALS[kind]),
        Row(f"statements of {NAMES[kind]}, each", asked["statements"] / count, "", None, ""),
        Row(f"bytes of {NAMES[kind]}, each", size, "", None, ""),
    ]


def straight(settings: Config, ready: Sequence[PaintedLetter]) -> None:
    """Hands letters over that are ready."""
    line = delivery.Relay(settings)
    for letter in ready:
        assert not line.send_letter(letter).why
    line.close_connection()


def orders_by_mail(store: Store, settings: Config) -> list[tuple[str, bytes]]:
    """Games of the first engine there is, each seat with random orders."""
    code, rng = next(iter(ENGINES)), Random(1)
    found: list[tuple[Seat, str]] = []
    while len(found) < LETTERS // 2:
        with store.write_session() as session:
            game = games.insert_game(session, code, slug=f"bench-{len(found)}", now=NOW)
            for n, seat in enumerate(games.list_game_seats(session, game)):
                address = f"player{n}@example.org"
                seats.join_game(session, game, people.get_or_register_player(session, address, NOW), [seat.code], NOW)
                found.append((seat, address))
    letters = []
    with store.read_session() as session:
        for n, (seat, address) in enumerate(found):
            letters.append((seat_address(settings, seat), raw(address, roll_order_text(session, seat, rng), str(n))))
    return letters


def roll_order_text(session: Any, seat: Seat, rng: Random) -> str:
    grammar = orders.find_seat_grammar(session, seat)
    return "\r\n".join(order.text for order in language.roll_orders(grammar, rng)) if grammar else "ready"


def seat_address(settings: Config, seat: Seat) -> str:
    assert seat.id is not None
    return mail_addresses.make_seat_address(
        settings.secret_key, settings.mail_host, seat.id, seat.generation, seat.nonce
    )
