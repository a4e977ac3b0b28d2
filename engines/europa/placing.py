"""Placing pawns: a party's lines from top to bottom, then the rule for what is left (§3.2, §3.4 and §5.9)."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.state import State
from engines.europa.working import Working
from engines.language.ask import Order

TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


def halves(working: Working) -> dict[Seat, int]:
    """What each party places first: half of its pawns, rounded up (§5.9)."""
    return {seat: -(-count // 2) for seat, count in working.state.reserve.items()}


class Lines:
    """A party's lines of one phase: the conditions of each, and the pawns it has still to place."""

    def __init__(self, orders: Sequence[Order]) -> None:
        self.lines = [
            (order.args["if"], [[row["n"], row["country"]] for row in order.args["on"]])
            for order in orders
            if order.verb == "PLACE"
        ]

    def place(self, working: Working, seat: Seat, count: int) -> None:
        """Places `count` pawns, or as many as the reserve has. A condition is looked at before its line (§4.1)."""
        left = min(count, working.state.reserve[seat])
        for conditions, rows in self.lines:
            for row in rows if all(holds(working.state, each) for each in conditions) else ():
                wish, code = row
                placed = min(wish, left)
                row[0], left = wish - placed, left - placed
                put(working, seat, code, placed)
        while left and working.state.open_countries:
            put(working, seat, default(working.state), 1, given=False)
            left -= 1
        if left:
            working.set(reserve={**working.state.reserve, seat: working.state.reserve[seat] - left})
            working.tell("lost", seat=seat, count=left)


def put(working: Working, seat: Seat, code: Code, count: int, given: bool = True) -> None:
    if count:
        working.put(code, seat, count)
        working.set(reserve={**working.state.reserve, seat: working.state.reserve[seat] - count})
        working.tell("placed", seat=seat, country=code, count=count, given=given)


def holds(state: State, condition: Mapping[str, Any]) -> bool:
    """Whether every test of an IF is true of the board as it is."""
    return all(true(state, row) for row in condition["conditions"])


def true(state: State, test: Mapping[str, Any]) -> bool:
    at, who = test["at"], test["who"]
    pawns = state.pawns(at, who["party"]) if "party" in who else state.present(at)
    return TESTS[test["sign"]](pawns, test["n"])


def default(state: State) -> Code:
    """Where the next pawn goes without an order: most points for each vote among countries that lack votes, else of
    all; the lower number first (§3.4)."""
    short = [code for code in state.open_countries if state.present(code) < state.need(code)]
    return max(short or state.open_countries, key=lambda code: worth(state, code))


def worth(state: State, code: Code) -> float:
    """Points for each vote needed. Whoever compares countries has them by the numbers of their elections, so that of
    equal ones the lower number comes first."""
    return state.country(code).points / state.need(code)


def place(working: Working, parts: Sequence[Mapping[Seat, int]], seats: Sequence[Seat]) -> None:
    """Each part in turn order: half of all pawns, or the rest, or in one mail both, one after the other. A part may
    count more than a party has left."""
    lines = {seat: Lines(working.said(seat)) for seat in seats}
    for counts in parts:
        for seat in seats:
            lines[seat].place(working, seat, counts[seat])
