"""What is drawn in the rows of tables: cells, lines of words with their links, rules, the swatches of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reportlab.pdfbase.pdfdoc import PDFString
from reportlab.pdfgen.canvas import Canvas

from engines.palette import PAGE
from engines.report import Cell, Style, TableRow
from pbem.render import maps
from pbem.render.paper import Paper
from pbem.render.pdf.columns import SWATCH, cell_indent
from pbem.render.pdf.drawing import SILENT, draw_primitives, draw_words, emit_operators, measure_pdf_words, rgb_operands
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import CELL, LEADING, TextLine
from pbem.render.tables import row_cells
from pbem.render.to_text import remove_controls

GUTTER = 6.0
"""The blank between a column that keeps to the right and one that keeps to the left, in points."""
GOOD, BAD = PAGE["good"], PAGE["bad"]


class TableRows:
    """A canvas on which rows are drawn, with the looks of seats and the paper."""

    def __init__(self, canvas: Canvas, styles: Mapping[str, Style], paper: Paper) -> None:
        self.canvas, self.styles, self.paper = canvas, styles, paper

    def known_seat_cells(self, row: TableRow) -> list[Cell]:
        """A row's cells, without the seats that have no looks."""
        return [replace(one, seat="") if one.seat and one.seat not in self.styles else one for one in row_cells(row)]

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
        """Return how wide words are set."""
        return measure_pdf_words(remove_controls(words), font, size)
