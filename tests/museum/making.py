"""Makes the exhibit of this version: `python -m tests.museum.making` writes it to tests/museum/VERSION.

That is done once, when a version is released, and never again: it is what the code of then wrote.
"""

from __future__ import annotations

import gzip
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from engines.all import SHIPPED
from pbem.db import Store
from pbem.play import recording
from pbem.records import file, keys
from tests.play.party import Party, advise

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
            with store.read() as session:
                record = recording.for_moving(session, party.game(session))
            store.close()
            (folder / f"{code}.pbem").write_bytes(file.packed(record, keys.own(Path(spot)), "museum.example", NOW))
            with sqlite3.connect(path) as database:
                (folder / f"{code}.sql.gz").write_bytes(gzip.compress(dumped(database).encode(), mtime=0))


def dumped(database: sqlite3.Connection) -> str:
    return "\n".join(database.iterdump())


if __name__ == "__main__":
    made(HERE / version("pbem"))
