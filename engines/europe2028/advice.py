"""What a sensible empire would do: advance where it stands, land where VP are cheap, challenge what hurts, repair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from engines.base import Seat
from engines.dice import LoadedDice
from engines.europe2028.cards import Card, compare_cards, fits_kind, strength_key
from engines.europe2028.data import Code
from engines.europe2028.features import can_damage_others
from engines.europe2028.fights import fight_sides
from engines.europe2028.grammars import setup_draft
from engines.europe2028.state import KINDS, MAT, WAREHOUSE, Europe2028State, Fight, is_attackable
from engines.europe2028.turn_context import DAMAGE_COST, HELD_LANDING, REPAIR, Europe2028TurnContext

BOLD = 0.5
"""How often an empire challenges the last step of whoever takes it."""

CROWDED = 0.5
"""VP that each token of others takes from the worth of a region."""


def advise_europe2028(view: Europe2028State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    return tuple(ADVICE[view.kind](view, seat, random)) or ("PASS",)


def advise_round(view: Europe2028State, seat: Seat, random: Random) -> Iterator[str]:
    yield from advise_turn(view, seat, random)
    if view.known_hand(seat) and random.random() < BOLD:
        yield "CHALLENGE ANY FINAL WITH LOW"


def advise_turn(view: Europe2028State, seat: Seat, random: Random) -> Iterator[str]:
    planner = Europe2028Planner(view, seat, random)
    yield from planner.plan_attacks()
    yield from planner.plan_works()


def advise_challenge(view: Europe2028State, seat: Seat, random: Random) -> Iterator[str]:
    """Against the last step to a region that is one's own or wanted, and now and then against others."""
    wanted = {*view.world.empires[seat].objective, *view.regions_held_by(seat)}
    for fight in view.fights:
        last = view.tokens[fight.seat][fight.token].level + 1 >= view.get_region(fight.region).influence
        if last and can_beat(view, seat, fight) and (fight.region in wanted or random.random() < BOLD):
            yield f"CHALLENGE {fight.seat} AT {fight.region} {fight.kind} WITH ALL"


def advise_addition(view: Europe2028State, seat: Seat, _: Random) -> Iterator[str]:
    """All that fits, if it can turn the fight."""
    for fight in view.fights:
        mine, yours = fight_sides(fight)
        more = [card for card in view.known_hand(seat) if fits_kind(card, fight.kind)]
        if fight.is_going_on and fight.mover == seat and more and compare_cards([*mine, *more], yours) >= 0:
            yield f"ADD AT {fight.region} ALL"


def can_beat(view: Europe2028State, seat: Seat, fight: Fight) -> bool:
    """Return whether the cards in hand would be ahead of those on the table."""
    return compare_cards([card for card in view.known_hand(seat) if fits_kind(card, fight.kind)], fight.attack) > 0


Advice: TypeAlias = Callable[[Europe2028State, Seat, Random], Iterator[str]]
ADVICE: Mapping[str, Advice] = {
    "setup": lambda view, seat, _: iter(setup_draft(view, seat)),
    "round": advise_round,
    "turn": advise_turn,
    "challenge": advise_challenge,
    "add": advise_addition,
}


class Europe2028Planner:
    """A turn being planned: cards, coins and regions not yet given out."""

    def __init__(self, view: Europe2028State, seat: Seat, random: Random) -> None:
        self.view, self.seat, self.random = view, seat, random
        self.working = Europe2028TurnContext(view, LoadedDice())
        self.hand = sorted(view.known_hand(seat), key=strength_key)
        self.coins = view.coins[seat]
        self.tokens = {t: at.place for t, at in view.tokens[seat].items() if at.place != WAREHOUSE}
        self.open = [code for code in view.world.regions if is_attackable(view.market, view.held.get(code), seat, code)]

    def plan_attacks(self) -> Iterator[str]:
        """Tokens that stand go on before others land; one without a card that others could use comes home."""
        for token, place in self.tokens.items():
            if place in self.open and (card := self.take_lowest_card(token[:3])):
                yield f"ATTACK {token} {place} WITH {card}{self.reserve_clause(token, place)}"
        for token, place in self.tokens.items():
            if place == MAT:
                yield from self.plan_landing(token)

    def plan_landing(self, token: str) -> Iterator[str]:
        """A token on the mat: to the best region one can pay, if there is a card; the next best if that is gone."""
        kind = token[:3]
        free = [
            code
            for code in self.open
            if code not in self.tokens.values() and self.planned_price(kind, code) <= self.coins
        ]
        best = sorted(free, key=lambda code: (-self.region_value(code), self.random.random()))
        card = self.take_lowest_card(kind) if best else ""
        if card:
            self.coins -= self.planned_price(kind, best[0])
            self.tokens[token] = best[0]
            instead = f" ELSE {best[1]}" if len(best) > 1 else ""
            yield f"ATTACK {token} {best[0]} WITH {card}{self.reserve_clause(token, best[0])}{instead}"

    def plan_works(self) -> Iterator[str]:
        """Damage to the leader, repairs, and the tokens the hand asks for."""
        rivals = [code for code, held in self.view.held.items() if held.seat != self.seat and not held.damaged]
        able = can_damage_others(self.view.world, self.view.regions_held_by(self.seat))
        if able and rivals and self.coins >= DAMAGE_COST + REPAIR:
            yield f"DAMAGE {max(rivals, key=lambda code: (self.view.get_region(code).vp, code))}"
        damaged = [code for code in self.view.regions_held_by(self.seat) if self.view.held[code].damaged]
        if damaged and self.coins >= REPAIR - HELD_LANDING:
            yield f"REPAIR {' '.join(sorted(damaged, key=lambda code: -self.view.get_region(code).vp)[:3])}"
        counts = {kind: sum(fits_kind(card, kind) for card in self.hand) for kind in KINDS}
        yield f"NEXT {' '.join(sorted(KINDS, key=lambda kind: -counts[kind]))}"

    def planned_price(self, kind: str, code: Code) -> int:
        return self.working.landing_price(self.seat, kind, code)

    def region_value(self, code: Code) -> float:
        """VP for each level, more for the open objective, less where others stand already."""
        region = self.view.get_region(code)
        wanted = 1.5 if code in self.view.world.empires[self.seat].objective else 1.0
        others = sum(at.place == code for mine in self.view.tokens.values() for at in mine.values())
        return wanted * region.vp / region.influence - CROWDED * others

    def take_lowest_card(self, kind: str) -> Card:
        """The lowest card that fits, taken out of the plan."""
        card = next((card for card in self.hand if fits_kind(card, kind)), "")
        if card:
            self.hand.remove(card)
        return card

    def reserve_clause(self, token: str, code: Code) -> str:
        """Cards kept ready for the last step."""
        level = self.view.tokens[self.seat][token].level if self.view.tokens[self.seat][token].place == code else 0
        return " RESERVE ALL" if level + 1 >= self.view.get_region(code).influence else ""
