"""Turns: what each seat owes in a phase, and who is waited for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from pbem.storage.models import Phase, Seat, Turn
from pbem.storage.questions import ANEW, IDS, Question, ask_once


@dataclass(frozen=True, slots=True)
class OpeningTurn:
    """The turn of a seat as a phase opens."""

    due: bool
    given: bool
    ready: bool = False


Everyone = Sequence[tuple[Turn | OpeningTurn, Seat]]


def list_turns(session: Session, phase: Phase) -> list[tuple[Turn, Seat]]:
    """Return who may say something in a phase, in the order of the seats."""
    found = OPEN_TURNS.answer(session, phase.game_id) if phase.resolved_at is None else {}
    return list(found[phase.id]) if phase.id in found else read_turns(session, phase)


def read_turns(session: Session, phase: Phase) -> list[tuple[Turn, Seat]]:
    query = TURNS.where(Turn.phase_id == phase.id)
    rows = ask_once(session, ("turns", phase.id), lambda: session.execute(query).all())
    return [(turn, seat) for turn, seat in rows]


def read_open_turns(session: Session, ids: Collection[int]) -> dict[int, dict[int, list[tuple[Turn, Seat]]]]:
    """The turns of the phases of some games that are not resolved, by game and phase."""
    found: dict[int, dict[int, list[tuple[Turn, Seat]]]] = {game_id: defaultdict(list) for game_id in ids}
    for turn, seat in session.execute(OPEN_TURNS_OF_GAMES, {"ids": list(ids)}):
        found[seat.game_id][turn.phase_id].append((turn, seat))
    return found


TURNS = select(Turn, Seat).join(Seat, col(Turn.seat_id) == Seat.id).order_by(col(Seat.id)).execution_options(**ANEW)
OPEN_TURNS_OF_GAMES = TURNS.join(Phase, col(Turn.phase_id) == Phase.id).where(
    col(Phase.game_id).in_(IDS), col(Phase.resolved_at).is_(None)
)
OPEN_TURNS = Question(read_open_turns, rows_of=(Turn, Phase))


def find_turn(session: Session, phase: Phase, seat: Seat) -> Turn | None:
    """Return what a seat owes in a phase and has given; None if it has nothing to say."""
    query = select(Turn).where(Turn.phase_id == phase.id, Turn.seat_id == seat.id)
    anew = query.execution_options(populate_existing=True)
    return ask_once(session, ("turn", phase.id, seat.id), lambda: session.exec(anew).one_or_none())


def list_debtor_seats(session: Session, phase: Phase) -> list[Seat]:
    """The seats from which somebody must still send orders. A vacant seat owes nothing: its default stands."""
    return [seat for turn, seat in list_turns(session, phase) if owes_orders(turn, seat)]


def list_unready_seats(session: Session, phase: Phase) -> list[Seat]:
    """The seats that keep the phase from being resolved at once: due, held, and not ready."""
    return [seat for turn, seat in list_turns(session, phase) if holds_up_phase(turn, seat)]


def owes_orders(turn: Turn | OpeningTurn, seat: Seat) -> bool:
    return turn.due and not turn.given and seat.player_id is not None


def holds_up_phase(turn: Turn | OpeningTurn, seat: Seat) -> bool:
    return turn.due and not turn.ready and seat.player_id is not None
