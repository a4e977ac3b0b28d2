"""Positions of Europax for tests, in a few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Event
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.data import STANDARD, Demand
from engines.europax.market import Market
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.europax.turn_context import Wishes
from engines.language import parse_orders
from engines.language.grammar import Order

ORDER = ("FR", "EN", "DE", "BX", "IT")
SEATS = ("BLU", "RED", "GRN", "YEL", "PUR")
USUAL, LONG, GIFT = EuropaxOptions(), EuropaxOptions(long=True), EuropaxOptions(gift=True)
OWN = 99
"""The number of the card that a test writes itself."""
EVERYTHING = " ".join(f"{code} 9" for code in STANDARD.products)
"""What a country has that can sell whatever is asked for."""


def position(
    stock: str = "", leader: str = "FR", options: EuropaxOptions = USUAL, order: tuple[str, ...] = ORDER, **fields: Any
) -> EuropaxState:
    """A round under way. `stock`: "FR CER 1 ACI 2, EN LEG 1"; every board also holds a spare card of timber."""
    goods = {country: {"BOI": 1} for country in order}
    for part in filter(None, stock.split(",")):
        country, *rest = part.split()
        goods[country] |= {p: int(n) for p, n in zip(rest[::2], rest[1::2], strict=True)}
    usual: dict[str, Any] = {
        "cash": dict.fromkeys(order, 3600),
        "hands": dict.fromkeys(order, (1, 2)),
        "production": tuple(["SUC"] * 20),
        "demands": tuple(range(41, 51)),
    }
    bare = fields.pop("bare", ())
    for country in bare:
        goods[country].pop("BOI", None)
    return EuropaxState(
        seats=SEATS[: len(order)],
        phase="R1",
        kind="round",
        options=options,
        order=order,
        boards=dict(zip(order, SEATS, strict=False)),
        leader=leader,
        round=1,
        stock=goods,
        **{**usual, **fields},
    )


def asking(state: EuropaxState, *demands: tuple[str, str, int]) -> EuropaxState:
    """The box with a card of our own (99), which asks just this."""
    card = tuple(Demand(*demand) for demand in demands)
    return replace(state, box=replace(state.box, demands={**state.box.demands, str(OWN): card}))


def with_cash(state: EuropaxState, **cash: int) -> EuropaxState:
    return replace(state, cash={**state.cash, **cash})


def make_led_round(text: str, cards: tuple[int, ...] = (40, 12, 7, 5), **fields: Any) -> EuropaxState:
    """France leads with these cards and no others; everybody else has one."""
    options = fields.pop("options", EuropaxOptions(cards=1))
    hands = {"FR": cards, "EN": (41,), "DE": (47,), "BX": (44,), "IT": (53,)}
    return position(text, hands=hands, options=options, **fields)


def market(state: EuropaxState, wishes: Mapping[str, Wishes] | None = None) -> Market:
    return Market(state, KeyedDice(b"europax", "1"), wishes or {})


def play_demand_card(state: EuropaxState, card: int = OWN, wishes: Mapping[str, Wishes] | None = None) -> Market:
    """The leader plays a card, which is put into his hand."""
    found = market(state, wishes)
    found.hands[found.leader] = [card, *found.hands[found.leader]]
    found.play_card(card)
    return found


def list_supplies(found: Market) -> list[tuple[str, str, int]]:
    """Return who got what from whom, for how much."""
    return [(e.args["country"], e.args["source"], e.args["price"]) for e in found.events if e.kind == "supply"]


def orders(state: EuropaxState, seat: str, text: str) -> tuple[Order, ...]:
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    assert all(verdict.order for verdict in reading.verdicts), reading.remarks
    return reading.orders


def errors(state: EuropaxState, seat: str, text: str) -> list[str]:
    """The codes of all that is said to some lines."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    told = (*reading.remarks, *ENGINE.check(state, seat, reading.orders))
    return [remark.code for remark in told]


def opening(options: str = "", seed: bytes = b"europax") -> EuropaxState:
    """After the boards were dealt."""
    said = parse_orders(ENGINE.setup, options)
    assert not said.remarks
    state = ENGINE.start(said.orders, KeyedDice(seed, "0")).state
    return ENGINE.resolve(state, {}, KeyedDice(seed, "1")).state


def cards_played(events: Sequence[Event]) -> list[int]:
    return [event.args["card"] for event in events if event.kind == "card"]
