"""What only shows when all of a party's lines are read together (§4: E30–E37, W15–W39)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Seat, whole
from engines.europa import ballots
from engines.europa.state import State
from engines.europa.table import Code
from engines.language.ask import Order, Remark
from engines.language.names import enumerated

Orders = Sequence[Order]


@whole
def remarks(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Errors cost their line; warnings cost nothing."""
    yield from CHECKS.get(view.kind, nothing)(view, seat, orders)


def nothing(_: State, __: Seat, ___: Orders) -> Iterator[Remark]:
    yield from ()


def error(text: str, order: Order) -> Remark:
    return Remark("error", text, order.text)


def warning(text: str, order: Order | None = None) -> Remark:
    return Remark("warning", text, order.text if order else "")


# --- placing -----------------------------------------------------------------------------------------------------


def placing(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    """Too many pawns, line by line, and too few in all; lines with a condition may or may not count."""
    half = left = view.half.get(seat, 0)
    for order in orders:
        asked = sum(row["n"] for row in order.args["on"]) if order.verb == "PLACE" else 0
        if asked and not order.args["if"]:
            if asked > left:
                yield warning(f"W16 Only {left} pawns left for this line; {asked} asked.", order)
            left -= min(asked, left)
    if left and any(order.verb == "PLACE" for order in orders):
        sure = " for sure" if any(order.args["if"] for order in orders if order.verb == "PLACE") else ""
        yield warning(
            f"W15 You place {half - left} of the {half} pawns of this half{sure}; the rest goes by the default rule."
        )


# --- peace -------------------------------------------------------------------------------------------------------


def peace(view: State, _: Seat, orders: Orders) -> Iterator[Remark]:
    """Plans that name tensions before wars, or leave conflicts out."""
    for order in orders:
        if order.verb == "RESOLVE":
            named = [row["country"] for row in order.args["order"]]
            yield from (warning(early(view, code), order) for code in before_wars(view, named))
            missing = sorted(view.markers.keys() - set(named))
            yield from (warning(left_out(view, missing), order) for _ in missing[:1])


def before_wars(view: State, named: Sequence[Code]) -> list[Code]:
    wars = [n for n, code in enumerate(named) if view.markers.get(code) == "W"]
    return [code for n, code in enumerate(named) if wars and n < wars[-1] and view.markers.get(code) == "T"]


def early(view: State, code: Code) -> str:
    name = view.country(code).name
    return f"W22 Wars must be ended before tensions; {name} (Tension) is taken after the wars."


def left_out(view: State, codes: Sequence[Code]) -> str:
    names = enumerated([view.country(code).name for code in codes])
    are = "is" if len(codes) == 1 else "are"
    return f"W23 {names} {are} missing in your plan; missing ones follow, dearest first."


# --- elections ---------------------------------------------------------------------------------------------------


def elections(view: State, seat: Seat, orders: Orders) -> Iterator[Remark]:
    for order in orders:
        if order.verb == "PROPOSE":
            for wish in order.args["list"]:
                yield from proposal(view, seat, order, wish["with"])
        elif order.verb == "MOVE" and order.args["where"] != "*":
            yield from moves(view, order, [row["to"] for row in order.args["list"]])


def proposal(view: State, seat: Seat, order: Order, said: Mapping[str, Any]) -> Iterator[Remark]:
    """A coalition that can never be, or cannot be as pawns stand now."""
    parties = [row["party"] for row in said.get("parties", ())] or ([seat] if said["way"] == "alone" else [])
    doubled = next((p for n, p in enumerate(parties) if p in parties[:n]), "")
    if doubled:
        yield error(f"E32 {doubled} is named twice.", order)
    elif len(parties) > ballots.MOST_MEMBERS:
        yield error("E30 A coalition has at most three parties.", order)
    elif parties and seat not in parties and not view.options.propose_any:
        yield error("E31 Your proposal must include your own party.", order)
    elif order.args["where"] != "*":
        yield from weak(view, order, parties)


def weak(view: State, order: Order, parties: Sequence[Seat]) -> Iterator[Remark]:
    code = order.args["where"]
    name, votes = view.country(code).name, ballots.strength(view, code, parties)
    for absent in (p for p in parties if not view.pawns(code, p)):
        yield warning(f"W36 {absent} has no pawn in {name} at present; kept in case one arrives.", order)
    if parties and votes < view.need(code):
        told = f"W35 At present {'+'.join(parties)} has {votes} votes in {name}, {view.need(code)} needed"
        yield warning(f"{told}; kept in case pawns arrive.", order)


def moves(view: State, order: Order, wishes: Sequence[Code]) -> Iterator[Remark]:
    """Destinations that have voted by then, or do not border the EU yet. The line is lost only if none is left."""
    start = view.card(order.args["where"])
    cards = {to: view.card(to) for to in wishes}
    early = [to for to, card in cards.items() if start and card and card.number <= start.number]
    tell = error if len(early) == len(cards) else warning
    for to in early:
        name, home = view.country(to).name, view.country(order.args["where"]).name
        yield tell(f"E37 {name} votes before {home}; a pawn cannot go there.", order)
    for to, card in cards.items():
        if card and to not in early and not view.borders_eu(to) and not view.table.linked(order.args["where"], to):
            name = view.country(to).name
            yield warning(f"W39 {name} does not border the EU at present; kept in case it does then.", order)


CHECKS: Mapping[str, Callable[[State, Seat, Orders], Iterator[Remark]]] = {
    "place": placing,
    "peace": peace,
    "resolve": peace,
    "elections": elections,
    "propose": elections,
    "move": elections,
}
