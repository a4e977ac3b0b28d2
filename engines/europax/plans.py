"""Plans and preferences: what was said now and before, and which card a leader plays (§5.2b and §5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engines.base import Seat
from engines.europax.conditions import holds
from engines.europax.data import CODES, Country
from engines.europax.earlier import meant
from engines.europax.market import Market
from engines.europax.state import State
from engines.europax.working import Wishes
from engines.language import slots
from engines.language.ask import Order

PLAN, PREFS = ("PLAY", "PLAN"), ("BUY", "SPREAD", "AUTO", "AID")
FORGOTTEN = {"plan": PLAN, "buys": ("BUY",), "aid": ("AID",), "all": (*PLAN, *PREFS)}
"""The verbs of which CLEAR forgets all orders, by what it says."""


class Voice:
    """What one seat wants in a round: its plan, its preferences, and whether it stops when its list is dry."""

    def __init__(self, state: State, seat: Seat, said: Sequence[Order]) -> None:
        old = kept(state, seat)
        wiped = {
            (verb, of(state, seat, order))
            for order in said
            if order.verb == "CLEAR"
            for verb in FORGOTTEN[order.args["what"]["way"]]
        }
        left = [order for order in old if (order.verb, of(state, seat, order)) not in wiped]
        fresh = [order for order in said if order.verb in (*PLAN, *PREFS)]
        whole = slots.amended(left, fresh)
        self.seat = seat
        self.plan = [order for order in whole if order.verb in PLAN]
        self.prefs = [order for order in whole if order.verb in PREFS]
        self.stops = {of(state, seat, order) for order in said if order.verb == "STOP"}
        self.state = state

    def wishes(self, country: Country) -> Wishes:
        """A country's preferences."""
        mine = [order for order in self.prefs if of(self.state, self.seat, order) == country]
        buy = {o.args["what"]: sellers(o) for o in mine if o.verb == "BUY"}
        extra = {o.args["to"]: o.args["n"] for o in mine if o.verb == "AID"}
        return Wishes(buy, any(o.verb == "SPREAD" and is_on(o) for o in mine), extra)

    def entries(self, country: Country) -> Iterator[Entry]:
        """The cards of the plan with their guards, from the top."""
        for order in self.plan:
            if of(self.state, self.seat, order) == country:
                yield from entries_of(order)

    def left(self, hands: Mapping[Country, Sequence[int]]) -> Iterator[str]:
        """The lines of the plan without cards that are gone; "" for one of which nothing is left."""
        for order in self.plan:
            hand = hands[of(self.state, self.seat, order)]
            cards = [order.args["card"]] if order.verb == "PLAY" else [row["card"] for row in order.args["cards"]]
            there = [card for card in cards if int(card) in hand]
            yield order.text.replace(f" {' '.join(cards)}", f" {' '.join(there)}") if there else ""

    def halts(self, country: Country) -> bool:
        """Whether the round ends when the list is dry."""
        auto = [is_on(o) for o in self.prefs if o.verb == "AUTO" and of(self.state, self.seat, o) == country]
        return country in self.stops or False in auto


def kept(state: State, seat: Seat) -> tuple[Order, ...]:
    """The plan and the preferences that a seat has from earlier rounds."""
    return meant(state, seat, (*state.plan.get(seat, ()), *state.prefs.get(seat, ())))


Entry: TypeAlias = tuple[int, Sequence[Mapping[str, Any]]]
"""A card of a plan, with its condition, if it has one."""


def entries_of(order: Order) -> Iterator[Entry]:
    """The cards that a line plans."""
    if order.verb == "PLAN":
        yield from ((int(row["card"]), ()) for row in order.args["cards"])
    elif order.verb == "PLAY":
        yield int(order.args["card"]), order.args["if"]


def is_on(order: Order) -> bool:
    """Whether a switch is set ON."""
    return bool(order.args["flag"]["way"] == "on")


def of(state: State, seat: Seat, order: Order) -> Country:
    """The country a line is for."""
    return str(order.args.get("board") or next(iter(state.countries(seat)), ""))


def sellers(order: Order) -> list[Country]:
    """The countries named; ALL changes nothing."""
    return [row["seller"] for row in order.args["sellers"] if row["seller"] in CODES]


def choose(market: Market, voice: Voice) -> int | None:
    """The leader's card: the first of his plan that he holds and whose guards are true, else the best one; None to end
    the round (§5.2b)."""
    leader = market.leader
    for number, guards in voice.entries(leader):
        if number in market.hands[leader] and all(holds(market, leader, guard) for guard in guards):
            return number
    return None if voice.halts(leader) else market.automatic()
