"""What each card of a hand would bring now, and who would lead after it (§5.3)."""

from __future__ import annotations

from typing import NamedTuple

from engines.base import Event
from engines.dice import LoadedDice
from engines.europax.data import Country
from engines.europax.market import Market
from engines.europax.state import EuropaxState


class Prospect(NamedTuple):
    """A card played in thought: sales less purchases of who plays it, who leads next, and who brings what."""

    card: int
    value: int
    leader: Country
    supplies: tuple[Event, ...] = ()


def list_prospects(view: EuropaxState, country: Country) -> tuple[Prospect, ...]:
    """The cards of a hand, the best first."""
    market = Market(view, LoadedDice(), {})
    market.leader = country
    found = [try_prospect(market, number) for number in view.hands[country]]
    return tuple(sorted(found, key=lambda one: (-one.value, one.card)))


def try_prospect(market: Market, number: int) -> Prospect:
    """Return what comes of a card of the leader."""
    trial = market.try_card(number)
    supplies = tuple(event for event in trial.events if event.kind == "supply")
    return Prospect(number, trial.cash[market.leader] - market.cash[market.leader], trial.leader, supplies)
