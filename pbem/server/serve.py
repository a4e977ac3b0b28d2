"""A server: web, mail in, the clock, the clerk and delivery on one database, in one process or each in its own.

What a duty needs is imported when it is taken up (`pbem.server.duties`): a process keeps in memory what it does.
"""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module

import structlog
from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.background import BackgroundScheduler

from engines import memo
from pbem.health import clock_check, monitoring
from pbem.health.duty import EVERYTHING, Duty
from pbem.server.duties.part import DutyPart, House, Job, port_of
from pbem.server.wake import Bell
from pbem.settings.config import Config
from pbem.storage.database import TROUBLE, Store

STOP_SECONDS = 4
"""What all is given to end in good order."""

log = structlog.get_logger()

REST = 60
"""Every how many seconds memory that is free goes back to the system."""
HOUR = 3600
"""Every how many seconds what was kept for the next who asks is forgotten: nobody asks any more for much of it."""
HEAPS_MOST = -8
"""M_ARENA_MAX of <malloc.h>."""


def utc_now() -> datetime:
    """The present instant; handed down from here, so that nothing below asks a clock."""
    return datetime.now(UTC)


class Server:
    """One running process with the parts that its duties ask for. `start` returns at once; `stop` ends the work in hand
    and leaves the rest."""

    def __init__(
        self,
        store: Store,
        config: Config,
        read: Callable[[], clock_check.ClockReading] = clock_check.read_clocks,
        duties: Collection[Duty] = EVERYTHING,
    ) -> None:
        """`read`: how the machine's clocks are looked at."""
        self.scheduler = BackgroundScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self.house = House(store, config, clock_check.Watch(store, read), self.hurry_job, self.appoint_job)
        self.parts = {duty: make_duty_part(duty, self.house) for duty in Duty if duty in duties}
        self.bell = Bell(store, self.hurry_job, [name for name, _, _ in self.list_server_jobs()])

    def start(self) -> None:
        """Raises ConfigError if a port cannot be had."""
        for part in self.parts.values():
            part.bind_port()
        for part in self.parts.values():
            part.prepare_work()
        make_careful_job("watch", self.house.clock_is_right)()
        for name, work, seconds in self.list_server_jobs():
            self.scheduler.add_job(
                make_careful_job(name, work), "interval", seconds=seconds, id=name, next_run_time=utc_now()
            )
        for part in self.parts.values():
            part.open_doors()
        self.scheduler.add_job(return_free_memory, "interval", seconds=REST)
        self.scheduler.add_job(memo.clear_caches, "interval", seconds=HOUR)
        self.scheduler.start()
        self.bell.start()

    def stop(self) -> None:
        """Nothing new is begun; what cannot be finished at once is left to the next server."""
        self.house.stopping.set()
        for part in self.parts.values():
            part.close_doors()
        self.bell.stop()
        self.scheduler.shutdown(wait=True)
        for part in self.parts.values():
            part.close_part()

    def list_server_jobs(self) -> list[Job]:
        """Return what is done again and again in these duties, and every how many seconds at least. Whose duty is not
        the clock watches it all the same."""
        watch: list[Job] = [("watch", self.house.clock_is_right, 2)]
        own = [job for part in self.parts.values() for job in part.list_jobs()]
        return own if Duty.WORK in self.parts else [*watch, *own]

    def hurry_job(self, job: str) -> None:
        with suppress(JobLookupError):  # the scheduler is not there yet, or not any more
            self.scheduler.modify_job(job, next_run_time=utc_now())

    def appoint_job(self, job: str, at: datetime) -> None:
        """By the scheduler's clock; the job itself judges whether that is right, and looks every few seconds anyway."""
        name = f"{job} at {at.isoformat()}"
        self.scheduler.add_job(self.hurry_job, "date", [job], run_date=at, id=name, replace_existing=True)


def make_duty_part(duty: Duty, house: House) -> DutyPart:
    """A part of a process, with all that it needs imported."""
    part: DutyPart = import_module(f"pbem.server.duties.{duty}").PART(house)
    return part


def make_careful_job(name: str, work: Callable[[], object]) -> Callable[[], None]:
    """A job whose failure is told in one line; it is tried again at the next round."""

    def run_carefully() -> None:
        try:
            work()
        except TROUBLE as error:
            log.warning("database trouble; tried again in a moment", job=name, error=type(error).__name__)
        except Exception as error:
            log.exception("a job failed; tried again in a moment", job=name, error=type(error).__name__)

    return run_carefully


def share_few_heaps() -> None:
    """Lets all threads share two heaps. The C library gives each thread its own, and none gives back what its dearest
    page or letter took: under attack that is half of the server's memory. To be called before threads are started;
    does nothing where the C library knows no such setting."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(HEAPS_MOST, 2)


def return_free_memory() -> None:
    """Hands memory that the C library holds for later back to the system: after a storm of deadlines a dozen megabytes.
    It takes some milliseconds, and does nothing where the C library knows no such thing."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def run_server(
    store: Store, config: Config, ready: Callable[[], None] = lambda: None, duties: Collection[Duty] = EVERYTHING
) -> None:
    """Serves in these duties until it is told to stop (SIGTERM, SIGINT); `ready` is called once all doors are open.
    Raises ConfigError if a port cannot be had."""
    share_few_heaps()
    server = Server(store, config, duties=duties)
    told_to_stop = catch_stop_signals()
    if config.metrics_listen:
        with port_of("metrics_listen", config.metrics_listen):
            monitoring.serve_metrics(config.metrics_listen, store, config, utc_now)
    server.start()
    ready()
    told_to_stop()
    log.info("stopping")
    last_resort = threading.Timer(STOP_SECONDS, exit_with_work_left)
    last_resort.daemon = True
    last_resort.start()
    server.stop()
    store.close()
    last_resort.cancel()


def catch_stop_signals() -> Callable[[], object]:
    """Takes SIGTERM and SIGINT from now on; what is returned waits for one that came or comes. The handler in C writes
    it to a pipe: a wait for a lock is not ended by a sign that falls just before it, or that another thread got."""
    end, beginning = os.pipe()
    os.set_blocking(beginning, False)
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: None)
    signal.set_wakeup_fd(beginning, warn_on_full_buffer=False)
    return lambda: os.read(end, 1)


def exit_with_work_left() -> None:
    """Something does not end (a database that is locked, a relay that does not answer). What is unfinished comes back
    when its lease ends, as after any death."""
    log.warning("stopped with work in hand")
    os._exit(0)
