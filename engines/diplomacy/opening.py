"""The position before the first move (§3.5)."""

from __future__ import annotations

from dataclasses import replace

from engines.base import Seat
from engines.diplomacy.state import Options, State, in_order
from engines.diplomacy.units import province


def opening(options: Options, seats: tuple[Seat, ...]) -> State:
    """The position before the first move (§3.5)."""
    state = State(seats=seats, phase=f"S{options.start_year}M", kind="movement", options=options)
    board = state.board
    centres = {at: seat for seat in seats for at in board.homes[seat]}
    units = in_order({province(unit.at): unit for unit in board.start}, seats)
    return replace(state, units=units, centres=centres, history={str(options.start_year - 1): centres})
