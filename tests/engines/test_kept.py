"""What is kept for the next who asks may be forgotten at any time, and is made again as it was."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from engines import states
from engines.all import ours
from engines.base import Engine
from engines.dice import KeyedDice
from engines.kept import forget, keeps
from engines.language import outline, read
from pbem import render
from tests.engines.playing import steps

PHASES = 6


def told(engine: Engine[Any], *, forgetting: bool) -> list[object]:
    """Positions of a game by random orders, what its seats may say in them, and the report on each in three ways."""
    start = engine.start(read(engine.setup, "").orders, KeyedDice(b"kept", "0"))
    found = list[object]()
    for n, step in enumerate(islice(steps(engine, start.state, 5, advised=False), PHASES)):
        if forgetting:
            forget()
        seat = step.state.seats[n % len(step.state.seats)]
        ask = engine.ask(step.state, seat)
        blocks = tuple(engine.report(step.state, seat, step.events))
        painted = render.text(blocks), render.html(blocks), render.pdf(blocks)
        found += [states.dump(step.state), ask and outline(ask), *painted]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("engine", ours(), ids=lambda engine: engine.code)
def test_a_game_goes_on_as_if_nothing_had_been_forgotten(engine: Engine[Any]) -> None:
    """Forgotten before each phase, and between two who look at it."""
    assert told(engine, forgetting=True) == told(engine, forgetting=False)


def test_what_is_forgotten_is_made_again() -> None:
    made = list[int]()

    @keeps(2)
    def twice(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [twice(1), twice(1)] == [2, 2]
    forget()
    assert twice(1) == 2 and made == [1, 1]
