"""What only shows when all of an empire's lines are read together (§4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engines.base import Seat, returns_tuple
from engines.dice import LoadedDice
from engines.europe2028.card_picks import unfit_message
from engines.europe2028.cards import Card, convert_to_coins, fits_kind
from engines.europe2028.fights import find_challenge_line
from engines.europe2028.state import MAT, WAREHOUSE, Europe2028State, Europe2028Token
from engines.europe2028.turn_context import Europe2028TurnContext
from engines.europe2028.words import capitalize_sentence, coins_text, count_things, name_cards, token_name
from engines.language.grammar import Order, Remark, make_remark
from engines.language.names import Message, MessageLike


@returns_tuple
def check_europe2028_orders(view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """Yield errors for what can never work, which costs its line, and warnings for what may work by then."""
    lines = ForeseenOrders(view, seat, orders)
    if lines.converted and not lines.made:
        told = f"These cards make {count_things(lines.total, 'point')}, less than one coin: nothing is changed."
        yield make_remark("warning", Message(told, "B18"))
    yield from lines.list_remarks()


class ForeseenOrders:
    """The attacks, landings and challenges of a letter, as far as they can be foreseen. `purse` are the coins that are
    left when the lines read so far are carried out, `made` those that come of cards, and `gone` the cards they come of;
    `acted` are tokens that have attacked."""

    def __init__(self, view: Europe2028State, seat: Seat, orders: Sequence[Order]) -> None:
        self.view, self.seat, self.orders = view, seat, orders
        self.working = Europe2028TurnContext(view, LoadedDice())
        self.working.recall_tokens(seat, orders)
        self.converted = {row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"]}
        self.total, self.made = convert_to_coins(iter(self.converted & set(view.known_hand(seat))))
        self.purse = view.coins[seat] + self.made
        self.gone = self.converted if self.made else set()
        self.spend_cards(self.gone)
        self.acted: set[str] = set()

    def list_remarks(self) -> Iterator[Remark]:
        for order in self.orders:
            yield from (make_remark("warning", text, order.text) for text in self.unheld_card_remarks(order))
            if order.verb in ("ATTACK", "LAND"):
                yield from self.turn_order_remarks(order)
            elif order.verb == "CHALLENGE":
                kind = next((part["kind"] for part in order.args["token"]), "")
                told = (
                    *self.unfit_card_remarks(order, kind),
                    *self.gone_card_remarks(order),
                    *self.challenge_remarks(order),
                )
                yield from (make_remark("warning", text, order.text) for text in told)

    def turn_order_remarks(self, order: Order) -> Iterator[Remark]:
        """An attack or landing; the token is there for the lines that follow."""
        region = order.args["region"]
        token = self.working.find_meant_token(self.seat, order.args["token"], region)
        if token in self.acted:
            told = Message(f"Your {token_name(token)} attacks already, and may once a turn.", "B12")
            yield make_remark("error", told, order.text)
            return
        yield from (make_remark("warning", text, order.text) for text in self.attack_remarks(order, token))
        self.spend_cards([*self.clubs_paid(order, token), *self.opening_cards(order, token)])
        if order.verb == "ATTACK":
            self.acted.add(token)
        if self.working.tokens[self.seat][token].place == MAT:
            self.working.tokens[self.seat][token] = Europe2028Token(region)

    def attack_remarks(self, order: Order, token: str) -> Iterator[MessageLike]:
        yield from self.gone_card_remarks(order)
        yield from self.opening_remarks(order, token)
        yield from self.token_remarks(order, token)
        yield from self.price_remarks(order, token)

    def unheld_card_remarks(self, order: Order) -> Iterator[MessageLike]:
        """Cards that are named and not held."""
        hand = self.view.known_hand(self.seat)
        for card in dict.fromkeys((*named_cards(order), *payment_cards(order))):
            if card not in hand:
                yield Message(f"You do not hold {name_cards([card])}; it is left out.", "B03")

    def unfit_card_remarks(self, order: Order, kind: str) -> Iterator[MessageLike]:
        """Cards of a challenge that do not fit the kind of token it names; "" if any may."""
        mine = (card for card in named_cards(order) if card in self.view.known_hand(self.seat))
        yield from (unfit_message(card, (kind,)) for card in mine if kind and not fits_kind(card, kind))

    def gone_card_remarks(self, order: Order) -> Iterator[MessageLike]:
        """Cards that will not be there."""
        for card in sorted(self.gone & {*named_cards(order), *payment_cards(order)}):
            told = f"{capitalize_sentence(name_cards([card]))} is changed into coins first and will not be there."
            yield Message(told, "B24")

    def opening_remarks(self, order: Order, token: str) -> Iterator[MessageLike]:
        if order.verb == "ATTACK" and not self.opening_cards(order, token):
            there = self.view.tokens[self.seat][token].place == order.args["region"]
            yield Message(f"No card opens: the token {'stays where it is' if there else 'lands and waits'}.", "B13")

    def challenge_remarks(self, order: Order) -> Iterator[MessageLike]:
        """By the book: whether it can tie an attack that is on the table."""
        mine = {self.seat: [order]}
        if self.view.kind == "challenge" and not any(
            find_challenge_line(self.working, self.seat, f, mine) for f in self.view.fights
        ):
            yield "No attack on the table is one that this line means and its cards tie."

    def spend_cards(self, cards: Collection[Card]) -> None:
        """Cards that are not there for the lines that follow."""
        self.working.hands[self.seat] = [card for card in self.working.hands[self.seat] if card not in cards]

    def opening_cards(self, order: Order, token: str) -> list[Card]:
        """The cards an attack can begin with, as far as the hand is known: those that earlier lines have left."""
        parts, paid = order.args.get("with", ()), self.clubs_paid(order, token)
        found = (card for part in parts for card in self.working.pick_cards(self.seat, part["cards"], token[:3]))
        return [card for card in found if card not in paid]

    def clubs_paid(self, order: Order, token: str) -> list[Card]:
        """The clubs that pay the landing of an order."""
        if self.working.tokens[self.seat][token].place != MAT:
            return []
        hand, region = self.working.hands[self.seat], order.args["region"]
        clubs = [card for card in payment_cards(order) if card in hand and card[-1] == "C"]
        return [] if self.working.why_clubs_refused(self.seat, token[:3], region, clubs) else clubs

    def token_remarks(self, order: Order, token: str) -> Iterator[MessageLike]:
        region, tokens = order.args["region"], self.working.tokens[self.seat]
        place, before = tokens[token].place, self.view.tokens[self.seat][token]
        name = self.view.get_region(region).name
        if place == MAT and before.place == region:
            lost = f"; its level {before.level} is lost" if before.level else ""
            yield Message(f"It is called back first, and lands at {name} anew{lost}.", "B08")
        if place not in (MAT, WAREHOUSE, region):
            stands = self.view.get_region(place).name
            yield Message(f"Your {token_name(token)} stands at {stands}: call it back first (RECALL).", "B08")
        if any(at.place == region for other, at in tokens.items() if other != token):
            yield Message(f"Only one of your tokens may stand at {name}.", "B09")

    def price_remarks(self, order: Order, token: str) -> Iterator[MessageLike]:
        """Yield what a landing costs, or why clubs do not pay it."""
        region, kind = order.args["region"], token[:3]
        if self.working.tokens[self.seat][token].place == region:
            return
        cards = [card for card in payment_cards(order) if card in self.working.hands[self.seat]]
        why = self.working.why_clubs_refused(self.seat, kind, region, cards)
        cost = self.working.landing_price(self.seat, kind, region)
        if order.args["pay"] and why:
            yield Message(f"Clubs cannot pay this landing: {why}. It costs {coins_text(cost)} instead.", "B11")
        if why and cost > self.purse:
            told = (
                f"Landing costs {coins_text(cost)}, and you have {self.purse}; the line is kept in case you have more."
            )
            yield Message(told, "B10")
        elif why:
            self.purse -= cost


def named_cards(order: Order) -> list[str]:
    """The cards an order names: to be changed, to open with, to keep in reserve, to challenge with, to add."""
    args = order.args
    parts = [part["cards"] for part in args.get("with", ())] + [part["more"] for part in args.get("reserve", ())]
    cards = args.get("cards", ())
    rows = cards.get("cards", ()) if isinstance(cards, Mapping) else cards
    return [row["card"] for some in (*(part.get("cards", ()) for part in parts), rows) for row in some]


def payment_cards(order: Order) -> list[str]:
    return [row["card"] for part in order.args.get("pay", ()) for row in part["cards"]]
