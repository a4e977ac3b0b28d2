"""A relay on loopback that takes every letter and remembers it: when, for whom, with which Message-ID."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from time import time
from typing import Any

from aiosmtpd.controller import Controller


@dataclass(frozen=True)
class TakenLetter:
    """One letter as it came: `at` is seconds since 1970, `sender` the envelope's."""

    at: float
    sender: str
    recipient: str
    message_id: str
    subject: str
    size: int


class Sink:
    """All that was taken. `last` is the newest letter to each recipient, `seat` the newest from a seat's own address,
    `signin` the newest with a link to sign in; `answered` when the first answer to each letter of ours came."""

    def __init__(self) -> None:
        self.taken: list[TakenLetter] = []
        self.last: dict[str, Message] = {}
        self.seat: dict[str, Message] = {}
        self.signin: dict[str, str] = {}
        self.answered: dict[str, float] = {}
        self.news = threading.Condition()
        self.controller: Controller | None = None
        self.port = 0

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        raw = bytes(envelope.content)
        head = message_from_bytes(raw.partition(b"\r\n\r\n")[0], policy=compat32)
        with self.news:
            for recipient in envelope.rcpt_tos:
                self.keep(envelope.mail_from or "", recipient.lower(), head, raw)
            self.news.notify_all()
        return "250 OK Kept"

    def keep(self, sender: str, recipient: str, head: Message, raw: bytes) -> None:
        at, subject = time(), " ".join(str(head["Subject"] or "").split())
        self.taken.append(TakenLetter(at, sender, recipient, str(head["Message-ID"]), subject, len(raw)))
        self.last[recipient] = head
        if "orders+" in reply_to(head):
            self.seat[recipient] = head
        if b"/sign-in/" in raw:
            self.signin[recipient] = raw.decode("latin-1").replace("=\r\n", "")
        if answers := str(head["In-Reply-To"] or "").strip():
            self.answered.setdefault(answers, at)

    def wait(self, found: Callable[[], bool], seconds: float) -> bool:
        """Waits until something is true of what was taken; whether it came true in time."""
        with self.news:
            return self.news.wait_for(found, seconds)

    def start(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port, server_hostname="relay.localhost")
        self.controller.start()

    def stop(self) -> None:
        if self.controller is not None:
            self.controller.stop()


def reply_to(head: Message) -> str:
    """Return where an answer to a letter goes, as its fields say."""
    return str(head["Reply-To"] or head["From"] or "")
