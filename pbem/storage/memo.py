"""What was asked of the database in a session, and need not be asked again.

Who only looks asks each question once. Who may write remembers an answer about a game that they have locked
(`mark_games_locked`), since nobody else changes it then, until they write to a table that it is made of: that is
counted for each transaction, whoever writes (`listen_for_writes`). What a savepoint takes back is forgotten with all
else. Answers are rows that the session knows, so what is changed in one of them is seen at once.

Who has several things to do may ask ahead what each of them will ask (`prefetch`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session as OrmSession
from sqlmodel import Session, SQLModel

from engines.memo import memoize

MEMORY_KEY = "seen"
"""Where a session keeps its `SessionMemory`."""
WRITES_KEY = "writes"
"""Where a connection keeps how often its transaction has written to each table."""
ROW_COUNT_VERBS = ("INSERT", "DELETE")
WRITING_VERBS = (*ROW_COUNT_VERBS, "UPDATE")

Found = TypeVar("Found")
Key = tuple[Hashable, ...]
"""A question: what is asked, about which game or person (None: nobody), and whatever else it hangs on."""
Tables = tuple[type[SQLModel], ...]


@dataclass
class SessionMemory:
    """The answers of a session. `held`: the games of which it may remember any; None: whatever it asks. `known`: each
    with how often its tables had been written to."""

    held: set[int] | None = None
    known: dict[Key, tuple[int, Any]] = field(default_factory=dict)
    ahead: dict[Key, Any] = field(default_factory=dict)
    """What was asked ahead."""
    writes: Counter[tuple[str, str]] | None = None
    """What the transaction has written; None: it was not asked for yet."""


def reader_info() -> dict[str, Any]:
    """The `info` of a session that only looks."""
    return {MEMORY_KEY: SessionMemory()}


def writer_info(*, alone: bool) -> dict[str, Any]:
    """The `info` of a session that may write. `alone`: nobody else can write until it ends."""
    return {MEMORY_KEY: SessionMemory(None if alone else set()), WRITES_KEY: True}


def mark_games_locked(session: Session, game_ids: Collection[int | None]) -> None:
    """Says that nobody else can change some games until the transaction ends."""
    memory: SessionMemory | None = session.info.get(MEMORY_KEY)
    if memory is not None and memory.held is not None:
        memory.held.update(number for number in game_ids if number is not None)


def is_marked_locked(session: Session, game_id: int | None) -> bool:
    """Return whether it was said that nobody else can change a game."""
    memory: SessionMemory | None = session.info.get(MEMORY_KEY)
    return memory is not None and memory.held is not None and game_id in memory.held


def prefetch(session: Session, answers: Mapping[Key, Any]) -> None:
    """Keeps answers to questions that are about to be asked (`take_prefetched`)."""
    session.info[MEMORY_KEY].ahead.update(answers)


def forget_prefetched(session: Session) -> None:
    """Forgets what was asked ahead: it may be otherwise now."""
    session.info[MEMORY_KEY].ahead.clear()


def take_prefetched(session: Session, key: Key, query: Callable[[], Found], *, lasts: bool = False) -> Found:
    """The answer that was asked ahead; to who asks unexpectedly, as it is now, and so to who asks once more, unless it
    `lasts`."""
    memory: SessionMemory | None = session.info.get(MEMORY_KEY)
    if memory is None or key not in memory.ahead:
        return query()
    found: Found = memory.ahead[key] if lasts else memory.ahead.pop(key)
    return found


def get_cached(session: Session, key: Key, query: Callable[[], Found], of: Tables = (), rows_of: Tables = ()) -> Found:
    """Return what a question finds. `of`: the tables any write to which may change that; `rows_of`: those of which only
    rows that come and go do. A question of neither is asked anew each time by who may write."""
    memory: SessionMemory | None = session.info.get(MEMORY_KEY)
    if memory is None or not can_remember(session, memory, key, of + rows_of):
        return query()
    version = count_table_writes(session, memory, of, rows_of) if WRITES_KEY in session.info else 0
    if key in memory.known and memory.known[key][0] == version:
        found: Found = memory.known[key][1]
        return found
    found = query()
    memory.known[key] = (version, found)
    return found


def can_remember(session: Session, memory: SessionMemory, key: Key, tables: Tables) -> bool:
    """Return whether the answer to a question stays the same as long as the session does nothing."""
    if WRITES_KEY not in session.info:
        return True
    return bool(tables) and (memory.held is None or key[1] in memory.held)


def count_table_writes(session: Session, memory: SessionMemory, of: Tables, rows_of: Tables) -> int:
    """Return how often some tables have been written to in the transaction, after what waits to be written to them."""
    if any(isinstance(row, of + rows_of) for row in session.new) or any(isinstance(row, of) for row in session.dirty):
        session.flush()
    writes = transaction_writes(session, memory)
    return sum(writes[one] for one in write_counters(of, rows_of))


def transaction_writes(session: Session, memory: SessionMemory) -> Counter[tuple[str, str]]:
    if memory.writes is None:
        memory.writes = session.connection().info[WRITES_KEY]
    return memory.writes


def count_all_writes(session: Session) -> int:
    """Return how many statements of the transaction have written anything."""
    return transaction_writes(session, session.info[MEMORY_KEY]).total()


@memoize(256)
def write_counters(of: Tables, rows_of: Tables) -> list[tuple[str, str]]:
    every = [(how, str(table.__tablename__)) for table in of for how in WRITING_VERBS]
    return every + [(how, str(table.__tablename__)) for table in rows_of for how in ROW_COUNT_VERBS]


# --- counted ----------------------------------------------------------------------------------------------------


def listen_for_writes(engine: Engine) -> None:
    """Counts from now on what is written."""
    event.listen(engine, "begin", lambda connection: connection.info.update({WRITES_KEY: Counter()}))
    event.listen(engine, "before_cursor_execute", count_statement)


def count_statement(connection: Connection, _: object, statement: str, *__: object) -> None:
    how = statement[:6]
    if how in WRITING_VERBS:
        words = statement.split(None, 3)
        table = words[1] if how == "UPDATE" else words[2]
        connection.info[WRITES_KEY][how, table.strip('"')] += 1


@event.listens_for(OrmSession, "after_soft_rollback")
def forget_answers(session: OrmSession, _: object) -> None:
    """What was taken back may have been part of any answer, and PostgreSQL gives back locks with it."""
    memory: SessionMemory | None = session.info.get(MEMORY_KEY)
    if memory is not None:
        memory.known.clear()
        memory.ahead.clear()
        memory.writes = None
        if memory.held is not None:
            memory.held.clear()
