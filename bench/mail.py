"""How fast letters are accepted, worked on and handed on, beside the least that could be done."""

from __future__ import annotations

import asyncio
import smtplib
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from aiosmtpd.smtp import SMTP
from sqlmodel import select

from bench import Row
from engines import language
from pbem import addresses, config
from pbem.config import Config
from pbem.db import Store
from pbem.installed import ENGINES
from pbem.limits import SPANS
from pbem.mail import delivery, inbox, intake
from pbem.mail.door import Listener
from pbem.models import Outbox, Seat
from pbem.play import games, orders, people, seats

LETTERS = 1000
SIZE = 4096
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def run() -> list[Row]:
    """Acceptance against a bare listener with a committed insert; then from acceptance to receipt, and to the relay."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [accepted(Path(folder), connections) for connections in (1, 10)]
        return rows + worked(Path(folder))


# --- acceptance --------------------------------------------------------------------------------------------------


class Floor:
    """The least a durable listener must do: one insert, committed to disk, for each letter."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE letter (raw BLOB)"):
            self.connection.execute(statement)

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        self.connection.execute("INSERT INTO letter VALUES (?)", (bytes(envelope.content),))
        return "250 OK"


class Drain:
    """A relay that takes everything."""

    async def handle_DATA(self, _: Any, __: Any, ___: Any) -> str:  # noqa: N802
        return "250 OK"


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


def accepted(folder: Path, connections: int) -> Row:
    """Letters a second on so many connections."""
    with bare(Floor(folder / f"floor{connections}.db")) as port:
        floor = sent(port, "pbem@localhost", connections)
    store, settings = office(folder / f"accept{connections}")
    listener = Listener(store, settings, lambda: NOW)
    listener.start()
    value = sent(listener.port, "pbem@localhost", connections)
    listener.stop()
    store.close()
    plural = "connection" if connections == 1 else "connections"
    return Row(f"letters accepted, {connections} {plural}", value, "1/s", floor, ">= 0.9 of floor")


def sent(port: int, recipient: str, connections: int) -> float:
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
    settings = config.load(folder, {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_SERVERS": "127.0.0.1", **free})
    store = Store(settings.database)
    store.migrate()
    return store, settings


# --- from acceptance to receipt ----------------------------------------------------------------------------------


def worked(folder: Path) -> list[Row]:
    """Orders of a whole opening, as mails, from 250 to receipt in the outbox; then painted and handed to a relay."""
    store, settings = office(folder / "work")
    letters = orders_by_mail(store, settings)
    for recipient, content in letters:
        intake.receive_at(store, settings, content, recipient, "a@example.org", lambda: NOW)
    read = len(letters) / seconds(lambda: inbox.work(store, settings, lambda: NOW))
    delivery.work(store, settings, lambda: NOW, Random(1))
    with store.write() as session:
        for row in session.exec(select(Outbox).where(Outbox.kind == "receipt")):
            row.ready_at, row.sent_at = NOW, None
    with bare(Drain()) as port:
        relayed = replace(settings, relay=f"smtp://127.0.0.1:{port}")
        later = NOW + timedelta(minutes=10)
        handed = len(letters) / seconds(lambda: delivery.work(store, relayed, lambda: later, Random(1)))
    store.close()
    both = 1 / (1 / read + 1 / handed)
    return [
        Row("letters from 250 to receipt in the outbox", read, "1/s", None, ""),
        Row("receipts painted and handed to the relay", handed, "1/s", None, ""),
        Row("letters from 250 to receipt at the relay", both, "1/s", None, ">= 300"),
    ]


def orders_by_mail(store: Store, settings: Config) -> list[tuple[str, bytes]]:
    """A hundred games of the first engine there is, each seat with random orders."""
    code, rng = sorted(ENGINES)[0], Random(1)
    found: list[tuple[Seat, str]] = []
    while len(found) < LETTERS // 2:
        with store.write() as session:
            game = games.create(session, code, slug=f"bench-{len(found)}", now=NOW)
            for n, seat in enumerate(games.seats(session, game)):
                address = f"player{n}@example.org"
                seats.join(session, game, people.player(session, address, NOW), [seat.code], NOW)
                found.append((seat, address))
    letters = []
    with store.read() as session:
        for n, (seat, address) in enumerate(found):
            letters.append((seat_address(settings, seat), raw(address, rolled(session, seat, rng), str(n))))
    return letters


def rolled(session: Any, seat: Seat, rng: Random) -> str:
    ask = orders.ask(session, seat)
    return "\r\n".join(order.text for order in language.roll(ask, rng)) if ask else "ready"


def seat_address(settings: Config, seat: Seat) -> str:
    assert seat.id is not None
    return addresses.seat_address(settings.secret_key, settings.mail_host, seat.id, seat.generation)
