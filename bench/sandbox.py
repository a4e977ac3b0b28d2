"""A line into a running `pbem sandbox diplomacy` to its answer, against the `diplomacy` package setting and processing
the same orders on positions that are set up already."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import mean
from time import perf_counter
from typing import IO, Any, TypeVar

from diplomacy import Game

from bench import Row
from bench._diplomacy import RandomPhase, phases
from bench.adjudicate import write_peer_command
from engines.diplomacy.data import STANDARD

T = TypeVar("T")
RUNS = 9
START = "from pbem.cli import main; main(['sandbox', 'diplomacy'])"


def run() -> list[Row]:
    """For a position of 22 to 34 units with as many orders, in milliseconds: the mean of the least that each takes."""
    played = phases(seed=1)[::8]
    lines = [json.dumps(position(phase)).encode() + b"\n" for phase in played]
    with subprocess.Popen([sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sandbox:
        assert sandbox.stdin and sandbox.stdout
        there, back = sandbox.stdin, sandbox.stdout
        ours = least(lambda line: answer(there, back, line), lines)
        there.close()
    theirs = least(peer, played)
    return [Row("Diplomacy: a position through the sandbox, JSON in and out", ours, "ms", theirs, "<= 0.33 of it")]


def least(work: Callable[[T], float], items: Sequence[T]) -> float:
    return mean(min(work(item) for _ in range(RUNS)) for item in items) * 1000


def answer(there: IO[bytes], back: IO[bytes], line: bytes) -> float:
    start = perf_counter()
    there.write(line)
    there.flush()
    found = back.readline()
    spent = perf_counter() - start
    assert b'"results"' in found, found
    return spent


def peer(phase: RandomPhase) -> float:
    """Setting and processing the orders in the other package; the position is not counted."""
    said = position(phase)
    game = Game()
    game.clear_units()
    for seat, units in said["units"].items():
        game.set_units(seat, units)
    start = perf_counter()
    for seat, orders in said["orders"].items():
        game.set_orders(seat, orders)
    game.process()
    return perf_counter() - start


def position(phase: RandomPhase) -> dict[str, Any]:
    """The phase as others exchange positions."""
    at = {seat: [place for place, unit in phase.units.items() if unit.seat == seat] for seat in STANDARD.powers}
    return {
        "phase": "S1906M",
        "units": {seat: [str(phase.units[place]) for place in mine] for seat, mine in at.items()},
        "centers": {seat: list(homes) for seat, homes in STANDARD.homes.items()},
        "orders": {
            s: [write_peer_command(phase, place) for place in mine if place in phase.commands] for s, mine in at.items()
        },
    }
