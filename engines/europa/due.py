"""Who owes something in a phase: the one place that knows."""

from __future__ import annotations

from engines.base import Seat
from engines.europa.state import EuropaState


def list_due_seats(state: EuropaState) -> tuple[Seat, ...]:
    """The seats that owe something in the open phase; those who resigned owe nothing."""
    return tuple(seat for seat in state.active_seats if is_due(state, seat))


def is_due(state: EuropaState, seat: Seat) -> bool:
    match state.kind:
        case "peace":
            return bool(state.recruits.get(seat))
        case "place":
            return bool(state.half.get(seat))
        case "elections":
            return any(pawns.get(seat) for pawns in state.board.values())
        case "resolve":
            return seat == state.chooser
        case "propose":
            return seat == state.current_vote.proposer
        case "answer":
            return seat != state.current_vote.proposer and bool(state.count_pawns(state.current_vote.country, seat))
        case "move":
            return seat in state.current_vote.winners
        case kind:
            return kind == "campaign"
