"""From one round to the next: choices, sealed turns one after the other, the end (§3.1, §5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from engines.base import Dice, Seat, Step
from engines.europe2028 import ending
from engines.europe2028.ending import finish_europe2028
from engines.europe2028.fights import Challenges, exchange_cards, find_challenger, open_attack, settle_fight
from engines.europe2028.grammars import standing_ask
from engines.europe2028.opening import begin_after_setup
from engines.europe2028.state import DRAWS, Europe2028State
from engines.europe2028.turn_context import Europe2028TurnContext, work_wishes
from engines.language import standing
from engines.language.grammar import Order

Orders: TypeAlias = Mapping[Seat, Sequence[Order]]


def begin_sealed_game(state: Europe2028State, orders: Orders, dice: Dice) -> Step[Europe2028State]:
    """The choices made; everybody draws and the first round begins."""
    ready, events = begin_after_setup(state, orders, dice)
    working = Europe2028TurnContext(ready, dice)
    for seat in ready.play_order:
        working.draw_cards(seat, DRAWS[0])
    return Step(working.freeze_state(round=1, phase="R1", kind="round"), (*events, *working.events))


def play_sealed_turns(state: Europe2028State, orders: Orders, dice: Dice) -> Step[Europe2028State]:
    """All turns of a round, each empire's whole turn before the next one's."""
    state = remember_wishes(state, orders)
    working, challenges = Europe2028TurnContext(state, dice), collect_challenges(state, orders)
    for seat in state.play_order:
        working.convert_cards(seat, orders.get(seat, ()))
    for seat in state.play_order:
        play_turn(working, seat, orders.get(seat, ()), challenges)
    if ending.is_game_over(working.freeze_state()):
        return finish_europe2028(working.freeze_state(), working.events)
    working.refill_market()
    following = (*state.play_order[1:], state.first)
    for seat in following:
        working.draw_turn_cards(seat)
        working.discard_to_limit(seat)
    number = state.round + 1
    return Step(working.freeze_state(round=number, phase=f"R{number}", first=following[0]), tuple(working.events))


def play_turn(working: Europe2028TurnContext, seat: Seat, orders: Sequence[Order], challenges: Challenges) -> None:
    """One empire's turn: each attack is over before the next begins (§5.2.3)."""
    working.record_event("turn", seat=seat)
    working.recall_tokens(seat, orders)
    for order in orders:
        fight = open_attack(working, seat, order) if order.verb in ("ATTACK", "LAND") else None
        if fight:
            settle_fight(working, exchange_cards(working, find_challenger(working, fight, challenges)))
    working.finish_turn(seat, work_wishes(orders))


# --- what is said for longer ----------------------------------------------------------------------------------------


def remember_wishes(state: Europe2028State, orders: Orders) -> Europe2028State:
    """With the tokens that were asked for and the standing challenges that were said."""
    wanted = {seat: kinds for seat in state.seats if (kinds := wanted_kinds(orders.get(seat, ())))}
    lines = {seat: new_standing_lines(state, seat, orders.get(seat, ())) for seat in state.seats}
    kept = {seat: mine for seat, mine in lines.items() if mine}
    return replace(state, wanted={**state.wanted, **wanted}, standing=kept)


def wanted_kinds(orders: Sequence[Order]) -> tuple[str, ...]:
    return tuple(row["token"] for order in orders if order.verb == "NEXT" for row in order.args["list"])


def new_standing_lines(state: Europe2028State, seat: Seat, said: Sequence[Order]) -> tuple[str, ...]:
    """New standing challenges replace the old ones; CANCEL STANDING forgets those."""
    before = () if any(order.verb == "CANCEL" for order in said) else state.standing.get(seat, ())
    new = any(order.verb == standing.STANDING_VERB for order in said)
    return standing.update_standing_lines(standing_ask(state, seat), before, said) if new else before


def collect_challenges(state: Europe2028State, orders: Orders) -> Challenges:
    """Each seat's challenges, the standing ones last."""
    said = {seat: [order for order in orders.get(seat, ()) if order.verb == "CHALLENGE"] for seat in state.seats}
    return {seat: (*said[seat], *standing_challenges(state, seat)) for seat in state.seats}


def standing_challenges(state: Europe2028State, seat: Seat) -> Sequence[Order]:
    """The standing challenges of a seat."""
    lines = state.standing.get(seat)
    return standing.read_standing_lines(standing_ask(state, seat), lines) if lines else ()
