"""What only shows when all of an empire's lines are read together (specification, section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Order, Remark, Seat
from engines.dice import LoadedDice
from engines.europe2028.cards import conversion, matches
from engines.europe2028.phases import LOW_HIGH_ALL
from engines.europe2028.setup import lawful
from engines.europe2028.state import MAT, State
from engines.europe2028.table import Table


def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Errors cost their line; warnings cost nothing."""
    converted = {row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"]}
    total, coins = conversion(iter(converted & set(view.hand(seat))))
    if converted and not coins:
        yield Remark("warning", f"B18 These cards make {total} points, less than one coin; nothing is converted.")
    for order in orders:
        if order.verb == "TOKENS" and not lawful([row["token"] for row in order.args["list"]]):
            yield Remark("error", "B20 Choose two of MIL MIL ECO CUL POL.", order.text)
        if order.verb == "STANDING" and order.args["cards"]["way"] not in LOW_HIGH_ALL:
            yield Remark("error", "B15 A standing challenge uses LOW, HIGH or ALL.", order.text)
        if order.verb in ("ATTACK", "LAND"):
            yield from attack(view, seat, order, coins, orders)
            yield from (twice(card, order) for card in sorted(converted & set(named(order))))


def twice(card: str, order: Order) -> Remark:
    return Remark("warning", f"B24 {card} is converted first and will not be there for {order.text}.", order.text)


def named(order: Order) -> list[str]:
    """The cards an attack names for opening and reserve."""
    parts = [part["cards"] for part in order.args.get("with", ())]
    parts += [part["more"] for part in order.args.get("reserve", ())]
    return [row["card"] for part in parts for row in part.get("cards", ())]


def attack(view: State, seat: Seat, order: Order, coins: int, orders: Sequence[Order]) -> Iterator[Remark]:
    """Cards of another suit, a token elsewhere, a landing one cannot pay, no opening card."""
    table, region = Table(view, LoadedDice(), {}), order.args["region"]
    token = table.token(seat, order.args["token"], region)
    kind = token[:3]
    for card in named(order):
        if not matches(card, kind):
            yield Remark("warning", f"B04 {card} does not match a {kind} attack; it was left out.", order.text)
    if order.verb == "ATTACK" and not order.args["with"]:
        yield Remark("warning", "B13 No opening card: the token will land and wait.", order.text)
    place = view.tokens[seat][token].place
    recalled = any(o.verb == "RECALL" and token.startswith(o.args["token"]) for o in orders)
    if place not in (MAT, region) and not recalled and place:
        yield Remark("warning", f"B08 Your {kind} token is on {place}; RECALL it first.", order.text)
    cost, purse = table.price(seat, kind, region), view.coins[seat] + coins
    if place != region and not order.args["pay"] and cost > purse:
        told = f"B10 Landing costs {cost}; you have {purse}. Line kept in case, skipped if you still cannot pay."
        yield Remark("warning", told, order.text)
