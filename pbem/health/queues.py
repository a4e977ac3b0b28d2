"""How much work waits, for a host's eyes and those of their monitoring."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped
from sqlmodel import Session, col, func, select

from pbem.health.clock_check import Beat, list_silent_duties
from pbem.storage.models import Game, MailIn, Outbox, Phase, Player, Pulse
from pbem.storage.models.mail import UNPAINTABLE

SEND_LEASE = timedelta(minutes=5)
"""For how long a sender has letters in hand."""
NO_ONE = ("1.1", "1.2", "1.3", "1.6", "1.10", "2.1", "2.2")
"""What a relay says (RFC 3463) of an address at which nobody can be reached: the status after “5.”."""


@dataclass(frozen=True)
class Queue:
    """How many wait, and for how many seconds the first of them has been due."""

    count: int
    seconds: float


def measure_letters_in(session: Session, now: datetime) -> Queue:
    """Accepted and not read; those in somebody's hands among them."""
    return measure_queue(session, col(MailIn.received_at), col(MailIn.ready_at).is_not(None), now)


def measure_letters_out(session: Session, now: datetime) -> Queue:
    """To be painted and handed to the relay."""
    return measure_queue(session, col(Outbox.created_at), col(Outbox.ready_at).is_not(None), now)


def measure_letters_stopped(session: Session, now: datetime) -> Queue:
    """Those to be sent that no relay was asked about, and that nobody has in hand who lives: what waits since none
    takes any. One that a relay refused for now, or that is being sent, is no sign of that."""
    untaken = (col(Outbox.claims) == 0) | (col(Outbox.created_at) < now - 2 * SEND_LEASE)
    waits = col(Outbox.ready_at).is_not(None) & (col(Outbox.attempts) == 0) & untaken
    return measure_queue(session, col(Outbox.created_at), waits, now)


def measure_deadlines(session: Session, now: datetime) -> Queue:
    """Phases whose alarm has rung and that nobody has looked at."""
    return measure_queue(session, col(Phase.due_at), col(Phase.due_at) <= now, now)


def measure_queue(session: Session, since: Mapped[Any], waits: sa.ColumnElement[bool], now: datetime) -> Queue:
    count, first = session.execute(sa.select(func.count(), func.min(since)).where(waits)).one()
    return Queue(count, max(0.0, (now - first).total_seconds()) if first else 0.0)


def count_put_aside(session: Session) -> dict[str, int]:
    """Letters that nobody could read (`parked`) or paint (`unpaintable`)."""
    counts: dict[str, sa.ColumnElement[bool]] = {
        "parked": (col(MailIn.status) == "parked") & (func.length(MailIn.raw) > 0),
        "unpaintable": col(Outbox.sent_at).is_(None) & col(Outbox.error).startswith(UNPAINTABLE),
    }
    return {name: session.exec(select(func.count()).where(which)).one() for name, which in counts.items()}


def count_given_up(session: Session, since: datetime) -> int:
    """Letters written since an instant that a relay refused for good, or for now until nobody tries any more. That an
    address is no one's is its player's affair; but of one that has written here, while no other letter leaves, a relay
    that refuses all alike says so as well."""
    refused = sa.or_(*(col(Outbox.error).startswith(code) for code in "45"))
    nobody = sa.or_(*(col(Outbox.error).like(f"5__ 5.{status} %") for status in NO_ONE))
    last = session.exec(select(func.max(col(Outbox.sent_at)))).one()
    alike = col(Outbox.created_at) > last if last else sa.true()
    known = col(Outbox.player_id).in_(select(Player.id).where(col(Player.answered_at).is_not(None)))
    lost = (col(Outbox.sent_at).is_(None), col(Outbox.ready_at).is_(None), col(Outbox.attempts) > 0)
    fresh = col(Outbox.created_at) > since
    return session.exec(
        select(func.count()).select_from(Outbox).where(*lost, fresh, refused, ~nobody | known & alike)
    ).one()


def count_games_by_status(session: Session) -> dict[str, int]:
    """Return how many games there are by what becomes of them: waiting, running, paused, parked, over…"""
    return dict(session.exec(select(Game.status, func.count()).group_by(Game.status)).all())


def clock_silence(session: Session, now: datetime) -> float | None:
    """Seconds since the clock ran last; None if it never did."""
    beat = session.get(Pulse, Beat.WORK)
    return (now - beat.beat_at).total_seconds() if beat else None


def measure_silent_duties(session: Session, now: datetime) -> dict[str, float]:
    """For how many seconds each duty has been silent that is needed and does not run, by its name."""
    return {name: (now - since).total_seconds() for name, since in list_silent_duties(session, now).items()}
