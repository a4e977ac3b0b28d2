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
from engines.europe2028.turn import Table, wishes
from engines.language.ask import Order


def dealt(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The choices made; the first empire draws."""
    ready, events = begun(state, orders, dice)
    table = Table(ready, dice)
    step = next_turn(table, replace(ready, round=1))
    return Step(step.state, (*events, *step.events))


def resolve(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The next window, or the next turn."""
    state = remembered(state, orders)
    table = Table(state, dice)
    if state.kind == "turn":
        return begin(table, orders.get(state.turn, ()))
    if state.kind == "challenge":
        return go_on(table, list(fought(table, state.fights, heard(state, orders))))
    for fight in state.fights:
        if fight.going_on:
            add(table, fight, orders.get(fight.mover, ()))
    return go_on(table, [contested(table, fight, ask=True, answered=[fight.mover]) for fight in state.fights])


def begin(table: Table, orders: Sequence[Order]) -> Step[State]:
    """Cards into coins, landings and openings of the empire whose turn it is; then anybody may challenge."""
    seat = table.state.turn
    table.tell("turn", seat=seat)
    table.convert(seat, orders)
    table.recall_all(seat, orders)
    attacks = [opened(table, seat, order) for order in orders if order.verb in ("ATTACK", "LAND")]
    fights = tuple(fight for fight in attacks if fight)
    table.state = replace(table.state, later={seat: wishes(orders)}, adds=0, fights=fights)
    others = any(table.hands[other] for other in table.state.seats if other != seat)
    if not fights or not others:
        return go_on(table, fights)
    for fight in fights:
        table.tell("opening", **told(fight))
    return Step(table.frozen(kind="challenge", phase=f"R{table.state.round}-{seat}-CHALLENGE"), tuple(table.events))


def add(table: Table, fight: Fight, orders: Sequence[Order]) -> None:
    """The cards that the side to move adds to its plan."""
    lines = [o for o in orders if o.verb == "ADD" and all(part["region"] == fight.region for part in o.args["at"])]
    cards = [card for order in lines for card in table.picked(fight.mover, order.args["cards"], fight.kind)]
    if cards:
        block = table.plans[fight.mover][fight.region].block
        table.plans[fight.mover][fight.region] = Plan(tuple(dict.fromkeys(cards)), block=block)


def go_on(table: Table, fights: Iterable[Fight]) -> Step[State]:
    """Asks for more cards where a fight waits for them; else the turn comes to its end."""
    found = tuple(fights)
    waiting = [fight for fight in found if fight.going_on]
    if not waiting:
        return conclude(table, found)
    for fight in waiting:
        table.tell("waiting", **told(fight), mover=fight.mover)
    count = table.state.adds + 1
    asked = tuple(dict.fromkeys(fight.mover for fight in waiting))
    phase = f"R{table.state.round}-{table.state.turn}-ADD{count}"
    return Step(table.frozen(kind="add", phase=phase, fights=found, asked=asked, adds=count), tuple(table.events))


def conclude(table: Table, fights: Sequence[Fight]) -> Step[State]:
    """Results, what is done after attacks, and the next empire's turn."""
    state = table.state
    for fight in fights:
        settled(table, fight)
    table.conclude(state.turn, state.later[state.turn])
    table.refill()
    now = table.frozen(fights=(), later={}, asked=())
    return next_turn(table, replace(now, ending=now.ending or ending.reached(now)))


def next_turn(table: Table, state: State) -> Step[State]:
    """The turn of the next empire round the table; the game ends with the round in which it was decided."""
    done = state.play_order.index(state.turn) + 1 if state.turn else 0
    if done == len(state.seats):
        if state.ending or state.round >= state.options.max_rounds:
            return finish(state, table.events)
        for seat in state.play_order:
            table.discard_down(seat)
        state, done = replace(state, round=state.round + 1), 0
    seat = state.play_order[done]
    table.state = replace(state, turn=seat)
    table.draw_turn(seat)
    return Step(table.frozen(kind="turn", phase=f"R{state.round}-{seat}-TURN"), tuple(table.events))
