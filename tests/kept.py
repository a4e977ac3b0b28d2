"""What is made once for all tests of a process, though each has a store and an application of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from types import CodeType
from typing import Any, TypeVar

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy.engine import Dialect

from pbem.db import Store

Made = TypeVar("Made")
WORLDS: dict[str, tuple[sqlite3.Connection, Any]] = {}


def world(store: Store, name: str, make: Callable[[], Made]) -> Made:
    """What is made in an empty SQLite store: the first time by making it, from then on as a copy of the database.
    What `make` returns must hold for any store."""
    with sqlite3.connect(store.url.database or "") as here:
        if name not in WORLDS:
            made = make()
            copy = sqlite3.connect(":memory:")
            here.backup(copy)
            WORLDS[name] = copy, made
        else:
            WORLDS[name][0].backup(here)
    here.close()
    found: Made = WORLDS[name][1]
    return found


STATEMENTS: dict[Any, Any] = {}
DIALECTS: dict[str, Dialect] = {}


def share_statements(store: Store) -> None:
    """SQLAlchemy keeps what it made of a statement for each engine, by its dialect: here for all of a kind."""
    store.engine.dialect = DIALECTS.setdefault(store.engine.dialect.name, store.engine.dialect)
    store.engine = store.engine.execution_options(compiled_cache=STATEMENTS)
    store.writing = store.engine.execution_options(writes=True)


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
