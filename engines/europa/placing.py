"""Placing pawns: a party's lines from top to bottom, then the rule for what is left (§3.2, §3.4 and §5.9)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.state import EuropaState
from engines.europa.turn_context import EuropaTurnContext
from engines.language.grammar import Order

TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def first_halves(working: EuropaTurnContext) -> dict[Seat, int]:
    """Return what each party places first: half of its pawns, rounded up (§5.9)."""
    return {seat: -(-count // 2) for seat, count in working.state.reserve.items()}


class PlacingLines:
    """A party's lines of one phase: the conditions of each, and the pawns it has still to place."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self.lines = [
            (order.args["if"], [[row["n"], row["country"]] for row in order.args["on"]])
            for order in orders
            if order.verb == "PLACE"
        ]

    def place_pawns(self, working: EuropaTurnContext, seat: Seat, count: int) -> None:
        """Places `count` pawns, or as many as the reserve has. A condition is looked at before its line (§4.1)."""
        left = min(count, working.state.reserve[seat])
        for conditions, rows in self.lines:
            for row in rows if all(placing_condition_holds(working.state, each) for each in conditions) else ():
                wish, code = row
                placed = min(wish, left)
                row[0], left = wish - placed, left - placed
                place_in_country(working, seat, code, placed)
        while left and working.state.open_countries:
            place_in_country(working, seat, default_country(working.state), 1, given=False)
            left -= 1
        if left:
            working.change_state(reserve={**working.state.reserve, seat: working.state.reserve[seat] - left})
            working.record_event("lost", seat=seat, count=left)


def place_in_country(working: EuropaTurnContext, seat: Seat, code: Code, count: int, given: bool = True) -> None:
    if count:
        working.add_pawns(code, seat, count)
        working.change_state(reserve={**working.state.reserve, seat: working.state.reserve[seat] - count})
        working.record_event("placed", seat=seat, country=code, count=count, given=given)


def placing_condition_holds(state: EuropaState, condition: Mapping[str, Any]) -> bool:
    """Return whether every test of an IF is true of the board as it is."""
    return all(board_test_holds(state, row) for row in condition["conditions"])


def board_test_holds(state: EuropaState, test: Mapping[str, Any]) -> bool:
    at, who = test["at"], test["who"]
    pawns = state.count_pawns(at, who["party"]) if "party" in who else state.count_all_pawns(at)
    return TESTS[test["sign"]](pawns, test["n"])


def default_country(state: EuropaState) -> Code:
    """Return where the next pawn goes without an order: most points for each vote among countries that lack votes, else
    of all; the lower number first (§3.4)."""
    short = [code for code in state.open_countries if state.count_all_pawns(code) < state.votes_needed(code)]
    return max(short or state.open_countries, key=lambda code: points_per_vote(state, code))


def points_per_vote(state: EuropaState, code: Code) -> float:
    """Points for each vote needed. Whoever compares countries has them by the numbers of their elections, so that of
    equal ones the lower number comes first."""
    return state.get_country(code).points / state.votes_needed(code)


def place_in_parts(working: EuropaTurnContext, parts: Sequence[Mapping[Seat, int]], seats: Sequence[Seat]) -> None:
    """Each part in turn order: half of all pawns, or the rest, or in one mail both, one after the other. A part may
    count more than a party has left."""
    lines = {seat: PlacingLines(working.orders_from(seat)) for seat in seats}
    for counts in parts:
        for seat in seats:
            lines[seat].place_pawns(working, seat, counts[seat])
