"""Deadlines moved: more time, a pause, the time lost in an outage. Everybody is told, with the reason."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import Session

from pbem.models import Game, Phase
from pbem.pace import Deadline
from pbem.play import Refused, games, phases
from pbem.play.tell import Kind, note, tell_all
from pbem.reasons import Reason, because, read


def move(
    session: Session, game: Game, phase: Phase, by: timedelta, who: Literal["master", "votes"], now: datetime
) -> None:
    """Moves the deadline by a length of time, counted from now if it has passed already. `who` gave more time."""
    if phase.deadline is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    put(session, game, phase, max(phase.deadline, now) + by, because(who, span=by), now)


def put(session: Session, game: Game, phase: Phase, at: datetime, why: Reason, now: datetime) -> None:
    """Sets the deadline anew; the steps before stay, so that the whole calculation can be read."""
    phases.set_deadline(game, phase, Deadline(at, (*read(phase.deadline_why), why)), now)
    session.add(phase)
    session.flush()
    if game.status == "running":
        phases.hurry(session, game, phase, now)
    note(session, game, "SERVER", "deadline", now, phase=phase.name, deadline=at.isoformat(), why=[why.data])
    data = {"deadline": at.isoformat(), "why": [why.data]}
    tell_all(session, Kind.DEADLINE, game, f"deadline:{phase.id}:{at:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


def pause(session: Session, game: Game, why: str, now: datetime) -> None:
    """Stops the clock of a running game. Orders are still taken."""
    games.lock(session, game)
    if game.status != "running":
        raise Refused("not running", slug=game.slug, status=game.status)
    phase = games.current(session, game)
    assert phase is not None
    game.status, game.paused_at, phase.due_at = "paused", now, None
    session.add_all((game, phase))
    session.flush()
    data = {"why": why}
    tell_all(session, Kind.PAUSED, game, f"paused:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


def resume(session: Session, game: Game, now: datetime) -> None:
    """Starts the clock again; the deadline moves by as long as it stood."""
    games.lock(session, game)
    if game.status != "paused" or game.paused_at is None:
        raise Refused("not paused", slug=game.slug, status=game.status)
    phase = games.current(session, game)
    assert phase is not None and phase.deadline is not None
    stood = now - game.paused_at
    game.status, game.paused_at = "running", None
    phase.early_at = None
    session.add(game)
    session.flush()
    put(session, game, phase, phase.deadline + stood, because("pause", span=stood), now)
