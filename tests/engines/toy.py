"""A small card game that has everything an engine may have: hands, a sealed pot, a hidden deck, dice, lists, choices.

Each round every seat plays a card of its hand and bids for the pot, or passes; ties are thrown for. It is played in
tests only, and broken on purpose by `faults`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.base import (
    ALL_PRESENT,
    Dice,
    Event,
    FaceDown,
    GameDescription,
    Hidden,
    Obligation,
    Owner,
    Presence,
    Seat,
    State,
    Step,
)
from engines.language.grammar import (
    Number,
    OneOf,
    Order,
    OrderGrammar,
    OrderPattern,
    Pick,
    Remark,
    Repeat,
    Word,
    alternative,
)
from engines.language.names import Choice
from engines.report import Block, CardHand, Heading, Lead, Paragraph, Table, TableCard, make_columns

SEATS = (Choice("RED", "Red"), Choice("BLUE", "Blue"), Choice("GREEN", "Green"))
CARDS = tuple(f"C{n}" for n in range(1, 13))
ROUNDS = 3


@dataclass(frozen=True, kw_only=True)
class Deal(State):
    """`deck` is hidden, `hands` lie face down, `purses` are each seat's own secret; `points` all can see."""

    round: int = 1
    deck: Hidden[tuple[str, ...]] = ()
    hands: FaceDown[Mapping[Seat, tuple[str | None, ...]]] = field(default_factory=dict)
    purses: Owner[Mapping[Seat, int]] = field(default_factory=dict)
    points: Mapping[Seat, int] = field(default_factory=dict)


class Cards:
    code = "cards"
    title = "Cards"
    about = GameDescription("A game of cards.", players=(3, 3), deadlines=(3, 3))
    credit = "Made for the tests."
    State = Deal
    kinds: tuple[str, ...] = ("round",)
    setup = OrderGrammar(
        "Options", (OrderPattern("PURSE", (Word("PURSE"), Number("coins", 1, 9)), "purse"),), due=False
    )

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        return SEATS

    def phase_name(self, state: Deal) -> str:
        return f"Round {state.round}"

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        deck = dice.shuffle("deck", CARDS)
        seats = tuple(seat.code for seat in SEATS)
        coins = next((o.args["coins"] for o in options), 5)
        return Step(
            Deal(
                seats=seats,
                phase="ROUND1",
                kind="round",
                deck=tuple(deck[9:]),
                hands={seat: tuple(deck[3 * n : 3 * n + 3]) for n, seat in enumerate(seats)},
                purses=dict.fromkeys(seats, coins),
                points=dict.fromkeys(seats, 0),
            )
        )

    def obligations(self, state: Deal) -> Mapping[Seat, Obligation]:
        return dict.fromkeys(state.seats, "due") if state.ranks is None else {}

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        if view.ranks is not None:
            return None
        card = Pick("card", tuple(Choice(c) for c in view.hands[seat] if c))
        bid = alternative("bid", Word("BID", ("offer",)), Number("coins", 0, view.purses[seat]))
        play = OrderPattern(
            "PLAY",
            (Word("PLAY"), card, OneOf("how", (bid, alternative("pass", Word("PASS"))))),
            "play",
            "a card and a bid",
        )
        liked = OrderPattern(
            "LIKE", (Word("LIKE"), Repeat("seats", (Pick("seat", SEATS),), 1, 3, ">")), "like", "best first"
        )
        return OrderGrammar(f"Round {view.round}", (play, liked), draft=(f"PLAY {view.hands[seat][0]} PASS",))

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        liked = [row["seat"] for o in orders if o.verb == "LIKE" for row in o.args["seats"]]
        return [Remark("warning", "You like yourself.", o.text) for o in orders if o.verb == "LIKE" and seat in liked]

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        played = {seat: self.played_card(state, seat, orders.get(seat, ())) for seat in state.seats}
        most = max(bid for _, bid in played.values())
        winner = dice.shuffle("tie", [seat for seat in state.seats if played[seat][1] == most])[0]
        done = state.round == ROUNDS
        points = {**state.points, winner: state.points[winner] + 1}
        after = replace(
            state,
            round=state.round + 1,
            phase=f"ROUND{state.round + 1}",
            hands={seat: tuple(c for c in state.hands[seat] if c != played[seat][0]) for seat in state.seats},
            purses={**state.purses, winner: state.purses[winner] - most},
            points=points,
            ranks={s: 1 + sum(p > points[s] for p in points.values()) for s in points} if done else None,
        )
        told = (Event("pot", {"seat": winner, "roll": dice.roll("luck", 6)}),)
        paid = Event("paid", {"coins": most}, frozenset({winner}))
        return Step(after, (*told, paid))

    def played_card(self, state: Deal, seat: Seat, orders: Sequence[Order]) -> tuple[str, int]:
        """The card and the bid; without an order the first card and none."""
        args: Mapping[str, Any] = next((o.args for o in orders if o.verb == "PLAY"), {"card": state.hands[seat][0]})
        return args["card"], args.get("how", {}).get("coins", 0)

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        rows = tuple((s, view.points[s], len(view.hands[s])) for s in view.seats)
        told = tuple(Paragraph(f"{event.kind}: {dict(event.args)}") for event in events)
        mine = (Paragraph(f"Your hand: {view.hands[seat]}, your purse: {view.purses[seat]}"),) if seat else ()
        lead = (Lead(f"{before.phase} is over."),) if before else ()
        title = f"After {before.phase if before else 'the deal'}"
        return Heading(title, 1), *lead, Table("points", make_columns("", "points", "cards"), rows), *mine, *told

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        said = {order.args.get("card") for order in orders}
        mine = (
            TableCard(c, at=f"card {c}", mark="said" if c in said else "") for c in view.hands.get(seat or "", ()) if c
        )
        return (CardHand(f"Round {view.round}", tuple(mine)),)


CARDS_GAME = Cards()
