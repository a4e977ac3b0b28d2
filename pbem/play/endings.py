"""How games end: played out, agreed upon, conceded or abandoned. Then the secret of the dice is shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlmodel import Session

from pbem.models import Game, Phase, canonical
from pbem.play.tell import Kind, note, tell_all


def played_out(session: Session, game: Game, phase: Phase, ranks: Mapping[str, int], now: datetime) -> None:
    """The engine says who came where."""
    best = min(ranks.values())
    winners = [code for code, rank in ranks.items() if rank == best]
    finish(session, game, phase, {"how": "played", "ranks": dict(ranks), "seats": winners}, now)


def abandoned(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Nobody is left to play it."""
    finish(session, game, phase, {"how": "abandoned", "ranks": {}, "seats": []}, now)


def cancelled(session: Session, game: Game, phase: Phase | None, now: datetime) -> None:
    """Who leads it has called it off, maybe before it began."""
    finish(session, game, phase, {"how": "cancelled", "ranks": {}, "seats": []}, now)


def finish(session: Session, game: Game, phase: Phase | None, outcome: Mapping[str, object], now: datetime) -> None:
    """Ends a game in a phase. `outcome`: "how" ("played", "draw", "concession", "abandoned",
    "cancelled"), "seats" who won or share,
    "ranks". In words: `pbem.chronicle`."""
    game.status, game.finished_at, game.outcome = "finished", now, canonical(dict(outcome))
    if phase:
        phase.resolved_at, phase.due_at, phase.deadline = phase.resolved_at or now, None, None
        session.add(phase)
    session.add(game)
    session.flush()
    note(session, game, "SERVER", "finished", now, **outcome, secret=game.secret)
    tell_all(
        session, Kind.FINISHED, game, f"finished:{phase.id if phase else game.slug}", phase=phase, data=outcome, now=now
    )
