"""A party's ballot: what it proposes, how it answers, where its pawns go; and the rule where it says nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.base import Seat
from engines.europa.data import Code
from engines.europa.placing import points_per_vote
from engines.europa.state import EuropaState
from engines.language.grammar import Order
from engines.memo import memoize

MOST_MEMBERS = 3
MOST_NAMED = 6
"""Parties that a coalition may name so that it is read; `check` says what is wrong with more than three."""
PLUS = " + "
"""Between the parties of a coalition."""


def points_per_member(state: EuropaState, code: Code, members: int) -> int:
    """The Political Points each member of a coalition gets, rounded up (§6.1)."""
    return -(-state.get_country(code).points // members)


def coalition_strength(state: EuropaState, code: Code, seats: Sequence[Seat]) -> int:
    """The pawns of some parties in a country."""
    return sum(state.count_pawns(code, seat) for seat in seats)


@memoize(256)
def possible_coalitions(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """All coalitions that some parties can form, the small ones first."""
    return tuple(some for size in range(1, MOST_MEMBERS + 1) for some in combinations(seats, size))


def is_valid_proposal(state: EuropaState, code: Code, me: Seat, coalition: Sequence[Seat]) -> bool:
    """Return whether a party may propose this: itself among one to three parties, all present, strong enough
    (§5.10c)."""
    named = me in coalition or state.options.propose_any
    sized = 1 <= len(coalition) <= MOST_MEMBERS and len(set(coalition)) == len(coalition)
    return (
        named
        and sized
        and all(state.count_pawns(code, seat) for seat in coalition)
        and coalition_strength(state, code, coalition) >= state.votes_needed(code)
    )


def orders_for_country(orders: Sequence[Order], verbs: Sequence[str], code: Code) -> Iterator[Order]:
    """Orders about a country first, then those about all (§4)."""
    for where in (code, "*"):
        yield from (order for order in orders if order.verb in verbs and order.args["where"] == where)


def sort_by_play_order(state: EuropaState, coalition: Sequence[Seat]) -> tuple[Seat, ...]:
    return tuple(sorted(coalition, key=state.order.index))


# --- proposing ---------------------------------------------------------------------------------------------------


def choose_proposal(state: EuropaState, code: Code, me: Seat, orders: Sequence[Order]) -> tuple[Seat, ...]:
    """The first valid coalition of a party's list ("AUTO", "PASS", "ALONE", "BLU + GRN"), in the order of play; () to
    pass (§5.10c)."""
    order = next(orders_for_country(orders, ("PROPOSE",), code), None)
    if order is None:
        return automatic_coalition(state, code, me)
    for row in order.args["list"]:
        wish = str(row["coalition"])
        if wish == "PASS":
            return ()
        coalition = automatic_coalition(state, code, me) if wish == "AUTO" else coalition_members(wish, me)
        if is_valid_proposal(state, code, me, coalition):
            return sort_by_play_order(state, coalition)
    return ()


def coalition_members(coalition: str, me: Seat) -> Sequence[Seat]:
    """The parties of a coalition as it is said."""
    return [me] if coalition == "ALONE" else coalition.split(PLUS)


def automatic_coalition(state: EuropaState, code: Code, me: Seat) -> tuple[Seat, ...]:
    """AUTO: the valid coalition with a majority of its own that has fewest members, then the partners with fewest
    points, then the first in turn order; () if there is none (§4)."""
    here = tuple(seat for seat in state.order if state.count_pawns(code, seat))
    total = coalition_strength(state, code, here)
    found = [
        coalition
        for coalition in possible_coalitions(here)
        if me in coalition
        and is_valid_proposal(state, code, me, coalition)
        and 2 * coalition_strength(state, code, coalition) > total
    ]
    return min(found, key=lambda each: (len(each), sum(state.pp[s] for s in each if s != me)), default=())


# --- answering ---------------------------------------------------------------------------------------------------


def agrees_to_coalition(
    state: EuropaState, code: Code, me: Seat, orders: Sequence[Order], proposer: Seat, coalition: Sequence[Seat]
) -> bool:
    """Yes or No: the first rule that fits, those for the country before those for all; else Yes to what contains
    oneself (§4)."""
    for order in orders_for_country(orders, ("YES", "NO"), code):
        if matches_answer_pattern(state, code, me, order.args["pattern"], proposer, coalition):
            return order.verb == "YES"
    return me in coalition


def matches_answer_pattern(
    state: EuropaState, code: Code, me: Seat, pattern: Mapping[str, Any], proposer: Seat, coalition: Sequence[Seat]
) -> bool:
    """Return whether a coalition is one of those listed, or passes every test."""
    if pattern["way"] == "coalitions":
        return any(set(coalition) == set(row["coalition"].split(PLUS)) for row in pattern["coalitions"])
    return all(passes_coalition_test(state, code, me, row["test"], proposer, coalition) for row in pattern["tests"])


def passes_coalition_test(
    state: EuropaState, code: Code, me: Seat, test: Mapping[str, Any], proposer: Seat, coalition: Sequence[Seat]
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
            return points_per_member(state, code, len(coalition)) >= int(test["n"])


# --- moving on ---------------------------------------------------------------------------------------------------


def legal_destinations(state: EuropaState) -> list[Code]:
    """Return where a winner's pawn may go: an election still to come, linked with any member of the EU (§5.10e, §6.2
    and §6.3). Those before have been held by then."""
    return [c.country for c in state.track if c.status == "pending" and state.borders_eu(c.country)]


def choose_destination(state: EuropaState, code: Code, orders: Sequence[Order]) -> Code:
    """The first legal wish; "" for none (§4). Without a wish the best country, like AUTO."""
    legal = legal_destinations(state)
    order = next(orders_for_country(orders, ("MOVE",), code), None)
    wishes = [row["to"] for row in order.args["list"]] if order else ["AUTO"]
    for wish in wishes:
        if wish == "NONE":
            return ""
        if wish == "AUTO" and legal:
            return max(legal, key=lambda each: points_per_vote(state, each))
        if wish in legal:
            return str(wish)
    return ""
