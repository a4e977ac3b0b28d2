"""A relay in moods: it remembers what it took as `Sink` does, and for a while at a time it will not have letters."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from enum import StrEnum
from typing import Any

from aiosmtpd.smtp import SMTP

from bench._sink import Sink

SLOWLY = 4.0
"""Seconds that it thinks about a letter while it is slow."""
REFUSALS = 2
"""How often one letter is put off at most: a sender comes again after one minute, five, fifteen, an hour …"""


class Mood(StrEnum):
    WELL = "takes letters"
    SHUT = "is shut"
    BUSY = "says 421 and hangs up"
    GREY = "says 451 to recipients"
    DOUBTING = "says 451 to letters"
    CUTTING = "hangs up in the middle of a letter"
    MUTE = "takes a letter and hangs up without an answer"
    SLOW = "is slow"


class Talk(SMTP):
    """A conversation with it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.event_handler.talks.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.talks.discard(self)
        super().connection_lost(error)

    def cut(self) -> None:
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if self.event_handler.mood is not Mood.CUTTING:
            await super().smtp_DATA(arg)
            return
        self.event_handler.had[Mood.CUTTING] += 1
        await self.push("354 Go on")
        await self._reader.readuntil(b"\r\n")
        self.cut()
        raise asyncio.CancelledError


class MoodySink(Sink):
    """`mood` is how it feels, `had` in which moods it did what to how many letters."""

    def __init__(self) -> None:
        super().__init__()
        self.mood = Mood.WELL
        self.had: Counter[str] = Counter()
        self.refused: Counter[tuple[str, str]] = Counter()
        self.talks: set[Talk] = set()
        self.loop = asyncio.new_event_loop()
        self.door: asyncio.Server | None = None

    def start(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        threading.Thread(target=self.loop.run_forever, daemon=True, name="relay").start()
        self.feel(Mood.WELL)

    def stop(self) -> None:
        self.feel(Mood.SHUT)
        self.loop.call_soon_threadsafe(self.loop.stop)

    def feel(self, mood: Mood) -> None:
        """Is in a mood from now on; returns when it is."""
        asyncio.run_coroutine_threadsafe(self.change(mood), self.loop).result()

    async def change(self, mood: Mood) -> None:
        self.mood = mood
        if mood is Mood.SHUT and self.door is not None:
            self.door.close()
            self.door = None
            for talk in list(self.talks):
                talk.cut()
        elif mood is not Mood.SHUT and self.door is None:
            self.door = await self.loop.create_server(self.talk, "127.0.0.1", self.port)

    def talk(self) -> Talk:
        return Talk(self, hostname="relay.localhost")

    async def handle_MAIL(self, talk: Talk, _: Any, envelope: Any, sender: str, options: list[str]) -> str:  # noqa: N802
        if self.mood is Mood.BUSY:
            self.had[self.mood] += 1
            self.loop.call_later(0.01, talk.cut)
            return "421 4.3.2 Not now"
        envelope.mail_from = sender
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, recipient: str, ___: list[str]) -> str:  # noqa: N802
        if self.mood is Mood.GREY and self.puts_off(envelope.mail_from, recipient):
            return "451 4.7.1 Come again later"
        envelope.rcpt_tos.append(recipient)
        return "250 OK"

    async def handle_DATA(self, talk: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.mood is Mood.SLOW:
            self.had[self.mood] += 1
            await asyncio.sleep(SLOWLY)
        if self.mood is Mood.DOUBTING and self.puts_off(envelope.mail_from, envelope.rcpt_tos[0]):
            return "451 4.3.0 Come again later"
        said = await super().handle_DATA(talk, session, envelope)
        if self.mood is Mood.MUTE:
            self.had[self.mood] += 1
            talk.cut()
        return said

    def puts_off(self, sender: str, recipient: str) -> bool:
        """Return whether a letter is put off, which happens to none for ever."""
        self.refused[sender, recipient] += 1
        put_off = self.refused[sender, recipient] <= REFUSALS
        self.had[self.mood] += put_off
        return put_off
