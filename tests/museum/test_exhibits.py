"""What older versions wrote is read, proved and brought up by this one."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from sqlmodel import select

from engines.all import SHIPPED
from pbem.games.proof import verify
from pbem.records import checking
from pbem.storage.database import Store
from pbem.storage.models import Game
from tests import databases, postgres
from tests.museum.making import HERE

FILES = sorted(HERE.glob("*/*.pbem"))
ON_POSTGRES = sorted(HERE.glob("*/*.postgresql.sql.gz"))
ON_SQLITE = sorted({*HERE.glob("*/*.sql.gz")} - {*ON_POSTGRES})


def named(path: Path) -> str:
    return f"{path.parent.name}-{path.name}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_file_of_then_holds(path: Path) -> None:
    """Its signature, its hashes, and every phase from the orders and the dice."""
    found = checking.check_record_bytes(path.read_bytes())
    assert found.is_sound and found.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("path", ON_SQLITE, ids=named)
def test_a_database_of_then_is_brought_up_and_holds(path: Path, tmp_path: Path) -> None:
    """All migrations since, and every phase from the orders and the dice."""
    with sqlite3.connect(tmp_path / "pbem.db") as database:
        database.executescript(gzip.decompress(path.read_bytes()).decode())
    database.close()
    brought_up(f"sqlite:///{tmp_path / 'pbem.db'}")


@pytest.mark.parametrize("path", ON_POSTGRES, ids=named)
def test_a_database_of_then_on_postgresql_is_brought_up_and_holds(path: Path, postgres_server: str) -> None:
    """The same, as PostgreSQL's own program wrote it down."""
    name = f"pbem_museum_{uuid4().hex[:12]}"
    databases.create(postgres_server, name)
    url = postgres.database(postgres_server, name)
    try:
        with psycopg.connect(url) as connection:
            connection.execute(gzip.decompress(path.read_bytes()))
        brought_up(url)
    finally:
        databases.drop(postgres_server, name)


def brought_up(url: str) -> None:
    with closing(Store(url)) as store:
        store.migrate()
        assert store.has_current_tables()
        with store.read_session() as session:
            assert verify.verify_game(session, session.exec(select(Game)).one()) == []


def test_every_version_shows_every_game() -> None:
    """Nothing was forgotten when an exhibit was made."""
    for folder in {path.parent for path in FILES}:
        for ending in ("pbem", "sql.gz", "postgresql.sql.gz"):
            assert {code for code in SHIPPED if (folder / f"{code}.{ending}").is_file()} == {*SHIPPED}
