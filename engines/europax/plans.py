"""Plans and preferences: what was said now and before, and which card a leader plays (§5.2b and §5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engines.base import Seat
from engines.europax.conditions import guard_holds
from engines.europax.data import CODES, Country
from engines.europax.earlier import read_kept_orders
from engines.europax.market import Market
from engines.europax.state import EuropaxState
from engines.europax.turn_context import Wishes
from engines.language import slots
from engines.language.grammar import Order

PLAN, PREFS = ("PLAY", "PLAN"), ("BUY", "SPREAD", "AUTO", "AID")
CLEARED_VERBS = {"plan": PLAN, "buys": ("BUY",), "aid": ("AID",), "all": (*PLAN, *PREFS)}
"""The verbs of which CLEAR forgets all orders, by what it says."""


class Voice:
    """What one seat wants in a round: its plan, its preferences, and whether it stops when its list is dry."""

    def __init__(self, state: EuropaxState, seat: Seat, said: Sequence[Order]) -> None:
        old = kept_orders(state, seat)
        wiped = {
            (verb, country_of_order(state, seat, order))
            for order in said
            if order.verb == "CLEAR"
            for verb in CLEARED_VERBS[order.args["what"]["way"]]
        }
        left = [order for order in old if (order.verb, country_of_order(state, seat, order)) not in wiped]
        fresh = [order for order in said if order.verb in (*PLAN, *PREFS)]
        whole = slots.amend_orders(left, fresh)
        self.seat = seat
        self.plan = [order for order in whole if order.verb in PLAN]
        self.prefs = [order for order in whole if order.verb in PREFS]
        self.stops = {country_of_order(state, seat, order) for order in said if order.verb == "STOP"}
        self.state = state

    def wishes_of(self, country: Country) -> Wishes:
        """A country's preferences."""
        mine = [order for order in self.prefs if country_of_order(self.state, self.seat, order) == country]
        buy = {o.args["what"]: named_sellers(o) for o in mine if o.verb == "BUY"}
        extra = {o.args["to"]: o.args["n"] for o in mine if o.verb == "AID"}
        return Wishes(buy, any(o.verb == "SPREAD" and is_switch_on(o) for o in mine), extra)

    def plan_entries(self, country: Country) -> Iterator[Entry]:
        """The cards of the plan with their guards, from the top."""
        for order in self.plan:
            if country_of_order(self.state, self.seat, order) == country:
                yield from entries_of_order(order)

    def remaining_lines(self, hands: Mapping[Country, Sequence[int]]) -> Iterator[str]:
        """The lines of the plan without cards that are gone; "" for one of which nothing is left."""
        for order in self.plan:
            hand = hands[country_of_order(self.state, self.seat, order)]
            cards = [order.args["card"]] if order.verb == "PLAY" else [row["card"] for row in order.args["cards"]]
            there = [card for card in cards if int(card) in hand]
            yield order.text.replace(f" {' '.join(cards)}", f" {' '.join(there)}") if there else ""

    def ends_round(self, country: Country) -> bool:
        """Return whether the round ends when the list is dry."""
        auto = [
            is_switch_on(o)
            for o in self.prefs
            if o.verb == "AUTO" and country_of_order(self.state, self.seat, o) == country
        ]
        return country in self.stops or False in auto


def kept_orders(state: EuropaxState, seat: Seat) -> tuple[Order, ...]:
    """The plan and the preferences that a seat has from earlier rounds."""
    return read_kept_orders(state, seat, (*state.plan.get(seat, ()), *state.prefs.get(seat, ())))


Entry: TypeAlias = tuple[int, Sequence[Mapping[str, Any]]]
"""A card of a plan, with its condition, if it has one."""


def entries_of_order(order: Order) -> Iterator[Entry]:
    """The cards that a line plans."""
    if order.verb == "PLAN":
        yield from ((int(row["card"]), ()) for row in order.args["cards"])
    elif order.verb == "PLAY":
        yield int(order.args["card"]), order.args["if"]


def is_switch_on(order: Order) -> bool:
    """Return whether a switch is set ON."""
    return bool(order.args["flag"]["way"] == "on")


def country_of_order(state: EuropaxState, seat: Seat, order: Order) -> Country:
    """The country a line is for."""
    return str(order.args.get("board") or next(iter(state.countries_of(seat)), ""))


def named_sellers(order: Order) -> list[Country]:
    """The countries named; ALL changes nothing."""
    return [row["seller"] for row in order.args["sellers"] if row["seller"] in CODES]


def choose_card(market: Market, voice: Voice) -> int | None:
    """The leader's card: the first of their plan that they hold and whose guards are true, else the best one; None to
    end the round (§5.2b)."""
    leader = market.leader
    for number, guards in voice.plan_entries(leader):
        if number in market.hands[leader] and all(guard_holds(market, leader, guard) for guard in guards):
            return number
    return None if voice.ends_round(leader) else market.best_card()
