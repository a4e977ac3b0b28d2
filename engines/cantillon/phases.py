"""From one phase to the next: choosing cities, sealed rounds, single turns, and turns by the book (§3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engines.base import THERE, Dice, Event, Presence, Seat, Step
from engines.cantillon import book, deals, ending, leaving
from engines.cantillon.asks import ask
from engines.cantillon.opening import choose_cities
from engines.cantillon.stages import Turn
from engines.cantillon.state import State
from engines.cantillon.working import Working
from engines.dice import LoadedDice
from engines.language import standing
from engines.language.ask import Order

Orders = Mapping[Seat, Sequence[Order]]


def resolve(state: State, orders: Orders, dice: Dice, presence: Mapping[Seat, Presence] = THERE) -> Step[State]:
    """The next phase in which somebody owes something, or the end."""
    heard, kept = listened(state, orders)
    empty = vacancies(state, presence)
    return WORK[state.kind](replace(state, standing=kept, silent=empty), heard, dice)


def listened(state: State, orders: Orders) -> tuple[Orders, Mapping[Seat, tuple[str, ...]]]:
    """What everybody says: his orders, or his standing lines if he sends none (§3.4); and the standing lines then."""
    heard: dict[Seat, Sequence[Order]] = {}
    kept = {}
    for seat in state.seats:
        said, lines = orders.get(seat, ()), state.standing.get(seat, ())
        wanted = ask(state, seat) if lines or any(order.verb == standing.VERB for order in said) else None
        heard[seat] = said or standing.said_again(wanted, lines)
        kept[seat] = standing.kept(wanted, lines, said) if wanted else lines
    return heard, {seat: lines for seat, lines in kept.items() if lines}


# --- the beginning ----------------------------------------------------------------------------------------------


def cities(state: State, orders: Orders, _: Dice) -> Step[State]:
    lands, events = choose_cities(state, orders)
    homes = {plot.owner: area for area, plot in lands.items()}
    opened = begin_round(replace(state, lands=lands, homes=homes, round=1))
    return Step(opened.state, (*events, *opened.events))


def begin_round(state: State) -> Step[State]:
    """Opens a round: for all at once, or for the first in the order of play."""
    if state.options.mode == "sealed":
        return Step(replace(state, phase=f"R{state.round}", kind="round"))
    return begin_turn(state, state.alive[0])


def begin_turn(state: State, seat: Seat) -> Step[State]:
    if state.options.mode == "book":
        return book.begin(state, seat, end_turn)
    return Step(replace(state, phase=f"R{state.round}-{seat}", kind="turn", active=seat))


# --- turns ------------------------------------------------------------------------------------------------------


def sealed_round(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """All turns, one after the other, each from the lines written before (§3.1)."""
    working = Working(state, dice)
    for seat in state.order:
        deals.offer(working, seat, orders[seat])
    for seat in state.order:
        if seat not in working.out:
            play(working, seat, orders)
    deals.expire(working)
    return end_round(working.frozen(), tuple(working.events))


def play(working: Working, seat: Seat, orders: Orders) -> None:
    """A whole turn; a realm that nobody took for too long is given up instead (§3.4)."""
    working.tell("turn", seat=seat)
    absent = working.options.absent
    if absent and working.state.silent.get(seat, 0) >= absent:
        leaving.resign(working, seat)
        leaving.defeats(working)
    else:
        Turn(working, seat, orders[seat]).play()


def vacancies(state: State, presence: Mapping[Seat, Presence]) -> dict[Seat, int]:
    """For how many rounds in a row each seat has had no player, with the one that is played now (§3.4). Who is
    there, or only silent, keeps the realm; seats whose turn it is not are as they were."""
    counted = {"round": state.alive, "turn": (state.active,)}.get(state.kind, ())
    empty = {seat: state.silent.get(seat, 0) + 1 if presence.get(seat) == Presence.VACANT else 0 for seat in counted}
    return {seat: rounds for seat, rounds in {**state.silent, **empty}.items() if rounds}


def forfeit(view: State, seat: Seat) -> int:
    """After how many more turns without a player a seat's realm is given up; 0: never (§3.4)."""
    if not view.options.absent or view.options.mode == "book" or seat in view.out:
        return 0
    return max(view.options.absent - view.silent.get(seat, 0), 1)


def single_turn(state: State, orders: Orders, dice: Dice) -> Step[State]:
    """The active player's turn, when everybody saw the board before (§3.2)."""
    working = Working(state, dice)
    for seat in state.alive:
        deals.offer(working, seat, orders[seat])
    play(working, state.active, orders)
    return end_turn(working.frozen(), tuple(working.events))


def end_turn(state: State, events: tuple[Event, ...]) -> Step[State]:
    """The next player's turn, or the end of the round."""
    at = state.order.index(state.active)
    following = next((seat for seat in state.order[at + 1 :] if seat not in state.out), "")
    if len(state.alive) > ending.ALWAYS_OVER and following:
        opened = begin_turn(state, following)
        return Step(opened.state, (*events, *opened.events))
    working = Working(state, LoadedDice())
    deals.expire(working)
    return end_round(working.frozen(), events)


def end_round(state: State, events: tuple[Event, ...]) -> Step[State]:
    """The goal is tested; then the next round (§5.7)."""
    if ending.over(state):
        ranks = ending.ranks(state)
        told = Event("end", {"ranks": dict(ranks), "worth": dict(state.worth)})
        final = replace(state, ranks=ranks, phase="END", kind="end", active="", stock_shown=state.stock, plan={})
        return Step(final, (*events, told))
    order = (*state.order[1:], state.order[0]) if state.options.rotate else state.order
    opened = begin_round(replace(state, round=state.round + 1, order=order))
    return Step(opened.state, (*events, *opened.events))


def book_step(state: State, orders: Orders, dice: Dice) -> Step[State]:
    return book.resolve(state, orders, dice, end_turn)


WORK: Mapping[str, Callable[[State, Orders, Dice], Step[State]]] = {
    "setup": cities,
    "round": sealed_round,
    "turn": single_turn,
    "stage": book_step,
}
