"""Who owes something in a phase: the one place that knows."""

from __future__ import annotations

from engines.base import Seat
from engines.europa.state import State


def due(state: State) -> tuple[Seat, ...]:
    """The seats that owe something in the open phase; those who resigned owe nothing."""
    return tuple(seat for seat in state.active if is_due(state, seat))


def is_due(state: State, seat: Seat) -> bool:
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
            return seat == state.vote.proposer
        case "answer":
            return seat != state.vote.proposer and bool(state.pawns(state.vote.country, seat))
        case "move":
            return seat in state.vote.winners
        case kind:
            return kind == "campaign"
