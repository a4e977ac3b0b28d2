"""A turn tried out: the lines of a seat on the board as it stands, with attacks that win.

All others stay where they are, and have what they promised. So what is refused now may still come true, and what comes
true now may still fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines import states
from engines.base import Event, Seat
from engines.cantillon import deals
from engines.cantillon.stages import FIRST, LAST, Turn
from engines.cantillon.state import State
from engines.cantillon.working import Lucky, Working
from engines.language.ask import Order

SERIOUS = ("RESIGN", "CEDE", "BURN")
"""What ends a game is not tried."""


@dataclass(frozen=True)
class Trial:
    """What would happen in a stage, as far as the seat learns of it, and what its treasury is worth then."""

    stage: int
    events: tuple[Event, ...]
    worth: int


def may_play(view: State, seat: Seat) -> bool:
    """Whether the seat's turn is open, or the round in which everybody has his."""
    return (
        view.kind != "setup"
        and view.ranks is None
        and seat not in view.out
        and (view.kind == "round" or view.active == seat)
    )


def rehearse(view: State, seat: Seat, orders: Sequence[Order]) -> list[Trial]:
    """The stages that are still to come; none while it is asked whether an attack goes on."""
    known = states.view(view, seat)
    working = Working(known, Lucky())
    for half in known.halves.get(seat, ()):
        if half.giver != seat:
            working.gain(half.giver, half.give)
    said = [order for order in orders if order.verb not in SERIOUS]
    deals.offer(working, seat, said)
    turn = Turn(working, seat, said)
    return [] if view.attack else [played(turn, stage) for stage in range(max(FIRST, view.stage), LAST + 1)]


def played(turn: Turn, stage: int) -> Trial:
    working, before = turn.working, len(turn.working.events)
    turn.play(stage, stage)
    events = working.events[before:]
    seen = tuple(event for event in events if event.to is None or turn.seat in event.to)
    return Trial(stage, seen, working.worth(turn.seat))
