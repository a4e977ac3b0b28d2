"""Europax read a second time: slowly and plainly, from `docs/rules/europax.md` alone, to be compared with the engine.

Nothing here is shared with the engine but the cards of the box. Production cards are single cards in a list, as they
lie on a board, and every step is taken as a person at the table would take it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from engines.europax.data import FILES

PRODUCTS = {row["code"]: row for row in json.loads(FILES["products.json"])["products"]}
EVENTS = {row["number"]: row for row in json.loads(FILES["events.json"])["events"]}
DEMANDS = {
    row["number"]: [(part.split()[0], part.split()[1], int(part.split()[2])) for part in row["demands"].split(";")]
    for row in json.loads(FILES["demands.json"])["demands"]
}

Test = tuple[str, str, str, int, bool]
"""A condition (§4.3): "has", who, product, how many, whether NO; or "cash", whose, "<" or ">=", how much, False."""


class Question(Exception):  # noqa: N818
    """Somebody must say from whom he buys (§3.2)."""

    def __init__(self, country: str, product: str) -> None:
        super().__init__(country, product)
        self.country, self.product = country, product


@dataclass
class Country:
    """One board, with all that lies on it and beside it, and what its player has said for it."""

    code: str
    player: str
    purse: int
    board: list[str]
    hand: list[int]
    hotel: int = 0
    rescues: int = 0
    brought: int = 0
    had_last_reward: bool = False
    plan: list[tuple[int, list[Test]]] = field(default_factory=list)
    sellers: dict[str, list[str]] = field(default_factory=dict)
    spread: bool = False
    auto: bool = True
    stop: bool = False
    promises: dict[str, int] = field(default_factory=dict)


@dataclass
class Rules:
    """What was agreed (§8)."""

    long: bool = False
    gift: bool = False
    reshuffle: bool = False
    last_reward: bool = True
    goods_count: bool = False
    cap: int = 0
    cards: int = 6
    ask_buyers: bool = False


@dataclass
class Game:
    """The table. `countries` sit round it, each the left neighbour of the one before."""

    rules: Rules
    countries: list[Country]
    leader: str
    production: list[str]
    demands: list[int]
    pile: list[int]
    used: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    debts: list[tuple[str, str, int]] = field(default_factory=list)
    market: Counter[str] = field(default_factory=Counter)
    made_anew: int = 0
    played: int = 0
    card: int = 0
    waits_for: tuple[str, str] | None = None
    asked: list[tuple[str, str]] = field(default_factory=list)
    asking: bool = False
    questions: int = 0
    over: bool = False

    def country(self, code: str) -> Country:
        return next(country for country in self.countries if country.code == code)

    def from_the_left(self, country: Country) -> list[Country]:
        """All others, as they sit to its left."""
        at = self.countries.index(country)
        return self.countries[at + 1 :] + self.countries[:at]

    def in_play(self, card: int) -> list[tuple[Country, str, int]]:
        """The demands for countries that play (§5.2c)."""
        here = {country.code: country for country in self.countries}
        return [(here[code], product, count) for code, product, count in DEMANDS[card] if code in here]

    # --- a phase ----------------------------------------------------------------------------------------------------

    def sealed_round(self, shuffle: Callable[[str, list[int]], list[int]]) -> None:
        """§3.1 and §5.2a."""
        for number in range(self.rules.cards):
            leader = self.country(self.leader)
            card = self.choose_planned_card(leader)
            if not card and number > 0 and (leader.stop or not leader.auto):
                break
            self.play(card or self.best(leader), shuffle)
            if self.over:
                break
        self.forget()

    def one_card(self, shuffle: Callable[[str, list[int]], list[int]]) -> None:
        """§3.2: by the book. If somebody must be asked, nothing has happened yet but the choice of the card."""
        leader = self.country(self.leader)
        if self.waits_for:
            self.asked.append(self.waits_for)
            self.waits_for = None
        else:
            self.card = self.choose_planned_card(leader) or self.best(leader)
        before = deepcopy(self)
        self.asking = self.rules.ask_buyers
        try:
            self.play(self.card, shuffle)
        except Question as question:
            self.__dict__.update(before.__dict__)
            self.waits_for = (question.country, question.product)
            self.questions += 1
        else:
            self.card, self.asked, self.asking = 0, [], False
        self.forget()

    def forget(self) -> None:
        """A plan keeps what still lies beside the board (§3.1); STOP was for this round (§4.2)."""
        for country in self.countries:
            country.plan = [entry for entry in country.plan if entry[0] in country.hand]
            country.stop = False

    # --- which card -------------------------------------------------------------------------------------------------

    def choose_planned_card(self, leader: Country) -> int:
        """§5.2b: the first card of the list that is there and whose conditions are true; 0 if there is none."""
        for card, tests in leader.plan:
            if card in leader.hand and all(self.true(leader, test) for test in tests):
                return card
        return 0

    def true(self, me: Country, test: Test) -> bool:
        """§4.3."""
        kind, who, what, amount, no = test
        if kind == "cash":
            purse = self.country(who).purse
            return purse < amount if what == "<" else purse >= amount
        if who == "I":
            answer = me.board.count(what) >= amount
        elif who in ("ANYONE", "NOBODY"):
            some = any(other.board.count(what) >= amount for other in self.from_the_left(me))
            answer = some if who == "ANYONE" else not some
        else:
            answer = self.country(who).board.count(what) >= amount
        return not answer if no else answer

    def best(self, leader: Country) -> int:
        """§5.3."""
        best = leader.hand[0]
        for card in leader.hand[1:]:
            one, other = self.brings(leader, card), self.brings(leader, best)
            for_others, rather = self.for_others(leader, card), self.for_others(leader, best)
            if one > other or (one == other and (for_others > rather or (for_others == rather and card < best))):
                best = card
        return best

    def for_others(self, leader: Country, card: int) -> int:
        return len([1 for country, _, _ in self.in_play(card) if country is not leader])

    def brings(self, leader: Country, card: int) -> int:
        """§5.3: sales less purchases, with no refills, imprévus and aid, and with all buying from the poorest."""
        boards = {country.code: list(country.board) for country in self.countries}
        purses = {country.code: country.purse for country in self.countries}
        for buyer, product, count in self.in_play(card):
            for _ in range(count):
                if product in boards[buyer.code]:
                    boards[buyer.code].remove(product)
                    continue
                able = [c.code for c in self.from_the_left(buyer) if product in boards[c.code]]
                if buyer is not leader and leader.code in able:
                    seller = leader.code
                elif able:
                    least = min(purses[code] for code in able)
                    seller = next(code for code in able if purses[code] == least)
                else:
                    purses[buyer.code] -= PRODUCTS[product]["abroad"]
                    continue
                boards[seller].remove(product)
                purses[seller] += PRODUCTS[product]["europe"]
                purses[buyer.code] -= PRODUCTS[product]["europe"]
        return purses[leader.code] - leader.purse

    # --- a card -----------------------------------------------------------------------------------------------------

    def play(self, card: int, shuffle: Callable[[str, list[int]], list[int]]) -> None:
        """§5.2c to §5.2g."""
        presenter = self.country(self.leader)
        presenter.hand.remove(card)
        self.played += 1
        giver: Country | None = None
        demands = self.in_play(card)
        for buyer, product, count in demands:
            sold: list[str] = []
            for _ in range(count):
                giver = self.meet_demand(presenter, buyer, product, sold)
        self.used.append(card)
        if demands:
            self.leader = giver.code if giver else demands[-1][0].code
            if giver:
                self.draw(giver, shuffle)
        if not presenter.hand:
            self.new_demand_cards(presenter, shuffle)
        self.over = self.is_over()

    def meet_demand(self, presenter: Country, buyer: Country, product: str, sold: list[str]) -> Country | None:
        """One single card of a demand (§5.2d): who gave it, None for the bank."""
        if product in buyer.board:
            giver, price = buyer, 0
        elif presenter is not buyer and product in presenter.board:
            giver, price = presenter, PRODUCTS[product]["europe"]
        else:
            seller = self.who_sells(buyer, product, sold)
            if seller is None:
                self.pay(buyer, None, PRODUCTS[product]["abroad"])
                return None
            giver, price = seller, PRODUCTS[product]["europe"]
        giver.board.remove(product)
        giver.brought += 1
        self.market[product] += 1
        sold.append(giver.code)
        if price:
            self.pay(buyer, giver, price)
        self.refill(giver)
        return giver

    def who_sells(self, buyer: Country, product: str, sold: Sequence[str]) -> Country | None:
        """§5.2h; and whether the buyer must be asked (§3.2)."""
        able = [country for country in self.from_the_left(buyer) if product in country.board]
        if not able:
            return None
        has_said = product in buyer.sellers or "*" in buyer.sellers
        if self.asking and len(able) > 1 and not has_said and (buyer.code, product) not in self.asked:
            raise Question(buyer.code, product)
        if buyer.spread:
            fewest = min(sold.count(country.code) for country in able)
            able = [country for country in able if sold.count(country.code) == fewest]
        for code in buyer.sellers.get(product, buyer.sellers.get("*", [])):
            for country in able:
                if country.code == code:
                    return country
        least = min(country.purse for country in able)
        return next(country for country in able if country.purse == least)

    def new_demand_cards(self, country: Country, shuffle: Callable[[str, list[int]], list[int]]) -> None:
        """§5.2f and §6.31."""
        allowed = self.rules.cap == 0 or self.made_anew < self.rules.cap
        if not self.demands and self.rules.long and allowed:
            self.demands = shuffle("dem", self.used)
            self.used = []
            self.made_anew += 1
        country.hand += self.demands[:7]
        self.demands = self.demands[7:]

    # --- money ------------------------------------------------------------------------------------------------------

    def pay(self, debtor: Country, creditor: Country | None, due: int) -> None:
        """§5.4a and §5.4c; nobody is the bank."""
        while debtor.purse < due:
            if self.rescue(debtor) == 0:
                self.debts.append((debtor.code, "BANK", due - debtor.purse))
                debtor.purse = due
        debtor.purse -= due
        if creditor:
            creditor.purse += due
        if debtor.purse == 0:
            self.rescue(debtor)

    def rescue(self, debtor: Country) -> int:
        """§5.4b and §5.4d: what it brought."""
        brought = 0
        for helper in self.from_the_left(debtor):
            amount = 300 if helper.purse > 300 else helper.purse
            promised = helper.promises.get(debtor.code, helper.promises.get("*", 0))
            spare = helper.purse - amount - 300
            more = 0 if spare < 0 else spare if spare < promised else promised
            for part in (amount, more):
                helper.purse -= part
                debtor.purse += part
                brought += part
                if part and not self.rules.gift:
                    self.debts.append((debtor.code, helper.code, part))
        if brought:
            debtor.rescues += 1
        return brought

    def refill(self, country: Country) -> None:
        """§5.5."""
        if country.board:
            return
        if self.production:
            country.board += self.production[:10]
            self.production = self.production[10:]
            country.purse += 1000
        elif self.rules.last_reward and not country.had_last_reward:
            country.had_last_reward = True
            country.purse += 1000

    # --- imprévus ---------------------------------------------------------------------------------------------------

    def draw(self, country: Country, shuffle: Callable[[str, list[int]], list[int]]) -> None:
        """§5.6."""
        if not self.pile:
            return
        number = self.pile.pop(0)
        event = EVENTS[number]
        self.drawn.append(number)
        others = [other for other in self.countries if other is not country]
        if event["kind"] == "HOTEL" and not country.hotel:
            country.hotel = number
        else:
            self.pile.append(number)
        if event["kind"] == "TOURISTS" and country.hotel:
            country.purse += event["amount"]
        if event["kind"] == "RECEIVE_BANK":
            country.purse += event["amount"]
        if event["kind"] == "PAY_BANK":
            self.pay(country, None, event["amount"])
        if event["kind"] == "RECEIVE_EACH":
            for other in others:
                self.pay(other, country, event["amount"])
        if event["kind"] == "PAY_EACH":
            for other in others:
                self.pay(country, other, event["amount"])
        if event["kind"] == "URGENT":
            self.buy_at_once(country, event["product"], event["cards"])
        if self.rules.reshuffle and len(self.drawn) % len(EVENTS) == 0:
            self.pile = shuffle("ev", self.pile)

    def buy_at_once(self, country: Country, product: str, count: int) -> None:
        """§5.6c."""
        sold: list[str] = []
        for _ in range(count):
            seller = self.who_sells(country, product, sold)
            if seller:
                seller.board.remove(product)
                sold.append(seller.code)
                self.pay(country, seller, PRODUCTS[product]["europe"])
                country.board.append(product)
                self.refill(seller)

    # --- the end ----------------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """§5.7a and §5.7b."""
        out_of_demands = not self.demands and any(country.hand == [] for country in self.countries)
        if not self.rules.long:
            return out_of_demands
        out_of_production = not self.production and any(country.board == [] for country in self.countries)
        capped = self.rules.cap > 0 and self.made_anew >= self.rules.cap
        return out_of_production or (out_of_demands and capped)

    def worth(self, country: Country) -> int:
        """§5.7c and §5.7d."""
        total = country.purse
        for debtor, creditor, amount in self.debts:
            total -= amount if debtor == country.code else 0
            total += amount if creditor == country.code else 0
        if self.rules.goods_count:
            total += sum(PRODUCTS[product]["europe"] for product in country.board)
        return total

    def ranks(self) -> dict[str, int]:
        """§5.7d: by player; who has two countries counts them together (§3.4)."""
        results: dict[str, list[int]] = {}
        for country in self.countries:
            sums = results.setdefault(country.player, [0, 0, 0])
            sums[0] += self.worth(country)
            sums[1] -= country.rescues
            sums[2] += country.brought
        return {player: 1 + sum(other > mine for other in results.values()) for player, mine in results.items()}
