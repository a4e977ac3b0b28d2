"""The position of a game of Europax (§2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engines import base
from engines.base import FaceDown, Hidden, Owner, Seat
from engines.europax.data import STANDARD, Country, EuropaxGameData, Product

BANK = "BANK"
START_CASH, REFILL_CASH, AID = 3600, 1000, 300
DEAL_DEMANDS, DEAL_PRODUCTION, REFILL_DEMANDS, REFILL_PRODUCTION = 8, 15, 7, 10
SHORT_GAME: Mapping[int, int] = {5: 42, 4: 47, 3: 42, 2: 31}
LONG_GAME: Mapping[int, int] = {5: 72, 4: 107, 3: 122, 2: 90}
"""Cards played in a game on the average, by the number of boards (§10)."""


@dataclass(frozen=True)
class EuropaxOptions:
    """What was agreed before the game (§8). `cards` 0 and `cap` -1: as usual for the players."""

    players: int = 5
    two_each: bool = False
    without: Country = ""
    long: bool = False
    gift: bool = False
    cards: int = 0
    book: bool = False
    ask_buyers: bool = False
    reshuffle: bool = False
    final_reward: bool = True
    extra_aid: bool = False
    banker_duties: bool = False
    stock_counts: bool = False
    cap: int = -1


@dataclass(frozen=True)
class Debt:
    """Money to be paid back at the end. `kind`: aid, extra or advance."""

    debtor: Country
    creditor: Country
    amount: int
    kind: Literal["aid", "extra", "advance"]


@dataclass(frozen=True)
class Pending:
    """By the book: a card under way that waits for a buyer.

    `country` chooses now, for a product; `event`: it is an urgent purchase. `asked`: what was asked while this card is
    played, "BX CER"; who did not answer buys as usual.
    """

    card: int
    country: Country
    product: Product
    event: bool = False
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EuropaxState(base.State):
    """A position. `order` is the order of the countries round the table, `boards` who plays each; `leader` leads.

    The talons lie face down, events too; `used` are demand cards played, `drawn` events in the order they were drawn.
    `plan` and `prefs` are each seat's own lines, kept from round to round. `rewarded`: who had the last reward;
    `market`: cards delivered, by product; `rescued` and `delivered` break ties; `rebuilt` counts new demand talons.
    `language` is what each seat reads.
    """

    options: EuropaxOptions = EuropaxOptions()
    box: EuropaxGameData = STANDARD
    order: tuple[Country, ...] = ()
    boards: Mapping[Country, Seat] = field(default_factory=dict)
    leader: Country = ""
    round: int = 0
    cash: Mapping[Country, int] = field(default_factory=dict)
    stock: Mapping[Country, Mapping[Product, int]] = field(default_factory=dict)
    hands: Mapping[Country, tuple[int, ...]] = field(default_factory=dict)
    hotels: Mapping[Country, int] = field(default_factory=dict)
    ledger: tuple[Debt, ...] = ()
    production: FaceDown[tuple[Product | None, ...]] = ()
    demands: FaceDown[tuple[int | None, ...]] = ()
    events: FaceDown[tuple[int | None, ...]] = ()
    used: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    plan: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    prefs: Owner[Mapping[Seat, tuple[str, ...]]] = field(default_factory=dict)
    rewarded: tuple[Country, ...] = ()
    rescued: Mapping[Country, int] = field(default_factory=dict)
    market: Mapping[Product, int] = field(default_factory=dict)
    delivered: Mapping[Country, int] = field(default_factory=dict)
    rebuilt: int = 0
    played: int = 0
    language: Mapping[Seat, str] = field(default_factory=dict)
    pending: Pending | None = None
    lots: Hidden[tuple[Seat, ...]] = ()

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play: all but the banker."""
        return tuple(seat for seat in self.seats if seat != BANK)

    def countries_of(self, seat: Seat) -> tuple[Country, ...]:
        """The boards a seat plays."""
        return tuple(country for country in self.order if self.boards.get(country) == seat)

    def reads_french(self, seat: Seat | None) -> bool:
        """Return whether a seat chose French; a bystander did not."""
        return seat is not None and self.language.get(seat) == "FR"

    @property
    def cards_per_round(self) -> int:
        """Return how many cards are played at one deadline (§3.1)."""
        usual = {5: 8, 4: 10, 3: 12, 2: 18}[len(self.order)] if self.options.long else 6
        return self.options.cards or usual

    @property
    def usual_cards(self) -> int:
        """Return how many cards are played in such a game on the average."""
        return (LONG_GAME if self.options.long else SHORT_GAME)[len(self.order)]

    @property
    def rebuild_cap(self) -> int:
        """Return how often the demand talon may be rebuilt; 0 without bound (§6.31)."""
        usual = 2 if len(self.order) <= 3 else 0
        return self.options.cap if self.options.cap >= 0 else usual

    def country_worth(self, country: Country) -> int:
        """Cash less debts and plus claims; with the option the stock at European prices too (§5.7d)."""
        owed = sum(d.amount for d in self.ledger if d.debtor == country)
        claims = sum(d.amount for d in self.ledger if d.creditor == country)
        goods = sum(self.box.products[p].europe * n for p, n in self.stock[country].items())
        return self.cash[country] - owed + claims + (goods if self.options.stock_counts else 0)


def removed_demands(state: EuropaxState) -> tuple[int, ...]:
    """The demand cards left out for so many boards; with two countries each none is (§5.1b)."""
    return () if state.options.two_each else state.box.removed.get(str(len(state.order)), ())


def open_europax_phase(state: EuropaxState, number: int) -> EuropaxState:
    """The next round, or by the book the next card."""
    if state.options.book:
        return replace(state, round=number, phase=f"R{state.played + 1}-LEAD", kind="lead", pending=None)
    return replace(state, round=number, phase=f"R{number}", kind="round")
