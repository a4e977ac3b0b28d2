"""Goals and the final ranking, tested at the end of a round (§5.7 and §8)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Seat, rank_by_worth
from engines.cantillon.state import CantillonState

ALWAYS_OVER = 1
"""Players left at which any game is over."""


def count_cities(state: CantillonState, seat: Seat) -> int:
    return sum(state.owner_of(area) == seat for area in state.board.cities)


def count_lands(state: CantillonState, seat: Seat) -> int:
    return sum(plot.owner == seat for plot in state.lands.values())


def goal_score(state: CantillonState, seat: Seat) -> int:
    """Return what a goal counts."""
    match state.options.goal:
        case "cities":
            return count_cities(state, seat)
        case "lands":
            return count_lands(state, seat)
        case "wealth":
            return state.worth[seat]
        case _:
            return state.round


def has_reached_goal(state: CantillonState, seat: Seat) -> bool:
    """Return whether a living seat has reached the goal."""
    return seat not in state.out and state.options.goal != "last" and goal_score(state, seat) >= state.options.target


def is_game_over(state: CantillonState) -> bool:
    return len(state.living_seats) <= ALWAYS_OVER or any(has_reached_goal(state, seat) for seat in state.living_seats)


def ranks_by_goal(state: CantillonState) -> Mapping[Seat, int]:
    """Return who reached the goal, then alive, then cities, lands, and what the treasury is worth; of those who are
    out, who went last (§5.7)."""
    key = {
        seat: (
            has_reached_goal(state, seat),
            seat not in state.out,
            count_cities(state, seat),
            count_lands(state, seat),
            state.worth[seat],
            state.out.index(seat) if seat in state.out else 0,
        )
        for seat in state.seats
    }
    return rank_by_worth(key)
