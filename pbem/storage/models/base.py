"""What all tables stand on: how constraints are named, and how JSON is written."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import MetaData
from sqlmodel import SQLModel

SQLModel.metadata.naming_convention = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
).naming_convention


def canonical_json(value: Any) -> str:
    """The one way JSON is written here: sorted keys, no blanks, no NaN; the same bytes on every database."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
