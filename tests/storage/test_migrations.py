"""Migrations: they make what the models say, and change a database of the version before without losing anything."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from sqlmodel import SQLModel, col, select

from pbem.games.proof import verify
from pbem.storage.database import MIGRATIONS, Store
from pbem.storage.models import GameStamp, Receipt, Seat, checks, stamps
from tests.games.party import Party, start_party
from tests.storage.planted import NEWEST, NEXT, plant_migration

pytestmark = pytest.mark.usefixtures("toy")
REWRITE = """
with op.batch_alter_table("game") as table:
    table.alter_column("slug", new_column_name="short_name")
"""
REWRITE_BACK = """
with op.batch_alter_table("game") as table:
    table.alter_column("short_name", new_column_name="slug")
"""
ADD = """
op.add_column("player", sa.Column("motto", sa.String(), nullable=False, server_default=""))
with op.batch_alter_table("player") as table:
    table.alter_column("motto", existing_type=sa.String(), existing_nullable=False, server_default=None)
"""
FAIL = """
op.add_column("player", sa.Column("motto", sa.String(), nullable=False, server_default=""))
raise RuntimeError("half done")
"""


def describe_tables(store: Store) -> dict[str, Any]:
    """All that a database says of its tables, by table, in no order."""
    with store.engine.connect() as connection:
        found = sa.inspect(connection)
        asked = ("columns", "foreign_keys", "indexes", "unique_constraints", "check_constraints")
        told: dict[str, Any] = {
            table: {
                what: sorted(sorted((key, str(value)) for key, value in one.items()) for one in ask(table))
                for what, ask in ((what, getattr(found, f"get_{what}")) for what in asked)
            }
            | {"key": found.get_pk_constraint(table)}
            for table in found.get_table_names()
            if table != "alembic_version"
        }
        return told | {"triggers": sorted(stamps.list_stamp_triggers(connection))}


def test_migrations_make_what_the_models_say(store: Store) -> None:
    """Columns, types, defaults, keys, indexes, checks and triggers: what SQLAlchemy makes of the models is the same."""
    command.check(store.alembic_config())
    migrated = describe_tables(store)
    command.downgrade(store.alembic_config(), "base")
    with store.write_engine.begin() as connection:
        SQLModel.metadata.create_all(connection)
        stamps.put_up_stamp_triggers(connection)
        checks.put_up_checks(connection)
    made = describe_tables(store)
    assert {*made} == {*migrated} > {*SQLModel.metadata.tables}
    for table, told in made.items():
        assert told == migrated[table], table


def test_migrations_can_be_taken_back_and_run_again(store: Store) -> None:
    """Down to nothing and up to the newest gives the same tables."""
    before = describe_tables(store)
    command.downgrade(store.alembic_config(), "base")
    assert set(sa.inspect(store.engine).get_table_names()) == {"alembic_version"}
    assert not store.has_current_tables()
    store.migrate()
    assert describe_tables(store) == before and store.has_current_tables()


def test_migrations_keep_clear_of_the_models() -> None:
    """Revisions are written in SQLAlchemy's own types: what they made does not change with our code."""
    texts = [path.read_text("utf-8") for path in (MIGRATIONS / "versions").glob("*.py")]
    assert texts
    assert not any("sqlmodel" in text or "UTCDateTime" in text or "import pbem" in text for text in texts)


# --- a version after this one -----------------------------------------------------------------------------------------


@pytest.fixture
def party(store: Store, now: datetime) -> Party:
    """A game under way in a database of this version."""
    party = start_party(store, now)
    party.submit("RED", "bid 3", now)
    return party


def counts(store: Store) -> dict[str, int]:
    """Return how many rows each table has."""
    with store.engine.connect() as connection:
        return {
            name: connection.execute(sa.select(sa.func.count()).select_from(sa.table(name))).scalar_one()
            for name in SQLModel.metadata.tables
        }


def test_the_next_migration_loses_nothing(
    party: Party, now: datetime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up, with a column more, and back to this version: every row is there, and the game goes on, proved."""
    store, before, tables = party.store, counts(party.store), describe_tables(party.store)
    assert before["receipt"] == before["submission"] == 1
    with monkeypatch.context() as later:
        plant_migration(later, tmp_path, ADD, 'op.drop_column("player", "motto")')
        assert not store.has_current_tables()
        store.migrate()
        assert store.table_revisions() == [NEXT] and store.has_current_tables() and counts(store) == before
        with store.engine.connect() as connection:
            assert set(connection.execute(sa.text("SELECT motto FROM player")).scalars()) == {""}
        command.downgrade(store.alembic_config(), NEWEST)
    store.migrate()
    assert counts(store) == before and describe_tables(store) == tables
    party.submit("RED", "bid 4", now)
    with store.read_session() as session:
        assert session.exec(select(Receipt.number).order_by(col(Receipt.number))).all() == [1, 2]


def test_a_rewritten_table_keeps_its_children_and_its_stamps(
    party: Party, now: datetime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite alters a table by making it anew; the seats of its games survive that, there and back."""
    store = party.store
    plant_migration(monkeypatch, tmp_path, REWRITE, REWRITE_BACK)
    store.migrate()
    with store.read_session() as session:
        assert len(session.exec(select(Seat.code)).all()) == 2
        assert session.execute(sa.text("SELECT short_name FROM game")).scalars().all() == ["verdun"]
        assert not store.is_sqlite or session.execute(sa.text("PRAGMA foreign_keys")).scalar() == 1
    command.downgrade(store.alembic_config(), NEWEST)
    before = stamp(store)
    party.ready("RED", now)
    assert stamp(store) != before
    with store.read_session() as session:
        assert verify.verify_game(session, party.game(session)) == []


def stamp(store: Store) -> int:
    with store.read_session() as session:
        return session.exec(select(GameStamp.stamp)).one()


def test_a_migration_that_fails_changes_nothing(party: Party, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither tables nor triggers nor checks: this version runs on it as ever."""
    before = describe_tables(party.store)
    with monkeypatch.context() as later:
        plant_migration(later, tmp_path, FAIL)
        with pytest.raises(RuntimeError, match="half done"):
            party.store.migrate()
    assert describe_tables(party.store) == before and party.store.has_current_tables()
