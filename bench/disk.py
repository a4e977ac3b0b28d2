"""What a phase takes on disk: games played by advice, each a row for all of it and one for each table and column that
has a share; and what packing costs. `floor` is what the same texts take unpacked."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryDirectory
from time import process_time

import sqlalchemy as sa
from sqlmodel import SQLModel, select

from bench import Row
from bench._advised import open_advised_game, play_advised_game
from bench.games import OPTIONS
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Phase
from pbem.storage.models.packing import Packed, pack_text, unpack_text

PHASES = 60
"""Played of each game, in as many games as that takes."""
MENTIONED = 60
"""Bytes a phase from which on a table or a column has a row of its own."""
GOAL = "<= 6"


def run() -> list[Row]:
    return [row for code in ENGINES for row in rows(code)]


def rows(code: str) -> Iterator[Row]:
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/pbem.db")
        store.migrate()
        options = "END 1930" if code == "diplomacy" else OPTIONS.get(code, "")
        done = games = before = 0
        while done < PHASES:
            open_advised_game(store, code, options, f"g{games}")
            before = before or count_used_bytes(store)  # the tables themselves, and one game in them
            done += play_advised_game(store, f"g{games}", PHASES - done, games + 1)
            games += 1
        yield Row(f"{code}: a phase on disk", (count_used_bytes(store) - before) / done / 1000, "kB", None, GOAL)
        yield from shares(store, code, done)
        yield from costs(store, code)
        store.close()


def count_used_bytes(store: Store) -> int:
    """Bytes of the pages that hold anything."""
    with store.engine.connect() as connection:
        execute = connection.exec_driver_sql
        pages = execute("PRAGMA page_count").scalar_one() - execute("PRAGMA freelist_count").scalar_one()
        return int(pages * execute("PRAGMA page_size").scalar_one())


def shares(store: Store, code: str, done: int) -> Iterator[Row]:
    """Yield what each table (with its indices) and each of its columns takes."""
    with store.engine.connect() as connection:
        query = "SELECT tbl_name, sum(payload) FROM dbstat JOIN sqlite_schema USING (name) GROUP BY 1 ORDER BY 2 DESC"
        for name, taken in connection.exec_driver_sql(query).all():
            if taken / done < MENTIONED or name not in SQLModel.metadata.tables:
                continue
            yield Row(f"{code}: … of it {name}", taken / done / 1000, "kB", None, "")
            for column in SQLModel.metadata.tables[name].columns:
                kept = connection.exec_driver_sql(f'SELECT sum(length(CAST("{column.name}" AS BLOB))) FROM "{name}"')
                share = (kept.scalar_one() or 0) / done
                if share >= MENTIONED:
                    yield Row(
                        f"{code}: … {name}.{column.name}", share / 1000, "kB", plain(connection, column, done), ""
                    )


def plain(connection: sa.Connection, column: sa.Column[str], done: int) -> float | None:
    """Return what a column would take unpacked."""
    if not isinstance(column.type, Packed):
        return None
    return sum(len(text.encode()) for text in connection.execute(sa.select(column)).scalars()) / done / 1000


def costs(store: Store, code: str) -> Iterator[Row]:
    """CPU of packing and unpacking what a phase is: a position and its events."""
    with store.read_session() as session:
        texts = [(phase.state, phase.events) for phase in session.exec(select(Phase))]
    start = process_time()
    packed = [(pack_text(state), pack_text(events)) for state, events in texts]
    done = process_time()
    for state, events in packed:
        unpack_text(state), unpack_text(events)
    yield Row(f"{code}: pack a position and its events", (done - start) / len(texts) * 1000, "ms", None, "")
    yield Row(f"{code}: unpack them", (process_time() - done) / len(texts) * 1000, "ms", None, "")
