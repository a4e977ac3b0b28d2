"""Delivery: what the outbox holds is painted and handed to the relay, or kept for the embedded mailbox.

At least once: letters are marked after the relay took them, and a copy after a crash carries the same Message-ID. A
relay that does not answer costs no letter a try; one that refuses a letter for now gets it again later; one that
refuses it for good is believed. Claims are counted before letters are painted (see `pbem.mail.outbound.painting`).
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from random import Random
from time import monotonic
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
import structlog
from sqlmodel import Session, col, select

from pbem.games.people import people
from pbem.health import metrics
from pbem.health.queues import NO_ONE, SEND_LEASE
from pbem.mail.outbound.painting import PaintedLetter, SendResult, paint_letters_ahead
from pbem.mail.outbound.pictures import Album
from pbem.settings.config import LOOPBACK, Config
from pbem.storage.database import NEVER, Clock, Stop, Store, claim_rows_in_turn, write_with_retries
from pbem.storage.models import Outbox, Player

MARGIN = timedelta(minutes=2)
"""What is left of a lease when no further letter is handed over: longer than the relay may take for one."""
DELIVERY_BATCH = 20
DELAYS = tuple(timedelta(minutes=m) for m in (1, 5, 15, 60, 120, 240, 480))
JITTER = 0.2
GIVE_UP = timedelta(days=5)
RELAY_PAUSE = timedelta(minutes=1)
"""How long nothing is tried after the relay did not answer."""
MARK_EVERY = timedelta(seconds=1)
"""How long it may take until it is written down what became of a letter."""
RELAY_SECONDS = 30
CONNECTION_KEPT_SECONDS = 20
"""Seconds that a connection to the relay is kept for the next letter."""
REFUSAL_NUMBERS = re.compile(r"[45]\d\d( [45]\.\d{1,3}\.\d{1,3})?")
"""What the log has of a refusal: its numbers. Relays name in words whom they refuse."""
NOBODY_THERE = re.compile(rf"5\d\d 5\.({'|'.join(map(re.escape, NO_ONE))})(?!\d)")
"""A refusal for good whose status (RFC 3463) speaks of who gets it: no such address or mailbox, closed, full. A relay
that refuses all we send for a reason of its own says nothing about our players."""

log = structlog.get_logger()


class RelayDown(Exception):  # noqa: N818
    """The relay cannot be talked to: no letter's fault."""


def deliver_due_letters(
    store: Store, config: Config, clock: Clock, random: Random, stop: Stop = NEVER, relay: Relay | None = None
) -> int:
    """Delivers all that is due; how many letters were taken. `relay`: a connection that is kept for the next time,
    unless nothing has gone through it for `CONNECTION_KEPT_SECONDS`."""
    own = Relay(config) if config.relay and relay is None else None
    relay = relay or own
    album = Album(store, clock)
    taken = 0
    try:
        while not stop.is_set():
            now = clock()
            ids, lease = claim_outgoing_letters(store, now), now + SEND_LEASE
            sent, tried = deliver_claim(store, config, relay, album, ids, lease, clock, random, stop)
            taken += sent
            away = relay is not None and relay.down and not stop.is_set()
            release_letters(store, ids[tried:], lease, clock() + RELAY_PAUSE if away else clock(), stop)
            if not ids or away:
                break
    finally:
        if own is not None:
            own.close_connection()
        elif relay is not None:
            relay.end_delivery_round()
    return taken


def deliver_claim(
    store: Store,
    config: Config,
    relay: Relay | None,
    album: Album,
    ids: Sequence[int],
    lease: datetime,
    clock: Clock,
    random: Random,
    stop: Stop,
) -> tuple[int, int]:
    """Hands over the letters of a claim, and writes down every second what became of them, while the claim lasts; how
    many were taken, and how many tried."""
    done: list[SendResult] = []
    taken, tried, marked = 0, 0, clock()
    with closing(paint_letters_ahead(store, config, ids, album)) as letters:
        for letter in letters:
            if stop.is_set() or clock() > lease - MARGIN:
                break
            result = hand_to_relay(relay, letter)
            if result is None:
                break
            tried += 1
            taken += not result.why
            done.append(result)
            if clock() - marked >= MARK_EVERY:
                record_results(store, done, lease, clock(), random, stop)
                done, marked = [], clock()
    record_results(store, done, lease, clock(), random, stop)
    return taken, tried


def claim_outgoing_letters(store: Store, now: datetime) -> list[int]:
    """Claims some letters until now + LEASE."""
    with store.write_session() as session:
        return claim_rows_in_turn(
            session, col(Outbox.ready_at), col(Outbox.claims), now, now + SEND_LEASE, DELIVERY_BATCH
        )


def free_dead_claims(store: Store) -> None:
    """Gives back what senders had claimed that are dead: all claims there are. They stay counted, so each of these
    letters goes alone."""
    held = (col(Outbox.claims) > 0, col(Outbox.ready_at).is_not(None))
    with store.write_session() as session:
        session.execute(sa.update(Outbox).where(*held).values(ready_at=col(Outbox.created_at)))


def hand_to_relay(relay: Relay | None, letter: PaintedLetter | SendResult) -> SendResult | None:
    """Return what became of a letter; None if the relay is away, and from then on no letter is tried."""
    if isinstance(letter, SendResult):
        return letter
    if relay is None:
        return SendResult(letter.row_id, letter=letter.letter)
    if relay.down:
        return None
    try:
        return relay.send_urgently(letter) if letter.urgent else relay.send_letter(letter)
    except RelayDown as error:
        log.warning("relay does not answer", error=str(error))
        relay.down = True
        return None


def record_results(
    store: Store, results: Sequence[SendResult], lease: datetime, now: datetime, random: Random, stop: Stop
) -> None:
    """Writes down what became of the letters, unless the lease ran out and somebody else has them."""
    found = {result.row_id: result for result in results}
    mine = select(Outbox).where(*outbox_claim_clauses(list(found), lease)).order_by(col(Outbox.id)).with_for_update()

    def write_results(session: Session) -> None:
        for row in session.exec(mine):
            apply_result(row, found[row.id], now, random)
            session.add(row)
            if found[row.id].nobody:
                people.count_player_bounce(session, session.get_one(Player, row.player_id), now)

    if results:
        write_with_retries(store, write_results, stop)


def apply_result(row: Outbox, result: SendResult, now: datetime, random: Random) -> None:
    """The row of a letter after one try."""
    row.attempts, row.claims = row.attempts + 1, 0
    row.error, row.letter, row.ready_at = result.why[:500], result.letter, None
    if not result.why:
        row.sent_at = now
        metrics.SEND_WAIT.observe((now - row.created_at).total_seconds())
    elif result.temporary and now - row.created_at < GIVE_UP:
        row.ready_at = now + retry_delay(row.attempts, random)
    elif answer := REFUSAL_NUMBERS.match(result.why):
        log.warning("letter given up", outbox=row.id, kind=row.kind, relay=answer[0])


def outbox_claim_clauses(ids: Sequence[int], lease: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return col(Outbox.id).in_(ids), col(Outbox.ready_at) == lease


def retry_delay(attempts: int, random: Random) -> timedelta:
    """Return how long until the next try after so many."""
    return DELAYS[min(attempts, len(DELAYS)) - 1] * random.uniform(1 - JITTER, 1 + JITTER)


def release_letters(store: Store, ids: Sequence[int], lease: datetime, at: datetime, stop: Stop) -> None:
    """Gives letters back that were not tried: neither a try nor a claim is counted."""
    statement = (
        sa.update(Outbox).where(*outbox_claim_clauses(ids, lease)).values(ready_at=at, claims=col(Outbox.claims) - 1)
    )
    if ids:
        write_with_retries(store, lambda session: session.execute(statement), stop)


class Relay:
    """One kept connection to the relay, opened when the first letter goes and again if it breaks; to the second relay
    while the first is away."""

    def __init__(self, config: Config) -> None:
        self.first = [urlsplit(url) for url in (config.relay, config.relay_2) if url]
        self.urls = list(self.first)
        self.name = config.mail_host
        self.connection: smtplib.SMTP | None = None
        self.certificates: dict[str, datetime] = {}
        """Until when those are good that were shown."""
        self.down = False
        self.over = False
        self.used = monotonic()

    def send_letter(self, letter: PaintedLetter) -> SendResult:
        """Raises RelayDown."""
        row_id, address, self.used = letter.row_id, letter.recipient, monotonic()
        for tried in range(2 * len(self.urls)):
            last = tried == 2 * len(self.urls) - 1
            try:
                options = ["SMTPUTF8"] if not address.isascii() else []
                self.ensure_connection().sendmail(letter.sender, [address], letter.letter, mail_options=options)
                return SendResult(row_id)
            except smtplib.SMTPRecipientsRefused as error:
                code, text = next(iter(error.recipients.values()))
                return make_refusal(row_id, code, text)
            except smtplib.SMTPNotSupportedError as error:
                return SendResult(row_id, str(error))
            except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
                if error.smtp_code != 421:
                    return make_refusal(row_id, error.smtp_code, error.smtp_error)
                self.switch_relay()
                if last:
                    raise RelayDown("421") from error
            except (OSError, smtplib.SMTPException) as error:
                self.switch_relay()
                if last or self.over:
                    raise RelayDown(type(error).__name__) from error
            except Exception:  # the next letter must not go on in the middle of this one
                self.close_connection()
                raise
        raise AssertionError("unreachable")

    @property
    def host_and_port(self) -> str:
        """Return which relay it talks to, by host and port."""
        return self.urls[0].netloc.rpartition("@")[2]

    def send_urgently(self, letter: PaintedLetter) -> SendResult:
        """As `send_letter`; what one relay refuses is offered to the other as well. Raises RelayDown."""
        sent = self.send_letter(letter)
        if sent.why and len(self.urls) > 1:
            self.switch_relay()
            sent = self.send_letter(letter)
            self.switch_relay()
        return sent

    def switch_relay(self) -> None:
        """Hangs up; the next to be called is the other relay, if there is one."""
        self.close_connection()
        self.urls.append(self.urls.pop(0))

    def ensure_connection(self) -> smtplib.SMTP:
        if self.connection is None:
            self.connection = self.connect_relay()
        return self.connection

    def connect_relay(self) -> smtplib.SMTP:
        url = self.urls[0]
        host = url.hostname or ""
        if url.scheme == "smtps":
            fresh: smtplib.SMTP = smtplib.SMTP_SSL(
                host, url.port or 465, self.name, timeout=RELAY_SECONDS, context=trusted_ssl_context()
            )
        else:
            fresh = smtplib.SMTP(host, url.port or 25, self.name, timeout=RELAY_SECONDS)
            fresh.ehlo_or_helo_if_needed()
            if host not in LOOPBACK and fresh.has_extn("starttls"):
                fresh.starttls(context=trusted_ssl_context())
        if isinstance(fresh.sock, ssl.SSLSocket):
            self.certificates[host] = certificate_expiry(fresh.sock)
        if url.username:
            fresh.login(unquote(url.username), unquote(url.password or ""))
        return fresh

    def abort_talk(self) -> None:
        """Ends the talk for good, from another thread: whoever waits for the relay's answer is told that it is away."""
        self.over = self.down = True
        line = self.connection.sock if self.connection else None
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def end_delivery_round(self) -> None:
        """No more letters for now; whether it is away is found out anew."""
        self.down = self.over
        if monotonic() - self.used > CONNECTION_KEPT_SECONDS:
            self.close_connection()
            self.urls = list(self.first)

    def close_connection(self) -> None:
        if self.connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                self.connection.quit()
            self.connection.close()
            self.connection = None


def certificate_expiry(line: ssl.SSLSocket) -> datetime:
    """Until when the certificate is good that was shown and believed."""
    shown = line.getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)


@lru_cache(maxsize=1)
def trusted_ssl_context() -> ssl.SSLContext:
    """Return whose certificates are believed; read once, since that takes longer than painting a letter."""
    return ssl.create_default_context()


def make_refusal(row_id: int, code: int, text: bytes | str) -> SendResult:
    said = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    why = f"{code} {said}"
    return SendResult(row_id, why, temporary=code < 500, nobody=bool(NOBODY_THERE.match(why)))
