"""The position of a game of Goofspiel: what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engines.base import FaceDown, Hidden, Owner, Seat, State


@dataclass(frozen=True)
class Options:
    """What was agreed."""

    players: int = 3
    cards: int = 13
    ties: Literal["CARRY", "LOST", "LOT"] = "CARRY"


@dataclass(frozen=True, kw_only=True)
class Position(State):
    """`deck` are the prizes to come, `prizes` those now bid for, more than one if a tie was carried over.

    `hands` hold the cards not yet bid, the lowest first; `plans` what a seat bids when it says nothing; `taken` the
    prizes of each.
    """

    options: Options = Options()
    round: int = 1
    deck: Hidden[tuple[int, ...]] = ()
    prizes: tuple[int, ...] = ()
    hands: FaceDown[Mapping[Seat, tuple[int | None, ...]]] = field(default_factory=dict)
    plans: Owner[Mapping[Seat, tuple[int, ...]]] = field(default_factory=dict)
    taken: Mapping[Seat, tuple[int, ...]] = field(default_factory=dict)

    def hand(self, seat: Seat) -> list[int]:
        """The cards of a seat, as far as they are seen."""
        return [card for card in self.hands[seat] if card is not None]

    def usual(self, seat: Seat) -> int:
        """Return what a seat bids when it says nothing: the first card of its plan that it holds, else its lowest."""
        hand = self.hand(seat)
        return next((card for card in self.plans.get(seat, ()) if card in hand), hand[0])

    def points(self, seat: Seat) -> int:
        return sum(self.taken[seat])
