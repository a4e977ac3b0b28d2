"""Proof that a game went by the rules: every phase is resolved again from the stored orders and dice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlmodel import Session, col, select

from engines import states
from engines.base import State, Step
from pbem.models import Game, Phase, Seat
from pbem.play import chain, draw, games, phases


def verify(session: Session, game: Game) -> list[str]:
    """What does not follow from what went before, in words; [] if the whole game re-resolves exactly."""
    problems = []
    if hashlib.sha256(game.secret.encode()).hexdigest() != game.commitment:
        problems.append("the secret of the dice is not the one that was committed to")
    if game.draw and not draw.follows(game.secret, game.draw):
        problems.append("the draw of its seats is not what the wishes and the secret of the dice give")
    seats = games.seats(session, game)
    done: dict[int, Phase] = {}
    for phase in session.exec(select(Phase).where(Phase.game_id == game.id).order_by(col(Phase.number))):
        try:
            problems += [
                f"phase {phase.number} ({phase.name}): {p}" for p in examine(session, game, seats, phase, done)
            ]
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            problems.append(f"phase {phase.number} ({phase.name}): cannot be resolved again ({why})")
        done[phase.number] = phase
    return problems


def examine(session: Session, game: Game, seats: Sequence[Seat], phase: Phase, done: dict[int, Phase]) -> list[str]:
    before = done.get(phase.number - 1)
    problems = [] if before or phase.number == 1 else ["the phase before it is missing"]
    if phase.previous_hash != (before.hash if before else chain.root(game, seats)):
        problems.append("it does not follow the hash of the phase before it")
    step, orders = again(session, game, seats, phase, before, done)
    if phase.state != states.dump(step.state):
        problems.append("its position is not what the rules give")
    if phase.events != chain.dump_events(step.events):
        problems.append("its events are not what the rules give")
    salt = chain.salt(game, phase.number) if phase.salted else ""
    if phase.hash != chain.link(phase.previous_hash, phase.origin, orders, phase.state, phase.events, salt):
        problems.append("its hash does not cover what is stored")
    return problems


def again(
    session: Session, game: Game, seats: Sequence[Seat], phase: Phase, before: Phase | None, done: dict[int, Phase]
) -> tuple[Step[State], dict[str, str]]:
    """The step that led to a phase, taken once more, and the orders that led to it as they are stored."""
    origin = chain.Origin.of(phase)
    if origin.kind == "rollback":
        old = done[origin.number]
        return Step(games.state(old), chain.load_events(old.events)), {}
    if origin.kind == "correction" and before is not None:
        return phases.corrected(game, before, phase.correction), {chain.CORRECTOR: phase.correction}
    if before is None:
        return phases.first_step(game, seats), {}
    orders = phases.stored(phases.turns(session, before))
    return phases.resolved(game, seats, before, orders), orders
