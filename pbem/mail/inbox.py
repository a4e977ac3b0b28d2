"""The inbox: every kept letter comes to the clerk once, those to one seat in the order in which they were accepted.

A claim is counted and committed before a byte of a letter is read. Letters are claimed together the first time; one
whose reader died is claimed alone from then on, so that one that kills its reader costs no other anything, and is
parked after `ATTEMPTS` deaths of its own. A database in trouble costs no letter an attempt.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
import structlog
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, func, or_, select

from pbem import metrics
from pbem.config import Config
from pbem.db import NEVER, TROUBLE, Clock, Stop, Store, claim_in_turn, insist
from pbem.mail import identity, postmaster
from pbem.mail.case import settle
from pbem.mail.clerk import handle
from pbem.mail.letter import UnreadableError
from pbem.models import MailIn
from pbem.play import leaders
from pbem.play.tell import Kind, tell, tell_master

LEASE = timedelta(minutes=1)
RETRY = timedelta(minutes=1)
SOON = timedelta(seconds=5)
"""When it is tried again after trouble with the database."""
PATIENCE = timedelta(hours=1)
"""How long after its acceptance trouble with the database costs a letter no attempt."""
ATTEMPTS = 5
"""How many readers of its own a letter may cost before it is put aside."""
BATCH = 20

log = structlog.get_logger()


def work(store: Store, config: Config, clock: Clock, stop: Stop = NEVER) -> int:
    """Reads every letter that waits; how many there were."""
    return read_through(store, config, clock, stop)


def read_up_to(
    store: Store, config: Config, game_ids: Collection[int], until: datetime, clock: Clock, stop: Stop = NEVER
) -> bool:
    """Reads first what was accepted up to an instant and may be about some games; whether none of it is left unread.

    What somebody else has in hand is left to him. A letter to an address that everybody may write to can be about any
    game before it is read.
    """
    about = (or_(col(MailIn.game_id).in_(game_ids), col(MailIn.game_id).is_(None)), col(MailIn.received_at) <= until)
    read_through(store, config, clock, stop, *about)
    with store.read() as session:
        unread = select(func.count()).where(MailIn.status == "new", col(MailIn.ready_at).is_not(None), *about)
        return session.exec(unread).one() == 0


def read_through(store: Store, config: Config, clock: Clock, stop: Stop, *which: sa.ColumnElement[bool]) -> int:
    """Reads the letters of a kind that wait, batch after batch; how many there were."""
    done = 0
    while not stop.is_set():
        now = clock()
        ids, lease = claimed(store, now, *which), now + LEASE
        for at, mail_id in enumerate(ids):
            if stop.is_set() or not attend(store, config, mail_id, lease, clock, stop):
                give_back(store, ids[at:], lease, clock() if stop.is_set() else clock() + SOON, stop)
                return done
            done += 1
        if not ids:
            break
    return done


def claimed(store: Store, now: datetime, *which: sa.ColumnElement[bool]) -> list[int]:
    """Claims some letters until now + LEASE."""
    with store.write() as session:
        columns = col(MailIn.ready_at), col(MailIn.attempts)
        return claim_in_turn(
            session, *columns, now, now + LEASE, BATCH, *which, held=lambda ids: held_up(session, ids, now)
        )


def held_up(session: Session, ids: Sequence[int], now: datetime) -> set[int]:
    """Those of some letters before which others must be read: earlier ones to the same seat that are in somebody's
    hands or wait for another try, since the last word must be read last. To an address that everybody may write to,
    only the letters of one sender are in line."""
    known = select(MailIn).options(load_only(MailIn.recipient, MailIn.sender, MailIn.game_id))  # type: ignore[arg-type]
    busy = known.where(col(MailIn.ready_at).is_not(None), or_(col(MailIn.ready_at) > now, col(MailIn.attempts) > 0))
    ahead = session.exec(busy).all()
    rows = session.exec(known.where(col(MailIn.id).in_(ids))).all() if ahead else ()
    return {row.id for row in rows if any(in_line(other, row) for other in ahead)}


def in_line(before: MailIn, mail: MailIn) -> bool:
    same = before.recipient == mail.recipient and (mail.game_id is not None or before.sender == mail.sender)
    return before.id < mail.id and same


def attend(store: Store, config: Config, mail_id: int, lease: datetime, clock: Clock, stop: Stop = NEVER) -> bool:
    """One claimed letter, if it is still ours; if it cannot be worked on it is tried again later. False if it is the
    database that is in trouble: then no letter is tried."""
    now = clock()
    try:
        with store.write() as session:
            mail = session.get(MailIn, mail_id, with_for_update=True)
            if mail is None or mail.status != "new" or mail.ready_at != lease:
                return True
            if mail.attempts > ATTEMPTS + 1:
                park(session, config, mail, "killing", now)
            else:
                read(session, config, mail, now)
            received = mail.received_at
        metrics.READ.observe((clock() - received).total_seconds())
    except TROUBLE as error:
        log.warning("database trouble; letters are read later", error=type(error).__name__)
        return False
    except Exception as error:
        log.exception("letter could not be worked on", mail=mail_id, error=type(error).__name__)
        values = {"ready_at": now + RETRY, "note": type(error).__name__}
        let_go(store, sa.update(MailIn).where(*ours([mail_id], lease)).values(values), stop)
    return True


def ours(ids: Sequence[int], lease: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return col(MailIn.id).in_(ids), col(MailIn.ready_at) == lease


def give_back(store: Store, ids: Sequence[int], lease: datetime, at: datetime, stop: Stop) -> None:
    """Letters that were claimed and not read: their attempt does not count, unless it went on like that for long."""
    free = sa.case((col(MailIn.received_at) > at - PATIENCE, 1), else_=0)
    values = {"ready_at": at, "attempts": col(MailIn.attempts) - free}
    let_go(store, sa.update(MailIn).where(*ours(ids, lease)).values(values), stop)


def let_go(store: Store, statement: sa.Update, stop: Stop) -> None:
    try:
        insist(store, lambda session: session.execute(statement), stop)
    except TROUBLE as error:
        log.warning("letters wait for the end of their claim", error=type(error).__name__)


def read(session: Session, config: Config, mail: MailIn, now: datetime) -> None:
    """One letter with the clerk; parked if it is beyond what can be read."""
    try:
        handle(session, config, mail, now)
    except UnreadableError as error:
        park(session, config, mail, error.why, now)


def park(session: Session, config: Config, mail: MailIn, why: str, now: datetime) -> None:
    """Puts a letter aside, kept whole; host and master are told, and the player whose secret address it came to. `why`:
    as `UnreadableError` has it, or "killing": it kills its reader."""
    settle(session, mail, "parked", f"unreadable: {why}")
    log.error("letter parked", mail=mail.id, why=why)
    postmaster.told(session, config, Kind.PUT_ASIDE, f"parked:{mail.id}:host", {"mail": mail.id, "why": why}, now)
    writer = identity.at_seat(session, config, mail.recipient)
    if writer is not None and writer.game is not None:
        data = {"why": why, "mail": mail.id}
        tell(
            session,
            Kind.UNREADABLE,
            writer.player,
            f"receipt:{mail.id}",
            game=writer.game,
            seat=writer.seat,
            data=data,
            now=now,
        )
        if not leaders.leads(session, writer.game, writer.player):
            tell_master(session, Kind.PARKED, writer.game, f"parked:{mail.id}", data=data, now=now)
