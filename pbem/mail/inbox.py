"""The inbox: every kept letter comes to the desk once.

A letter is claimed, with the attempt counted and committed, before a byte of it is read: one that kills its reader is
parked after three attempts and the others go on.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlalchemy.orm import load_only
from sqlmodel import Session, col, select

from pbem.config import Config
from pbem.db import Store, claim
from pbem.mail import identity, postmaster
from pbem.mail.case import settle
from pbem.mail.desk import handle
from pbem.mail.letter import UnreadableError
from pbem.models import MailIn
from pbem.play.tell import tell, tell_master

LEASE = timedelta(minutes=2)
RETRY = timedelta(minutes=1)
ATTEMPTS = 3
BATCH = 20

log = structlog.get_logger()


def work(store: Store, config: Config, now: datetime) -> int:
    """Reads every letter that waits; how many there were."""
    done = 0
    while ids := claimed(store, config, now):
        for mail_id in ids:
            attend(store, config, mail_id, now)
        done += len(ids)
    return done


def claimed(store: Store, config: Config, now: datetime) -> list[int]:
    """Claims a batch and counts the attempt; parks what was tried often enough."""
    with store.write() as session:
        ids = claim(session, col(MailIn.ready_at), now, now + LEASE, BATCH)
        query = select(MailIn).where(col(MailIn.id).in_(ids)).options(load_only(MailIn.attempts))  # type: ignore[arg-type]
        rows = session.exec(query).all() if ids else []
        for mail in rows:
            if mail.attempts >= ATTEMPTS:
                park(session, config, mail, "it could not be read", now)
            mail.attempts += 1
        return [mail.id for mail in rows if mail.id and mail.status == "new"]


def attend(store: Store, config: Config, mail_id: int, now: datetime) -> None:
    """One claimed letter; if that fails it is tried again later."""
    try:
        with store.write() as session:
            mail = session.get(MailIn, mail_id)
            if mail is not None and mail.status == "new" and mail.ready_at == now + LEASE:
                read(session, config, mail, now)
    except Exception as error:
        log.exception("letter could not be worked on", mail=mail_id, error=type(error).__name__)
        with store.write() as session:
            mail = session.get_one(MailIn, mail_id)
            mail.ready_at, mail.note = now + RETRY, type(error).__name__
            session.add(mail)


def read(session: Session, config: Config, mail: MailIn, now: datetime) -> None:
    """One letter at the desk; parked if it is beyond what can be read."""
    try:
        handle(session, config, mail, now)
    except UnreadableError as error:
        park(session, config, mail, str(error), now)


def park(session: Session, config: Config, mail: MailIn, why: str, now: datetime) -> None:
    """Puts a letter aside, kept whole; host and master are told, and the player whose secret address it came to."""
    settle(session, mail, "parked", why)
    log.error("letter parked", mail=mail.id, why=why)
    postmaster.told(session, config, "put aside", f"parked:{mail.id}:host", {"mail": mail.id, "why": why}, now)
    writer = identity.at_seat(session, config, mail.recipient)
    if writer is not None and writer.game is not None:
        data = {"code": "unreadable", "why": why, "mail": mail.id}
        tell(
            session,
            "notice",
            writer.player,
            f"receipt:{mail.id}",
            game=writer.game,
            seat=writer.seat,
            data=data,
            now=now,
        )
        if writer.player.id != writer.game.master_id:
            tell_master(session, "notice", writer.game, f"parked:{mail.id}", data={**data, "code": "parked"}, now=now)
