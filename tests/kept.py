"""What is made once for all tests of a process, though each has a store and an application of its own."""

from __future__ import annotations

from types import CodeType
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy.engine import Dialect

from pbem.db import Store

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
