"""The phases of a turn, one after the other, up to the next in which somebody owes something (§3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.base import Dice, Seat, Step
from engines.europa import book, new_turn, peace, placing
from engines.europa.due import due
from engines.europa.elections import hold
from engines.europa.ending import finish
from engines.europa.standing import heard
from engines.europa.state import LAST_TURN, State
from engines.europa.turn import Run
from engines.language.ask import Order


def resolve(state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Works out the open phase and goes on until somebody owes something again, or the game is over."""
    run = Run(state, dice)
    heard(run, orders)
    work_out(run)
    return Step(run.state, tuple(run.events))


def work_out(run: Run) -> None:
    """The open phase with the orders that are there; none of them counts in a later one."""
    kind = run.state.kind
    following = WORK[kind](run)
    run.orders = {}
    following(run)


def open_phase(run: Run, kind: str, name: str) -> None:
    """Opens a phase; one in which nobody owes anything is worked out at once."""
    run.set(kind=kind, phase=f"T{run.state.turn}-{name}")
    if not due(run.state):
        work_out(run)


Following = Callable[[Run], None]


# --- the turn ----------------------------------------------------------------------------------------------------


def begin_turn(run: Run) -> None:
    new_turn.start(run)
    if run.state.level:
        open_phase(run, "peace", "PEACE")
    else:
        to_placing(run)


def end_turn(run: Run) -> None:
    """Overlays lift of themselves with the turn; after the last one comes the final scoring (§5.11)."""
    if run.state.turn == LAST_TURN:
        finish(run)
    else:
        run.set(turn=run.state.turn + 1)
        begin_turn(run)


# --- peace -------------------------------------------------------------------------------------------------------


def work_peace(run: Run) -> Following:
    conflicts = peace.reveal(run)
    if conflicts and run.state.options.book:
        return lambda run: open_phase(run, "resolve", "RESOLVE")
    if conflicts:
        peace.settle(run)
    return to_placing


def work_resolve(run: Run) -> Following:
    peace.settle(run)
    return to_placing


# --- placing -----------------------------------------------------------------------------------------------------


def to_placing(run: Run) -> None:
    peace.set_wars_aside(run)
    whole = run.state.options.placement == "one mail" and not in_turn(run.state)
    run.set(half=run.state.reserve if whole else placing.halves(run))
    open_place(run, "PLACE" if whole else "PLACE1")


def in_turn(state: State) -> bool:
    """Whether one party places after the other, each seeing the board."""
    return state.options.book or state.options.placement == "sequential"


def open_place(run: Run, name: str) -> None:
    if in_turn(run.state):
        next_to_place(run, name, run.state.order)
    else:
        open_phase(run, "place", name)


def next_to_place(run: Run, name: str, left: Sequence[Seat]) -> None:
    """The first of those left who has pawns to place; after the last, the other half."""
    half = placing.halves(run) if name == "PLACE1" else run.state.reserve
    seat = next((seat for seat in left if half[seat]), "")
    if seat:
        run.set(half={seat: half[seat]})
        open_phase(run, "place", f"{name}-{seat}")
    elif name == "PLACE1":
        next_to_place(run, "PLACE2", run.state.order)
    else:
        to_elections(run)


def work_place(run: Run) -> Following:
    state = run.state
    _, name, *seat = state.phase.split("-")
    if seat:
        placing.place(run, [state.half], seat)
        order = state.ranking or state.order  # who resigned just now may be out of the order of play
        left = order[order.index(seat[0]) + 1 :]
        return lambda run: next_to_place(run, name, left)
    first = placing.halves(run)
    rest = {seat: state.half[seat] - first[seat] for seat in state.seats}
    placing.place(run, [first, rest] if name == "PLACE" else [state.half], state.order)
    if name != "PLACE1":
        return to_elections
    run.set(half=run.state.reserve)
    return lambda run: open_place(run, "PLACE2")


# --- elections ---------------------------------------------------------------------------------------------------


def to_elections(run: Run) -> None:
    run.set(half={}, part=1)
    if run.state.options.book:
        book.next_election(run, open_phase, end_turn)
    else:
        open_elections(run)


def open_elections(run: Run) -> None:
    parts = run.state.options.election_parts
    open_phase(run, "elections", f"VOTE{run.state.part}" if parts > 1 else "VOTE")


def work_elections(run: Run) -> Following:
    for card in run.state.track:
        if card.part == run.state.part and card.status == "pending":
            hold(run, card.country)
    if run.state.part >= max((card.part for card in run.state.track), default=1):
        return end_turn
    run.set(part=run.state.part + 1)
    return open_elections


def work_book(run: Run) -> Following:
    """A step of an election by the book, after which the next one follows."""
    book.WORK[run.state.kind](run)
    return lambda run: book.go_on(run, open_phase, end_turn)


WORK: Mapping[str, Callable[[Run], Following]] = {
    "peace": work_peace,
    "resolve": work_resolve,
    "place": work_place,
    "elections": work_elections,
    **dict.fromkeys(book.WORK, work_book),
}
