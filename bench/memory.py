"""How much memory a server takes: idle, after a storm of deadlines, and after many letters and reports.

With PBEM_BENCH_FULL=1 in the environment as many as in a busy fortnight."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from sqlmodel import col, func, select

from bench import Row, size
from bench._parts import serving
from bench._servers import Server, until
from bench._sink import Sink
from bench.duties import due, generous_config, open_running_games, write_order_letters
from pbem.server import clock
from pbem.settings import config as configuration
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Outbox, Phase

STORM = 500
GAMES = 60
LETTERS = size(3_000, 50_000)
REPORTS = size(600, 3_000)
PLAYERS = 7
QUIET = 3600
"""Seconds in which a round must be read and sent."""


def run() -> list[Row]:
    """Peak resident memory in megabytes."""
    with TemporaryDirectory(prefix="pbem-memory-") as folder:
        return list(measure_memory(Path(folder)))


def measure_memory(folder: Path) -> Iterator[Row]:
    with Course(folder / "idle") as idle:
        sleep(2)
        yield Row("memory of pbem serve, idle", idle.server.memory(), "MB", None, "<= 100")
    with Course(folder / "storm", STORM) as storm:
        due(storm.store)
        storm.settle()
        yield Row(f"memory of pbem serve, {STORM} games just resolved", storm.server.memory(), "MB", None, "<= 130")
    with Course(folder / "long", GAMES) as long:
        letters = [long.letters() for _ in range(LETTERS // (GAMES * PLAYERS) + 1)]
        yield Row(f"after {LETTERS} letters", letters[-1], "MB", letters[len(letters) // 3], "flat")
        reports = [long.reports() for _ in range(REPORTS // (GAMES * PLAYERS) + 2)]
        yield Row(f"and {REPORTS} reports", reports[-1], "MB", reports[len(reports) // 3], "flat")


class Course:
    """One server with so many games, from its start to its end."""

    def __init__(self, folder: Path, games: int = 0) -> None:
        self.sink, self.running, self.round = Sink(), ExitStack(), 0
        self.sink.start()
        folder.mkdir()
        self.settings = generous_config(folder, f"sqlite:///{folder / 'pbem.db'}", f"smtp://127.0.0.1:{self.sink.port}")
        self.store = Store(self.settings.database)
        self.store.migrate()
        open_running_games(self.store, games)

    def __enter__(self) -> Course:
        self.server: Server = self.running.enter_context(serving(self.settings.instance, {"serve": 1}))["serve"][0]
        return self

    def __exit__(self, *_: object) -> None:
        self.running.close()
        self.store.close()
        self.sink.stop()

    def letters(self) -> float:
        """A letter from every seat, read and answered; megabytes then."""
        self.round += 1
        write_order_letters(self.store, configuration.load_config(self.settings.instance, {}), self.round)
        return self.settle()

    def reports(self) -> float:
        """A phase of every game, told; megabytes then."""
        due(self.store)
        return self.settle()

    def settle(self) -> float:
        """Waits until nothing is left to do."""
        if not until(self.idle, QUIET, 1):
            raise SystemExit("the server does not come to an end")
        return self.server.memory()

    def idle(self) -> bool:
        waits = (
            select(func.count()).where(col(MailIn.ready_at).is_not(None)),
            select(func.count()).where(col(Outbox.ready_at).is_not(None)),
            select(func.count()).where(col(Phase.due_at) <= datetime.now(UTC) + clock.LEASE),
        )
        with self.store.read_session() as session:
            return not any(session.exec(query).one() for query in waits)
