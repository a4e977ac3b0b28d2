"""The list at the end of an order that can go on: each row with the order as it would be without it, or with it one
place higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.language import write_order
from engines.language.grammar import GrammarPart, Number, OneOf, Order, OrderGrammar, OrderPattern, Pick, Repeat, Word
from engines.language.reader import picked_label

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class RankedRow:
    """A row in words; `rows_without` is the order if it is taken out, `rows_with_raised` if it is moved up ("" for the
    first)."""

    words: str
    without: str
    higher: str


def list_ranked_rows(grammar: OrderGrammar, order: Order) -> tuple[RankedRow, ...]:
    """The rows of the last list of an order; none if it has no list of several."""
    line = next((line for line in grammar.lines if line.verb == order.verb and line_writes_order(line, order)), None)
    found = last_list(line.parts, order.args) if line else None
    if not line or not found:
        return ()
    path, many, rows = found
    texts = ((rows_without(rows, n), rows_with_raised(rows, n) if n else None) for n in range(len(rows)))
    return tuple(
        RankedRow(
            " ".join(iter_row_words(many.parts, row)),
            write_with_rows(line, order, path, less),
            write_with_rows(line, order, path, up),
        )
        for row, (less, up) in zip(rows, texts, strict=True)
    )


def line_writes_order(line: OrderPattern, order: Order) -> bool:
    """Return whether a line spells an order."""
    try:
        return write_order(line, order.args) == order.text
    except (KeyError, TypeError):
        return False


def last_list(parts: Sequence[GrammarPart], args: Mapping[str, Any]) -> tuple[tuple[str, ...], Repeat, Rows] | None:
    """The last list of several rows that is not empty: the names that lead to it, its part and its rows."""
    for part in reversed(parts):
        if isinstance(part, OneOf) and (
            inner := last_list(part.get_alternative(args[part.name]["way"]).parts, args[part.name])
        ):
            return (part.name, *inner[0]), *inner[1:]
        if isinstance(part, Repeat) and args[part.name]:
            return ((part.name,), part, args[part.name]) if part.high > 1 else None
    return None


def rows_without(rows: Rows, nth: int) -> Rows:
    return [*rows[:nth], *rows[nth + 1 :]]


def rows_with_raised(rows: Rows, nth: int) -> Rows:
    return [*rows[: nth - 1], rows[nth], rows[nth - 1], *rows[nth + 1 :]]


def write_with_rows(line: OrderPattern, order: Order, path: Sequence[str], rows: Rows | None) -> str:
    """The order with other rows in its list."""
    return "" if rows is None else write_order(line, replace_list_rows(order.args, path, rows))


def replace_list_rows(args: Mapping[str, Any], path: Sequence[str], rows: Rows) -> dict[str, Any]:
    first, *rest = path
    return {**args, first: replace_list_rows(args[first], rest, rows) if rest else list(rows)}


def iter_row_words(parts: Sequence[GrammarPart], row: Mapping[str, Any]) -> Iterator[str]:
    """A row in plain language."""
    for part in parts:
        match part:
            case Word():
                yield from (part.plain_text,) if part.text else ()
            case Pick():
                yield picked_label(part, row[part.name])
            case Number():
                yield part.format_value(row[part.name])
            case OneOf():
                yield from iter_row_words(part.get_alternative(row[part.name]["way"]).parts, row[part.name])
            case Repeat():
                for inner in row[part.name]:
                    yield from iter_row_words(part.parts, inner)
