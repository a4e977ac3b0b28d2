"""A clock that runs makes itself known; time that is lost while none does is given back to the games."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session, col, select

from pbem.db import TROUBLE, Store, add_once
from pbem.models import Game, Phase, Pulse
from pbem.pace import Quiet, rested, zone_info
from pbem.play import deadlines, games, pacing, phases
from pbem.play.rules import rules_of
from pbem.pulse import BEAT, OUTAGE, Beat, Reading, Uptime, expect
from pbem.reasons import because

NEAR = 20
"""A phase that has so many times as long left as an outage took has lost nothing worth a letter."""
NIGHT = Quiet.parse(("23:00 to 08:00",))
"""When no deadline falls that an outage has moved, in the zone of its game."""
BY_DAY = timedelta(hours=6)
"""Phases that are shorter go on by night as well."""

log = structlog.get_logger()


def beat(
    store: Store, now: datetime, catch_up: timedelta, uptime: Uptime, needed: Collection[Beat] | None = None
) -> None:
    """Notes that a clock runs. After a silence, its own or another duty's, whoever comes first gives time back to the
    games it cost some. `needed`: the duties without which it must not go on; None: those that have run here."""
    with store.read() as session:
        pulse = session.get(Pulse, Beat.WORK)
        returned = session.exec(select(Pulse.id).where(col(Pulse.silent_since).is_not(None))).first()
    if pulse and abs(now - pulse.beat_at) < BEAT and returned is None:
        return
    with store.write() as session:
        add_once(session, Pulse(id=Beat.WORK, beat_at=now), "id")
        pulses = session.exec(select(Pulse).order_by(col(Pulse.id)).with_for_update()).all()
        if since := silent_since(pulses, now):
            give_back(session, since, now, catch_up)
            prolong_roll_calls(session, since, now, catch_up)
        pulse = next(one for one in pulses if one.id == Beat.WORK)
        pulse.beat_at, pulse.boot, pulse.ran = now, uptime.boot, uptime.ran
        session.add_all(pulses)
        session.flush()
        if needed is not None:
            expect(session, needed, now)


def silent_since(pulses: Sequence[Pulse], now: datetime) -> datetime | None:
    """Since when something was down that is back now; that is given back once. What went with the clock comes back with
    it."""
    found = [pulse.silent_since for pulse in pulses if pulse.silent_since]
    clock = next(pulse for pulse in pulses if pulse.id == Beat.WORK)
    if now - clock.beat_at > OUTAGE:
        found.append(clock.beat_at)
        for pulse in pulses:
            if abs(pulse.beat_at - clock.beat_at) < OUTAGE and pulse is not clock:
                pulse.beat_at = now
    for pulse in pulses:
        pulse.silent_since = None
    return min(found, default=None)


def give_back(session: Session, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """Sees to it that after an outage each open phase has as much time left as when it began, but no more than
    `catch_up`, and no deadline at night. Phases that are complete are resolved as ever, and so are those whose deadline
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
                    prolong(session, game, phase, since, now, catch_up)
        except TROUBLE:
            raise
        except Exception as error:  # else no game would be looked at any more
            log.exception("no time could be given back", phase=phase.id, error=type(error).__name__)


def prolong(session: Session, game: Game, phase: Phase, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """Moves the deadline of a phase that has too little time left; all outages together by no more than `catch_up`."""
    assert phase.deadline is not None
    silence, left = now - since, max(phase.deadline - now, timedelta())
    wanted = min(phase.deadline - max(since, phase.opened_at), catch_up)
    more = min(wanted - left, catch_up - timedelta(seconds=phase.given_back))
    if more <= timedelta() or left >= NEAR * silence:
        return
    phase.given_back += math.ceil(more.total_seconds())
    at = now + left + more
    if phase.deadline - phase.opened_at >= BY_DAY:
        at = rested(at, zone_info(game.zone), NIGHT).at
    deadlines.put(session, game, phase, at, because("outage", left=at - now, span=silence), now)


def prolong_roll_calls(session: Session, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """The same for games that ask whether all are there."""
    query = select(Game).where(Game.status == "forming", col(Game.roll_call_until) > since)
    for game in session.exec(query.order_by(col(Game.id))).all():
        games.lock(session, game)
        if game.status == "forming" and game.roll_call_until is not None:
            left = min(game.roll_call_until - since, rules_of(game).roll_call, catch_up)
            game.roll_call_until = max(game.roll_call_until, pacing.free(game, now + left))
            session.add(game)


def accept(store: Store, here: Reading, catch_up: timedelta) -> None:
    """From now on the clock is believed. What it skipped is given back like an outage."""
    beat(store, here.wall, catch_up, here.uptime)
    with store.write() as session:
        session.merge(Pulse(id=Beat.WORK, beat_at=here.wall, boot=here.uptime.boot, ran=here.uptime.ran))
