"""Wakes a process when another one has left it something to do.

On PostgreSQL the tables of letters say so themselves (triggers of the first migration, told at the commit), and
each process listens. Of several transactions that write to a table at once only the first tells: PostgreSQL lets those
that tell commit one after the other, each with its own wait for the disk. What the others wrote is found by looking
once more a moment later. It is a courtesy, not a promise: a process that hears nothing looks by itself every few
seconds. A SQLite file can say nothing to other processes, and seldom has any.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

import structlog

from pbem.storage.database import Store

if TYPE_CHECKING:
    from psycopg import Connection

JOBS = {"pbem_mail_in": "clerk", "pbem_outbox": "delivery"}
"""Which job (`pbem.server.serve.Server.list_server_jobs`) a new row of a table is for; each table has a channel."""
LISTEN_SECONDS = 0.5
"""How long is listened before it is looked whether to stop."""
ECHO_SECONDS = 0.2
"""After which is rung once more: for what was written beside that of which was told, and committed after it."""
AGAIN_SECONDS = 5
"""Until it is listened again after the database went away."""

log = structlog.get_logger()


class Bell:
    """Listens in a thread of its own, and rings for a job by its name, for no others than `jobs`."""

    def __init__(self, store: Store, ring: Callable[[str], None], jobs: Container[str]) -> None:
        self.store, self.ring = store, ring
        self.jobs = {channel: job for channel, job in JOBS.items() if job in jobs}
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.listen, name="bell", daemon=True)

    def start(self) -> None:
        if self.jobs and not self.store.is_sqlite:
            self.thread.start()

    def stop(self) -> None:
        self.stopped.set()
        if self.thread.is_alive():
            self.thread.join(2 * LISTEN_SECONDS)

    def listen(self) -> None:
        import psycopg  # there only where there is PostgreSQL

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.stopped.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    for channel in self.jobs:
                        connection.execute(f"LISTEN {channel}".encode())
                    self.ring_for_notices(connection)
            except psycopg.Error as error:
                log.warning("nobody rings until the database is back", error=type(error).__name__)
                self.stopped.wait(AGAIN_SECONDS)

    def ring_for_notices(self, connection: Connection[tuple[object, ...]]) -> None:
        told, echo = set(self.jobs), set[str]()  # what came while nobody listened
        while not self.stopped.is_set():
            for channel in told or echo:
                self.ring(self.jobs[channel])
            echo = echo | told if told else set()
            seconds = ECHO_SECONDS if echo else LISTEN_SECONDS
            told = {note.channel for note in connection.notifies(timeout=seconds, stop_after=1)}
