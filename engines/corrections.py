"""What all games need to put a position right (`engines.abilities.Correctable`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from engines.language.grammar import Order, Word
from engines.language.names import Choice

T = TypeVar("T")
NOBODY = Choice("NOBODY", "nobody", ("no one", "none"))
GIVE = Word("GIVE", ("hand",), plain="give")
PLACE = Word("PLACE", ("put", "add"), plain="place")
REMOVE = Word("REMOVE", ("take off", "take away"), plain="remove")
TO, IN, FROM, FOR = (Word(text, plain=text.lower()) for text in ("TO", "IN", "FROM", "FOR"))


def carry_out(orders: Sequence[Order], acts: Mapping[str, Callable[[T, Mapping[str, Any]], None]], on: T) -> None:
    """Each order by the act of its verb, in the order of the acts, in whatever order they were said. Raises what the
    acts raise."""
    for verb, act in acts.items():
        for order in orders:
            if order.verb == verb:
                act(on, order.args)
