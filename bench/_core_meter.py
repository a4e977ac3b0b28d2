"""What pieces of work cost: CPU of this process, and statements of its database."""

from __future__ import annotations

import gc
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from sqlalchemy import event

from pbem.storage.database import Store

OVERLOAD = 3
"""Busy processes for each core."""
BUSY = "while [ -d /proc/$PPID ]; do :; done"
"""Keeps a core busy as long as whoever started it lives."""


@dataclass
class Cost:
    """Seconds of CPU, of processes started meanwhile besides, statements, and how many pieces of work took them."""

    cpu: float = 0
    children: float = 0
    statements: int = 0
    pieces: int = 0

    def add(self, cpu: float, children: float, statements: int) -> None:
        self.cpu += cpu
        self.children += children
        self.statements += statements

    @property
    def milliseconds(self) -> float:
        return 1000 * self.cpu / self.pieces

    @property
    def child_milliseconds(self) -> float:
        return 1000 * self.children / self.pieces

    @property
    def statements_each(self) -> float:
        return self.statements / self.pieces


class Meter:
    """Costs by name."""

    def __init__(self, store: Store) -> None:
        self.costs, self.asked = defaultdict[str, Cost](Cost), 0
        event.listen(store.engine, "before_cursor_execute", self.count)

    def count(self, *_: object) -> None:
        self.asked += 1

    @contextmanager
    def measure(self, *names: str, tidy: bool = True) -> Iterator[None]:
        """Adds what is done meanwhile to some costs. `tidy`: what others threw away is collected before."""
        if tidy:
            gc.collect()
        asked, children, start = self.asked, count_child_seconds(), process_time()
        yield
        cpu, children = process_time() - start, count_child_seconds() - children
        for name in names:
            self.costs[name].add(cpu, children, self.asked - asked)

    def add_pieces(self, number: int, *names: str) -> None:
        for name in names:
            self.costs[name].pieces += number


def count_child_seconds() -> float:
    """CPU of all processes that were started here and have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def overloaded_machine() -> Iterator[None]:
    """Every core has more to do than it can meanwhile."""
    number = OVERLOAD * len(os.sched_getaffinity(0))
    busy = [subprocess.Popen(["sh", "-c", BUSY]) for _ in range(number)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()
