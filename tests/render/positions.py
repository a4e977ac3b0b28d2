"""Maps of whole games, as they were played or as bots play them: what pictures are judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from engines import states
from engines.base import Engine, State, Step
from engines.cantillon import ENGINE as CANTILLON
from engines.dice import KeyedDice, LoadedDice
from engines.diplomacy import ENGINE as DIPLOMACY
from engines.europa import ENGINE as EUROPA
from engines.europe2028 import ENGINE as EUROPE2028
from engines.language import parse_orders
from engines.report import Block, Map
from tests.diplomacy.test_recorded import GAME, LONGER
from tests.engines.playing import steps

DICE = LoadedDice()


@dataclass(frozen=True)
class Game:
    """Steps of one game, each with the state before it."""

    name: str
    engine: Engine[Any]
    steps: Iterator[tuple[State, Step[Any]]]


def games(most: int = 50) -> Iterator[Game]:
    """The recorded games of Diplomacy, and so many phases of each other game that has a map."""
    yield Game("diplomacy", DIPLOMACY, iter_recorded_phases())
    for name, engine in (("cantillon", CANTILLON), ("europa", EUROPA), ("europe2028", EUROPE2028)):
        yield Game(name, engine, islice(iter_advised_phases(engine), most))


def iter_recorded_phases() -> Iterator[tuple[State, Step[Any]]]:
    """The phases of the recorded games."""
    for game in (GAME, LONGER):
        yield from phases_of(game)


def phases_of(game: Path) -> Iterator[tuple[State, Step[Any]]]:
    state = DIPLOMACY.start((), DICE).state
    for moment in DIPLOMACY.read_recorded_game(game.read_text("utf-8")):
        said = {
            seat: parse_orders(grammar, "\n".join(lines)).orders
            for seat, lines in moment.orders.items()
            if (grammar := DIPLOMACY.grammar(states.seat_view(state, seat), seat))
        }
        step = DIPLOMACY.resolve(state, said, DICE)
        if state.ranks is None:
            yield state, step
        state = step.state


def iter_advised_phases(engine: Engine[Any]) -> Iterator[tuple[State, Step[Any]]]:
    """Games of bots, one after the other."""
    said = parse_orders(engine.setup, "\n".join(engine.setup.draft)).orders
    for seed in range(9):
        state = engine.start(said, KeyedDice(b"positions", str(seed))).state
        for step in steps(engine, state, seed, True):
            yield state, step
            state = step.state


def iter_report_maps(game: Game) -> Iterator[Map]:
    """The maps of the reports of a game, as its first seat sees them: what happened, and how it stands."""
    for before, step in game.steps:
        seat = step.state.seats[0]
        view = states.seat_view(step.state, seat)
        yield from maps(game.engine.report(view, seat, step.events, before))
        yield from maps(game.engine.board(view, seat, ()))


def maps(blocks: Iterable[Block]) -> Iterator[Map]:
    return (block for block in blocks if isinstance(block, Map))
