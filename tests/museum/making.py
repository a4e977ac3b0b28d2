"""Makes the exhibit of this version: `make museum` writes it to tests/museum/VERSION.

That is done once, when a version is released, and never again: it is what the code of then wrote. While a version is
still being made, and its tables, hashes or files change, `make museum AGAIN=yes` makes its exhibit anew.
"""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from engines.all import SHIPPED
from pbem.games.proof import build_record
from pbem.records import file, keys
from pbem.storage.database import Store
from tests import postgres
from tests.databases import create
from tests.games.party import Party, advise

HERE = Path(__file__).parent
PHASES = 4
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def made(folder: Path) -> None:
    """A game of each engine: its record, and the database that it was played in."""
    folder.mkdir()
    for code in SHIPPED:
        with TemporaryDirectory() as spot:
            path = Path(spot) / "pbem.db"
            store = Store(f"sqlite:///{path}")
            store.migrate()
            party = Party(store, advise(store, code, PHASES, NOW, ""))
            with store.read_session() as session:
                record = build_record.build_moving_record(session, party.game(session))
            store.close()
            (folder / f"{code}.pbem").write_bytes(
                file.pack_record(record, keys.get_own_key(Path(spot)), "museum.example", NOW)
            )
            with sqlite3.connect(path) as database:
                (folder / f"{code}.sql.gz").write_bytes(gzip.compress(dumped(database).encode(), mtime=0))


def made_on_postgres(folder: Path) -> None:
    """The same games in databases of PostgreSQL, as plain SQL."""
    with postgres.server() as server:
        for code in SHIPPED:
            create(server, code)
            url = postgres.database(server, code)
            store = Store(url)
            store.migrate()
            advise(store, code, PHASES, NOW, "")
            store.close()
            (folder / f"{code}.postgresql.sql.gz").write_bytes(gzip.compress(dumped_by_postgres(url).encode(), mtime=0))


def dumped(database: sqlite3.Connection) -> str:
    return "\n".join(database.iterdump())


def dumped_by_postgres(url: str) -> str:
    """Without what only psql understands."""
    tools = postgres.binaries()
    assert tools is not None
    line = [str(tools / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
    told = subprocess.run(line, check=True, capture_output=True, text=True).stdout
    return "".join(line for line in told.splitlines(keepends=True) if not line.startswith("\\"))


if __name__ == "__main__":
    exhibit = HERE / version("pbem")
    if sys.argv[1:] == ["again"]:
        shutil.rmtree(exhibit, ignore_errors=True)
    made(exhibit)
    made_on_postgres(exhibit)
