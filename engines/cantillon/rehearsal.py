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
from engines.cantillon.stages import FIRST, LAST, CantillonTurn
from engines.cantillon.state import CantillonState
from engines.cantillon.turn_context import CantillonTurnContext, LuckyDice
from engines.language.grammar import Order

NOT_REHEARSED = ("RESIGN", "CEDE", "BURN")
"""What ends a game is not tried."""


@dataclass(frozen=True)
class StageTrial:
    """What would happen in a stage, as far as the seat learns of it, and what its treasury is worth then."""

    stage: int
    events: tuple[Event, ...]
    worth: int


def may_play_now(view: CantillonState, seat: Seat) -> bool:
    """Return whether the seat's turn is open, or the round in which everybody has theirs."""
    return view.ranks is None and seat not in view.out and (view.kind == "round" or view.active == seat)


def rehearse_turn(view: CantillonState, seat: Seat, orders: Sequence[Order]) -> list[StageTrial]:
    """The stages that are still to come; none while it is asked whether an attack goes on."""
    known = states.seat_view(view, seat)
    working = CantillonTurnContext(known, LuckyDice())
    for half in known.halves.get(seat, ()):
        if half.giver != seat:
            working.gain_goods(half.giver, half.give)
    said = [order for order in orders if order.verb not in NOT_REHEARSED]
    deals.lay_down_halves(working, seat, said)
    turn = CantillonTurn(working, seat, said)
    return [] if view.attack else [rehearse_stage(turn, stage) for stage in range(max(FIRST, view.stage), LAST + 1)]


def rehearse_stage(turn: CantillonTurn, stage: int) -> StageTrial:
    working, before = turn.working, len(turn.working.events)
    turn.play_stages(stage, stage)
    events = working.events[before:]
    seen = tuple(event for event in events if event.to is None or turn.seat in event.to)
    return StageTrial(stage, seen, working.treasury_value(turn.seat))
