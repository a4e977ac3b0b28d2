"""The position while a round is worked out, and what an empire does besides fighting (§5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Dice, Event, Seat
from engines.europe2028 import features
from engines.europe2028.cards import Card, attack_points, convert_to_coins, fits_kind, strength_key
from engines.europe2028.data import Code
from engines.europe2028.opening import unlock_tokens
from engines.europe2028.state import (
    DRAWS,
    KINDS,
    MAT,
    TOKENS,
    WAREHOUSE,
    Europe2028State,
    Europe2028Token,
    is_attackable,
)
from engines.europe2028.words import count_things
from engines.language.grammar import Order

LANDING, HELD_LANDING, REPAIR, DAMAGE_COST, CLUBS = 2, 5, 10, 5, 5
SECOND_LEVEL = 5
"""Region cards that make level 2."""
Args = Mapping[str, Any]


class Europe2028TurnContext:
    """`plans` are what each seat would add to the fight in a region; `acted` the tokens that have attacked."""

    def __init__(self, state: Europe2028State, dice: Dice) -> None:
        self.state, self.dice = state, dice
        self.world, self.options = state.world, state.options
        self.coins, self.levels = dict(state.coins), dict(state.levels)
        self.tokens = {seat: dict(mine) for seat, mine in state.tokens.items()}
        self.held, self.market = dict(state.held), list(state.market)
        self.conquests = {seat: dict(mine) for seat, mine in state.conquests.items()}
        self.hands = {seat: [card for card in hand if card] for seat, hand in state.hands.items()}
        self.deck, self.cards, self.pile = list(state.deck), list(state.cards), list(state.pile)
        self.plans = {seat: dict(mine) for seat, mine in state.plans.items()}
        self.wanted = dict(state.wanted)
        self.acted = {(fight.seat, fight.token) for fight in state.fights}
        self.events: list[Event] = []

    def record_event(self, what: str, whom: Iterable[Seat] | None = None, /, **args: Any) -> None:
        self.events.append(Event(what, args, None if whom is None else frozenset(whom)))

    def regions_held_by(self, seat: Seat) -> list[Code]:
        return sorted(code for code, holding in self.held.items() if holding.seat == seat)

    # --- cards --------------------------------------------------------------------------------------------------

    def pick_cards(self, seat: Seat, said: Args, kind: str) -> list[Card]:
        """The cards a part names that are in the hand and match the token: LOW, HIGH, ALL or by name."""
        fitting = sorted((card for card in self.hands[seat] if fits_kind(card, kind)), key=strength_key)
        match said["way"]:
            case "low":
                return fitting[:1]
            case "high":
                return fitting[-1:]
            case "all":
                return fitting
            case _:
                wished = dict.fromkeys(row["card"] for row in said["cards"])
                return [card for card in wished if card in fitting]

    def play_cards(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Cards from the hand onto the table."""
        for card in cards:
            self.hands[seat].remove(card)

    def dispose_cards(self, seat: Seat, cards: Sequence[Card]) -> None:
        self.play_cards(seat, cards)
        self.pile += cards

    def convert_cards(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Ten points are a coin, over all lines together (§5.2.2)."""
        wished = dict.fromkeys(row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"])
        cards = [card for card in wished if card in self.hands[seat]]
        total, coins = convert_to_coins(iter(cards))
        if coins:
            self.dispose_cards(seat, cards)
            self.coins[seat] += coins
            self.record_event("converted", seat=seat, cards=cards, coins=coins)
        elif cards:
            self.record_event(
                "refused", (seat,), seat=seat, text=f"B18 These cards make {total} points, less than one coin."
            )

    def draw_cards(self, seat: Seat, count: int) -> None:
        """Cards from the deck; when it is empty the pile is shuffled (§5.7.1)."""
        drawn = []
        for _ in range(count):
            if not self.cards:
                self.cards, self.pile = list(self.dice.shuffle("cards", self.pile)), []
            if self.cards:
                card = self.cards.pop(0)
                assert card is not None
                drawn.append(card)
        self.hands[seat] += drawn
        self.record_event("drew", (seat,), seat=seat, cards=drawn)

    def discard_to_limit(self, seat: Seat) -> None:
        """The lowest cards above the limit, if there is one."""
        limit = self.options.hand_limit
        if limit and len(self.hands[seat]) > limit:
            excess = sorted(self.hands[seat], key=strength_key)[: len(self.hands[seat]) - limit]
            self.dispose_cards(seat, excess)
            self.record_event("discarded", seat=seat, cards=excess)

    # --- tokens -------------------------------------------------------------------------------------------------

    def find_meant_token(self, seat: Seat, said: str, region: Code) -> str:
        """The token meant: of two military ones that on the region, else one on the mat that has not acted, else the
        first."""
        if said != "MIL":
            return said
        mine = self.tokens[seat]
        both = ["MIL1", "MIL2"]
        there = [t for t in both if mine[t].place == region]
        free = [t for t in both if mine[t].place == MAT and (seat, t) not in self.acted]
        return (there or free or both)[0]

    def recall_token(self, seat: Seat, token: str) -> None:
        found = next((t for t in TOKENS if t.startswith(token) and self.is_on_region(seat, t)), "")
        if found:
            self.tokens[seat][found] = Europe2028Token(MAT)
            self.record_event("recalled", seat=seat, token=found)

    def is_on_region(self, seat: Seat, token: str) -> bool:
        return self.tokens[seat][token].place not in (MAT, WAREHOUSE)

    def landing_price(self, seat: Seat, kind: str, region: Code = "") -> int:
        """Return what a landing costs: 5 on a region that is held, else ("" too) 2, or less by a feature (§1.3,
        §6.16)."""
        if region in self.held and not self.options.all_features:
            return HELD_LANDING
        usual = HELD_LANDING if region in self.held else LANDING
        offers = (self.feature_offer(code, kind) for code in self.regions_held_by(seat))
        return min([usual, *(cost for cost in offers if cost is not None)])

    def feature_offer(self, code: Code, kind: str) -> int | None:
        """The price at which a region lets its holder land a token; None if it does not change it."""
        return features.feature_price(self.world.regions[code].feature, kind, self.held[code].damaged)

    def why_clubs_refused(self, seat: Seat, kind: str, region: Code, cards: Sequence[Card]) -> str:
        """Return why cards cannot pay a landing (B11); "" if they can."""
        if not self.can_clubs_pay(seat):
            return "you hold no undamaged region that allows it"
        if kind != "POL":
            return "only a political token lands so"
        if region in self.held and not self.options.all_features:
            return "another empire holds the region"
        total = sum(attack_points(card) for card in cards if card[-1] == "C")
        return "" if total >= CLUBS else f"{count_things(total, 'point')}, and it takes {CLUBS}"

    def can_clubs_pay(self, seat: Seat) -> bool:
        """Return whether a seat holds an undamaged region that takes clubs for a landing."""
        mine = (code for code in self.regions_held_by(seat) if self.world.regions[code].feature == features.CLUBS_PAY)
        return any(not self.held[code].damaged for code in mine)

    def may_attack(self, seat: Seat, region: Code) -> bool:
        return is_attackable(self.market, self.held.get(region), seat, region)

    def recall_tokens(self, seat: Seat, orders: Sequence[Order]) -> None:
        for order in orders:
            if order.verb == "RECALL":
                self.recall_token(seat, order.args["token"])

    # --- the rest of a turn ---------------------------------------------------------------------------------------

    def finish_turn(self, seat: Seat, wished: Mapping[str, Sequence[Code]]) -> None:
        """What follows the attacks of a turn: damage, level, repair, income (§5.2.3c to §5.2.3f)."""
        self.damage_region(seat, wished["DAMAGE"])
        self.raise_level(seat)
        self.repair_regions(seat, wished["REPAIR"])
        coins = self.total_income(seat)
        self.coins[seat] += coins
        self.record_event("income", seat=seat, coins=coins)

    def damage_region(self, seat: Seat, wishes: Sequence[Code]) -> None:
        """With Moscow, for 5 coins, one undamaged region of another empire, once a turn (§1.3)."""
        able = features.can_damage_others(self.world, self.regions_held_by(seat))
        for code in wishes:
            holding = self.held.get(code)
            if able and self.coins[seat] >= DAMAGE_COST and holding and holding.seat != seat and not holding.damaged:
                self.coins[seat] -= DAMAGE_COST
                self.held[code] = replace(holding, damaged=True)
                self.record_event("damaged", seat=seat, region=code)
                return

    def raise_level(self, seat: Seat) -> None:
        """Level 1 with the first conquest, level 2 with five regions; each step frees a token (§5.2.3d)."""
        counted = [c for c in self.regions_held_by(seat) if self.held[c].kind or self.options.originals_count]
        goals = (any(self.conquests[seat].values()), len(counted) >= SECOND_LEVEL)
        while self.levels[seat] < len(goals) and goals[self.levels[seat]]:
            self.levels[seat] += 1
            kind = self.take_next_kind(seat)
            self.tokens[seat] = unlock_tokens(self.tokens[seat], [kind] if kind else [])
            self.record_event("level", seat=seat, level=self.levels[seat], kind=kind)

    def take_next_kind(self, seat: Seat) -> str:
        """The first token wished for that is locked, or else the first locked one; a wish is granted once."""
        wishes = self.wanted.get(seat, ())
        locked = [token[:3] for token in TOKENS if self.tokens[seat][token].place == WAREHOUSE]
        kind = next((kind for kind in (*wishes, *KINDS) if kind in locked), "")
        if kind in wishes:
            at = wishes.index(kind)
            self.wanted[seat] = (*wishes[:at], *wishes[at + 1 :])
        return kind

    def repair_regions(self, seat: Seat, wishes: Sequence[Code]) -> None:
        for code in wishes:
            holding = self.held.get(code)
            if holding and holding.seat == seat and holding.damaged and self.coins[seat] >= REPAIR:
                self.coins[seat] -= REPAIR
                self.held[code] = replace(holding, damaged=False)
                self.record_event("repaired", seat=seat, region=code)

    def total_income(self, seat: Seat) -> int:
        """Coins of all regions held (§5.5)."""
        return sum(self.region_income(code) for code in self.regions_held_by(seat))

    def region_income(self, code: Code) -> int:
        region, holding = self.world.regions[code], self.held[code]
        if region.feature == features.DOUBLING:
            return 0 if holding.damaged else region.coins * (2 if holding.kind in ("CUL", "POL") else 1)
        return region.coins // 2 if holding.damaged else region.coins

    def refill_market(self) -> None:
        """The market filled up again (§5.2.4, §6.8)."""
        while len(self.market) < self.options.market and self.deck:
            code = self.deck.pop(0)
            assert code is not None
            self.market.append(code)
            self.record_event("opened", region=code)

    def draw_turn_cards(self, seat: Seat) -> None:
        """As many cards as the level gives."""
        self.draw_cards(seat, DRAWS[self.levels[seat]])

    def freeze_state(self, **changes: Any) -> Europe2028State:
        """The position now."""
        return replace(
            self.state,
            coins=dict(self.coins),
            levels=dict(self.levels),
            tokens={seat: dict(mine) for seat, mine in self.tokens.items()},
            held=dict(sorted(self.held.items())),
            conquests={seat: dict(mine) for seat, mine in self.conquests.items()},
            market=tuple(self.market),
            deck=tuple(self.deck),
            cards=tuple(self.cards),
            pile=tuple(self.pile),
            hands={seat: tuple(hand) for seat, hand in self.hands.items()},
            wanted={seat: kinds for seat, kinds in self.wanted.items() if kinds},
            plans={seat: dict(mine) for seat, mine in self.plans.items() if mine},
            **changes,
        )


def work_wishes(orders: Sequence[Order]) -> dict[str, tuple[Code, ...]]:
    """The regions that orders to damage and to repair name, in their order."""
    said = [(order.verb, row["region"]) for order in orders for row in order.args.get("regions", ())]
    return {verb: tuple(code for each, code in said if each == verb) for verb in ("DAMAGE", "REPAIR")}
