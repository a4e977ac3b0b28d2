"""Turns that were taken and turns that were not: each judged once, when its phase is closed, and counted for whoever
held the seat then. What a rollback has undone counts for nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import Session, col, func, select

from engines.base import Presence
from pbem.games.notify import add_ledger_entry
from pbem.games.orders.orders import PLAYER
from pbem.games.phases import deliveries, phase_turns
from pbem.games.results import endings
from pbem.games.rules import rules_of
from pbem.games.seating import absences
from pbem.storage.models import Game, Phase, Player, Seat, Turn
from pbem.storage.models.words import TurnVerdict as TurnVerdict

REPORTED_VERDICTS = frozenset(
    {TurnVerdict.LATE, TurnVerdict.STOOD_IN, TurnVerdict.EXCUSED, TurnVerdict.UNREACHABLE, TurnVerdict.MISSED}
)
"""The verdicts that others hear of."""
SILENT_VERDICTS = frozenset({TurnVerdict.MISSED, TurnVerdict.UNREACHABLE})
"""The verdicts after which a seat is opened, if there are enough of them in a row."""
NEUTRAL_VERDICTS = frozenset({TurnVerdict.FREE, TurnVerdict.EXCUSED})
"""The verdicts that neither begin nor end such a row."""
MOST_RECENT_TURNS = 100
"""The newest turns among which a row is looked for."""


def judge_turns(
    session: Session,
    game: Game,
    phase: Phase,
    everyone: Sequence[tuple[Turn, Seat]],
    now: datetime,
    posted: bool = False,
) -> None:
    """Writes down what became of each turn of a phase that is being closed; in the ledger too, if all are told.
    `posted`: as `told.untold_seat_ids` has it."""
    excused, gone = frozenset[int](), frozenset[int]()
    if missing := [seat for turn, seat in everyone if phase_turns.owes_orders(turn, seat)]:
        untold = deliveries.untold_seat_ids(session, phase, missing, now, posted)
        gone = unreachable_seat_ids(session, phase, [seat for seat in missing if seat.id in untold], now)
        excused = absences.excused_seat_ids(session, game, phase) | untold - gone
    for turn, seat in everyone:
        if turn.due and seat.player_id is not None:
            turn.player_id = seat.player_id
            turn.verdict = judge_turn(session, phase, turn, now, seat.id in excused, seat.id in gone)
            session.add(turn)
            if turn.verdict in REPORTED_VERDICTS and rules_of(game).absences == "all":
                by = {"by": turn.given_by} if turn.verdict == TurnVerdict.STOOD_IN else {}
                add_ledger_entry(session, game, seat.code, turn.verdict, now, phase=phase.name, **by)


def unreachable_seat_ids(session: Session, phase: Phase, untold: Sequence[Seat], now: datetime) -> frozenset[int]:
    """Those of some seats whose mailboxes have taken no report for so long that their holders are unreachable."""
    return frozenset(seat.id for seat in untold if deliveries.is_out_of_reach(session, phase, seat, now))


def judge_turn(session: Session, phase: Phase, turn: Turn, now: datetime, excused: bool, gone: bool) -> TurnVerdict:
    """Return what became of a turn whose `player_id` is known. `excused`: they had announced that they are away, or
    were not told; `gone`: their mailbox has taken no report for long."""
    assert phase.deadline is not None
    if turn.given:
        return verdict_of_given(turn, phase.deadline)
    if excused or phase.deadline > now:
        return TurnVerdict.EXCUSED
    gone = gone or session.get_one(Player, turn.player_id).unreachable_at is not None
    return TurnVerdict.UNREACHABLE if gone else TurnVerdict.MISSED


def verdict_of_given(turn: Turn, deadline: datetime) -> TurnVerdict:
    if not turn.given_by:
        return TurnVerdict.FREE
    if turn.given_by != PLAYER:
        return TurnVerdict.STOOD_IN
    return TurnVerdict.LATE if turn.given_at and turn.given_at > deadline else TurnVerdict.TAKEN


def presence_by_seat(everyone: Sequence[tuple[Turn, Seat]]) -> dict[str, Presence]:
    """Return what became of each turn of a phase that was judged, as the engine is told."""
    return {seat.code: seat_presence(turn, seat, turn.verdict) for turn, seat in everyone}


def seat_presence(turn: Turn, seat: Seat, verdict: str) -> Presence:
    """The same of one seat. Who was not waited for, or need not answer, owes nothing."""
    if seat.player_id is None:
        return Presence.VACANT
    if verdict in SILENT_VERDICTS:
        return Presence.MISSED
    if verdict == TurnVerdict.STOOD_IN:
        return Presence.STOOD_IN
    if turn.orders != "[]":
        return Presence.GIVEN
    return Presence.READY if verdict in (TurnVerdict.TAKEN, TurnVerdict.LATE) else Presence.EXCUSED


def count_missed_in_row(
    session: Session, seat: Seat, last: int | None = None, counted: Collection[TurnVerdict] = SILENT_VERDICTS
) -> int:
    """Return how many turns its player has missed without taking one between, up to now or to the phase of that number.
    `counted`: the verdicts that count as missed."""
    row = 0
    for found in list_recent_turns(session, seat, last):
        if found.verdict in counted:
            row += 1
        elif found.verdict not in NEUTRAL_VERDICTS and not is_given_by_server(found):
            break
    return row


def count_stand_ins_in_row(session: Session, seat: Seat) -> int:
    """For how many turns up to now nobody but the server has spoken for the seat."""
    row = 0
    for found in list_recent_turns(session, seat):
        if is_given_by_server(found):
            row += 1
        elif found.verdict not in NEUTRAL_VERDICTS:
            break
    return row


def is_given_by_server(turn: Turn) -> bool:
    """Return whether the server spoke for somebody who said nothing."""
    return turn.verdict == TurnVerdict.STOOD_IN and turn.given_by in endings.SERVER_GIVERS


def list_recent_turns(session: Session, seat: Seat, last: int | None = None) -> Sequence[Turn]:
    """The turns of the one who holds a seat, the newest first."""
    query = (
        select(Turn)
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Turn.seat_id == seat.id, Turn.player_id == seat.player_id, Turn.verdict != "")
        .where(col(Phase.undone).is_(False), func.coalesce(Phase.resolved_at, seat.joined_at) >= seat.joined_at)
        .order_by(col(Phase.number).desc())
        .limit(MOST_RECENT_TURNS)
    )
    query = query.where(Phase.number <= last) if last else query
    return session.exec(query).all() if seat.player_id and seat.joined_at else []


def tally_verdicts(session: Session, *, seat: Seat | None = None, player: Player | None = None) -> Counter[str]:
    """Return how many turns ended how: those of one seat, of one player in all their games, or of that player in that
    seat."""
    query = (
        select(Turn.verdict, func.count())
        .join(Phase, col(Turn.phase_id) == Phase.id)
        .where(Turn.verdict != "", col(Phase.undone).is_(False))
        .group_by(Turn.verdict)
    )
    query = query.where(Turn.seat_id == seat.id) if seat else query
    query = query.where(Turn.player_id == player.id) if player else query
    return Counter(dict(session.exec(query).all()))


def list_reported_turns(session: Session, phase: Phase) -> list[tuple[Turn, Seat]]:
    """The turns of a phase that is over of which others hear."""
    return [(turn, seat) for turn, seat in phase_turns.list_turns(session, phase) if turn.verdict in REPORTED_VERDICTS]
