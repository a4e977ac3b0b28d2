"""What only shows when all of a party's lines are read together, and what is read but not offered (§4.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Seat, returns_tuple
from engines.europa import ballots, picks, words
from engines.europa.data import Code
from engines.europa.state import EuropaState
from engines.language.grammar import Order, Remark, make_remark
from engines.language.names import join_english_list

Orders = Sequence[Order]


@returns_tuple
def check_europa_orders(view: EuropaState, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Errors cost their line; warnings cost nothing."""
    for order in orders:
        yield from check_proposals(view, seat, order, order.args["line"] if order.verb == "STANDING" else order.args)
    yield from CHECKS.get(view.kind, no_remarks)(view, seat, orders)


def no_remarks(_: EuropaState, __: Seat, ___: Orders) -> Iterator[Remark]:
    yield from ()


def order_error(text: str, code: str, order: Order) -> Remark:
    return make_remark("error", words.coded_message(text, code), order.text)


def order_warning(text: str, code: str, order: Order | None = None) -> Remark:
    return make_remark("warning", words.coded_message(text, code), order.text if order else "")


# --- coalitions, now or in a standing line -----------------------------------------------------------------------


def check_proposals(view: EuropaState, seat: Seat, order: Order, args: Mapping[str, Any]) -> Iterator[Remark]:
    """Proposals that can never be made."""
    if "PROPOSE" in (order.verb, args.get("way")):
        wishes = (str(row["coalition"]) for row in args["list"])
        faults = (
            fault for wish in wishes if wish not in ("AUTO", "PASS") for fault in coalition_faults(view, seat, wish)
        )
        yield from (order_error(text, code, order) for text, code in list(faults)[:1])


def coalition_faults(view: EuropaState, seat: Seat, wish: str) -> Iterator[tuple[str, str]]:
    """Yield why a coalition can never be proposed."""
    parties = ballots.coalition_members(wish, seat)
    doubled = next((party for n, party in enumerate(parties) if party in parties[:n]), "")
    if doubled:
        yield f"{words.name_parties([doubled])} is named twice.", "E32"
    elif len(parties) > ballots.MOST_MEMBERS:
        yield "A coalition has at most three parties.", "E30"
    elif seat not in parties and not view.options.propose_any:
        yield "Your proposal must include your own party.", "E31"


# --- placing -----------------------------------------------------------------------------------------------------


def check_placing(view: EuropaState, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Too many pawns, line by line, and too few in all; lines with a condition may or may not count."""
    half = left = view.half.get(seat, 0)
    lines = [order for order in orders if order.verb == "PLACE"]
    for order in lines:
        asked = sum(row["n"] for row in order.args["on"])
        if not order.args["if"]:
            if asked > left:
                yield order_warning(f"This line places {asked}, and {describe_pawns_left(left)}.", "W16", order)
            left -= min(asked, left)
    if left and lines:
        sure = " for sure" if any(order.args["if"] for order in lines) else ""
        placed = f"You place {half - left} of the {words.count_with_unit(half, words.PAWNS)} of this half{sure}"
        yield order_warning(f"{placed}; the rest goes by the default rule.", "W15")


def describe_pawns_left(left: int) -> str:
    return (
        f"only {words.count_with_unit(left, words.PAWNS)} {'is' if left == 1 else 'are'} left for it"
        if left
        else "none is left"
    )


# --- peace -------------------------------------------------------------------------------------------------------


def check_peace_plan(view: EuropaState, _: Seat, orders: Orders) -> Iterator[Remark]:
    """Plans that name tensions before wars, or leave conflicts out."""
    for order in orders:
        if order.verb == "RESOLVE":
            wishes = [row["country"] for row in order.args["order"]]
            yield from (
                order_warning(describe_early_tension(view, code), "W22", order)
                for code in tensions_before_wars(view, wishes)
            )
            missing = sorted(view.markers.keys() - set(wishes))
            yield from (order_warning(describe_missing_conflicts(view, missing), "W23", order) for _ in missing[:1])


def tensions_before_wars(view: EuropaState, wishes: Sequence[Code]) -> list[Code]:
    wars = [n for n, code in enumerate(wishes) if view.markers.get(code) == "W"]
    return [code for n, code in enumerate(wishes) if wars and n < wars[-1] and view.markers.get(code) == "T"]


def describe_early_tension(view: EuropaState, code: Code) -> str:
    name = view.get_country(code).spoken_name
    return f"Wars must be ended before tensions; {name} (Tension) is taken after the wars."


def describe_missing_conflicts(view: EuropaState, codes: Sequence[Code]) -> str:
    names = join_english_list([view.get_country(code).spoken_name for code in codes])
    are = "is" if len(codes) == 1 else "are"
    return f"{names} {are} missing in your plan; missing ones follow, dearest first."


# --- elections ---------------------------------------------------------------------------------------------------


def check_ballot(view: EuropaState, seat: Seat, orders: Orders) -> Iterator[Remark]:
    for order in orders:
        if order.verb == "MOVE":
            yield from check_destinations(view, order, [row["to"] for row in order.args["list"]])
        elif order.verb == "PROPOSE":
            yield from check_self_refusal(view, seat, order, orders)


def check_destinations(view: EuropaState, order: Order, wishes: Sequence[Code]) -> Iterator[Remark]:
    """Destinations that have voted by then. The line is lost only if no other is left."""
    start = order.args["where"]
    past = [to for to in wishes if picks.votes_earlier(view, start, to)]
    for to in past:
        told = (
            f"{view.get_country(to).spoken_name} votes before {view.get_country(start).spoken_name}; a pawn "
            "cannot go there."
        )
        yield (order_error if len(past) == len(wishes) else order_warning)(told, "E37", order)


def check_self_refusal(view: EuropaState, seat: Seat, order: Order, orders: Orders) -> Iterator[Remark]:
    """Yield what a party proposes and would refuse if another member proposed it."""
    code = order.args["where"]
    coalition = ballots.choose_proposal(view, code, seat, [order])
    others = [other for other in coalition if other != seat]
    if seat in coalition and any(
        not ballots.agrees_to_coalition(view, code, seat, orders, other, coalition) for other in others
    ):
        told = (
            f"You propose {words.name_parties(coalition)} in {view.get_country(code).spoken_name}, and refuse the "
            "same from another"
        )
        yield order_warning(f"{told}: see your lines YES and NO.", "W40", order)


CHECKS: Mapping[str, Callable[[EuropaState, Seat, Orders], Iterator[Remark]]] = {
    "place": check_placing,
    "peace": check_peace_plan,
    "resolve": check_peace_plan,
    "elections": check_ballot,
    "move": check_ballot,
}
