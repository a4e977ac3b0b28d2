"""A step of a record taken once more: from its start, from a phase and its orders, or back to an earlier phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines import states
from engines.abilities import Correctable
from engines.base import Dice, State, Step
from pbem.play import chain, games
from pbem.play.common import NotedDice, dice
from pbem.play.record import PhaseRecord, Record


def step(record: Record, phase: PhaseRecord, dice: Dice, known: Callable[[int], str] | None = None) -> Step[State]:
    """What leads to a phase. `known`: the positions to go on from, by the number of the phase; those of the record
    unless it is given. Whatever the engine raises, and LookupError for a phase that there is not."""
    engine = games.named_engine(record.engine)
    every = {one.number: one for one in record.phases}
    number = source(phase)
    if not number:
        return engine.start(games.setting_of(record.engine, record.options).options, dice)
    position: State = states.load(engine.State, known(number) if known else every[number].state)
    kind = chain.Origin.of(phase).kind
    if kind == "rollback":
        return Step(position, chain.load_events(every[number].events))
    if kind == "correction":
        assert isinstance(engine, Correctable)
        put_right = chain.load_orders(phase.correction, engine)
        return Step(engine.corrected(position, put_right), chain.load_events(every[number].events))
    presence = chain.load_presence(phase.presence)
    return engine.resolve(position, loaded(engine, led_by(every, phase)), dice, presence)


def throws_dice(record: Record) -> bool:
    """Whether anything in a whole game hung on chance."""
    for phase in record.phases:
        thrown = dice(record, phase)
        step(record, phase, thrown)
        if thrown.drawn or (isinstance(thrown, NotedDice) and thrown.taken):
            return True
    return False


def loaded(engine: Any, orders: Mapping[str, str]) -> dict[str, Any]:
    return {code: chain.load_orders(text, engine) for code, text in orders.items()}


def source(phase: PhaseRecord) -> int:
    """The number of the phase that a phase came from; 0 for the first."""
    origin = chain.Origin.of(phase)
    return {"start": 0, "resolve": phase.number - 1, "correction": phase.number - 1}.get(origin.kind, origin.number)


def led_by(every: Mapping[int, PhaseRecord], phase: PhaseRecord) -> Mapping[str, str]:
    """The orders that led to a phase, as they are stored."""
    before, kind = every.get(phase.number - 1), chain.Origin.of(phase).kind
    if kind == "correction":
        return {chain.CORRECTOR: phase.correction}
    return before.orders if before and kind == "resolve" else {}
