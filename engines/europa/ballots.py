"""A party's ballot: what it proposes, how it answers, where its pawns go; and the rule where it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.placing import worth
from engines.europa.state import State
from engines.kept import keeps
from engines.language.ask import Order

MOST_MEMBERS = 3
MOST_NAMED = 6
"""Parties that a coalition may name so that it is read; `check` says what is wrong with more than three."""
PLUS = " + "
"""Between the parties of a coalition."""


def share(state: State, code: Code, members: int) -> int:
    """The Political Points each member of a coalition gets, rounded up (§6.1)."""
    return -(-state.country(code).points // members)


def strength(state: State, code: Code, seats: Sequence[Seat]) -> int:
    """The pawns of some parties in a country."""
    return sum(state.pawns(code, seat) for seat in seats)


@keeps(256)
def every(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """All coalitions that some parties can form, the small ones first."""
    return tuple(some for size in range(1, MOST_MEMBERS + 1) for some in combinations(seats, size))


def valid(state: State, code: Code, me: Seat, coalition: Sequence[Seat]) -> bool:
    """Whether a party may propose this: itself among one to three parties, all present, strong enough (§5.10c)."""
    named = me in coalition or state.options.propose_any
    sized = 1 <= len(coalition) <= MOST_MEMBERS and len(set(coalition)) == len(coalition)
    return (
        named
        and sized
        and all(state.pawns(code, seat) for seat in coalition)
        and strength(state, code, coalition) >= state.need(code)
    )


def said_for(orders: Sequence[Order], verbs: Sequence[str], code: Code) -> Iterator[Order]:
    """Orders about a country first, then those about all (§4)."""
    for where in (code, "*"):
        yield from (order for order in orders if order.verb in verbs and order.args["where"] == where)


def in_play_order(state: State, coalition: Sequence[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(coalition, key=state.order.index))


# --- proposing ---------------------------------------------------------------------------------------------------


def proposal(state: State, code: Code, me: Seat, orders: Sequence[Order]) -> tuple[Seat, ...]:
    """The first valid coalition of a party's list, in the order of play; () to pass (§5.10c)."""
    order = next(said_for(orders, ("PROPOSE",), code), None)
    if order is None:
        return automatic(state, code, me)
    for row in order.args["list"]:
        wish = wished(row)
        if wish == "PASS":
            return ()
        coalition = automatic(state, code, me) if wish == "AUTO" else members(wish, me)
        if valid(state, code, me, coalition):
            return in_play_order(state, coalition)
    return ()


def wished(row: Mapping[str, Any]) -> str:
    """One row of a proposal: "AUTO", "PASS", "ALONE", "BLU + GRN". Before a coalition was one word it was a form."""
    if "coalition" in row:
        return str(row["coalition"])
    return str(row["with"]["way"]).upper() if "parties" not in row["with"] else joined(row["with"]["parties"])


def joined(rows: Sequence[Mapping[str, Any]]) -> str:
    return PLUS.join(str(row["party"]) for row in rows)


def members(coalition: str, me: Seat) -> Sequence[Seat]:
    """The parties of a coalition as it is said."""
    return [me] if coalition == "ALONE" else coalition.split(PLUS)


def automatic(state: State, code: Code, me: Seat) -> tuple[Seat, ...]:
    """AUTO: the valid coalition with a majority of its own that has fewest members, then the partners with fewest
    points, then the first in turn order; () if there is none (§4)."""
    here = tuple(seat for seat in state.order if state.pawns(code, seat))
    total = strength(state, code, here)
    found = [
        coalition
        for coalition in every(here)
        if me in coalition and valid(state, code, me, coalition) and 2 * strength(state, code, coalition) > total
    ]
    return min(found, key=lambda each: (len(each), sum(state.pp[s] for s in each if s != me)), default=())


# --- answering ---------------------------------------------------------------------------------------------------


def answer(
    state: State, code: Code, me: Seat, orders: Sequence[Order], proposer: Seat, coalition: Sequence[Seat]
) -> bool:
    """Yes or No: the first rule that fits, those for the country before those for all; else Yes to what contains
    oneself (§4)."""
    for order in said_for(orders, ("YES", "NO"), code):
        if fits(state, code, me, order.args["pattern"], proposer, coalition):
            return order.verb == "YES"
    return me in coalition


def fits(
    state: State, code: Code, me: Seat, pattern: Mapping[str, Any], proposer: Seat, coalition: Sequence[Seat]
) -> bool:
    """Whether a coalition is one of those listed, or passes every test."""
    if pattern["way"] == "coalitions":
        return any(set(coalition) == set(named(row["coalition"])) for row in pattern["coalitions"])
    return all(passes(state, code, me, row["test"], proposer, coalition) for row in pattern["tests"])


def named(coalition: str | Mapping[str, Any]) -> Sequence[Seat]:
    """The parties of a coalition that is answered. Before a coalition was one word it was a form."""
    if isinstance(coalition, str):
        return coalition.split(PLUS)
    return [coalition["party"]] if "party" in coalition else [row["party"] for row in coalition["parties"]]


def passes(
    state: State, code: Code, me: Seat, test: Mapping[str, Any], proposer: Seat, coalition: Sequence[Seat]
) -> bool:
    match test["way"]:
        case "any":
            return True
        case "me":
            return me in coalition
        case "with":
            return test["party"] in coalition
        case "without":
            return test["party"] not in coalition
        case "max":
            return len(coalition) <= int(test["n"])
        case "by":
            return bool(test["party"] == proposer)
        case _:
            return share(state, code, len(coalition)) >= int(test["n"])


# --- moving on ---------------------------------------------------------------------------------------------------


def destinations(state: State) -> list[Code]:
    """Where a winner's pawn may go: an election still to come, linked with any member of the EU (§5.10e, §6.2 and
    §6.3). Those before have been held by then."""
    return [c.country for c in state.track if c.status == "pending" and state.borders_eu(c.country)]


def destination(state: State, code: Code, orders: Sequence[Order]) -> Code:
    """The first legal wish; "" for none (§4). Without a wish the best country, like AUTO."""
    legal = destinations(state)
    order = next(said_for(orders, ("MOVE",), code), None)
    wishes = [row["to"] for row in order.args["list"]] if order else ["AUTO"]
    for wish in wishes:
        if wish == "NONE":
            return ""
        if wish == "AUTO" and legal:
            return max(legal, key=lambda each: worth(state, each))
        if wish in legal:
            return str(wish)
    return ""
