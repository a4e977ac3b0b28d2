"""Letters come in: kept whole and committed before they are acknowledged, read later.

The listener refuses at the envelope what cannot be meant for us, and never parses a letter. Whatever goes wrong on our
side is answered with 451, so that the sender's mail server keeps the letter and tries again.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from email import message_from_bytes
from email.policy import compat32
from email.utils import getaddresses
from typing import Any

import sqlalchemy as sa
import structlog
from aiosmtpd.smtp import SMTP
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from pbem import addresses
from pbem.config import Config
from pbem.db import Store
from pbem.models import MailIn, Outbox, Seat

FIXED = frozenset(
    ["pbem", "games", "join", "help", "play", "orders", "reply", "press", "judge", "postmaster", "abuse", "bounce"]
)
"""The addresses that need no secret; they prove nothing about who writes."""
RECIPIENTS = 5
CONNECTIONS = 20
IDLE_SECONDS = 60
HEAD_LIMIT = 65_536
LINE_LIMIT = 100_000
NULL_SENDER = "<>"
FINGERPRINT = re.compile(
    rb"^(message-id|from|date|subject|in-reply-to|content-type)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*", re.I | re.M
)

KEEP = sa.insert(MailIn)
"""Made once: a letter is kept in one statement, without the weight of a session."""

log = structlog.get_logger()


def digest(recipient: str, raw: bytes) -> str:
    """The same for copies of one letter to one recipient, whichever way they came: the fields that mail servers add
    on the way are left out."""
    content = raw.replace(b"\r\n", b"\n").strip()
    head, gap, body = content.partition(b"\n\n")
    kept = [b" ".join(found[0].split()) for found in FINGERPRINT.finditer(head[:65536])] if gap else [head]
    return hashlib.sha256(b"\n".join((recipient.lower().encode(), *kept, b"", body.strip()))).hexdigest()


def receive(
    store: Store, raw: bytes, recipient: str, sender: str, now: datetime, game_id: int | None = None
) -> int | None:
    """Keeps a letter; its number, or None if the same one was kept before. `sender` is the envelope's: "<>" if there
    is none (a bounce), "" if it is not known."""
    values = {
        "digest": digest(recipient, raw),
        "sender": sender,
        "recipient": recipient.lower(),
        "message_id": "",
        "raw": raw,
        "status": "new",
        "note": "",
        "attempts": 0,
        "game_id": game_id,
        "received_at": now,
        "ready_at": now,
    }
    try:
        with store.writing.begin() as connection:
            key = connection.execute(KEEP, values).inserted_primary_key
            return int(key[0]) if key else None
    except IntegrityError:
        return None


class Unknown(Exception):  # noqa: N818
    """A recipient that is not one of ours; the text says so to the sender."""


def destination(session: Session, config: Config, address: str) -> int | None:
    """The game a recipient belongs to (None: no certain one). Raises Unknown."""
    local, _, host = address.strip().lower().rpartition("@")
    if host != config.mail_host:
        raise Unknown("5.7.1 This server takes no mail for other hosts")
    if local in FIXED or local.partition("+")[0] in FIXED - {"orders", "reply", "bounce"}:
        return None
    if seat := addresses.read_address(config.secret_key, address):
        query = select(Seat.game_id, Seat.generation).where(Seat.id == seat[0], col(Seat.player_id).is_not(None))
        row = session.exec(query).one_or_none()
        if row and row[1] == seat[1]:
            return row[0]
        raise Unknown(f"5.1.6 This seat has another address now; write to pbem@{config.mail_host}")
    for kind in ("reply", "bounce"):
        if letter := addresses.read(config.secret_key, kind, address):
            return session.exec(select(Outbox.game_id).where(Outbox.id == letter[0])).one_or_none()
    raise Unknown(f"5.1.1 No such address; write to pbem@{config.mail_host}")


def receive_at(store: Store, config: Config, raw: bytes, recipient: str, sender: str, now: datetime) -> int | None:
    """Keeps a letter that came another way than by SMTP, as `receive` does. Raises Unknown."""
    with store.read() as session:
        game_id = destination(session, config, recipient)
    return receive(store, raw, recipient, sender, now, game_id)


def addressed_to(raw: bytes) -> str:
    """The first address a letter's own fields name as its destination; "" if none."""
    head = message_from_bytes(raw[:HEAD_LIMIT], policy=compat32)
    named = [str(head.get(name, "")) for name in ("Delivered-To", "X-Original-To", "To", "Cc")]
    return next((address for _, address in getaddresses(named) if address), "")


class Door:
    """The hooks of one listener. Letters are committed by a single thread: that is faster than many that queue for
    the database's one write lock."""

    def __init__(
        self, store: Store, config: Config, clock: Callable[[], datetime], on_accept: Callable[[], None]
    ) -> None:
        self.store, self.config, self.clock, self.on_accept = store, config, clock, on_accept
        self.writer = ThreadPoolExecutor(1, "mail-in")
        self.lookers = ThreadPoolExecutor(4, "mail-look")
        self.open_now = 0

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, ___: Sequence[str]) -> str:  # noqa: N802
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 Too many recipients; send the letter to the others again"
        try:
            game_id = await asyncio.get_running_loop().run_in_executor(self.lookers, self.look_up, address)
        except Unknown as error:
            return f"550 {error}"
        envelope.rcpt_tos.append(address)
        envelope.games = {**getattr(envelope, "games", {}), address: game_id}
        return "250 OK"

    def look_up(self, address: str) -> int | None:
        with self.store.read() as session:
            return destination(session, self.config, address)

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        sender, now = envelope.mail_from or NULL_SENDER, self.clock()
        for address in dict.fromkeys(envelope.rcpt_tos):
            keep = (self.store, bytes(envelope.content), address, sender, now, envelope.games[address])
            await asyncio.get_running_loop().run_in_executor(self.writer, receive, *keep)
        self.on_accept()
        return "250 OK Kept; the answer comes by mail"

    async def handle_exception(self, error: Exception) -> str:
        log.exception("mail could not be kept", error=type(error).__name__)
        return "451 4.3.0 Not possible just now; please try again later"

    def close(self) -> None:
        self.writer.shutdown()
        self.lookers.shutdown()


class Conversation(SMTP):
    """One connection: idle when nothing comes, and refused when there are too many."""

    line_length_limit = LINE_LIMIT

    def connection_made(self, transport: Any) -> None:
        self.event_handler.open_now += 1
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.open_now -= 1
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self._reset_timeout()
        super().data_received(data)

    async def _handle_client(self) -> None:
        if self.event_handler.open_now > CONNECTIONS:
            await self.push("421 4.7.0 Too many connections; try again later")
            self._writer.close()
            return
        await super()._handle_client()


class Listener:
    """The embedded SMTP server, in a thread of its own. `port` is the real one when it was asked for as 0."""

    def __init__(
        self,
        store: Store,
        config: Config,
        clock: Callable[[], datetime],
        on_accept: Callable[[], None] = lambda: None,
    ) -> None:
        host, _, port = config.smtp_listen.rpartition(":")
        self.host, self.port = host.strip("[]"), int(port)
        self.config = config
        self.door = Door(store, config, clock, on_accept)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="smtp", daemon=True)
        self.server: asyncio.AbstractServer | None = None

    def start(self) -> None:
        """Opens the port. Raises OSError if it cannot be had."""
        self.thread.start()
        future = asyncio.run_coroutine_threadsafe(self.listen(), self.loop)
        try:
            self.server = future.result(10)
        except OSError:
            self.end()
            raise
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]

    async def listen(self) -> asyncio.AbstractServer:
        return await self.loop.create_server(self.converse, self.host, self.port)

    def converse(self) -> SMTP:
        return Conversation(
            self.door,
            data_size_limit=self.config.max_letter,
            enable_SMTPUTF8=True,
            hostname=self.config.mail_host,
            ident="pbem",
            timeout=IDLE_SECONDS,
            loop=self.loop,
        )

    def stop(self) -> None:
        """Closes the port; what was acknowledged has been kept."""
        if self.server is not None:
            asyncio.run_coroutine_threadsafe(self.close(), self.loop).result(10)
        self.end()

    async def close(self) -> None:
        assert self.server is not None
        self.server.close()
        others = [task for task in asyncio.all_tasks(self.loop) if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.door.close()
        self.loop.close()
