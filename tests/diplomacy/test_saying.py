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
from engines.diplomacy.legality import why_illegal
from engines.diplomacy.notation import plain_orders
from engines.diplomacy.reach import position_reach
from engines.diplomacy.state import DiplomacyState, sort_units
from engines.diplomacy.units import Unit, UnitCommand, province_of
from engines.language import CompiledGrammar, complete_order, parse_orders, roll_orders
from engines.language.completing import OrderJudge
from engines.language.grammar import Order, OrderGrammar, Remark
from engines.language.slots import amend_orders
from engines.language.text import TextParser
from engines.language.walking import first_steps, walk_grammar
from engines.states import seat_view
from tests.diplomacy.dense import dense_position
from tests.size import take_some

DICE = LoadedDice()
RULINGS = ("", "COASTS NAMED\nCONVOY EXPLICIT", "PARADOX ALL-HOLD")


def positions(seed: int, count: int) -> Iterator[DiplomacyState]:
    """The positions of games played at random under various rulings, one after the other."""
    random, left = Random(seed), count
    while left:
        options = parse_orders(ENGINE.setup, f"END 1908\n{random.choice(RULINGS)}").orders
        state = ENGINE.start(options, DICE).state
        while state.ranks is None and left:
            yield state
            left -= 1
            asks = {seat: ENGINE.grammar(state, seat) for seat in state.seats}
            said = {seat: roll_orders(grammar, random) for seat, grammar in asks.items() if grammar}
            state = ENGINE.resolve(state, said, DICE).state


def judge_beside(state: DiplomacyState, seat: Seat, stands: Sequence[Order]) -> OrderJudge:
    """Return what the engine says of an order beside those that stand."""

    def judge(order: Order) -> Sequence[Remark]:
        told = ENGINE.check(state, seat, amend_orders(stands, [order]))
        return [remark for remark in told if remark.line == order.text]

    return judge


def beginnings(grammar: OrderGrammar, random: Random) -> Iterator[str]:
    """Yield where sentences begin: each with which something is due, and some that are for later."""
    due = [line for line in grammar.lines if not line.section]
    yield from (line.verb for line in due if line.verb[1] == " ")
    firsts = list(first_steps(complete_order(CompiledGrammar(grammar), "")))
    yield from random.sample(firsts, min(3, len(firsts)))


def walk_seat_orders(state: DiplomacyState, seat: Seat, grammar: OrderGrammar, random: Random) -> Sequence[Order]:
    """A seat's orders, made step by step; each reads back as itself, without a word of warning."""
    compiled, stands = CompiledGrammar(grammar), tuple[Order, ...]()
    for text in beginnings(grammar, random):
        judge = judge_beside(state, seat, stands)
        order = walk_grammar(compiled, random, text, judge)
        (verdict,) = parse_orders(grammar, order.text).verdicts
        assert verdict.order == order and verdict.order.words == order.words, order.text
        assert verdict.remarks == (), (order.text, verdict.remarks)
        assert [remark for remark in judge(order) if remark.level == "error"] == []
        stands = amend_orders(stands, [order])
    return stands


def compare(state: DiplomacyState, random: Random) -> Counter[str]:
    """One position, with what everybody says there; counts what was said and what came of it."""
    asks = {seat: grammar for seat in state.seats if (grammar := ENGINE.grammar(seat_view(state, seat), seat))}
    assert ENGINE.obligations(state) == {seat: "due" if grammar.due else "free" for seat, grammar in asks.items()}
    said = {seat: walk_seat_orders(state, seat, grammar, random) for seat, grammar in asks.items()}
    warned = {seat: {remark.line for remark in ENGINE.check(state, seat, orders)} for seat, orders in said.items()}
    counts = Counter({"sentences": sum(map(len, said.values())), "warned of": sum(map(len, warned.values()))})
    stands = {province_of(unit.at): unit.seat for unit in state.units}
    for event in ENGINE.resolve(state, said, DICE).events:
        args = event.args
        if event.kind == "order" and args["given"] and args["phase"] == state.phase:
            assert args["verdict"] != "invalid", (state, args)
            counts[args["verdict"]] += 1
            own = stands[province_of(args["helped"].split()[-1])] == args["seat"] if args["helped"] else False
            if args["verdict"] == "void" and own:
                assert args["order"] in warned[args["seat"]], (state, args)
    return counts


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("seed", take_some(range(6), 2))
def test_what_is_offered_is_never_impossible(seed: int) -> None:
    """§5.9: none of it is invalid; support of an own unit that does something else was warned of."""
    random = Random(seed)
    counts = sum((compare(state, random) for state in positions(seed, 10)), Counter[str]())
    assert counts["sentences"] > 100


@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_is_all_that_is_legal(seed: int) -> None:
    """§5.6, §7.1: of every unit, for every other and every place, in crowded positions; no more and no less."""
    units, _ = dense_position(Random(seed))
    could = position_reach(sort_units(units, STANDARD.powers))
    for unit in units.values():
        supports, convoys = (
            could.supportable_moves(unit),
            could.convoyable_armies(unit) if unit.at in STANDARD.seas else {},
        )
        for at, other in units.items():
            goals = [place for place in STANDARD.province_by_location if other.kind == "F" or "/" not in place]
            offered = set(supports.get(other, ()))
            assert offered == {to for to in goals if not why_illegal(STANDARD, units, unit, UnitCommand("S", to, at))}
            carried = set(convoys.get(other, ()))
            assert carried == {
                to for to in STANDARD.places if not why_illegal(STANDARD, units, unit, UnitCommand("C", to, at))
            }


def notations(random: Random, units: Collection[Unit]) -> Iterator[str]:
    """Orders of a unit for some places and all other units, in the usual notation, most of them impossible."""
    unit, places = random.choice(sorted(units, key=str)), random.sample(sorted(STANDARD.province_by_location), 12)
    yield f"{unit} H"
    yield from (f"{unit} - {to}{via}" for to in places for via in ("", " VIA", " VIA NTH"))
    for other in units:
        yield from (f"{unit} {how} {other}{to}" for how in "SC" for to in ("", " H", *(f" - {to}" for to in places)))


@pytest.mark.parametrize("seed", range(6))
def test_the_notation_means_what_the_ask_reads(seed: int) -> None:
    """§5: what is understood without the ask is what it reads, and what it reads in the notation is understood."""
    random = Random(seed)
    units = sort_units(dense_position(random)[0], STANDARD.powers)
    state = DiplomacyState(seats=STANDARD.powers, phase="S1901M", kind="movement", units=units, centres={})
    pages = {
        seat: TextParser(CompiledGrammar(grammar)) for seat in state.seats if (grammar := ENGINE.grammar(state, seat))
    }
    understood = 0
    for line in notations(random, units):
        for seat, page in pages.items():
            verdict, plain = page.read_line(line), plain_orders(state, seat, [line])
            usual = verdict.order_text == line and "VIA " not in line
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
