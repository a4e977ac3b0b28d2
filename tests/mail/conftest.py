"""A post office for tests: a real SMTP door in front of a store, the clerk behind it, and a real relay to send to."""

from __future__ import annotations

import json
import smtplib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from sqlmodel import col, select

from pbem.mail.inbound import inbox
from pbem.mail.inbound.smtp_door import Listener
from pbem.mail.outbound import delivery, painting
from pbem.mail.outbound.pictures import Album
from pbem.settings import config, installed_engines, mail_addresses
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Outbox, Player
from tests.games.party import Party, clock_at, open_party, start_party
from tests.games.toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installed_engines.ENGINES, "toy", TOY)


@dataclass
class Office:
    """Letters in by SMTP, read by the clerk, answers looked at. Its clock stands where a test puts it."""

    store: Store
    config: Config
    now: datetime
    listener: Listener = field(init=False)

    def __post_init__(self) -> None:
        self.listener = Listener(self.store, self.config, lambda: self.now)
        self.listener.start_listening()

    def later(self, **span: float) -> None:
        self.now += timedelta(**span)

    def smtp(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.listener.port, "client.example.org")

    def post(self, sender: str, recipient: str, raw: bytes) -> None:
        """Hands a letter in at the door; the envelope sender is `sender`."""
        with self.smtp() as connection:
            connection.sendmail(sender, [recipient], raw)

    def write(
        self, sender: str, recipient: str, text: str, subject: str = "", *, fields: dict[str, str] | None = None
    ) -> None:
        """A plain letter, handed in and read."""
        self.post(sender, recipient, letter(sender, text, subject, fields).as_bytes())
        self.read()

    def read(self) -> int:
        return inbox.read_waiting_letters(self.store, self.config, clock_at(self.now))

    def deliver(self) -> int:
        return delivery.deliver_due_letters(self.store, self.config, clock_at(self.now), Random(1))

    def seat_address(self, party: Party, code: str) -> str:
        with self.store.read_session() as session:
            seat = party.seat(session, code)
            assert seat.id is not None
            return mail_addresses.make_seat_address(
                self.config.secret_key, self.config.mail_host, seat.id, seat.generation, seat.nonce
            )

    def reply_address(self, row: Outbox) -> str:
        return str(self.paint_letter(row)["Reply-To"])

    def paint_letter(self, row: Outbox) -> EmailMessage:
        """An outbox row as the letter it becomes; what else waits goes on waiting."""
        with self.store.read_session() as session:
            bytes_ = session.get_one(Outbox, row.id).letter
        if bytes_ is None:
            album = Album(self.store, clock_at(self.now))
            done = painting.paint_letter(self.store, self.config, row.id or 0, album)
            assert isinstance(done, painting.PaintedLetter), done
            bytes_ = done.letter
            with self.store.write_session() as session:
                delivery.apply_result(
                    session.get_one(Outbox, row.id),
                    painting.SendResult(done.row_id, letter=bytes_),
                    self.now,
                    Random(1),
                )
        found = message_from_bytes(bytes_, policy=policy.default)
        assert isinstance(found, EmailMessage)
        return found

    def text(self, row: Outbox) -> str:
        body = self.paint_letter(row).get_body(("plain",))
        assert body is not None
        text: str = body.get_content()
        return text.replace("\r\n", "\n")

    def outbox(self, address: str = "", kind: str = "") -> list[Outbox]:
        """Return what was queued, for one address, of one kind, in order."""
        with self.store.read_session() as session:
            query = select(Outbox, Player).join(Player, col(Outbox.player_id) == Player.id).order_by(col(Outbox.id))
            return [r for r, p in session.exec(query) if address in ("", p.address) and kind in ("", r.kind)]

    def receipt(self, address: str) -> dict[str, Any]:
        """The facts of the newest receipt to an address."""
        found: dict[str, Any] = json.loads(self.outbox(address, "receipt")[-1].data)
        return found

    def outcomes(self, address: str) -> list[tuple[str, str]]:
        """The level and text of each line of the newest receipt."""
        return [(line["level"], line["text"]) for line in self.receipt(address)["lines"]]

    def mails(self) -> list[MailIn]:
        with self.store.read_session() as session:
            return list(session.exec(select(MailIn).order_by(col(MailIn.id))))

    def start_party(self, **given: Any) -> Party:
        return start_party(self.store, self.now, **given)

    def open_party(self, **given: Any) -> Party:
        return open_party(self.store, self.now, **given)


def letter(sender: str, text: str, subject: str = "", fields: dict[str, str] | None = None) -> EmailMessage:
    message = EmailMessage(policy=policy.SMTP)
    message["From"] = sender
    message["Subject"] = subject
    message["Message-ID"] = make_msgid(domain="client.example.org")
    for name, value in (fields or {}).items():
        message[name] = value
    message.set_content(text)
    return message


def delivery_report(address: str, action: str = "failed", status: str = "5.1.1") -> bytes:
    """Return what a mail server writes about a letter that is late ("delayed") or could not be delivered ("failed")."""
    return (
        "From: MAILER-DAEMON@mx.example.org (Mail Delivery System)\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        f"Message-ID: {make_msgid(domain='mx.example.org')}\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=b"\r\n\r\n'
        "--=b\r\nContent-Type: text/plain\r\n\r\nI am sorry about your letter.\r\n"
        "--=b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n--=b--\r\n"
    ).encode()


@pytest.fixture
def office(sqlite: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    yield from opened_office(sqlite, tmp_path, now)


def opened_office(store: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    settings = config.load_config(
        tmp_path / "instance", {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_HOST": "pbem.test"}
    )
    found = Office(store, settings, now)
    yield found
    found.listener.stop_listening()


class Sink:
    """What a relay does: takes letters, or refuses with `answer` for addresses that contain `bad`."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, list[str], EmailMessage]] = []
        self.answer, self.bad = "250 OK", "@"

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        if self.bad in envelope.rcpt_tos[0] and not self.answer.startswith("250"):
            return self.answer
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.letters.append((envelope.mail_from, envelope.rcpt_tos, message))
        return "250 OK"


@pytest.fixture
def sink() -> Iterator[tuple[Sink, int]]:
    with relay() as found:
        yield found


@contextmanager
def relay() -> Iterator[tuple[Sink, int]]:
    """A relay on a port of its own."""
    handler = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(handler, hostname="127.0.0.1", port=port, server_hostname="relay.test")
    controller.start()
    yield handler, port
    controller.stop()


def use_relay(office: Office, port: int) -> None:
    """From now on letters go to the relay on this port."""
    office.config = replace(office.config, relay=f"smtp://127.0.0.1:{port}")
