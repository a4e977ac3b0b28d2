"""What became of a letter that a page has promised: told to who asked for it, in the browser where they did.

The same is said of every address, known or not. What the browser keeps of it tells no more.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from flask import session
from sqlmodel import Session

from pbem.documents import reports
from pbem.games.people import sign_in
from pbem.games.people.sign_in import SignInRequest
from pbem.health import queues
from pbem.health.clock_check import OUTAGE, Beat
from pbem.storage.models import Outbox, Pulse
from pbem.web.http import access

ASKED = "asked"
"""Where a browser keeps what it has asked for: address, number of the sign-in, why none may come, until when."""
SOON = timedelta(minutes=1)
"""A letter out that has waited for longer does so because none leaves."""


def remember_asked_letter(address: str, asked: SignInRequest) -> None:
    number = asked.row.id if asked.row and not asked.why else 0
    until = asked.until.timestamp() if asked.until else 0
    session[ASKED] = [address[:254], number, asked.why, until]


def find_promised_letter(db: Session) -> dict[str, Any] | None:
    """Return what is to be said of the letter that this browser asked for; None if it asked for none."""
    kept = session.get(ASKED)
    if kept is None:
        return None
    address, number, why, until = kept
    said = describe_letter_limit(why, datetime.fromtimestamp(until, UTC)) if why else describe_letter_fate(db, number)
    return {"asked": address, "why": why, "became": said}


def describe_letter_limit(why: str, until: datetime) -> str:
    """That none may be sent, why, and until when."""
    if why == "from":
        return access.say("page letter from", until=format_reader_time(until))
    return access.say("page letter one" if why == "one" else "page letter many", until=format_reader_time(until))


def describe_letter_fate(db: Session, number: int) -> str:
    row = sign_in.find_sign_in_letter(db, number)
    if row is None:
        return access.say("page letter gone")
    if row.sent_at is not None:
        return access.say(
            "page letter left" if access.current_config().relay else "page letter kept",
            at=format_reader_time(row.sent_at),
        )
    if row.ready_at is None:
        return access.say("page letter failed")
    return describe_letter_wait(db, row)


def describe_letter_wait(db: Session, row: Outbox) -> str:
    """Return why a letter has not left yet."""
    now, since = access.request_time(), format_reader_time(row.created_at)
    sender = db.get(Pulse, Beat.SEND)
    if sender is None or now - sender.beat_at >= OUTAGE:
        return access.say("page letter unsent", at=since)
    if row.attempts:
        return access.say("page letter again", at=since)
    first = timedelta(seconds=queues.measure_letters_stopped(db, now).seconds)
    return access.say("page letter waits" if first > SOON else "page letter queued", at=since)


def format_reader_time(moment: datetime) -> str:
    return reports.format_instant(moment, access.reader_zone())
