"""Whole games of any engine, for tests and figures: by its own advice, or at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

from engines import states
from engines.abilities import Adviser
from engines.base import Engine, Seat, State, Step
from engines.dice import KeyedDice
from engines.language import parse_orders, roll_orders
from engines.language.grammar import Order, OrderGrammar

S = TypeVar("S", bound=State)
MOST = 400
"""Phases after which a game without an end in sight is left."""
GRAVE = 0.01
"""How often a random player does what cannot be undone."""


def steps(engine: Engine[S], state: S, seed: int, advised: bool, most: int = MOST) -> Iterator[Step[S]]:
    """The steps of a game from a position on; whoever is waited for answers."""
    random, count = Random(seed), 0
    while state.ranks is None and count < most:
        count += 1
        due = {seat: grammar for seat in state.seats if (grammar := engine.grammar(state, seat)) and grammar.due}
        said = {
            seat: advice(engine, state, seat, grammar, random)
            if advised
            else tuple(roll_orders(grammar, random, GRAVE))
            for seat, grammar in due.items()
        }
        step = engine.resolve(state, said, KeyedDice(str(seed).encode(), str(count)))
        yield step
        state = step.state


def advice(engine: Engine[S], state: S, seat: Seat, grammar: OrderGrammar, random: Random) -> tuple[Order, ...]:
    """Return what the engine would say, as a letter is read."""
    assert isinstance(engine, Adviser)
    return parse_orders(grammar, "\n".join(engine.advise(states.seat_view(state, seat), seat, random))).orders
