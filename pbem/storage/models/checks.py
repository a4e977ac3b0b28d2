"""The checks of the database: a column whose words are known (`pbem.storage.models.words`) holds one of them.

They come from what the models say of their columns: a `Literal`, or a `ClosedSet` or `ColumnForm` beside the type. Like
the triggers of `stamps` they are taken down before migrations and put up after the last of them, so no migration has to
think of them, and a word more needs none.

SQLite knows no way to add a check to a table but to write the table anew, which loses its triggers and takes as long as
it is large. A check changes nothing of what lies in the file, so what SQLite keeps of the table is changed instead, as
its manual describes for such a case ("Making Other Kinds Of Table Schema Changes").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from pbem.storage.models.words import ClosedSet, ColumnForm

PREFIX = "ck_"
LINE = re.compile(rf",\n\tCONSTRAINT ({PREFIX}\w+) CHECK \((.*)\)(?=,?$)", re.M)
"""A check as it stands in what SQLite keeps of a table: on a line of its own."""
LITERAL = re.compile(r"'((?:[^']|'')*)'")
MOST_TOLD, LONGEST = 5, 40
"""Rows that are named for each column, and letters of what one holds."""
ON_POSTGRES = r"""SELECT conname, pg_get_constraintdef(oid), conrelid::regclass::text FROM pg_constraint
    WHERE contype = 'c' AND conname LIKE 'ck\_%' AND connamespace = current_schema()::regnamespace"""
MISFITS = """The database holds words that this version of pbem does not know. It was left as it was.
{rows}
Make a copy of the database. Then put each of these right, for example: {example}
and do this again."""


@dataclass(frozen=True)
class Check:
    """What a column of a table may hold: one of some words, or what an SQL condition says."""

    table: str
    column: str
    words: tuple[str, ...] = ()
    form: str = ""

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.table}_{self.column}"

    @cached_property
    def sql(self) -> str:
        """The condition."""
        quoted = f'"{self.column}"'
        if self.form:
            return self.form.format(column=quoted)
        return f"{quoted} IN ({', '.join(map(quote_literal, self.words))})"


def wanted_checks() -> Iterator[Check]:
    """The checks there should be."""
    for kind in SQLModel.__subclasses__():
        if hasattr(kind, "__table__"):
            for name, field in kind.model_fields.items():
                yield from iter_column_checks(kind.__tablename__, name, field)  # type: ignore[arg-type]


def iter_column_checks(table: str, name: str, field: Any) -> Iterator[Check]:
    """The check of a column, if its words or its form are known."""
    if get_origin(field.annotation) is Literal:
        yield Check(table, name, get_args(field.annotation))
    for mark in field.metadata:
        if isinstance(mark, ClosedSet):
            yield Check(table, name, tuple(map(str, mark.words)))
        elif isinstance(mark, ColumnForm):
            yield Check(table, name, form=mark.sql)


def quote_literal(word: str) -> str:
    return "'" + word.replace("'", "''") + "'"


def list_literals(sql: str) -> tuple[str, ...]:
    """The words of a condition in their order: all in which two of a column differ, however a database writes them."""
    return tuple(LITERAL.findall(sql))


def checks_in(connection: Connection) -> dict[str, tuple[str, ...]]:
    """The checks that a database has: the words of each."""
    if connection.dialect.name == "sqlite":
        tables = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE type = 'table'").scalars()
        return {name: list_literals(sql) for table in tables for name, sql in LINE.findall(table or "")}
    return {name: list_literals(sql) for name, sql, _ in connection.execute(sa.text(ON_POSTGRES))}


def are_checks_up(connection: Connection) -> bool:
    """Return whether the checks of a database are those there should be."""
    return checks_in(connection) == {check.name: list_literals(check.sql) for check in wanted_checks()}


# --- changed ------------------------------------------------------------------------------------------------------


def drop_checks(connection: Connection) -> None:
    """Removes them: migrations change tables and words."""
    if connection.dialect.name == "sqlite":
        rewrite_tables(connection, ())
        return
    for name, _, table in connection.execute(sa.text(ON_POSTGRES)).all():
        connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")


def put_up_checks(connection: Connection) -> None:
    """Sees to it that they are those there should be. Raises as the database does if a row does not fit: see
    `describe_misfits`."""
    if are_checks_up(connection):
        return
    if connection.dialect.name == "sqlite":
        rewrite_tables(connection, tuple(wanted_checks()))
        return
    drop_checks(connection)
    for check in wanted_checks():
        condition = check.sql.replace("%", "%%")  # which the driver would take for a place of a value
        connection.exec_driver_sql(f"ALTER TABLE {check.table} ADD CONSTRAINT {check.name} CHECK ({condition})")


def rewrite_tables(connection: Connection, checks: tuple[Check, ...]) -> None:
    """Gives the tables of a SQLite file these checks and no others."""
    kept = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all()
    changed = {}
    for name, before in kept:
        lines = "".join(f",\n\tCONSTRAINT {one.name} CHECK ({one.sql})" for one in checks if one.table == name)
        bare = LINE.sub("", before)
        after = bare.removesuffix(")").rstrip() + lines + "\n)" if lines else bare
        if after != before:
            changed[name] = after
    with open_schema(connection):
        for name, after in changed.items():
            statement = "UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?"
            connection.exec_driver_sql(statement, (after, name))


@contextmanager
def open_schema(connection: Connection) -> Iterator[None]:
    """Lets what SQLite keeps of its tables be changed, and has every connection read it anew afterwards."""
    connection.exec_driver_sql("PRAGMA writable_schema = ON")
    try:
        yield
        version = connection.exec_driver_sql("PRAGMA schema_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA schema_version = {version + 1}")
    finally:
        connection.exec_driver_sql("PRAGMA writable_schema = RESET")


# --- looked for ---------------------------------------------------------------------------------------------------


def describe_misfits(connection: Connection) -> str:
    """Return which rows hold what no check lets in, and what to do about it; "" if none does."""
    rows, example = [], ""
    for check in wanted_checks():
        table = sa.table(check.table, sa.column("id"), sa.column(check.column))
        fits: sa.ColumnElement[bool] = sa.literal_column(f"({check.sql})")
        query = sa.select(table.c.id, table.c[check.column]).where(sa.not_(fits)).order_by(table.c.id).limit(MOST_TOLD)
        for number, value in connection.execute(query).all():
            rows.append(f"- {check.table} {number}: {explain_misfit(check, str(value))}")
            example = example or f"UPDATE {check.table} SET {check.column} = '…' WHERE id = {number};"
    return MISFITS.format(rows="\n".join(rows), example=example) if rows else ""


def explain_misfit(check: Check, value: str) -> str:
    """Return what is wrong with a value. One of which a form alone is known may be a player's own, and is not shown."""
    if check.form:
        return f"its {check.column} is in no form that is known"
    return f"its {check.column} is {value[:LONGEST]!r}, and may be {', '.join(map(repr, check.words))}"
