"""Maps and other blocks of real positions of all games, played by their own advice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from random import Random

from engines import states
from engines.base import Seat
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.report import Block, Map
from pbem.settings.installed_engines import ENGINES
from tests.engines.playing import advice, steps

GAMES = tuple(ENGINES)


@dataclass(frozen=True)
class ShownPosition:
    """What a seat is shown at one position: its board with orders it might give, and the report of how it came."""

    phase: str
    seat: Seat
    board: tuple[Block, ...]
    report: tuple[Block, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*self.report, *self.board)

    @property
    def maps(self) -> list[Map]:
        return [block for block in self.blocks if isinstance(block, Map)]


@cache
def positions(code: str, most: int = 20) -> tuple[ShownPosition, ...]:
    """So many positions of a game, one after the other and of as many games as it takes; seats take turns."""
    return tuple(islice(iter_played_positions(code), most))


def iter_played_positions(code: str) -> Iterator[ShownPosition]:
    engine, turn = ENGINES[code], count()
    said = parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders
    for seed in count():
        state = engine.start(said, KeyedDice(str(seed).encode(), "0")).state
        for step in steps(engine, state, seed, advised=True):
            seat = state.seats[next(turn) % len(state.seats)]
            view, before, state = states.seat_view(step.state, seat), states.seat_view(state, seat), step.state
            grammar = engine.grammar(view, seat)
            orders = advice(engine, state, seat, grammar, Random(seed)) if grammar else ()
            visible = tuple(event for event in step.events if event.to is None or seat in event.to)
            told = tuple(engine.report(view, seat, visible, before))
            yield ShownPosition(state.phase, seat, tuple(engine.board(view, seat, orders)), told)
