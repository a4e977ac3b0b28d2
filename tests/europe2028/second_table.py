"""The table of the second reading of the rules: what lies where, and what is done besides fighting.

It shares no rule with the engine: it knows the table of regions, the way in which orders are stored, and the position
that was dealt. Things lie in lists and dictionaries that change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.base import Dice
from engines.europe2028.data import World
from engines.europe2028.state import Europe2028State
from engines.language.grammar import Order
from tests.europe2028.second_cards import attack_points, coin_points, fits, weakest_first

Args: TypeAlias = Mapping[str, Any]
KINDS = ["MIL", "ECO", "CUL", "POL"]
TOKENS = ["MIL1", "MIL2", "ECO", "CUL", "POL"]
SECRETS = {"MIL": (1, 2), "POL": (3, 4), "CUL": (5, 6), "ECO": (7, 8), "ALL": (9, 10), "LEVEL": (11,), "FEW": (12,)}


class Table:
    """All that lies on it; `turn` is the empire whose turn it is."""

    dice: Dice

    def __init__(self, dealt: Europe2028State) -> None:
        self.world: World = dealt.world
        self.options = dealt.options
        self.order = list(dealt.order)
        self.hands = {seat: list(dealt.known_hand(seat)) for seat in self.order}
        self.cards = [card for card in dealt.cards if card]
        self.deck = [code for code in dealt.deck if code]
        self.market = list(dealt.market)
        self.secrets = {seat: list(dealt.dealt[seat]) for seat in self.order}
        self.pile: list[str] = []
        self.coins = dict(dealt.coins)
        self.levels = dict.fromkeys(self.order, 0)
        self.place: dict[str, dict[str, str]] = {seat: dict.fromkeys(TOKENS, "") for seat in self.order}
        self.step: dict[str, dict[str, int]] = {seat: dict.fromkeys(TOKENS, 0) for seat in self.order}
        self.deeds = {seat: dict.fromkeys(KINDS, 0) for seat in self.order}
        self.holder = {code: seat for seat in self.order for code in self.world.empires[seat].start}
        self.damaged = {code for code, holding in dealt.held.items() if holding.damaged}
        self.taken_by: dict[str, str] = {}
        self.wanted: dict[str, list[str]] = {seat: [] for seat in self.order}
        self.standing: dict[str, list[Args]] = {seat: [] for seat in self.order}
        self.round, self.turn = 0, ""

    def remember(self, seat: str, said: Sequence[Order]) -> None:
        """NEXT, CANCEL STANDING and STANDING may be said at any time (§4)."""
        next_ones = [row["token"] for order in said if order.verb == "NEXT" for row in order.args["list"]]
        if next_ones:
            self.wanted[seat] = next_ones
        if any(order.verb == "CANCEL" for order in said):
            self.standing[seat] = []
        new = [order.args["line"] for order in said if order.verb == "STANDING"]
        if new:
            self.standing[seat] = [line for line in new if "cards" in line]

    # --- choices (§3.1) and tokens ---

    def usual_tokens(self, seat: str) -> list[str]:
        def many(kind: str) -> int:
            return sum(fits(card, kind) for card in self.hands[seat])

        first = max(KINDS, key=many)
        return [first, max((kind for kind in KINDS if kind != first), key=many)]

    def usual_secret(self, seat: str) -> str:
        return min(self.secrets[seat], key=lambda name: (int(name[1:]) not in (1, 2), int(name[1:])))

    def unlock(self, seat: str, kind: str) -> None:
        for token in TOKENS:
            if token.startswith(kind) and self.place[seat][token] == "":
                self.place[seat][token] = "MAT"
                return

    def home(self, seat: str, token: str) -> None:
        self.place[seat][token], self.step[seat][token] = "MAT", 0

    def recall(self, said: str) -> None:
        for token in TOKENS:
            if token.startswith(said) and self.place[self.turn][token] not in ("", "MAT"):
                self.home(self.turn, token)
                return

    def meant_token(self, said: str, region: str, attacked: Sequence[str]) -> str:
        """MIL is the one that is there, else one on the mat, else one that is unlocked."""
        if said != "MIL":
            return said
        mine = self.place[self.turn]
        for token in ("MIL1", "MIL2"):
            if mine[token] == region:
                return token
        for token in ("MIL1", "MIL2"):
            if mine[token] == "MAT" and token not in attacked:
                return token
        return "MIL1" if mine["MIL1"] or not mine["MIL2"] else "MIL2"

    # --- cards and coins (§5.2.2, §5.5) ---

    def convert(self, named: Sequence[str]) -> None:
        """§5.2.2: ten points are a coin, over all lines; at least one coin must come of it (§6.23)."""
        mine = [card for card in dict.fromkeys(named) if card in self.hands[self.turn]]
        coins = sum(map(coin_points, mine)) // 10
        if coins > 0:
            self.coins[self.turn] += coins
            self.discard(self.turn, mine)

    def discard(self, seat: str, cards: Sequence[str]) -> None:
        for card in list(cards):
            self.hands[seat].remove(card)
            self.pile.append(card)

    def cards_meant(self, seat: str, said: Args, kind: str) -> list[str]:
        """LOW, HIGH, ALL, or cards by name: those held that fit."""
        fitting = weakest_first([card for card in self.hands[seat] if fits(card, kind)])
        if said["way"] == "low":
            return fitting[:1]
        if said["way"] == "high":
            return fitting[-1:]
        if said["way"] == "all":
            return fitting
        return [card for card in dict.fromkeys(row["card"] for row in said["cards"]) if card in fitting]

    def keep_to_the_limit(self) -> None:
        for seat in self.order:
            if self.options.hand_limit:
                while len(self.hands[seat]) > self.options.hand_limit:
                    self.discard(seat, weakest_first(self.hands[seat])[:1])

    def brings(self, code: str) -> int:
        coins = self.world.regions[code].coins
        if code in ("ANA", "GRE", "SBA", "CYP"):
            if code in self.damaged:
                return 0
            return 2 * coins if self.taken_by.get(code) in ("CUL", "POL") else coins
        return coins // 2 if code in self.damaged else coins

    # --- landing (§5.3.1, §1.3) ---

    def open_to_attack(self, region: str) -> bool:
        if region in self.market:
            return True
        return region in self.taken_by and self.holder[region] != self.turn

    def stands_or_lands(self, token: str, region: str, args: Args) -> bool:
        mine, kind = self.place[self.turn], token[:3]
        if not self.open_to_attack(region):
            return False
        if mine[token] == region:
            return True
        if mine[token] != "MAT" or region in mine.values():
            return False
        named = dict.fromkeys(row["card"] for part in args["pay"] for row in part["cards"])
        clubs = [card for card in named if card in self.hands[self.turn] and card.endswith("C")]
        if self.takes_clubs(kind, region) and sum(map(attack_points, clubs)) >= 5:
            self.discard(self.turn, clubs)
        elif self.coins[self.turn] >= self.landing_price(kind, region):
            self.coins[self.turn] -= self.landing_price(kind, region)
        else:
            return False
        mine[token], self.step[self.turn][token] = region, 0
        return True

    def has(self, code: str, whole: bool) -> bool:
        """Return whether the empire whose turn it is holds a region, and undamaged where that matters (§1.3)."""
        return self.holder.get(code) == self.turn and not (whole and code in self.damaged)

    def takes_clubs(self, kind: str, region: str) -> bool:
        lowered = region in self.market or self.options.all_features
        return kind == "POL" and lowered and self.has("BER", whole=True)

    def landing_price(self, kind: str, region: str) -> int:
        price = 2 if region in self.market else 5
        if region not in self.market and not self.options.all_features:
            return price
        if kind == "ECO" and self.has("LON", whole=True):
            return 0
        if kind == "CUL" and self.has("PAR", whole=True):
            return 1
        if kind == "MIL" and self.has("IST", whole=False):
            return 1
        if kind in ("ECO", "POL") and self.has("AUH", whole=False):
            return 1
        return price

    # --- damage, repairs, levels (§5.2.3c to §5.2.3e) ---

    def damage_one(self, wishes: Sequence[str]) -> None:
        for code in wishes:
            others = code in self.holder and self.holder[code] != self.turn
            if self.has("MOS", whole=False) and others and code not in self.damaged and self.coins[self.turn] >= 5:
                self.coins[self.turn] -= 5
                self.damaged.add(code)
                return

    def repair(self, wishes: Sequence[str]) -> None:
        for code in wishes:
            if self.holder.get(code) == self.turn and code in self.damaged and self.coins[self.turn] >= 10:
                self.coins[self.turn] -= 10
                self.damaged.discard(code)

    def rise(self) -> None:
        seat = self.turn
        held = [code for code in self.holder if self.holder[code] == seat]
        if not self.options.originals_count:
            held = [code for code in held if code in self.taken_by]
        if self.levels[seat] == 0 and sum(self.deeds[seat].values()) > 0:
            self.level_up()
        if self.levels[seat] == 1 and len(held) >= 5:
            self.level_up()

    def level_up(self) -> None:
        seat = self.turn
        self.levels[seat] += 1
        locked = [token[:3] for token in TOKENS if self.place[seat][token] == ""]
        for kind in self.wanted[seat] + KINDS:
            if kind in locked:
                self.unlock(seat, kind)
                if kind in self.wanted[seat]:
                    self.wanted[seat].remove(kind)
                return

    # --- the score (§5.6) ---

    def halves(self, code: str) -> int:
        return self.world.regions[code].vp * (1 if code in self.damaged else 2)

    def conquered_halves(self, seat: str) -> int:
        mine = [code for code in self.holder if self.holder[code] == seat]
        return sum(self.halves(code) for code in mine if code in self.taken_by or self.options.end_all)

    def score(self, seat: str) -> int:
        """Return what a seat has, in half points."""
        mine = [code for code in self.holder if self.holder[code] == seat]
        total = sum(self.halves(code) for code in mine)
        if self.options.even_start:
            own = [code for code in self.world.empires[seat].start if code not in self.taken_by]
            now, whole = sum(map(self.halves, own)), sum(2 * self.world.regions[code].vp for code in own)
            total += round(24 * now / whole) - now
        if set(self.world.empires[seat].objective) <= set(mine):
            total += 2 * 5
        return total + 2 * self.secret_points(seat)

    def secret_points(self, seat: str) -> int:
        number = int(self.secrets[seat][0][1:])
        kind = next(kind for kind, numbers in SECRETS.items() if number in numbers)
        if kind == "LEVEL":
            return 3 if self.levels[seat] == 2 else 0
        if kind == "FEW":
            counts = {each: list(self.holder.values()).count(each) for each in self.order}
            return 3 if counts[seat] == min(counts.values()) else 0
        done = {s: sum(deeds.values()) if kind == "ALL" else deeds[kind] for s, deeds in self.deeds.items()}
        if done[seat] == 0 or done[seat] < max(done.values()):
            return 0
        return 5 if kind == "MIL" else 3

    def ranks(self) -> dict[str, int]:
        """Points, then conquests, then coins; equal ones share a place."""
        marks = {s: (self.score(s), sum(self.deeds[s].values()), self.coins[s]) for s in self.order}
        return {seat: 1 + sum(other > marks[seat] for other in marks.values()) for seat in self.order}
