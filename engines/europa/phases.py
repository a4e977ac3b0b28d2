"""The phases of a turn, one after the other, up to the next in which somebody owes something (§3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.base import THERE, Dice, Presence, Seat, Step
from engines.europa import book, new_turn, peace, placing
from engines.europa.due import due
from engines.europa.elections import hold
from engines.europa.ending import finish
from engines.europa.standing import heard
from engines.europa.state import LAST_TURN, State
from engines.europa.working import Working
from engines.language.ask import Order


def resolve(
    state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice, _: Mapping[Seat, Presence] = THERE
) -> Step[State]:
    """Works out the open phase and goes on until somebody owes something again, or the game is over."""
    working = Working(state, dice)
    heard(working, orders)
    work_out(working)
    return Step(working.state, tuple(working.events))


def work_out(working: Working) -> None:
    """The open phase with the orders that are there; none of them counts in a later one."""
    kind = working.state.kind
    following = WORK[kind](working)
    working.orders = {}
    following(working)


def open_phase(working: Working, kind: str, name: str) -> None:
    """Opens a phase; one in which nobody owes anything is worked out at once."""
    working.set(kind=kind, phase=f"T{working.state.turn}-{name}")
    if not due(working.state):
        work_out(working)


Following = Callable[[Working], None]


# --- the turn ----------------------------------------------------------------------------------------------------


def begin_turn(working: Working) -> None:
    new_turn.start(working)
    if working.state.level:
        open_phase(working, "peace", "PEACE")
    else:
        to_placing(working)


def end_turn(working: Working) -> None:
    """Overlays lift of themselves with the turn; after the last one comes the final scoring (§5.11)."""
    if working.state.turn == LAST_TURN:
        finish(working)
    else:
        working.set(turn=working.state.turn + 1)
        begin_turn(working)


# --- peace -------------------------------------------------------------------------------------------------------


def work_peace(working: Working) -> Following:
    conflicts = peace.reveal(working)
    if conflicts and working.state.options.book:
        return lambda working: open_phase(working, "resolve", "RESOLVE")
    if conflicts:
        peace.settle(working)
    return to_placing


def work_resolve(working: Working) -> Following:
    peace.settle(working)
    return to_placing


# --- placing -----------------------------------------------------------------------------------------------------


def to_placing(working: Working) -> None:
    peace.set_wars_aside(working)
    whole = working.state.options.placement == "one mail" and not in_turn(working.state)
    working.set(half=working.state.reserve if whole else placing.halves(working))
    open_place(working, "PLACE" if whole else "PLACE1")


def in_turn(state: State) -> bool:
    """Whether one party places after the other, each seeing the board."""
    return state.options.book or state.options.placement == "sequential"


def open_place(working: Working, name: str) -> None:
    if in_turn(working.state):
        next_to_place(working, name, working.state.order)
    else:
        open_phase(working, "place", name)


def next_to_place(working: Working, name: str, left: Sequence[Seat]) -> None:
    """The first of those left who has pawns to place; after the last, the other half."""
    half = placing.halves(working) if name == "PLACE1" else working.state.reserve
    seat = next((seat for seat in left if half[seat]), "")
    if seat:
        working.set(half={seat: half[seat]})
        open_phase(working, "place", f"{name}-{seat}")
    elif name == "PLACE1":
        next_to_place(working, "PLACE2", working.state.order)
    else:
        to_elections(working)


def work_place(working: Working) -> Following:
    state = working.state
    _, name, *seat = state.phase.split("-")
    if seat:
        placing.place(working, [state.half], seat)
        order = state.ranking or state.order  # who resigned just now may be out of the order of play
        left = order[order.index(seat[0]) + 1 :]
        return lambda working: next_to_place(working, name, left)
    first = placing.halves(working)
    placing.place(working, [first, state.half] if name == "PLACE" else [state.half], state.order)
    if name != "PLACE1":
        return to_elections
    working.set(half=working.state.reserve)
    return lambda working: open_place(working, "PLACE2")


# --- elections ---------------------------------------------------------------------------------------------------


def to_elections(working: Working) -> None:
    working.set(half={})
    if working.state.options.book:
        book.next_election(working, open_phase, end_turn)
    else:
        open_elections(working)


def open_elections(working: Working) -> None:
    parts = working.state.options.election_parts
    open_phase(working, "elections", f"VOTE{working.state.part}" if parts > 1 else "VOTE")


def work_elections(working: Working) -> Following:
    for card in working.state.track:
        if card.part == working.state.part and card.status == "pending":
            hold(working, card.country)
    if working.state.part >= working.state.options.election_parts:
        return end_turn
    working.set(part=working.state.part + 1)
    return open_elections


def work_book(working: Working) -> Following:
    """A step of an election by the book, after which the next one follows."""
    book.WORK[working.state.kind](working)
    return lambda working: book.go_on(working, open_phase, end_turn)


WORK: Mapping[str, Callable[[Working], Following]] = {
    "peace": work_peace,
    "resolve": work_resolve,
    "place": work_place,
    "elections": work_elections,
    **dict.fromkeys(book.WORK, work_book),
}
