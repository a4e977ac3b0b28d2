"""A clock that runs makes itself known; time that is lost while none does is given back to the games."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import structlog
from sqlmodel import Session, col, select

from pbem.games import games
from pbem.games.phases import deadlines, deliveries, pacing, phase_turns, schedule
from pbem.games.rules import rules_of
from pbem.health.clock_check import BEAT, OUTAGE, Beat, ClockReading, Uptime, expect_duties
from pbem.pace.reasons import make_reason
from pbem.storage.database import TROUBLE, Store
from pbem.storage.inserting import begin_savepoint, insert_if_missing
from pbem.storage.models import Game, Phase, Pulse

NEAR = 20
"""A phase that has so many times as long left as an outage took has lost nothing worth a letter."""
STEP = timedelta(hours=1)
"""What is given back at once at least, in phases of four hours or more; in shorter ones a quarter of them."""
PART = 4
"""Nor less than a quarter of what a phase was given back before: a duty that comes and goes causes some letters, not
thousands."""

log = structlog.get_logger()


def beat_clock(
    store: Store, now: datetime, catch_up: timedelta, uptime: Uptime, needed: Collection[Beat] | None = None
) -> None:
    """Notes that a clock runs. After a silence, its own or another duty's, whoever comes first gives time back to the
    games it cost some. `needed`: the duties without which it must not go on; None: those that have run here."""
    with store.read_session() as session:
        pulse = session.get(Pulse, Beat.WORK)
        returned = session.exec(select(Pulse.id).where(col(Pulse.silent_since).is_not(None))).first()
    if pulse and abs(now - pulse.beat_at) < BEAT and returned is None:
        return
    with store.write_session() as session:
        insert_if_missing(session, Pulse(id=Beat.WORK, beat_at=now), "id")
        pulses = session.exec(select(Pulse).order_by(col(Pulse.id)).with_for_update()).all()
        if since := find_outage_start(pulses, now):
            give_time_back(session, since, now, catch_up)
            prolong_roll_calls(session, since, now, catch_up)
        pulse = next(one for one in pulses if one.id == Beat.WORK)
        pulse.beat_at, pulse.boot, pulse.ran = now, uptime.boot, uptime.ran
        session.add_all(pulses)
        session.flush()
        if needed is not None:
            expect_duties(session, needed, now)


def find_outage_start(pulses: Sequence[Pulse], now: datetime) -> datetime | None:
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


def give_time_back(session: Session, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """Sees to it that after an outage each open phase has as much time left as when it began, but no more than
    `catch_up`, and no deadline at night. Phases that are complete are resolved as ever, and so are those whose deadline
    and grace had passed before."""
    query = (
        select(Phase, Game)
        .join(Game, col(Phase.game_id) == Game.id)
        .where(
            Game.status == "running",
            col(Phase.resolved_at).is_(None),
            col(Phase.deadline) < now + catch_up,
            col(Phase.early_at).is_(None),
        )
        .order_by(col(Game.id))
    )
    for phase, game in session.exec(query).all():
        try:
            with begin_savepoint(session):
                games.lock_game(session, game)
                session.refresh(phase)
                if phase.deadline is not None and phase_turns.list_unready_seats(session, phase):
                    prolong_phase(session, game, phase, since, now, catch_up)
        except TROUBLE:
            raise
        except Exception as error:  # else no game would be looked at any more
            log.exception("no time could be given back", phase=phase.id, error=type(error).__name__)


def prolong_phase(
    session: Session, game: Game, phase: Phase, since: datetime, now: datetime, catch_up: timedelta
) -> None:
    """Moves the deadline of a phase that has too little time left; all outages together by no more than `catch_up`. In
    the grace it is moved by what the grace has lost, to a time that is still to come."""
    assert phase.deadline is not None
    length, ends = phase.deadline - phase.opened_at, phase_end_before(session, game, phase, since)
    silence, left = now - since, max(ends - now, timedelta())
    lost = min(ends - max(since, phase.opened_at), catch_up) - left
    if lost <= timedelta() or left >= NEAR * silence:
        return
    step = max(min(STEP, length / PART), timedelta(seconds=phase.given_back) / PART)
    more = min(max(lost, step), catch_up - timedelta(seconds=phase.given_back))
    if more <= timedelta():
        return
    phase.given_back += math.ceil(more.total_seconds())
    at = max(now + left + more - (ends - phase.deadline), now + min(STEP, left + more))
    at = pacing.move_to_daytime(game, at, length)
    deadlines.set_adjusted_deadline(session, game, phase, at, make_reason("outage", left=at - now, span=silence), now)


def phase_end_before(session: Session, game: Game, phase: Phase, since: datetime) -> datetime:
    """Until when orders counted that came as an outage began: the deadline, or once that had passed the end of the
    grace."""
    assert phase.deadline is not None
    owing = any(phase_turns.owes_orders(*one) for one in phase_turns.list_turns(session, phase))
    late = schedule.closing_time(rules_of(game), phase, owing) if phase.deadline <= since else None
    return late or phase.deadline


def prolong_roll_calls(session: Session, since: datetime, now: datetime, catch_up: timedelta) -> None:
    """The same for games that ask whether all are there; they wait for outages no longer than `catch_up`."""
    query = select(Game).where(Game.status == "forming", col(Game.roll_call_until) > since)
    for game in session.exec(query.order_by(col(Game.id))).all():
        games.lock_game(session, game)
        if game.status == "forming" and game.roll_call_until is not None:
            span = rules_of(game).roll_call_span
            left = min(game.roll_call_until - since, span, catch_up)
            at = min(now + left, (deliveries.find_roll_call_time(session, game) or now) + span + catch_up)
            game.roll_call_until = max(
                game.roll_call_until, pacing.move_to_daytime(game, pacing.next_free_time(game, at), span)
            )
            session.add(game)


def accept_reading(store: Store, here: ClockReading, catch_up: timedelta) -> None:
    """From now on the clock is believed. What it skipped is given back like an outage."""
    beat_clock(store, here.wall, catch_up, here.uptime)
    with store.write_session() as session:
        session.merge(Pulse(id=Beat.WORK, beat_at=here.wall, boot=here.uptime.boot, ran=here.uptime.ran))
