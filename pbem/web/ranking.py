"""The list at the end of an order that can go on: each row with the order as it would be without it, or with it one
place higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.language import write
from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Part, Pick, Word
from engines.language.reader import label_of

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Ranked:
    """A row in words; `without` is the order if it is taken out, `higher` if it is moved up ("" for the first)."""

    words: str
    without: str
    higher: str


def ranking(ask: Ask, order: Order) -> tuple[Ranked, ...]:
    """The rows of the last list of an order; none if it has no list of several."""
    line = next((line for line in ask.lines if line.verb == order.verb and says(line, order)), None)
    found = last_list(line.parts, order.args) if line else None
    if not line or not found:
        return ()
    path, many, rows = found
    texts = ((without(rows, n), higher(rows, n) if n else None) for n in range(len(rows)))
    return tuple(
        Ranked(" ".join(in_words(many.parts, row)), said(line, order, path, less), said(line, order, path, up))
        for row, (less, up) in zip(rows, texts, strict=True)
    )


def says(line: Line, order: Order) -> bool:
    """Whether a line spells an order."""
    try:
        return write(line, order.args) == order.text
    except (KeyError, TypeError):
        return False


def last_list(parts: Sequence[Part], args: Mapping[str, Any]) -> tuple[tuple[str, ...], Many, Rows] | None:
    """The last list of several rows that is not empty: the names that lead to it, its part and its rows."""
    for part in reversed(parts):
        if isinstance(part, OneOf) and (inner := last_list(part.way(args[part.name]["way"]).parts, args[part.name])):
            return (part.name, *inner[0]), *inner[1:]
        if isinstance(part, Many) and args[part.name]:
            return ((part.name,), part, args[part.name]) if part.high > 1 else None
    return None


def without(rows: Rows, nth: int) -> Rows:
    return [*rows[:nth], *rows[nth + 1 :]]


def higher(rows: Rows, nth: int) -> Rows:
    return [*rows[: nth - 1], rows[nth], rows[nth - 1], *rows[nth + 1 :]]


def said(line: Line, order: Order, path: Sequence[str], rows: Rows | None) -> str:
    """The order with other rows in its list."""
    return "" if rows is None else write(line, replaced(order.args, path, rows))


def replaced(args: Mapping[str, Any], path: Sequence[str], rows: Rows) -> dict[str, Any]:
    first, *rest = path
    return {**args, first: replaced(args[first], rest, rows) if rest else list(rows)}


def in_words(parts: Sequence[Part], row: Mapping[str, Any]) -> Iterator[str]:
    """A row in plain language."""
    for part in parts:
        match part:
            case Word():
                yield from (part.spoken,) if part.text else ()
            case Pick():
                yield label_of(part, row[part.name])
            case Number():
                yield part.spoken(row[part.name])
            case OneOf():
                yield from in_words(part.way(row[part.name]["way"]).parts, row[part.name])
            case Many():
                for inner in row[part.name]:
                    yield from in_words(part.parts, inner)
