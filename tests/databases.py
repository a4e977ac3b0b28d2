"""Databases of tests on a PostgreSQL server. To make one and to drop it takes half a second, to empty one a hundredth
of that: so they are handed on from test to test, each as empty as the migrated template."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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


class Databases:
    """Those that are made after a template, given by its URL."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.free: list[tuple[str, str]] = []

    @contextmanager
    def one(self) -> Iterator[str]:
        """The URL of one that nobody else has meanwhile."""
        name, shape = self.free.pop() if self.free else self.made()
        yield database(self.template, name)
        if emptied(database(self.template, name), shape):
            self.free.append((name, shape))
        else:
            drop(self.template, name)

    def made(self) -> tuple[str, str]:
        """The name of a new one, and what it is like."""
        name = f"pbem_{uuid4().hex[:12]}"
        create(self.template, name, make_url(self.template).database or "")
        with psycopg.connect(database(self.template, name)) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(KEPT)))
            for table in tables(connection):
                if connection.execute(sql.SQL("SELECT true FROM {} LIMIT 1").format(sql.Identifier(table))).fetchone():
                    both = sql.Identifier(KEPT, table), sql.Identifier(table)
                    connection.execute(sql.SQL("CREATE TABLE {} AS TABLE {}").format(*both))
            return name, shape_of(connection)

    def close(self) -> None:
        for name, _ in self.free:
            drop(self.template, name)


def emptied(url: str, shape: str) -> bool:
    """Whether a database could be made as it was. It cannot if a test has changed its tables, or may not do all."""
    try:
        with psycopg.connect(url) as connection:
            connection.execute(ALONE)
            if shape_of(connection) != shape:
                return False
            connection.execute("SET session_replication_role = replica")  # no keys are looked after, no triggers run
            for table in tables(connection):
                connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
            for table in tables(connection, KEPT):
                both = sql.Identifier(table), sql.Identifier(KEPT, table)
                connection.execute(sql.SQL("INSERT INTO {} SELECT * FROM {}").format(*both))
            connection.execute(FROM_ONE)
            return True
    except psycopg.errors.InsufficientPrivilege:
        return False


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
