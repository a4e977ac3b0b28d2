"""How games end: played out, agreed upon, conceded or abandoned. Then the secret of the dice is shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlmodel import Session, col

from pbem.models import Campaign, Game, Phase, canonical
from pbem.play.tell import Kind, note, tell_all


def played_out(session: Session, game: Game, phase: Phase, ranks: Mapping[str, int], now: datetime) -> None:
    """The engine says who came where."""
    finish(session, game, phase, by_rank(ranks), now)


def by_rank(ranks: Mapping[str, int]) -> dict[str, object]:
    """The outcome of a game that was played to its end."""
    best = min(ranks.values())
    return {"how": "played", "ranks": dict(ranks), "seats": [code for code, rank in ranks.items() if rank == best]}


def abandoned(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Nobody is left to play it."""
    finish(session, game, phase, {"how": "abandoned", "ranks": {}, "seats": []}, now)


def finish(session: Session, game: Game, phase: Phase, outcome: Mapping[str, object], now: datetime) -> None:
    """Ends a game in a phase. `outcome`: "how" ("played", "draw", "concession", "abandoned"), "seats" who won or share,
    "ranks". In words: `pbem.chronicle`."""
    game.status, game.finished_at, game.outcome = "finished", now, canonical(dict(outcome))
    phase.resolved_at, phase.due_at, phase.deadline = phase.resolved_at or now, None, None
    session.add_all((game, phase))
    session.flush()
    wake(session, game, now)
    note(session, game, "SERVER", "finished", now, **outcome, secret=game.secret)
    tell_all(session, Kind.FINISHED, game, f"finished:{phase.id}", phase=phase, data=outcome, now=now)


def wake(session: Session, game: Game, now: datetime) -> None:
    """Has the clock look at the set of games that this one belongs to."""
    if game.campaign_id:
        session.execute(sa.update(Campaign).where(col(Campaign.id) == game.campaign_id).values(due_at=now))
