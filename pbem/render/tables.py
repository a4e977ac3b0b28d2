"""What all painters make of a table first: every value in words, every column with its side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.report import Cell, Change, Column, Count, Row, Table, Value, figure


def cells(row: Row) -> list[Cell]:
    """A row with its values in words."""
    return [one if isinstance(one, Cell) else Cell(worded(one)) for one in row]


def worded(value: Value) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case Cell():
            return value.text
        case Change():
            return f"{'+' if value.by > 0 else ''}{figure(value.by)}"
        case Count():
            return figure(value.now)
        case _:
            return figure(value)


def heads(table: Table) -> list[str]:
    return [column.head for column in table.columns]


def sides(table: Table) -> Sequence[bool]:
    """Whether a column keeps to the right."""
    return [right(column, at, table.rows) for at, column in enumerate(table.columns)]


def right(column: Column, at: int, rows: Sequence[Row]) -> bool:
    return column.align == "r" if column.align else any(isinstance(row[at], FIGURES) for row in full(rows, at))


FIGURES = int | float | Change | Count


def full(rows: Sequence[Row], at: int) -> Iterator[Row]:
    """The rows that reach so far: sub-headings do not."""
    return (row for row in rows if at < len(row) > 1)
