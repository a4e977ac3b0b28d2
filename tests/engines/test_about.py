"""What a visitor is told of a game is true: for how many it is, how long it takes, and what its phases are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Any

import pytest

from engines import states
from engines.abilities import Adviser, RecordReader
from engines.all import list_own_engines
from engines.base import Engine, Seat, State
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.language.grammar import Order
from goofspiel import ENGINE as GOOFSPIEL
from tests.size import take_some

GAMES = {engine.code: engine for engine in (*list_own_engines(), GOOFSPIEL)}
ADVISED = [
    code for code, engine in GAMES.items() if isinstance(engine, Adviser) and not isinstance(engine, RecordReader)
]
"""Those that bots bring to an end; of the others games of people are recorded, and were counted."""
CODE = re.compile(r"\w*\d\w*-\w+|\b[A-Z]{2,}\b|\b[A-Z]\d+[A-Z]?\b")
"""What is no word: "T2-VOTE", "RED", "R3", "F1907R"."""


def count_seats(engine: Engine[Any], count: int) -> int:
    """The seats of a game for so many players, 0 if there is none."""
    reading = parse_orders(engine.setup, f"PLAYERS {count}")
    return len(engine.seats(reading.orders)) if reading.orders else 0


@pytest.mark.parametrize("code", GAMES)
def test_it_is_for_so_many(code: str) -> None:
    """As many as its options can be set to, or as it has seats if nothing can be set."""
    engine = GAMES[code]
    low, high = engine.about.players
    if low == high:
        assert len(engine.seats(())) == low
    else:
        assert [count_seats(engine, n) for n in range(low - 1, high + 2)] == [0, *range(low, high + 1), 0]


@pytest.mark.parametrize("code", GAMES)
def test_it_is_told_in_two_sentences(code: str) -> None:
    """Whole ones; and the beginner's seat is one of the usual game."""
    engine = GAMES[code]
    assert re.fullmatch(r"[^.!?]+[.!?] [^.!?]+\.", engine.about.text)
    usual = [seat.code for seat in engine.seats(parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders)]
    assert engine.about.beginner in ("", *usual)


def iter_advised_positions(engine: Any, seed: int) -> Iterator[State]:
    """The positions of a game in which all follow the advice."""
    dice = (KeyedDice(f"about {seed}".encode(), str(number)) for number in range(1000))
    state = engine.start(parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders, next(dice)).state
    yield state
    while state.ranks is None:
        said = {seat: lines for seat in state.seats if (lines := advice(engine, state, seat, seed))}
        state = engine.resolve(state, said, next(dice)).state
        yield state


def advice(engine: Any, state: State, seat: Seat, seed: int) -> tuple[Order, ...]:
    view = states.seat_view(state, seat)
    grammar = engine.grammar(view, seat)
    if grammar is None or not grammar.due:
        return ()
    return tuple(parse_orders(grammar, "\n".join(engine.advise(view, seat, Random(f"{seed} {state.phase}")))).orders)


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("code", take_some(ADVISED, 1, 1))
def test_it_takes_so_many_deadlines(code: str) -> None:
    """Games of people who know what they do stay within what is promised; each phase has a name in words."""
    engine = GAMES[code]
    short, long = engine.about.deadlines
    every = [list(iter_advised_positions(engine, seed)) for seed in range(3)]
    assert short <= median(len(states) - 1 for states in every) <= long
    names = [engine.phase_name(state) for state in every[0]]
    assert len(set(names)) == len(names) and not [name for name in names if CODE.search(name) or not name]
