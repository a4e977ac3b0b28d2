"""A server: web, mail in, the clock, the clerk and delivery on one database, in one process or each in its own."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import threading
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

import structlog
from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy.exc import DBAPIError

from engines.all import LEFT_OUT
from pbem import bots, clock, create_app, monitoring, pulse, retention
from pbem.campaigns import rounds
from pbem.config import Config, ConfigError
from pbem.db import TROUBLE, Stop, Store
from pbem.duties import EVERYTHING, Duty
from pbem.gamebook import making
from pbem.installed import ENGINES
from pbem.mail import delivery, inbox
from pbem.mail.door import Listener
from pbem.mail.handover import Handover
from pbem.play import demo, ratings
from pbem.wake import Bell
from pbem.web import crowd

STOP_SECONDS = 4
"""What all is given to end in good order."""

Job = tuple[str, Callable[[], object], float]

log = structlog.get_logger()

HEAPS_MOST = -8
"""M_ARENA_MAX of <malloc.h>."""
LONGEST_BODY = 1_000_000
"""Bytes after which the web server hangs up; pages take less and say so in words."""


def utc_now() -> datetime:
    """The present instant; handed down from here, so that nothing below asks a clock."""
    return datetime.now(UTC)


class Server:
    """The parts of one running server that its duties ask for, but the web. `start` returns at once; `stop` ends the
    work in hand and leaves the rest."""

    def __init__(
        self,
        store: Store,
        config: Config,
        read: Callable[[], pulse.Reading] = pulse.look,
        duties: Collection[Duty] = EVERYTHING,
    ) -> None:
        """`read`: how the machine's clocks are looked at."""
        self.store, self.config, self.shown = store, config, list(ENGINES)
        self.scheduler = BackgroundScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self.stopping = Stop()
        self.duties = duties
        self.watch = pulse.Watch(store, read)
        self.relay = delivery.Relay(config) if config.relay else None
        self.warned = -60.0
        self.listeners = dict(self.doors()) if Duty.RECEIVE in duties else {}
        self.bell = Bell(store, self.hurry, [name for name, _, _ in self.jobs()])

    def start(self) -> None:
        for one in LEFT_OUT:
            log.warning("a game is not on offer", game=str(one))
        if self.config.demo:  # nobody's deadline is at stake
            pulse.accept(self.store, self.watch.read(), self.config.catch_up)
        self.clock_is_right()
        for name, work, seconds in self.jobs():
            self.scheduler.add_job(careful(name, work), "interval", seconds=seconds, id=name, next_run_time=utc_now())
        for setting, listener in self.listeners.items():
            with port_of(setting, getattr(self.config, setting)):
                listener.start()
        self.scheduler.start()
        self.bell.start()

    def stop(self) -> None:
        """Nothing new is begun; what cannot be finished at once is left to the next server."""
        self.stopping.set()
        for listener in self.listeners.values():
            listener.stop()
        self.bell.stop()
        if self.relay is not None:
            self.relay.cut()
        self.scheduler.shutdown(wait=True)
        if self.relay is not None:
            self.relay.close()

    def doors(self) -> Iterator[tuple[str, Listener]]:
        """Where letters come in, each by the setting that opens it."""
        ours = (self.store, self.config, self.watch.now, self.ring)
        yield "smtp_listen", Listener(*ours)
        if self.config.lmtp_listen:
            yield "lmtp_listen", Listener(*ours, Handover, self.config.lmtp_listen)

    def jobs(self) -> list[Job]:
        """What is done again and again in these duties, and every how many seconds at least."""
        work: list[Job] = [
            ("clock", self.tick, 2),
            ("clerk", self.read_mail, 2),
            ("campaigns", self.lead_campaigns, 5),
            ("game books", self.make_books, 2),
            ("ratings", self.rate, 30),
            ("retention", self.prune, 3600),
        ]
        watch: list[Job] = [("watch", self.clock_is_right, 2)]
        send: list[Job] = [("delivery", self.deliver, 2)]
        return [*(work if Duty.WORK in self.duties else watch), *(send if Duty.SEND in self.duties else ())]

    def ring(self) -> None:
        """A letter has come: read it now rather than at the next round."""
        self.hurry("clerk")

    def hurry(self, job: str) -> None:
        with suppress(JobLookupError):  # the scheduler is not there yet, or not any more
            self.scheduler.modify_job(job, next_run_time=utc_now())

    def clock_is_right(self) -> bool:
        """Whether the clock can be believed; if not, the log says so once a minute."""
        why = self.watch.judge()
        if why and monotonic() - self.warned > 60:
            self.warned = monotonic()
            log.error("the clock is not believed and nothing is resolved; if it is right: pbem clock accept", why=why)
        return not why

    def read_mail(self) -> None:
        if self.watch.anchor and inbox.work(self.store, self.config, self.watch.now, self.stopping):
            self.hurry("delivery")

    def tick(self) -> None:
        if not self.clock_is_right():
            return
        now = self.watch.now
        if self.config.demo:
            self.shown = demonstrate(self.store, self.shown, now(), self.config.demo_patience)
        bots.play(self.store, now, random.Random(), self.stopping)
        looked = clock.tick(
            self.store,
            now,
            catch_up=self.config.catch_up,
            read_first=self.read_first,
            uptime=self.watch.read().uptime,
            stop=self.stopping,
        )
        if looked:
            self.hurry("delivery")

    def read_first(self, game_ids: Collection[int], until: datetime) -> bool:
        return inbox.read_up_to(self.store, self.config, game_ids, until, self.watch.now, self.stopping)

    def prune(self) -> None:
        """By the time that is believed: what is gone does not come back when the clock is right again."""
        if self.watch.anchor:
            retention.prune(self.store, self.config, self.watch.now())

    def rate(self) -> None:
        """The games that ended since."""
        with self.store.write() as session:
            ratings.catch_up(session)

    def lead_campaigns(self) -> None:
        """By the time that is believed: rounds and letters of campaigns."""
        if self.watch.anchor and rounds.tick(self.store, self.watch.now, self.stopping):
            self.hurry("delivery")

    def make_books(self) -> None:
        if self.watch.anchor and making.work(self.store, self.watch.now, self.stopping):
            self.hurry("delivery")

    def deliver(self) -> None:
        if self.watch.anchor:
            delivery.work(self.store, self.config, self.watch.now, random.Random(), self.stopping, self.relay)


def careful(name: str, work: Callable[[], object]) -> Callable[[], None]:
    """A job whose failure is told in one line; it is tried again at the next round."""

    def job() -> None:
        try:
            work()
        except TROUBLE as error:
            log.warning("database trouble; tried again in a moment", job=name, error=type(error).__name__)
        except Exception as error:
            log.exception("a job failed; tried again in a moment", job=name, error=type(error).__name__)

    return job


def demonstrate(store: Store, codes: Iterable[str], now: datetime, patience: timedelta = demo.PATIENCE) -> list[str]:
    """Keeps a demonstration of these games, each in a transaction of its own; gives those that are not at fault."""
    sound = []
    for code in codes:
        try:
            with store.write() as session:
                demo.keep(session, now, code, patience)
                demo.keep_waiting(session, now, code, patience)
        except DBAPIError:
            log.exception("database trouble; a demonstration is tried again", engine=code)
            sound.append(code)
        except Exception:
            log.exception("a game cannot be demonstrated until the server is started anew", engine=code)
        else:
            sound.append(code)
    return sound


@contextmanager
def port_of(setting: str, value: str) -> Iterator[None]:
    """Raises ConfigError, with what to do, if a port cannot be opened."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"{setting} = {value}: cannot be opened ({error.strerror or error}). Is another server running? "
            f"Choose another port in pbem.toml, or by PBEM_{setting.upper()}=127.0.0.1:PORT."
        ) from error


def few_heaps() -> None:
    """Lets all threads share two heaps. The C library gives each thread its own, and none gives back what its dearest
    page or letter took: under attack that is half of the server's memory. To be called before threads are started;
    does nothing where the C library knows no such setting."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(HEAPS_MOST, 2)


def serve(
    store: Store, config: Config, ready: Callable[[], None] = lambda: None, duties: Collection[Duty] = EVERYTHING
) -> None:
    """Serves in these duties until it is told to stop (SIGTERM, SIGINT); `ready` is called once all doors are open.
    Raises ConfigError if a port cannot be had."""
    few_heaps()
    server = Server(store, config, duties=duties)
    talks: dict[int, Any] = {}
    web = web_server(store, config, talks) if Duty.WEB in duties else None
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    if config.metrics_listen:
        with port_of("metrics_listen", config.metrics_listen):
            monitoring.serve(config.metrics_listen, store, utc_now)
    server.start()
    if web is not None:
        threading.Thread(target=web.run, daemon=True, name="web").start()
    ready()
    stop.wait()
    log.info("stopping")
    last_resort = threading.Timer(STOP_SECONDS, given_up)
    last_resort.daemon = True
    last_resort.start()
    server.stopping.set()
    if web is not None:
        finish(web, talks)
    server.stop()
    store.close()
    last_resort.cancel()


def web_server(store: Store, config: Config, talks: dict[int, Any]) -> Any:
    """The web's door, open; `talks` are its connections. Raises ConfigError if the port cannot be had."""
    from waitress import create_server

    host, _, port = config.web_listen.rpartition(":")
    with port_of("web_listen", config.web_listen):
        web = create_server(
            create_app(config, store),
            map=talks,
            host=host,
            port=int(port),
            threads=8,
            connection_limit=crowd.CONNECTIONS,
            asyncore_use_poll=True,
            ident="pbem",
            max_request_body_size=LONGEST_BODY,
            clear_untrusted_proxy_headers=False,  # `pbem.web.proxy` judges them, under every WSGI server alike
        )
    web.channel_class = crowd.channel(config.trusted_proxies)
    return web


def finish(web: Any, talks: dict[int, Any]) -> None:
    """Answers the requests in hand and closes the web's door."""
    web.task_dispatcher.shutdown(cancel_pending=True, timeout=1)
    for _ in range(20):
        if not any(getattr(talk, "total_outbufs_len", 0) for talk in list(talks.values())):
            break
        threading.Event().wait(0.05)
    web.close()


def given_up() -> None:
    """Something does not end (a database that is locked, a relay that does not answer). What is unfinished comes back
    when its lease ends, as after any death."""
    log.warning("stopped with work in hand")
    os._exit(0)
