"""View, dump and load for every state, from the types of its fields: nobody writes redaction or storage by hand."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from engines.base import Seat, State
from engines.memo import memoize
from engines.versions import upgrade_fields

S = TypeVar("S", bound=State)
ValueReader: TypeAlias = Callable[[Any], Any]
SecrecyRule: TypeAlias = Callable[[Any, Seat | None], Any]
ATOMS = (str, int, float, bool)
PLAIN = frozenset((*ATOMS, types.NoneType))


# --- who may see what -------------------------------------------------------------------------------------------


def seat_view(state: S, seat: Seat | None) -> S:
    """Return what this seat (None: a bystander) may know of a position. The view of a view is that view.

    Raises TypeError for a field whose annotation is no rule known here.
    """
    kind: Any = type(state)
    rules = secrecy_rules(kind)
    if not rules:
        return state
    shown = {f.name: getattr(state, f.name) for f in fields(state)}
    shown.update((name, rule(shown[name], seat)) for name, rule in rules)
    found: S = kind(**shown)
    return found


def has_secrets(kind: type[State]) -> bool:
    """Return whether some field of such a state is not for all."""
    known: Any = kind
    return bool(secrecy_rules(known))


def hidden_rule(hint: Any) -> SecrecyRule:
    make = empty_value_maker(hint)
    return lambda _value, _seat: make()


def empty_value_maker(hint: Any) -> Callable[[], Any]:
    """Return what makes the empty value of a type: told by the type alone, or the value's absence would show
    through."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, types.UnionType) and types.NoneType in inner:
        return types.NoneType
    if kind is Literal:
        return type(inner[0])
    if isinstance(kind, type) and issubclass(kind, Mapping):
        return dict
    if kind in (tuple, frozenset, *ATOMS) or is_dataclass(kind):
        made: Callable[[], Any] = kind
        return made
    raise TypeError(f"{hint} has no empty value to show in place of what is hidden")


def owner_rule(hint: Any) -> SecrecyRule:
    require_seat_mapping(hint)
    return lambda value, seat: {key: kept for key, kept in value.items() if key == seat}


def face_down_rule(hint: Any) -> SecrecyRule:
    if (get_origin(hint) or hint) is tuple:
        return lambda value, _: (None,) * len(value)
    require_seat_mapping(hint)
    return lambda value, seat: {k: kept if k == seat else (None,) * len(kept) for k, kept in value.items()}


def require_seat_mapping(hint: Any) -> None:
    kind = get_origin(hint) or hint
    if not (isinstance(kind, type) and issubclass(kind, Mapping)):
        raise TypeError(f"{hint} is no mapping by seat")


RULES: dict[str, Callable[[Any], SecrecyRule]] = {
    "hidden": hidden_rule,
    "owner": owner_rule,
    "face down": face_down_rule,
}


@memoize(64)
def secrecy_rules(kind: Any) -> tuple[tuple[str, SecrecyRule], ...]:
    """The fields of a state that are not for all, with their rules."""
    found = []
    for name, hint in field_hints(kind).items():
        bare, secrecy = (hint.__origin__, hint.__metadata__) if get_origin(hint) is Annotated else (hint, ())
        if hides_secret(bare):
            raise TypeError(
                f"{kind.__name__}.{name}: secrecy is a matter of a state's own fields, not of parts of them"
            )
        if len(secrecy) > 1:
            raise TypeError(f"{kind.__name__}.{name}: a field has one secrecy, not {' and '.join(map(repr, secrecy))}")
        for one in secrecy:
            if one not in RULES:
                raise TypeError(f"{kind.__name__}.{name}: there is no secrecy {one!r}, only {', '.join(RULES)}")
            found.append((name, RULES[one](bare)))
    return tuple(found)


def hides_secret(hint: Any, seen: frozenset[Any] = frozenset()) -> bool:
    """Return whether an annotation of secrecy is hidden where `seat_view` does not look. A type may hold itself."""
    if get_origin(hint) is Annotated:
        return True
    inner = [*get_args(hint)] if get_origin(hint) is not Literal else []
    kind: Any = hint
    if isinstance(hint, type) and is_dataclass(hint) and hint not in seen:
        inner += field_hints(kind).values()
    return any(hides_secret(each, seen | {kind}) for each in inner)


@memoize(256)
def field_hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields, annotations included."""
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind)}


# --- storage ----------------------------------------------------------------------------------------------------


def dump_state(state: State) -> str:
    """A position as canonical JSON: sorted keys, no blanks. Raises TypeError for what JSON cannot hold."""
    return json.dumps(to_plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def to_plain(value: Any) -> Any:
    """The value as dicts, lists and atoms."""
    if type(value) in PLAIN or isinstance(value, ATOMS):
        return value
    if isinstance(value, tuple | list):
        return [to_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(each) for each in value)
    if is_dataclass(value):
        kind: Any = type(value)
        return {name: to_plain(getattr(value, name)) for name in field_names(kind)}
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


@memoize(256)
def field_names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


def load_state(kind: type[S], text: str) -> S:
    """The position that `dump_state` wrote. Raises ValueError or TypeError if the text is no such position."""
    wanted: Any = kind
    read = value_reader(wanted)
    try:
        found: S = read(json.loads(text))
    except (KeyError, AttributeError, OverflowError) as wrong:
        raise ValueError(f"this text is no {kind.__name__}: {wrong!r}") from wrong
    return found


@memoize(1024)
def value_reader(hint: Any) -> ValueReader:
    """Return what turns plain JSON back into a value of this type. Raises TypeError for a type no state can hold."""
    kind: Any = get_origin(hint) or hint
    inner = get_args(hint)
    if kind is Annotated:
        return value_reader(inner[0])
    if kind in (Union, types.UnionType) and len(inner) == 2 and types.NoneType in inner:
        return optional_reader(next(each for each in inner if each is not types.NoneType))
    if isinstance(kind, type) and is_dataclass(kind):
        return dataclass_reader(kind)
    if isinstance(kind, type) and issubclass(kind, Mapping) and is_json_key(inner[0]):
        key, each = value_reader(inner[0]), value_reader(inner[1])
        return lambda data: {key(name): each(value) for name, value in data.items()}
    if kind is tuple and inner[1:] not in ((), (...,)):
        every = [value_reader(each) for each in inner]
        return lambda data: tuple(read(value) for read, value in zip(every, data, strict=True))
    if kind in (tuple, frozenset):
        return sequence_reader(kind, value_reader(inner[0]))
    if hint in ATOMS or kind is Literal:
        return int if hint is int else read_unchanged
    raise TypeError(f"a state cannot hold {hint}")


def is_json_key(hint: Any) -> bool:
    """Return whether a mapping may have such keys: JSON keeps texts, and numbers as texts."""
    return hint in (str, int) or get_origin(hint) is Literal


def read_unchanged(value: Any) -> Any:
    return value


def optional_reader(hint: Any) -> ValueReader:
    read = value_reader(hint)
    return lambda data: None if data is None else read(data)


def sequence_reader(kind: Callable[[Any], Any], read: ValueReader) -> ValueReader:
    return kind if read is read_unchanged else lambda data: kind(map(read, data))


def dataclass_reader(kind: type) -> ValueReader:
    """Types are looked up at the first use, since one may hold itself; all at once, since several threads may read the
    first of a kind at the same time."""
    known: dict[str, ValueReader] = {}

    def read_fields(data: Mapping[str, Any]) -> Any:
        nonlocal known
        if not known:
            known = {name: value_reader(hint) for name, hint in field_hints(kind).items()}
        return kind(**{name: known[name](value) for name, value in upgrade_fields(kind, data).items()})

    return read_fields
