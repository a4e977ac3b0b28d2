"""What only shows when all of an empire's lines are read together (§4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engines.base import Seat, whole
from engines.dice import LoadedDice
from engines.europe2028.card_picks import unfit
from engines.europe2028.cards import Card, conversion, matches
from engines.europe2028.fights import able
from engines.europe2028.state import MAT, WAREHOUSE, State, Token
from engines.europe2028.words import capital, cards_named, coins, counted, token_name
from engines.europe2028.working import Working
from engines.language.ask import Order, Remark, remark
from engines.language.names import Message, Told


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """What can never work is an error and costs its line; what may work by the time it is done is a warning."""
    lines = Lines(view, seat, orders)
    if lines.converted and not lines.made:
        told = f"These cards make {counted(lines.total, 'point')}, less than one coin: nothing is changed."
        yield remark("warning", Message(told, "B18"))
    yield from lines.remarks()


class Lines:
    """The attacks, landings and challenges of a letter, as far as they can be foreseen. `purse` are the coins that are
    left when the lines read so far are carried out, `made` those that come of cards; `acted` are tokens that have
    attacked."""

    def __init__(self, view: State, seat: Seat, orders: Sequence[Order]) -> None:
        self.view, self.seat, self.orders = view, seat, orders
        self.working = Working(view, LoadedDice())
        self.working.recall_all(seat, orders)
        self.converted = {row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"]}
        self.total, self.made = conversion(iter(self.converted & set(view.hand(seat))))
        self.purse = view.coins[seat] + self.made
        self.spend(self.converted if self.made else ())
        self.acted: set[str] = set()

    def remarks(self) -> Iterator[Remark]:
        for order in self.orders:
            yield from (remark("warning", text, order.text) for text in self.of_hand(order))
            if order.verb in ("ATTACK", "LAND"):
                yield from self.of_turn(order)
            elif order.verb == "CHALLENGE":
                kind = next((part["kind"] for part in order.args["token"]), "")
                told = (*self.of_suits(order, kind), *self.of_cards(order), *self.of_challenge(order))
                yield from (remark("warning", text, order.text) for text in told)

    def of_turn(self, order: Order) -> Iterator[Remark]:
        """An attack or landing; the token is there for the lines that follow."""
        region = order.args["region"]
        token = self.working.token(self.seat, order.args["token"], region)
        if token in self.acted:
            told = Message(f"Your {token_name(token)} attacks already, and may once a turn.", "B12")
            yield remark("error", told, order.text)
            return
        yield from (remark("warning", text, order.text) for text in self.of_attack(order, token))
        self.spend([*self.paid(order, token), *self.opening(order, token)])
        if order.verb == "ATTACK":
            self.acted.add(token)
        if self.working.tokens[self.seat][token].place == MAT:
            self.working.tokens[self.seat][token] = Token(region)

    def of_attack(self, order: Order, token: str) -> Iterator[Told]:
        yield from self.of_cards(order)
        yield from self.of_opening(order, token)
        yield from self.of_token(order, token)
        yield from self.of_price(order, token)

    def of_hand(self, order: Order) -> Iterator[Told]:
        """Cards that are named and not held."""
        hand = self.view.hand(self.seat)
        for card in dict.fromkeys((*named(order), *paying(order))):
            if card not in hand:
                yield Message(f"You do not hold {cards_named([card])}; it is left out.", "B03")

    def of_suits(self, order: Order, kind: str) -> Iterator[Told]:
        """Cards of a challenge that do not fit the kind of token it names; "" if any may."""
        mine = (card for card in named(order) if card in self.view.hand(self.seat))
        yield from (unfit(card, (kind,)) for card in mine if kind and not matches(card, kind))

    def of_cards(self, order: Order) -> Iterator[Told]:
        """Cards that will not be there."""
        for card in sorted(self.converted & {*named(order), *paying(order)}):
            told = f"{capital(cards_named([card]))} is changed into coins first and will not be there."
            yield Message(told, "B24")

    def of_opening(self, order: Order, token: str) -> Iterator[Told]:
        if order.verb == "ATTACK" and not self.opening(order, token):
            there = self.view.tokens[self.seat][token].place == order.args["region"]
            yield Message(f"No card opens: the token {'stays where it is' if there else 'lands and waits'}.", "B13")

    def of_challenge(self, order: Order) -> Iterator[Told]:
        """By the book: whether it can tie an attack that is on the table."""
        mine = {self.seat: [order]}
        if self.view.kind == "challenge" and not any(able(self.working, self.seat, f, mine) for f in self.view.fights):
            yield "No attack on the table is one that this line means and its cards tie."

    def spend(self, cards: Collection[Card]) -> None:
        """Cards that are not there for the lines that follow."""
        self.working.hands[self.seat] = [card for card in self.working.hands[self.seat] if card not in cards]

    def opening(self, order: Order, token: str) -> list[Card]:
        """The cards an attack can begin with, as far as the hand is known: those that earlier lines have left."""
        parts, paid = order.args.get("with", ()), self.paid(order, token)
        found = (card for part in parts for card in self.working.picked(self.seat, part["cards"], token[:3]))
        return [card for card in found if card not in paid]

    def paid(self, order: Order, token: str) -> list[Card]:
        """The clubs that pay the landing of an order."""
        if self.working.tokens[self.seat][token].place != MAT:
            return []
        hand, region = self.working.hands[self.seat], order.args["region"]
        clubs = [card for card in paying(order) if card in hand and card[-1] == "C"]
        return [] if self.working.clubs_refused(self.seat, token[:3], region, clubs) else clubs

    def of_token(self, order: Order, token: str) -> Iterator[Told]:
        region, tokens = order.args["region"], self.working.tokens[self.seat]
        place, before = tokens[token].place, self.view.tokens[self.seat][token]
        name = self.view.region(region).name
        if place == MAT and before.place == region:
            lost = f"; its level {before.level} is lost" if before.level else ""
            yield Message(f"It is called back first, and lands at {name} anew{lost}.", "B08")
        if place not in (MAT, WAREHOUSE, region):
            stands = self.view.region(place).name
            yield Message(f"Your {token_name(token)} stands at {stands}: call it back first (RECALL).", "B08")
        if any(at.place == region for other, at in tokens.items() if other != token):
            yield Message(f"Only one of your tokens may stand at {name}.", "B09")

    def of_price(self, order: Order, token: str) -> Iterator[Told]:
        """What a landing costs, or why clubs do not pay it."""
        region, kind = order.args["region"], token[:3]
        if self.working.tokens[self.seat][token].place == region:
            return
        cards = [card for card in paying(order) if card in self.working.hands[self.seat]]
        why = self.working.clubs_refused(self.seat, kind, region, cards)
        cost = self.working.price(self.seat, kind, region)
        if order.args["pay"] and why:
            yield Message(f"Clubs cannot pay this landing: {why}. It costs {coins(cost)} instead.", "B11")
        if (why or not cards) and cost > self.purse:
            told = f"Landing costs {coins(cost)}, and you have {self.purse}; the line is kept in case you have more."
            yield Message(told, "B10")
        elif why or not cards:
            self.purse -= cost


def named(order: Order) -> list[str]:
    """The cards an order names: to be changed, to open with, to keep in reserve, to challenge with, to add."""
    args = order.args
    parts = [part["cards"] for part in args.get("with", ())] + [part["more"] for part in args.get("reserve", ())]
    cards = args.get("cards", ())
    rows = cards.get("cards", ()) if isinstance(cards, Mapping) else cards
    return [row["card"] for some in (*(part.get("cards", ()) for part in parts), rows) for row in some]


def paying(order: Order) -> list[str]:
    return [row["card"] for part in order.args.get("pay", ()) for row in part["cards"]]
