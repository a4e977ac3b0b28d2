"""Everything in one process: web, mail in, the clock, the desk and delivery, on one database."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import structlog
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy.exc import DBAPIError

from engines.all import ENGINES, LEFT_OUT
from pbem import bots, clock, create_app, retention
from pbem.config import Config, ConfigError
from pbem.db import Store
from pbem.mail import delivery, inbox
from pbem.mail.intake import Listener
from pbem.play import demo

log = structlog.get_logger()

LONGEST_BODY = 1_000_000
"""Bytes after which the web server hangs up; pages take less and say so in words."""


def utc_now() -> datetime:
    """The present instant; handed down from here, so that nothing below asks a clock."""
    return datetime.now(UTC)


class Server:
    """The parts of one running server. `start` returns at once; `stop` waits for the work in hand."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store, self.config, self.shown = store, config, list(ENGINES)
        self.scheduler = BackgroundScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        )
        self.listener = Listener(store, config, utc_now, on_accept=self.ring)

    def start(self) -> None:
        for one in LEFT_OUT:
            log.warning("a game is not on offer", game=str(one))
        for name, work, seconds in self.jobs():
            self.scheduler.add_job(work, "interval", seconds=seconds, id=name, next_run_time=utc_now())
        self.listener.start()
        self.scheduler.start()

    def stop(self) -> None:
        self.listener.stop()
        self.scheduler.shutdown(wait=True)

    def jobs(self) -> list[tuple[str, Callable[[], object], float]]:
        """What is done again and again, and every how many seconds at least."""
        return [
            ("desk", self.read_mail, 2),
            ("clock", self.tick, 2),
            ("delivery", self.deliver, 2),
            ("retention", lambda: retention.prune(self.store, self.config, utc_now()), 3600),
        ]

    def ring(self) -> None:
        """A letter has come: read it now rather than at the next round."""
        self.scheduler.modify_job("desk", next_run_time=utc_now())

    def read_mail(self) -> None:
        if inbox.work(self.store, self.config, utc_now()):
            self.scheduler.modify_job("delivery", next_run_time=utc_now())

    def tick(self) -> None:
        if self.config.demo:
            self.shown = demonstrate(self.store, self.shown, utc_now())
        bots.play(self.store, utc_now(), random.Random())
        clock.tick(self.store, utc_now())

    def deliver(self) -> None:
        delivery.work(self.store, self.config, utc_now(), random.Random())


def demonstrate(store: Store, codes: Iterable[str], now: datetime) -> list[str]:
    """Keeps a demonstration of these games, each in a transaction of its own; gives those that are not at fault."""
    sound = []
    for code in codes:
        try:
            with store.write() as session:
                demo.keep(session, now, code)
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


def serve(store: Store, config: Config, ready: Callable[[], None] = lambda: None) -> None:
    """Serves until it is told to stop (SIGTERM, SIGINT); `ready` is called once all doors are open. Raises
    ConfigError if a port cannot be had."""
    from waitress import create_server

    server = Server(store, config)
    host, _, port = config.web_listen.rpartition(":")
    with port_of("web_listen", config.web_listen):
        web = create_server(
            create_app(config, store),
            host=host,
            port=int(port),
            threads=8,
            ident="pbem",
            max_request_body_size=LONGEST_BODY,
            clear_untrusted_proxy_headers=False,  # `pbem.web.proxy` judges them, under every WSGI server alike
        )
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    with port_of("smtp_listen", config.smtp_listen):
        server.start()
    threading.Thread(target=web.run, daemon=True, name="web").start()
    ready()
    stop.wait()
    log.info("stopping")
    web.close()
    server.stop()
