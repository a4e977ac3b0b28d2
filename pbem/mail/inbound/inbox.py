"""The inbox: every kept letter comes to the clerk once, those to one seat in the order in which they were accepted.

A claim is counted and committed before a byte of a letter is read. Letters are claimed together the first time; one
whose reader died is claimed alone from then on, so that one that kills its reader costs no other anything, and is
parked after `READER_ATTEMPTS` deaths of its own. A database in trouble costs no letter an attempt.

What was claimed together is read before the database is locked, and done in one transaction: one commit for all of
them. If something breaks, nothing of that is kept, and each of them is done by itself; the one that breaks is put off.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import accumulate, takewhile
from typing import NamedTuple

import sqlalchemy as sa
import structlog
from sqlmodel import Session, col, or_, select

from pbem.games import games
from pbem.games.leading import leaders
from pbem.games.notify import Kind, list_holders, queue_letter, queue_to_master
from pbem.games.orders import receipts
from pbem.health import metrics
from pbem.mail.inbound import identity, letter, postmaster
from pbem.mail.inbound.case import settle_letter
from pbem.mail.inbound.clerk import handle_letter
from pbem.mail.inbound.letter import Letter, UnreadableError
from pbem.settings.config import Config
from pbem.storage.database import NEVER, TROUBLE, Clock, Stop, Store, claim_rows_in_turn, write_with_retries
from pbem.storage.models import MailIn

INBOX_LEASE = timedelta(minutes=1)
RETRY = timedelta(minutes=1)
RETRY_SOON = timedelta(seconds=5)
"""When it is tried again after trouble with the database."""
PATIENCE = timedelta(hours=1)
"""How long after its acceptance trouble with the database costs a letter no attempt."""
READER_ATTEMPTS = 5
"""How many readers of its own a letter may cost before it is put aside."""
INBOX_BATCH = 20
TOGETHER_BYTES = 500_000
"""Bytes of the letters that are done together at most."""
log = structlog.get_logger()


def read_waiting_letters(store: Store, config: Config, clock: Clock, stop: Stop = NEVER) -> int:
    """Reads every letter that waits; how many there were."""
    return read_all_batches(store, config, clock, stop)


def read_letters_until(
    store: Store, config: Config, game_ids: Collection[int], until: datetime, clock: Clock, stop: Stop = NEVER
) -> Collection[int]:
    """Reads first what was accepted up to an instant and may be about some games; about which of them something is left
    unread.

    What somebody else has in hand is left to them. A letter to an address that everybody may write to can be about any
    game before it is read.
    """
    about = (or_(col(MailIn.game_id).in_(game_ids), col(MailIn.game_id).is_(None)), col(MailIn.received_at) <= until)
    read_all_batches(store, config, clock, stop, *about)
    with store.read_session() as session:
        unread = select(MailIn.game_id).where(MailIn.status == "new", col(MailIn.ready_at).is_not(None), *about)
        found = {*session.exec(unread.distinct())}
    return game_ids if None in found else {game_id for game_id in found if game_id is not None}


def read_all_batches(store: Store, config: Config, clock: Clock, stop: Stop, *which: sa.ColumnElement[bool]) -> int:
    """Reads the letters of a kind that wait, batch after batch; how many there were."""
    done = 0
    while not stop.is_set():
        now = clock()
        if done and not is_letter_due(store, now, *which):
            break
        ids, lease = claim_unread_letters(store, now, *which), now + INBOX_LEASE
        try:
            some = open_letters(store, ids)
        except TROUBLE:
            give_letters_back(store, ids, lease, clock() + RETRY_SOON, stop)
            return done
        left = process_all_letters(store, config, some, lease, clock, stop)
        done += len(ids) - len(left)
        if left or not ids:
            break
    return done


def process_all_letters(
    store: Store, config: Config, some: Sequence[OpenedLetter], lease: datetime, clock: Clock, stop: Stop
) -> Sequence[OpenedLetter]:
    """Does what some claimed letters say; those that were given back unread, since it is time to stop or the database
    is in trouble. If something breaks while several are done, each of them is done by itself: the one at fault shows
    only then."""
    left, singly = some, 0
    while left and not stop.is_set():
        batch = left[:1] if singly else letters_under_one_lock(left)
        try:
            process_letters(store, config, batch, lease, clock)
            left = left[len(batch) :]
        except Exception as error:
            if len(batch) > 1:
                log.warning("letters are done one by one", error=type(error).__name__)
                singly = len(batch)
                continue
            if isinstance(error, TROUBLE):
                log.warning("database trouble; letters are read later", error=type(error).__name__)
                break
            log.exception("letter could not be worked on", mail=batch[0].mail_id, error=type(error).__name__)
            left = put_off_letter(store, left, error, lease, clock())
        singly = max(0, singly - 1)
    if left:
        again = clock() if stop.is_set() else clock() + RETRY_SOON
        give_letters_back(store, [one.mail_id for one in left], lease, again, stop)
    return left


def is_letter_due(store: Store, now: datetime, *which: sa.ColumnElement[bool]) -> bool:
    """Return whether another letter may be claimed: looked up without the lock that claims need."""
    with store.read_session() as session:
        return session.exec(select(MailIn.id).where(col(MailIn.ready_at) <= now, *which).limit(1)).first() is not None


def claim_unread_letters(store: Store, now: datetime, *which: sa.ColumnElement[bool]) -> list[int]:
    """Claims some letters until now + LEASE."""
    with store.write_session() as session:
        line, columns = InboxQueue(session, now), (col(MailIn.ready_at), col(MailIn.attempts))
        return claim_rows_in_turn(
            session,
            *columns,
            now,
            now + INBOX_LEASE,
            INBOX_BATCH,
            *which,
            held=line.find_held_back,
            crowded=line.find_at_busy_games,
        )


class InboxQueue:
    """The letters that are in somebody's hands, or wait for another try, looked up when it is first asked for them."""

    def __init__(self, session: Session, now: datetime) -> None:
        self.session, self.now = session, now

    @cached_property
    def letters_ahead(self) -> Sequence[QueuedLetter]:
        busy = or_(col(MailIn.ready_at) > self.now, col(MailIn.attempts) > 0)
        return self.fetch_queued(col(MailIn.ready_at).is_not(None), busy)

    def fetch_queued(self, *which: sa.ColumnElement[bool]) -> Sequence[QueuedLetter]:
        query = select(MailIn.id, MailIn.recipient, MailIn.sender, MailIn.game_id).where(*which)
        return [QueuedLetter(*row) for row in self.session.exec(query).all()]

    def find_held_back(self, ids: Sequence[int]) -> set[int]:
        """Those of some letters before which others must be read: earlier ones to the same seat, since the last word
        must be read last. To an address that everybody may write to, only the letters of one sender are in line."""
        rows = self.fetch_queued(col(MailIn.id).in_(ids)) if self.letters_ahead else ()
        return {row.id for row in rows if any(row.comes_after(other) for other in self.letters_ahead)}

    def find_at_busy_games(self, ids: Sequence[int]) -> set[int]:
        """Those to games of which somebody has letters in hand, and so the lock."""
        games_in_hand = {row.game_id for row in self.letters_ahead} - {None}
        rows = self.fetch_queued(col(MailIn.id).in_(ids)) if games_in_hand else ()
        return {row.id for row in rows if row.game_id in games_in_hand}


class QueuedLetter(NamedTuple):
    """What of a letter says when its turn is."""

    id: int
    recipient: str
    sender: str
    game_id: int | None

    def comes_after(self, other: QueuedLetter) -> bool:
        same = other.recipient == self.recipient and (self.game_id is not None or other.sender == self.sender)
        return other.id < self.id and same


@dataclass(frozen=True)
class OpenedLetter:
    """A claimed letter, read before the database is locked for it; or why it could not be read."""

    queued: QueuedLetter
    size: int
    letter: Letter | Exception

    @property
    def mail_id(self) -> int:
        return self.queued.id

    @property
    def game_id(self) -> int | None:
        return self.queued.game_id


def open_letters(store: Store, ids: Sequence[int]) -> list[OpenedLetter]:
    """Some claimed letters in their order, read."""
    columns = (MailIn.id, MailIn.recipient, MailIn.sender, MailIn.game_id, MailIn.raw, MailIn.attempts)
    query = sa.select(*map(col, columns)).where(col(MailIn.id).in_(ids)).order_by(col(MailIn.id))
    with store.read_session() as session:
        rows = session.execute(query).all() if ids else ()
    return [
        OpenedLetter(
            QueuedLetter(*queued),
            len(raw),
            try_parse_letter(raw) if attempts <= READER_ATTEMPTS + 1 else UnreadableError("killing"),
        )
        for *queued, raw, attempts in rows
    ]


def try_parse_letter(raw: bytes) -> Letter | Exception:
    try:
        return letter.parse_letter(raw)
    except Exception as error:
        return error


def letters_under_one_lock(some: Sequence[OpenedLetter]) -> Sequence[OpenedLetter]:
    """The first letters that can be done under one lock: those of which it is known to which games they are, as far as
    they are not long. One to an address that everybody may write to is done by itself: it may lock anything."""
    sizes = accumulate(one.size for one in some)
    known = [one for one, size in zip(some, sizes, strict=True) if size <= TOGETHER_BYTES]
    return list(takewhile(lambda one: one.game_id is not None, known)) or some[:1]


def process_letters(store: Store, config: Config, batch: Sequence[OpenedLetter], lease: datetime, clock: Clock) -> None:
    """Does what some claimed letters say, all in one transaction. Whatever it raises, nothing was done."""
    received = list[datetime]()
    with store.write_session() as session:
        mails = lock_batch(session, batch)
        for one in batch:
            mail = mails.get(one.mail_id)
            if mail is not None and is_claim_ours(mail, lease):
                pass_to_clerk(session, config, mail, one.letter, clock())
                receipts.begin_new_receipts(session)  # what comes after it is something else
                received.append(mail.received_at)
    observe_read_waits(received, clock())


def put_off_letter(
    store: Store, left: Sequence[OpenedLetter], error: Exception, lease: datetime, now: datetime
) -> Sequence[OpenedLetter]:
    """The first of some letters broke: it is tried again later, and before those that come after it. Those that are
    left to be done."""
    broken, *others = left
    values = {"ready_at": now + RETRY, "note": type(error).__name__}
    release_claims(store, sa.update(MailIn).where(*inbox_claim_clauses([broken.mail_id], lease)).values(values), NEVER)
    behind = [one.mail_id for one in others if one.queued.comes_after(broken.queued)]
    give_letters_back(store, behind, lease, now + RETRY, NEVER)
    return [one for one in others if one.mail_id not in behind]


def lock_batch(session: Session, batch: Sequence[OpenedLetter]) -> dict[int, MailIn]:
    """Some letters by their numbers, they and their games locked."""
    locked = games.lock_games(session, {one.game_id for one in batch if one.game_id is not None})
    if locked:
        list_holders(session, locked[0])  # of all of them: from then on the session knows their seats
    query = select(MailIn).where(col(MailIn.id).in_([one.mail_id for one in batch])).order_by(col(MailIn.id))
    return {mail.id: mail for mail in session.exec(query.with_for_update())}


def is_claim_ours(mail: MailIn, lease: datetime) -> bool:
    """Return whether a claimed letter is still in our hands."""
    return mail.status == "new" and mail.ready_at == lease


def observe_read_waits(received: Sequence[datetime], now: datetime) -> None:
    """Notes how long letters have waited."""
    for at in received:
        metrics.READ_WAIT.observe((now - at).total_seconds())


def inbox_claim_clauses(ids: Sequence[int], lease: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return col(MailIn.id).in_(ids), col(MailIn.ready_at) == lease


def give_letters_back(store: Store, ids: Sequence[int], lease: datetime, at: datetime, stop: Stop) -> None:
    """Letters that were claimed and not read: their attempt does not count, unless it went on like that for long."""
    free = sa.case((col(MailIn.received_at) > at - PATIENCE, 1), else_=0)
    values = {"ready_at": at, "attempts": col(MailIn.attempts) - free}
    release_claims(store, sa.update(MailIn).where(*inbox_claim_clauses(ids, lease)).values(values), stop)


def release_claims(store: Store, statement: sa.Update, stop: Stop) -> None:
    try:
        write_with_retries(store, lambda session: session.execute(statement), stop)
    except TROUBLE as error:
        log.warning("letters wait for the end of their claim", error=type(error).__name__)


def pass_to_clerk(session: Session, config: Config, mail: MailIn, read: Letter | Exception, now: datetime) -> None:
    """One letter with the clerk; parked if it is beyond what can be read. Raises what reading it raised."""
    if isinstance(read, UnreadableError):
        park_letter(session, config, mail, read.why, now)
    elif isinstance(read, Exception):
        raise read
    else:
        handle_letter(session, config, mail, read, now)


def park_letter(session: Session, config: Config, mail: MailIn, why: str, now: datetime) -> None:
    """Puts a letter aside, kept whole; host and master are told, and the player whose secret address it came to. `why`:
    as `UnreadableError` has it, or "killing": it kills its reader."""
    settle_letter(session, mail, "parked", f"unreadable: {why}")
    log.error("letter parked", mail=mail.id, why=why)
    postmaster.write_to_host(
        session, config, Kind.PUT_ASIDE, f"parked:{mail.id}:host", {"mail": mail.id, "why": why}, now
    )
    writer = identity.find_seat_writer(session, config, mail.recipient)
    if writer is not None and writer.game is not None:
        data = {"why": why, "mail": mail.id}
        queue_letter(
            session,
            Kind.UNREADABLE,
            writer.player,
            f"receipt:{mail.id}",
            game=writer.game,
            seat=writer.seat,
            data=data,
            now=now,
        )
        if not leaders.leads_game(session, writer.game, writer.player):
            queue_to_master(session, Kind.PARKED, writer.game, f"parked:{mail.id}", data=data, now=now)
