"""A server in parts on a PostgreSQL of its own, with commits that are on the disk: what each part costs, and what it
waits for."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import psycopg

from bench._servers import Server, all_stopped, until
from tests import postgres

TICK = os.sysconf("SC_CLK_TCK")
LOOK = "SELECT /* bench */"
"""How statements of the bench itself begin."""
SAMPLES = 0.02
"""Seconds between two looks at what the database's processes wait for."""
OPEN_SECONDS = 120


@dataclass(frozen=True)
class Database:
    """A PostgreSQL server that nobody else uses."""

    url: str

    @contextmanager
    def copy(self, template: str, name: str) -> Iterator[str]:
        """The URL of a database that is a copy of another one; gone with the block."""
        self.administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        yield postgres.database(self.url, name)
        self.administer(f'DROP DATABASE "{name}" WITH (FORCE)')

    def administer(self, statement: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.encode())

    def statements(self) -> int:
        """Return how many were executed so far, those that begin and end transactions among them, but without our
        `LOOK`s."""
        query = f"{LOOK} coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT LIKE '{LOOK}%'"
        with psycopg.connect(self.url, autocommit=True) as connection:
            row = connection.execute(query.encode()).fetchone()
        return int(row[0]) if row else 0

    def cpu(self) -> float:
        """Seconds of processor time that all its processes have taken."""
        folder = Path(parse_qs(urlsplit(self.url).query)["host"][0])
        head = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        own = times(head)
        return (sum(own) + sum(sum(times(pid)[:2]) for pid in children(head))) / TICK


def times(pid: int) -> tuple[int, int, int, int]:
    """Ticks of the processor: its own, in the system for it, and the same of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0, 0, 0
    user, system, children_user, children_system = map(int, fields[11:15])
    return user, system, children_user, children_system


def children(pid: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


@contextmanager
def database() -> Iterator[Database]:
    """One that keeps what is committed, as a host's does, and counts statements."""
    with postgres.server("fsync=on", "shared_preload_libraries=pg_stat_statements") as url:
        found = Database(url)
        found.administer("CREATE EXTENSION pg_stat_statements")
        yield found


@contextmanager
def serving(
    folder: Path, parts: Mapping[str, int], kind: type[Server] = Server, **settings: str
) -> Iterator[dict[str, list[Server]]]:
    """So many processes of each part, their doors open; stopped with the block."""
    found = {part: [kind(folder, n, part, **settings) for n in range(1, count + 1)] for part, count in parts.items()}
    every = [one for some in found.values() for one in some]
    with all_stopped(every):
        for one in every:
            one.start()
        if not until(lambda: all(one.ready for one in every), OPEN_SECONDS, 0.02):
            raise SystemExit("\n".join(one.last_words() for one in every if not one.ready))
        yield found
        for one in every:
            one.stop(30)


@dataclass
class Waits:
    """What the processes of a database wait for while they have a statement in hand, as shares of all looks at one."""

    url: str
    seen: Counter[str] = field(default_factory=Counter)
    looks: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        query = (
            f"{LOOK} coalesce(wait_event_type || ' ' || wait_event, 'running') FROM pg_stat_activity"
            " WHERE state = 'active' AND pid <> pg_backend_pid() AND datname = current_database()"
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            while not self.over.wait(SAMPLES):
                self.looks += 1
                self.seen.update(str(row[0]) for row in connection.execute(query.encode()))

    def share(self, *kinds: str) -> float:
        """Return how many processes wait for such a thing, on an average."""
        return sum(n for name, n in self.seen.items() if name.startswith(kinds)) / (self.looks or 1)


@contextmanager
def watch_waits(url: str) -> Iterator[Waits]:
    """Looks at the waits while the block lasts."""
    waits = Waits(url)
    thread = threading.Thread(target=waits.look, daemon=True)
    thread.start()
    yield waits
    waits.over.set()
    thread.join()


class WorkCost(NamedTuple):
    """Seconds of processor time of the processes that work and of their database, and statements."""

    own: float
    database: float
    statements: float


@dataclass(frozen=True)
class Stage:
    """A part of a storm: how many pieces of work, in how many seconds, at what cost."""

    count: int
    seconds: float
    spent: WorkCost
    waits: Waits

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    @property
    def each(self) -> WorkCost:
        """Return what a piece of work costs, in milliseconds and statements."""
        own, database, statements = (part / self.count for part in self.spent)
        return WorkCost(1000 * own, 1000 * database, statements)


class Gauge:
    """Measures one stage: the processes that work, and their database."""

    def __init__(self, host: Database, url: str, servers: Sequence[Server]) -> None:
        self.host, self.url, self.servers = host, url, servers

    def measure_cost(self) -> WorkCost:
        return WorkCost(sum(one.cpu() for one in self.servers), self.host.cpu(), self.host.statements())

    def stage(self, count: int, left: str, first: str = "") -> Stage:
        """Until the query `left` gives 0; from now, or from when it gives less than `count` (`first` is not empty)."""
        with psycopg.connect(self.url, autocommit=True) as connection, watch_waits(self.url) as waits:

            def remaining() -> int:
                row = connection.execute(left.encode()).fetchone()
                assert row is not None
                return int(row[0])

            while first and remaining() == count:
                sleep(0.01)
            before, begun, done = self.measure_cost(), monotonic(), count - remaining()
            while remaining():
                sleep(0.03)
                if not all(one.running for one in self.servers):
                    raise SystemExit("a part of the server has ended")
            seconds = monotonic() - begun
            after = self.measure_cost()
        spent = WorkCost(*(late - early for late, early in zip(after, before, strict=True)))
        return Stage(count - done if first else count, seconds, spent, waits)
