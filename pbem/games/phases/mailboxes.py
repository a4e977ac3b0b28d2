"""Mailboxes that take no reports while others get theirs. A game waits for the relay as long as that tries, and for one
mailbox a few times: nobody holds a game up by their own mail server, nor does one seat whose players come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.games.notify import Kind
from pbem.pace.reasons import parse_reasons
from pbem.storage.models import Outbox, Phase, Seat
from pbem.storage.models.mail import UNPAINTABLE

OPENING_KINDS = frozenset({Kind.STARTED, Kind.REPORT, Kind.BOARD_CORRECTED, Kind.ROLLED_BACK})
"""The kinds of letters that tell of a phase that has opened."""
SLACK = timedelta(minutes=10)
"""So late a report may leave, in a phase of some hours, without anybody being given time for it."""
FORGIVEN_PHASES = 2
"""In so many phases a mailbox may keep its reports: after as many in a row who reads it is unreachable, and in as many
of the last `RECENT_PHASES` the game has waited for it."""
RECENT_PHASES = 10


def is_held_by_mailbox(session: Session, letter: Outbox, until: datetime) -> bool:
    """Return whether a letter that waits, or waited up to an instant, does so by the mailbox that it is for: the relay
    refused it, while letters to others left. Those that left in the second half of that time prove nothing: the relay
    may have come back, and has yet to be asked again for this one."""
    if letter.attempts <= bool(letter.sent_at) or letter.error.startswith(UNPAINTABLE):
        return False
    half = letter.created_at + (until - letter.created_at) / 2
    mine = (col(Outbox.game_id) == letter.game_id) | (col(Outbox.id) > letter.id)
    query = select(Outbox.id).where(mine, Outbox.player_id != letter.player_id)
    query = query.where(col(Outbox.sent_at) > letter.created_at, col(Outbox.sent_at) <= half)
    return session.exec(query.limit(1)).first() is not None


def has_time_for_report(session: Session, phase: Phase, seat: Seat, letter: Outbox, until: datetime) -> bool:
    """Return whether a phase goes on because a report to a seat has waited up to an instant. By one mailbox alone it
    does so once, unless who reads that is out of reach, or the seat has had it often lately."""
    if not is_held_by_mailbox(session, letter, until):
        return True
    if has_phase_waited(phase) or held_recent_reports(session, phase, seat):
        return False
    waited = [one for one in list_recent_phases(session, phase) if has_phase_waited(one)]
    found = [were_held_by_mailbox(session, one, list_seat_reports(session, one, seat), SLACK) for one in waited]
    return sum(any(some) for some in found) < FORGIVEN_PHASES


def has_phase_waited(phase: Phase) -> bool:
    """Return whether a phase has gone on for a report."""
    return any(one.kind in ("untold", "told late") for one in parse_reasons(phase.deadline_why))


def held_recent_reports(session: Session, phase: Phase, seat: Seat) -> bool:
    """Return whether the mailbox of who holds a seat took no report of the last phases before they were over."""
    found = []
    for one in list_recent_phases(session, phase, FORGIVEN_PHASES):
        own = [row for row in list_seat_reports(session, one, seat) if row.player_id == seat.player_id]
        found.append(bool(own) and all(were_held_by_mailbox(session, one, own)))
    return len(found) == FORGIVEN_PHASES and all(found)


def list_recent_phases(session: Session, phase: Phase, count: int = RECENT_PHASES) -> Sequence[Phase]:
    """The phases that were over before this one, the newest first."""
    query = select(Phase).where(Phase.game_id == phase.game_id, Phase.number < phase.number)
    query = query.where(col(Phase.undone).is_(False), col(Phase.resolved_at).is_not(None))
    return session.exec(query.order_by(col(Phase.number).desc()).limit(count)).all()


def list_seat_reports(session: Session, phase: Phase, seat: Seat) -> Sequence[Outbox]:
    """The reports of a phase to a seat, whoever held it."""
    query = select(Outbox).where(Outbox.game_id == phase.game_id, Outbox.phase_id == phase.id)
    return session.exec(query.where(Outbox.seat_id == seat.id, col(Outbox.kind).in_(OPENING_KINDS))).all()


def were_held_by_mailbox(
    session: Session, phase: Phase, letters: Sequence[Outbox], slack: timedelta | None = None
) -> list[bool]:
    """Of each report, whether a mailbox alone kept it until its phase was over, or for longer than `slack`."""
    end, found = phase.resolved_at, []
    for row in letters:
        assert end is not None
        left = min(row.sent_at or end, end)
        late = left == end or (slack is not None and left - row.created_at > slack)
        found.append(late and is_held_by_mailbox(session, row, left))
    return found
