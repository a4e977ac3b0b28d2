"""Thousands of games by copying some in the database (PostgreSQL): to open them one by one takes an hour."""

from __future__ import annotations

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from pbem.storage.database import Store

LEFT = frozenset({"mail_in", "picture", "pulse", "tally", "sign_in", "web_session"})
"""Tables of which there is nothing to copy."""
NAMES = {"address": "{k}.", "slug": "c{k}-", "key": "c{k}:"}
"""What stands before a text that nobody else may have, in copy number k."""


def copy_all_rows(store: Store, copies: int) -> int:
    """Copies all that is there so often, everything with numbers of its own: those of copy k are higher by k times the
    number given back. Positions, addresses' numbers and orders are those of the originals."""
    with store.write_session() as session:
        tables = [table for table in SQLModel.metadata.sorted_tables if table.name not in LEFT]
        distance = max(highest(session, table) for table in tables) + 1
        session.execute(sa.text("SET LOCAL session_replication_role = replica"))  # no triggers, and no keys looked up
        for table in tables:
            names = ", ".join(f'"{column.name}"' for column in table.columns)
            values = ", ".join(value(column, distance) for column in table.columns)
            copy = (
                f'INSERT INTO "{table.name}" ({names}) SELECT {values} FROM "{table.name}" t, generate_series(1, :n) k'
            )
            session.execute(sa.text(copy), {"n": copies})
            if "id" not in table.c:
                continue
            after = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {distance * (copies + 1)})"
            session.execute(sa.text(after))
    return distance


def highest(session: Session, table: sa.Table) -> int:
    """The greatest number of a table; 0 if its rows have none of their own."""
    return int(session.execute(sa.select(sa.func.max(table.c.id))).scalar() or 0) if "id" in table.c else 0


def value(column: sa.Column[object], distance: int) -> str:
    """A column of a copy, in SQL."""
    if column.primary_key or column.foreign_keys:
        return f't."{column.name}" + k * {distance}'
    prefix = NAMES.get(column.name) if column.unique else None
    if prefix is None:
        return f't."{column.name}"'
    before, _, behind = prefix.partition("{k}")
    return f"'{before}' || k || '{behind}' || t.\"{column.name}\""
