"""Standing lines and resignations: what a party said for later, and what counts now (specification, 3.4 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines import orders as language
from engines import slots
from engines.base import Ask, Order, Seat
from engines.europa.asks import ask
from engines.europa.run import Run
from engines.europa.state import State

WORD = "STANDING "


def heard(run: Run, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Takes in what all seats said: orders for this phase with standing lines behind them, and who resigns."""
    run.orders = {seat: with_standing(run.state, seat, orders.get(seat, ())) for seat in run.state.seats}
    kept = {seat: kept_lines(run.state, seat, orders.get(seat, ())) for seat in run.state.seats}
    run.set(standing={seat: lines for seat, lines in kept.items() if lines})
    for seat in run.state.active:
        if any(order.verb == "RESIGN" for order in orders.get(seat, ())):
            resign(run, seat)


def with_standing(state: State, seat: Seat, said: Sequence[Order]) -> tuple[Order, ...]:
    """What was said, then those standing lines that it does not replace."""
    lines = state.standing.get(seat, ())
    wanted = ask(state, seat) if lines else None
    if wanted is None:
        return tuple(said)
    later = language.read(wanted, "\n".join(lines)).orders
    taken = frozenset(key for order in said for key in slots.keys(order))
    return (*said, *(order for order in later if not slots.keys(order) & taken))


def kept_lines(state: State, seat: Seat, said: Sequence[Order]) -> tuple[str, ...]:
    """The standing lines after what was said."""
    new = [order for order in said if order.verb == "STANDING"]
    if not new:
        return state.standing.get(seat, ())
    before = () if any(order.text == f"{WORD}CLEAR" for order in new) else old_lines(state, seat)
    return tuple(o.text.removeprefix(WORD) for o in slots.amended(before, new) if o.text != f"{WORD}CLEAR")


def old_lines(state: State, seat: Seat) -> Sequence[Order]:
    wanted = ask(state, seat) or Ask("", ())
    return language.read(wanted, "\n".join(WORD + line for line in state.standing.get(seat, ()))).orders


def standing_draft(view: State, seat: Seat, wanted: Ask) -> Ask:
    """The ask with the seat's standing lines as its draft, as far as they can be said now."""
    lines = view.standing.get(seat, ())
    found = language.read(wanted, "\n".join(lines)).orders if lines else ()
    return replace(wanted, draft=tuple(order.text for order in found)) if found else wanted


def resign(run: Run, seat: Seat) -> None:
    """A party gives up: it plays by default, or its pawns are withdrawn and it gets no more (3.4)."""
    state = run.state
    run.set(resigned=(*state.resigned, seat), out=(*state.out, seat))
    run.tell("resigned", seat=seat)
    if state.options.remove_resigned:
        nothing = {seat: 0}
        board = {code: {s: n for s, n in pawns.items() if s != seat} for code, pawns in state.board.items()}
        run.set(
            board=board,
            order=tuple(s for s in state.order if s != seat),
            recruits={**state.recruits, **nothing},
            reserve={**state.reserve, **nothing},
            half={**state.half, **nothing} if state.half else {},
        )
