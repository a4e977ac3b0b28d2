"""Goals and the final ranking, tested at the end of a round (§5.7 and §8)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Seat, ranked
from engines.cantillon.state import State

ALWAYS_OVER = 1
"""Players left at which any game is over."""


def cities(state: State, seat: Seat) -> int:
    return sum(state.owner(area) == seat for area in state.board.cities)


def lands(state: State, seat: Seat) -> int:
    return sum(plot.owner == seat for plot in state.lands.values())


def score(state: State, seat: Seat) -> int:
    """What a goal counts."""
    match state.options.goal:
        case "cities":
            return cities(state, seat)
        case "lands":
            return lands(state, seat)
        case "wealth":
            return state.worth[seat]
        case _:
            return state.round


def reached(state: State, seat: Seat) -> bool:
    """Whether a living seat has reached the goal."""
    return seat not in state.out and state.options.goal != "last" and score(state, seat) >= state.options.target


def over(state: State) -> bool:
    return len(state.alive) <= ALWAYS_OVER or any(reached(state, seat) for seat in state.alive)


def ranks(state: State) -> Mapping[Seat, int]:
    """Who reached the goal, then alive, then cities, lands, and what the treasury is worth; of those who are out, who
    went last (§5.7)."""
    key = {
        seat: (
            reached(state, seat),
            seat not in state.out,
            cities(state, seat),
            lands(state, seat),
            state.worth[seat],
            state.out.index(seat) if seat in state.out else 0,
        )
        for seat in state.seats
    }
    return ranked(key)
