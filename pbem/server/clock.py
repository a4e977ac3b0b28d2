"""What is due: `run_clock_tick` looks at every phase whose alarm has rung, at some of them in one transaction.

Any number of clocks may run (`pbem.server.serve` schedules one in each process). A phase is claimed before it is looked
at, a clock that dies gives it back when its lease ends, and closing checks under the game's lock that nobody was
faster. A game that cannot be resolved is parked; the others go on.

Before a phase is looked at, the letters that were accepted up to that instant are read (`read_first`): whatever was
acknowledged before the deadline counts for it. While somebody else still has one of them in hand, the phase waits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
import structlog
from sqlmodel import Session, col, select

from pbem.games import games
from pbem.games.notify import Kind, add_ledger_entry, queue_to_master
from pbem.games.phases import closing, deliveries, phase_turns
from pbem.games.seating import deputies, vacancies
from pbem.health import clock_check, metrics, relay_probes
from pbem.health.clock_check import UNKNOWN, Beat, Uptime
from pbem.server.downtime import beat_clock
from pbem.storage.database import NEVER, TROUBLE, Clock, Stop, Store, claim_rows
from pbem.storage.models import Game, Phase

LEASE = timedelta(minutes=2)
ALARMS = 500
"""How many instants are told ahead at most; later ones are told in time."""
BATCH = 20
SOON = timedelta(seconds=2)
"""When a phase is looked at again that waits for letters in other hands."""

ReadFirst = Callable[[Collection[int], datetime], Collection[int]]
"""Reads what was accepted up to an instant and may be about some games, by their numbers; of which something is left
unread."""

log = structlog.get_logger()


def nothing_to_read(_: Collection[int], __: datetime) -> Collection[int]:
    return ()


def run_clock_tick(
    store: Store,
    clock: Clock,
    *,
    catch_up: timedelta = timedelta(),
    read_first: ReadFirst = nothing_to_read,
    uptime: Uptime = UNKNOWN,
    stop: Stop = NEVER,
    posted: bool = False,
    needed: Collection[Beat] | None = None,
) -> int:
    """Does all that is due; the number of phases looked at. Time lost in an outage is given back, up to `catch_up` for
    each phase. `posted`: letters are sent here, so that a phase waits for its reports to leave
    (`pbem.games.phases.deliveries`). `needed`: as `outages.beat_clock` has it."""
    beat_clock(store, clock(), catch_up, uptime, needed)
    if posted:
        relay_probes.settle_gaps(store, clock())
    handle_due_games(store, deputies.list_games_with_due_deputies, deputies.handle_due_deputies, clock())
    if posted and is_somebody_away(store, clock()):
        return 0
    handle_due_games(store, vacancies.list_due_roll_calls, partial(vacancies.end_roll_call, posted=posted), clock())
    done = 0
    while not stop.is_set():
        now = clock()
        ids, lease = claim_phases(store, now), now + LEASE
        if not ids:
            break
        handle_phases(store, ids, lease, clock, read_first, posted)
        done += len(ids)
    return done


def is_somebody_away(store: Store, now: datetime) -> bool:
    """Return whether letters are not taken in or not sent at present: nothing is resolved then. Who has been away for
    longer than `LONGEST_SILENCE` is not waited for any more."""
    with store.read_session() as session:
        gone = clock_check.list_silent_duties(session, now)
    return any(now - since < clock_check.LONGEST_SILENCE for since in gone.values())


def claim_phases(store: Store, now: datetime) -> list[int]:
    """Claims some phases until now + LEASE."""
    with store.write_session() as session:
        return claim_rows(session, col(Phase.due_at), now, now + LEASE, BATCH)


def list_next_alarms(store: Store, now: datetime, ahead: timedelta) -> list[datetime]:
    """The instants within this span at which a phase is to be looked at, each once, the next first."""
    soon = col(Phase.due_at).between(now, now + ahead)
    with store.read_session() as session:
        alarms = session.exec(
            select(Phase.due_at).where(soon).distinct().order_by(col(Phase.due_at)).limit(ALARMS)
        ).all()
    return [at for at in alarms if at]


def handle_phases(
    store: Store, ids: Collection[int], lease: datetime, clock: Clock, read_first: ReadFirst, posted: bool = False
) -> None:
    """Reminds in claimed phases, or closes them, all in one transaction. A game that cannot go on is parked; a phase
    for which letters are in other hands waits."""
    now = clock()
    try:
        unread = list_unread_phases(store, ids, now, read_first)
        if unread:
            postpone_phases(store, unread, lease, clock() + SOON)
        if ready := [phase_id for phase_id in ids if phase_id not in unread]:
            handle_phases_together(store, ready, now, posted)
        for _ in ids:
            metrics.PHASE_WORK.observe((clock() - now).total_seconds())
    except TROUBLE as error:
        log.warning("database trouble; phases are tried again", error=type(error).__name__)
        with suppress(*TROUBLE):  # else when their lease ends
            postpone_phases(store, ids, lease, clock() + SOON)


def list_unread_phases(store: Store, ids: Collection[int], now: datetime, read_first: ReadFirst) -> list[int]:
    """Those of some phases about which something was accepted up to now and is not read yet, once that was tried."""
    of_phases = sa.select(col(Phase.id), col(Phase.game_id)).where(col(Phase.id).in_(ids))
    with store.read_session() as session:
        found = session.execute(of_phases).all()
    store.await_arrivals()
    unread = read_first([game_id for _, game_id in found], now)
    return [phase_id for phase_id, game_id in found if game_id in unread]


def handle_phases_together(store: Store, ids: Sequence[int], now: datetime, posted: bool) -> None:
    """Does what is due in some phases. If something breaks nothing was done, and each is looked at by itself: the game
    at fault shows only then, and is parked. Raises one of TROUBLE if it is the database."""
    try:
        with store.write_session() as session:
            for game, phase in lock_phases(session, ids):
                if not (posted and waits_for_reports(session, game, phase, now)):
                    closing.handle_due_phase(session, game, phase, now, posted)
    except Exception as error:
        if len(ids) > 1:
            log.warning("phases are looked at one by one", error=type(error).__name__)
            for phase_id in ids:
                handle_phases_together(store, [phase_id], now, posted)
        elif isinstance(error, TROUBLE):
            raise
        else:
            log.exception("game is stuck", phase=ids[0], error=type(error).__name__)
            park_game(store, ids[0], type(error).__name__, now)


def lock_phases(session: Session, ids: Collection[int]) -> list[tuple[Game, Phase]]:
    """Some phases with their games, which are locked; the phases were read since."""
    game_ids = session.exec(select(Phase.game_id).where(col(Phase.id).in_(ids))).all()
    locked = {game.id: game for game in games.lock_games(session, game_ids)}
    found = session.exec(select(Phase).where(col(Phase.id).in_(ids)).order_by(col(Phase.id)))
    return [(locked[phase.game_id], phase) for phase in found]


def waits_for_reports(session: Session, game: Game, phase: Phase, now: datetime) -> bool:
    """Return whether the deadline of a phase has moved, since its people had not been told in time."""
    everyone = phase_turns.list_turns(session, phase) if closing.can_be_closed(game, phase) else []
    return deliveries.extend_for_late_reports(session, game, phase, everyone, now)


def postpone_phases(store: Store, ids: Collection[int], lease: datetime, at: datetime) -> None:
    """Phases that were claimed and not looked at, unless somebody has set their alarm anew."""
    mine = col(Phase.id).in_(ids) & (col(Phase.due_at) == lease)
    with store.write_session() as session:
        session.execute(sa.update(Phase).where(mine).values(due_at=at))


def park_game(store: Store, phase_id: int, error: str, now: datetime) -> None:
    """Takes a game off the clock until its master has it processed again; the error's name is all that is told."""
    with store.write_session() as session:
        phase = session.get_one(Phase, phase_id)
        game = games.lock_game(session, session.get_one(Game, phase.game_id))
        if game.status == "running":
            game.status, phase.due_at = "stuck", None
            session.add_all((game, phase))
            add_ledger_entry(session, game, "SERVER", "stuck", now, phase=phase.name, error=error)
            data = {"error": error}
            queue_to_master(
                session, Kind.STUCK, game, f"stuck:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now
            )


def handle_due_games(
    store: Store,
    due: Callable[[Session, datetime], Sequence[int]],
    attend: Callable[[Session, Game, datetime], object],
    now: datetime,
) -> None:
    """Does what is due beside phases in some games, each in a transaction of its own: a game that fails does not keep
    the clock from all others."""
    with store.read_session() as session:
        found = due(session, now)
    for game_id in found:
        try:
            with store.write_session() as session:
                attend(session, session.get_one(Game, game_id), now)
        except TROUBLE as error:
            log.warning("database trouble; the game is tried again", game=game_id, error=type(error).__name__)
        except Exception as error:
            log.exception("something due in a game failed", game=game_id, error=type(error).__name__)
