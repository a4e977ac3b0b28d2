"""Tables as strips: their columns fitted, a row a strip, and what is set again where they go on in another box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from reportlab.pdfbase.pdfdoc import PDFString
from reportlab.pdfgen.canvas import Canvas

from engines.palette import PAGE
from engines.report import Cell, Heading, Style, Table, TableRow
from pbem.render import maps
from pbem.render.paper import Paper
from pbem.render.pdf.columns import SWATCH, cell_indent, fit_pdf_columns, lay_out_row
from pbem.render.pdf.drawing import SILENT, draw_primitives, draw_words, emit_operators, measure_pdf_words, rgb_operands
from pbem.render.pdf.standings import find_count_column, iter_standing_strips
from pbem.render.pdf.strips import Strip, blank_strip, strips_height
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import BOLD, CELL, LEADING, PAD, TextLine, lay_out_text
from pbem.render.tables import column_heads, column_sides, row_cells
from pbem.render.to_text import remove_controls

LINE = CELL * LEADING + PAD
"""The height of a row of a table, in points."""
GUTTER = 6.0
"""The blank between a column that keeps to the right and one that keeps to the left, in points."""
WHOLE = 230.0
"""Up to this height a table stands in one piece, in points."""
FEWEST = 3
"""So many rows of a longer one stand together at each end of it."""
BAND, GOOD, BAD = (PAGE[name] for name in ("wash", "good", "bad"))


class TableFlow:
    """What makes strips of tables. `heads_again`: whether the head of a table is set again where it goes on."""

    heads_again = True

    def __init__(self, canvas: Canvas, styles: Mapping[str, Style], paper: Paper) -> None:
        self.canvas, self.styles, self.paper = canvas, styles, paper

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

    def known_seat_cells(self, row: TableRow) -> list[Cell]:
        """A row's cells, without the seats that have no looks."""
        return [replace(one, seat="") if one.seat and one.seat not in self.styles else one for one in row_cells(row)]

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

    def draw_table_cell(
        self, x: float, y: float, one: Cell, size: float, stack: Sequence[TextLine], right: bool
    ) -> None:
        if one.seat:
            self.draw_seat_swatch(x, y - 1.5, self.styles[one.seat])
        if one.good is not None:
            self.draw_tick_or_cross(x + (SWATCH + 3 if one.seat else 0), y, one.good)
        for line in stack:
            at = x + size - GUTTER - sum(piece.width for piece in line) if right else x + cell_indent(one)
            self.draw_text_line(at, y, line)
            y -= CELL * LEADING

    # --- what stands in them ---

    def draw_text_lines(self, some: Sequence[TextLine], x: float, top: float, size: float, grey: float = 0.0) -> None:
        """Lines below each other, from their top down."""
        for n, line in enumerate(some, 1):
            self.draw_text_line(x, top - n * size * LEADING + size * 0.3, line, grey)

    def draw_text_line(self, x: float, y: float, pieces: TextLine, grey: float = 0.0) -> None:
        """The pieces of a line one behind the other."""
        for piece in pieces:
            draw_words(self.canvas, x, y, piece.text, piece.font, piece.size, grey)
            if piece.to:
                self.add_words_link(piece.to, x, y, piece.width, piece.size)
                self.draw_rule(x, y - 1.4, piece.width, 0.45)
            x += piece.width

    def add_words_link(self, to: str, x: float, y: float, width: float, height: float) -> None:
        """Makes a link of words that stand there, if it leads to a page of the web."""
        if to.startswith(("https:", "http:", "mailto:")):
            self.canvas.linkURL(to, (x, y - 2, x + width, y + height), relative=1, Contents=PDFString(to))
            document_tags(self.canvas).tag_last_link()

    def mark_link_target(self, anchor: str, x: float, y: float) -> None:
        """Links to `anchor` lead here: to a report there are none."""

    def mark_cell_targets(self, row: Sequence[Cell], x: float, y: float) -> None:
        for one in row:
            for anchor in one.anchors:
                self.mark_link_target(anchor, x, y)

    def draw_rule(self, x: float, y: float, wide: float, grey: float) -> None:
        emit_operators(self.canvas, [f"{grey:g} G 0.4 w {x:.2f} {y:.2f} m {x + wide:.2f} {y:.2f} l S"])

    def draw_seat_swatch(self, x: float, y: float, style: Style) -> None:
        """A seat's tint, unless toner is saved, its hatch and its letter."""
        wide, high = maps.SWATCH_SIZE
        scale = SWATCH / wide
        emit_operators(self.canvas, [SILENT])
        draw_primitives(
            self.canvas,
            maps.draw_swatch(maps.spare_toner(style) if self.paper.saves_toner else style),
            high,
            x,
            y,
            scale,
        )
        emit_operators(self.canvas, ["EMC"])
        emit_operators(self.canvas, [f"0.25 G 0.5 w {x:.2f} {y:.2f} {SWATCH:.2f} {high * scale:.2f} re S"])

    def draw_tick_or_cross(self, x: float, y: float, good: bool) -> None:
        """A tick or a cross."""
        stroke = "0 2.4 m 1.8 0.4 l 5 5 l S" if good else "0.4 0.4 m 4.6 4.8 l 0.4 4.8 m 4.6 0.4 l S"
        emit_operators(
            self.canvas, [f"q {rgb_operands(GOOD if good else BAD)} RG 1.1 w 1 0 0 1 {x:.2f} {y:.2f} cm {stroke} Q"]
        )

    def words_width(self, words: str, font: str, size: float) -> float:
        """How wide words are set."""
        return measure_pdf_words(remove_controls(words), font, size)


def tie_table_rows(rows: Sequence[Strip], most: float) -> list[Strip]:
    """Rows of which none stands alone: all of a short table, the first and the last few of a long one."""
    whole, last = strips_height(rows) <= most, len(rows) - 1
    return [
        row._replace(tied=row.tied or (n < last and (whole or n < FEWEST - 1 or n > last - FEWEST)))
        for n, row in enumerate(rows)
    ]
