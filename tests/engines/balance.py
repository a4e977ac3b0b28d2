"""Whole games by the engine's advice, counted: python -m tests.engines.balance GAME COUNT [OPTIONS].

The figures of `balance.md` beside this come from here; options have commas between them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from engines.all import SHIPPED
from engines.base import Engine, Event
from engines.contract import contract_dice
from engines.language import parse_orders
from tests.engines.playing import steps

MARKS: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "europax": {"supply": {"source": "from {}"}},
    "europe2028": {"attack": {"challenger": "challenged"}, "conquered": {"loser": "from another"}},
}
"""What is counted apart of an event, if an argument is there."""


def name_of(code: str, event: Event) -> str:
    marks = MARKS.get(code, {}).get(event.kind, {})
    found = (words.format(event.args[key]) for key, words in marks.items() if event.args.get(key))
    return ", ".join([event.kind, *found])


def game(engine: Engine[Any], seed: int, options: str) -> Counter[str]:
    """The events of one game, its phases, and who won."""
    found, state = (
        Counter[str](),
        engine.start(parse_orders(engine.setup, options).orders, contract_dice(seed, 0)).state,
    )
    for step in steps(engine, state, seed, advised=True):
        found["phases"] += 1
        found.update(f"  {name_of(engine.code, event)}" for event in step.events)
        state = step.state
    found.update(f"first: {seat}" for seat, rank in (state.ranks or {}).items() if rank == 1)
    return found


if __name__ == "__main__":
    code, count, *options = sys.argv[1:]
    total = Counter[str]()
    for seed in range(int(count)):
        total += game(SHIPPED[code], seed, " ".join(options).replace(",", "\n"))
    for what, n in sorted(total.items()):
        print(f"{what:32} {n / int(count):8.2f} a game")
