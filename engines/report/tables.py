"""Tables, and how a figure is written in them and in prose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engines.report.looks import Style
from engines.report.prose import Run


@dataclass(frozen=True)
class Cell:
    """A table cell. `seat` gives it that seat's swatch; `good` True or False a tick or a cross before the text.

    `runs` and `anchors`: see `Text`; a cell can be led to by several names.
    """

    text: str
    seat: str = ""
    good: bool | None = None
    strong: bool = False
    runs: tuple[Run, ...] = ()
    anchors: tuple[str, ...] = ()


STANDINGS = "standings"
"""The name of the table that says how everybody stands: it is set beside the map, so it has few columns."""
SHEET = "sheet"
"""The name of the table of what can be ordered: on paper each of its rows has a line to write on."""


@dataclass(frozen=True)
class Change:
    """A figure by which something grew or shrank: it bears its sign."""

    by: int | float


@dataclass(frozen=True)
class Count:
    """A small number that can also be shown as so many squares; what it was `before`, None if that is not told."""

    now: int
    before: int | None = None


Value: TypeAlias = str | int | float | Change | Count | Cell | None
"""What stands in a table: words, a figure, which painters write, or None for nothing."""
TableRow: TypeAlias = Sequence[Value]


@dataclass(frozen=True)
class Column:
    """What stands over a column. `align`: where its cells are set, "l" or "r"; "" is right if there are figures.
    `goal`: who has so many has won, 0 if there is no such number."""

    head: str
    align: Literal["", "l", "r"] = ""
    goal: int = 0


def make_columns(*heads: str | Column) -> tuple[Column, ...]:
    """The columns of a table, of which most have but a head."""
    return tuple(head if isinstance(head, Column) else Column(head) for head in heads)


@dataclass(frozen=True)
class Table:
    """Rows under columns. `name` says what it is ("orders", "centres"); STANDINGS stands beside the map.

    A row has a value for each column; one of a single value is a sub-heading across the table. `styles` say how seats
    look that stand on no map of the report.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    title: str = ""
    styles: Mapping[str, Style] = field(default_factory=dict)


# --- figures ------------------------------------------------------------------------------------------------------

BLANK = "\xa0"
"""Stands between thousands, from five digits on, and keeps a figure on one line."""
MINUS = "\N{MINUS SIGN}"


def format_figure(number: int | float) -> str:
    """A figure, in prose and in tables, as readers of all languages read it alike: "7.5", "3600", "12 400", "−80"."""
    spelled = f"{number:,}".removesuffix(".0").replace("-", MINUS)
    return spelled.replace(",", BLANK if abs(number) >= 10_000 else "")
