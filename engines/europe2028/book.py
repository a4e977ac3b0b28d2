"""By the book: one empire's turn at a time, a window for challenges, and windows for more cards (§3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engines.base import Dice, Step
from engines.europe2028 import ending
from engines.europe2028.ending import finish_europe2028
from engines.europe2028.fights import exchange_cards, fight_args, fight_until_asked, open_attack, settle_fight
from engines.europe2028.opening import begin_after_setup
from engines.europe2028.phases import Orders, collect_challenges, remember_wishes
from engines.europe2028.state import Europe2028State, Fight, Plan
from engines.europe2028.turn_context import Europe2028TurnContext, work_wishes
from engines.language.grammar import Order


def begin_book_game(state: Europe2028State, orders: Orders, dice: Dice) -> Step[Europe2028State]:
    """The choices made; the first empire draws."""
    ready, events = begin_after_setup(state, orders, dice)
    working = Europe2028TurnContext(ready, dice)
    step = begin_next_turn(working, replace(ready, round=1))
    return Step(step.state, (*events, *step.events))


def resolve_book_window(state: Europe2028State, orders: Orders, dice: Dice) -> Step[Europe2028State]:
    """The next window, or the next turn."""
    state = remember_wishes(state, orders)
    working = Europe2028TurnContext(state, dice)
    if state.kind == "turn":
        return begin_attacks(working, orders.get(state.turn, ()))
    if state.kind == "challenge":
        return continue_fights(
            working, list(fight_until_asked(working, state.fights, collect_challenges(state, orders)))
        )
    for fight in state.fights:
        if fight.is_going_on:
            add_fight_cards(working, fight, orders.get(fight.mover, ()))
    return continue_fights(
        working, [exchange_cards(working, fight, asks=True, answered=[fight.mover]) for fight in state.fights]
    )


def begin_attacks(working: Europe2028TurnContext, orders: Sequence[Order]) -> Step[Europe2028State]:
    """Cards into coins, landings and openings of the empire whose turn it is; then anybody may challenge."""
    seat = working.state.turn
    working.record_event("turn", seat=seat)
    working.convert_cards(seat, orders)
    working.recall_tokens(seat, orders)
    attacks = [open_attack(working, seat, order) for order in orders if order.verb in ("ATTACK", "LAND")]
    fights = tuple(fight for fight in attacks if fight)
    working.state = replace(working.state, later={seat: work_wishes(orders)}, adds=0, fights=fights)
    others = any(working.hands[other] for other in working.state.seats if other != seat)
    if not fights or not others:
        return continue_fights(working, fights)
    for fight in fights:
        working.record_event("opening", **fight_args(fight))
    return Step(
        working.freeze_state(kind="challenge", phase=f"R{working.state.round}-{seat}-CHALLENGE"), tuple(working.events)
    )


def add_fight_cards(working: Europe2028TurnContext, fight: Fight, orders: Sequence[Order]) -> None:
    """The cards that the side to move adds to its plan."""
    lines = [o for o in orders if o.verb == "ADD" and all(part["region"] == fight.region for part in o.args["at"])]
    cards = [card for order in lines for card in working.pick_cards(fight.mover, order.args["cards"], fight.kind)]
    if cards:
        block = working.plans[fight.mover][fight.region].block
        working.plans[fight.mover][fight.region] = Plan(tuple(dict.fromkeys(cards)), block=block)


def continue_fights(working: Europe2028TurnContext, fights: Iterable[Fight]) -> Step[Europe2028State]:
    """Asks for more cards where a fight waits for them; else the turn comes to its end."""
    found = tuple(fights)
    waiting = [fight for fight in found if fight.is_going_on]
    if not waiting:
        return conclude_book_turn(working, found)
    for fight in waiting:
        working.record_event("waiting", **fight_args(fight), mover=fight.mover)
    count = working.state.adds + 1
    asked = tuple(dict.fromkeys(fight.mover for fight in waiting))
    phase = f"R{working.state.round}-{working.state.turn}-ADD{count}"
    return Step(
        working.freeze_state(kind="add", phase=phase, fights=found, asked=asked, adds=count), tuple(working.events)
    )


def conclude_book_turn(working: Europe2028TurnContext, fights: Sequence[Fight]) -> Step[Europe2028State]:
    """Results, what is done after attacks, and the next empire's turn."""
    state = working.state
    for fight in fights:
        settle_fight(working, fight)
    working.finish_turn(state.turn, state.later[state.turn])
    working.refill_market()
    now = working.freeze_state(fights=(), later={}, asked=())
    return begin_next_turn(working, replace(now, ending=now.ending or ending.is_end_reached(now)))


def begin_next_turn(working: Europe2028TurnContext, state: Europe2028State) -> Step[Europe2028State]:
    """The turn of the next empire round the table; the game ends with the round in which it was decided."""
    done = state.play_order.index(state.turn) + 1 if state.turn else 0
    if done == len(state.seats):
        if state.ending or state.round >= state.options.max_rounds:
            return finish_europe2028(state, working.events)
        for seat in state.play_order:
            working.discard_to_limit(seat)
        state, done = replace(state, round=state.round + 1), 0
    seat = state.play_order[done]
    working.state = replace(state, turn=seat)
    working.draw_turn_cards(seat)
    return Step(working.freeze_state(kind="turn", phase=f"R{state.round}-{seat}-TURN"), tuple(working.events))
