"""The table during a round: everything as it changes, and what each order does to it (specification, 5.2 and 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.base import Dice, Event, Order, Seat
from engines.europe2028.cards import Card, compare, conversion, exchange, leading, matches, points, strength
from engines.europe2028.setup import highest, placed
from engines.europe2028.state import DRAWS, KINDS, MAT, TOKENS, WAREHOUSE, Holding, State, Token
from engines.europe2028.world import Code

LANDING, HELD_LANDING, REPAIR, DAMAGE_COST, CLUBS = 2, 5, 10, 5, 5
SECOND_LEVEL = 5
"""Region cards that make level 2."""
Args = Mapping[str, Any]


@dataclass(frozen=True)
class Assault:
    """An attack under way: the region, whose token of which kind, its opening cards and reserve."""

    seat: Seat
    token: str
    region: Code
    opening: tuple[Card, ...]
    reserve: tuple[Card, ...]

    @property
    def kind(self) -> str:
        return self.token[:3]


class Table:
    """`challenges` are each seat's lines, standing ones last."""

    def __init__(self, state: State, dice: Dice, challenges: Mapping[Seat, Sequence[Order]]) -> None:
        self.state, self.dice, self.challenges = state, dice, challenges
        self.world, self.options = state.world, state.options
        self.coins, self.levels = dict(state.coins), dict(state.levels)
        self.tokens = {seat: dict(mine) for seat, mine in state.tokens.items()}
        self.held, self.market = dict(state.held), list(state.market)
        self.conquests = {seat: dict(mine) for seat, mine in state.conquests.items()}
        self.hands = {seat: [card for card in hand if card] for seat, hand in state.hands.items()}
        self.deck, self.cards, self.pile = list(state.deck), list(state.cards), list(state.pile)
        self.acted: set[tuple[Seat, str]] = set()
        self.events: list[Event] = []

    def tell(self, what: str, whom: Iterable[Seat] | None = None, /, **args: Any) -> None:
        self.events.append(Event(what, args, None if whom is None else frozenset(whom)))

    def holdings(self, seat: Seat) -> list[Code]:
        return [code for code, holding in self.held.items() if holding.seat == seat]

    # --- cards --------------------------------------------------------------------------------------------------

    def picked(self, seat: Seat, said: Args, kind: str, without: Sequence[Card] = ()) -> list[Card]:
        """The cards a part names that are in the hand and match the token: LOW, HIGH, ALL or by name."""
        hand = list(self.hands[seat])
        for card in without:
            hand.remove(card)
        fitting = sorted((card for card in hand if matches(card, kind)), key=strength)
        match said["way"]:
            case 0:
                return fitting[:1]
            case 1:
                return fitting[-1:]
            case 2:
                return fitting
            case _:
                wished = dict.fromkeys(row["card"] for row in said["cards"])
                return [card for card in wished if card in fitting]

    def dispose(self, seat: Seat, cards: Iterable[Card]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.pile.append(card)

    def convert(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Ten points are a coin, over all lines together (5.2, 2)."""
        wished = dict.fromkeys(row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"])
        cards = [card for card in wished if card in self.hands[seat]]
        total, coins = conversion(iter(cards))
        if coins:
            self.dispose(seat, cards)
            self.coins[seat] += coins
            self.tell("converted", seat=seat, cards=cards, coins=coins)
        elif cards:
            self.tell("refused", (seat,), seat=seat, text=f"B18 These cards make {total} points, less than one coin.")

    def draw(self, seat: Seat, count: int) -> None:
        """Cards from the deck; when it is empty the pile is shuffled (5.7)."""
        drawn = []
        for _ in range(count):
            if not self.cards:
                self.cards, self.pile = list(self.dice.shuffle("cards", self.pile)), []
            if self.cards:
                card = self.cards.pop(0)
                assert card is not None
                drawn.append(card)
        self.hands[seat] += drawn
        self.tell("drew", (seat,), seat=seat, cards=drawn)

    def discard_down(self, seat: Seat) -> None:
        """The lowest cards above the limit, if there is one."""
        limit = self.options.hand_limit
        if limit and len(self.hands[seat]) > limit:
            excess = sorted(self.hands[seat], key=strength)[: len(self.hands[seat]) - limit]
            self.dispose(seat, excess)
            self.tell("discarded", seat=seat, cards=excess)

    # --- tokens -------------------------------------------------------------------------------------------------

    def token(self, seat: Seat, said: str, region: Code) -> str:
        """The token meant: of two military ones that on the region, else one on the mat that has not acted."""
        if said != "MIL":
            return said
        mine = self.tokens[seat]
        both = ["MIL1", "MIL2"]
        there = [t for t in both if mine[t].place == region]
        free = [t for t in both if mine[t].place == MAT and (seat, t) not in self.acted]
        return (there or free or ["MIL1"])[0]

    def recall(self, seat: Seat, token: str) -> None:
        found = next((t for t in TOKENS if t.startswith(token) and self.on_region(seat, t)), "")
        if found:
            self.tokens[seat][found] = Token(MAT)
            self.tell("recalled", seat=seat, token=found)

    def on_region(self, seat: Seat, token: str) -> bool:
        return self.tokens[seat][token].place not in (MAT, WAREHOUSE)

    def price(self, seat: Seat, kind: str, region: Code) -> int:
        """What a landing costs: 5 on a region that is held, else 2, or less by a feature (1.3, ruling 16)."""
        if region in self.held and not self.options.all_features:
            return HELD_LANDING
        usual = HELD_LANDING if region in self.held else LANDING
        return min([usual, *(cost for code in self.holdings(seat) if (cost := self.offer(code, kind)) is not None)])

    def offer(self, code: Code, kind: str) -> int | None:
        """The price at which a region lets its holder land a token."""
        whole = not self.held[code].damaged
        match self.world.regions[code].feature:
            case "LAND_CUL_1_UNDAMAGED":
                return 1 if kind == "CUL" and whole else None
            case "LAND_MIL_1":
                return 1 if kind == "MIL" else None
            case "LAND_ECO_POL_1":
                return 1 if kind in ("ECO", "POL") else None
            case "LAND_ECO_FREE_UNDAMAGED":
                return 0 if kind == "ECO" and whole else None
        return None

    def clubs(self, seat: Seat, args: Args, kind: str, region: Code) -> list[Card]:
        """The clubs that pay a landing, if they may (B11)."""
        named = [row["card"] for part in args["pay"] for row in part["cards"]]
        cards = [card for card in named if card in self.hands[seat] and card[-1] == "C"]
        berlin = any(
            self.world.regions[code].feature == "LAND_POL_CLUBS5_UNDAMAGED" and not self.held[code].damaged
            for code in self.holdings(seat)
        )
        fits = kind == "POL" and berlin and region not in self.held and sum(map(points, cards)) >= CLUBS
        return cards if fits else []

    def may_attack(self, seat: Seat, region: Code) -> bool:
        holding = self.held.get(region)
        return region in self.market or (holding is not None and holding.seat != seat and bool(holding.kind))

    def landed(self, seat: Seat, token: str, region: Code, args: Args) -> bool:
        """Whether the token is on the region, if need be by landing now (5.3, 1)."""
        mine = self.tokens[seat]
        if mine[token].place == region:
            return self.may_attack(seat, region)
        crowded = any(other != token and at.place == region for other, at in mine.items())
        if mine[token].place != MAT or crowded or not self.may_attack(seat, region):
            return False
        kind = token[:3]
        paid = self.clubs(seat, args, kind, region)
        cost = 0 if paid else self.price(seat, kind, region)
        if cost > self.coins[seat]:
            return False
        self.dispose(seat, paid)
        self.coins[seat] -= cost
        mine[token] = Token(region)
        self.tell("landed", seat=seat, token=token, region=region, cost=cost, cards=paid)
        return True

    # --- attacks ------------------------------------------------------------------------------------------------

    def attack(self, seat: Seat, order: Order) -> None:
        """One attack line (5.3)."""
        args = order.args
        for region in (args["region"], *(part["other"] for part in args.get("else", ()))):
            token = self.token(seat, args["token"], region)
            if (seat, token) in self.acted:
                self.tell("refused", (seat,), seat=seat, text="B12 A token attacks once a turn; second line left out.")
                return
            if self.landed(seat, token, region, args):
                self.acted.add((seat, token))
                self.assault(seat, token, region, args)
                return
        self.tell("void", seat=seat, token=args["token"], region=args["region"])

    def assault(self, seat: Seat, token: str, region: Code, args: Args) -> None:
        kind = token[:3]
        opening = [card for part in args.get("with", ()) for card in self.picked(seat, part["cards"], kind)]
        if not opening:
            return
        reserve = [c for part in args.get("reserve", ()) for c in self.picked(seat, part["more"], kind, opening)]
        one = Assault(seat, token, region, tuple(opening), tuple(c for c in reserve if c not in opening))
        challenger, dice = self.challenger(one)
        attack, defence = list(opening), list[Card]()
        if challenger:
            line = self.fitting(challenger, one)
            assert line is not None
            attack, defence = exchange(
                one.opening, one.reserve, self.against(challenger, line, one), bool(line["block"])
            )
            self.dispose(challenger, defence)
        self.dispose(seat, attack)
        result = compare(attack, defence) if challenger else 1
        before = self.tokens[seat][token].level
        self.tell(
            "attack", seat=seat, token=token, region=region, cards=attack, challenger=challenger, answer=defence,
            dice=dice, result=result, level=before, top=self.world.regions[region].influence,
        )  # fmt: skip
        self.moved(one, before + result)

    def moved(self, one: Assault, level: int) -> None:
        """The token's new level; below the landing zone it goes home, at the top the region is conquered (5.3, 8-9)."""
        if level < 0:
            self.tokens[one.seat][one.token] = Token(MAT)
        elif level >= self.world.regions[one.region].influence:
            self.conquer(one)
        else:
            self.tokens[one.seat][one.token] = Token(one.region, level)

    def conquer(self, one: Assault) -> None:
        region = one.region
        before = self.held.get(region)
        if region in self.market:
            self.market.remove(region)
        self.held[region] = Holding(one.seat, one.kind == "MIL", one.kind)
        self.held = dict(sorted(self.held.items()))
        self.conquests[one.seat][one.kind] += 1
        for mine in self.tokens.values():
            for token, at in mine.items():
                if at.place == region:
                    mine[token] = Token(MAT)
        self.tell("conquered", seat=one.seat, region=region, kind=one.kind, loser=before.seat if before else "")

    # --- challenges ---------------------------------------------------------------------------------------------

    def challenger(self, one: Assault) -> tuple[Seat, list[dict[Seat, int]]]:
        """Who challenges: of several the one with the highest die (5.3, 3-4)."""
        order = self.state.order
        at = order.index(one.seat)
        able = [seat for seat in (*order[at + 1 :], *order[:at]) if self.can_challenge(seat, one)]
        if len(able) < 2:
            return (able[0] if able else ""), []
        events: list[Event] = []
        best = highest(able, self.dice, events)
        return best, [dict(event.args["dice"]) for event in events]

    def can_challenge(self, seat: Seat, one: Assault) -> bool:
        line = self.fitting(seat, one)
        cards = self.against(seat, line, one) if line else []
        return leading(cards, lambda part: compare(part, one.opening) >= 0) is not None

    def fitting(self, seat: Seat, one: Assault) -> Args | None:
        """The first of a seat's challenge lines that means this attack."""
        return next((order.args for order in self.challenges.get(seat, ()) if self.means(order.args, one)), None)

    def means(self, args: Args, one: Assault) -> bool:
        final = self.tokens[one.seat][one.token].level + 1 >= self.world.regions[one.region].influence
        return (
            all(part["empire"] in ("ANY", one.seat) for part in args["who"])
            and all(part["region"] in ("ANY", one.region) for part in args["at"])
            and all(part["kind"] == one.kind for part in args["token"])
            and (final or not args["final"])
            and all(sum(map(points, one.opening)) <= part["points"] for part in args["upto"])
        )

    def against(self, seat: Seat, args: Args, one: Assault) -> list[Card]:
        """The cards of a challenge in the order in which they would be played."""
        cards = self.picked(seat, args["cards"], one.kind)
        return cards[: args["max"][0]["n"]] if args["max"] else cards

    # --- the rest of a turn ---------------------------------------------------------------------------------------

    def damage(self, seat: Seat, wishes: Sequence[Code]) -> None:
        """With Moscow, for 5 coins, one undamaged region of another empire, once a turn (1.3)."""
        able = any(self.world.regions[code].feature == "DAMAGE_OTHER_5" for code in self.holdings(seat))
        for code in wishes:
            holding = self.held.get(code)
            if able and self.coins[seat] >= DAMAGE_COST and holding and holding.seat != seat and not holding.damaged:
                self.coins[seat] -= DAMAGE_COST
                self.held[code] = replace(holding, damaged=True)
                self.tell("damaged", seat=seat, region=code)
                return

    def rise(self, seat: Seat, wanted: Sequence[str]) -> None:
        """Level 1 with the first conquest, level 2 with five regions; each step frees a token (5.2, 3d)."""
        counted = [c for c in self.holdings(seat) if self.held[c].kind or self.options.originals_count]
        goals = (any(self.conquests[seat].values()), len(counted) >= SECOND_LEVEL)
        while self.levels[seat] < len(goals) and goals[self.levels[seat]]:
            self.levels[seat] += 1
            locked = [token[:3] for token, at in self.tokens[seat].items() if at.place == WAREHOUSE]
            kind = next((k for k in (*wanted, *KINDS) if k in locked), "")
            self.tokens[seat] = placed(self.tokens[seat], [kind] if kind else [])
            self.tell("level", seat=seat, level=self.levels[seat], kind=kind)

    def repair(self, seat: Seat, wishes: Sequence[Code]) -> None:
        for code in wishes:
            holding = self.held.get(code)
            if holding and holding.seat == seat and holding.damaged and self.coins[seat] >= REPAIR:
                self.coins[seat] -= REPAIR
                self.held[code] = replace(holding, damaged=False)
                self.tell("repaired", seat=seat, region=code)

    def income(self, seat: Seat) -> int:
        """Coins of all regions held (5.5)."""
        return sum(self.yields(code) for code in self.holdings(seat))

    def yields(self, code: Code) -> int:
        region, holding = self.world.regions[code], self.held[code]
        if region.feature == "OTTOMAN":
            return 0 if holding.damaged else region.coins * (2 if holding.kind in ("CUL", "POL") else 1)
        return region.coins // 2 if holding.damaged else region.coins

    def close(self) -> None:
        """The market refilled, and everybody draws (5.2, 4)."""
        while len(self.market) < self.options.market and self.deck:
            code = self.deck.pop(0)
            assert code is not None
            self.market.append(code)
            self.tell("opened", region=code)
        for seat in self.state.play_order:
            self.draw(seat, DRAWS[self.levels[seat]])
            self.discard_down(seat)

    def frozen(self, **changes: Any) -> State:
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
            **changes,
        )
