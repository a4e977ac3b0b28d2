"""What is kept for the next who asks may be forgotten at any time, and is made again as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import pytest

from engines import states
from engines.all import list_own_engines
from engines.base import Engine
from engines.dice import KeyedDice
from engines.language import outline_grammar, parse_orders, roll_orders
from engines.language.grammar import Alternative, OneOf, OrderGrammar, OrderPattern, Pick, Word
from engines.language.names import Choice
from engines.memo import clear_caches, memoize
from pbem import render
from tests.engines.playing import steps
from tests.size import take_some

PHASES = 6
LINES = 4


def tell_positions(engine: Engine[Any], *, forgetting: bool) -> list[object]:
    """Positions of a game by random orders, what its seats may say in them, and the report on each in three ways."""
    start = engine.start(parse_orders(engine.setup, "").orders, KeyedDice(b"kept", "0"))
    found = list[object]()
    for n, step in enumerate(islice(steps(engine, start.state, 5, advised=False), PHASES)):
        if forgetting:
            clear_caches()
        seat = step.state.seats[n % len(step.state.seats)]
        grammar = engine.grammar(step.state, seat)
        blocks = tuple(engine.report(step.state, seat, step.events))
        painted = render.render_plain_text(blocks), render.render_page_html(blocks), render.render_report_pdf(blocks)
        found += [states.dump_state(step.state), grammar and outline_grammar(grammar), *painted]
    return found


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("engine", take_some(list_own_engines(), 1, 2), ids=lambda engine: engine.code)
def test_a_game_goes_on_as_if_nothing_had_been_forgotten(engine: Engine[Any]) -> None:
    """Forgotten before somebody looks at a phase."""
    assert tell_positions(engine, forgetting=True) == tell_positions(engine, forgetting=False)


@pytest.mark.slow
@pytest.mark.parametrize("engine", list_own_engines(), ids=lambda engine: engine.code)
def test_lines_are_read_as_ever_while_all_is_forgotten(engine: Engine[Any]) -> None:
    """At any instant, as by another thread: between two parts of one line, too."""
    start = engine.start(parse_orders(engine.setup, "").orders, KeyedDice(b"kept", "0"))
    heard = 0
    for n, step in enumerate(islice(steps(engine, start.state, 5, advised=False), PHASES)):
        grammar = engine.grammar(step.state, step.state.seats[n % len(step.state.seats)])
        if not grammar:
            continue
        for order in [*roll_orders(grammar, Random(n), 0.01)][:LINES]:
            calm = parse_orders(grammar, order.text)
            with forgetting(every=23):
                assert parse_orders(grammar, order.text) == calm, order.text
            heard += bool(calm.orders)
    assert heard > 10


def test_one_list_of_names_is_not_taken_for_another() -> None:
    """Ways of a line with a list of names each, all of which are let go while the line is read."""
    choices = [tuple(Choice(f"W{n}N{i}", f"name{n} {i}") for i in range(2)) for n in range(6)]
    ways = tuple(Alternative(f"w{n}", (Pick(f"p{n}", some),)) for n, some in enumerate(choices))
    grammar = OrderGrammar("t", (OrderPattern("GO", (Word("GO"), OneOf("x", ways)), "s"),))
    for some in choices:
        with forgetting(every=1):
            assert [order.text for order in parse_orders(grammar, f"GO {some[1].label}").orders] == [
                f"GO {some[1].code}"
            ]


@contextmanager
def forgetting(every: int) -> Iterator[None]:
    """All is forgotten whenever so many functions were called."""
    calls = 0

    def called(_: object, what: str, __: object) -> None:
        nonlocal calls
        calls += what == "call"
        if what == "call" and calls % every == 0:
            clear_caches()

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)


def test_what_is_forgotten_is_made_again() -> None:
    made = list[int]()

    @memoize(2)
    def twice(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [twice(1), twice(1)] == [2, 2]
    clear_caches()
    assert twice(1) == 2 and made == [1, 1]
