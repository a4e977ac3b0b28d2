"""What each card of a hand would bring now, and who would lead after it (§5.3)."""

from __future__ import annotations

from typing import NamedTuple

from engines.dice import LoadedDice
from engines.europax.data import Country
from engines.europax.market import Market
from engines.europax.state import State


class Prospect(NamedTuple):
    """A card played in thought: sales less purchases of who plays it, and who leads next."""

    card: int
    value: int
    leader: Country


def prospects(view: State, country: Country) -> tuple[Prospect, ...]:
    """The cards of a hand, the best first."""
    market = Market(view, LoadedDice(), {})
    market.leader = country
    found = [prospect(market, number) for number in view.hands[country]]
    return tuple(sorted(found, key=lambda one: (-one.value, one.card)))


def prospect(market: Market, number: int) -> Prospect:
    """What comes of a card of the leader."""
    trial = market.trial(number)
    return Prospect(number, trial.cash[market.leader] - market.cash[market.leader], trial.leader)
