"""From one round to the next: choices, sealed turns one after the other, the end (§3.1, §5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engines.base import Dice, Seat, Step
from engines.europe2028 import ending
from engines.europe2028.asks import standing_ask
from engines.europe2028.ending import finish
from engines.europe2028.fights import Challenges, challenged, contested, opened, settled
from engines.europe2028.opening import begun
from engines.europe2028.state import DRAWS, State
from engines.europe2028.working import Working, wishes
from engines.language import standing
from engines.language.ask import Order

Orders: TypeAlias = Mapping[Seat, Sequence[Order]]


def dealt(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The choices made; everybody draws and the first round begins."""
    ready, events = begun(state, orders, dice)
    working = Working(ready, dice)
    for seat in ready.play_order:
        working.draw(seat, DRAWS[0])
    return Step(working.frozen(round=1, phase="R1", kind="round"), (*events, *working.events))


def played(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """All turns of a round, each empire's whole turn before the next one's."""
    state = remembered(state, orders)
    working, challenges = Working(state, dice), heard(state, orders)
    for seat in state.play_order:
        working.convert(seat, orders.get(seat, ()))
    for seat in state.play_order:
        turn(working, seat, orders.get(seat, ()), challenges)
    if ending.over(working.frozen()):
        return finish(working.frozen(), working.events)
    working.refill()
    following = (*state.play_order[1:], state.first)
    for seat in following:
        working.draw_turn(seat)
        working.discard_down(seat)
    number = state.round + 1
    return Step(working.frozen(round=number, phase=f"R{number}", first=following[0]), tuple(working.events))


def turn(working: Working, seat: Seat, orders: Sequence[Order], challenges: Challenges) -> None:
    """One empire's turn: each attack is over before the next begins (§5.2.3)."""
    working.tell("turn", seat=seat)
    working.recall_all(seat, orders)
    for order in orders:
        fight = opened(working, seat, order) if order.verb in ("ATTACK", "LAND") else None
        if fight:
            settled(working, contested(working, challenged(working, fight, challenges)))
    working.conclude(seat, wishes(orders))


# --- what is said for longer ----------------------------------------------------------------------------------------


def remembered(state: State, orders: Orders) -> State:
    """With the tokens that were asked for and the standing challenges that were said."""
    wanted = {seat: kinds for seat in state.seats if (kinds := next_kinds(orders.get(seat, ())))}
    lines = {seat: standing_lines(state, seat, orders.get(seat, ())) for seat in state.seats}
    kept = {seat: mine for seat, mine in lines.items() if mine}
    return replace(state, wanted={**state.wanted, **wanted}, standing=kept)


def next_kinds(orders: Sequence[Order]) -> tuple[str, ...]:
    return tuple(row["token"] for order in orders if order.verb == "NEXT" for row in order.args["list"])


def standing_lines(state: State, seat: Seat, said: Sequence[Order]) -> tuple[str, ...]:
    """New standing challenges replace the old ones; CANCEL STANDING forgets those."""
    before = () if any(order.verb == "CANCEL" for order in said) else state.standing.get(seat, ())
    new = any(order.verb == standing.VERB for order in said)
    return standing.kept(standing_ask(state, seat), before, said) if new else before


def heard(state: State, orders: Orders) -> Challenges:
    """Each seat's challenges, the standing ones last."""
    said = {seat: [order for order in orders.get(seat, ()) if order.verb == "CHALLENGE"] for seat in state.seats}
    return {seat: (*said[seat], *kept(state, seat)) for seat in state.seats}


def kept(state: State, seat: Seat) -> Sequence[Order]:
    """The standing challenges of a seat."""
    lines = state.standing.get(seat, ())
    return standing.said_again(standing_ask(state, seat), lines) if lines else ()
