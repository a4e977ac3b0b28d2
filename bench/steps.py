"""What a click waits for in the engine: the ask, the first step, a later one; and who owes anything.

At the position of a game with random orders in which most can be said."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any

from bench import Row
from bench.games import OPTIONS, SEED
from engines import states
from engines.base import Engine, Seat, State
from engines.dice import KeyedDice
from engines.language import CompiledGrammar, complete_order, parse_orders, roll_orders
from engines.language.grammar import OrderGrammar
from engines.language.walking import text_after_step
from pbem.settings.installed_engines import ENGINES

WALKS = 30


def run() -> list[Row]:
    return [row for code, engine in ENGINES.items() for row in rows(code, engine)]


def rows(code: str, engine: Engine[Any]) -> Iterator[Row]:
    state, seat = densest(code, engine)
    gc.collect()  # what was thrown away on the way there is not this step's
    gc.freeze()
    view = states.seat_view(state, seat)
    asked = [milliseconds(lambda: engine.grammar(view, seat)) for _ in range(WALKS)]
    owing = [milliseconds(lambda: engine.obligations(state)) for _ in range(WALKS)]
    grammar = engine.grammar(view, seat)
    assert grammar is not None
    first = [milliseconds(lambda: complete_order(grammar, "")) for _ in range(WALKS)]
    yield Row(f"{code}: an ask, {len(grammar.lines)} sentences", worst(asked), "ms", None, "<= 5")
    yield Row(f"{code}: who owes", worst(owing), "ms", worst(asked), "<= 0.02 of an ask")
    yield Row(f"{code}: first step", worst(first), "ms", None, "<= 5")
    yield Row(f"{code}: later step", worst(later(grammar)), "ms", None, "<= 5")


def densest(code: str, engine: Engine[Any]) -> tuple[State, Seat]:
    """The position and the seat that can say most, of a game with random orders."""
    state: State = engine.start(parse_orders(engine.setup, OPTIONS.get(code, "")).orders, KeyedDice(SEED, "0")).state
    random, best = Random(1), (0, state, state.seats[0])
    for number in range(1, 60):
        asks = {seat: grammar for seat in state.seats if (grammar := engine.grammar(state, seat))}
        if not asks:
            break
        best = max(
            [best, *((count_first_choices(grammar), state, seat) for seat, grammar in asks.items())],
            key=lambda each: each[0],
        )
        orders = {seat: roll_orders(grammar, random) for seat, grammar in asks.items()}
        state = engine.resolve(state, orders, KeyedDice(SEED, str(number))).state
    return best[1], best[2]


def count_first_choices(grammar: OrderGrammar) -> int:
    """Return how much can be said first."""
    return sum(len(step.choices) + 1 for step in complete_order(grammar, "").steps)


def later(grammar: OrderGrammar) -> list[float]:
    """Milliseconds of the steps of some walks behind the first."""
    compiled, random, spent = CompiledGrammar(grammar), Random(1), list[float]()
    for _ in range(WALKS):
        text, found = "", complete_order(compiled, "")
        while found.steps and len(text) < 200:
            text = random.choice([way for step in found.steps if (way := text_after_step(step, random))] or [""])
            if not text:
                break
            start = perf_counter()
            found = complete_order(compiled, text)
            spent.append((perf_counter() - start) * 1000)
    return spent


def milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def worst(times: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(times, n=100)[-1] if len(times) > 1 else times[0]
