"""Who was told of a phase: whether the report about it was handed over, waits, or cannot be delivered. A deadline gives
its time from then on, and who was not told owes nothing.

The outbox knows it: its rows stay, only their words are taken from them one day. What left while letters of the server
to itself stayed away (`pbem.probes`) waits as well. Whom no letter is written to (bots, visitors) was told when the
phase opened. Whoever gave orders knew of it, however.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from pbem import probes
from pbem.models import Game, Outbox, Phase, Seat, Turn, canonical
from pbem.play import deadlines, pacing, phases
from pbem.play.rules import rules_of
from pbem.play.tell import Kind
from pbem.reasons import because, read

OPENING = frozenset({Kind.STARTED, Kind.REPORT, Kind.BOARD_CORRECTED, Kind.ROLLED_BACK})
"""The kinds of letters that tell of a phase that has opened."""
SLACK = timedelta(minutes=10)
"""So late a report may leave, in a phase of some hours, without anybody being given time for it."""


@dataclass(frozen=True)
class Delivery:
    """`at`: when the report left. Without that it `waits`, or cannot be delivered; `refused`: the relay was asked."""

    at: datetime | None
    waits: bool = False
    refused: bool = False

    @property
    def lost(self) -> bool:
        return self.at is None and not self.waits


def of(session: Session, phase: Phase, seats: Sequence[Seat], now: datetime) -> dict[int, Delivery]:
    """What became of the reports about a phase to those who hold some seats, by the numbers of the seats."""
    gaps, letters = probes.gaps(session, now), written(session, phase, seats)
    return {seat.id: from_letters(letters[seat.id, seat.player_id], phase.opened_at, gaps) for seat in seats}


def to_seat(session: Session, phase: Phase, seat: Seat, now: datetime) -> Delivery | None:
    """The same of one seat; None if no letter was written to who holds it."""
    letters = written(session, phase, [seat])[seat.id, seat.player_id]
    return from_letters(letters, phase.opened_at, probes.gaps(session, now)) if letters else None


def written(
    session: Session, phase: Phase, seats: Sequence[Seat]
) -> defaultdict[tuple[int | None, int | None], list[Outbox]]:
    """The letters that tell of a phase to those who sit in some seats, by seat and reader."""
    query = select(Outbox).where(Outbox.game_id == phase.game_id, Outbox.phase_id == phase.id)
    query = query.where(col(Outbox.kind).in_(OPENING), col(Outbox.seat_id).in_([seat.id for seat in seats]))
    letters = defaultdict[tuple[int | None, int | None], list[Outbox]](list)
    for row in session.exec(query):
        letters[row.seat_id, row.player_id].append(row)
    return letters


def from_letters(letters: Sequence[Outbox], since: datetime, gaps: Sequence[probes.Gap]) -> Delivery:
    """What some letters to one seat come to; the first that left told it, unless it may have been dropped. Without any
    it was told at an instant."""
    left = [row.sent_at for row in letters if row.sent_at]
    sure = [at for at in left if not any(gap.holds(at) for gap in gaps)]
    if sure or not letters:
        return Delivery(min(sure, default=since))
    waits = [row for row in letters if row.ready_at]
    return Delivery(None, bool(waits or left), any(row.attempts for row in waits) and not left)


def untold(session: Session, phase: Phase, seats: Sequence[Seat], now: datetime, posted: bool) -> frozenset[int]:
    """Those of some seats that owe nothing: their report has not left. `posted`: letters are sent here; else one that
    waits and was never tried is no sign of anything."""
    found = of(session, phase, seats, now) if seats else {}
    return frozenset(key for key, told in found.items() if told.at is None and (posted or told.lost or told.refused))


def gives_back(
    session: Session, game: Game, phase: Phase, everyone: Sequence[tuple[Turn, Seat]], now: datetime
) -> bool:
    """Moves a deadline that has come before those who owe orders had their time; whether it did.

    A report that waits is waited for as long as nobody's leaves: that is an outage. One mailbox that refuses its
    letters for now, while others get theirs, is waited for once.
    """
    owing = [seat for turn, seat in everyone if phases.owes(turn, seat)]
    if phase.deadline is None or phase.deadline > now or not owing:
        return False
    slack = min(SLACK, length(session, game, phase) / 4)
    if now - phase.opened_at <= slack:  # its letters are on their way
        return False
    found = of(session, phase, [seat for _, seat in everyone], now)
    debts = [found[seat.id] for seat in owing]
    one_mailbox = any(told.at for told in found.values())
    again = any(one.kind == "untold" for one in read(phase.deadline_why))
    if any(told.waits and not (told.refused and one_mailbox and again) for told in debts):
        at = now + max(length(session, game, phase), now - phase.opened_at)
        deadlines.put(session, game, phase, at, because("untold", since=phase.opened_at), now)
        return True
    left = max((told.at for told in debts if told.at), default=phase.opened_at)
    at = pacing.deadline(session, game, phase, left).at
    if left - phase.opened_at <= slack or at <= now:
        return False
    deadlines.put(session, game, phase, at, because("told late", since=left), now)
    return True


def roll_call_ends(session: Session, game: Game, silent: Sequence[Seat], now: datetime) -> datetime | None:
    """Until when a roll call that is over goes on, since those who were silent had not been asked in time; None if they
    had. A mailbox that refuses its letter is not waited for. What has not left yet tells the new time."""
    query = select(Outbox).where(Outbox.game_id == game.id, Outbox.kind == Kind.ROLL_CALL).order_by(col(Outbox.id))
    asked = {row.seat_id: row for row in session.exec(query)}
    rows = [row for seat in silent if (row := asked.get(seat.id)) and row.player_id == seat.player_id]
    gaps, span = probes.gaps(session, now), rules_of(game).roll_call
    found = [(row, from_letters([row], now, gaps)) for row in rows]
    left = max((told.at for row, told in found if told.at and told.at - row.created_at > SLACK), default=None)
    waits = any(told.waits and not told.refused for _, told in found)
    ends = now + span if waits else left + span if left else now
    if ends <= now:
        return None
    at = pacing.free(game, ends)
    for row in rows:
        if row.ready_at:
            row.data = canonical({"until": at.isoformat()})
            session.add(row)
    return at


def length(session: Session, game: Game, phase: Phase) -> timedelta:
    """How long a phase is by the pace of its game."""
    return pacing.deadline(session, game, phase, phase.opened_at).at - phase.opened_at
