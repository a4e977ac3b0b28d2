"""The phases of a turn, one after the other, up to the next in which somebody owes something (§3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.base import ALL_PRESENT, Dice, Presence, Seat, Step
from engines.europa import book, new_turn, peace, placing
from engines.europa.due import list_due_seats
from engines.europa.elections import hold_election
from engines.europa.ending import finish_europa
from engines.europa.standing import take_in_orders
from engines.europa.state import LAST_TURN, EuropaState
from engines.europa.turn_context import EuropaTurnContext
from engines.language.grammar import Order


def resolve_europa(
    state: EuropaState, orders: Mapping[Seat, Sequence[Order]], dice: Dice, _: Mapping[Seat, Presence] = ALL_PRESENT
) -> Step[EuropaState]:
    """Works out the open phase and goes on until somebody owes something again, or the game is over."""
    working = EuropaTurnContext(state, dice)
    take_in_orders(working, orders)
    work_out_phase(working)
    return Step(working.state, tuple(working.events))


def work_out_phase(working: EuropaTurnContext) -> None:
    """The open phase with the orders that are there; none of them counts in a later one."""
    kind = working.state.kind
    following = WORK[kind](working)
    working.orders = {}
    following(working)


def open_phase(working: EuropaTurnContext, kind: str, name: str) -> None:
    """Opens a phase; one in which nobody owes anything is worked out at once."""
    working.change_state(kind=kind, phase=f"T{working.state.turn}-{name}")
    if not list_due_seats(working.state):
        work_out_phase(working)


Following = Callable[[EuropaTurnContext], None]


# --- the turn ----------------------------------------------------------------------------------------------------


def begin_turn(working: EuropaTurnContext) -> None:
    new_turn.start_turn(working)
    if working.state.conflict_level:
        open_phase(working, "peace", "PEACE")
    else:
        go_to_placing(working)


def end_turn(working: EuropaTurnContext) -> None:
    """Overlays lift of themselves with the turn; after the last one comes the final scoring (§5.11)."""
    if working.state.turn == LAST_TURN:
        finish_europa(working)
    else:
        working.change_state(turn=working.state.turn + 1)
        begin_turn(working)


# --- peace -------------------------------------------------------------------------------------------------------


def work_peace(working: EuropaTurnContext) -> Following:
    conflicts = peace.reveal_commitments(working)
    if conflicts and working.state.options.book:
        return lambda working: open_phase(working, "resolve", "RESOLVE")
    if conflicts:
        peace.end_conflicts_by_plan(working)
    return go_to_placing


def work_resolve(working: EuropaTurnContext) -> Following:
    peace.end_conflicts_by_plan(working)
    return go_to_placing


# --- placing -----------------------------------------------------------------------------------------------------


def go_to_placing(working: EuropaTurnContext) -> None:
    peace.set_wars_aside(working)
    whole = working.state.options.placement == "one mail" and not is_placing_sequential(working.state)
    working.change_state(half=working.state.reserve if whole else placing.first_halves(working))
    open_placing(working, "PLACE" if whole else "PLACE1")


def is_placing_sequential(state: EuropaState) -> bool:
    """Return whether one party places after the other, each seeing the board."""
    return state.options.book or state.options.placement == "sequential"


def open_placing(working: EuropaTurnContext, name: str) -> None:
    if is_placing_sequential(working.state):
        open_next_placing(working, name, working.state.order)
    else:
        open_phase(working, "place", name)


def open_next_placing(working: EuropaTurnContext, name: str, left: Sequence[Seat]) -> None:
    """The first of those left who has pawns to place; after the last, the other half."""
    half = placing.first_halves(working) if name == "PLACE1" else working.state.reserve
    seat = next((seat for seat in left if half[seat]), "")
    if seat:
        working.change_state(half={seat: half[seat]})
        open_phase(working, "place", f"{name}-{seat}")
    elif name == "PLACE1":
        open_next_placing(working, "PLACE2", working.state.order)
    else:
        go_to_elections(working)


def work_place(working: EuropaTurnContext) -> Following:
    state = working.state
    _, name, *seat = state.phase.split("-")
    if seat:
        placing.place_in_parts(working, [state.half], seat)
        left = state.ranking[
            state.ranking.index(seat[0]) + 1 :
        ]  # who resigned just now may be out of the order of play
        return lambda working: open_next_placing(working, name, left)
    first = placing.first_halves(working)
    placing.place_in_parts(working, [first, state.half] if name == "PLACE" else [state.half], state.order)
    if name != "PLACE1":
        return go_to_elections
    working.change_state(half=working.state.reserve)
    return lambda working: open_placing(working, "PLACE2")


# --- elections ---------------------------------------------------------------------------------------------------


def go_to_elections(working: EuropaTurnContext) -> None:
    working.change_state(half={})
    if working.state.options.book:
        book.open_next_election(working, open_phase, end_turn)
    else:
        open_elections(working)


def open_elections(working: EuropaTurnContext) -> None:
    parts = working.state.options.election_parts
    open_phase(working, "elections", f"VOTE{working.state.part}" if parts > 1 else "VOTE")


def work_elections(working: EuropaTurnContext) -> Following:
    for card in working.state.track:
        if card.part == working.state.part and card.status == "pending":
            hold_election(working, card.country)
    if working.state.part >= working.state.options.election_parts:
        return end_turn
    working.change_state(part=working.state.part + 1)
    return open_elections


def work_book(working: EuropaTurnContext) -> Following:
    """A step of an election by the book, after which the next one follows."""
    book.WORK[working.state.kind](working)
    return lambda working: book.continue_election(working, open_phase, end_turn)


WORK: Mapping[str, Callable[[EuropaTurnContext], Following]] = {
    "peace": work_peace,
    "resolve": work_resolve,
    "place": work_place,
    "elections": work_elections,
    **dict.fromkeys(book.WORK, work_book),
}
