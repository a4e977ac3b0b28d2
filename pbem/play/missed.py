"""Turns that were taken and turns that were not: each judged once, when its phase is closed, and counted for whoever
held the seat then. What a rollback has undone counts for nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Session, col, func, select

from engines.base import Presence
from pbem.models import Game, Phase, Player, Seat, Turn
from pbem.models.words import Verdict as Verdict
from pbem.play import absences, endings, phases, told
from pbem.play.orders import PLAYER
from pbem.play.rules import rules_of
from pbem.play.tell import note

ABSENCES = frozenset({Verdict.LATE, Verdict.STOOD_IN, Verdict.EXCUSED, Verdict.UNREACHABLE, Verdict.MISSED})
"""The verdicts that others hear of."""
SILENT = frozenset({Verdict.MISSED, Verdict.UNREACHABLE})
"""The verdicts after which a seat is opened, if there are enough of them in a row."""
PASSED_OVER = frozenset({Verdict.FREE, Verdict.EXCUSED})
"""The verdicts that neither begin nor end such a row."""
LOOKED_AT = 100
"""The newest turns among which a row is looked for."""


def judge(
    session: Session,
    game: Game,
    phase: Phase,
    everyone: Sequence[tuple[Turn, Seat]],
    now: datetime,
    posted: bool = False,
) -> None:
    """Writes down what became of each turn of a phase that is being closed; in the ledger too, if all are told.
    `posted`: as `told.seats_untold` has it."""
    excused, gone = frozenset[int](), frozenset[int]()
    if missing := [seat for turn, seat in everyone if phases.owes(turn, seat)]:
        untold = told.seats_untold(session, phase, missing, now, posted)
        gone = out_of_reach(session, phase, [seat for seat in missing if seat.id in untold], now)
        excused = absences.excused(session, game, phase) | untold - gone
    for turn, seat in everyone:
        if turn.due and seat.player_id is not None:
            turn.player_id = seat.player_id
            turn.verdict = verdict(session, phase, turn, now, seat.id in excused, seat.id in gone)
            session.add(turn)
            if turn.verdict in ABSENCES and rules_of(game).absences == "all":
                by = {"by": turn.given_by} if turn.verdict == Verdict.STOOD_IN else {}
                note(session, game, seat.code, turn.verdict, now, phase=phase.name, **by)
    session.flush()


def out_of_reach(session: Session, phase: Phase, untold: Sequence[Seat], now: datetime) -> frozenset[int]:
    """Those of some seats whose mailboxes have taken no report for so long that their holders are unreachable."""
    return frozenset(seat.id for seat in untold if told.is_out_of_reach(session, phase, seat, now))


def verdict(session: Session, phase: Phase, turn: Turn, now: datetime, excused: bool, gone: bool) -> Verdict:
    """What became of a turn whose `player_id` is known. `excused`: they had announced that they are away, or were not
    told; `gone`: their mailbox has taken no report for long."""
    assert phase.deadline is not None
    if turn.given:
        return of_given(turn, phase.deadline)
    if excused or phase.deadline > now:
        return Verdict.EXCUSED
    gone = gone or session.get_one(Player, turn.player_id).unreachable_at is not None
    return Verdict.UNREACHABLE if gone else Verdict.MISSED


def of_given(turn: Turn, deadline: datetime) -> Verdict:
    if not turn.given_by:
        return Verdict.FREE
    if turn.given_by != PLAYER:
        return Verdict.STOOD_IN
    return Verdict.LATE if turn.given_at and turn.given_at > deadline else Verdict.TAKEN


def presence(everyone: Sequence[tuple[Turn, Seat]]) -> dict[str, Presence]:
    """What became of each turn of a phase that was judged, as the engine is told."""
    return {seat.code: of_seat(turn, seat, turn.verdict) for turn, seat in everyone}


def of_seat(turn: Turn, seat: Seat, verdict: str) -> Presence:
    """The same of one seat. Who was not waited for, or need not answer, owes nothing."""
    if seat.player_id is None:
        return Presence.VACANT
    if verdict in SILENT:
        return Presence.MISSED
    if verdict == Verdict.STOOD_IN:
        return Presence.STOOD_IN
    if turn.orders != "[]":
        return Presence.GIVEN
    return Presence.READY if verdict in (Verdict.TAKEN, Verdict.LATE) else Presence.EXCUSED


def in_a_row(session: Session, seat: Seat, last: int | None = None, counted: Collection[Verdict] = SILENT) -> int:
    """How many turns its player has missed without taking one between, up to now or to the phase of that number.
    `counted`: the verdicts that count as missed."""
    row = 0
    for found in recent(session, seat, last):
        if found.verdict in counted:
            row += 1
        elif found.verdict not in PASSED_OVER and not of_itself(found):
            break
    return row


def stood_in_row(session: Session, seat: Seat) -> int:
    """For how many turns up to now nobody but the server has spoken for the seat."""
    row = 0
    for found in recent(session, seat):
        if of_itself(found):
            row += 1
        elif found.verdict not in PASSED_OVER:
            break
    return row


def of_itself(turn: Turn) -> bool:
    """Whether the server spoke for somebody who said nothing."""
    return turn.verdict == Verdict.STOOD_IN and turn.given_by in endings.OF_ITSELF


def recent(session: Session, seat: Seat, last: int | None = None) -> Sequence[Turn]:
    """The turns of the one who holds a seat, the newest first."""
    query = (
        select(Turn)
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Turn.seat_id == seat.id, Turn.player_id == seat.player_id, Turn.verdict != "")
        .where(col(Phase.undone).is_(False), func.coalesce(Phase.resolved_at, seat.joined_at) >= seat.joined_at)
        .order_by(col(Phase.number).desc())
        .limit(LOOKED_AT)
    )
    query = query.where(Phase.number <= last) if last else query
    return session.exec(query).all() if seat.player_id and seat.joined_at else []


def tally(session: Session, *, seat: Seat | None = None, player: Player | None = None) -> Counter[str]:
    """How many turns ended how: those of one seat, of one player in all his games, or of him in that seat."""
    query = (
        select(Turn.verdict, func.count())
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Turn.verdict != "", col(Phase.undone).is_(False))
        .group_by(Turn.verdict)
    )
    query = query.where(Turn.seat_id == seat.id) if seat else query
    query = query.where(Turn.player_id == player.id) if player else query
    return Counter(dict(session.exec(query).all()))


def of_phase(session: Session, phase: Phase) -> list[tuple[Turn, Seat]]:
    """The turns of a phase that is over of which others hear."""
    return [(turn, seat) for turn, seat in phases.turns(session, phase) if turn.verdict in ABSENCES]
