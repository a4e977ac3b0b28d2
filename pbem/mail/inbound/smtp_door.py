"""The SMTP door: the embedded server through which letters come in. The same server speaks LMTP
(`pbem.mail.inbound.lmtp_door`).

It refuses at the envelope what cannot be meant for us. Whatever goes wrong on our side is answered with 451, so that
the sender's mail server keeps the letter and tries again. What one peer may do (connections, letters, time) never
depends on the others, and the others never on it.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import structlog
from aiosmtpd.smtp import SMTP, syntax

from pbem.mail.inbound.intake import (
    Arrival,
    Destination,
    IntakeFull,
    LetterOrigin,
    UnknownRecipient,
    envelope_sender,
    make_arrival,
    receive_letters,
    resolve_destination,
)
from pbem.settings import networks
from pbem.settings.config import Config
from pbem.storage.database import TROUBLE, Clock, Store

RECIPIENTS = 5
MOST_UNKNOWN = 10
"""Unknown recipients after which a connection is ended."""
CONNECTIONS = 100
PEER_CONNECTIONS = 5
"""Of one peer; the host's own mail servers may have as many as there are."""
COMMAND_SECONDS = 60
LETTER_SECONDS = 300
"""For all of a command, and all of a letter: how often something comes meanwhile counts for nothing."""
ENDING_SECONDS = 1
"""What a letter under way is given when the door closes."""
LINE_LIMIT = 100_000
SHORTEST = 10
"""Bytes that the lines of a letter have on average at the least: each line is kept for itself until the letter ends, at
the cost of eighty bytes and a microsecond."""
SOCKET_MODE = 0o660
"""Who may speak through a socket file: its owner, and the group of the folder that a host has made for it."""
MOST_TOGETHER = 20
"""The most letters that are committed together. PostgreSQL commits each by itself: two doors that count for the same
limits in another order would wait for each other."""
WaitingLetter = tuple[Arrival, "Future[int | IntakeFull | None]"]
TOO_MUCH = 2
"""How many times the largest letter is listened to before the connection is ended."""
KEPT_REPLY = "250 OK Kept; the answer comes by mail"
FAREWELL = "421 4.3.2 The server is stopping; please try again in a minute"

log = structlog.get_logger()


class MailDoor:
    """The hooks of one listener, and its open conversations. Letters are committed by a single thread: that is faster
    than many that queue for the database's one write lock."""

    def __init__(self, store: Store, config: Config, clock: Clock, on_accept: Callable[[], None]) -> None:
        self.store, self.config, self.clock, self.on_accept = store, config, clock, on_accept
        self.writer = ThreadPoolExecutor(1, "mail-in")
        self.waiting = deque[WaitingLetter]()
        self.together = MOST_TOGETHER if store.is_sqlite else 1
        self.lookers = ThreadPoolExecutor(4, "mail-look")
        self.open: set[Conversation] = set()
        self.closing = False

    # --- who may speak ---

    def admit_conversation(self, new: Conversation) -> str:
        """Lets somebody in; why not, if not."""
        self.open.add(new)
        if self.closing:
            return FAREWELL
        if not new.declared and sum(one.peer == new.peer for one in self.open) > PEER_CONNECTIONS:
            return "421 4.7.0 Too many connections from your address; please try again later"
        if len(self.open) <= CONNECTIONS:
            return ""
        leaves = self.longest_silent(new)
        if leaves is None:
            return "421 4.7.0 Too many connections; please try again later"
        leaves.end_conversation("421 4.7.0 Others wait; please try again later")
        self.open.discard(leaves)
        return ""

    def longest_silent(self, new: Conversation) -> Conversation | None:
        """Return who makes room when the door is full: of the peer with most connections the one that has been silent
        for longest. The host's own mail servers make room for each other only."""
        others = [one for one in self.open if one is not new and not one.keeping and (new.declared or not one.declared)]
        strangers = [one for one in others if not one.declared] or others
        counts = Counter(one.peer for one in strangers)
        return min(strangers, key=lambda one: (-counts[one.peer], one.heard), default=None)

    # --- what is said ---

    async def handle_RCPT(self, talk: Conversation, __: Any, envelope: Any, address: str, ___: Sequence[str]) -> str:  # noqa: N802
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return "452 4.5.3 Too many recipients; send the letter to the others again"
        try:
            place = await asyncio.get_running_loop().run_in_executor(self.lookers, self.look_up_recipient, address)
        except UnknownRecipient as error:
            talk.unknown += 1
            over = talk.unknown > MOST_UNKNOWN and not talk.declared
            return "421 4.7.1 Too many unknown recipients" if over else f"550 {error}"
        envelope.rcpt_tos.append(address)
        envelope.places = {**getattr(envelope, "places", {}), address: place}
        return "250 OK"

    def look_up_recipient(self, address: str) -> Destination:
        with self.store.read_session() as session:
            return resolve_destination(session, self.config, address)

    async def handle_DATA(self, talk: Conversation, __: Any, envelope: Any) -> str | list[str]:  # noqa: N802
        said = dict[str, str]()
        talk.keeping = True
        try:
            for address in dict.fromkeys(envelope.rcpt_tos):
                said[address] = await self.answer_recipient_safely(talk, envelope, address)
                if said[address] != KEPT_REPLY and not talk.one_by_one:
                    return said[address]
        finally:
            talk.keeping = False
        if KEPT_REPLY in said.values():
            self.on_accept()
        return [said[address] for address in envelope.rcpt_tos] if talk.one_by_one else KEPT_REPLY

    async def answer_recipient_safely(self, talk: Conversation, envelope: Any, address: str) -> str:
        """As `answer_recipient`; where each recipient has an answer of its own, trouble with one is not told of the
        others."""
        try:
            return await self.answer_recipient(talk, envelope, address)
        except Exception as error:
            if not talk.one_by_one:
                raise
            return await self.handle_exception(error)

    async def answer_recipient(self, talk: Conversation, envelope: Any, address: str) -> str:
        """The answer about a letter to one recipient."""
        origin = LetterOrigin(envelope_sender(envelope.mail_from or ""), talk.peer, talk.declared)
        given = self.config, bytes(envelope.content), address, origin, envelope.places[address]
        try:
            letter = await asyncio.get_running_loop().run_in_executor(self.lookers, make_arrival, *given)
        except UnknownRecipient as error:
            return f"550 {error}"
        waits: WaitingLetter = letter, Future()
        self.waiting.append(waits)
        self.writer.submit(self.store_waiting_letters)
        found = await asyncio.wrap_future(waits[1])
        if isinstance(found, IntakeFull):
            return f"452 {found}"
        return KEPT_REPLY

    async def handle_exception(self, error: Exception) -> str:
        with suppress(Exception):
            if isinstance(error, TROUBLE):
                log.warning("database trouble; the letter is to come again", error=type(error).__name__)
            else:
                log.exception("mail could not be kept", error=type(error).__name__)
        return "451 4.3.0 Not possible just now; please try again later"

    def store_waiting_letters(self) -> None:
        """Keeps letters that wait, those that came over all connections meanwhile in one transaction."""
        some = list[WaitingLetter]()
        while self.waiting and len(some) < self.together:
            one = self.waiting.popleft()
            if one[1].set_running_or_notify_cancel():
                some.append(one)
        if some:
            self.store_letters(some)

    def store_letters(self, some: Sequence[WaitingLetter]) -> None:
        """Keeps letters and says what became of each; one that breaks takes no other with it."""
        try:
            found = receive_letters(self.store, self.config.limits, [letter for letter, _ in some], self.clock)
        except BaseException as error:
            if len(some) == 1:
                some[0][1].set_exception(error)
            else:
                for one in some:
                    self.store_letters([one])
        else:
            for (_, future), what in zip(some, found, strict=True):
                future.set_result(what)

    def shut_workers(self) -> None:
        self.writer.shutdown(cancel_futures=True)
        self.lookers.shutdown(cancel_futures=True)


class LetterLines:
    """The lines of one letter as they come in; ends a conversation that brings too many, or too much.

    Raises asyncio.CancelledError after the end."""

    def __init__(self, talk: Conversation, reader: asyncio.StreamReader, largest: int) -> None:
        self.talk, self.reader, self.largest = talk, reader, largest
        self.lines = self.bytes = 0

    async def readuntil(self, separator: bytes) -> bytes:
        return self.count_line(await self.reader.readuntil(separator))

    async def read(self, size: int) -> bytes:
        return self.count_line(await self.reader.read(size))

    def count_line(self, line: bytes) -> bytes:
        self.lines, self.bytes = self.lines + 1, self.bytes + len(line)
        if self.lines > self.largest // SHORTEST or self.bytes > self.largest * TOO_MUCH:
            self.talk.end_conversation("552 5.3.4 Too much mail data, or too many lines")
            raise asyncio.CancelledError
        return line


class Conversation(SMTP):
    """One connection: it has so much time for a command and for a letter, and none for talk that leads nowhere.

    `heard`: when it last said something that could be understood; `keeping`: its letter is being committed;
    `one_by_one`: each recipient of a letter gets an answer of its own.
    """

    one_by_one = False

    line_length_limit = LINE_LIMIT
    heard = 0.0
    peer, declared, refusal = "", False, ""
    unknown, in_letter, keeping = 0, False, False

    def connection_made(self, transport: Any) -> None:
        address = transport_peer(transport)
        door: MailDoor = self.event_handler
        self.peer, self.declared = (
            networks.peer_bucket(address),
            networks.is_declared_peer(address, door.config.mail_servers),
        )
        super().connection_made(transport)
        self.refusal = door.admit_conversation(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.open.discard(self)
        super().connection_lost(error)

    def _reset_timeout(self, duration: float | None = None) -> None:
        self.heard = self.loop.time()
        super()._reset_timeout(duration)

    async def _handle_client(self) -> None:
        if self.refusal:
            await self.push(self.refusal)
        else:
            await super()._handle_client()

    async def push(self, status: Any) -> None:
        """Says something; after 421 there is nothing more to say."""
        await super().push(status)
        if str(status).startswith("421") and self.transport is not None:
            self.transport.close()

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.in_letter = True
        self._reset_timeout(LETTER_SECONDS)
        reader: Any = self._reader
        lines: Any = LetterLines(self, reader, self.event_handler.config.max_letter)
        self._reader = lines
        try:
            await super().smtp_DATA(arg)
        except Exception:
            # else the next letter would go to this one's recipients as well
            self._set_post_data_state()  # type: ignore[no-untyped-call]
            raise
        finally:
            self.in_letter, self._reader = False, reader
        self._reset_timeout()
        if self.event_handler.closing:
            await self.push(FAREWELL)

    def end_conversation(self, status: str) -> None:
        """Ends the conversation without waiting for anybody."""
        transport: Any = self.transport
        if transport is not None:
            transport.write(f"{status}\r\n".encode())
            transport.close()


class Listener:
    """An embedded server, in a thread of its own: of SMTP on `smtp_listen`, or of another `kind` of conversation
    elsewhere: ADDRESS:PORT, or the path of a socket file. `port` is the real one when it was asked for as 0."""

    def __init__(
        self,
        store: Store,
        config: Config,
        clock: Clock,
        on_accept: Callable[[], None] = lambda: None,
        kind: type[Conversation] = Conversation,
        listen: str = "",
    ) -> None:
        self.socket = Path(listen) if listen.startswith("/") else None
        host, _, port = (":0" if self.socket else listen or config.smtp_listen).rpartition(":")
        self.host, self.port = host.strip("[]"), int(port)
        self.file: tuple[int, int] | None = None
        self.config, self.kind = config, kind
        self.door = MailDoor(store, config, clock, on_accept)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="smtp", daemon=True)
        self.server: asyncio.AbstractServer | None = None

    def start_listening(self) -> None:
        """Opens the port. Raises OSError if it cannot be had."""
        self.thread.start()
        future = asyncio.run_coroutine_threadsafe(self.open_server(), self.loop)
        try:
            self.server = future.result(10)
        except OSError:
            self.end_loop()
            raise
        if self.socket is None:
            self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]

    async def open_server(self) -> asyncio.AbstractServer:
        if self.socket is None:
            return await self.loop.create_server(self.make_conversation, self.host, self.port)
        server = await self.loop.create_unix_server(self.make_conversation, self.socket)
        self.socket.chmod(SOCKET_MODE)
        self.file = file_identity(self.socket)
        return server

    def make_conversation(self) -> SMTP:
        return self.kind(
            self.door,
            data_size_limit=self.config.max_letter,
            enable_SMTPUTF8=True,
            hostname=self.config.mail_host,
            ident="pbem",
            timeout=COMMAND_SECONDS,
            loop=self.loop,
        )

    def stop_listening(self) -> None:
        """Closes the port; what was acknowledged has been kept."""
        if self.server is not None:
            asyncio.run_coroutine_threadsafe(self.close_server(), self.loop).result(10)
        self.end_loop()

    async def close_server(self) -> None:
        """Takes no more letters; those that are under way are given a moment."""
        assert self.server is not None
        self.server.close()
        self.door.closing = True
        for one in list(self.door.open):
            if not one.in_letter:
                one.end_conversation(FAREWELL)
        others = [task for task in asyncio.all_tasks(self.loop) if task is not asyncio.current_task()]
        if others:
            await asyncio.wait(others, timeout=ENDING_SECONDS)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def end_loop(self) -> None:
        if self.socket is not None and self.file is not None and file_identity(self.socket) == self.file:
            self.socket.unlink(missing_ok=True)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.door.shut_workers()
        self.loop.close()


def file_identity(file: Path) -> tuple[int, int] | None:
    """Return what tells a file from the one that a successor puts in its place; None if there is none."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def transport_peer(transport: Any) -> str:
    """Return who is at the other end; "" for a socket file. Of who has left already nothing is known, and nothing
    believed."""
    if transport.get_extra_info("socket").family == socket.AF_UNIX:
        return ""
    name = transport.get_extra_info("peername")
    return str(name[0]) if name else "0.0.0.0"
