"""Runs Alembic on the engine of a store. SQLite rewrites tables to alter them, with foreign keys off meanwhile."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, Engine
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

from pbem.settings.config import ConfigError
from pbem.storage import models
from pbem.storage.models import checks, stamps
from pbem.storage.models.packing import Packed


def render_item(kind: str, item: Any, _: AutogenContext) -> str | Literal[False]:
    """Revisions are written in SQLAlchemy's own types, so that they outlive sqlmodel's and ours."""
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, AutoString):
        return "sa.String()"
    if kind == "type" and isinstance(item, Packed):
        return "sa.LargeBinary()"
    return False


def run(connection: Connection) -> None:
    """`bare` among the attributes of the configuration: the tables alone, without triggers and checks, for who writes a
    migration and has models that are ahead of the tables (`tools.migration`)."""
    sqlite, bare = connection.dialect.name == "sqlite", context.config.attributes.get("bare", False)
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_item=render_item,
        render_as_batch=sqlite,
        compare_type=True,
        transactional_ddl=True,  # SQLite's too, since `pbem.storage.database` begins: all migrations, or none
    )
    with context.begin_transaction():
        if is_other(context.get_context().get_current_heads()):
            stamps.drop_stamp_triggers(connection)
            checks.drop_checks(connection)
        context.run_migrations()
        if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
            raise RuntimeError("The migration left rows whose foreign keys point nowhere; nothing was changed.")
        is_newest = not bare and {*context.get_context().get_current_heads()} == {*context.script.get_heads()}
        if is_newest and (odd := checks.describe_misfits(connection)):
            raise ConfigError(odd)
    if not bare:
        stamps.put_up_stamp_triggers(connection)
    if is_newest:
        checks.put_up_checks(connection)
    connection.commit()


def is_other(heads: tuple[str, ...]) -> bool:
    """Return whether tables are to be changed: the version that is asked for is not the one that is there."""
    try:
        wanted = context.get_revision_argument()
    except KeyError:  # it is only looked whether the tables are as they should be
        return False
    return tuple(wanted if isinstance(wanted, tuple | list) else [wanted]) != heads


LOCK = 0x7062656D00
"""An advisory lock of PostgreSQL: of several processes that start at once, one migrates and the others wait."""


def migrate(engine: Engine) -> None:
    with engine.connect() as connection:
        postgres = engine.dialect.name == "postgresql"
        if postgres:
            connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
            connection.commit()
        raw = connection.connection.driver_connection
        sqlite = raw if engine.dialect.name == "sqlite" else None
        # Rewriting a parent table with foreign keys on would delete its children; the pragma only works between
        # transactions, so it is set on the driver's connection.
        if sqlite is not None:
            sqlite.execute("PRAGMA foreign_keys=OFF")
        try:
            run(connection)
        finally:
            connection.rollback()
            if sqlite is not None:
                sqlite.execute("PRAGMA foreign_keys=ON")
            if postgres:
                connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
                connection.commit()


assert models.Game.metadata is SQLModel.metadata
migrate(context.config.attributes["engine"])
