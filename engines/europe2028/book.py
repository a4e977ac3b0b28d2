"""By the book: one empire's turn at a time, a window for challenges, and windows for more cards (§3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.base import Dice, Step
from engines.europe2028 import ending
from engines.europe2028.ending import finish
from engines.europe2028.fights import contested, fought, opened, settled, told
from engines.europe2028.opening import begun
from engines.europe2028.phases import Orders, heard, remembered
from engines.europe2028.state import Fight, Plan, State
from engines.europe2028.working import Working, wishes
from engines.language.ask import Order


def dealt(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The choices made; the first empire draws."""
    ready, events = begun(state, orders, dice)
    working = Working(ready, dice)
    step = next_turn(working, replace(ready, round=1, turn=""))
    return Step(step.state, (*events, *step.events))


def resolve(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The next window, or the next turn."""
    state = remembered(state, orders)
    working = Working(state, dice)
    if state.kind == "turn":
        return begin(working, orders.get(state.turn, ()))
    if state.kind == "challenge":
        return go_on(working, list(fought(working, state.fights, heard(state, orders))))
    for fight in state.fights:
        if fight.going_on:
            add(working, fight, orders.get(fight.mover, ()))
    return go_on(working, [contested(working, fight, ask=True, answered=[fight.mover]) for fight in state.fights])


def begin(working: Working, orders: Sequence[Order]) -> Step[State]:
    """Cards into coins, landings and openings of the empire whose turn it is; then anybody may challenge."""
    seat = working.state.turn
    working.tell("turn", seat=seat)
    working.convert(seat, orders)
    working.recall_all(seat, orders)
    attacks = [opened(working, seat, order) for order in orders if order.verb in ("ATTACK", "LAND")]
    fights = tuple(fight for fight in attacks if fight)
    working.state = replace(working.state, later={seat: wishes(orders)}, adds=0, fights=fights)
    others = any(working.hands[other] for other in working.state.seats if other != seat)
    if not fights or not others:
        return go_on(working, fights)
    for fight in fights:
        working.tell("opening", **told(fight))
    return Step(
        working.frozen(kind="challenge", phase=f"R{working.state.round}-{seat}-CHALLENGE"), tuple(working.events)
    )


def add(working: Working, fight: Fight, orders: Sequence[Order]) -> None:
    """The cards that the side to move adds to its plan."""
    lines = [o for o in orders if o.verb == "ADD" and all(part["region"] == fight.region for part in o.args["at"])]
    cards = [card for order in lines for card in working.picked(fight.mover, order.args["cards"], fight.kind)]
    if cards:
        block = working.plans[fight.mover][fight.region].block
        working.plans[fight.mover][fight.region] = Plan(tuple(dict.fromkeys(cards)), block=block)


def go_on(working: Working, fights: Iterable[Fight]) -> Step[State]:
    """Asks for more cards where a fight waits for them; else the turn comes to its end."""
    found = tuple(fights)
    waiting = [fight for fight in found if fight.going_on]
    if not waiting:
        return conclude(working, found)
    for fight in waiting:
        working.tell("waiting", **told(fight), mover=fight.mover)
    count = working.state.adds + 1
    asked = tuple(dict.fromkeys(fight.mover for fight in waiting))
    phase = f"R{working.state.round}-{working.state.turn}-ADD{count}"
    return Step(working.frozen(kind="add", phase=phase, fights=found, asked=asked, adds=count), tuple(working.events))


def conclude(working: Working, fights: Sequence[Fight]) -> Step[State]:
    """Results, what is done after attacks, and the next empire's turn."""
    state = working.state
    for fight in fights:
        settled(working, fight)
    working.conclude(state.turn, state.later[state.turn])
    working.refill()
    now = working.frozen(fights=(), later={}, asked=())
    return next_turn(working, replace(now, ending=now.ending or ending.reached(now)))


def next_turn(working: Working, state: State) -> Step[State]:
    """The turn of the next empire round the table; the game ends with the round in which it was decided."""
    done = state.play_order.index(state.turn) + 1 if state.turn else 0
    if done == len(state.seats):
        if state.ending or state.round >= state.options.max_rounds:
            return finish(state, working.events)
        for seat in state.play_order:
            working.discard_down(seat)
        state, done = replace(state, round=state.round + 1), 0
    seat = state.play_order[done]
    working.state = replace(state, turn=seat)
    working.draw_turn(seat)
    return Step(working.frozen(kind="turn", phase=f"R{state.round}-{seat}-TURN"), tuple(working.events))
