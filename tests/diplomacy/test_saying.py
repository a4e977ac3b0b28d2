"""What is offered can be said, and is never called impossible afterwards: sentences walked step by step in games at
random. `python -m tests.diplomacy.test_saying 10000` tries so many positions.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from random import Random

import pytest

from engines.base import Seat
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.data import STANDARD
from engines.diplomacy.legality import legal
from engines.diplomacy.notation import plain_orders
from engines.diplomacy.reach import reach
from engines.diplomacy.state import State, in_order
from engines.diplomacy.units import Command, Unit, province
from engines.language import Grammar, complete, read, roll
from engines.language.ask import Ask, Order, Remark
from engines.language.completing import Judge
from engines.language.slots import amended
from engines.language.text import Page
from engines.language.walking import first_steps, walk
from engines.states import view
from tests.diplomacy.dense import dense_position

DICE = LoadedDice()
RULINGS = ("", "COASTS NAMED\nCONVOY EXPLICIT", "PARADOX ALL-HOLD")


def positions(seed: int, count: int) -> Iterator[State]:
    """The positions of games played at random under various rulings, one after the other."""
    random, left = Random(seed), count
    while left:
        options = read(ENGINE.setup, f"END 1908\n{random.choice(RULINGS)}").orders
        state = ENGINE.start(options, DICE).state
        while state.ranks is None and left:
            yield state
            left -= 1
            asks = {seat: ENGINE.ask(state, seat) for seat in state.seats}
            said = {seat: roll(ask, random) for seat, ask in asks.items() if ask}
            state = ENGINE.resolve(state, said, DICE).state


def judged(state: State, seat: Seat, stands: Sequence[Order]) -> Judge:
    """What the engine says of an order beside those that stand."""

    def judge(order: Order) -> Sequence[Remark]:
        told = ENGINE.check(state, seat, amended(stands, [order]))
        return [remark for remark in told if remark.line == order.text]

    return judge


def beginnings(ask: Ask, random: Random) -> Iterator[str]:
    """Where sentences begin: each with which something is due, and some that are for later."""
    due = [line for line in ask.lines if not line.section]
    yield from (line.verb for line in due if line.verb[1] == " ")
    firsts = list(first_steps(complete(Grammar(ask), "")))
    yield from random.sample(firsts, min(3, len(firsts)))


def walked(state: State, seat: Seat, ask: Ask, random: Random) -> Sequence[Order]:
    """A seat's orders, made step by step; each reads back as itself, without a word of warning."""
    grammar, stands = Grammar(ask), tuple[Order, ...]()
    for text in beginnings(ask, random):
        judge = judged(state, seat, stands)
        order = walk(grammar, random, text, judge)
        (verdict,) = read(ask, order.text).verdicts
        assert verdict.order == order and verdict.order.words == order.words, order.text
        assert verdict.remarks == (), (order.text, verdict.remarks)
        assert [remark for remark in judge(order) if remark.level == "error"] == []
        stands = amended(stands, [order])
    return stands


def compare(state: State, random: Random) -> Counter[str]:
    """One position, with what everybody says there; counts what was said and what came of it."""
    asks = {seat: ask for seat in state.seats if (ask := ENGINE.ask(view(state, seat), seat))}
    assert ENGINE.owes(state) == {seat: "due" if ask.due else "free" for seat, ask in asks.items()}
    said = {seat: walked(state, seat, ask, random) for seat, ask in asks.items()}
    warned = {seat: {remark.line for remark in ENGINE.check(state, seat, orders)} for seat, orders in said.items()}
    counts = Counter({"sentences": sum(map(len, said.values())), "warned of": sum(map(len, warned.values()))})
    stands = {province(unit.at): unit.seat for unit in state.units}
    for event in ENGINE.resolve(state, said, DICE).events:
        args = event.args
        if event.kind == "order" and args["given"] and args["phase"] == state.phase:
            assert args["verdict"] != "invalid", (state, args)
            counts[args["verdict"]] += 1
            own = stands[province(args["helped"].split()[-1])] == args["seat"] if args["helped"] else False
            if args["verdict"] == "void" and own:
                assert args["order"] in warned[args["seat"]], (state, args)
    return counts


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_never_impossible(seed: int) -> None:
    """§5.9: none of it is invalid; support of an own unit that does something else was warned of."""
    random = Random(seed)
    counts = sum((compare(state, random) for state in positions(seed, 10)), Counter[str]())
    assert counts["sentences"] > 100


@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_is_all_that_is_legal(seed: int) -> None:
    """§5.6, §7.1: of every unit, for every other and every place, in crowded positions; no more and no less."""
    units, _ = dense_position(Random(seed))
    could = reach(in_order(units, STANDARD.seats))
    for unit in units.values():
        supports, convoys = could.supportable(unit), could.convoyable(unit) if unit.at in STANDARD.seas else {}
        for at, other in units.items():
            goals = [place for place in STANDARD.within if other.kind == "F" or "/" not in place]
            offered = set(supports.get(other, ()))
            assert offered == {to for to in goals if not legal(STANDARD, units, unit, Command("S", to, at))}
            carried = set(convoys.get(other, ()))
            assert carried == {to for to in STANDARD.places if not legal(STANDARD, units, unit, Command("C", to, at))}


def notations(random: Random, units: Collection[Unit]) -> Iterator[str]:
    """Orders of a unit for some places and all other units, in the usual notation, most of them impossible."""
    unit, places = random.choice(sorted(units, key=str)), random.sample(sorted(STANDARD.within), 12)
    yield f"{unit} H"
    yield from (f"{unit} - {to}{via}" for to in places for via in ("", " VIA", " VIA NTH"))
    for other in units:
        yield from (f"{unit} {how} {other}{to}" for how in "SC" for to in ("", " H", *(f" - {to}" for to in places)))


@pytest.mark.parametrize("seed", range(6))
def test_the_notation_means_what_the_ask_reads(seed: int) -> None:
    """§5: what is understood without the ask is what it reads, and what it reads in the notation is understood."""
    random = Random(seed)
    units = in_order(dense_position(random)[0], STANDARD.seats)
    state = State(seats=STANDARD.seats, phase="S1901M", kind="movement", units=units, centres={})
    pages = {seat: Page(Grammar(ask)) for seat in state.seats if (ask := ENGINE.ask(state, seat))}
    understood = 0
    for line in notations(random, units):
        for seat, page in pages.items():
            verdict, plain = page.read_line(line), plain_orders(state, seat, [line])
            usual = verdict.text == line and "VIA " not in line
            assert plain == ((verdict.order,) if plain else None), line
            assert plain or not usual or verdict.remarks, line
            understood += plain is not None
    assert understood > 1


def main(count: int) -> None:
    """Looks at so many positions and says what was said in them, and what came of it."""
    random = Random(0)
    counts = sum((compare(state, random) for state in positions(0, count)), Counter[str]())
    print(f"{count} positions: {dict(counts)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
