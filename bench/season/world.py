"""The machine on which a season is played: the parts of `pbem serve` in this process, a relay, and a time that is moved
on from one moment at which something is to be done to the next."""

from __future__ import annotations

import heapq
import socket
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from smtplib import SMTP, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
import structlog
from aiosmtpd.controller import Controller
from sqlmodel import col, func

from bench._servers import MAIL_HOST, furnish_instance
from bench.season.journal import Journal, Letter
from pbem.health import clock_check
from pbem.health.duty import Duty
from pbem.mail.inbound.smtp_door import Listener
from pbem.mail.outbound import delivery
from pbem.server.duties.receive import Receive
from pbem.server.serve import Server
from pbem.settings import config as configuration
from pbem.storage.database import Store
from pbem.storage.models import Campaign, Deputy, Game, GameBook, MailIn, Outbox, Phase, Pulse

BEAT = clock_check.OUTAGE - timedelta(minutes=1)
"""The last beat of a server that lives is never older; a longer silence would be an outage."""
AGAIN = timedelta(minutes=15)
"""When a mail server offers a letter again that was not taken."""
HOURLY = timedelta(hours=1)
ALARMS = (
    col(Phase.due_at),
    col(Outbox.ready_at),
    col(MailIn.ready_at),
    col(Campaign.due_at),
    col(Game.roll_call_until),
    col(GameBook.ready_at),
)
"""Where the server keeps when it has something to do."""


class Relay:
    """Takes letters; those to whom no letter comes through are refused, or returned by a report of failure."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.taken: list[tuple[str, str, bytes, str]] = []
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port, server_hostname="relay.localhost")

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:  # noqa: N802
        to = envelope.rcpt_tos[0].lower()
        fate = self.world.fate(to)
        self.taken.append((envelope.mail_from or "", to, bytes(envelope.content), fate))
        return "550 5.1.1 There is no such mailbox" if fate == "refused" else "250 OK"


@dataclass(order=True)
class Event:
    """Something that somebody does at a moment."""

    at: datetime
    number: int
    act: Callable[[], None] = field(compare=False)


class World:
    """`now` is the time of the machine. `fate` says what becomes of a letter to an address, `hears` is told of each
    that arrived; both are set by whoever fills the world with people."""

    def __init__(self, folder: Path, begins: datetime) -> None:
        self.folder, self.now, self.begins = folder, begins, begins
        self.boots = 1
        self.fate: Callable[[str], str] = lambda _: "taken"
        self.hears: Callable[[Letter], None] = lambda _: None
        self.events: list[Event] = []
        self.numbers = count(1)
        self.pruned = begins
        self.refusals = 0
        self.warned: list[str] = []
        self.outages: list[tuple[datetime, datetime]] = []
        self.journal = Journal(folder / "letters.db")
        self.relay = Relay(self)
        self.relay.controller.start()
        relay = f"smtp://127.0.0.1:{self.relay.port}"
        furnish_instance(folder, {}, relay=relay, smtp_listen="127.0.0.1:0")
        self.config = configuration.load_config(folder, {"PBEM_MAIL_SERVERS": "127.0.0.1"})
        self.store = Store(self.config.database)
        self.store.migrate()
        self.server: Server | None = None
        self.line: SMTP | None = None
        self.next_alarm: datetime | None = begins
        self.start()

    # --- the machine ---

    def reading(self) -> clock_check.ClockReading:
        """Both clocks of the machine; they always agree."""
        return clock_check.ClockReading(
            self.now, clock_check.Uptime(f"start {self.boots}", (self.now - self.begins).total_seconds())
        )

    def start(self) -> None:
        """The server begins to serve."""
        self.server = Server(self.store, self.config, self.reading)
        self.server.house.clock_is_right()
        self.door.start_listening()
        self.next_alarm = self.now

    @property
    def door(self) -> Listener:
        """Return where letters come in."""
        assert self.server is not None
        part = self.server.parts[Duty.RECEIVE]
        assert isinstance(part, Receive)
        return part.listeners["smtp_listen"]

    def stop(self) -> None:
        """The server is gone, and its door is shut."""
        if self.line is not None:
            self.line.close()
            self.line = None
        if self.server is not None:
            self.door.stop_listening()
            self.server.parts[Duty.SEND].close_part()
            self.server = None

    def close(self) -> None:
        self.stop()
        self.relay.controller.stop()
        self.store.close()
        self.journal.close()

    def outage(self, span: timedelta, *, restarted: bool) -> None:
        """Nothing runs for some time. `restarted`: the whole machine."""
        since = self.now
        self.stop()
        self.lapse(self.now + span)
        self.outages.append((since, self.now))
        self.boots += restarted
        self.start()

    def lapse(self, end: datetime) -> None:
        """Time in which people do what they do, and nobody serves."""
        while self.events and self.events[0].at <= end:
            event = heapq.heappop(self.events)
            self.now = max(self.now, event.at)
            self.do_event(event)
        self.now = end

    def do_event(self, event: Event) -> None:
        """Has something done; trouble with it is a finding, and no end of the season."""
        try:
            event.act()
        except Exception as error:
            self.warned.append(
                f"{self.now:%d %b %H:%M}: nobody could do what he wanted: {type(error).__name__}: {error}"
            )

    # --- time ---

    def schedule(self, moment: datetime, act: Callable[[], None]) -> None:
        """Has something done at a moment, or now if that is over."""
        heapq.heappush(self.events, Event(max(moment.astimezone(UTC), self.now), next(self.numbers), act))

    def until(self, end: datetime) -> None:
        """Lets time pass, with all that is to be done in it."""
        while self.now < end:
            ahead = [end]
            ahead += [self.events[0].at] if self.events else []
            ahead += [self.next_alarm] if self.next_alarm else []
            self.idle(max(self.now, min(ahead)))
            while self.events and self.events[0].at <= self.now:
                self.do_event(heapq.heappop(self.events))
                self.next_alarm = self.now
            if self.next_alarm and self.next_alarm <= self.now:
                self.work()

    def idle(self, until: datetime) -> None:
        """Time in which nothing is due: the server makes itself known every half minute. Of these beats only the last
        is written down, since each does nothing but take the place of the one before."""
        if until - self.now > BEAT:
            self.now = until - BEAT
            here = self.reading()
            with self.store.write_session() as session:
                for who in clock_check.Beat:
                    session.merge(Pulse(id=who, beat_at=here.wall, boot=here.uptime.boot, ran=here.uptime.ran))
        self.now = until

    def work(self) -> None:
        """Runs the jobs of the server as they come, once; then letters go out, and are read by whom they are for."""
        assert self.server is not None
        for name, job, _ in self.server.list_server_jobs():
            if name == "retention" and self.now - self.pruned < HOURLY * 24:
                continue
            job()
        if self.now - self.pruned >= HOURLY * 24:
            self.pruned = self.now
        self.deliver_taken()
        self.next_alarm = self.alarm()

    def alarm(self) -> datetime | None:
        """Return when the server has something to do next."""
        with self.store.read_session() as session:
            found = [session.execute(sa.select(func.min(column))).scalar() for column in ALARMS]
            waiting = sa.select(func.min(Deputy.begins_at)).where(
                col(Deputy.told) == "", col(Deputy.ended_at).is_(None)
            )
            found.append(session.execute(waiting).scalar())
        return min((max(at, self.now + timedelta(seconds=2)) for at in found if at), default=None)

    # --- letters ---

    def deliver_taken(self) -> None:
        """What the relay has taken comes to whom it is for, or back."""
        taken, self.relay.taken = self.relay.taken, []
        for sender, to, raw, fate in taken:
            letter = self.journal.keep(raw, out=True, at=self.now, sender=sender, recipient=to, fate=fate)
            if fate == "taken":
                self.hears(letter)
            elif fate == "returned":
                self.post("", sender, failure(to, letter.number), self.now)

    def post(self, sender: str, recipient: str, raw: bytes, written: datetime) -> None:
        """Hands a letter in at the server's door; while that is shut, it is offered again and again."""
        if self.hand_over(sender, recipient, raw):
            self.journal.keep(raw, out=False, at=self.now, sender=sender, recipient=recipient)
            self.next_alarm = self.now
        else:
            self.schedule(self.now + AGAIN, lambda: self.post(sender, recipient, raw, written))

    def hand_over(self, sender: str, recipient: str, raw: bytes) -> bool:
        if self.server is None:
            return False
        for _ in range(2):
            try:
                if self.line is None:
                    self.line = SMTP("127.0.0.1", self.door.port, "mail.example")
                self.line.sendmail(sender, [recipient], raw)
                return True
            except (SMTPServerDisconnected, ConnectionError):
                self.line = None
            except SMTPRecipientsRefused as error:
                code = next(iter(error.recipients.values()))[0]
                self.refusals += code >= 500
                return code >= 500
            except SMTPResponseException as error:
                if error.smtp_code < 500:
                    return False
                raise
        return False


def failure(address: str, number: int) -> bytes:
    """Return what a mail server writes about a letter that could not be delivered."""
    return (
        "From: MAILER-DAEMON@mx.example (Mail Delivery System)\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        f"Message-ID: <returned-{number}@mx.example>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="=b"\r\n\r\n'
        "--=b\r\nContent-Type: text/plain\r\n\r\nI am sorry about your letter.\r\n"
        "--=b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--=b--\r\n"
    ).encode()


@contextmanager
def open_world(folder: Path, begins: datetime) -> Iterator[World]:
    """A world that is closed whatever happens in it."""
    with no_pictures(), warnings_kept() as warned:
        world = World(folder, begins)
        world.warned = warned
        try:
            yield world
        finally:
            world.close()


@contextmanager
def no_pictures() -> Iterator[None]:
    """Letters go without pictures, which take longer than all else together."""
    with patch.object(delivery, "Album", lambda *_: None):
        yield


@contextmanager
def warnings_kept() -> Iterator[list[str]]:
    """What the server's log warns of meanwhile; the rest of it is dropped."""
    before, found = structlog.get_config(), list[str]()

    def kept(_: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if method not in ("debug", "info"):
            found.append(" ".join(f"{name}={value}" for name, value in event.items()))
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.processors.format_exc_info, kept], cache_logger_on_first_use=False)
    try:
        yield found
    finally:
        structlog.configure(**before)


__all__ = ["MAIL_HOST", "World", "open_world"]
