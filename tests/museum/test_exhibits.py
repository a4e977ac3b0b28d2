"""What older versions wrote is read, proved and brought up by this one."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest
from sqlmodel import select

from engines.all import SHIPPED
from pbem.db import Store
from pbem.models import Game
from pbem.play import verify
from pbem.records import checking
from tests.museum.making import HERE

FILES = sorted(HERE.glob("*/*.pbem"))
DATABASES = sorted(HERE.glob("*/*.sql.gz"))


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_file_of_then_holds(path: Path) -> None:
    """Its signature, its hashes, and every phase from the orders and the dice."""
    found = checking.check(path.read_bytes())
    assert found.holds and found.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("path", DATABASES, ids=named)
def test_a_database_of_then_is_brought_up_and_holds(path: Path, tmp_path: Path) -> None:
    """All migrations since, and every phase from the orders and the dice."""
    with sqlite3.connect(tmp_path / "pbem.db") as database:
        database.executescript(gzip.decompress(path.read_bytes()).decode())
    database.close()
    store = Store(f"sqlite:///{tmp_path / 'pbem.db'}")
    store.migrate()
    with store.read() as session:
        assert verify.verify(session, session.exec(select(Game)).one()) == []
    store.close()


def test_every_version_shows_every_game() -> None:
    """Nothing was forgotten when an exhibit was made."""
    for folder in {path.parent for path in FILES}:
        assert {path.stem for path in folder.glob("*.pbem")} == {*SHIPPED}
