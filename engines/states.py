"""View, dump and load for every state, from the types of its fields: nobody writes redaction or storage by hand."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from engines.base import Seat, State

S = TypeVar("S", bound=State)
Reader: TypeAlias = Callable[[Any], Any]
Rule: TypeAlias = Callable[[Any, Seat | None], Any]


# --- who may see what -------------------------------------------------------------------------------------------


def view(state: S, seat: Seat | None) -> S:
    """What this seat (None: a bystander) may know of a position. The view of a view is that view.

    Raises TypeError for a field whose annotation is no rule known here.
    """
    kind: Any = type(state)
    rules = rules_of(kind)
    if not rules:
        return state
    shown = {f.name: getattr(state, f.name) for f in fields(state)}
    shown.update((name, rule(shown[name], seat)) for name, rule in rules)
    found: S = kind(**shown)
    return found


def hidden(value: Any, _: Seat | None) -> Any:
    return type(value)()


def owner(value: Mapping[Seat, Any], seat: Seat | None) -> Any:
    return {key: kept for key, kept in value.items() if key == seat}


def face_down(value: Any, seat: Seat | None) -> Any:
    if isinstance(value, Mapping):
        return {key: kept if key == seat else (None,) * len(kept) for key, kept in value.items()}
    return (None,) * len(value)


RULES: dict[str, Rule] = {"hidden": hidden, "owner": owner, "face down": face_down}


@lru_cache(maxsize=64)
def rules_of(kind: Any) -> tuple[tuple[str, Rule], ...]:
    """The fields of a state that are not for all, with their rules."""
    found = []
    for name, hint in hints_of(kind).items():
        if get_origin(hint) is Annotated:
            secrecy = hint.__metadata__[0]
            if secrecy not in RULES:
                raise TypeError(f"{kind.__name__}.{name}: there is no secrecy {secrecy!r}, only {', '.join(RULES)}")
            found.append((name, RULES[secrecy]))
        elif secret_inside(hint):
            raise TypeError(
                f"{kind.__name__}.{name}: secrecy is a matter of a state's own fields, not of parts of them"
            )
    return tuple(found)


def secret_inside(hint: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Whether an annotation of secrecy is hidden where `view` does not look. A type may hold itself."""
    if get_origin(hint) is Annotated:
        return True
    inner = [*get_args(hint)] if get_origin(hint) is not Literal else []
    kind: Any = hint
    if isinstance(hint, type) and is_dataclass(hint) and hint not in seen:
        inner += hints_of(kind).values()
    return any(secret_inside(each, seen | {kind}) for each in inner)


@lru_cache(maxsize=256)
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, annotations included."""
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind)}


# --- storage ----------------------------------------------------------------------------------------------------


def dump(state: State) -> str:
    """A position as canonical JSON: sorted keys, no blanks. Raises TypeError for what JSON cannot hold."""
    return json.dumps(plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """The value as dicts, lists and atoms."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(plain(each) for each in value)
    if is_dataclass(value):
        kind: Any = type(value)
        return {name: plain(getattr(value, name)) for name in names_of(kind)}
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


@lru_cache(maxsize=256)
def names_of(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def load(kind: type[S], text: str) -> S:
    """The position that `dump` wrote. Raises ValueError or TypeError if the text is no such position."""
    wanted: Any = kind
    found: S = reader(wanted)(json.loads(text))
    return found


@lru_cache(maxsize=1024)
def reader(hint: Any) -> Reader:
    """What turns plain JSON back into a value of this type."""
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if kind is Annotated:
        return reader(inner[0])
    if kind in (Union, types.UnionType):
        return optional(next(each for each in inner if each is not type(None)))
    if isinstance(kind, type) and is_dataclass(kind):
        return record(kind)
    if isinstance(kind, type) and issubclass(kind, Mapping):
        key, each = reader(inner[0]), reader(inner[1])
        return lambda data: {key(name): each(value) for name, value in data.items()}
    if kind is tuple and inner[1:] not in ((), (...,)):
        every = [reader(each) for each in inner]
        return lambda data: tuple(read(value) for read, value in zip(every, data, strict=True))
    if kind in (tuple, frozenset):
        return run(kind, reader(inner[0]))
    return int if hint is int else same


def same(value: Any) -> Any:
    return value


def optional(hint: Any) -> Reader:
    read = reader(hint)
    return lambda data: None if data is None else read(data)


def run(kind: Callable[[Any], Any], read: Reader) -> Reader:
    return kind if read is same else lambda data: kind(map(read, data))


def record(kind: type) -> Reader:
    """Types are looked up at the first use, since one may hold itself."""
    known: dict[str, Reader] = {}

    def read(data: Mapping[str, Any]) -> Any:
        if not known:
            known.update((name, reader(hint)) for name, hint in hints_of(kind).items())
        return kind(**{name: known[name](value) for name, value in data.items()})

    return read
