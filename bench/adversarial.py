"""What the dearest texts cost that anybody could write: 250 kB each, in every kind of phase of every game."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from time import process_time

from bench import Row
from engines.language import parse_orders, slots

sys.path.append(str(Path(__file__).parents[1] / "docs" / "example"))  # the example of a game is in the corpus as well
from tests.attacks.adversarial import GAMES, Desk, desks

SHOWN = 3
"""Texts told of each game."""


def run() -> list[Row]:
    """The slowest texts of each game: read, taken in beside themselves, and checked."""
    found: dict[str, list[tuple[float, str]]] = {}
    for desk in chain.from_iterable(desks(game.code).values() for game in GAMES):
        for name, text in desk.texts().items():
            found.setdefault(desk.engine.code, []).append((time_order_text(desk, text), f"{desk}: {name}"))
    slowest = (each for times in found.values() for each in sorted(times, reverse=True)[:SHOWN])
    return [Row(name, value, "ms", None, "<= 250") for value, name in slowest]


def time_order_text(desk: Desk, text: str) -> float:
    """Milliseconds of the processor for all that is done with a text of orders."""
    start = process_time()
    orders = slots.amend_orders((), parse_orders(desk.grammar, text).orders)
    if desk.view is not None:
        desk.engine.check(desk.view, desk.seat, orders)
    return (process_time() - start) * 1000
