"""A tiny game for tests: two or three seats bid sealed numbers for three rounds; the dice decide who wins a tie.

It has what the server must cope with: sealed orders, a hidden field, chance, events for one seat only, orders that
cannot stand together, and (in the second round) a phase of another kind in which one seat owes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from engines.base import ALL_PRESENT, Dice, Event, GameDescription, Obligation, Owner, Presence, Seat, State, Step
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Remark, Word
from engines.language.names import Choice
from engines.report import Block, Cell, Heading, Lead, Paragraph, Table, make_columns

SEATS = (
    Choice("RED", "Red", ("rouge",)),
    Choice("BLU", "Blue", ("bleu",)),
    Choice("GRN", "Green", ("vert",)),
)
ROUNDS = 3
SETUP = OrderGrammar(
    "Options",
    (OrderPattern("PLAYERS", (Word("PLAYERS"), Number("count", 2, 3)), "players", "How many play."),),
    due=False,
)
BID = OrderPattern("BID", (Word("BID"), Number("bid", 0, 9)), "bid", "The highest bid wins as many points.")
PASS = OrderPattern("PASS", (Word("PASS"),), "pass", "Bid nothing.")


@dataclass(frozen=True, kw_only=True)
class Bids(State):
    """`scores` are known to all, `last` is each seat's own bid of the round before."""

    round: int = 1
    scores: Mapping[Seat, int] = field(default_factory=dict)
    last: Owner[Mapping[Seat, int]] = field(default_factory=dict)


class Toy:
    code = "toy"
    title = "Sealed bids"
    about = GameDescription(
        "All bid a number in secret, and the highest gets as many points. Most points win.",
        players=(2, 3),
        deadlines=(ROUNDS, ROUNDS),
    )
    credit = "Made for the tests."
    State = Bids
    kinds: tuple[str, ...] = ("bid", "short")
    setup = SETUP

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        return SEATS[: next((o.args["count"] for o in options), 2)]

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Bids]:
        seats = tuple(choice.code for choice in self.seats(options))
        luck = dice.roll("luck", 6)
        state = Bids(seats=seats, phase="R1", kind="bid", scores=dict.fromkeys(seats, 0), last=dict.fromkeys(seats, 0))
        return Step(state, (Event("luck", {"roll": luck}),))

    def phase_name(self, state: Bids) -> str:
        return f"Round {state.round}" if state.ranks is None else "The end"

    def obligations(self, state: Bids) -> Mapping[Seat, Obligation]:
        if state.ranks is not None:
            return {}
        rests = state.seats[-1] if state.kind == "short" else ""
        return {seat: "free" if seat == rests else "due" for seat in state.seats}

    def grammar(self, view: Bids, seat: Seat) -> OrderGrammar | None:
        if view.ranks is not None:
            return None
        resting = view.kind == "short" and seat == view.seats[-1]
        return OrderGrammar(f"Round {view.round}", (BID, PASS), due=not resting)

    def check(self, view: Bids, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:  # noqa: ARG002
        verbs = {order.verb: order for order in orders}
        if "PASS" in verbs and "BID" in verbs:
            return [Remark("error", "You cannot bid and pass.", "PASS")]
        low = [o for o in orders if o.verb == "BID" and o.args["bid"] == 0]
        return [Remark("warning", "A bid of 0 wins nothing.", o.text) for o in low]

    def resolve(
        self,
        state: Bids,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,  # noqa: ARG002
    ) -> Step[Bids]:
        bids = {s: next((o.args["bid"] for o in orders.get(s, ()) if o.verb == "BID"), 0) for s in state.seats}
        best = max(bids.values())
        winner = dice.shuffle("tie", [s for s in state.seats if bids[s] == best])[0]
        scores = {**state.scores, winner: state.scores[winner] + best}
        events = (Event("won", {"seat": winner, "points": best}), *(own_bid_event(s, bid) for s, bid in bids.items()))
        done = state.round == ROUNDS
        after = replace(
            state,
            round=state.round + 1,
            phase="END" if done else f"R{state.round + 1}",
            kind="end" if done else "short" if state.round == 1 else "bid",
            scores=scores,
            last=bids,
            ranks=rank_scores(scores) if done else None,
        )
        return Step(after, events)

    def correction_grammar(self, state: Bids) -> OrderGrammar:
        who = Pick("seat", tuple(choice for choice in SEATS if choice.code in state.seats))
        score = OrderPattern("SCORE", (Word("SCORE"), who, Number("points", 0, 99)), "score {seat}", "points")
        last = OrderPattern("LAST", (Word("LAST"), who, Number("bid", 0, 9)), "last {seat}", "a bid", only_for="seat")
        return OrderGrammar("Scores", (score, last))

    def correct(self, state: Bids, orders: Sequence[Order]) -> Bids:
        said = {verb: [order.args for order in orders if order.verb == verb] for verb in ("SCORE", "LAST")}
        scores = {**state.scores, **{args["seat"]: args["points"] for args in said["SCORE"]}}
        if sum(scores.values()) > 99:
            raise ValueError("All together have 99 points at most.")
        return replace(
            state, scores=scores, last={**state.last, **{args["seat"]: args["bid"] for args in said["LAST"]}}
        )

    def report(
        self,
        view: Bids,
        seat: Seat | None,  # noqa: ARG002
        events: Sequence[Event],
        before: Bids | None = None,
    ) -> Sequence[Block]:
        rows = tuple((Cell(s, seat=s), points) for s, points in view.scores.items())
        told = tuple(Paragraph(f"{e.kind}: {dict(e.args)}") for e in events)
        lead = (Lead(f"{before.phase} is over."),) if before else ()
        title = f"After {before.phase if before else 'the opening'}"
        return Heading(title, 1), *lead, Table("scores", make_columns("", ""), rows), *told

    def board(self, view: Bids, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:  # noqa: ARG002
        rows = tuple((Cell(s, seat=s), points) for s, points in view.scores.items())
        return Table("scores", make_columns("", ""), rows), *(Paragraph(order.words or order.text) for order in orders)


def own_bid_event(seat: Seat, bid: int) -> Event:
    return Event("bid", {"seat": seat, "bid": bid}, frozenset({seat}))


def rank_scores(scores: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: 1 + sum(other > mine for other in scores.values()) for seat, mine in scores.items()}


TOY = Toy()
