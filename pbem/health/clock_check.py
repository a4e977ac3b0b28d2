"""Whether this machine's clock can be believed: the wall clock, which anybody may set, against the time that the
machine has run, which nobody sets.

A clock that was put a month ahead would resolve every phase of every game. So when the two part, nothing is resolved
until the clock is right again, or its host says that it is right now (`pbem clock accept`). Meanwhile the server goes
on by the time the machine has run.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.storage.database import Store
from pbem.storage.inserting import insert_if_missing
from pbem.storage.models import Game, Pulse

JUMP = timedelta(minutes=5)
"""By more than this the two clocks never part by themselves."""
OUTAGE = timedelta(minutes=3)
"""A longer silence than this means that a duty was down."""
BEAT = timedelta(seconds=30)
"""How often a duty makes itself known."""
LONGEST_SILENCE = timedelta(days=7)
"""A server that was silent for longer is asked whether the clock is right."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
HERE = uuid.uuid4().hex
"""Instead of the name of the machine's start, where it has none: then every process judges by itself."""


class Beat(IntEnum):
    """The duties without which no letter is read, answered or sent; their numbers are those of their rows. Letters come
    in without RECEIVE where they come by a pipe alone: then it has no row."""

    WORK = 1
    RECEIVE = 2
    SEND = 3


@dataclass(frozen=True)
class Uptime:
    """What the machine's own clock says, which nobody sets: which start of the machine it is, and for how long it has
    run, in seconds."""

    boot: str = ""
    ran: float = 0


UNKNOWN = Uptime()


@dataclass(frozen=True)
class ClockReading:
    """Both clocks at one moment."""

    wall: datetime
    uptime: Uptime


def read_clocks() -> ClockReading:
    """Return what both clocks say now. Time that the machine slept counts, where the system can tell."""
    wall = datetime.now(UTC)
    if hasattr(time, "CLOCK_BOOTTIME") and BOOT_ID.exists():
        return ClockReading(wall, Uptime(BOOT_ID.read_text("ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME)))
    return ClockReading(wall, Uptime(HERE, time.monotonic()))


def clock_difference(before: ClockReading, after: ClockReading) -> timedelta:
    """By how much the wall clock went ahead of the time the machine ran, between two readings since one start."""
    return after.wall - before.wall - timedelta(seconds=after.uptime.ran - before.uptime.ran)


def clock_fault(last: ClockReading | None, here: ClockReading) -> str:
    """Return why the clock cannot be believed after the last reading that was ("" if it can)."""
    if last is None:
        return ""
    if last.uptime.boot == here.uptime.boot:
        jump = clock_difference(last, here)
        return f"the clock has jumped by {describe_clock_span(jump)}" if abs(jump) > JUMP else ""
    silence = here.wall - last.wall
    if silence < -JUMP:
        return f"the clock is {describe_clock_span(silence)} behind what it was when the server ran last"
    return (
        f"the server ran last {describe_clock_span(silence)} ago, or the clock is wrong"
        if silence > LONGEST_SILENCE
        else ""
    )


def describe_clock_span(span: timedelta) -> str:
    minutes = abs(span) // timedelta(minutes=1)
    return f"{minutes // 1440} days" if minutes >= 2880 else f"{minutes // 60}h{minutes % 60:02}m"


def find_last_reading(store: Store) -> ClockReading | None:
    """Return what a clock that was believed said last; None if none has run, or there is no game that it could harm."""
    with store.read_session() as session:
        pulse = session.get(Pulse, Beat.WORK)
        running = session.exec(select(Game.id).where(Game.status == "running").limit(1)).first()
    return ClockReading(pulse.beat_at, Uptime(pulse.boot, pulse.ran)) if pulse and running else None


def beat_duty(store: Store, who: Beat, now: datetime) -> None:
    """Notes that a duty other than the clock runs; after an outage, since when it did not."""
    with store.write_session() as session:
        insert_if_missing(session, Pulse(id=who, beat_at=now), "id")
        pulse = session.exec(select(Pulse).where(Pulse.id == who).with_for_update()).one()
        if now - pulse.beat_at >= OUTAGE:
            pulse.silent_since = pulse.silent_since or pulse.beat_at
        pulse.beat_at = now
        session.add(pulse)


def expect_duties(session: Session, needed: Collection[Beat], now: datetime) -> None:
    """Sees to it that the duties that are `needed` here have a pulse, and no others. One that has never run counts as
    away from now on."""
    session.execute(sa.delete(Pulse).where(col(Pulse.id).not_in([Beat.WORK, *needed])))
    for who in needed:
        insert_if_missing(session, Pulse(id=who, beat_at=now - OUTAGE), "id")


def list_silent_duties(session: Session, now: datetime) -> dict[str, datetime]:
    """The duties that are needed and do not run, by name, with when they were last known to run."""
    gone = session.exec(select(Pulse).where(col(Pulse.beat_at) <= now - OUTAGE).order_by(col(Pulse.id)))
    return {Beat(pulse.id).name.lower(): pulse.beat_at for pulse in gone}


class TimeUnknown(Exception):  # noqa: N818
    """Nobody knows what time it is: what needs an instant must wait."""


class Watch:
    """A process's own time: the wall clock while it can be believed, else counted on from when it could; it never goes
    back. `clock_fault` says why the clock is not believed ("" if it is)."""

    def __init__(self, store: Store, read: Callable[[], ClockReading] = read_clocks) -> None:
        self.store, self.read = store, read
        self.anchor: ClockReading | None = None
        self.latest = datetime.min.replace(tzinfo=UTC)
        self.lock = threading.Lock()
        self.fault = "the clock has not been looked at yet"

    def judge_clock(self) -> str:
        """Looks anew; why the clock is not believed."""
        before, here = find_last_reading(self.store), self.read()
        self.fault = clock_fault(before, here)
        if before and before.uptime.boot != here.uptime.boot:
            self.fault = self.fault or clock_fault(self.anchor, here)
        if not self.fault:
            self.believe_reading(here)
        return self.fault

    def believe_reading(self, here: ClockReading) -> None:
        with self.lock:
            if self.anchor is None or clock_fault(self.anchor, here):
                self.latest = here.wall
            self.anchor = here

    def now(self) -> datetime:
        """The present instant. Raises TimeUnknown before the clock was believed for the first time."""
        here = self.read()
        with self.lock:
            if self.anchor is None:
                raise TimeUnknown(self.fault)
            ran = timedelta(seconds=here.uptime.ran - self.anchor.uptime.ran)
            told = self.anchor.wall + ran if clock_fault(self.anchor, here) else here.wall
            self.latest = max(self.latest, told)
            return self.latest
