"""A game in each kind of phase: played by random orders until it is come to, then laid on a table of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlmodel import Session

from engines import states
from engines.base import Engine, Step
from engines.dice import KeyedDice
from engines.language import parse_orders, roll_orders
from pbem.games import demo, games
from pbem.games.phases import phases
from pbem.games.proof.hash_chain import PhaseOrigin
from pbem.games.seating import seats
from pbem.storage.models import Player

WAYS = {
    "diplomacy": (("", 4, "movement adjustment retreat"),),
    "cantillon": (("", 1, "setup round"), ("MODE TURN", 1, "turn"), ("MODE BOOK", 1, "stage")),
    "europa": (("", 1, "place elections peace"), ("MODE BOOK\nCAMPAIGN ON", 1, "campaign propose answer move resolve")),
    "europax": (("", 1, "setup round"), ("MODE BOOK\nASK-BUYERS ON", 1, "lead buyer")),
    "europe2028": (("", 1, "setup round"), ("MODE BOOK", 20, "turn challenge add")),
    "goofspiel": (("", 1, "round"),),
}
"""For each game the options, the seed, and the kinds of phases that are looked at with them."""
LONG = 120
"""Phases after which a game is left."""


@dataclass(frozen=True)
class PhaseKind:
    """The first position of a kind that a game came to, and the seat that has most to say there."""

    engine: str
    options: str
    seat: str
    before: Step[Any] | None
    step: Step[Any]

    @property
    def slug(self) -> str:
        return f"{self.engine}-{self.step.state.kind}"


def iter_phase_kinds(code: str) -> Iterator[PhaseKind]:
    """Each kind of phase of a game, once."""
    engine, wanted = games.get_engine_by_code(code), {*games.get_engine_by_code(code).kinds}
    for options, seed, kinds in WAYS[code]:
        left = set(kinds.split())
        for one in play_random_phases(engine, code, options, seed):
            if one.step.state.kind in left:
                left.remove(one.step.state.kind)
                yield one
            if not left:
                break
        assert not left, f"{code} came to no {left}"
        wanted -= set(kinds.split())
    assert not wanted, f"nobody looks at {wanted} of {code}"


def play_random_phases(engine: Engine[Any], code: str, options: str, seed: int) -> Iterator[PhaseKind]:
    """The phases of a game by random orders."""
    random = Random(seed)
    before, step = None, engine.start(parse_orders(engine.setup, options).orders, dice(seed, 0))
    for number in range(1, LONG):
        if step.state.ranks is not None:
            return
        asks = {
            seat: grammar
            for seat in step.state.seats
            if (grammar := engine.grammar(states.seat_view(step.state, seat), seat))
        }
        yield PhaseKind(code, options, max(asks, key=lambda seat: len(asks[seat].lines)), before, step)
        said = {seat: roll_orders(grammar, random) for seat, grammar in asks.items()}
        before, step = step, engine.resolve(step.state, said, dice(seed, number))


def dice(seed: int, number: int) -> KeyedDice:
    return KeyedDice(f"kinds {seed}".encode(), str(number))


def store_game_position(db: Session, one: PhaseKind, player: Player, now: datetime) -> None:
    """A game that has come to this position, with a player in the seat that is asked, and bots around him."""
    game = games.insert_game(db, one.engine, one.options, slug=one.slug, now=now)
    seats.join_game(db, game, player, [one.seat], now)
    demo.fill_with_bots(db, game, now)
    first = games.find_current_phase(db, game)
    if one.before and first:
        first.resolved_at = now
        phases.insert_phase(db, game, one.step, PhaseOrigin("resolve"), {}, first, now, now)
