"""One demand card played: who delivers, who sells, what is paid, who is rescued, what is dealt (5.2 to 5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Dice, Event
from engines.europax.box import Country, Demand, Happening, Product
from engines.europax.state import (
    AID,
    BANK,
    REFILL_CASH,
    REFILL_DEMANDS,
    REFILL_PRODUCTION,
    Debt,
    State,
)


class Undecided(Exception):  # noqa: N818
    """By the book: a country must say from whom it buys."""

    def __init__(self, country: Country, product: Product, event: bool) -> None:
        super().__init__(f"{country} buys {product}")
        self.country, self.product, self.event = country, product, event


class Wishes:
    """What a country prefers: sellers by product ("*" for all), whether it spreads, and voluntary aid by debtor."""

    def __init__(
        self, sellers: Mapping[str, Sequence[Country]] = {}, spread: bool = False, extra: Mapping[str, int] = {}
    ) -> None:
        self.sellers, self.spread, self.extra = sellers, spread, extra

    def ranked(self, product: Product) -> Sequence[Country]:
        return self.sellers.get(product, self.sellers.get("*", ()))


NOTHING = Wishes()


class Market:
    """The table while cards are played. `rehearsal`: no refills, events or aid, to see what a card is worth (5.3).

    `asks`: a buyer without a wish is asked, in which case `chosen` holds the answers so far.
    """

    def __init__(self, state: State, dice: Dice, wishes: Mapping[Country, Wishes], rehearsal: bool = False) -> None:
        self.state, self.dice, self.wishes, self.rehearsal = state, dice, wishes, rehearsal
        self.cash = dict(state.cash)
        self.stock = {country: dict(goods) for country, goods in state.stock.items()}
        self.hands = {country: list(hand) for country, hand in state.hands.items()}
        self.hotels, self.ledger = dict(state.hotels), list(state.ledger)
        self.production, self.demands, self.pile = list(state.production), list(state.demands), list(state.events)
        self.used, self.drawn = list(state.used), list(state.drawn)
        self.rewarded, self.rescued = list(state.rewarded), dict(state.rescued)
        self.delivered, self.rebuilt = dict(state.delivered), state.rebuilt
        self.leader, self.count = state.leader, state.played
        self.events: list[Event] = []
        self.asks = False
        self.chosen: list[Country] = []

    def tell(self, kind: str, **args: Any) -> None:
        self.events.append(Event(kind, args))

    # --- a card ---------------------------------------------------------------------------------------------------

    def play(self, number: int) -> None:
        """The leader plays a card of his hand (5.2, 3 to 6)."""
        presenter = self.leader
        self.hands[presenter].remove(number)
        self.count += 1
        valid = [d for d in self.state.box.card(number) if d.country in self.cash]
        self.tell("card", country=presenter, card=number, valid=len(valid))
        source = ""
        for demand in valid:
            source = self.supply(presenter, demand, number)
        self.used.append(number)
        if source:
            self.pass_lead(source, valid[-1].country)
        if not self.hands[presenter]:
            self.deal_demands(presenter)

    def pass_lead(self, source: Country, buyer: Country) -> None:
        """Who supplied the last card leads and draws an event; if the bank did, the payer leads (5.2, 5)."""
        self.leader = buyer if source == BANK else source
        self.tell("lead", country=self.leader)
        if source != BANK and not self.rehearsal:
            self.draw_event(source)

    def supply(self, presenter: Country, demand: Demand, number: int) -> Country:
        """The cards of a demand, one by one; who gave the last one (5.2, 4)."""
        sold: dict[Country, int] = {}
        source = ""
        for _ in range(demand.cards):
            source, price = self.single(presenter, demand.country, demand.product, sold)
            sold[source] = sold.get(source, 0) + 1
            self.tell("supply", card=number, country=demand.country, product=demand.product, source=source, price=price)
            if source != BANK:
                self.after_giving(source)
        return source

    def single(
        self, presenter: Country, buyer: Country, product: Product, sold: Mapping[Country, int]
    ) -> tuple[Country, int]:
        goods = self.state.box.products[product]
        if self.has(buyer, product):
            self.take(buyer, product)
            self.delivered[buyer] = self.delivered.get(buyer, 0) + 1
            return buyer, 0
        if presenter != buyer and self.has(presenter, product):
            return self.sale(presenter, buyer, product), goods.europe
        seller = self.seller(buyer, product, sold, False)
        if seller:
            return self.sale(seller, buyer, product), goods.europe
        self.pay(buyer, BANK, goods.abroad)
        return BANK, goods.abroad

    def sale(self, seller: Country, buyer: Country, product: Product) -> Country:
        """A card to the market, paid at the European price."""
        self.take(seller, product)
        self.delivered[seller] = self.delivered.get(seller, 0) + 1
        self.pay(buyer, seller, self.state.box.products[product].europe)
        return seller

    def seller(self, buyer: Country, product: Product, sold: Mapping[Country, int], event: bool) -> Country:
        """The first who can sell in the buyer's ranking: as he wishes, then the poorest, then the nearest to his left;
        with SPREAD whoever sold least in this demand goes first. "" if nobody can."""
        able = [c for c in self.cash if c != buyer and self.has(c, product)]
        wishes = self.wishes.get(buyer, NOTHING)
        ranked = list(wishes.ranked(product))
        if len(able) > 1 and not ranked and self.asks:
            if not self.chosen:
                raise Undecided(buyer, product, event)
            ranked = [self.chosen.pop(0)]

        def rank(country: Country) -> tuple[int, int, int, int]:
            wished = ranked.index(country) if country in ranked else len(ranked)
            spread = sold.get(country, 0) if wishes.spread else 0
            return spread, wished, self.cash[country] if country not in ranked else 0, self.left_of(buyer, country)

        return min(able, key=rank, default="")

    def left_of(self, country: Country, other: Country) -> int:
        """How many places to the left of a country another sits."""
        order = self.state.order
        return (order.index(other) - order.index(country)) % len(order)

    def has(self, country: Country, product: Product) -> bool:
        return self.stock[country].get(product, 0) > 0

    def take(self, country: Country, product: Product) -> None:
        self.stock[country][product] -= 1

    # --- empty boards and hands -------------------------------------------------------------------------------------

    def empty(self, country: Country) -> bool:
        return not any(self.stock[country].values())

    def after_giving(self, country: Country) -> None:
        """An empty board gets new cards and a reward; without cards a last reward, once (5.5)."""
        if self.rehearsal or not self.empty(country):
            return
        dealt = [self.production.pop(0) for _ in range(min(REFILL_PRODUCTION, len(self.production)))]
        for product in dealt:
            assert product is not None
            self.stock[country][product] = self.stock[country].get(product, 0) + 1
        last = not dealt
        if last and (country in self.rewarded or not self.state.options.final_reward):
            return
        if last:
            self.rewarded.append(country)
        self.cash[country] += REFILL_CASH
        self.tell("refill", country=country, cards=[p for p in dealt if p], amount=REFILL_CASH)

    def deal_demands(self, country: Country) -> None:
        """An empty hand gets up to seven cards; in the long game the talon is rebuilt first (5.2, 6)."""
        cap = self.state.cap
        may = self.state.options.long and (not cap or self.rebuilt < cap)
        if not self.demands and may and not self.rehearsal:
            self.demands = list(self.dice.shuffle("dem", self.used))
            self.used, self.rebuilt = [], self.rebuilt + 1
            self.tell("rebuilt", cards=len(self.demands))
        dealt = [self.demands.pop(0) for _ in range(min(REFILL_DEMANDS, len(self.demands)))]
        self.hands[country] += [n for n in dealt if n is not None]
        if dealt:
            self.tell("demands", country=country, cards=[n for n in dealt if n is not None])

    # --- money ------------------------------------------------------------------------------------------------------

    def pay(self, debtor: Country, creditor: Country, amount: int) -> None:
        """Pays what is due; whoever cannot, or has nothing left, is rescued (5.4)."""
        while self.cash[debtor] < amount and not self.rehearsal:
            if not self.rescue(debtor):
                self.advance(debtor, amount - self.cash[debtor])
        self.cash[debtor] -= amount
        if creditor != BANK:
            self.cash[creditor] += amount
        if self.cash[debtor] == 0 and not self.rehearsal:
            self.rescue(debtor)

    def rescue(self, debtor: Country) -> int:
        """Every partner gives 300, or what he has; what it brought (5.4, 2)."""
        order = self.state.order
        at = order.index(debtor)
        given: dict[Country, int] = {}
        for helper in (*order[at + 1 :], *order[:at]):
            amount = min(AID, self.cash[helper])
            self.lend(debtor, helper, amount, "aid")
            extra = self.extra(helper, debtor)
            self.lend(debtor, helper, extra, "extra")
            given[helper] = amount + extra
        if sum(given.values()):
            self.rescued[debtor] = self.rescued.get(debtor, 0) + 1
            self.tell("rescue", country=debtor, given={c: n for c, n in given.items() if n})
        return sum(given.values())

    def extra(self, helper: Country, debtor: Country) -> int:
        """What a partner adds of his own will, as long as he keeps 300."""
        wished = self.wishes.get(helper, NOTHING).extra
        return max(0, min(wished.get(debtor, wished.get("*", 0)), self.cash[helper] - AID))

    def lend(self, debtor: Country, helper: Country, amount: int, kind: Any) -> None:
        if amount:
            self.cash[helper] -= amount
            self.cash[debtor] += amount
            if not self.state.options.gift:
                self.ledger.append(Debt(debtor, helper, amount, kind))

    def advance(self, debtor: Country, amount: int) -> None:
        """When nobody can help, the bank lends the rest; it is always paid back (5.4, 3)."""
        self.cash[debtor] += amount
        self.ledger.append(Debt(debtor, BANK, amount, "advance"))
        self.tell("advance", country=debtor, amount=amount)

    # --- events -----------------------------------------------------------------------------------------------------

    def draw_event(self, country: Country) -> None:
        """The top card of the pile is carried out and goes under it; a first hotel is kept (5.6)."""
        if not self.pile:
            return
        number = self.pile.pop(0)
        assert number is not None
        card = self.state.box.event(number)
        self.drawn.append(number)
        self.tell("event", country=country, card=number)
        if card.kind == "HOTEL" and country not in self.hotels:
            self.hotels[country] = number
        else:
            self.pile.append(number)
            self.happen(country, card)
        if self.state.options.reshuffle and len(self.drawn) % len(self.state.box.events) == 0:
            self.pile = list(self.dice.shuffle("ev", self.pile))

    def happen(self, country: Country, card: Happening) -> None:
        others = [other for other in self.state.order if other != country]
        match card.kind:
            case "TOURISTS":
                self.cash[country] += card.amount if country in self.hotels else 0
            case "RECEIVE_BANK":
                self.cash[country] += card.amount
            case "PAY_BANK":
                self.pay(country, BANK, card.amount)
            case "RECEIVE_EACH":
                for other in others:
                    self.pay(other, country, card.amount)
            case "PAY_EACH":
                for other in others:
                    self.pay(country, other, card.amount)
            case "URGENT":
                self.buy_urgently(country, card)

    def buy_urgently(self, country: Country, card: Happening) -> None:
        """Card by card from whom it likes, onto its own board; it stops when nobody has any (rulings 21 and 22)."""
        sold: dict[Country, int] = {}
        for _ in range(card.cards):
            seller = self.seller(country, card.product, sold, True)
            if not seller:
                return
            sold[seller] = sold.get(seller, 0) + 1
            self.take(seller, card.product)
            price = self.state.box.products[card.product].europe
            self.pay(country, seller, price)
            self.stock[country][card.product] = self.stock[country].get(card.product, 0) + 1
            self.tell("bought", country=country, product=card.product, source=seller, price=price)
            self.after_giving(seller)

    # --- what a card is worth ---------------------------------------------------------------------------------------

    def value(self, number: int) -> int:
        """Sales less purchases of the leader if he plays a card, without refills, events and aid (5.3)."""
        trial = Market(self.frozen(), self.dice, {}, rehearsal=True)
        trial.play(number)
        return trial.cash[self.leader] - self.cash[self.leader]

    def automatic(self) -> int:
        """The best card of the leader; equal ones: more demands for others, then the lowest number (5.3)."""

        def rank(number: int) -> tuple[int, int, int]:
            others = sum(
                d.country not in (self.leader,) and d.country in self.cash for d in self.state.box.card(number)
            )
            return self.value(number), others, -number

        return max(self.hands[self.leader], key=rank)

    # --- the end ----------------------------------------------------------------------------------------------------

    def over(self) -> bool:
        """Short: somebody has no demand card and there are none. Long: an empty board and no production (5.7)."""
        no_cards = any(not hand for hand in self.hands.values()) and not self.demands
        if not self.state.options.long:
            return no_cards
        barred = bool(self.state.cap) and self.rebuilt >= self.state.cap and no_cards
        return barred or (not self.production and any(map(self.empty, self.stock)))

    def frozen(self, **changes: Any) -> State:
        """The position now."""
        stock = {c: {p: n for p, n in sorted(goods.items()) if n} for c, goods in self.stock.items()}
        return replace(
            self.state,
            cash=dict(self.cash),
            stock=stock,
            hands={country: tuple(hand) for country, hand in self.hands.items()},
            hotels=dict(self.hotels),
            ledger=tuple(self.ledger),
            production=tuple(self.production),
            demands=tuple(self.demands),
            events=tuple(self.pile),
            used=tuple(self.used),
            drawn=tuple(self.drawn),
            rewarded=tuple(self.rewarded),
            rescued=dict(self.rescued),
            delivered=dict(self.delivered),
            rebuilt=self.rebuilt,
            leader=self.leader,
            played=self.count,
            **changes,
        )
