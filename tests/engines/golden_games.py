"""One short game of each engine, written out phase by phase.

`PYTHONPATH=docs/example python -m tests.engines.golden_games` writes them anew.

A change in the rules, the order language or the dice shows here as a difference that can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engines.all import list_own_engines
from engines.base import Engine
from engines.contract import contract_dice
from engines.language import parse_orders, roll_orders
from goofspiel import ENGINE as GOOFSPIEL

FOLDER = Path(__file__).parent / "golden"
SHORT = {
    "diplomacy": "END 1902",
    "europa": "PLAYERS 3",
    "cantillon": "PLAYERS 3\nGOAL ROUNDS 4",
    "europax": "PLAYERS 2",
    "europe2028": "PLAYERS 3\nMAX-ROUNDS 4",
    "goofspiel": "PLAYERS 3\nCARDS 6\nTIES LOT",
}
"""Options under which random players come to an end soon."""
SEED = 3
ENGINES: tuple[Engine[Any], ...] = (*list_own_engines(), GOOFSPIEL)
"""Our own, and the example of `docs/engines.md`."""


def write_golden_game(engine: Engine[Any]) -> str:
    return "\n".join(lines(engine)) + "\n"


def lines(engine: Engine[Any]) -> Iterator[str]:
    """Each phase with everybody's orders, what happened, and at the end the ranks."""
    random, count = Random(SEED), 0
    step = engine.start(parse_orders(engine.setup, SHORT[engine.code]).orders, contract_dice(SEED, 0))
    while step.state.ranks is None:
        count += 1
        yield f"== {step.state.phase}"
        orders = {
            seat: roll_orders(grammar, random)
            for seat in step.state.seats
            if (grammar := engine.grammar(step.state, seat))
        }
        for seat, mine in orders.items():
            yield from (f"{seat}: {order.text}" for order in mine)
        step = engine.resolve(step.state, orders, contract_dice(SEED, count))
        yield from (f"  {event.kind} {json.dumps(dict(event.args), sort_keys=True)}" for event in step.events)
    yield f"== the end: {json.dumps(dict(step.state.ranks), sort_keys=True)}"


if __name__ == "__main__":
    for engine in ENGINES:
        (FOLDER / f"{engine.code}.txt").write_text(write_golden_game(engine), "utf-8")
