"""From one phase to the next: choosing cities, sealed rounds, single turns, and turns by the book (§3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines.base import ALL_PRESENT, Dice, Event, Presence, Seat, Step
from engines.cantillon import book, deals, ending, leaving
from engines.cantillon.grammars import build_cantillon_grammar
from engines.cantillon.opening import choose_cities
from engines.cantillon.stages import CantillonTurn
from engines.cantillon.state import CantillonState
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from engines.language import standing
from engines.language.grammar import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve_cantillon(
    state: CantillonState, orders: Orders, dice: Dice, presence: Mapping[Seat, Presence] = ALL_PRESENT
) -> Step[CantillonState]:
    """The next phase in which somebody owes something, or the end."""
    heard, kept = apply_standing_lines(state, orders)
    empty = count_vacancies(state, presence)
    return RESOLVERS[state.kind](replace(state, standing=kept, silent=empty), heard, dice)


def apply_standing_lines(state: CantillonState, orders: Orders) -> tuple[Orders, Mapping[Seat, tuple[str, ...]]]:
    """Return what everybody says: their orders, or standing lines if they send none (§3.4); and the standing lines
    then."""
    heard: dict[Seat, Sequence[Order]] = {}
    kept = {}
    for seat in state.seats:
        said, lines = orders.get(seat, ()), state.standing.get(seat, ())
        wanted = (
            build_cantillon_grammar(state, seat)
            if lines or any(order.verb == standing.STANDING_VERB for order in said)
            else None
        )
        heard[seat] = said or standing.read_standing_lines(wanted, lines)
        kept[seat] = standing.update_standing_lines(wanted, lines, said) if wanted else lines
    return heard, {seat: lines for seat, lines in kept.items() if lines}


# --- the beginning ----------------------------------------------------------------------------------------------


def resolve_setup(state: CantillonState, orders: Orders, _: Dice) -> Step[CantillonState]:
    lands, events = choose_cities(state, orders)
    homes = {plot.owner: area for area, plot in lands.items()}
    opened = begin_round(replace(state, lands=lands, homes=homes, round=1))
    return Step(opened.state, (*events, *opened.events))


def begin_round(state: CantillonState) -> Step[CantillonState]:
    """Opens a round: for all at once, or for the first in the order of play."""
    if state.options.mode == "sealed":
        return Step(replace(state, phase=f"R{state.round}", kind="round"))
    return begin_turn(state, state.living_seats[0])


def begin_turn(state: CantillonState, seat: Seat) -> Step[CantillonState]:
    if state.options.mode == "book":
        return book.begin_book_turn(state, seat, end_turn)
    return Step(replace(state, phase=f"R{state.round}-{seat}", kind="turn", active=seat))


# --- turns ------------------------------------------------------------------------------------------------------


def resolve_sealed_round(state: CantillonState, orders: Orders, dice: Dice) -> Step[CantillonState]:
    """All turns, one after the other, each from the lines written before (§3.1)."""
    working = CantillonTurnContext(state, dice)
    for seat in state.order:
        deals.lay_down_halves(working, seat, orders[seat])
    for seat in state.order:
        if seat not in working.out:
            play_whole_turn(working, seat, orders)
    deals.expire_deals(working)
    return end_round(working.freeze_state(), tuple(working.events))


def play_whole_turn(working: CantillonTurnContext, seat: Seat, orders: Orders) -> None:
    """A whole turn; a realm that nobody took for too long is given up instead (§3.4)."""
    working.record_event("turn", seat=seat)
    absent = working.options.absent
    if absent and working.state.silent.get(seat, 0) >= absent:
        leaving.give_up_realm(working, seat)
        leaving.defeat_cityless(working)
    else:
        CantillonTurn(working, seat, orders[seat]).play_stages()


def count_vacancies(state: CantillonState, presence: Mapping[Seat, Presence]) -> dict[Seat, int]:
    """For how many rounds in a row each seat has had no player, with the one that is played now (§3.4). Who is
    there, or only silent, keeps the realm; seats whose turn it is not are as they were."""
    counted = {"round": state.living_seats, "turn": (state.active,)}.get(state.kind, ())
    empty = {seat: state.silent.get(seat, 0) + 1 if presence.get(seat) == Presence.VACANT else 0 for seat in counted}
    return {seat: rounds for seat, rounds in {**state.silent, **empty}.items() if rounds}


def phases_until_forfeit(view: CantillonState, seat: Seat) -> int:
    """After how many more turns without a player a seat's realm is given up; 0: never (§3.4)."""
    if not view.options.absent or view.options.mode == "book" or seat in view.out:
        return 0
    return max(view.options.absent - view.silent.get(seat, 0), 1)


def resolve_single_turn(state: CantillonState, orders: Orders, dice: Dice) -> Step[CantillonState]:
    """The active player's turn, when everybody saw the board before (§3.2)."""
    working = CantillonTurnContext(state, dice)
    for seat in state.living_seats:
        deals.lay_down_halves(working, seat, orders[seat])
    play_whole_turn(working, state.active, orders)
    return end_turn(working.freeze_state(), tuple(working.events))


def end_turn(state: CantillonState, events: tuple[Event, ...]) -> Step[CantillonState]:
    """The next player's turn, or the end of the round."""
    at = state.order.index(state.active)
    following = next((seat for seat in state.order[at + 1 :] if seat not in state.out), "")
    if len(state.living_seats) > ending.ALWAYS_OVER and following:
        opened = begin_turn(state, following)
        return Step(opened.state, (*events, *opened.events))
    working = CantillonTurnContext(state, LoadedDice())
    deals.expire_deals(working)
    return end_round(working.freeze_state(), events)


def end_round(state: CantillonState, events: tuple[Event, ...]) -> Step[CantillonState]:
    """The goal is tested; then the next round (§5.7)."""
    if ending.is_game_over(state):
        ranks = ending.ranks_by_goal(state)
        told = Event("end", {"ranks": dict(ranks), "worth": dict(state.worth)})
        final = replace(state, ranks=ranks, phase="END", kind="end", active="", stock_shown=state.stock, plan={})
        return Step(final, (*events, told))
    order = (*state.order[1:], state.order[0]) if state.options.rotate else state.order
    opened = begin_round(replace(state, round=state.round + 1, order=order))
    return Step(opened.state, (*events, *opened.events))


def resolve_book_stage(state: CantillonState, orders: Orders, dice: Dice) -> Step[CantillonState]:
    return book.resolve_stage(state, orders, dice, end_turn)


RESOLVERS: Mapping[str, Callable[[CantillonState, Orders, Dice], Step[CantillonState]]] = {
    "setup": resolve_setup,
    "round": resolve_sealed_round,
    "turn": resolve_single_turn,
    "stage": resolve_book_stage,
}
