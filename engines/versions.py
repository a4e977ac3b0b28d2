"""Positions that were stored by an older version of an engine: which fields they had, and under which names.

A state says which version it is (`State.version`, counted up with every change of its fields, also of those of the
dataclasses inside it), and of each change since 1: a field that came `added_in` a version, a name that a field had
before (`renamed_from`), a name that is `gone`. So older texts are loaded (`upgrade_fields`), and what an engine gives
today is compared with what it gave then, without what could not be known then (`as_of_version`).
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from engines.memo import memoize

FieldChange: TypeAlias = Callable[[Any, Mapping[str, Any]], dict[str, Any]]
POSITIONS = "positions"
"""In the metadata of a field: its texts are positions of the same game, as `engines.states.dump_state` writes them."""


def added_in(version: int, **more: Any) -> dict[str, Any]:
    """The metadata of a field that states of an older version do not have. It needs a default."""
    return {"since": version, **more}


def renamed_from(name: str, **more: Any) -> dict[str, Any]:
    """The metadata of a field that had another name in an older version."""
    return {"was": name, **more}


def upgrade_fields(kind: Any, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a dataclass as an older version stored them, under today's names, without those that are gone."""
    gone, names = field_changes(kind)
    if not gone and not names:
        return data
    return {names.get(name, name): value for name, value in data.items() if name not in gone}


@memoize(256)
def field_changes(kind: Any) -> tuple[frozenset[str], dict[str, str]]:
    """The names of a dataclass that are gone, and today's names of those that were called otherwise."""
    return frozenset(getattr(kind, "gone", ())), {
        f.metadata["was"]: f.name for f in fields(kind) if "was" in f.metadata
    }


def as_of_version(version: int, kind: Any, text: str) -> Any:
    """Return what a stored position says, as plain JSON with the names of today, without what came after a version."""

    def drop_later_fields(found: Any, data: Mapping[str, Any]) -> dict[str, Any]:
        late = {f.name for f in fields(found) if f.metadata.get("since", 1) > version}
        return {name: value for name, value in upgrade_fields(found, data).items() if name not in late}

    return FieldWalk(kind, drop_later_fields).change_value(kind, json.loads(text))


def holds_later_fields(version: int, kind: Any, text: str) -> bool:
    """Return whether a stored position holds what a version did not have yet: then it is of no such version."""
    return bool(as_of_version(version, kind, text) != as_of_version(kind.version, kind, text))


class FieldWalk:
    """Plain JSON, with the fields of every dataclass in it changed."""

    def __init__(self, root: Any, change: FieldChange) -> None:
        self.root, self.change = root, change

    def change_value(self, hint: Any, value: Any) -> Any:
        kind, inner = get_origin(hint) or hint, get_args(hint)
        if kind is Annotated:
            return self.change_value(inner[0], value)
        if kind in (Union, types.UnionType) and value is not None:
            return self.change_value(next(each for each in inner if each is not types.NoneType), value)
        if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, Mapping):
            return self.change_fields(kind, value)
        if isinstance(value, Mapping) and len(inner) == 2:
            return {key: self.change_value(inner[1], each) for key, each in value.items()}
        if isinstance(value, list) and inner:
            every = inner if kind is tuple and inner[1:] not in ((), (...,)) else inner[:1] * len(value)
            return [self.change_value(each, one) for each, one in zip(every, value, strict=True)]
        return value

    def change_fields(self, kind: Any, value: Mapping[str, Any]) -> dict[str, Any]:
        hints = get_type_hints(kind, include_extras=True)
        known: dict[str, Field[Any]] = {f.name: f for f in fields(kind)}
        found = self.change(kind, value)
        for name, one in found.items():
            if name in known:
                inside = POSITIONS in known[name].metadata
                found[name] = self.change_positions(one) if inside else self.change_value(hints[name], one)
        return found

    def change_positions(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: self.change_positions(one) for key, one in value.items()}
        return self.change_value(self.root, json.loads(value)) if isinstance(value, str) and value else value
