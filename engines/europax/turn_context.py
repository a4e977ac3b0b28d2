"""The position while cards are played: money, goods and cards; payments, rescues and refills (§5.4 and §5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.base import Dice, Event
from engines.europax.data import Country, Product
from engines.europax.state import AID, BANK, REFILL_CASH, REFILL_DEMANDS, REFILL_PRODUCTION, Debt, EuropaxState


class Wishes:
    """What a country prefers: sellers by product ("*" for all), whether it spreads, and voluntary aid by debtor."""

    def __init__(
        self, sellers: Mapping[str, Sequence[Country]] = {}, spread: bool = False, extra: Mapping[str, int] = {}
    ) -> None:
        self.sellers, self.spread, self.extra = sellers, spread, extra

    def names_sellers(self, product: Product) -> bool:
        """Return whether it was said from whom to buy a product, be it from all."""
        return product in self.sellers or "*" in self.sellers

    def ranked_sellers(self, product: Product) -> Sequence[Country]:
        return self.sellers.get(product, self.sellers.get("*", ()))


NO_WISHES = Wishes()


class EuropaxTurnContext:
    """`rehearsal`: no refills, events or aid, to see what a card is worth (§5.3)."""

    def __init__(self, state: EuropaxState, dice: Dice, wishes: Mapping[Country, Wishes], rehearsal: bool) -> None:
        self.state, self.dice, self.wishes, self.rehearsal = state, dice, wishes, rehearsal
        self.cash = dict(state.cash)
        self.stock = {country: dict(goods) for country, goods in state.stock.items()}
        self.hands = {country: list(hand) for country, hand in state.hands.items()}
        self.hotels, self.ledger = dict(state.hotels), list(state.ledger)
        self.production, self.demands, self.pile = list(state.production), list(state.demands), list(state.events)
        self.used, self.drawn = list(state.used), list(state.drawn)
        self.rewarded, self.rescued = list(state.rewarded), dict(state.rescued)
        self.delivered, self.market, self.rebuilt = dict(state.delivered), dict(state.market), state.rebuilt
        self.leader, self.count = state.leader, state.played
        self.events: list[Event] = []

    def record_event(self, kind: str, **args: Any) -> None:
        self.events.append(Event(kind, args))

    def freeze_state(self, **changes: Any) -> EuropaxState:
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
            market=dict(sorted(self.market.items())),
            rebuilt=self.rebuilt,
            leader=self.leader,
            played=self.count,
            **changes,
        )

    # --- goods ----------------------------------------------------------------------------------------------------

    def places_to_left(self, country: Country, other: Country) -> int:
        """Return how many places to the left of a country another sits."""
        order = self.state.order
        return (order.index(other) - order.index(country)) % len(order)

    def has_product(self, country: Country, product: Product) -> bool:
        return self.stock[country].get(product, 0) > 0

    def take_product(self, country: Country, product: Product) -> None:
        self.stock[country][product] -= 1

    def deliver_product(self, country: Country, product: Product) -> None:
        """A card goes to the market."""
        self.take_product(country, product)
        self.delivered[country] = self.delivered.get(country, 0) + 1
        self.market[product] = self.market.get(product, 0) + 1

    # --- empty boards and hands -------------------------------------------------------------------------------------

    def is_board_empty(self, country: Country) -> bool:
        return not any(self.stock[country].values())

    def refill_if_empty(self, country: Country) -> None:
        """An empty board gets new cards and a reward; without cards a last reward, once (§5.5)."""
        if self.rehearsal or not self.is_board_empty(country):
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
        self.record_event("refill", country=country, cards=[p for p in dealt if p], amount=REFILL_CASH)

    def deal_demands(self, country: Country) -> None:
        """An empty hand gets up to seven cards; in the long game the talon is rebuilt first (§5.2f)."""
        cap = self.state.rebuild_cap
        may = self.state.options.long and (not cap or self.rebuilt < cap)
        if not self.demands and may and not self.rehearsal:
            self.demands = list(self.dice.shuffle("dem", self.used))
            self.used, self.rebuilt = [], self.rebuilt + 1
            self.record_event("rebuilt", cards=len(self.demands))
        dealt = [self.demands.pop(0) for _ in range(min(REFILL_DEMANDS, len(self.demands)))]
        self.hands[country] = [n for n in dealt if n is not None]
        if dealt:
            self.record_event("demands", country=country, cards=list(self.hands[country]))

    # --- money ------------------------------------------------------------------------------------------------------

    def pay_amount(self, debtor: Country, creditor: Country, amount: int) -> None:
        """Pays what is due; whoever cannot, or has nothing left, is rescued (§5.4)."""
        while self.cash[debtor] < amount and not self.rehearsal:
            if not self.rescue_country(debtor):
                self.advance_money(debtor, amount - self.cash[debtor])
        self.cash[debtor] -= amount
        if creditor != BANK:
            self.cash[creditor] += amount
        if self.cash[debtor] == 0 and not self.rehearsal:
            self.rescue_country(debtor)

    def rescue_country(self, debtor: Country) -> int:
        """Every partner gives 300, or what they have; what it brought (§5.4b)."""
        order = self.state.order
        at = order.index(debtor)
        given: dict[Country, int] = {}
        for helper in (*order[at + 1 :], *order[:at]):
            amount = min(AID, self.cash[helper])
            self.lend_money(debtor, helper, amount, "aid")
            extra = self.voluntary_aid(helper, debtor)
            self.lend_money(debtor, helper, extra, "extra")
            given[helper] = amount + extra
        if sum(given.values()):
            self.rescued[debtor] = self.rescued.get(debtor, 0) + 1
            self.record_event("rescue", country=debtor, given={c: n for c, n in given.items() if n})
        return sum(given.values())

    def voluntary_aid(self, helper: Country, debtor: Country) -> int:
        """Return what a partner adds of their own will, as long as they keep 300."""
        wished = self.wishes.get(helper, NO_WISHES).extra
        return max(0, min(wished.get(debtor, wished.get("*", 0)), self.cash[helper] - AID))

    def lend_money(self, debtor: Country, helper: Country, amount: int, kind: Any) -> None:
        if amount:
            self.cash[helper] -= amount
            self.cash[debtor] += amount
            if not self.state.options.gift:
                self.ledger.append(Debt(debtor, helper, amount, kind))

    def advance_money(self, debtor: Country, amount: int) -> None:
        """When nobody can help, the bank lends the rest; it is always paid back (§5.4c)."""
        self.cash[debtor] += amount
        self.ledger.append(Debt(debtor, BANK, amount, "advance"))
        self.record_event("advance", country=debtor, amount=amount)
