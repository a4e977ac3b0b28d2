"""Positions as texts, to the letter as `engines.states` writes and reads them, several times as quickly.

Engines know the standard library alone, so what is quick stands here. Whatever msgspec would write or read otherwise
goes the way of `engines.states`: a type for which it has other words, a text that an older version wrote, one that is
no position.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import is_dataclass
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from engines import states
from engines.base import State
from engines.memo import memoize

S = TypeVar("S", bound=State)
OTHERWISE = frozenset((float, frozenset))
"""Types for which msgspec has other words (1e16 for 1e+16), or may have."""
ENCODER = msgspec.json.Encoder(order="sorted")


def dump_position(state: State) -> str:
    """A position as canonical JSON. Raises TypeError for what JSON cannot hold."""
    kind: Any = type(state)
    if find_decoder(kind):
        with suppress(TypeError, ValueError):
            return ENCODER.encode(state).decode()
    return states.dump_state(state)


def parse_position(kind: type[S], text: str) -> S:
    """The position that was dumped. Raises ValueError or TypeError if the text is no such position. One that comes out
    again as it went in was understood; msgspec passes over fields that it does not know."""
    wanted: Any = kind
    decoder = find_decoder(wanted)
    if decoder:
        with suppress(Exception):  # what is wrong with a text `states` says
            found: S = decoder.decode(text)
            if dump_position(found) == text:
                return found
    return states.load_state(kind, text)


@memoize(64)
def find_decoder(kind: Any) -> msgspec.json.Decoder[Any] | None:
    """Return what reads positions of a kind; None if msgspec would write or read them otherwise."""
    if OTHERWISE & reached_types(kind, set()):
        return None
    with suppress(TypeError):  # a type that it does not know
        return msgspec.json.Decoder(kind)
    return None


def reached_types(kind: Any, found: set[Any]) -> set[Any]:
    """All types that values of a type are made of, added to those that were `found`."""
    if kind not in found:
        found.add(kind)
        has_fields = is_dataclass(kind)
        for one in states.field_hints(kind).values() if has_fields else (get_origin(kind), *get_args(kind)):
            reached_types(one, found)
    return found
