"""What only shows when all of a party's lines are read together, and what is read but not offered (§4.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Seat, whole
from engines.europa import ballots, picks, words
from engines.europa.data import Code
from engines.europa.state import State
from engines.language.ask import Order, Remark, remark
from engines.language.names import enumerated

Orders = Sequence[Order]


@whole
def remarks(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Errors cost their line; warnings cost nothing."""
    for order in orders:
        yield from named(view, seat, order, order.args["line"] if order.verb == "STANDING" else order.args)
    yield from CHECKS.get(view.kind, nothing)(view, seat, orders)


def nothing(_: State, __: Seat, ___: Orders) -> Iterator[Remark]:
    yield from ()


def error(text: str, code: str, order: Order) -> Remark:
    return remark("error", words.told(text, code), order.text)


def warning(text: str, code: str, order: Order | None = None) -> Remark:
    return remark("warning", words.told(text, code), order.text if order else "")


# --- coalitions, now or in a standing line -----------------------------------------------------------------------


def named(view: State, seat: Seat, order: Order, args: Mapping[str, Any]) -> Iterator[Remark]:
    """Proposals that can never be made."""
    if "PROPOSE" in (order.verb, args.get("way")):
        wishes = (ballots.wished(row) for row in args["list"])
        faults = (fault for wish in wishes if wish not in ("AUTO", "PASS") for fault in impossible(view, seat, wish))
        yield from (error(text, code, order) for text, code in list(faults)[:1])


def impossible(view: State, seat: Seat, wish: str) -> Iterator[tuple[str, str]]:
    """Why a coalition can never be proposed."""
    parties = ballots.members(wish, seat)
    doubled = next((party for n, party in enumerate(parties) if party in parties[:n]), "")
    if doubled:
        yield f"{words.called([doubled])} is named twice.", "E32"
    elif len(parties) > ballots.MOST_MEMBERS:
        yield "A coalition has at most three parties.", "E30"
    elif seat not in parties and not view.options.propose_any:
        yield "Your proposal must include your own party.", "E31"


# --- placing -----------------------------------------------------------------------------------------------------


def placing(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Too many pawns, line by line, and too few in all; lines with a condition may or may not count."""
    half = left = view.half.get(seat, 0)
    lines = [order for order in orders if order.verb == "PLACE"]
    for order in lines:
        asked = sum(row["n"] for row in order.args["on"])
        if not order.args["if"]:
            if asked > left:
                yield warning(f"This line places {asked}, and {left_over(left)}.", "W16", order)
            left -= min(asked, left)
    if left and lines:
        sure = " for sure" if any(order.args["if"] for order in lines) else ""
        placed = f"You place {half - left} of the {words.counted(half, words.PAWNS)} of this half{sure}"
        yield warning(f"{placed}; the rest goes by the default rule.", "W15")


def left_over(left: int) -> str:
    return (
        f"only {words.counted(left, words.PAWNS)} {'is' if left == 1 else 'are'} left for it"
        if left
        else "none is left"
    )


# --- peace -------------------------------------------------------------------------------------------------------


def peace(view: State, _: Seat, orders: Orders) -> Iterator[Remark]:
    """Plans that name tensions before wars, or leave conflicts out."""
    for order in orders:
        if order.verb == "RESOLVE":
            wishes = [row["country"] for row in order.args["order"]]
            yield from (warning(early(view, code), "W22", order) for code in before_wars(view, wishes))
            missing = sorted(view.markers.keys() - set(wishes))
            yield from (warning(left_out(view, missing), "W23", order) for _ in missing[:1])


def before_wars(view: State, wishes: Sequence[Code]) -> list[Code]:
    wars = [n for n, code in enumerate(wishes) if view.markers.get(code) == "W"]
    return [code for n, code in enumerate(wishes) if wars and n < wars[-1] and view.markers.get(code) == "T"]


def early(view: State, code: Code) -> str:
    name = view.country(code).spoken
    return f"Wars must be ended before tensions; {name} (Tension) is taken after the wars."


def left_out(view: State, codes: Sequence[Code]) -> str:
    names = enumerated([view.country(code).spoken for code in codes])
    are = "is" if len(codes) == 1 else "are"
    return f"{names} {are} missing in your plan; missing ones follow, dearest first."


# --- elections ---------------------------------------------------------------------------------------------------


def elections(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    for order in orders:
        if order.verb == "MOVE":
            yield from moves(view, order, [row["to"] for row in order.args["list"]])
        elif order.verb == "PROPOSE":
            yield from refused(view, seat, order, orders)


def moves(view: State, order: Order, wishes: Sequence[Code]) -> Iterator[Remark]:
    """Destinations that have voted by then. The line is lost only if no other is left."""
    start = order.args["where"]
    past = [to for to in wishes if picks.early(view, start, to)]
    for to in past:
        told = f"{view.country(to).spoken} votes before {view.country(start).spoken}; a pawn cannot go there."
        yield (error if len(past) == len(wishes) else warning)(told, "E37", order)


def refused(view: State, seat: Seat, order: Order, orders: Orders) -> Iterator[Remark]:
    """What a party proposes and would refuse if another member proposed it."""
    code = order.args["where"]
    coalition = ballots.proposal(view, code, seat, [order])
    others = [other for other in coalition if other != seat]
    if seat in coalition and any(not ballots.answer(view, code, seat, orders, other, coalition) for other in others):
        told = f"You propose {words.called(coalition)} in {view.country(code).spoken}, and refuse the same from another"
        yield warning(f"{told}: see your lines YES and NO.", "W40", order)


CHECKS: Mapping[str, Callable[[State, Seat, Orders], Iterator[Remark]]] = {
    "place": placing,
    "peace": peace,
    "resolve": peace,
    "elections": elections,
    "move": elections,
}
