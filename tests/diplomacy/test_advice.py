"""What the adviser of Diplomacy says: sense enough to watch, and to beat who rolls dice."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.all import SHIPPED
from engines.base import Seat
from engines.dice import LoadedDice
from engines.diplomacy.advice import advise_diplomacy
from engines.diplomacy.data import STANDARD
from engines.diplomacy.state import DiplomacyState
from engines.language import parse_orders, roll_orders
from tests.diplomacy.letters import on_board
from tests.size import take_some

ENGINE = SHIPPED["diplomacy"]


def play_some_years(seed: int, advised: frozenset[Seat], years: int) -> tuple[DiplomacyState, Counter[str]]:
    """The position after some years, and the verdicts on the orders of those who take advice."""
    random, state = Random(seed), ENGINE.start((), LoadedDice()).state
    verdicts = Counter[str]()
    while state.ranks is None and state.year < 1901 + years:
        asks = {seat: grammar for seat in state.seats if (grammar := ENGINE.grammar(state, seat)) and grammar.due}
        orders = {
            seat: parse_orders(grammar, "\n".join(advise_diplomacy(state, seat, random))).orders
            if seat in advised
            else roll_orders(grammar, random)
            for seat, grammar in asks.items()
        }
        step = ENGINE.resolve(state, orders, LoadedDice())
        told = (event.args for event in step.events if event.args.get("seat") in advised)
        verdicts.update(f"{args['kind']} {args['verdict']}" for args in told if "verdict" in args and "kind" in args)
        state = step.state
    return state, verdicts


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("seat", take_some(STANDARD.powers, 2, 3))
def test_it_beats_those_who_roll_dice(seat: Seat) -> None:
    """R7: with any power, by 1907, in two games of three it has most centres, and always more than it began with."""
    ends = [play_some_years(seed, frozenset({seat}), 6)[0] for seed in range(3)]
    counts = [{each: end.count_centres(each) for each in end.seats} for end in ends]
    assert sum(count[seat] == max(count.values()) for count in counts) >= 2
    assert all(count[seat] > len(STANDARD.homes[seat]) for count in counts)


@pytest.mark.slow
def test_nothing_it_says_is_void() -> None:
    """Seven of them, ten years: no order asks for what was not ordered, none cannot be given; all kinds are given."""
    state, verdicts = play_some_years(1, frozenset(STANDARD.powers), 10)
    assert verdicts.total() > 200
    assert not [verdict for verdict in verdicts if verdict.endswith(("void", "invalid"))]
    assert {"H succeeds", "M succeeds", "S succeeds", "C succeeds"} <= verdicts.keys()
    assert len({state.count_centres(seat) for seat in state.seats}) > 2


def test_a_strong_place_is_attacked_together() -> None:
    """One unit alone moves nobody."""
    state = on_board("F1901M", france="A BUR, A PIC", germany="A BEL, A MUN")
    lines = advise_diplomacy(state, "FRANCE", Random(1))
    assert {line.partition(" ")[2][:3] for line in lines} == {"BUR", "PIC"}
    assert any(" S A " in line and line.endswith("- BEL") for line in lines)
