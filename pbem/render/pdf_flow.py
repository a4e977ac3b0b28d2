"""Headings, paragraphs, lists and tables set into columns of a PDF page, one box after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from reportlab.pdfgen.canvas import Canvas

from engines.palette import PAGE
from engines.report import SHEET, Block, Boards, Cell, Code, Hand, Heading, Items, Lead, Row, Run, Style, Table, Text
from pbem.render import layers, pdf_cards
from pbem.render.pdf_drawing import draw, emit, rgb, say, width
from pbem.render.pdf_words import BOLD, MONO, PLAIN, Laid, laid, wrapped
from pbem.render.tables import cells, heads, sides
from pbem.render.to_text import dressed, plain

HEADINGS = {1: 15.0, 2: 11.0, 3: 9.0}
LEAD, BODY, QUIET, CELL = 9.5, 8.0, 6.5, 7.5
LEADING = 1.28
PAD = 3.0
LINE = CELL * LEADING + PAD
"""The height of a row of a table, in points."""
INDENT = 12.0
"""How far the items of a list stand in, in points."""
WRITING = 17.0
"""The height of a line to write on, in points."""
SWATCH = 12.5
"""The width of a swatch, in points."""
BAND, SHADE, GOOD, BAD = (PAGE[name] for name in ("wash", "shade", "good", "bad"))


@dataclass(frozen=True)
class Box:
    """A column: its left edge, its top, its width and its bottom, in points."""

    x: float
    top: float
    width: float
    bottom: float


class Flow:
    """Blocks set one below the other, from box to box. Where the boxes end, what does not fit is not set."""

    after = 2.0
    """The space below a paragraph, in points."""
    heads_again = False
    """Whether the head of a table is set again where its rows go on in the next box."""

    def __init__(self, canvas: Canvas, boxes: Iterator[Box], styles: Mapping[str, Style]) -> None:
        self.canvas, self.boxes, self.styles = canvas, boxes, styles
        self.box = next(boxes)
        self.y = self.box.top
        self.inset = 0.0
        """How far all is moved in, below the sign of a list's item."""

    @property
    def wide(self) -> float:
        return self.box.width - self.inset

    def fits(self, height: float) -> bool:
        return self.y - height >= self.box.bottom

    def room(self, height: float) -> bool:
        """Goes on to the next box if this much does not fit; whether there is one."""
        if self.fits(height):
            return True
        following = next(self.boxes, None)
        if following is None:
            return False
        self.box, self.y = following, following.top
        return True

    def take(self, height: float) -> tuple[float, float]:
        """Uses up that much of the box; the lower left corner of it."""
        self.y -= height
        return self.box.x + self.inset, self.y

    def line(self, x: float, y: float, pieces: Laid, grey: float = 0.0) -> None:
        """The pieces of a line one behind the other."""
        for piece in pieces:
            say(self.canvas, x, y, piece.text, piece.font, piece.size, grey)
            if piece.to:
                self.link(piece.to, x, y, piece.width, piece.size)
            x += piece.width

    def link(self, to: str, x: float, y: float, width: float, height: float) -> None:
        """Makes a link of words that stand there: a report has none."""

    def target(self, anchor: str) -> None:
        """Links to `anchor` lead here: to a report there are none."""

    def block(self, block: Block) -> bool:
        """Sets a block; whether all of it found room."""
        match block:
            case Heading():
                return self.heading(block)
            case Lead():
                return self.lead(block)
            case Text():
                return self.paragraph(block)
            case Items():
                return self.items(block)
            case Code():
                return self.code(block)
            case Boards():
                return self.block(block.as_cards)
            case Table():
                return self.sheet(block) if block.name == SHEET else self.table(block)
            case Hand():
                return self.hand(block)
        return True

    def heading(self, block: Heading) -> bool:
        size = HEADINGS.get(block.level, 8.5)
        lines = wrapped(plain(block.text), BOLD, size, self.wide)
        above = 0.0 if self.y == self.box.top else size * 0.6
        if not self.room(above + len(lines) * size * LEADING + 2 * BODY):
            return False
        self.y -= 0.0 if self.y == self.box.top else above
        self.target(block.anchor)
        for line in lines:
            x, y = self.take(size * LEADING)
            say(self.canvas, x, y + size * 0.3, line, BOLD, size)
        self.y -= 2
        return True

    def lead(self, block: Lead) -> bool:
        """Larger than a paragraph, and never parted."""
        lines = laid(block.text, (), BOLD, LEAD, self.wide)
        if not self.room(len(lines) * LEAD * LEADING):
            return False
        self.lines(lines, LEAD)
        self.y -= 2 * self.after
        return True

    def paragraph(self, block: Text) -> bool:
        size = QUIET if block.quiet else BODY
        lines = laid(block.text, block.runs, PLAIN, size, self.wide)
        for n, line in enumerate(lines):
            if not self.room(size * LEADING * (min(2, len(lines)) if n == 0 else 1)):
                return False
            if n == 0:
                self.target(block.anchor)
            x, y = self.take(size * LEADING)
            self.line(x, y + size * 0.3, line, 0.35 if block.quiet else 0.0)
        self.y -= self.after
        return True

    def items(self, block: Items) -> bool:
        """A list: each item's sign or number, and what belongs to it moved in."""
        for number, item in enumerate(block.items, block.first or 0):
            if not self.room(2 * BODY * LEADING):
                return False
            sign = "•" if block.first is None else f"{number}."
            say(self.canvas, self.box.x + self.inset, self.y - BODY * (LEADING - 0.3), sign, PLAIN, BODY)
            self.inset += INDENT
            found_room = all(self.block(part) for part in item)
            self.inset -= INDENT
            if not found_room:
                return False
        return True

    def code(self, block: Code) -> bool:
        """Lines as they are, on a shade."""
        room = self.wide - 2 * PAD
        lines = [line for source in block.text.splitlines() for line in wrapped(plain(source), MONO, CELL, room)]
        if not self.room(min(len(lines) * CELL * LEADING, (self.box.top - self.box.bottom) / 4)):
            return False
        for line in lines:
            if not self.room(CELL * LEADING):
                return False
            x, y = self.take(CELL * LEADING)
            emit(self.canvas, [f"{rgb(SHADE)} rg {x:.2f} {y:.2f} {self.wide:.2f} {CELL * LEADING:.2f} re f"])
            say(self.canvas, x + PAD, y + CELL * 0.3, line, MONO, CELL)
        self.y -= 2 + self.after
        return True

    def hand(self, block: Hand) -> bool:
        """Cards in rows, as many beside each other as there is room for."""
        title, cards = dressed(block)
        if not self.heading(Heading(title, 3)):
            return False
        for size, row in pdf_cards.rows(cards, self.wide):
            high = pdf_cards.height(row)
            if not self.room(high):
                return False
            x, y = self.take(high)
            pdf_cards.draw_row(self.canvas, row, x, y, size, high)
            self.y -= pdf_cards.GAP
        return True

    # --- tables ---

    def sheet(self, block: Table) -> bool:
        """What can be ordered: of each thing how it stands, what it could be, and below it a line to write on."""
        for row in block.rows:
            first, now, *others = [*(one.text for one in cells(row)), "", ""]
            runs = (Run(first, strong=True), Run(f"   {now}"))
            above = laid(f"{first}   {now}", runs, PLAIN, BODY, self.wide)
            below = [line for other in others if other for line in laid(other, (), PLAIN, QUIET, self.wide)]
            high = len(above) * BODY * LEADING + len(below) * QUIET * LEADING + WRITING
            if not self.room(high):
                return False
            self.lines(above, BODY)
            self.lines(below, QUIET, 0.25)
            self.take(WRITING)
            self.rule(0.6)
            self.y -= PAD
        return True

    def lines(self, some: Sequence[Laid], size: float, grey: float = 0.0) -> None:
        for line in some:
            x, y = self.take(size * LEADING)
            self.line(x, y + size * 0.3, line, grey)

    def table(self, block: Table) -> bool:
        """A row of one cell is a band in its seat's colour, set again where its rows go on in the next box.
        A table is not begun at the foot of a box, and parted only if it is taller than a quarter of it."""
        rows = [self.cells(row) for row in block.rows]
        head, right = [Cell(words, strong=True) for words in heads(block)], sides(block)
        headed = any(heads(block))
        sizes = fitted([head, *(row for row in rows if len(row) > 1)], self.wide, any(right))
        whole = sum(tall(stacked(row, sizes)) for row in [head, *rows]) + (2 * LINE if block.title else 0.0)
        if not self.room(min(whole, (self.box.top - self.box.bottom) / 4)):
            return False
        if block.title and not self.heading(Heading(block.title, 3)):
            return False
        if headed:
            self.row(head, stacked(head, sizes), sizes, right)
            self.rule(0.45)
        over, end = None, list[Cell]()
        for row, after in zip_longest(rows, rows[1:], fillvalue=end):
            if len(row) == 1:
                over = row[0]
                if not self.room(LINE + tall(stacked(after, sizes))):
                    return False
                self.band(over)
            elif not self.rows(row, sizes, right, over, head if headed else ()):
                return False
            elif len(after) > 1:
                self.rule(0.85)
        self.y -= 6
        return True

    def cells(self, row: Row) -> list[Cell]:
        """A row's cells, without the seats that have no looks."""
        return [one if one.seat in self.styles else replace(one, seat="") for one in cells(row)]

    def band(self, one: Cell) -> None:
        style = self.styles.get(one.seat)
        x, y = self.take(LINE)
        tint = rgb(style.tint if style else BAND)
        emit(self.canvas, [f"{tint} rg {x:.2f} {y:.2f} {self.wide:.2f} {LINE:.2f} re f"])
        self.rule(0.45)
        if style:
            self.swatch(x, y + 1.8, style)
        say(self.canvas, x + (SWATCH + 4 if style else PAD), y + PAD + 0.5, plain(one.text), BOLD, CELL)

    def rule(self, grey: float) -> None:
        x, y = self.box.x + self.inset, self.y
        emit(self.canvas, [f"{grey:g} G 0.4 w {x:.2f} {y:.2f} m {x + self.wide:.2f} {y:.2f} l S"])

    def rows(
        self,
        row: Sequence[Cell],
        sizes: Sequence[float],
        right: Sequence[bool],
        over: Cell | None,
        head: Sequence[Cell],
    ) -> bool:
        """A row, in parts if it is taller than a whole box; whether there was room."""
        most = max(1, int((self.box.top - self.box.bottom - 2 * LINE) / (CELL * LEADING)))
        stacks = stacked(row, sizes)
        for first in range(0, max(map(len, stacks), default=1), most):
            part, box = [stack[first : first + most] for stack in stacks], self.box
            if not self.room(tall(part)):
                return False
            if head and self.heads_again and self.box is not box:
                self.row(head, stacked(head, sizes), sizes, right)
                self.rule(0.45)
            if over and self.box is not box:
                self.band(replace(over, text=f"{over.text}, continued"))
            if first == 0:
                self.targets(row)
            self.row(row, part, sizes, right)
        return True

    def targets(self, row: Sequence[Cell]) -> None:
        for one in row:
            for anchor in one.anchors:
                self.target(anchor)

    def row(
        self, row: Sequence[Cell], stacks: Sequence[Sequence[Laid]], sizes: Sequence[float], right: Sequence[bool]
    ) -> None:
        x, y = self.take(tall(stacks))
        y += tall(stacks) - CELL * LEADING
        for one, size, stack, side in zip(row, sizes, stacks, right, strict=False):
            self.cell(x, y, one, size, stack, side)
            x += size

    def cell(self, x: float, y: float, one: Cell, size: float, stack: Sequence[Laid], right: bool) -> None:
        if one.seat:
            self.swatch(x, y - 1.5, self.styles[one.seat])
        if one.good is not None:
            self.sign(x + (SWATCH + 3 if one.seat else 0), y, one.good)
        for line in stack:
            at = x + size - PAD - sum(piece.width for piece in line) if right else x + indent(one)
            self.line(at, y, line)
            y -= CELL * LEADING

    def swatch(self, x: float, y: float, style: Style) -> None:
        """A seat's tint, hatch and letter."""
        wide, high = layers.SWATCH_SIZE
        scale = SWATCH / wide
        draw(self.canvas, layers.swatch(style), high, x, y, scale)
        emit(self.canvas, [f"0.25 G 0.5 w {x:.2f} {y:.2f} {SWATCH:.2f} {high * scale:.2f} re S"])

    def sign(self, x: float, y: float, good: bool) -> None:
        """A tick or a cross."""
        stroke = "0 2.4 m 1.8 0.4 l 5 5 l S" if good else "0.4 0.4 m 4.6 4.8 l 0.4 4.8 m 4.6 0.4 l S"
        emit(self.canvas, [f"q {rgb(GOOD if good else BAD)} RG 1.1 w 1 0 0 1 {x:.2f} {y:.2f} cm {stroke} Q"])


def indent(one: Cell) -> float:
    """The room before a cell's words for its swatch and its sign."""
    return (SWATCH + 3 if one.seat else 0) + (8 if one.good is not None else 0)


def fitted(rows: Sequence[Sequence[Cell]], room: float, figures: bool) -> list[float]:
    """The columns' widths in points: as wide as their words where that fits, else the widest give way, down to their
    longest word as long as there is room for that. Columns of figures are spread over the whole room."""
    count = max((len(row) for row in rows), default=0)
    sizes = [max((natural(row[n]) for row in rows if n < len(row)), default=0.0) for n in range(count)]
    least = [max((longest(row[n]) for row in rows if n < len(row)), default=0.0) for n in range(count)]
    over = sum(sizes) - room
    if over > 0.01 and sum(least) <= room:
        return given_way(sizes, least, over)
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


def given_way(sizes: Sequence[float], least: Sequence[float], over: float) -> list[float]:
    """The columns smaller by `over` in all, each in proportion to what it can give."""
    slack = [size - floor for size, floor in zip(sizes, least, strict=True)]
    return [size - over * part / sum(slack) for size, part in zip(sizes, slack, strict=True)]


def longest(one: Cell) -> float:
    """The width of a column in which no word of the cell is cut."""
    words = max((width(word, face(one), CELL) for word in plain(one.text).split()), default=0.0)
    return words + indent(one) + 2 * PAD


def natural(one: Cell) -> float:
    words = sum(p.width for p in lines(one, 1e6)[0]) if one.runs else width(plain(one.text), face(one), CELL)
    return words + indent(one) + 2 * PAD


def face(one: Cell) -> str:
    return BOLD if one.strong else PLAIN


def lines(one: Cell, room: float) -> Sequence[Laid]:
    """A cell's words in lines; in a table a line end is a blank."""
    return laid(plain(one.text), one.runs, face(one), CELL, room)


def stacked(row: Sequence[Cell], sizes: Sequence[float]) -> list[Sequence[Laid]]:
    """Each cell's words in lines as wide as its column."""
    return [lines(one, size - indent(one) - PAD) for one, size in zip(row, sizes, strict=False)]


def tall(stacks: Sequence[Sequence[Laid]]) -> float:
    """The height of a row, in points."""
    return max(map(len, stacks), default=1) * CELL * LEADING + PAD
