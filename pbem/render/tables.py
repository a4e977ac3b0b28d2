"""What all painters make of a table first: every value in words, every column with its side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.report import Cell, Change, Column, Count, Table, TableRow, Value, format_figure


def row_cells(row: TableRow) -> list[Cell]:
    """A row with its values in words."""
    return [one if isinstance(one, Cell) else Cell(value_words(one)) for one in row]


def value_words(value: Value) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case Cell():
            return value.text
        case Change():
            return f"{'+' if value.by > 0 else ''}{format_figure(value.by)}"
        case Count():
            return format_figure(value.now)
        case _:
            return format_figure(value)


def column_heads(table: Table) -> list[str]:
    return [column.head for column in table.columns]


def column_sides(table: Table) -> Sequence[bool]:
    """Return whether a column keeps to the right."""
    return [is_right_column(column, at, table.rows) for at, column in enumerate(table.columns)]


def is_right_column(column: Column, at: int, rows: Sequence[TableRow]) -> bool:
    return column.align == "r" if column.align else any(isinstance(row[at], FIGURES) for row in rows_reaching(rows, at))


FIGURES = int | float | Change | Count


def rows_reaching(rows: Sequence[TableRow], at: int) -> Iterator[TableRow]:
    """The rows that reach so far: sub-headings do not."""
    return (row for row in rows if at < len(row) > 1)
