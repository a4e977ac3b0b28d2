"""The contract holds for every engine there is, and catches every fault planted in a small one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from engines import contract, palette
from engines.all import list_own_engines
from engines.base import ALL_PRESENT, Dice, Engine, Event, Obligation, Owner, Presence, Seat, Step
from engines.contract import ContractError, check_game
from engines.diplomacy.chart import CHART
from engines.language.grammar import Number, Order, OrderGrammar, OrderPattern, Pick, Remark, Word
from engines.language.names import Choice
from engines.report import STANDINGS, Block, Heading, Lead, Map, Paragraph, Table, make_columns
from tests.engines.toy import CARDS_GAME, SEATS, Cards, Deal
from tests.size import by_the_contract, size, take_some


@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_everything_keeps_the_contract(seed: int) -> None:
    """It is played to its end."""
    played = check_game(CARDS_GAME, seed, "PURSE 7")
    assert played.ended and played.phases == ("ROUND1", "ROUND2", "ROUND3")


SHORT = {
    "diplomacy": "END 1903",
    "europa": "",
    "cantillon": "GOAL ROUNDS 4",
    "europax": "",
    "europe2028": "MAX-ROUNDS 8",
}
"""Options under which random players come to an end soon."""


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(size(1, 2)))
@pytest.mark.parametrize("engine", take_some(list_own_engines(), 1, 3), ids=lambda engine: engine.code)
def test_every_engine_keeps_the_contract(engine: Engine[Any], seed: int) -> None:
    """Whole games with random orders."""
    assert by_the_contract(engine, seed, SHORT[engine.code]).ended


# --- planted faults ---------------------------------------------------------------------------------------------

TICKS = count()


class Forgetful(Cards):
    """Throws dice of its own."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(step.state, (*step.events, Event("luck", {"tick": next(TICKS)})))


class Vandal(Cards):
    """Writes into the position it was given."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        state.points[state.seats[0]] += 1  # type: ignore[index]
        return step


class Thief(Cards):
    """Takes orders away."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        for mine in orders.values():
            if isinstance(mine, list):
                mine.clear()
        return step


class Peeping(Cards):
    """Offers by what the seat may not see."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        return replace(found, title=f"{found.title}, {len(view.deck)} cards left") if found else None


class Grudging(Cards):
    """Waits for a seat that is out."""

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        return Step(replace(super().start(options, dice).state, out=("BLUE",)))


class Gossip(Cards):
    """Remarks by what the seat may not see."""

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return [Remark("warning", f"Red has {view.purses.get('RED', 'hidden')}.")]


class Mumbling(Cards):
    """Remarks nothing."""

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return [Remark("warning", "")]


class Leaky(Cards):
    """Reports from more than the view."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return *super().report(view, seat, events, before), Paragraph(f"Purses: {dict(view.purses)}")


class Wordless(Cards):
    """Has nothing to report."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return ()


class Fickle(Cards):
    """Reports otherwise each time."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return Heading("Cards"), Paragraph(f"Report {next(TICKS)}")


class Raw(Cards):
    """Reports in words that no painter knows."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return Heading("Cards"), "Nothing happened."  # type: ignore[return-value]


class Abrupt(Cards):
    """Cannot report the opening."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return super().report(view, seat, events, before) if before else ()


class Restless(Cards):
    """Opens otherwise each time."""

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        return Step(replace(super().start(options, dice).state, round=next(TICKS)))


class CrowdedCards(Cards):
    """Offers a seat that is not in the game."""

    def seats(self, options: Sequence[Order]) -> tuple[Choice, ...]:
        return (*super().seats(options), Choice("PURPLE", "Purple"))


class Ousting(Cards):
    """Takes a seat out of the game instead of saying that it is out."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(replace(step.state, seats=step.state.seats[:-1]), step.events)


class SortedCards(Cards):
    """Goes by the order in which a mapping was filled, which storage does not keep."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(step.state, (*step.events, Event("purses", {"seats": list(state.purses)})))


class Muttering(Cards):
    """Tells of the opening what cannot be stored."""

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        return Step(super().start(options, dice).state, (Event("odd", {1: "one"}),))  # type: ignore[dict-item]


class Baffling(Cards):
    """Asks for options in words it does not understand itself."""

    setup = OrderGrammar(
        "Options",
        (
            OrderPattern(
                "SHORT", (Word("GAME"), Pick("length", (Choice("X1", "twin"), Choice("X2", "twin")))), "length"
            ),
            OrderPattern("LONG", (Word("GAME"), Pick("other", (Choice("X1", "twin"),)), Word("X")), "length"),
        ),
        draft=("GAME twin",),
    )


class Humble(Cards):
    """Ranks nobody first."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        ranks = dict.fromkeys(state.seats, 2) if step.state.ranks else None
        return Step(replace(step.state, ranks=ranks), step.events)


class Idle(Cards):
    """Goes on although nobody owes anything."""

    def obligations(self, state: Deal) -> Mapping[Seat, Obligation]:
        return dict.fromkeys(state.seats, "free")

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        return replace(found, due=False) if found else None


class Deaf(Cards):
    """Cannot resolve without orders."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        if not orders:
            return Step(None)  # type: ignore[arg-type]
        return super().resolve(state, orders, dice, presence)


class Endless(Cards):
    """Never comes to an end."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        return Step(replace(state, round=state.round + 1, phase=f"ROUND{state.round + 1}"))


class StuckCards(Cards):
    """Gives two phases one name."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(replace(step.state, phase="ROUND1"), step.events)


class UnrankedCards(Cards):
    """Forgets a seat at the end."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(replace(step.state, ranks={"RED": 1}) if step.state.ranks else step.state, step.events)


class HauntedCards(Cards):
    """Asks after the end."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        return super().grammar(view, seat) or OrderGrammar("Again?", (OrderPattern("AGAIN", (Word("AGAIN"),)),))


class Babel(Cards):
    """Offers what it does not understand itself."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        twins = Pick("twin", (Choice("X1", "twin"), Choice("X2", "twin")))
        both = (
            OrderPattern("LEFT", (Word("GO"), twins), "go"),
            OrderPattern("RIGHT", (Word("GO"), replace(twins, name="other")), "go right"),
        )
        return replace(found, lines=(*found.lines, *both)) if found else None


class Sloppy(Cards):
    """Drafts what is not canonical."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        return replace(found, draft=(found.draft[0].lower(),)) if found else None


class Haunting(Cards):
    """Would say for a vacant seat what nobody can say."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        return replace(found, vacant=("FORGET ME",)) if found else None


class Partial(Cards):
    """Favours who is read first."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(step.state, (*step.events, Event("first", {"seat": next(iter(orders), "")})))


class Opaque(Cards):
    """Tells events that cannot be stored."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(step.state, (*step.events, Event("odd", {"seats": state.seats})))


class MisdeliveredCards(Cards):
    """Addresses an event to nobody there is."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        return Step(step.state, (*step.events, Event("hello", {}, frozenset({"PURPLE"}))))


class Ungrateful(Cards):
    """Ranks those last who said that they have nothing to order, and not who said nothing at all."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        empty = [seat for seat in state.seats if not orders.get(seat) and presence.get(seat) != Presence.MISSED]
        ranks = {seat: 2 if seat in empty else 1 for seat in state.seats}
        return (
            step
            if not step.state.ranks or len(empty) == len(state.seats)
            else Step(replace(step.state, ranks=ranks), step.events)
        )


class Impatient(Cards):
    """Puts out who gives no orders in the second round."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        gone = tuple(seat for seat in state.seats if not orders.get(seat) and state.round == 2)
        return Step(replace(step.state, out=gone), step.events)


class Partisan(Cards):
    """Tells something else of who is excused than of who is ready."""

    def resolve(
        self,
        state: Deal,
        orders: Mapping[Seat, Sequence[Order]],
        dice: Dice,
        presence: Mapping[Seat, Presence] = ALL_PRESENT,
    ) -> Step[Deal]:
        step = super().resolve(state, orders, dice, presence)
        away = [seat for seat in state.seats if presence.get(seat) == Presence.EXCUSED]
        return Step(step.state, (*step.events, *(Event("away", {"seat": seat}) for seat in away)))


@dataclass(frozen=True, kw_only=True)
class LossyDeal(Deal):
    """Holds a pair, which its type denies."""

    tally: Owner[Mapping[Seat, str]] = field(default_factory=dict)


class Lossy(Cards):
    """Keeps what does not survive storage."""

    State = LossyDeal

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        state = super().start(options, dice).state
        return Step(LossyDeal(**{**vars(state), "tally": {"RED": ("one", "two")}}))


class Murmuring(Cards):
    """Names a phase in small letters."""

    def start(self, options: Sequence[Order], dice: Dice) -> Step[Deal]:
        return Step(replace(super().start(options, dice).state, phase="round 1"))


class Unkind(Cards):
    """Opens a phase of a kind it does not name."""

    kinds = ("deal",)


class Shouting(Cards):
    """Names a kind of phase in capitals."""

    kinds = ("round", "ROUND 2")


class Headless(Cards):
    """Begins its report with a paragraph."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return Paragraph("Well."), *super().report(view, seat, events, before)


class Ragged(Cards):
    """Leaves a value out."""

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        return *super().board(view, seat, orders), Table(
            "points", make_columns("Seat", "points", "cards"), (("BLU", 3),)
        )


class Gaudy(Cards):
    """Tells two of its seats by their hue alone."""

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        styles = {"BLU": palette.BLUE, "GRN": replace(palette.GREEN, hatch=palette.BLUE.hatch)}
        return *super().board(view, seat, orders), Table("points", make_columns("Seat"), (), styles=styles)


class Starry(Cards):
    """Draws stars that mean nothing."""

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        return *super().board(view, seat, orders), Map(CHART, "Europe", stars=frozenset(["MUN"]))


class Sprawling(Cards):
    """Tells everything of everybody beside the map."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        heads = make_columns("Seat", *(f"in round {n}" for n in range(12)))
        return *super().report(view, seat, events, before), Table(STANDINGS, heads, (("BLU", *range(12)),))


class Babbling(Cards):
    """Advises what is no order."""

    def advise(self, view: Deal, seat: Seat, random: Random) -> Sequence[str]:
        return ("ABRACADABRA",)


class Prompting(Cards):
    """Advises by what the seat may not see."""

    def advise(self, view: Deal, seat: Seat, random: Random) -> Sequence[str]:
        return () if view.deck else ("ABRACADABRA",)


class Quoting(Cards):
    """Remarks on a line in words of its own."""

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return [Remark("warning", "That is bold.", f"the line {order.text}") for order in orders]


class Dunning(Cards):
    """Waits for somebody it does not ask."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        return super().grammar(view, seat) if seat != "BLUE" else None


class Blank(Cards):
    """Has no board."""

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        return (Paragraph("Round 1"),)


class Glassy(Cards):
    """Shows on its board what the reader may not see."""

    def board(self, view: Deal, seat: Seat | None, orders: Sequence[Order] = ()) -> Sequence[Block]:
        return (*super().board(view, seat, orders), Paragraph(f"Purses: {dict(view.purses)}"))


class Rambling(Cards):
    """Tells a phase without saying first what happened."""

    def report(
        self, view: Deal, seat: Seat | None, events: Sequence[Event], before: Deal | None = None
    ) -> Sequence[Block]:
        return tuple(block for block in super().report(view, seat, events, before) if not isinstance(block, Lead))


class Luring(Cards):
    """Offers a word behind which there is nothing to pick."""

    def grammar(self, view: Deal, seat: Seat) -> OrderGrammar | None:
        found = super().grammar(view, seat)
        nobody = Pick("whom", (Choice("RED", "Red", why_not="Red is away."),))
        lure = OrderPattern("GREET", (Word("GREET"), Pick("how", (Choice("LOUD"),)), nobody), "greet")
        return replace(found, lines=(*found.lines, lure)) if found else None


class Ambush(Cards):
    """Offers what it then takes away."""

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return [Remark("error", "Nobody is liked here.", order.text) for order in orders if order.verb == "LIKE"]


class Numbering(Cards):
    """Puts a code before what it says."""

    def check(self, view: Deal, seat: Seat, orders: Sequence[Order]) -> Sequence[Remark]:
        return [Remark("warning", "C12 That is bold.", order.text) for order in orders]


class MendedCards(Cards):
    """Points and purses can be put right; of a purse its owner alone reads."""

    whose = "seat"

    def correction_grammar(self, state: Deal) -> OrderGrammar:
        seat = Pick("seat", SEATS)
        points = OrderPattern("POINTS", (Word("POINTS"), seat, Number("n", 0, 9)), "points {seat}")
        purse = OrderPattern("PURSE", (Word("PURSE"), seat, Number("n", 0, 9)), "purse {seat}", only_for=self.whose)
        return OrderGrammar(f"Corrections in round {state.round}", (points, purse), due=False)

    def correct(self, state: Deal, orders: Sequence[Order]) -> Deal:
        said = {verb: {o.args["seat"]: o.args["n"] for o in orders if o.verb == verb} for verb in ("POINTS", "PURSE")}
        return replace(state, points={**state.points, **said["POINTS"]}, purses={**state.purses, **said["PURSE"]})


class Telling(MendedCards):
    """Has a secret line of which nobody knows whose it is."""

    whose = "owner"


class Gruff(MendedCards):
    """Refuses without a word."""

    def correct(self, state: Deal, orders: Sequence[Order]) -> Deal:
        raise ValueError


class Scribbling(MendedCards):
    """Puts right the very position it was given."""

    def correct(self, state: Deal, orders: Sequence[Order]) -> Deal:
        state.points[state.seats[0]] += 1  # type: ignore[index]
        return super().correct(state, orders)


class Hasty(MendedCards):
    """Opens another phase when it puts something right."""

    def correct(self, state: Deal, orders: Sequence[Order]) -> Deal:
        return replace(super().correct(state, orders), phase="ROUND9")


class Wavering(MendedCards):
    """Puts right otherwise each time."""

    def correct(self, state: Deal, orders: Sequence[Order]) -> Deal:
        return replace(super().correct(state, orders), round=next(TICKS))


def test_a_game_that_can_be_put_right_keeps_the_contract() -> None:
    for seed in range(3):
        assert check_game(MendedCards(), seed).ended


FAULTS = {
    Telling: "a secret correction names whose it is",
    Gruff: "a correction is refused in words",
    Scribbling: "a correction leaves the position it came from alone",
    Hasty: "a correction stays in its phase",
    Wavering: "a correction comes out the same each time",
    Numbering: "codes stand beside what is said, not in it",
    Dunning: "what is owed is what is asked",
    Blank: "a board shows something",
    Glassy: "a board shows what its reader may see",
    Rambling: "a report of a phase says at once what happened",
    Luring: "every step leads to the end of a sentence",
    Ambush: "every step leads to the end of a sentence",
    Murmuring: "phases are named in capitals",
    Unkind: "every phase is of one of the kinds",
    Shouting: "kinds are words in small letters",
    Headless: "a report begins with its heading",
    Ragged: "rows fit their columns",
    Sprawling: "standings fit a telephone",
    Gaudy: "every seat has a letter and a hatch of its own",
    Starry: "a map has words for what lies on it",
    Babbling: "advice is understood",
    Prompting: "advice comes from what the seat may see",
    Quoting: "remarks name a line by the text of its order",
    Forgetful: "same dice, same step",
    Vandal: "a step leaves the position it came from alone",
    Thief: "a step leaves the orders alone",
    Peeping: "a seat is asked by what it may see",
    Grudging: "who is out owes nothing",
    Gossip: "a seat's orders are remarked on by what it may see",
    Mumbling: "remarks say something",
    Leaky: "a report shows what its reader may see",
    Wordless: "a report says something",
    Fickle: "a report is the same each time",
    Raw: "reports are made of blocks",
    Abrupt: "a report says something",
    Restless: "same dice, same start",
    CrowdedCards: "the seats of the game are those offered",
    Ousting: "seats stay the seats",
    SortedCards: "a stored position plays on the same",
    Muttering: "events are plain data",
    Baffling: "drafts are canonical orders",
    Humble: "somebody is first",
    Idle: "while a game goes on, somebody owes an answer",
    Deaf: "silence is answered too",
    Endless: "games end",
    StuckCards: "phases have names of their own",
    UnrankedCards: "every seat has a rank at the end",
    HauntedCards: "nobody is asked after the end",
    Babel: "what is offered reads back as itself",
    Sloppy: "drafts are canonical orders",
    Haunting: "what is said for a vacant seat is understood",
    Partial: "it does not matter who is read first",
    Opaque: "events are plain data",
    MisdeliveredCards: "events are addressed to seats",
    Ungrateful: "ready without lines is never worse than silence",
    Impatient: "no engine removes who was present",
    Partisan: "whoever is present is treated alike",
    Lossy: "a state survives JSON",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.lower())
def test_a_planted_fault_is_caught(fault: type[Cards], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the law it breaks. A game of three rounds that goes on for ten will not end."""
    monkeypatch.setattr(contract, "MAX_PHASES", 10)
    with pytest.raises(ContractError) as caught:
        for seed in range(3):
            check_game(fault(), seed, "PURSE 7", contract.MAX_PHASES)
    assert caught.value.law == FAULTS[fault]
