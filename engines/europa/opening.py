"""The position after setup, and on to the first phase of turn 1 (§5.1)."""

from __future__ import annotations

from engines.base import Dice, Seat, Step
from engines.europa.data import Box
from engines.europa.phases import begin_turn
from engines.europa.state import Options, State
from engines.europa.working import Working

START_POINTS = {3: 40, 4: 30, 5: 24, 6: 20}
"""Political Points at the start, by the number of players (§1.1)."""


def opening(options: Options, box: Box, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
    """The position after setup and the start of turn 1 (§5.1)."""
    nothing = dict.fromkeys(seats, 0)
    state = State(
        seats=seats,
        phase="",
        kind="",
        options=options,
        table=box,
        pp=dict.fromkeys(seats, START_POINTS[len(seats)]),
        vp=nothing,
        vp_shown=nothing if options.vp_open else {},
    )
    working = Working(state, dice)
    begin_turn(working)
    return Step(working.state, tuple(working.events))
