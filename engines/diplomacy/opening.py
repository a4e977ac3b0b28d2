"""The position before the first move (§3.5)."""

from __future__ import annotations

from dataclasses import replace

from engines.base import Seat
from engines.diplomacy.state import DiplomacyOptions, DiplomacyState, sort_units
from engines.diplomacy.units import province_of


def set_up_diplomacy(options: DiplomacyOptions, seats: tuple[Seat, ...]) -> DiplomacyState:
    """The position before the first move (§3.5)."""
    state = DiplomacyState(seats=seats, phase=f"S{options.start_year}M", kind="movement", options=options)
    board = state.board
    centres = {at: seat for seat in seats for at in board.homes[seat]}
    units = sort_units({province_of(unit.at): unit for unit in board.start}, seats)
    return replace(state, units=units, centres=centres, history={str(options.start_year - 1): centres})
