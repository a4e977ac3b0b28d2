"""What is agreed before a game of Goofspiel, and what lies on the table in the midst of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engines import colours
from engines.base import FaceDown, Hidden, Owner, Seat, State
from engines.language.ask import Ask, Number, Pick
from engines.language.names import Choice
from engines.options import Setters, option

SEATS = colours.seats("BLU GRN RED YEL PUR BLK")
TIES = (Choice("CARRY"), Choice("LOST"), Choice("LOT"))
SETUP = Ask(
    "Options of Goofspiel",
    (
        option("PLAYERS", "players (3)", Number("count", 2, len(SEATS))),
        option("CARDS", "cards in a hand, and prizes (13)", Number("count", 3, 13)),
        option("TIES", "a tied prize waits for the next round, is lost, or falls to a lot (CARRY)", Pick("way", TIES)),
    ),
    due=False,
    draft=("PLAYERS 3", "CARDS 13", "TIES CARRY"),
)
SET: Setters = {
    "PLAYERS": lambda a: {"players": a["count"]},
    "CARDS": lambda a: {"cards": a["count"]},
    "TIES": lambda a: {"ties": a["way"]},
}


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
        """What a seat bids when it says nothing: the first card of its plan that it holds, else its lowest."""
        hand = self.hand(seat)
        return next((card for card in self.plans.get(seat, ()) if card in hand), hand[0])

    def points(self, seat: Seat) -> int:
        return sum(self.taken[seat])
