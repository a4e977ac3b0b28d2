"""What is due: `tick(now)` looks at every phase whose alarm has rung, each in a transaction of its own.

Any number of clocks may run (`pbem.serve` schedules one in each process). A phase is claimed before it is looked at, a
clock that dies gives it back when its lease ends, and closing checks under the game's lock that nobody was faster. A
game that cannot be resolved is parked; the others go on.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, col, select

from pbem.db import Store, add_once, claim
from pbem.models import Game, Phase, Pulse
from pbem.pace import length_text
from pbem.play import deadlines, games, phases
from pbem.play.tell import note, tell_master

LEASE = timedelta(minutes=2)
BATCH = 20
BEAT = timedelta(seconds=30)
"""How often a running clock makes itself known."""
OUTAGE = timedelta(minutes=5)
"""A longer silence than this means the server was down."""

log = structlog.get_logger()


def tick(store: Store, now: datetime, *, catch_up: timedelta = timedelta()) -> int:
    """Does all that is due; the number of phases looked at. Deadlines that passed in an outage move by `catch_up` at
    most."""
    beat(store, now, catch_up)
    done = 0
    while ids := claimed(store, now):
        for phase_id in ids:
            look(store, phase_id, now)
        done += len(ids)
    return done


def claimed(store: Store, now: datetime) -> list[int]:
    with store.write() as session:
        return claim(session, col(Phase.due_at), now, now + LEASE, BATCH)


def look(store: Store, phase_id: int, now: datetime) -> None:
    """Reminds or closes one claimed phase; parks the game if its engine cannot go on."""
    try:
        with store.write() as session:
            phase, game = phase_and_game(session, phase_id)
            phases.attend(session, game, phase, now)
    except DBAPIError:
        log.exception("database trouble; the phase is tried again when its lease ends", phase=phase_id)
    except Exception as error:
        log.exception("game is stuck", phase=phase_id)
        park(store, phase_id, type(error).__name__, now)


def phase_and_game(session: Session, phase_id: int) -> tuple[Phase, Game]:
    phase = session.get_one(Phase, phase_id)
    return phase, session.get_one(Game, phase.game_id)


def park(store: Store, phase_id: int, error: str, now: datetime) -> None:
    """Takes a game off the clock until its master has it processed again; the error's name is all that is told."""
    with store.write() as session:
        phase, game = phase_and_game(session, phase_id)
        games.lock(session, game)
        if game.status == "running":
            game.status, phase.due_at = "stuck", None
            session.add_all((game, phase))
            note(session, game, "SERVER", "stuck", now, phase=phase.name, error=error)
            data = {"code": "stuck", "error": error}
            tell_master(
                session, "notice", game, f"stuck:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now
            )


# --- outages ----------------------------------------------------------------------------------------------------


def beat(store: Store, now: datetime, catch_up: timedelta) -> None:
    """Notes that a clock runs. After a silence, whoever comes first gives time back to the games it cost some."""
    with store.read() as session:
        pulse = session.get(Pulse, 1)
    if pulse and now - pulse.beat_at < BEAT:
        return
    with store.write() as session:
        add_once(session, Pulse(id=1, beat_at=now), "id")
        pulse = session.exec(select(Pulse).with_for_update()).one()
        silence = now - pulse.beat_at
        if silence > OUTAGE:
            give_back(session, pulse.beat_at, silence, now, catch_up)
        pulse.beat_at = max(pulse.beat_at, now)
        session.add(pulse)


def give_back(session: Session, since: datetime, silence: timedelta, now: datetime, catch_up: timedelta) -> None:
    """Moves the deadlines that passed while the server was down: by as long as it was, but no longer than `catch_up`
    or the phase itself. Phases that were complete are resolved at once."""
    query = (
        select(Phase, Game)
        .join(Game, col(Phase.game_id) == Game.id)
        .where(
            Game.status == "running",
            col(Phase.resolved_at).is_(None),
            col(Phase.deadline) > since,
            col(Phase.deadline) <= now,
            col(Phase.early_at).is_(None),
        )
    )
    for phase, game in session.exec(query).all():
        games.lock(session, game)
        session.refresh(phase)
        if phase.deadline is None or not phases.waiting(session, phase):
            continue
        more = min(silence, catch_up, phase.deadline - phase.opened_at)
        if more > timedelta():
            why = f"{length_text(more)} from now because the server was down for {deadlines.spoken(silence)}"
            deadlines.put(session, game, phase, now + more, why, now)
