"""What is wrong with a running server, as far as it can tell by itself: a clock that does not beat or is not believed,
a database that takes nothing, letters and games that are stuck, a disk that is nearly full, a certificate that ends, a
backup that was long ago."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock
from time import monotonic
from urllib.parse import urlsplit

import structlog
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, select

from pbem.health import clock_check, milestones, queues, relay_probes
from pbem.health.duty import Duty
from pbem.settings.config import Config
from pbem.storage import shared_budgets
from pbem.storage.database import Store
from pbem.storage.models import Game

REMEMBERED = 5.0
"""Seconds for which an answer holds, however often it is asked for."""
OLD = timedelta(hours=1)
"""A letter out that has waited for longer is a trouble."""
STOPPED = timedelta(minutes=5)
"""The same where no relay was asked about it."""
LITTLE = 500_000_000
"""Bytes free on the database's disk, below which the host is told."""
LATELY = timedelta(days=14)
"""A letter that was written before and given up is none any more: what could be done about it is long done."""
SOON = timedelta(days=14)
"""A certificate that ends within this should have been renewed."""
STALE = timedelta(days=8)
"""Where backups are made, the last one is not older."""
log = structlog.get_logger()

START = "start `pbem serve` or `pbem work`"
MORE: Mapping[str, str] = {Duty.SEND: "", Duty.RECEIVE: '; if letters come by a pipe alone, set smtp_listen = ""'}


@dataclass(frozen=True)
class Trouble:
    """One thing that is wrong: its name, since when as far as that is known, and for the host what it is and what to
    do. Where it is `stopping`, the server is not ready."""

    name: str
    words: str
    since: datetime | None = None
    stopping: bool = False


def list_troubles(store: Store, config: Config, now: datetime) -> list[Trouble]:
    """All that is wrong now."""
    with store.read_session() as session:
        return [
            *iter_clock_troubles(store, session, now),
            *iter_duty_troubles(session, now),
            *iter_disk_troubles(store, config),
            *iter_letter_troubles(session, now),
            *iter_game_troubles(session),
            *iter_stranger_troubles(session, config, now),
            *iter_certificate_troubles(session, config, now),
            *iter_backup_troubles(session, now),
        ]


def iter_clock_troubles(store: Store, session: Session, now: datetime) -> Iterator[Trouble]:
    silent = queues.clock_silence(session, now)
    if silent is None or abs(silent) >= clock_check.OUTAGE.total_seconds():
        since = None if silent is None else now - timedelta(seconds=silent)
        when = f"since {since:%Y-%m-%d %H:%M} UTC" if since else "and none has run yet"
        yield Trouble("clock", f"no clock runs, {when}: {START}", since, stopping=True)
    if why := clock_check.clock_fault(clock_check.find_last_reading(store), clock_check.read_clocks()):
        yield Trouble("clock not believed", f"{why}; if it is right: pbem clock accept", stopping=True)


def iter_duty_troubles(session: Session, now: datetime) -> Iterator[Trouble]:
    """Those beside the clock that are needed and do not run. Nothing is resolved while one is waited for."""
    for name, seconds in queues.measure_silent_duties(session, now).items():
        if name != Duty.WORK:
            since = now - timedelta(seconds=seconds)
            words = f"`pbem {name}` is silent since {since:%Y-%m-%d %H:%M} UTC: start it, or `pbem serve`{MORE[name]}"
            yield Trouble(f"no {name}", words, since, stopping=now - since < clock_check.LONGEST_SILENCE)


def iter_disk_troubles(store: Store, config: Config) -> Iterator[Trouble]:
    free = free_bytes(store, config)
    if free < LITTLE:
        yield Trouble("disk", f"{free / 1e6:.0f} MB are free on the disk of the database: make room")


def free_bytes(store: Store, config: Config) -> int:
    """Bytes free where SQLite's file lies; for PostgreSQL where the instance does."""
    file = store.url.database if store.is_sqlite else None
    folder = Path(file).parent if file and file != ":memory:" else config.instance
    return shutil.disk_usage(folder).free if folder.exists() else LITTLE


def iter_letter_troubles(session: Session, now: datetime) -> Iterator[Trouble]:
    if since := min((gap.since for gap in relay_probes.list_gaps(session, now)), default=None):
        when = f"what it took since {since:%Y-%m-%d %H:%M} UTC may be lost"
        yield Trouble(
            "letters vanish", f"our letters to ourselves do not come back, and {when}: look at the relay", since
        )
    oldest = timedelta(seconds=queues.measure_letters_out(session, now).seconds)
    stopped = timedelta(seconds=queues.measure_letters_stopped(session, now).seconds)
    if oldest > OLD or stopped > STOPPED:
        yield Trouble("letters wait", "letters out wait: look at the relay and at `pbem send`", now - oldest)
    if lost := queues.count_given_up(session, now - LATELY):
        yield Trouble("letters given up", f"letters given up lately: {lost}; look at the relay and the log")
    if aside := sum(queues.count_put_aside(session).values()):
        yield Trouble("letters aside", f"letters that could not be read or painted: {aside}; the log says why")


def iter_game_troubles(session: Session) -> Iterator[Trouble]:
    if session.exec(select(Game.id).where(Game.status == "stuck").limit(1)).first():
        yield Trouble("games stuck", "a game could not be resolved: `pbem doctor` names it")


def iter_stranger_troubles(session: Session, config: Config, now: datetime) -> Iterator[Trouble]:
    """Budgets of letters to strangers of which nothing is left but what is kept for newcomers."""
    for budget in (shared_budgets.MAIL, shared_budgets.WEB, shared_budgets.VOUCHED):
        if shared_budgets.are_used_up(session, config.limits, budget, now):
            words = f"letters to strangers ({budget.name}) are used up but for newcomers: see who asks for so many, or "
            yield Trouble(f"strangers {budget.name}", f"{words}raise {' and '.join(budget.total)} under [limits]")


def iter_certificate_troubles(session: Session, config: Config, now: datetime) -> Iterator[Trouble]:
    """Of the relays that are called by TLS."""
    known = milestones.read_instants(session)
    hosts = {urlsplit(url).hostname or "" for url in (config.relay, config.relay_2)}
    ends = {
        host: known[milestones.certificate_milestone(host)]
        for host in hosts
        if milestones.certificate_milestone(host) in known
    }
    if near := sorted(f"{host} on {at:%Y-%m-%d}" for host, at in ends.items() if at - now < SOON):
        yield Trouble("certificate", f"a relay's certificate ends ({', '.join(near)}): have it renewed there")


def iter_backup_troubles(session: Session, now: datetime) -> Iterator[Trouble]:
    """Nothing where none was ever made: that host has other ways."""
    last = milestones.read_instants(session).get(milestones.BACKUP)
    if last and now - last > STALE:
        words = f"the last backup is of {last:%Y-%m-%d %H:%M} UTC: look at what calls `pbem backup`"
        yield Trouble("backup", words, last)


@dataclass
class RememberedAnswer:
    """What a question was answered, for some seconds: whoever asks often costs no more."""

    find_out: Callable[[], str]
    answer: str = ""
    asked: float = -REMEMBERED
    lock: Lock = field(default_factory=Lock)

    def __call__(self) -> str:
        with self.lock:
            if monotonic() - self.asked >= REMEMBERED:
                self.answer = self.find_out()
                self.asked = monotonic()
            return self.answer


def explain_unwritable(store: Store, now: datetime) -> str:
    """Tries to write; that nothing can be written ("" if it can). Why not is for the log: a database names its files
    and addresses."""
    try:
        milestones.set_instant(store, milestones.WRITE_TRIED, now)
    except DBAPIError as error:
        return log_unwritable(str(error.orig))
    except OSError as error:
        return log_unwritable(error.strerror or str(error))
    return ""


def log_unwritable(why: str) -> str:
    log.error("nothing can be written", why=why)
    return "nothing can be written: the log says why, `df -h` whether the disk is full"
