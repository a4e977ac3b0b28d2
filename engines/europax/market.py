"""One demand card played: who delivers, who sells, who leads next, and what event is drawn (§5.2, §5.3 and §5.6)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.base import Dice
from engines.europax.data import Country, Demand, Happening, Product
from engines.europax.state import BANK, EuropaxState
from engines.europax.turn_context import NO_WISHES, EuropaxTurnContext, Wishes


class Undecided(Exception):  # noqa: N818
    """By the book: a country must say from whom it buys."""

    def __init__(self, country: Country, product: Product, event: bool) -> None:
        self.country, self.product, self.event = country, product, event


class Market(EuropaxTurnContext):
    """The cards as they are played. `asks`: a buyer without a wish is asked, once for a product; `asked` were."""

    def __init__(
        self, state: EuropaxState, dice: Dice, wishes: Mapping[Country, Wishes], rehearsal: bool = False
    ) -> None:
        super().__init__(state, dice, wishes, rehearsal)
        self.asks = False
        self.asked: tuple[str, ...] = ()

    # --- a card ---------------------------------------------------------------------------------------------------

    def play_card(self, number: int) -> None:
        """The leader plays a card of their hand (§5.2c to §5.2f)."""
        presenter = self.leader
        self.hands[presenter].remove(number)
        self.count += 1
        valid = [d for d in self.state.box.get_card_demands(number) if d.country in self.cash]
        self.record_event("card", country=presenter, card=number, valid=len(valid))
        source = ""
        for demand in valid:
            source = self.supply_demand(presenter, demand, number)
        self.used.append(number)
        if source:
            self.pass_lead(source, valid[-1].country)
        if not self.hands[presenter]:
            self.deal_demands(presenter)

    def pass_lead(self, source: Country, buyer: Country) -> None:
        """Who supplied the last card leads and draws an event; if the bank did, the payer leads (§5.2e)."""
        self.leader = buyer if source == BANK else source
        self.record_event("lead", country=self.leader)
        if source != BANK and not self.rehearsal:
            self.draw_event(source)

    def supply_demand(self, presenter: Country, demand: Demand, number: int) -> Country:
        """The cards of a demand, one by one; who gave the last one (§5.2d)."""
        sold: dict[Country, int] = {}
        source = ""
        for _ in range(demand.cards):
            source, price = self.supply_card(presenter, demand.country, demand.product, sold)
            sold[source] = sold.get(source, 0) + 1
            self.record_event(
                "supply", card=number, country=demand.country, product=demand.product, source=source, price=price
            )
            if source != BANK:
                self.refill_if_empty(source)
        return source

    def supply_card(
        self, presenter: Country, buyer: Country, product: Product, sold: Mapping[Country, int]
    ) -> tuple[Country, int]:
        goods = self.state.box.products[product]
        if self.has_product(buyer, product):
            self.deliver_product(buyer, product)
            return buyer, 0
        if presenter != buyer and self.has_product(presenter, product):
            return self.sell_card(presenter, buyer, product), goods.europe
        seller = self.choose_seller(buyer, product, sold, False)
        if seller:
            return self.sell_card(seller, buyer, product), goods.europe
        self.pay_amount(buyer, BANK, goods.abroad)
        return BANK, goods.abroad

    def sell_card(self, seller: Country, buyer: Country, product: Product) -> Country:
        """A card to the market, paid at the European price."""
        self.deliver_product(seller, product)
        self.pay_amount(buyer, seller, self.state.box.products[product].europe)
        return seller

    def choose_seller(self, buyer: Country, product: Product, sold: Mapping[Country, int], event: bool) -> Country:
        """The first who can sell in the buyer's ranking: as the buyer wishes, then the poorest, then the nearest to the
        buyer's left; with SPREAD whoever sold least in this demand goes first (§5.2h). "" if nobody can."""
        able = [c for c in self.cash if c != buyer and self.has_product(c, product)]
        wishes = self.wishes.get(buyer, NO_WISHES)
        ranked = list(wishes.ranked_sellers(product))
        if len(able) > 1 and not wishes.names_sellers(product) and self.asks and f"{buyer} {product}" not in self.asked:
            raise Undecided(buyer, product, event)

        def rank(country: Country) -> tuple[int, int, int, int]:
            wished = ranked.index(country) if country in ranked else len(ranked)
            spread = sold.get(country, 0) if wishes.spread else 0
            return spread, wished, self.cash[country], self.places_to_left(buyer, country)

        return min(able, key=rank, default="")

    # --- events -----------------------------------------------------------------------------------------------------

    def draw_event(self, country: Country) -> None:
        """The top card of the pile is carried out and goes under it; a first hotel is kept (§5.6)."""
        if not self.pile:
            return
        number = self.pile.pop(0)
        assert number is not None
        card = self.state.box.get_event_card(number)
        self.drawn.append(number)
        self.record_event("event", country=country, card=number)
        if card.kind == "HOTEL" and country not in self.hotels:
            self.hotels[country] = number
        else:
            self.pile.append(number)
            if self.is_idle_event(country, card):
                self.record_event("idle")
            self.carry_out_event(country, card)
        if self.state.options.reshuffle and len(self.drawn) % len(self.state.box.events) == 0:
            self.pile = list(self.dice.shuffle("ev", self.pile))

    def is_idle_event(self, country: Country, card: Happening) -> bool:
        """Return whether nothing comes of an event: a second hotel, tourists without one, nothing to be had."""
        wanted = any(self.has_product(c, card.product) for c in self.cash if c != country)
        return {"HOTEL": True, "TOURISTS": country not in self.hotels, "URGENT": not wanted}.get(card.kind, False)

    def carry_out_event(self, country: Country, card: Happening) -> None:
        others = [other for other in self.state.order if other != country]
        match card.kind:
            case "TOURISTS":
                self.cash[country] += card.amount if country in self.hotels else 0
            case "RECEIVE_BANK":
                self.cash[country] += card.amount
            case "PAY_BANK":
                self.pay_amount(country, BANK, card.amount)
            case "RECEIVE_EACH":
                for other in others:
                    self.pay_amount(other, country, card.amount)
            case "PAY_EACH":
                for other in others:
                    self.pay_amount(country, other, card.amount)
            case "URGENT":
                self.buy_urgently(country, card)

    def buy_urgently(self, country: Country, card: Happening) -> None:
        """Card by card from whom it likes, onto its own board; it stops when nobody has any (§5.6c)."""
        sold: dict[Country, int] = {}
        for _ in range(card.cards):
            seller = self.choose_seller(country, card.product, sold, True)
            if not seller:
                return
            sold[seller] = sold.get(seller, 0) + 1
            self.take_product(seller, card.product)
            price = self.state.box.products[card.product].europe
            self.pay_amount(country, seller, price)
            self.stock[country][card.product] = self.stock[country].get(card.product, 0) + 1
            self.record_event("bought", country=country, product=card.product, source=seller, price=price)
            self.refill_if_empty(seller)

    # --- what a card is worth ---------------------------------------------------------------------------------------

    def card_value(self, number: int) -> int:
        """Sales less purchases of the leader if they play a card, without refills, events and aid (§5.3)."""
        return self.try_card(number).cash[self.leader] - self.cash[self.leader]

    def try_card(self, number: int) -> Market:
        """The table after a card of the leader, played in thought."""
        trial = Market(self.freeze_state(), self.dice, {}, rehearsal=True)
        trial.play_card(number)
        return trial

    def best_card(self) -> int:
        """The best card of the leader; equal ones: more demands for others, then the lowest number (§5.3)."""

        def rank(number: int) -> tuple[int, int, int]:
            others = sum(
                d.country not in (self.leader,) and d.country in self.cash
                for d in self.state.box.get_card_demands(number)
            )
            return self.card_value(number), others, -number

        return max(self.hands[self.leader], key=rank)

    # --- the end ----------------------------------------------------------------------------------------------------

    def has_game_ended(self) -> bool:
        """Short: somebody has no demand card and there are none. Long: an empty board and no production (§5.7)."""
        no_cards = any(not hand for hand in self.hands.values()) and not self.demands
        if not self.state.options.long:
            return no_cards
        barred = bool(self.state.rebuild_cap) and self.rebuilt >= self.state.rebuild_cap and no_cards
        return barred or (not self.production and any(map(self.is_board_empty, self.stock)))
