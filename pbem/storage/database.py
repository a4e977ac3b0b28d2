"""The store: one database, two kinds of session, and the claims that let any number of workers share it.

SQLite runs in WAL mode with foreign keys on and every commit forced to disk; a session that writes takes the write
lock at its beginning, so that what it has read cannot change before it writes. PostgreSQL runs in READ COMMITTED;
use cases lock the row of the game they change (`pbem.games.games.lock_game`).
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import (
    DBAPIError,
    InterfaceError,
    InternalError,
    OperationalError,
    TimeoutError,
)
from sqlalchemy.orm import InstrumentedAttribute, Mapped
from sqlmodel import Session, SQLModel

from pbem.settings.config import ConfigError
from pbem.storage import questions
from pbem.storage.fair_lock import WaitingLine

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 30
"""How long a SQLite connection waits for another one's write before it gives up."""
ARRIVAL, CLAIM = 0x7062656D01, 0x7062656D
"""Advisory locks of PostgreSQL: something arrives; rows of a table are claimed in the order they came."""

Clock = Callable[[], datetime]
"""The present instant: whoever works for long asks anew for every batch."""
Stop = threading.Event
"""The word to stop, looked for between one piece of work and the next."""
NEVER = Stop()
TROUBLE = (OperationalError, InterfaceError, InternalError, TimeoutError)
"""The database is busy, full or away: nobody's fault, and worth another try."""

INSISTENCE = 5
"""How often more than once what became of a claim is tried to be written down while the database is in trouble."""

CLOSED = """The database cannot be opened ({why}).
See to it that it is there and lets pbem in, or name another one: database in pbem.toml, or PBEM_DATABASE."""
NARROW = """The database “{name}” keeps its texts as {kept}, in which not every name and letter can be written.
Make another one: createdb --encoding=UTF8 --template=template0 --owner={owner} NAME"""
LATER = """The tables of the database are those of a later pbem (migration {later}; this one knows {known}).
Install that version here too, or go back to a backup from before it."""
FOREIGN = """The tables of the database are not those of pbem.
Name another one, which may be empty: database in pbem.toml, or PBEM_DATABASE."""


class DatabaseAway(ConfigError):  # noqa: N818
    """PostgreSQL cannot be reached: its address or its password is wrong, or it is down just now."""


class Store:
    """A database by its SQLAlchemy URL ("sqlite:///pbem.db", "postgresql://user@host/pbem"). `busy`: how many seconds
    it waits for somebody else's write. Raises ConfigError if a file cannot be made."""

    def __init__(self, url: str, busy: int = BUSY_SECONDS) -> None:
        self.url = with_psycopg(make_url(url))
        if self.is_sqlite and self.url.database:
            make_file_private(Path(self.url.database))
        connect: dict[str, Any] = {"timeout": busy} if self.is_sqlite else {"client_encoding": "utf8"}
        try:
            self.engine = sa.create_engine(
                self.url, connect_args=connect, pool_size=20, max_overflow=20, hide_parameters=True
            )
        except ModuleNotFoundError as error:
            raise ConfigError(f"For PostgreSQL {error.name} is wanted. Do: pip install 'pbem[postgres]'") from error
        if self.is_sqlite:
            event.listen(self.engine, "connect", prepare_sqlite)
            event.listen(self.engine, "begin", begin_sqlite)
        self.write_queue, self.busy = WaitingLine(), busy
        self.write_engine = self.engine.execution_options(writes=True)

    @property
    def is_sqlite(self) -> bool:
        return self.url.get_backend_name() == "sqlite"

    @contextmanager
    def read_session(self, *, steady: bool = False) -> Iterator[Session]:
        """A session to look at things with; whatever it changes is forgotten. `steady`: all that it finds is of one
        instant, as it always is on SQLite."""
        one_instant = steady and not self.is_sqlite
        bind = self.engine.execution_options(isolation_level="REPEATABLE READ") if one_instant else self.engine
        with Session(bind, expire_on_commit=False, info=questions.start_reading()) as session:
            yield session

    @contextmanager
    def write_session(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back if anything is raised."""
        known = questions.start_writing(alone=self.is_sqlite)
        with (
            self.wait_to_write(),
            Session(self.write_engine, expire_on_commit=False, info=known) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def wait_to_write(self) -> Iterator[None]:
        """The turn to write, where one alone can. Raises TimeoutError if it does not come."""
        if not self.is_sqlite:
            yield
            return
        with self.write_queue.wait_for_turn(self.busy) as mine:
            if not mine:
                raise TimeoutError("others of this process write for too long")
            yield

    @contextmanager
    def keep_arrival(self) -> Iterator[Connection]:
        """A transaction that keeps what has just come. An instant that is read within it is such that `await_arrivals`
        can wait for all that came before another one."""
        with self.wait_to_write(), self.write_engine.begin() as connection:
            if not self.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock_shared(ARRIVAL)))
            yield connection

    def await_arrivals(self) -> None:
        """Returns when every transaction of `keep_arrival` that has begun is over: what is kept from now on came
        later."""
        with self.wait_to_write(), self.write_engine.begin() as connection:
            if not self.is_sqlite:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ARRIVAL)))

    def check_connection(self) -> None:
        """Raises ConfigError (DatabaseAway if it may be down) if the database cannot be opened, or cannot keep every
        letter that people write."""
        try:
            with self.engine.connect() as connection:
                kept = "UTF8" if self.is_sqlite else connection.exec_driver_sql("SHOW server_encoding").scalar_one()
        except DBAPIError as error:
            raise explain_closed_database(error, self.url) from error
        if kept != "UTF8":
            raise ConfigError(NARROW.format(name=self.url.database, kept=kept, owner=self.url.username or "pbem"))

    def migrate(self) -> None:
        """Brings the tables up to this version of pbem, one process after the other. Raises ConfigError as
        `check_connection` does, if they are those of a later one, and if a row holds a word that this one does not
        know."""
        self.check_connection()
        if self.has_current_tables():
            return
        known = known_revisions()
        for odd in {*self.table_revisions()} - known:
            is_later = len(odd) == len(max(known)) and odd > max(known)
            raise ConfigError(LATER.format(later=odd, known=max(known)) if is_later else FOREIGN)
        from alembic import command  # twelve megabytes, which a server keeps for ever and seldom needs

        with lock_database_folder(self.url):
            command.upgrade(self.alembic_config(), "head")

    def has_current_tables(self) -> bool:
        """Return whether the tables are those of this version, with all their triggers and checks."""
        from pbem.storage.models import checks, stamps

        if self.table_revisions() != [max(known_revisions())]:
            return False
        with self.engine.connect() as connection:
            there = {name for name, *_ in stamps.iter_wanted_triggers()} <= stamps.list_stamp_triggers(connection)
            return there and checks.are_checks_up(connection)

    def table_revisions(self) -> list[str]:
        """The number of the last migration that the tables went through; none if there are none. Raises ConfigError if
        they may not be read."""
        try:
            with self.engine.connect() as connection:
                if not sa.inspect(connection).has_table("alembic_version"):
                    return []
                return list(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())
        except DBAPIError as error:
            raise explain_closed_database(error, self.url) from error

    def alembic_config(self) -> AlembicConfig:
        """Return what Alembic's own commands need to work on this store."""
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["engine"] = self.engine
        return config

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()


def with_psycopg(url: URL) -> URL:
    """PostgreSQL is spoken to through psycopg 3, however its URL is written."""
    return url.set(drivername="postgresql+psycopg") if url.get_backend_name() in ("postgresql", "postgres") else url


def explain_closed_database(error: DBAPIError, url: URL) -> ConfigError:
    """Return why a database cannot be opened, and what to do."""
    why = " ".join(str(error.orig).split())
    if url.get_backend_name() == "sqlite":
        return ConfigError(CLOSED.format(why=f"{url.database}: {why}"))
    return DatabaseAway(CLOSED.format(why=why))


def known_revisions() -> set[str]:
    """The numbers of all migrations there are."""
    return {path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def make_file_private(file: Path) -> None:
    """SQLite would make it readable by all; the files beside it (-wal, -shm) take its mode."""
    try:
        file.touch(mode=0o600)
    except OSError as error:
        raise ConfigError(CLOSED.format(why=f"{file}: {error.strerror}")) from error


@contextmanager
def lock_database_folder(url: URL) -> Iterator[None]:
    """Keeps other processes from the folder of a SQLite file meanwhile; PostgreSQL has a lock for that of its own
    (see `migrations/env.py`)."""
    try:
        import fcntl
    except ImportError:  # not a Unix: there one process must be started after the other
        yield
        return
    if url.get_backend_name() != "sqlite" or not url.database:
        yield
        return
    folder = os.open(Path(url.database).resolve().parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # SQLAlchemy begins; the driver must not begin late on its own
    for setting in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL"):
        connection.execute(f"PRAGMA {setting}")


def begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def reread_row(session: Session, row: SQLModel, **lock: Any) -> None:
    """Reads a row anew, now that a lock is had before which others may have changed it; `lock`: as `Session.refresh`
    takes it. Who writes on SQLite had the write lock before they read anything, and nothing has to be read twice."""
    bind = session.get_bind()
    if bind.dialect.name != "sqlite" or not bind.get_execution_options().get("writes"):
        session.refresh(row, **lock)


def claim_rows(
    session: Session,
    column: Mapped[datetime | None],
    now: datetime,
    lease_end: datetime,
    limit: int,
    *also: sa.ColumnElement[bool],
) -> list[int]:
    """Claims up to `limit` rows that are due by `column` until `lease_end`; their ids, the longest due first.

    The column holds the time a row is due, and while it is claimed the end of the lease: a worker that dies gives
    its rows back by the passing of time. `also` narrows the choice.
    """
    assert isinstance(column, InstrumentedAttribute)
    table = sa.inspect(column.class_).local_table
    due = table.c[column.key]
    chosen = (
        sa.select(table.c.id)
        .where(due <= now, *also)
        .order_by(due)
        .limit(limit)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    statement = sa.update(table).where(table.c.id.in_(chosen)).values({column.key: lease_end}).returning(table.c.id)
    return sorted(session.execute(statement).scalars())


def claim_rows_in_turn(
    session: Session,
    column: Mapped[datetime | None],
    tries: Mapped[int],
    now: datetime,
    lease_end: datetime,
    limit: int,
    *also: sa.ColumnElement[bool],
    held: Callable[[Sequence[int]], Container[int]] = lambda _: (),
    crowded: Callable[[Sequence[int]], Container[int]] = lambda _: (),
) -> list[int]:
    """As `claim_rows`, but in the order of their ids, and wary: `tries` is counted up with the claim, and what has been
    claimed before and is due again (its worker died) comes after all others and is claimed alone, so that it can harm
    none of them. `held` says which of some rows must wait for others, `crowded` with which one would wait for somebody
    else's work: they are left as long as there are others."""
    assert isinstance(column, InstrumentedAttribute) and isinstance(tries, InstrumentedAttribute)
    table = sa.inspect(column.class_).local_table
    due, tried = table.c[column.key], table.c[tries.key]
    if session.get_bind().dialect.name != "sqlite":  # one after the other, so that nobody sees half of a claim
        session.execute(sa.select(sa.func.pg_advisory_xact_lock(CLAIM, sa.func.hashtext(table.name))))
    # The sum keeps SQLite from walking through the whole table in the order of its ids.
    query = sa.select(table.c.id, tried).where(due <= now, *also).order_by(tried, table.c.id + 0).limit(limit)
    free: list[tuple[int, int]] = []
    offset = 0
    while not free:
        page = session.execute(query.offset(offset).with_for_update(skip_locked=True)).all()
        if not page:
            return []
        waits = held([row_id for row_id, _ in page])
        free, offset = [(row_id, n) for row_id, n in page if row_id not in waits], offset + limit
    fresh = [row_id for row_id, n in free if n == 0]
    elsewhere = crowded(fresh)
    chosen = [row_id for row_id in fresh if row_id not in elsewhere] or fresh or [free[0][0]]
    values = {column.key: lease_end, tries.key: tried + 1}
    session.execute(sa.update(table).where(table.c.id.in_(chosen)).values(values))
    return chosen


def write_with_retries(store: Store, write: Callable[[Session], object], stop: Stop) -> None:
    """Writes in a transaction, again and again while the database is in trouble. Raises one of TROUBLE if that lasts
    too long, or if it is time to stop."""
    for _ in range(INSISTENCE):
        try:
            with store.write_session() as session:
                write(session)
                return
        except TROUBLE:
            if stop.wait(1):
                raise
    with store.write_session() as session:
        write(session)
