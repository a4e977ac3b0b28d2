"""Headings, paragraphs and tables set into columns of a PDF page, one box after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from engines.report import Block, Cell, Heading, Style, Table, Text
from pbem.render.to_text import plain

PLAIN, BOLD = "Noto", "Noto-Bold"
HEADINGS = {1: 15.0, 2: 11.0, 3: 9.0}
BODY, QUIET, CELL = 8.0, 6.5, 7.5
LEADING = 1.28
PAD = 3.0
SWATCH = 11.0
GOOD, BAD = "#1A6B2D", "#B00012"


@dataclass(frozen=True)
class Box:
    """A column: its left edge, its top, its width and its bottom, in points."""

    x: float
    top: float
    width: float
    bottom: float


class Flow:
    """Blocks set one below the other, from box to box. Where the boxes end, what does not fit is not set."""

    def __init__(self, canvas: Canvas, boxes: Iterator[Box], styles: Mapping[str, Style]) -> None:
        self.canvas, self.boxes, self.styles = canvas, boxes, styles
        self.box = next(boxes)
        self.y = self.box.top

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
        return self.box.x, self.y

    def block(self, block: Block) -> bool:
        """Sets a block; whether all of it found room."""
        match block:
            case Heading():
                return self.heading(block)
            case Text():
                return self.paragraph(block)
            case Table():
                return self.table(block)
        return True

    def heading(self, block: Heading) -> bool:
        size = HEADINGS.get(block.level, 8.5)
        lines = wrapped(plain(block.text), BOLD, size, self.box.width)
        above = 0.0 if self.y == self.box.top else size * 0.6
        if not self.room(above + len(lines) * size * LEADING + 2 * BODY):
            return False
        self.y -= 0.0 if self.y == self.box.top else above
        for line in lines:
            x, y = self.take(size * LEADING)
            self.write(x, y + size * 0.3, line, BOLD, size)
        self.y -= 2
        return True

    def paragraph(self, block: Text) -> bool:
        size = QUIET if block.quiet else BODY
        for source in block.text.splitlines() or [""]:
            for line in wrapped(plain(source), PLAIN, size, self.box.width):
                if not self.room(size * LEADING):
                    return False
                x, y = self.take(size * LEADING)
                self.write(x, y + size * 0.3, line, PLAIN, size, 0.35 if block.quiet else 0.0)
        self.y -= 2
        return True

    def write(self, x: float, y: float, words: str, font: str, size: float, grey: float = 0.0) -> None:
        self.canvas.setFillGray(grey)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x, y, words)

    # --- tables ---

    def table(self, block: Table) -> bool:
        """A row of one cell is a band in its seat's colour."""
        if block.title and not self.heading(Heading(block.title, 3)):
            return False
        rows = [list(row) for row in block.rows]
        head: list[list[str | Cell]] = [list(block.head)] if any(block.head) else []
        sizes = fitted([*head, *(row for row in rows if len(row) > 1)], self.box.width)
        if head:
            self.row([Cell(words, strong=True) for words in block.head], sizes, block.align)
            self.rule(0.45)
        for n, row in enumerate(rows):
            keep = 2 if len(row) == 1 else 1
            if not self.room(keep * (CELL * LEADING + PAD)):
                return False
            if len(row) == 1:
                self.band(row[0])
            elif not self.row(row, sizes, block.align):
                return False
            elif n + 1 < len(rows):
                self.rule(0.85)
        self.y -= 6
        return True

    def band(self, one: str | Cell) -> None:
        style = self.styles.get(one.seat) if isinstance(one, Cell) else None
        x, y = self.take(CELL * LEADING + PAD)
        self.canvas.setFillColor(HexColor(style.tint if style else "#E7ECF0"))
        self.canvas.rect(x, y, self.box.width, CELL * LEADING + PAD, stroke=0, fill=1)
        self.write(x + PAD, y + PAD, plain(one.text if isinstance(one, Cell) else one), BOLD, CELL)

    def rule(self, grey: float) -> None:
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(0.4)
        self.canvas.line(self.box.x, self.y, self.box.x + self.box.width, self.y)

    def row(self, row: Sequence[str | Cell], sizes: Sequence[float], align: str) -> bool:
        cells = [one if isinstance(one, Cell) else Cell(one) for one in row]
        stacks = [
            wrapped(plain(c.text), BOLD if c.strong else PLAIN, CELL, size - indent(c) - PAD)
            for c, size in zip(cells, sizes, strict=False)
        ]
        tall = max(map(len, stacks), default=1) * CELL * LEADING + PAD
        if not self.room(tall):
            return False
        x, y = self.take(tall)
        for at, (one, size, stack) in enumerate(zip(cells, sizes, stacks, strict=False)):
            self.cell(x, y + tall - CELL * LEADING, one, size, stack, align[at : at + 1] == "r")
            x += size
        return True

    def cell(self, x: float, y: float, one: Cell, size: float, stack: Sequence[str], right: bool) -> None:
        font = BOLD if one.strong else PLAIN
        if one.seat and one.seat in self.styles:
            self.swatch(x, y - 1.5, self.styles[one.seat])
        if one.good is not None:
            self.sign(x + (SWATCH + 3 if one.seat in self.styles else 0), y, one.good)
        left = x + indent(one) + (0 if one.seat in self.styles or not one.seat else -SWATCH - 3)
        for line in stack:
            at = x + size - PAD - width(line, font, CELL) if right else left
            self.write(at, y, line, font, CELL)
            y -= CELL * LEADING

    def swatch(self, x: float, y: float, style: Style) -> None:
        """A seat's colour with its letter."""
        self.canvas.setFillColor(HexColor(style.tint))
        self.canvas.setStrokeGray(0.25)
        self.canvas.setLineWidth(0.5)
        self.canvas.rect(x, y, SWATCH, CELL + 1, stroke=1, fill=1)
        self.write(x + (SWATCH - width(style.letter, BOLD, 6)) / 2, y + 2, style.letter, BOLD, 6)

    def sign(self, x: float, y: float, good: bool) -> None:
        """A tick or a cross."""
        self.canvas.setStrokeColor(HexColor(GOOD if good else BAD))
        self.canvas.setLineWidth(1.1)
        if good:
            self.canvas.lines([(x, y + 2.4, x + 1.8, y + 0.4), (x + 1.8, y + 0.4, x + 5, y + 5)])
        else:
            self.canvas.lines([(x + 0.4, y + 0.4, x + 4.6, y + 4.8), (x + 0.4, y + 4.8, x + 4.6, y + 0.4)])


@lru_cache(maxsize=8192)
def width(words: str, font: str, size: float) -> float:
    """How wide words are set, in points; reports say the same things again and again."""
    found: float = stringWidth(words, font, size)
    return found


def indent(one: Cell) -> float:
    """The room before a cell's words for its swatch and its sign."""
    return (SWATCH + 3 if one.seat else 0) + (8 if one.good is not None else 0)


def fitted(rows: Sequence[Sequence[str | Cell]], room: float) -> list[float]:
    """The columns' widths in points: as wide as their words where that fits, else the widest give way."""
    count = max((len(row) for row in rows), default=1)
    sizes = [max((natural(row[n]) for row in rows if n < len(row)), default=0.0) for n in range(count)]
    over = sum(sizes) - room
    while over > 0.01:
        widest = sizes.index(max(sizes))
        second = max([s for n, s in enumerate(sizes) if n != widest], default=0.0)
        cut = min(over, max(sizes[widest] - second, room * 0.02))
        sizes[widest] -= cut
        over -= cut
    if over < 0 and len(sizes) > 1:
        sizes[0] += min(-over, 24.0)
    return sizes


def natural(one: str | Cell) -> float:
    found = one if isinstance(one, Cell) else Cell(one)
    return width(plain(found.text), BOLD if found.strong else PLAIN, CELL) + indent(found) + 2 * PAD


@lru_cache(maxsize=2048)
def wrapped(words: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """The words in lines of at most `room` points; a word that is longer is cut."""
    lines, line = [], ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, font, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, font, size) > room and len(word) > 1:
            cut = next((n for n in range(1, len(word)) if width(word[: n + 1], font, size) > room), 1)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return (*lines, line)
