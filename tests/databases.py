"""Databases of tests on a PostgreSQL server. To make one and to drop it takes half a second, to empty one a hundredth
of that: so they are handed on from test to test, each as empty as the migrated template."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from tests.postgres import database

TABLES = "SELECT relname FROM pg_class WHERE relnamespace = %s::regnamespace AND relkind = 'r'"
SHAPE = """SELECT
  array_agg((attrelid, attnum, attname, atttypid, attnotnull, atthasdef) ORDER BY attrelid, attnum)::text
  || (SELECT array_agg((oid, conname) ORDER BY oid)::text FROM pg_constraint)
  || (SELECT array_agg((tgrelid, tgname) ORDER BY tgrelid, tgname)::text FROM pg_trigger WHERE NOT tgisinternal)
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace"""
"""What a database is like, whatever is in it."""
ALONE = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()"""
FROM_ONE = "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"
KEPT = "kept"
"""The schema with the rows that a migrated database begins with."""


@dataclass(frozen=True)
class Database:
    """One of them: a connection that is kept, what it is like, and the statements that empty it."""

    name: str
    connection: psycopg.Connection
    shape: str
    emptying: sql.Composed

    def try_to_empty(self) -> bool:
        """Return whether it could be made as it was. It cannot if a test has changed its tables, or may not do all."""
        try:
            with self.connection.transaction():
                self.connection.execute(ALONE)
                if shape_of(self.connection) != self.shape:
                    return False
                self.connection.execute(self.emptying)
                return True
        except (psycopg.errors.InsufficientPrivilege, psycopg.OperationalError):  # or its connection was cut
            return False


class Databases:
    """Those that are made after a template, given by its URL."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.free: list[Database] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """The URL of one that nobody else has meanwhile."""
        found = self.free.pop() if self.free else self.make_database()
        yield database(self.template, found.name)
        if found.try_to_empty():
            self.free.append(found)
        else:
            self.drop_database(found)

    def make_database(self) -> Database:
        """A new one."""
        name = f"pbem_{uuid4().hex[:12]}"
        create(self.template, name, make_url(self.template).database or "")
        connection = psycopg.connect(database(self.template, name), autocommit=True)
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(KEPT)))
        for table in tables(connection):
            if connection.execute(sql.SQL("SELECT true FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone():
                both = sql.Identifier(KEPT, table), sql.Identifier(table)
                connection.execute(sql.SQL("CREATE TABLE {} AS TABLE {}").format(*both))
        return Database(name, connection, shape_of(connection), emptying(connection))

    def drop_database(self, one: Database) -> None:
        one.connection.close()
        drop(self.template, one.name)

    def close(self) -> None:
        for one in self.free:
            self.drop_database(one)


def emptying(connection: psycopg.Connection) -> sql.Composed:
    """All rows go, without keys or triggers, and those come back that a migrated database begins with."""
    gone = [sql.SQL("DELETE FROM {}").format(sql.Identifier(table)) for table in tables(connection)]
    back = [
        sql.SQL("INSERT INTO {} SELECT * FROM {}").format(sql.Identifier(table), sql.Identifier(KEPT, table))
        for table in tables(connection, KEPT)
    ]
    return sql.SQL("; ").join(
        [sql.SQL("SET LOCAL session_replication_role = replica"), *gone, *back, sql.SQL(FROM_ONE)]
    )


def tables(connection: psycopg.Connection, schema: str = "public") -> list[str]:
    return [name for (name,) in connection.execute(TABLES, (schema,))]


def shape_of(connection: psycopg.Connection) -> str:
    row = connection.execute(SHAPE).fetchone()
    assert row is not None
    return str(row[0])


def create(url: str, name: str, template: str = "template1") -> None:
    administer(url, f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def drop(url: str, name: str) -> None:
    administer(url, f'DROP DATABASE "{name}" WITH (FORCE)')


def administer(url: str, statement: str) -> None:
    with psycopg.connect(database(url, "postgres"), autocommit=True) as connection:
        connection.execute(statement.encode())
