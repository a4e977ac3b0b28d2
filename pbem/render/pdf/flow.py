"""Blocks as strips of a column: headings, paragraphs, lists, cards, and the sheet to write orders on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from reportlab.pdfgen.canvas import Canvas

from engines.palette import PAGE
from engines.report import (
    SHEET,
    Block,
    Boards,
    CardHand,
    Code,
    Graph,
    Heading,
    Items,
    Lead,
    Paragraph,
    Run,
    Style,
    Table,
)
from pbem.render import graph
from pbem.render.boards import picture
from pbem.render.paper import PLAIN_PAPER, Paper
from pbem.render.pdf import cards
from pbem.render.pdf.drawing import draw_primitives, draw_words, emit_operators, rgb_operands
from pbem.render.pdf.parts import announces_next
from pbem.render.pdf.strips import ColumnBox, Strip, blank_strip, fill_boxes
from pbem.render.pdf.tables import TableFlow
from pbem.render.pdf.words import (
    BODY,
    BOLD,
    CELL,
    LEAD,
    LEADING,
    MONO,
    PAD,
    PLAIN,
    QUIET,
    TextLine,
    lay_out_text,
    wrap_pdf_words,
)
from pbem.render.tables import row_cells
from pbem.render.to_text import remove_controls, title_and_states

HEADINGS = {1: 15.0, 2: 11.5, 3: 9.5}
INDENT = 12.0
"""How far the items of a list stand in, in points."""
WRITING = 19.5
"""The least height of a row to write on, in points."""
LINE_TO_WRITE, LEAST_WIDE = 140.0, 400.0
"""The width of a line to write on beside its row, and of a column from which on it stands there and not below."""
TALLEST = 440.0
"""The height of a picture in a column at the most, in points."""
SHADE = PAGE["shade"]
ROLES = {1: "H1", 2: "H2", 3: "H3"}


class BlockFlow(TableFlow):
    """What makes strips of blocks, for columns of one width after the other."""

    after = 2.5
    """The space below a paragraph, in points."""

    def __init__(self, canvas: Canvas, styles: Mapping[str, Style], paper: Paper = PLAIN_PAPER) -> None:
        super().__init__(canvas, styles, paper)
        self.inset = 0.0
        """How far all is moved in, below the sign of a list's item."""

    def set_blocks(self, blocks: Iterable[Block], boxes: Sequence[ColumnBox]) -> list[Strip]:
        """Sets blocks into boxes of one width; what found no room."""
        found = fill_boxes([s for block in blocks for s in self.list_block_strips(block, boxes[0].width)], boxes)
        for one in found.placed:
            one.strip.draw(one.x, one.y)
        return found.over

    def list_block_strips(self, block: Block, wide: float) -> list[Strip]:
        """A block in a column so wide; the last strips of what speaks of the next stand above it."""
        return list(self.iter_block_strips(block, wide))

    def iter_block_strips(self, block: Block, wide: float) -> Iterator[Strip]:
        match block:
            case Heading():
                yield from self.heading_strips(block, wide)
            case Lead():
                yield self.lead_strip(block, wide)
            case Paragraph():
                yield from self.paragraph_strips(block, wide)
            case Items():
                yield from self.item_strips(block, wide)
            case Code():
                yield from self.code_strips(block, wide)
            case Boards():
                yield self.boards_strip(block, wide)
            case Table():
                yield from (
                    self.order_sheet_strips(block, wide) if block.name == SHEET else self.table_strips(block, wide)
                )
            case CardHand():
                yield from self.hand_strips(block, wide)
            case Graph():
                yield from self.graph_strips(block, wide)

    # --- words ---

    def heading_strips(self, block: Heading, wide: float) -> Iterator[Strip]:
        """Never parted, and never without what it stands over."""
        size = HEADINGS.get(block.level, 8.5)
        lines = lay_out_text(block.text, (), BOLD, size, wide - self.inset)
        high = len(lines) * size * LEADING + 2

        def draw(x: float, y: float) -> None:
            self.mark_heading_place(block, x, y + high)
            self.draw_text_lines(lines, x, y + high, size)

        yield Strip(high, draw, size * 0.7, tied=True, role=ROLES.get(block.level, "H3"))

    def mark_heading_place(self, block: Heading, x: float, y: float) -> None:
        """A heading stands there: links to it lead here."""
        self.mark_link_target(block.anchor, x, y)

    def mark_page_title(self, title: str, x: float, y: float) -> None:
        """A page with a title of its own begins there."""

    def lead_strip(self, block: Lead, wide: float) -> Strip:
        """Larger than a paragraph, and never parted."""
        lines = lay_out_text(block.text, (), BOLD, LEAD, wide - self.inset)
        high = len(lines) * LEAD * LEADING
        return Strip(
            high + 2 * self.after, lambda x, y: self.draw_text_lines(lines, x, y + high + 2 * self.after, LEAD)
        )

    def paragraph_strips(self, block: Paragraph, wide: float) -> Iterator[Strip]:
        """Line by line; neither its first nor its last stands alone. One that ends in a colon stands above the next."""
        size, grey = (QUIET, 0.35) if block.quiet else (BODY, 0.0)
        lines = lay_out_text(block.text, block.runs, PLAIN, size, wide - self.inset)
        last, announces = len(lines) - 1, announces_next(block)
        for n, line in enumerate(lines):
            below = self.after if n == last else 0.0
            tied = (last > 0 and n in (0, last - 1)) or (n == last and announces)
            yield self.line_strip(line, size, grey, below, block.anchor if n == 0 else "", tied)

    def line_strip(self, line: TextLine, size: float, grey: float, below: float, anchor: str, tied: bool) -> Strip:
        inset, high = self.inset, size * LEADING

        def draw(x: float, y: float) -> None:
            if anchor:
                self.mark_link_target(anchor, x + inset, y + high + below)
            self.draw_text_line(x + inset, y + below + size * 0.3, line, grey)

        return Strip(high + below, draw, tied=tied)

    def item_strips(self, block: Items, wide: float) -> Iterator[Strip]:
        """A list: each item's sign or number, and what belongs to it moved in."""
        for number, item in enumerate(block.items, block.first or 0):
            sign = "•" if block.first is None else f"{number}."
            inset, self.inset = self.inset, self.inset + INDENT
            inner = [strip for part in item for strip in self.list_block_strips(part, wide)]
            self.inset = inset
            for n, strip in enumerate(inner):
                yield self.add_item_sign(strip, sign, inset) if n == 0 else strip

    def add_item_sign(self, strip: Strip, sign: str, inset: float) -> Strip:
        def draw(x: float, y: float) -> None:
            draw_words(self.canvas, x + inset, y + strip.height - BODY * (LEADING - 0.3), sign, PLAIN, BODY)
            strip.draw(x, y)

        return strip._replace(draw=draw)

    def code_strips(self, block: Code, wide: float) -> Iterator[Strip]:
        """Lines as they are, on a shade."""
        room, inset, high = wide - self.inset - 2 * PAD, self.inset, CELL * LEADING
        lines = [
            line
            for source in block.text.splitlines()
            for line in wrap_pdf_words(remove_controls(source), MONO, CELL, room)
        ]

        def shaded_strip(line: str, below: float) -> Strip:
            def draw(x: float, y: float) -> None:
                box = f"{x + inset:.2f} {y + below:.2f} {wide - inset:.2f} {high:.2f} re f"
                emit_operators(self.canvas, [f"{rgb_operands(SHADE)} rg {box}"])
                draw_words(self.canvas, x + inset + PAD, y + below + CELL * 0.3, line, MONO, CELL)

            return Strip(high + below, draw)

        last = len(lines) - 1
        for n, line in enumerate(lines):
            strip = shaded_strip(line, 2 + self.after if n == last else 0.0)
            yield strip._replace(tied=last > 0 and n in (0, last - 1))

    def hand_strips(self, block: CardHand, wide: float) -> Iterator[Strip]:
        """Cards in rows, as many beside each other as there is room for."""
        title, hand = title_and_states(block)
        yield from self.heading_strips(Heading(title, 3), wide)
        for size, row in cards.iter_card_rows(hand, wide - self.inset):
            high = cards.card_row_height(row)

            def draw(x: float, y: float, row: cards.Cards = row, size: float = size, high: float = high) -> None:
                cards.draw_pdf_card_row(self.canvas, row, x, y + cards.GAP, size, high)

            yield Strip(high + cards.GAP, draw)

    def boards_strip(self, block: Boards, wide: float) -> Strip:
        """A picture of boards, never parted."""
        drawing = picture.wide_boards_scene(block) if wide >= LEAST_WIDE else picture.tall_boards_scene(block)
        scale = min(wide / drawing.width, TALLEST / drawing.height)

        def paint(x: float, y: float) -> None:
            draw_primitives(self.canvas, drawing.primitives, drawing.height, x, y + self.after, scale)

        alt = f"{drawing.title}. {drawing.description}"
        return Strip(drawing.height * scale + self.after, paint, BODY, role="Figure", alt=remove_controls(alt))

    def graph_strips(self, block: Graph, wide: float) -> Iterator[Strip]:
        """As wide as the column."""
        drawing = graph.make_graph_scene(block)
        scale = (wide - self.inset) / drawing.width
        inset, high = self.inset, drawing.height * scale

        def paint(x: float, y: float) -> None:
            draw_primitives(self.canvas, drawing.primitives, drawing.height, x + inset, y + self.after, scale)

        yield from self.heading_strips(Heading(block.title, 3), wide)
        alt = f"{drawing.title}. {drawing.description}"
        yield Strip(high + self.after, paint, role="Figure", alt=alt)

    # --- the sheet of orders ---

    def order_sheet_strips(self, block: Table, wide: float) -> Iterator[Strip]:
        """Yield what can be ordered: of each thing how it stands, what it could be, and a line to write on."""
        rows = [[*(one.text for one in row_cells(row)), "", "", ""] for row in block.rows]
        if wide < LEAST_WIDE:
            yield from (self.strip_with_line_below(row, wide) for row in rows)
            return
        sizes = self.share_order_columns(rows, wide)
        heads = [(column.head, QUIET) for column in block.columns[:3]]
        yield self.strip_with_line_beside([head for head, _ in heads], sizes, wide, True)._replace(tied=True)
        yield from (self.strip_with_line_beside(row, sizes, wide) for row in rows)
        yield blank_strip(PAD)

    def share_order_columns(self, rows: Sequence[Sequence[str]], wide: float) -> tuple[float, float, float]:
        """The widths of what is written, how it stands and what it could be."""
        first = min(110.0, max((self.words_width(row[0], BOLD, BODY) for row in rows), default=0.0) + 10)
        rest = wide - first - LINE_TO_WRITE - 10
        now, could = (max((self.words_width(row[n], PLAIN, BODY) for row in rows), default=0.0) + 10 for n in (1, 2))
        share = min(now, rest * max(0.2, min(0.6, now / (now + could))))
        return first, share, rest - share

    def strip_with_line_beside(
        self, row: Sequence[str], sizes: Sequence[float], wide: float, head: bool = False
    ) -> Strip:
        """A row with its line to write on at its right."""
        faces = ((PLAIN, QUIET),) * 3 if head else ((BOLD, BODY), (PLAIN, BODY), (PLAIN, QUIET))
        stacks = [
            (lay_out_text(words, (), font, size, room - 6), size)
            for words, (font, size), room in zip(row, faces, sizes, strict=False)
        ]
        high = max((len(stack) * size * LEADING for stack, size in stacks), default=0.0) + (3 if head else 7)
        high = high if head else max(high, WRITING)

        def draw(x: float, y: float) -> None:
            at = x
            for (stack, size), room in zip(stacks, sizes, strict=False):
                self.draw_text_lines(
                    stack, at, y + high - (0 if head else 4), size, 0.35 if head or size == QUIET else 0.0
                )
                at += room
            self.draw_rule(x, y, wide, 0.75)
            if not head:
                self.draw_rule(x + wide - LINE_TO_WRITE, y + 4, LINE_TO_WRITE, 0.2)

        return Strip(high, draw)

    def strip_with_line_below(self, row: Sequence[str], wide: float) -> Strip:
        """A row with its line to write on below it."""
        runs = (Run(row[0], strong=True), Run(f"   {row[1]}"))
        above = lay_out_text(f"{row[0]}   {row[1]}", runs, PLAIN, BODY, wide)
        under = [line for other in row[2:] if other for line in lay_out_text(other, (), PLAIN, QUIET, wide)]
        words = len(above) * BODY * LEADING + len(under) * QUIET * LEADING
        high = words + WRITING + PAD

        def draw(x: float, y: float) -> None:
            self.draw_text_lines(above, x, y + high, BODY)
            self.draw_text_lines(under, x, y + high - len(above) * BODY * LEADING, QUIET, 0.25)
            self.draw_rule(x, y + PAD, wide, 0.4)

        return Strip(high, draw)
