"""Deadlines moved: more time, a pause, the time lost in an outage. Everybody is told, with the reason."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.models import Game, Phase
from pbem.pace import Deadline, length_text
from pbem.play import Refused, games, phases
from pbem.play.tell import note, tell_all


def move(session: Session, game: Game, phase: Phase, by: timedelta, why: str, now: datetime) -> None:
    """Moves the deadline by a length of time, counted from now if it has passed already."""
    if phase.deadline is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    put(session, game, phase, max(phase.deadline, now) + by, f"{length_text(by)} later because {why}", now)


def put(session: Session, game: Game, phase: Phase, at: datetime, why: str, now: datetime) -> None:
    """Sets the deadline anew; the words before stay, so that the whole calculation can be read."""
    before = f"{phase.deadline_why}; " if phase.deadline_why else ""
    phases.set_deadline(game, phase, Deadline(at, before + why), now)
    session.add(phase)
    session.flush()
    if game.status == "running":
        phases.hurry(session, game, phase, now)
    note(session, game, "SERVER", "deadline", now, phase=phase.name, deadline=at.isoformat(), why=why)
    data = {"deadline": at.isoformat(), "why": why}
    tell_all(session, "deadline", game, f"deadline:{phase.id}:{at:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


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
    data = {"code": "paused", "why": why}
    tell_all(session, "notice", game, f"paused:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


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
    put(session, game, phase, phase.deadline + stood, f"{spoken(stood)} later because of the pause", now)


def spoken(span: timedelta) -> str:
    return length_text(span) if span >= timedelta(minutes=1) else "less than a minute"
