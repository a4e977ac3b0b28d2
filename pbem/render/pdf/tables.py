"""Tables as strips: their columns fitted, a row a strip, and what is set again where they go on in another box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engines.palette import PAGE
from engines.report import Cell, Heading, Table
from pbem.render.pdf.columns import SWATCH, fit_pdf_columns, lay_out_row
from pbem.render.pdf.drawing import emit_operators, rgb_operands
from pbem.render.pdf.rows import TableRows
from pbem.render.pdf.standings import find_count_column, iter_standing_strips
from pbem.render.pdf.strips import Strip, blank_strip, strips_height
from pbem.render.pdf.words import BOLD, CELL, LEADING, PAD, lay_out_text
from pbem.render.tables import column_heads, column_sides
from pbem.render.to_text import remove_controls

LINE = CELL * LEADING + PAD
"""The height of a row of a table, in points."""
WHOLE = 230.0
"""Up to this height a table stands in one piece, in points."""
FEWEST = 3
"""So many rows of a longer one stand together at each end of it."""
BAND = PAGE["wash"]


class TableFlow(TableRows):
    """What makes strips of tables. `heads_again`: whether the head of a table is set again where it goes on."""

    heads_again = True

    def heading_strips(self, block: Heading, wide: float) -> Iterator[Strip]:
        """See `pbem.render.pdf.flow.BlockFlow`."""
        raise NotImplementedError

    def table_strips(self, block: Table, wide: float) -> Iterator[Strip]:
        """Its title, its head, its rows; a row of one cell is a band in its seat's colour."""
        title = list(self.heading_strips(Heading(block.title, 3), wide)) if block.title else []
        column = find_count_column(block)
        if drawn := list(iter_standing_strips(self, block, column, wide)) if column is not None else []:
            yield from (*title, *drawn, blank_strip(PAD))
            return
        rows = [self.known_seat_cells(row) for row in block.rows]
        head, right = [Cell(words, strong=True) for words in column_heads(block)], column_sides(block)
        sizes = fit_pdf_columns([head, *(row for row in rows if len(row) > 1)], wide, any(right))
        over = [self.table_row_strip(head, sizes, right, 0.45)] if any(column_heads(block)) else []
        body = list(self.table_body_strips(rows, sizes, right, tuple(over) if self.heads_again else (), wide))
        if body:
            body.append(blank_strip(PAD * 2))
        yield from title
        yield from (strip._replace(tied=True) for strip in over)
        yield from tie_table_rows(body, WHOLE / self.paper.zoom)

    def table_body_strips(
        self,
        rows: Sequence[list[Cell]],
        sizes: Sequence[float],
        right: Sequence[bool],
        head: tuple[Strip, ...],
        wide: float,
    ) -> Iterator[Strip]:
        again = head
        for row, after in pairwise([*rows, []]):
            if len(row) == 1:
                yield self.band_strip(row[0], wide)._replace(again=head, tied=len(after) > 1)
                told = self.paper.format_frame_words("continued", title=row[0].text)
                again = (*head, self.band_strip(replace(row[0], text=told), wide))
            else:
                yield self.table_row_strip(row, sizes, right, 0.85)._replace(again=again)

    def band_strip(self, one: Cell, wide: float) -> Strip:
        style = self.styles.get(one.seat)
        words = lay_out_text(remove_controls(one.text), (), BOLD, CELL, wide - SWATCH - 8)[:1]

        def draw_band(x: float, y: float) -> None:
            tint = rgb_operands(style.tint if style and not self.paper.saves_toner else BAND)
            emit_operators(self.canvas, [f"{tint} rg {x:.2f} {y:.2f} {wide:.2f} {LINE:.2f} re f"])
            self.draw_rule(x, y, wide, 0.45)
            if style:
                self.draw_seat_swatch(x, y + 1.8, style)
            self.draw_text_lines(words, x + (SWATCH + 4 if style else PAD), y + LINE - 1, CELL)

        return Strip(LINE, draw_band)

    def table_row_strip(self, row: Sequence[Cell], sizes: Sequence[float], right: Sequence[bool], grey: float) -> Strip:
        """A row, with a rule under it."""
        stacks = lay_out_row(row, sizes)
        high = max(map(len, stacks), default=1) * CELL * LEADING + PAD

        def draw_row(x: float, y: float) -> None:
            self.mark_cell_targets(row, x, y + high)
            left = x
            for one, size, stack, side in zip(row, sizes, stacks, right, strict=False):
                self.draw_table_cell(left, y + high - CELL * LEADING, one, size, stack, side)
                left += size
            self.draw_rule(x, y, sum(sizes), grey)

        return Strip(high, draw_row)


def tie_table_rows(rows: Sequence[Strip], most: float) -> list[Strip]:
    """Rows of which none stands alone: all of a short table, the first and the last few of a long one."""
    whole, last = strips_height(rows) <= most, len(rows) - 1
    return [
        row._replace(tied=row.tied or (n < last and (whole or n < FEWEST - 1 or n > last - FEWEST)))
        for n, row in enumerate(rows)
    ]
