"""Rows that are inserted unless they are there already, without the cost of an object for each.

They wait for the end of their transaction, and those of a kind are written in one statement: letters above all, of
which most transactions write some. Whatever the session asks meanwhile sees them, since they are written before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import ORMExecuteState, SessionTransaction
from sqlalchemy.orm import Session as OrmSession
from sqlmodel import Session, SQLModel

from engines.memo import memoize
from pbem.storage import questions

WAITING_KEY = "waiting rows"
"""Where a session keeps the rows that wait to be written, as `Waiting`."""

IDS_KEY = "ids taken"
"""Where a session keeps the ids that it has taken and not given to a row yet, by table."""

Columns = dict[str, Any]
"""What a row that is to be inserted holds, without its id."""
Waiting = dict[tuple[type[SQLModel], tuple[str, ...], tuple[str, ...]], list[Columns]]
"""By table, unique columns and all columns, which are those of one statement."""


def insert_missing_rows(session: Session, kind: type[SQLModel], rows: Iterable[Columns], *unique: str) -> None:
    """Inserts those rows of one table that are not there already by their `unique` columns, before anything else is
    asked or at the end of the transaction."""
    if some := list(rows):
        waiting: Waiting = session.info.setdefault(WAITING_KEY, {})
        for row in some:
            waiting.setdefault((kind, unique, tuple(row)), []).append(row)
        questions.note_inserted_rows(session, kind, some)


def write_waiting_rows(session: OrmSession) -> None:
    """Writes the rows that wait, if there are any, after those they point to."""
    if WAITING_KEY not in session.info:
        return
    session.flush()
    waiting: Waiting = session.info.pop(WAITING_KEY)
    for (kind, unique, _), rows in waiting.items():
        session.connection().execute(insert_statement(session.get_bind().dialect.name, kind, unique), rows)


def begin_savepoint(session: Session) -> SessionTransaction:
    """As `Session.begin_nested`, to which what was inserted before does not belong."""
    write_waiting_rows(session)
    return session.begin_nested()


@event.listens_for(OrmSession, "before_commit")
def finish_transaction(session: OrmSession) -> None:
    write_waiting_rows(session)


@event.listens_for(OrmSession, "do_orm_execute")
def write_before_asking(state: ORMExecuteState) -> None:
    if WAITING_KEY in state.session.info:
        write_waiting_rows(state.session)


@event.listens_for(OrmSession, "after_soft_rollback")
def drop_waiting_rows(session: OrmSession, _: object) -> None:
    session.info.pop(WAITING_KEY, None)
    session.info.pop(IDS_KEY, None)


# --- ids ----------------------------------------------------------------------------------------------------------


def take_id(session: Session, kind: type[SQLModel]) -> int:
    """The id for a new row, by which others can name it before it is written: what need not be written at once is
    written together. All new rows of that kind must have theirs from here, as long as the transaction lasts."""
    taken: dict[type[SQLModel], Iterator[int]] = session.info.setdefault(IDS_KEY, {})
    found = next(taken.get(kind, iter(())), None)
    if found is None:
        taken[kind] = take_next_ids(session, kind)
        found = next(taken[kind])
    return found


def take_next_ids(session: Session, kind: type[SQLModel]) -> Iterator[int]:
    """The next ids of a table: on SQLite all from the last one on, since nobody else writes; of PostgreSQL's some."""
    session.flush()
    table = sa.inspect(kind).local_table
    if session.get_bind().dialect.name == "sqlite":
        last = session.connection().execute(sa.select(sa.func.max(table.c.id))).scalar_one()
        return count((last or 0) + 1)
    numbers = sa.select(sa.func.nextval(sa.func.pg_get_serial_sequence(table.name, "id")))
    many = max(1, questions.count_games_in_hand(session))
    some = numbers.select_from(sa.func.generate_series(1, many))
    return iter(session.connection().execute(some).scalars().all())


def insert_if_missing(session: Session, row: SQLModel, *unique: str) -> int | None:
    """Inserts a row at once unless one with the same `unique` columns is there; its id, or None if there was one
    already. Rows that wait are written first."""
    write_waiting_rows(session)
    statement = insert_statement(session.get_bind().dialect.name, type(row), unique)
    values = column_values(row)
    questions.note_inserted_rows(session, type(row), [values])
    given = session.connection().execute(statement.returning(sa.literal_column("id", sa.Integer)), values)
    return given.scalar_one_or_none()


def build_row(kind: type[SQLModel], /, **given: Any) -> Columns:
    """A row to be inserted: its columns."""
    return {**column_defaults(kind), **given}


@memoize(64)
def column_defaults(kind: type[SQLModel]) -> Columns:
    """Return what the columns of a table hold if nothing else is said; what is drawn for each row must be given."""
    found = {
        name: field.default
        for name, field in kind.model_fields.items()
        if not field.is_required() and field.default_factory is None
    }
    return {name: value for name, value in found.items() if name != "id"}


@lru_cache
def insert_statement(dialect: str, kind: type[SQLModel], unique: tuple[str, ...]) -> sqlite.Insert | postgresql.Insert:
    """Made once: something is told in nearly every transaction."""
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(sa.inspect(kind).local_table).on_conflict_do_nothing(index_elements=list(unique) or None)


def column_values(row: SQLModel) -> Columns:
    """The columns of a row; without an id that the database is still to give."""
    return {key: value for key, value in row.__dict__.items() if key[0] != "_" and (key, value) != ("id", None)}
