"""A host's own set-up for tests: an instance folder, a `pbem` process with open doors, and a relay that takes letters.

Nothing in here waits for the clock: what a test awaits is a letter, a line of output, or the end of a process.
"""

from __future__ import annotations

import os
import smtplib
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Condition
from types import MappingProxyType
from typing import Any

from aiosmtpd.controller import Controller

from tests import nursery

PATIENCE = 60
"""Seconds after which a test that awaits something has failed."""
ROOT = nursery.ROOT
NONE: Mapping[str, str] = MappingProxyType({})


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Relay:
    """Takes every letter it is given and lets a test await one."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, str, EmailMessage]] = []
        self.news = Condition()
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port, server_hostname="relay.test")

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        with self.news:
            self.letters += [(envelope.mail_from, to, message) for to in envelope.rcpt_tos]
            self.news.notify_all()
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """Return what came for an address so far."""
        with self.news:
            return [letter for _, to, letter in self.letters if to == address]

    def wait_for_letter(self, address: str, fits: Callable[[EmailMessage], bool] = lambda _: True) -> EmailMessage:
        """The newest letter to an address that fits; waits until there is one."""
        with self.news:
            assert self.news.wait_for(lambda: any(fits(m) for m in self.to_locked(address)), PATIENCE), (
                f"no such letter to {address}; there are {[(t, m['Subject']) for _, t, m in self.letters]}"
            )
            return next(m for m in reversed(self.to_locked(address)) if fits(m))

    def to_locked(self, address: str) -> list[EmailMessage]:
        return [letter for _, to, letter in self.letters if to == address]


def words(letter: EmailMessage) -> str:
    """The plain text of a letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


@dataclass
class Host:
    """One instance folder with its settings. `serving` runs `pbem serve` (or another command) on it."""

    folder: Path
    relay: Relay | None = None
    settings: dict[str, str] = field(default_factory=dict)
    web: int = field(default_factory=free_port)
    smtp: int = field(default_factory=free_port)

    @property
    def environment(self) -> dict[str, str]:
        own = {"web_listen": f"127.0.0.1:{self.web}", "smtp_listen": f"127.0.0.1:{self.smtp}", "mail_host": "pbem.test"}
        if self.relay:
            own["relay"] = f"smtp://127.0.0.1:{self.relay.port}"
        return {**os.environ, **{f"PBEM_{k.upper()}": v for k, v in {**own, **self.settings}.items()}}

    def start_command(self, *command: str) -> nursery.Process:
        """A `pbem` command under way, its output in one pipe."""
        return nursery.start_process("pbem.cli", ["--instance", str(self.folder), *command], self.environment)

    def run_command(self, *command: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """A `pbem` command that has ended, with `given` on its standard input."""
        line = ["--instance", str(self.folder), *command]
        return nursery.run_process("pbem.cli", line, self.environment, given, PATIENCE * 2)

    @contextmanager
    def serving(self, *command: str, says: str = "pbem serves") -> Iterator[nursery.Process]:
        """The server with open doors; killed at the end if it still runs."""
        process = self.start_command(*(command or ("serve",)))
        try:
            assert process.stdout is not None
            heard = []
            for line in process.stdout:
                heard.append(line)
                if says in line:
                    break
            else:
                raise AssertionError("the server ended: " + "".join(heard))
            yield process
        finally:
            process.kill()
            process.communicate()

    def door(self, source: str = "127.0.0.1") -> smtplib.SMTP:
        """An SMTP connection from one of loopback's own addresses."""
        return smtplib.SMTP("127.0.0.1", self.smtp, "client.example.org", PATIENCE, (source, 0))

    def post(self, sender: str, recipient: str, raw: bytes | str) -> None:
        """A letter handed in at the door."""
        with self.door() as connection:
            connection.sendmail(sender, [recipient], raw)

    def http(
        self, path: str, method: str = "GET", body: str | None = None, headers: Mapping[str, str] = NONE
    ) -> tuple[HTTPResponse, str]:
        """One request and its answer, redirections not followed."""
        connection = HTTPConnection("127.0.0.1", self.web, timeout=PATIENCE)
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        connection.close()
        return response, text


def wait_until_it_holds(holds: Callable[[], bool]) -> None:
    """Asks again and again, for as long as anything is waited for in tests."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
