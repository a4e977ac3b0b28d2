"""Goofspiel: a prize is turned up, all bid a card in secret, the highest takes it. A game in a package of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from engines import palette
from engines.base import ALL_PRESENT, Dice, Event, GameDescription, Obligation, Presence, Seat, Step, rank_by_worth
from engines.language.grammar import Order, OrderGrammar, OrderPattern, Pick, Remark, Repeat, Word
from engines.language.names import Choice, Lexicon, join_english_list
from engines.options import first_argument
from engines.report import STANDINGS, Block, CardHand, Cell, Heading, Lead, Paragraph, Table, TableCard, make_columns
from goofspiel import options
from goofspiel.state import Position

DECK = Lexicon(Choice(str(card)) for card in range(1, 14))


class Goofspiel:
    """The engine (see `engines.base.Engine`)."""

    code = "goofspiel"
    title = "Goofspiel"
    about = GameDescription(
        "All hold the same cards and bid one for each prize, in secret and at once. The highest bid takes it, and most "
        "points win.",
        players=(2, 6),
        deadlines=(13, 13),
    )
    credit = "A game of Merrill Flood's, from the 1930s."
    State = Position
    kinds: tuple[str, ...] = ("round",)
    setup = options.SETUP

    def seats(self, said: Sequence[Order]) -> tuple[Choice, ...]:
        return options.seats(said)

    def start(self, said: Sequence[Order], dice: Dice) -> Step[Position]:
        agreed = options.chosen(said)
        seats = tuple(seat.code for seat in self.seats(said))
        cards = tuple(range(1, agreed.cards + 1))
        first, *deck = dice.shuffle("prizes", cards)
        return Step(
            Position(
                seats=seats,
                phase="R1",
                kind="round",
                options=agreed,
                deck=tuple(deck),
                prizes=(first,),
                hands=dict.fromkeys(seats, cards),
                taken=dict.fromkeys(seats, ()),
            )
        )

    def phase_name(self, state: Position) -> str:
        return f"Round {state.round} of {state.options.cards}" if state.ranks is None else "The end"

    def obligations(self, state: Position) -> Mapping[Seat, Obligation]:
        return dict.fromkeys(state.seats, "due") if state.ranks is None else {}

    def grammar(self, view: Position, seat: Seat) -> OrderGrammar | None:
        if view.ranks is not None:
            return None
        cards = tuple(Choice(str(card), at=(f"card {card}",)) for card in view.hand(seat))
        card = Pick("card", cards, DECK, "You do not hold the {label}. You hold: {choices}.")
        bid = OrderPattern("BID", (Word("BID", ("PLAY",), plain="bid the"), card), "bid", "your card for this round")
        bids = Repeat("cards", (card,), between="", distinct=True)
        plan = OrderPattern("PLAN", (Word("PLAN", plain="when silent, bid"), bids), "plan", "what you bid when silent")
        kept = " ".join(map(str, view.plans.get(seat, ())))
        draft = (f"BID {view.usual(seat)}", *([f"PLAN {kept}"] if kept else []))
        return OrderGrammar(f"Round {view.round}", (bid, plan), draft=draft, skip=frozenset({"THE"}))

    def check(self, view: Position, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        bid = first_argument(orders, "BID", "")
        twice = (order for order in orders if order.verb == "PLAN" and {"card": bid} in order.args["cards"])
        return [Remark("warning", f"You bid the {bid} now; your plan goes on without it.", o.text) for o in twice]

    def advise(self, view: Position, seat: Seat, random: Random) -> Sequence[str]:
        """One of the cards nearest to what is bid for (see `engines.base.Adviser`)."""
        nearest = sorted(view.hand(seat), key=lambda card: abs(card - sum(view.prizes)))
        return (f"BID {random.choice(nearest[:3])}",)

    def resolve(
        self,
        state: Position,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Position]:
        planned = replace(state, plans={seat: plan_of(state, seat, orders.get(seat, ())) for seat in state.seats})
        bids = {seat: bid_of(planned, seat, orders.get(seat, ())) for seat in state.seats}
        winner = winner_of(bids, state.options.ties, dice)
        kind = "taken" if winner else "carried" if carries(state) else "lost"
        told = Event(kind, {"seat": winner, "prizes": list(state.prizes)})
        own = (Event("bid", {"card": card}, frozenset({seat})) for seat, card in bids.items())
        return Step(next_round(planned, bids, winner), (told, *own))

    def correction_grammar(self, state: Position) -> OrderGrammar:
        """Prizes that were taken can be given to somebody else (see `engines.abilities.Correctable`)."""
        prizes = tuple(Choice(str(card)) for had in state.taken.values() for card in had)
        prize = Pick("prize", prizes, DECK, "Nobody has taken the {label}.")
        to = Pick("seat", tuple(seat for seat in options.SEATS if seat.code in state.seats))
        return OrderGrammar(
            "Corrections", (OrderPattern("GIVE", (Word("GIVE"), prize, Word("TO"), to), "{prize}", "a prize"),)
        )

    def correct(self, state: Position, orders: Sequence[Order]) -> Position:
        given = {int(order.args["prize"]): order.args["seat"] for order in orders}
        kept = {seat: tuple(card for card in had if card not in given) for seat, had in state.taken.items()}
        new = {seat: tuple(card for card, to in given.items() if to == seat) for seat in state.seats}
        return replace(state, taken={seat: (*kept[seat], *new[seat]) for seat in state.seats})

    def report(
        self, view: Position, seat: Seat | None, events: Sequence[Event], before: Position | None = None
    ) -> Sequence[Block]:
        title = f"Round {before.round}" if before else "Goofspiel"
        told = [*map(sentence, events), *([ended(view)] if view.ranks is not None else [])]
        lead = [Lead(" ".join(told))] if told else []
        return Heading(title, 1), *lead, standings(view, seat), *news(view, seat)

    def board(self, view: Position, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        said = first_argument(orders, "BID", "")
        hand = view.hand(seat) if seat else []
        cards = (TableCard(str(card), at=f"card {card}", mark="said" if str(card) == said else "") for card in hand)
        prizes = Paragraph(f"For this bid: {', '.join(map(str, view.prizes))}.")
        return prizes, *([CardHand("Your cards", tuple(cards))] if seat else []), standings(view, seat)


def plan_of(state: Position, seat: Seat, orders: Sequence[Order]) -> tuple[int, ...]:
    """The plan just said, else the old one; without the cards that are gone."""
    said = first_argument(orders, "PLAN", None)
    cards = state.plans.get(seat, ()) if said is None else [int(row["card"]) for row in said]
    return tuple(card for card in cards if card in state.hand(seat))


def bid_of(state: Position, seat: Seat, orders: Sequence[Order]) -> int:
    return int(first_argument(orders, "BID", state.usual(seat)))


def winner_of(bids: Mapping[Seat, int], ties: str, dice: Dice) -> Seat:
    """Return who bid the most; "" for a tie, unless a lot is drawn."""
    highest = [seat for seat, card in bids.items() if card == max(bids.values())]
    if len(highest) == 1:
        return highest[0]
    return highest[dice.roll("lot", len(highest)) - 1] if ties == "LOT" else ""


def carries(state: Position) -> bool:
    """Return whether tied prizes wait for the next round: there must be one."""
    return state.options.ties == "CARRY" and bool(state.deck)


def next_round(state: Position, bids: Mapping[Seat, int], winner: Seat) -> Position:
    """Cards and prizes gone, the next prize turned up; or the end."""
    carried = state.prizes if not winner and carries(state) else ()
    after = replace(
        state,
        round=state.round + 1,
        phase=f"R{state.round + 1}" if state.deck else "END",
        deck=state.deck[1:],
        prizes=(*carried, *state.deck[:1]),
        hands={seat: tuple(card for card in state.hand(seat) if card != bids[seat]) for seat in state.seats},
        plans={seat: tuple(c for c in plan if c != bids[seat]) for seat, plan in state.plans.items()},
        taken={seat: (*had, *(state.prizes if seat == winner else ())) for seat, had in state.taken.items()},
    )
    return (
        after if state.deck else replace(after, ranks=rank_by_worth({seat: after.points(seat) for seat in after.seats}))
    )


# --- what is told -----------------------------------------------------------------------------------------------

WORDS = {
    "bid": "You bid the {card}.",
    "taken": "{name} takes the prize {prizes}.",
    "carried": "The highest bids are equal; the prize {prizes} waits for the next round.",
    "lost": "The highest bids are equal; the prize {prizes} is lost.",
}


def sentence(event: Event) -> str:
    """An event in words: the only place in which it gets any."""
    name, prizes = palette.NAMES.get(event.args.get("seat", "")), summed(event.args.get("prizes", ()))
    return WORDS[event.kind].format(name=name, prizes=prizes, card=event.args.get("card"))


def ended(view: Position) -> str:
    """Return who has won, and with how much."""
    first = [seat for seat, rank in (view.ranks or {}).items() if rank == 1]
    won = "has won" if len(first) == 1 else "have won together"
    return f"{join_english_list([palette.NAMES[seat] for seat in first])} {won}, with {view.points(first[0])} points."


def summed(prizes: Sequence[int]) -> str:
    return " + ".join(map(str, prizes))


def standings(view: Position, reader: Seat | None) -> Table:
    """The seats by their points; the reader's own stands out."""
    order = sorted(view.seats, key=lambda seat: -view.points(seat))
    rows = tuple(
        (
            Cell(palette.NAMES[seat], seat=seat, strong=seat == reader),
            ", ".join(map(str, view.taken[seat])),
            view.points(seat),
        )
        for seat in order
    )
    return Table(STANDINGS, make_columns("Seat", "Prizes", "Points"), rows, styles=palette.STYLES)


def news(view: Position, seat: Seat | None) -> Iterator[Paragraph]:
    """Yield what is bid for now; and what is told to one seat alone."""
    if view.ranks is not None:
        yield Paragraph("That was the last prize.")
        return
    yield Paragraph(f"The prize is {summed(view.prizes)}.")
    if seat:
        yield Paragraph(f"You hold {', '.join(map(str, view.hand(seat)))}.")
    if seat and view.plans.get(seat):
        yield Paragraph(f"Your plan: {', '.join(map(str, view.plans[seat]))}.", quiet=True)


ENGINE = Goofspiel()
