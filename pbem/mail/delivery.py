"""Delivery: what the outbox holds is painted and handed to the relay, or kept for the embedded mailbox.

At least once: letters are marked after the relay took them, and a copy after a crash carries the same Message-ID. A
relay that does not answer costs no letter a try; one that refuses a letter for now gets it again later; one that
refuses it for good is believed.
"""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
import structlog
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col

from pbem import addresses
from pbem.config import LOOPBACK, Config
from pbem.db import Store, claim
from pbem.mail.compose import Gone, compose
from pbem.models import Outbox, Player

LEASE = timedelta(minutes=5)
BATCH = 20
DELAYS = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 120, 240, 480))
JITTER = 0.2
GIVE_UP = timedelta(days=5)
PAUSE = timedelta(minutes=1)
"""How long nothing is tried after the relay did not answer."""
RELAY_SECONDS = 30

log = structlog.get_logger()


class RelayDown(Exception):  # noqa: N818
    """The relay cannot be talked to: no letter's fault."""


@dataclass(frozen=True)
class Painted:
    """A letter ready to go, with its envelope."""

    row_id: int
    sender: str
    recipient: str
    letter: bytes


@dataclass(frozen=True)
class Sent:
    """What became of one letter: taken, or kept to be tried again (`temporary`), or refused; `why` for the host."""

    row_id: int
    why: str = ""
    temporary: bool = False
    letter: bytes | None = None


def work(store: Store, config: Config, now: datetime, random: Random) -> int:
    """Delivers all that is due; how many letters were taken."""
    relay = Relay(config) if config.relay else None
    taken = 0
    try:
        while ids := claimed(store, now):
            results = [handed(relay, letter) for letter in painted(store, config, ids)]
            done = [r for r in results if r is not None]
            mark(store, done, now, random)
            taken += sum(not r.why for r in done)
            if len(done) < len(ids):
                release(store, [i for i in ids if i not in {r.row_id for r in done}], now)
                break
    finally:
        if relay is not None:
            relay.close()
    return taken


def claimed(store: Store, now: datetime) -> list[int]:
    with store.write() as session:
        return claim(session, col(Outbox.ready_at), now, now + LEASE, BATCH)


def painted(store: Store, config: Config, ids: Sequence[int]) -> list[Painted | Sent]:
    """The letters of a claim, or why one has none."""
    with store.read() as session:
        return [paint(session, config, row_id) for row_id in ids]


def paint(session: Session, config: Config, row_id: int) -> Painted | Sent:
    try:
        row = session.get_one(Outbox, row_id)
        letter = compose(session, config, row).as_bytes()
        envelope = addresses.made(config.secret_key, "bounce", config.mail_host, row_id)
        return Painted(row_id, envelope, session.get_one(Player, row.player_id).address, letter)
    except Gone as error:
        return Sent(row_id, str(error))
    except Exception as error:
        log.exception("letter could not be painted", outbox=row_id)
        # what cannot be painted now cannot be painted later, unless it is the database that is away
        return Sent(row_id, f"could not be painted: {type(error).__name__}", temporary=isinstance(error, DBAPIError))


def handed(relay: Relay | None, letter: Painted | Sent) -> Sent | None:
    """What became of a letter; None if the relay is away, and from then on no letter is tried."""
    if isinstance(letter, Sent):
        return letter
    if relay is None:
        return Sent(letter.row_id, letter=letter.letter)
    if relay.down:
        return None
    try:
        return relay.send(letter)
    except RelayDown as error:
        log.warning("relay does not answer", error=str(error))
        relay.down = True
        return None


def mark(store: Store, results: Sequence[Sent], now: datetime, random: Random) -> None:
    """Writes down what became of the letters, unless the lease ran out and somebody else has them."""
    with store.write() as session:
        for result in results:
            row = session.get_one(Outbox, result.row_id)
            if row.ready_at != now + LEASE:
                continue
            row.attempts += 1
            row.error, row.letter, row.ready_at = result.why[:500], result.letter, None
            if not result.why:
                row.sent_at = now
            elif result.temporary and now - row.created_at < GIVE_UP:
                row.ready_at = now + delay(row.attempts, random)
            session.add(row)


def delay(attempts: int, random: Random) -> timedelta:
    """How long until the next try after so many."""
    return DELAYS[min(attempts, len(DELAYS)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)


def release(store: Store, ids: Sequence[int], now: datetime) -> None:
    """Gives letters back that were not tried: all of the queue waits for the relay, and no try is counted."""
    with store.write() as session:
        mine = col(Outbox.id).in_(ids) & (col(Outbox.ready_at) == now + LEASE)
        session.execute(sa.update(Outbox).where(mine).values(ready_at=now + PAUSE))


class Relay:
    """One kept connection to the relay, opened when the first letter goes and again if it breaks."""

    def __init__(self, config: Config) -> None:
        self.url = urlsplit(config.relay)
        self.name = config.mail_host
        self.connection: smtplib.SMTP | None = None
        self.down = False

    def send(self, letter: Painted) -> Sent:
        """Raises RelayDown."""
        row_id, address = letter.row_id, letter.recipient
        for last in (False, True):
            try:
                options = ["SMTPUTF8"] if not address.isascii() else []
                self.open().sendmail(letter.sender, [address], letter.letter, mail_options=options)
                return Sent(row_id)
            except smtplib.SMTPRecipientsRefused as error:
                code, text = next(iter(error.recipients.values()))
                return refused(row_id, code, text)
            except smtplib.SMTPNotSupportedError as error:
                return Sent(row_id, str(error))
            except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
                if error.smtp_code != 421:
                    return refused(row_id, error.smtp_code, error.smtp_error)
                self.close()
                if last:
                    raise RelayDown("421") from error
            except (OSError, smtplib.SMTPException) as error:
                self.close()
                if last:
                    raise RelayDown(type(error).__name__) from error
        raise AssertionError("unreachable")

    def open(self) -> smtplib.SMTP:
        if self.connection is None:
            self.connection = self.connected()
        return self.connection

    def connected(self) -> smtplib.SMTP:
        host = self.url.hostname or ""
        context = ssl.create_default_context()
        if self.url.scheme == "smtps":
            fresh: smtplib.SMTP = smtplib.SMTP_SSL(
                host, self.url.port or 465, self.name, timeout=RELAY_SECONDS, context=context
            )
        else:
            fresh = smtplib.SMTP(host, self.url.port or 25, self.name, timeout=RELAY_SECONDS)
            fresh.ehlo_or_helo_if_needed()
            if host not in LOOPBACK and fresh.has_extn("starttls"):
                fresh.starttls(context=context)
        if self.url.username:
            fresh.login(unquote(self.url.username), unquote(self.url.password or ""))
        return fresh

    def close(self) -> None:
        if self.connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                self.connection.quit()
            self.connection.close()
            self.connection = None


def refused(row_id: int, code: int, text: bytes | str) -> Sent:
    said = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return Sent(row_id, f"{code} {said}", temporary=code < 500)
