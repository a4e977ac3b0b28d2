"""What parties said for later, and resignations (§3.4 and §4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.base import Seat
from engines.europa.grammars import applicable_standing_orders, build_europa_grammar
from engines.europa.turn_context import EuropaTurnContext
from engines.language import standing
from engines.language.grammar import Order


def take_in_orders(working: EuropaTurnContext, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Takes in what all seats said: orders for this phase with standing lines behind them, and who resigns."""
    state = working.state
    lines = {seat: state.standing.get(seat, ()) for seat in state.seats}
    asks = {seat: build_europa_grammar(state, seat) for seat in state.seats}
    said = {seat: orders.get(seat, ()) for seat in state.seats}
    working.orders = {
        seat: standing.append_standing_orders(said[seat], applicable_standing_orders(state, seat))
        for seat in state.seats
    }
    kept = {
        s: standing.update_standing_lines(found, lines[s], said[s]) if (found := asks[s]) else lines[s]
        for s in state.seats
    }
    working.change_state(standing={seat: mine for seat, mine in kept.items() if mine})
    for seat in working.state.active_seats:
        if any(order.verb == "RESIGN" for order in said[seat]):
            resign_party(working, seat)


def resign_party(working: EuropaTurnContext, seat: Seat) -> None:
    """A party gives up: it plays by default, or its pawns are withdrawn and it gets no more (§3.4)."""
    state = working.state
    working.change_state(resigned=(*state.resigned, seat), out=(*state.out, seat))
    working.orders = {**working.orders, seat: ()}
    working.record_event("resigned", seat=seat)
    if state.options.remove_resigned:
        nothing = {seat: 0}
        board = {code: {s: n for s, n in pawns.items() if s != seat} for code, pawns in state.board.items()}
        working.change_state(
            board=board,
            order=tuple(s for s in state.order if s != seat),
            recruits={**state.recruits, **nothing},
            reserve={**state.reserve, **nothing},
        )
