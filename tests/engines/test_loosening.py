"""What is written before its phase opens: no order that can be given one day is taken for none, and nonsense is."""

from __future__ import annotations

from random import Random

import pytest

from engines import language
from engines.dice import KeyedDice
from engines.language import CompiledGrammar
from engines.language.loosening import read_loosely
from engines.states import seat_view
from pbem.books.one_day import find_sayable
from pbem.settings.installed_engines import ENGINES
from tests.size import size, take_some


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("code", take_some(sorted(ENGINES), 2, 1))
def test_what_can_be_said_one_day_is_no_nonsense(code: str) -> None:
    """Random orders of another game than the one that was looked at, in all its phases, can all be read."""
    engine, random = ENGINES[code], Random(7)
    found = find_sayable(engine, "")
    assert found is not None
    compiled, state = CompiledGrammar(found.grammar), engine.start((), KeyedDice(b"another", "0")).state
    told = 0
    for number in range(1, size(10, 40)):
        given = {}
        for seat in state.seats:
            grammar = engine.grammar(seat_view(state, seat), seat)
            given[seat] = language.roll_orders(grammar, random) if grammar else []
            if state.kind in found.kinds:
                verdicts = list(read_loosely(compiled, "\n".join(order.text for order in given[seat])))
                assert [v.raw for v in verdicts if not v.order_text] == []
                told += len(verdicts)
        state = engine.resolve(state, given, KeyedDice(b"another", str(number))).state
        if state.ranks is not None:
            break
    assert told > 20


@pytest.mark.slow
@pytest.mark.parametrize("code", sorted(ENGINES))
def test_nonsense_is_no_order_in_any_position(code: str) -> None:
    found = find_sayable(ENGINES[code], "")
    assert found is not None
    said = "banana\nLieber Freund, ich komme morgen\nA PAR - BUX\nready\n12 34 56\n"
    assert [v.raw for v in read_loosely(CompiledGrammar(found.grammar), said) if v.order_text] == []


def test_a_unit_that_nobody_has_yet_can_be_named() -> None:
    """Names of what comes and goes are not known before it is there; what they are made of is."""
    found = find_sayable(ENGINES["diplomacy"], "")
    assert found is not None
    assert found.kinds == {"movement", "retreat", "adjustment"}
    said = (
        "F ANK - BLA\nA TUN S A TUS - ROM\nREMOVE F ARM\nA HOL R RUH\nA TUN S A TUX - ROM\nREMOVE F ARMX\nA HOL R RUX\n"
    )
    assert [bool(v.order_text) for v in read_loosely(CompiledGrammar(found.grammar), said)] == [True] * 4 + [False] * 3
