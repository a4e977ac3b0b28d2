"""One at a time, in the order in which they came: a lock that nobody gets past those who wait for it.

Writers of one process stand in such a line before SQLite's own lock, for which it would let them ask again and again:
whoever has just let go of it would be the first to have it again, and the others would wait for as long as that writer
works.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class WaitingLine:
    """A line of threads."""

    def __init__(self) -> None:
        self.lock, self.waiting, self.taken = threading.Lock(), deque[threading.Event](), False

    @contextmanager
    def wait_for_turn(self, seconds: float) -> Iterator[bool]:
        """Waits so long for one's turn, which ends with the block. Whether it came."""
        mine = self.join_line(seconds)
        try:
            yield mine
        finally:
            if mine:
                self.call_next()

    def join_line(self, seconds: float) -> bool:
        with self.lock:
            if not self.taken:
                self.taken = True
                return True
            called = threading.Event()
            self.waiting.append(called)
        return called.wait(seconds) or not self.has_left(called)

    def has_left(self, called: threading.Event) -> bool:
        """Leaves the line, unless one was called in this very moment."""
        with self.lock:
            if called.is_set():
                return False
            self.waiting.remove(called)
            return True

    def call_next(self) -> None:
        """Calls whoever is next."""
        with self.lock:
            self.taken = bool(self.waiting)
            if self.taken:
                self.waiting.popleft().set()
