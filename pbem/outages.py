"""A clock that runs makes itself known; time that is lost while none does is given back to the games."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session, col, select

from pbem.db import TROUBLE, Store, add_once
from pbem.models import Game, Phase, Pulse
from pbem.play import deadlines, games, phases
from pbem.pulse import OUTAGE, Reading, Uptime
from pbem.reasons import because

BEAT = timedelta(seconds=30)
"""How often a running clock makes itself known."""

log = structlog.get_logger()


def beat(store: Store, now: datetime, catch_up: timedelta, uptime: Uptime) -> None:
    """Notes that a clock runs. After a silence, whoever comes first gives time back to the games it cost some."""
    with store.read() as session:
        pulse = session.get(Pulse, 1)
    if pulse and abs(now - pulse.beat_at) < BEAT:
        return
    with store.write() as session:
        add_once(session, Pulse(id=1, beat_at=now), "id")
        pulse = session.exec(select(Pulse).with_for_update()).one()
        if now - pulse.beat_at > OUTAGE:
            give_back(session, pulse.beat_at, now, catch_up)
        pulse.beat_at, pulse.boot, pulse.ran = now, uptime.boot, uptime.ran
        session.add(pulse)


def give_back(session: Session, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """Sees to it that after an outage each open phase has as much time left as the outage took, or as the phase is
    long, but no more than `catch_up`. Phases that are complete are resolved as ever, and so are those whose deadline
    had passed before."""
    query = (
        select(Phase, Game)
        .join(Game, col(Phase.game_id) == Game.id)
        .where(
            Game.status == "running",
            col(Phase.resolved_at).is_(None),
            col(Phase.deadline) > since,
            col(Phase.deadline) < now + catch_up,
            col(Phase.early_at).is_(None),
        )
        .order_by(col(Game.id))
    )
    for phase, game in session.exec(query).all():
        try:
            with session.begin_nested():
                games.lock(session, game)
                session.refresh(phase)
                if phase.deadline is not None and phases.waiting(session, phase):
                    prolong(session, game, phase, now - since, now, catch_up)
        except TROUBLE:
            raise
        except Exception as error:  # else no game would be looked at any more
            log.exception("no time could be given back", phase=phase.id, error=type(error).__name__)


def prolong(session: Session, game: Game, phase: Phase, silence: timedelta, now: datetime, catch_up: timedelta) -> None:
    """Moves the deadline of a phase that has too little time left; all outages together by no more than `catch_up`."""
    assert phase.deadline is not None
    left = max(phase.deadline - now, timedelta())
    wanted = min(silence, catch_up, phase.deadline - phase.opened_at)
    more = min(wanted - left, catch_up - timedelta(seconds=phase.given_back))
    if more <= timedelta():
        return
    phase.given_back += math.ceil(more.total_seconds())
    why = because("outage", left=left + more, span=silence)
    deadlines.put(session, game, phase, now + left + more, why, now)


def accept(store: Store, here: Reading, catch_up: timedelta) -> None:
    """From now on the clock is believed. What it skipped is given back like an outage."""
    beat(store, here.wall, catch_up, here.uptime)
    with store.write() as session:
        session.merge(Pulse(id=1, beat_at=here.wall, boot=here.uptime.boot, ran=here.uptime.ran))
