"""What is made once for all tests of a process, though each has a store and an application of its own."""

from __future__ import annotations

import shutil
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing
from inspect import signature
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

import pytest
from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy.engine import Dialect
from werkzeug.routing import Rule

from pbem.render.maps import room
from pbem.storage import database
from pbem.storage.database import Store, lock_database_folder

Made = TypeVar("Made")
WORLDS: OrderedDict[Hashable, tuple[sqlite3.Connection, Any]] = OrderedDict()
MOST_WORLDS = 80
"""Half a megabyte each."""


SHARING = {"games": False}
"""Whether the test that runs may begin its games as copies of another's."""


@pytest.fixture(autouse=True)
def sharing(request: pytest.FixtureRequest) -> Iterator[None]:
    """Games of the same kind begin as copies of one, in folders whose conftest imports this; but not in a test that
    changes the parts of the server before its game begins: it asks for `monkeypatch` itself, or for a fixture that does
    by `usefixtures`, never as a parameter."""
    changing = "monkeypatch" in signature(request.function).parameters or request.node.get_closest_marker("usefixtures")
    SHARING["games"] = not changing
    yield
    SHARING["games"] = False


def once(store: Store, name: Hashable, make: Callable[[], Made]) -> Made:
    """As `world` where a store is still empty and the test may share; elsewhere it is made anew."""
    return world(store, name, make) if SHARING["games"] and is_untouched(store) else make()


def world(store: Store, name: Hashable, make: Callable[[], Made]) -> Made:
    """Return what is made in an empty SQLite store: the first time by making it, from then on as a copy of the
    database. What `make` returns must hold for any store."""
    with sqlite3.connect(store.url.database or "") as here:
        if name not in WORLDS:
            made = make()
            copy = sqlite3.connect(":memory:")
            here.backup(copy)
            WORLDS[name] = copy, made
        else:
            WORLDS[name][0].backup(here)
    here.close()
    WORLDS.move_to_end(name)
    found: Made = WORLDS[name][1]
    if len(WORLDS) > MOST_WORLDS:
        WORLDS.popitem(last=False)[1][0].close()
    return found


LAID: dict[str, tuple[int, int]] = {}
"""What the files of empty databases looked like at first."""


def copy_template(template: Path, path: Path) -> None:
    """A copy of an empty database."""
    shutil.copy(template, path)


def note_empty(store: Store) -> None:
    """Notes that a store is as it was laid down."""
    LAID[store.url.database or ""] = looks(Path(store.url.database or ""))


def looks(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def is_untouched(store: Store) -> bool:
    """Return whether a store is an empty database, and nothing was ever written to it."""
    path = Path(store.url.database or "")
    beside = Path(f"{path}-wal")  # what is written goes there first
    written = beside.exists() and beside.stat().st_size
    return store.is_sqlite and not written and path.exists() and LAID.get(str(path)) == looks(path)


STATEMENTS: dict[Any, Any] = {}
DIALECTS: dict[str, Dialect] = {}


def share_statements(store: Store) -> None:
    """SQLAlchemy keeps what it made of a statement for each engine, by its dialect: here for all of a kind. A dialect
    learns at its first connection what its server can: the one that is kept for all must not wait for that, since it
    may be asked meanwhile by stores that believe it has."""
    if store.engine.dialect.name not in DIALECTS:
        store.engine.connect().close()
        DIALECTS[store.engine.dialect.name] = store.engine.dialect
    store.engine.dialect = DIALECTS[store.engine.dialect.name]
    store.engine = store.engine.execution_options(compiled_cache=STATEMENTS)
    store.write_engine = store.engine.execution_options(writes=True)


class Templates(BytecodeCache):
    """Compiled templates by name and content."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.code[bucket.key, bucket.checksum] = bucket.code


def share_templates() -> None:
    """Jinja compiles for each application anew."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": Templates()}


def share_routes() -> None:
    """Werkzeug writes two functions for each route of each application, and compiles them: four fifths of what it takes
    to make one. They hang on the route alone; the application is given to them when they are called."""
    compiling = Rule._compile_builder
    made: dict[Any, Callable[..., tuple[str, str]]] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = tuple(rule._trace), repr(rule.defaults), append_unknown
        if key not in made:
            made[key] = compiling(rule, append_unknown)
        return made[key]

    setattr(Rule, "_compile_builder", compiled)  # noqa: B010


def places() -> None:
    """Tests paint maps of all games in turn, some thousand of each: places for words that a server would forget
    meanwhile are sought only once. Two hundred megabytes, if all are asked for."""
    room.MOST = 400_000


EMPTY: list[bytes] = []
"""A SQLite database as the migrations leave it."""


def migrate_once() -> None:
    """The first empty database on SQLite is brought up by migrations, which takes an eighth of a second; from then on
    this process, and those that are forked from it, lay down what came of it."""
    migrate = Store.migrate

    def migrated(store: Store) -> None:
        path = Path(store.url.database or "")
        with lock_database_folder(store.url):
            if EMPTY and is_nothing(store):
                path.write_bytes(EMPTY[0])
        new = is_nothing(store)
        migrate(store)
        if new and not EMPTY:
            with closing(sqlite3.connect(path)) as here:
                EMPTY.append(here.serialize())

    setattr(Store, "migrate", migrated)  # noqa: B010


def is_nothing(store: Store) -> bool:
    """Return whether there is not even a table in a database on SQLite."""
    path = Path(store.url.database or "")
    return store.is_sqlite and path.is_file() and not path.stat().st_size


FORCED = database.prepare_sqlite
"""How the server itself opens SQLite."""


def disable_fsync() -> None:
    """From now on SQLite leaves it to the system when it writes to the disk: a process that is killed loses nothing by
    that, only a machine does. That the server does not leave it is shown in `tests/storage/test_database.py`."""

    def prepared(connection: sqlite3.Connection, given: object) -> None:
        FORCED(connection, given)
        connection.execute("PRAGMA synchronous=OFF")

    database.prepare_sqlite = prepared  # type: ignore[assignment]
