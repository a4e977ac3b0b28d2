"""A find_dense_picture position of each game: as far into a game among its own advisers as there is most on the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines import states
from engines.base import Engine, Step
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.report import Boards, Map
from pbem.documents.example_board import bot_orders

PHASES = 30
"""So many phases are looked at."""


def find_dense_picture(engine: Engine[Any]) -> Map | Boards:
    """The picture of what happened in the phase in which most was drawn, as a beginner's seat is shown it. Raises
    ValueError for a game without pictures."""
    return max(list_pictures(engine), key=measure_density)


def list_pictures(engine: Engine[Any]) -> Iterator[Map | Boards]:
    """The picture of each phase of a game among advisers."""
    said = parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders
    before, step = None, engine.start(said, gallery_dice(0))
    seat = engine.about.beginner or step.state.seats[0]
    for number in range(1, PHASES):
        view = states.seat_view(step.state, seat)
        told = engine.report(view, seat, step.events, states.seat_view(before, seat) if before else None)
        yield from (block for block in told if isinstance(block, Map | Boards))
        if step.state.ranks is not None:
            return
        before, step = step.state, next_step(engine, step, number)


def next_step(engine: Engine[Any], step: Step[Any], number: int) -> Step[Any]:
    given = {seat: orders for seat in step.state.seats if (orders := bot_orders(engine, step.state, seat))}
    return engine.resolve(step.state, given, gallery_dice(number))


def gallery_dice(number: int) -> KeyedDice:
    return KeyedDice(b"gallery", str(number))


def measure_density(block: Map | Boards) -> int:
    """Return how much is drawn."""
    if isinstance(block, Boards):
        return len(block.flows)
    plates = sum(len(plate.rows) for plate in block.plates.values())
    return len(block.pieces) + len(block.strokes) + len(block.signs) + plates
