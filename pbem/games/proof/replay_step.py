"""A step of a record taken once more: from its start, from a phase and its orders, or back to an earlier phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.abilities import Correctable
from engines.base import Dice, State, Step
from pbem.games import games, positions
from pbem.games.proof import hash_chain
from pbem.games.proof.game_record import PhaseRecord, Record
from pbem.games.proof.shared_dice import NotedDice, build_record_dice


def repeat_step(
    record: Record, phase: PhaseRecord, dice: Dice, known: Callable[[int], str] | None = None
) -> Step[State]:
    """Return what leads to a phase. `known`: the positions to go on from, by the number of the phase; those of the
    record unless it is given. Whatever the engine raises, and LookupError for a phase that there is not."""
    engine = games.get_engine_by_code(record.engine)
    every = {one.number: one for one in record.phases}
    number = source_number(phase)
    if not number:
        return engine.start(games.parse_setup(record.engine, record.options).options, dice)
    position: State = positions.parse_position(engine.State, known(number) if known else every[number].state)
    kind = hash_chain.PhaseOrigin.from_phase(phase).kind
    if kind == "rollback":
        return Step(position, hash_chain.load_events(every[number].events))
    if kind == "correction":
        assert isinstance(engine, Correctable)
        put_right = hash_chain.load_orders(phase.correction)
        return Step(engine.correct(position, put_right), hash_chain.load_events(every[number].events))
    presence = hash_chain.load_presence(phase.presence)
    return engine.resolve(position, load_orders_by_seat(orders_leading_to(every, phase)), dice, presence)


def throws_dice(record: Record) -> bool:
    """Return whether anything in a whole game hung on chance."""
    for phase in record.phases:
        thrown = build_record_dice(record, phase)
        repeat_step(record, phase, thrown)
        if thrown.draw_counts or (isinstance(thrown, NotedDice) and thrown.shared_taken):
            return True
    return False


def load_orders_by_seat(orders: Mapping[str, str]) -> dict[str, Any]:
    return {code: hash_chain.load_orders(text) for code, text in orders.items()}


def source_number(phase: PhaseRecord) -> int:
    """The number of the phase that a phase came from; 0 for the first."""
    origin = hash_chain.PhaseOrigin.from_phase(phase)
    return {"start": 0, "resolve": phase.number - 1, "correction": phase.number - 1}.get(origin.kind, origin.number)


def orders_leading_to(every: Mapping[int, PhaseRecord], phase: PhaseRecord) -> Mapping[str, str]:
    """The orders that led to a phase, as they are stored."""
    before, kind = every.get(phase.number - 1), hash_chain.PhaseOrigin.from_phase(phase).kind
    if kind == "correction":
        return {hash_chain.CORRECTOR: phase.correction}
    return before.orders if before and kind == "resolve" else {}
