"""How wide the columns of a table are on paper."""

from __future__ import annotations

from collections.abc import Sequence

from engines.memo import memoize_texts
from engines.report import Cell, Table
from pbem.render.pdf.drawing import measure_pdf_words
from pbem.render.pdf.words import BOLD, CELL, PAD, PLAIN, TextLine, lay_out_text
from pbem.render.tables import column_heads, row_cells
from pbem.render.to_text import remove_controls

SWATCH = 12.5
"""The width of a swatch, in points."""


def least_table_width(block: Table) -> float:
    """Return how wide a table has to be for no word of it to be cut, in points."""
    rows = [
        [Cell(words, strong=True) for words in column_heads(block)],
        *(row_cells(row) for row in block.rows if len(row) > 1),
    ]
    return sum(least_column_widths(rows))


def least_column_widths(rows: Sequence[Sequence[Cell]]) -> list[float]:
    """Of each column the width in which no word of it is cut."""
    count = max((len(row) for row in rows), default=0)
    return [max((least_cell_width(row[n]) for row in rows if n < len(row)), default=0.0) for n in range(count)]


def fit_pdf_columns(rows: Sequence[Sequence[Cell]], room: float, figures: bool) -> list[float]:
    """The columns' widths in points: as wide as their words where that fits, else the widest give way, down to their
    longest word as long as there is room for that. Columns of figures are spread over the whole room."""
    count = max((len(row) for row in rows), default=0)
    sizes = [max((natural_cell_width(row[n]) for row in rows if n < len(row)), default=0.0) for n in range(count)]
    floor = least_column_widths(rows)
    over = sum(sizes) - room
    if over > 0.01 and sum(floor) <= room:
        return shrink_columns(sizes, floor, over)
    while over > 0.01:
        widest = sizes.index(max(sizes))
        second = max([s for n, s in enumerate(sizes) if n != widest], default=0.0)
        cut = min(over, max(sizes[widest] - second, room * 0.02))
        sizes[widest] -= cut
        over -= cut
    if over < 0 and figures:
        return [size - over / count for size in sizes]
    if over < 0 and count > 1:
        sizes[0] += min(-over, 24.0)
    return sizes


def shrink_columns(sizes: Sequence[float], least: Sequence[float], over: float) -> list[float]:
    """The columns smaller by `over` in all, each in proportion to what it can give."""
    slack = [size - floor for size, floor in zip(sizes, least, strict=True)]
    return [size - over * part / sum(slack) for size, part in zip(sizes, slack, strict=True)]


def least_cell_width(one: Cell) -> float:
    """The width of a column in which no word of the cell is cut."""
    return longest_word_width(remove_controls(one.text), cell_font(one)) + cell_indent(one) + 2 * PAD


@memoize_texts(8192)
def longest_word_width(words: str, font: str) -> float:
    return max((measure_pdf_words(word, font, CELL) for word in words.split()), default=0.0)


def natural_cell_width(one: Cell) -> float:
    words = (
        sum(p.width for p in lay_out_cell(one, 1e6)[0])
        if one.runs
        else measure_pdf_words(remove_controls(one.text), cell_font(one), CELL)
    )
    return words + cell_indent(one) + 2 * PAD


def cell_font(one: Cell) -> str:
    return BOLD if one.strong else PLAIN


def lay_out_cell(one: Cell, room: float) -> Sequence[TextLine]:
    """A cell's words in lines; in a table a line end is a blank."""
    return lay_out_text(remove_controls(one.text), one.runs, cell_font(one), CELL, room)


def lay_out_row(row: Sequence[Cell], sizes: Sequence[float]) -> list[Sequence[TextLine]]:
    """Each cell's words in lines as wide as its column."""
    return [lay_out_cell(one, size - cell_indent(one) - PAD) for one, size in zip(row, sizes, strict=False)]


def cell_indent(one: Cell) -> float:
    """The room before a cell's words for its swatch and its sign."""
    return (SWATCH + 3 if one.seat else 0) + (8 if one.good is not None else 0)
