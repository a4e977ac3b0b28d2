"""The position after setup, and on to the first phase of turn 1 (§5.1)."""

from __future__ import annotations

from engines.base import Dice, Seat, Step
from engines.europa.data import EuropaGameData
from engines.europa.phases import begin_turn
from engines.europa.state import EuropaOptions, EuropaState
from engines.europa.turn_context import EuropaTurnContext

START_POINTS = {3: 40, 4: 30, 5: 24, 6: 20}
"""Political Points at the start, by the number of players (§1.1)."""


def set_up_europa(
    options: EuropaOptions, box: EuropaGameData, seats: tuple[Seat, ...], dice: Dice
) -> Step[EuropaState]:
    """The position after setup and the start of turn 1 (§5.1)."""
    nothing = dict.fromkeys(seats, 0)
    state = EuropaState(
        seats=seats,
        phase="",
        kind="",
        options=options,
        table=box,
        pp=dict.fromkeys(seats, START_POINTS[len(seats)]),
        vp=nothing,
        vp_shown=nothing if options.vp_open else {},
    )
    working = EuropaTurnContext(state, dice)
    begin_turn(working)
    return Step(working.state, tuple(working.events))
