"""Resolving a movement phase of Diplomacy, against `Game.process` of the `diplomacy` package on the same phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from diplomacy import Game

from bench import Row
from bench._diplomacy import RandomPhase, phases
from engines.diplomacy.adjudicate import adjudicate_moves
from engines.diplomacy.data import STANDARD
from engines.diplomacy.units import Unit, UnitCommand

RUNS = 7
PARADOX = RandomPhase(
    {
        at: Unit(kind, at, seat)  # type: ignore[arg-type]
        for seat, kind, at in (
            ("ENGLAND", "F", "EDI"),
            ("ENGLAND", "F", "LON"),
            ("ENGLAND", "F", "IRI"),
            ("ENGLAND", "F", "MAO"),
            ("FRANCE", "A", "BRE"),
            ("FRANCE", "F", "ENG"),
            ("FRANCE", "F", "BEL"),
            ("RUSSIA", "A", "NWY"),
            ("RUSSIA", "F", "NTH"),
        )
    },
    {
        "EDI": UnitCommand("M", "NTH"),
        "LON": UnitCommand("S", "NTH", "EDI"),
        "IRI": UnitCommand("M", "ENG"),
        "MAO": UnitCommand("S", "ENG", "IRI"),
        "BRE": UnitCommand("M", "LON"),
        "ENG": UnitCommand("C", "LON", "BRE"),
        "BEL": UnitCommand("S", "", "ENG"),
        "NWY": UnitCommand("M", "BEL"),
        "NTH": UnitCommand("C", "BEL", "NWY"),
    },
)
"""A convoy paradox of second order without a solution (DATC 6.F.24)."""


def run() -> list[Row]:
    """Medians of several runs, in milliseconds for one phase."""
    played = phases(seed=1)
    few = played[::8]
    peer = time_per_item(lambda: [peer_game(phase) for phase in few], process)
    return [
        Row(
            "Diplomacy: resolve a movement phase of 22-34 units",
            time_per_item(lambda: played, ours),
            "ms",
            peer,
            "<= 0.06",
        ),
        Row(
            "Diplomacy: the same with the reason of every order", time_per_item(lambda: played, reasons), "ms", peer, ""
        ),
        Row("Diplomacy: a paradox of second order", time_per_item(lambda: [PARADOX] * 50, ours), "ms", None, "<= 1"),
    ]


def time_per_item(prepare: Callable[[], Sequence[Any]], work: Callable[[Any], object]) -> float:
    """The median over the runs of the mean time of one piece of work; what is prepared for it is not timed."""
    means = []
    for _ in range(RUNS):
        items = prepare()
        start = perf_counter()
        for item in items:
            work(item)
        means.append((perf_counter() - start) / len(items) * 1000)
    return median(means)


def ours(phase: RandomPhase) -> None:
    """Who moved and who was dislodged."""
    adjudicate_moves(STANDARD, phase.units, phase.commands)


def reasons(phase: RandomPhase) -> None:
    """Who moved and who was dislodged, and what became of every order."""
    verdicts = adjudicate_moves(STANDARD, phase.units, phase.commands)
    assert verdicts.outcomes


def peer_game(phase: RandomPhase) -> Game:
    """The phase set up in the other package."""
    game = Game()
    game.clear_units()
    for seat in STANDARD.powers:
        game.set_units(seat, [str(unit) for unit in phase.units.values() if unit.seat == seat])
        mine = [at for at, unit in phase.units.items() if unit.seat == seat]
        game.set_orders(seat, [write_peer_command(phase, at) for at in mine if at in phase.commands])
    return game


def process(game: Game) -> None:
    """Resolves the phase in the other package."""
    game.process()


def write_peer_command(phase: RandomPhase, at: str) -> str:
    """A command in the notation of the other package."""
    unit, command = phase.units[at], phase.commands[at]
    if command.kind == "H":
        return f"{unit} H"
    if command.kind == "M":
        carried = any(c.kind == "C" and c.helped == at for c in phase.commands.values())
        return f"{unit} - {command.target}" + (" VIA" if carried else "")
    return f"{unit} {command.kind} {phase.units[command.helped]}" + (f" - {command.target}" if command.target else "")
