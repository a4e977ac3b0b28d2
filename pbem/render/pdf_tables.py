"""Tables as strips: their columns fitted, a row a strip, and what is set again where they go on in another box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from reportlab.pdfbase.pdfdoc import PDFString
from reportlab.pdfgen.canvas import Canvas

from engines.palette import PAGE
from engines.report import Cell, Heading, Row, Style, Table
from pbem.render import layers
from pbem.render.paper import Paper
from pbem.render.pdf_columns import SWATCH, fitted, indent, stacked
from pbem.render.pdf_drawing import SILENT, draw, emit, rgb, say, width
from pbem.render.pdf_standings import counted, squares
from pbem.render.pdf_strips import Strip, blank, tall
from pbem.render.pdf_tags import tags
from pbem.render.pdf_words import BOLD, CELL, LEADING, PAD, Laid, laid
from pbem.render.tables import cells, heads, sides
from pbem.render.to_text import plain

LINE = CELL * LEADING + PAD
"""The height of a row of a table, in points."""
GUTTER = 6.0
"""The blank between a column that keeps to the right and one that keeps to the left, in points."""
WHOLE = 230.0
"""Up to this height a table stands in one piece, in points."""
FEWEST = 3
"""So many rows of a longer one stand together at each end of it."""
BAND, GOOD, BAD = (PAGE[name] for name in ("wash", "good", "bad"))


class Tables:
    """What makes strips of tables. `heads_again`: whether the head of a table is set again where it goes on."""

    heads_again = True

    def __init__(self, canvas: Canvas, styles: Mapping[str, Style], paper: Paper) -> None:
        self.canvas, self.styles, self.paper = canvas, styles, paper

    def heading(self, block: Heading, wide: float) -> Iterator[Strip]:
        """See `pbem.render.pdf_flow.Flow`."""
        raise NotImplementedError

    def table(self, block: Table, wide: float) -> Iterator[Strip]:
        """Its title, its head, its rows; a row of one cell is a band in its seat's colour."""
        title = list(self.heading(Heading(block.title, 3), wide)) if block.title else []
        column = counted(block)
        if drawn := list(squares(self, block, column, wide)) if column is not None else []:
            yield from (*title, *drawn, blank(PAD))
            return
        rows = [self.cells(row) for row in block.rows]
        head, right = [Cell(words, strong=True) for words in heads(block)], sides(block)
        sizes = fitted([head, *(row for row in rows if len(row) > 1)], wide, any(right))
        over = [self.row(head, sizes, right, 0.45)] if any(heads(block)) else []
        body = list(self.body(rows, sizes, right, tuple(over) if self.heads_again else (), wide))
        if body:
            body.append(blank(PAD * 2))
        yield from title
        yield from (strip._replace(tied=True) for strip in over)
        yield from together(body, WHOLE / self.paper.zoom)

    def body(
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
                yield self.band(row[0], wide)._replace(again=head, tied=len(after) > 1)
                told = self.paper.worded("continued", title=row[0].text)
                again = (*head, self.band(replace(row[0], text=told), wide))
            else:
                yield self.row(row, sizes, right, 0.85)._replace(again=again)

    def cells(self, row: Row) -> list[Cell]:
        """A row's cells, without the seats that have no looks."""
        return [replace(one, seat="") if one.seat and one.seat not in self.styles else one for one in cells(row)]

    def band(self, one: Cell, wide: float) -> Strip:
        style = self.styles.get(one.seat)
        words = laid(plain(one.text), (), BOLD, CELL, wide - SWATCH - 8)[:1]

        def draw_band(x: float, y: float) -> None:
            tint = rgb(style.tint if style and not self.paper.outline else BAND)
            emit(self.canvas, [f"{tint} rg {x:.2f} {y:.2f} {wide:.2f} {LINE:.2f} re f"])
            self.rule(x, y, wide, 0.45)
            if style:
                self.swatch(x, y + 1.8, style)
            self.lines(words, x + (SWATCH + 4 if style else PAD), y + LINE - 1, CELL)

        return Strip(LINE, draw_band)

    def row(self, row: Sequence[Cell], sizes: Sequence[float], right: Sequence[bool], grey: float) -> Strip:
        """A row, with a rule under it."""
        stacks = stacked(row, sizes)
        high = max(map(len, stacks), default=1) * CELL * LEADING + PAD

        def draw_row(x: float, y: float) -> None:
            self.targets(row, x, y + high)
            left = x
            for one, size, stack, side in zip(row, sizes, stacks, right, strict=False):
                self.cell(left, y + high - CELL * LEADING, one, size, stack, side)
                left += size
            self.rule(x, y, sum(sizes), grey)

        return Strip(high, draw_row)

    def cell(self, x: float, y: float, one: Cell, size: float, stack: Sequence[Laid], right: bool) -> None:
        if one.seat:
            self.swatch(x, y - 1.5, self.styles[one.seat])
        if one.good is not None:
            self.sign(x + (SWATCH + 3 if one.seat else 0), y, one.good)
        for line in stack:
            at = x + size - GUTTER - sum(piece.width for piece in line) if right else x + indent(one)
            self.line(at, y, line)
            y -= CELL * LEADING

    # --- what stands in them ---

    def lines(self, some: Sequence[Laid], x: float, top: float, size: float, grey: float = 0.0) -> None:
        """Lines below each other, from their top down."""
        for n, line in enumerate(some, 1):
            self.line(x, top - n * size * LEADING + size * 0.3, line, grey)

    def line(self, x: float, y: float, pieces: Laid, grey: float = 0.0) -> None:
        """The pieces of a line one behind the other."""
        for piece in pieces:
            say(self.canvas, x, y, piece.text, piece.font, piece.size, grey)
            if piece.to:
                self.link(piece.to, x, y, piece.width, piece.size)
                self.rule(x, y - 1.4, piece.width, 0.45)
            x += piece.width

    def link(self, to: str, x: float, y: float, width: float, height: float) -> None:
        """Makes a link of words that stand there, if it leads to a page of the web."""
        if to.startswith(("https:", "http:", "mailto:")):
            self.canvas.linkURL(to, (x, y - 2, x + width, y + height), relative=1, Contents=PDFString(to))
            tags(self.canvas).link()

    def target(self, anchor: str, x: float, y: float) -> None:
        """Links to `anchor` lead here: to a report there are none."""

    def targets(self, row: Sequence[Cell], x: float, y: float) -> None:
        for one in row:
            for anchor in one.anchors:
                self.target(anchor, x, y)

    def rule(self, x: float, y: float, wide: float, grey: float) -> None:
        emit(self.canvas, [f"{grey:g} G 0.4 w {x:.2f} {y:.2f} m {x + wide:.2f} {y:.2f} l S"])

    def swatch(self, x: float, y: float, style: Style) -> None:
        """A seat's tint, unless toner is saved, its hatch and its letter."""
        wide, high = layers.SWATCH_SIZE
        scale = SWATCH / wide
        emit(self.canvas, [SILENT])
        draw(self.canvas, layers.swatch(layers.spared(style) if self.paper.outline else style), high, x, y, scale)
        emit(self.canvas, ["EMC"])
        emit(self.canvas, [f"0.25 G 0.5 w {x:.2f} {y:.2f} {SWATCH:.2f} {high * scale:.2f} re S"])

    def sign(self, x: float, y: float, good: bool) -> None:
        """A tick or a cross."""
        stroke = "0 2.4 m 1.8 0.4 l 5 5 l S" if good else "0.4 0.4 m 4.6 4.8 l 0.4 4.8 m 4.6 0.4 l S"
        emit(self.canvas, [f"q {rgb(GOOD if good else BAD)} RG 1.1 w 1 0 0 1 {x:.2f} {y:.2f} cm {stroke} Q"])

    def wide(self, words: str, font: str, size: float) -> float:
        """How wide words are set."""
        return width(plain(words), font, size)


def together(rows: Sequence[Strip], most: float) -> list[Strip]:
    """Rows of which none stands alone: all of a short table, the first and the last few of a long one."""
    whole, last = tall(rows) <= most, len(rows) - 1
    return [
        row._replace(tied=row.tied or (n < last and (whole or n < FEWEST - 1 or n > last - FEWEST)))
        for n, row in enumerate(rows)
    ]
