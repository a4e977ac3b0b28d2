"""Who was told of a phase: whether the report about it was handed over, waits, or cannot be delivered. A deadline gives
its time from then on, and who was not told owes nothing.

The outbox knows it: its rows stay, only their words are taken from them one day. What left while letters of the server
to itself stayed away (`pbem.health.relay_probes`) waits as well. Whom no letter is written to (bots, visitors) was told
when the phase opened. Whoever gave orders knew of it, however.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem.games.notify import Kind
from pbem.games.phases import deadlines, mailboxes, pacing, phase_turns
from pbem.games.phases.mailboxes import OPENING_KINDS, SLACK
from pbem.games.rules import rules_of
from pbem.health import relay_probes
from pbem.pace.reasons import make_reason
from pbem.storage.models import Game, Outbox, Phase, Seat, Turn, canonical_json
from pbem.storage.questions import ask_once


@dataclass(frozen=True)
class Delivery:
    """`at`: when the report left. Without that it `waits`, or cannot be delivered; `refused`: the relay was asked.
    `letter`: the report; None if none was written."""

    at: datetime | None
    waits: bool = False
    refused: bool = False
    letter: Outbox | None = None

    @property
    def is_undeliverable(self) -> bool:
        return self.at is None and not self.waits

    def waiting_time(self, now: datetime) -> timedelta:
        """For how long the report has waited, or waited until it left."""
        return (self.at or now) - self.letter.created_at if self.letter else timedelta()


def find_deliveries(session: Session, phase: Phase, seats: Sequence[Seat], now: datetime) -> dict[int, Delivery]:
    """Return what became of the reports about a phase to those who hold some seats, by the numbers of the seats."""
    gaps, letters = relay_probes.list_gaps(session, now), letters_by_reader(session, phase, seats)
    return {seat.id: build_delivery(letters[seat.id, seat.player_id], phase.opened_at, gaps) for seat in seats}


def find_delivery(session: Session, phase: Phase, seat: Seat, now: datetime) -> Delivery | None:
    """The same of one seat; None if no letter was written to who holds it."""
    letters = letters_by_reader(session, phase, [seat])[seat.id, seat.player_id]
    return build_delivery(letters, phase.opened_at, relay_probes.list_gaps(session, now)) if letters else None


def letters_by_reader(
    session: Session, phase: Phase, seats: Sequence[Seat]
) -> defaultdict[tuple[int | None, int | None], list[Outbox]]:
    """The letters that tell of a phase to those who sit in some seats, by seat and reader."""
    query = select(Outbox).where(Outbox.game_id == phase.game_id, Outbox.phase_id == phase.id)
    query = query.where(col(Outbox.kind).in_(OPENING_KINDS), col(Outbox.seat_id).in_([seat.id for seat in seats]))
    asked = ("opening letters", phase.game_id, phase.id, *(seat.id for seat in seats))
    letters = defaultdict[tuple[int | None, int | None], list[Outbox]](list)
    for row in ask_once(session, asked, lambda: session.exec(query).all()):
        letters[row.seat_id, row.player_id].append(row)
    return letters


def build_delivery(letters: Sequence[Outbox], since: datetime, gaps: Sequence[relay_probes.Gap]) -> Delivery:
    """Return what some letters to one seat come to; the first that left told it, unless it may have been dropped.
    Without any it was told at an instant."""
    left = [(row.sent_at, row.id, row) for row in letters if row.sent_at]
    sure = [one for one in left if not any(gap.leaves_in_doubt(one[0]) for gap in gaps)]
    if sure:
        at, _, row = min(sure)
        return Delivery(at, letter=row)
    waits = [row for row in letters if row.ready_at]
    first = min(letters, key=lambda row: row.id, default=None)
    refused = any(row.attempts for row in waits) and not left
    return Delivery(None, bool(waits or left), refused, first) if first else Delivery(since)


def untold_seat_ids(
    session: Session, phase: Phase, seats: Sequence[Seat], now: datetime, posted: bool
) -> frozenset[int]:
    """Those of some seats that owe nothing: their report has not left. `posted`: letters are sent here; else one that
    waits and was never tried is no sign of anything."""
    found = find_deliveries(session, phase, seats, now) if seats else {}
    return frozenset(
        key for key, told in found.items() if told.at is None and (posted or told.is_undeliverable or told.refused)
    )


def extend_for_late_reports(
    session: Session, game: Game, phase: Phase, everyone: Sequence[tuple[Turn, Seat]], now: datetime
) -> bool:
    """Moves a deadline that has come before those who owe orders had their time; whether it did. A report that the
    relay takes not is waited for as long as it tries; what one mailbox alone keeps, as `mailboxes.has_time_for_report`
    says."""
    owing = [seat for turn, seat in everyone if phase_turns.owes_orders(turn, seat)]
    if phase.deadline is None or phase.deadline > now or not owing:
        return False
    pace = phase_length(session, game, phase)
    late = list(iter_late_deliveries(session, phase, owing, min(SLACK, pace / 4), now))
    if not late:
        return False
    if any(told.at is None for told in late):
        at, why = now + max(pace, now - phase.opened_at), make_reason("untold", since=phase.opened_at)
    else:
        left = max(told.at for told in late if told.at)
        at, why = pacing.compute_deadline(session, game, phase, left).at, make_reason("told late", since=left)
    at = pacing.move_to_daytime(game, at, pace)
    if at <= now:
        return False
    deadlines.set_adjusted_deadline(session, game, phase, at, why, now)
    return True


def iter_late_deliveries(
    session: Session, phase: Phase, owing: Sequence[Seat], slack: timedelta, now: datetime
) -> Iterator[Delivery]:
    """The reports to some seats that wait, or left late, and for which there is time. What was written just now, as for
    somebody who took a seat, is on its way and not late."""
    for seat, told in zip(owing, find_deliveries(session, phase, owing, now).values(), strict=True):
        letter = None if told.is_undeliverable or told.waiting_time(now) <= slack else told.letter
        if letter and mailboxes.has_time_for_report(session, phase, seat, letter, told.at or now):
            yield told


def is_out_of_reach(session: Session, phase: Phase, seat: Seat, now: datetime) -> bool:
    """Return whether the mailbox of who holds a seat takes neither the report of a phase nor took those of the last
    ones."""
    letters = letters_by_reader(session, phase, [seat])[seat.id, seat.player_id]
    told = build_delivery(letters, phase.opened_at, relay_probes.list_gaps(session, now))
    if told.at or told.letter is None or not mailboxes.is_held_by_mailbox(session, told.letter, now):
        return False
    return mailboxes.held_recent_reports(session, phase, seat)


def extend_roll_call(session: Session, game: Game, silent: Sequence[Seat], now: datetime) -> datetime | None:
    """Until when a roll call that is over goes on, since those who were silent had not been asked in time; None if they
    had. A mailbox that alone refuses its letter is not waited for. What has not left yet tells the new time."""
    query = select(Outbox).where(Outbox.game_id == game.id, Outbox.kind == Kind.ROLL_CALL).order_by(col(Outbox.id))
    asked = {row.seat_id: row for row in session.exec(query)}
    rows = [row for seat in silent if (row := asked.get(seat.id)) and row.player_id == seat.player_id]
    gaps, span = relay_probes.list_gaps(session, now), rules_of(game).roll_call_span
    found = [(row, build_delivery([row], now, gaps)) for row in rows]
    left = max((told.at for _, told in found if told.at and told.waiting_time(now) > SLACK), default=None)
    waits = any(told.waits and not mailboxes.is_held_by_mailbox(session, row, now) for row, told in found)
    ends = now + span if waits else left + span if left else now
    if ends <= now:
        return None
    at = pacing.move_to_daytime(game, pacing.next_free_time(game, ends), span)
    for row in rows:
        if row.ready_at:
            row.data = canonical_json({"until": at.isoformat()})
            session.add(row)
    return at


def find_roll_call_time(session: Session, game: Game) -> datetime | None:
    """Return when the roll of a game was called last; None if it never was."""
    query = select(Outbox.created_at).where(Outbox.game_id == game.id, Outbox.kind == Kind.ROLL_CALL)
    return session.exec(query.order_by(col(Outbox.created_at).desc()).limit(1)).first()


def phase_length(session: Session, game: Game, phase: Phase) -> timedelta:
    """Return how long a phase is by the pace of its game."""
    return pacing.compute_deadline(session, game, phase, phase.opened_at).at - phase.opened_at
