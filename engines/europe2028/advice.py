"""What a sensible empire would do: advance where it stands, land where VP are cheap, challenge what hurts, repair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engines.base import Seat
from engines.dice import LoadedDice
from engines.europe2028.asks import closed, setup_draft
from engines.europe2028.cards import matches, strength
from engines.europe2028.state import MAT, WAREHOUSE, State
from engines.europe2028.table import REPAIR, Table
from engines.europe2028.world import Code


def advise(view: State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    if view.kind == "setup":
        return setup_draft(view, seat)
    return tuple(Planner(view, seat, random).lines()) or ("PASS",)


class Planner:
    """A round being planned: cards and coins not yet given out."""

    def __init__(self, view: State, seat: Seat, random: Random) -> None:
        self.view, self.seat, self.random = view, seat, random
        self.table = Table(view, LoadedDice())
        self.hand = sorted(view.hand(seat), key=strength)
        self.coins = view.coins[seat]

    def lines(self) -> Iterator[str]:
        damaged = [c for c in self.view.holdings(self.seat) if self.view.held[c].damaged]
        worthy = sorted(damaged, key=lambda c: -self.view.region(c).vp)
        for token, at in self.view.tokens[self.seat].items():
            if at.place not in (MAT, WAREHOUSE):
                yield from self.advance(token, at.place)
        for token, at in self.view.tokens[self.seat].items():
            if at.place == MAT:
                yield from self.land(token)
        if worthy and self.coins >= REPAIR // 2:
            yield f"REPAIR {' '.join(worthy[:3])}"
        if self.hand and self.random.random() < 0.5:
            yield "CHALLENGE ANY FINAL WITH LOW"

    def advance(self, token: str, region: Code) -> Iterator[str]:
        """A token that stands: on with the lowest card, or back if there is none for long."""
        card = self.card(token[:3])
        if card and not closed(self.view, self.seat, region):
            yield f"ATTACK {token} {region} WITH {card} RESERVE ALL"

    def land(self, token: str) -> Iterator[str]:
        """A token on the mat: to the best region one can pay, if there is a card."""
        kind = token[:3]
        open_ = [c for c in self.view.world.regions if not closed(self.view, self.seat, c) and self.free(c)]
        payable = [c for c in open_ if self.table.price(self.seat, kind, c) <= self.coins]
        if payable and any(matches(card, kind) for card in self.hand):
            best = max(payable, key=lambda c: (self.value(c), self.random.random()))
            self.coins -= self.table.price(self.seat, kind, best)
            card = self.card(kind)
            yield f"ATTACK {token} {best} WITH {card} RESERVE ALL" if card else f"LAND {token} {best}"

    def free(self, code: Code) -> bool:
        return all(at.place != code for at in self.view.tokens[self.seat].values())

    def value(self, code: Code) -> float:
        """VP for each level, more for the open objective, less where one pays 5."""
        region = self.view.region(code)
        wanted = 1.5 if code in self.view.world.empires[self.seat].objective else 1.0
        return wanted * region.vp / region.influence + region.coins / 4 - (1.0 if code in self.view.held else 0.0)

    def card(self, kind: str) -> str:
        """The lowest card that fits, taken out of the plan."""
        card = next((card for card in self.hand if matches(card, kind)), "")
        if card:
            self.hand.remove(card)
        return card
