"""What only shows when all of an empire's lines are read together (§4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Seat, whole
from engines.dice import LoadedDice
from engines.europe2028.cards import SUIT_OF, SUITS, conversion, matches
from engines.europe2028.fights import LOW_HIGH_ALL, able
from engines.europe2028.setup import lawful
from engines.europe2028.state import MAT, WAREHOUSE, State, Token
from engines.europe2028.table import Table
from engines.language.ask import Order, Remark


@whole
def remarks(view: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Remark]:
    """What can never work is an error and costs its line; what may work by the time it is done is a warning."""
    converted = {row["card"] for o in orders if o.verb == "CONVERT" for row in o.args["cards"]}
    total, coins = conversion(iter(converted & set(view.hand(seat))))
    if converted and not coins:
        yield Remark("warning", f"B18 These cards make {total} points, less than one coin; nothing is converted.")
    for order in orders:
        if order.verb == "TOKENS" and not lawful([row["token"] for row in order.args["list"]]):
            yield Remark("error", "B20 Choose two of MIL MIL ECO CUL POL.", order.text)
        if order.verb == "STANDING" and named_cards(order):
            yield Remark("error", "B15 A standing challenge uses LOW, HIGH or ALL.", order.text)
    yield from Lines(view, seat, orders, converted, coins).remarks()


def named_cards(order: Order) -> bool:
    line = order.args["line"]
    return "cards" in line and line["cards"]["way"] not in LOW_HIGH_ALL


class Lines:
    """The attacks, landings and challenges of a letter, as far as they can be foreseen; `acted` are tokens that have
    attacked."""

    def __init__(self, view: State, seat: Seat, orders: Sequence[Order], converted: set[str], coins: int) -> None:
        self.view, self.seat, self.orders = view, seat, orders
        self.table = Table(view, LoadedDice())
        self.table.recall_all(seat, orders)
        self.converted, self.purse = converted, view.coins[seat] + coins
        self.acted: set[str] = set()

    def remarks(self) -> Iterator[Remark]:
        for order in self.orders:
            if order.verb in ("ATTACK", "LAND"):
                yield from self.of_turn(order)
            elif order.verb == "CHALLENGE":
                kind = next((part["kind"] for part in order.args["token"]), "")
                told = (*self.of_cards(order, kind), *self.of_challenge(order))
                yield from (Remark("warning", text, order.text) for text in told)

    def of_turn(self, order: Order) -> Iterator[Remark]:
        """An attack or landing; the token is there for the lines that follow."""
        region = order.args["region"]
        token = self.table.token(self.seat, order.args["token"], region)
        if token in self.acted:
            yield Remark("error", "B12 A token attacks once a turn; second line left out.", order.text)
            return
        told = (*self.of_cards(order, token[:3]), *self.of_token(order, token), *self.of_price(order, token))
        yield from (Remark("warning", text, order.text) for text in told)
        if order.verb == "ATTACK":
            self.acted.add(token)
        if self.table.tokens[self.seat][token].place == MAT:
            self.table.tokens[self.seat][token] = Token(region)

    def of_cards(self, order: Order, kind: str) -> Iterator[str]:
        """Cards that will not be there, or do not fit; `kind` "" if any may."""
        cards = named(order)
        for card in cards:
            if kind and not matches(card, kind):
                yield f"B04 {card} does not match a {kind} attack ({SUITS[SUIT_OF[kind]]}); it was left out."
        for card in sorted(self.converted & {*cards, *paying(order)}):
            yield f"B24 {card} is converted first and will not be there for {order.text}."
        if order.verb == "ATTACK" and not self.opening(order, kind):
            yield "B13 No opening card: the token will land and wait."

    def of_challenge(self, order: Order) -> Iterator[str]:
        """By the book: whether it can tie an attack that is on the table."""
        mine = {self.seat: [order]}
        if self.view.kind == "challenge" and not any(able(self.table, self.seat, f, mine) for f in self.view.fights):
            yield "No attack on the table is one that this line means and its cards tie."

    def opening(self, order: Order, kind: str) -> list[str]:
        """The cards an attack can begin with, as far as the hand is known."""
        found = (card for part in order.args["with"] for card in self.table.picked(self.seat, part["cards"], kind))
        return [card for card in found if card not in self.converted]

    def of_token(self, order: Order, token: str) -> Iterator[str]:
        region, tokens = order.args["region"], self.table.tokens[self.seat]
        place, before = tokens[token].place, self.view.tokens[self.seat][token]
        if place == MAT and before.place == region:
            yield f"B08 RECALL comes first: your {token[:3]} token lands on {region} anew, from level {before.level}."
        if place not in (MAT, WAREHOUSE, region):
            yield f"B08 Your {token[:3]} token is on {place}; RECALL it first."
        if any(at.place == region for other, at in tokens.items() if other != token):
            yield f"B09 Only one of your tokens may stand on {region}."
        for part in order.args.get("else", ()):
            if part["other"] == region:
                yield f"B25 ELSE {region} ignored: it is the first target."

    def of_price(self, order: Order, token: str) -> Iterator[str]:
        """What a landing costs, or why clubs do not pay it."""
        region, kind = order.args["region"], token[:3]
        if self.table.tokens[self.seat][token].place == region:
            return
        cards = [card for card in paying(order) if card in self.view.hand(self.seat)]
        why = self.table.clubs_refused(self.seat, kind, region, cards)
        cost = self.table.price(self.seat, kind, region)
        if order.args["pay"] and why:
            yield f"B11 Clubs cannot pay this landing: {why}. It costs coins instead: {cost}."
        if (why or not cards) and cost > self.purse:
            yield (
                f"B10 Landing costs {cost}; you have {self.purse}. "
                "Line kept in case, it will be skipped if you still cannot pay."
            )
        elif why or not cards:
            self.purse -= cost


def named(order: Order) -> list[str]:
    """The cards an attack names for opening and reserve, or a challenge."""
    parts = [part["cards"] for part in order.args.get("with", ())]
    parts += [part["more"] for part in order.args.get("reserve", ())]
    parts += [order.args["cards"]] if order.verb == "CHALLENGE" else []
    return [row["card"] for part in parts for row in part.get("cards", ())]


def paying(order: Order) -> list[str]:
    return [row["card"] for part in order.args.get("pay", ()) for row in part["cards"]]
