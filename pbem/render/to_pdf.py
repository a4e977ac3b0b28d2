"""Report blocks as PDF: a front page that tells the turn, a page that says how things stand with the sheet to write
orders on, then columns for all the rest.

All is laid out before anything is drawn (see `pdf_strips`). The same blocks give the same bytes. Fonts are embedded;
signs are drawn, not set, since no font has them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby

from reportlab.pdfgen.canvas import Canvas

from engines.report import Block, Boards, Hand, Heading, Map, Table, styles_of
from pbem.render import pdf_front
from pbem.render.paper import NO_IMPRINT, PLAIN_PAPER, Imprint, Paper
from pbem.render.pdf_columns import least
from pbem.render.pdf_drawing import say, width
from pbem.render.pdf_file import new_canvas, saved
from pbem.render.pdf_flow import LEAST_WIDE, Flow
from pbem.render.pdf_parts import NEXT, NOW, Parts, Picture, groups, parted
from pbem.render.pdf_strips import Box, Filling, Placed, Strip, filled, level, loose, tall
from pbem.render.pdf_tags import tags
from pbem.render.pdf_words import PLAIN
from pbem.render.scene import Scene, Text
from pbem.render.to_text import plain

__all__ = ["NEXT", "NOW", "Report", "pdf"]
MARGIN, GUTTER, FOOT = 28.0, 16.0, 12.0
SMALLER = (0.95, 0.9)
"""How much smaller all may be set for a page less."""
LEAST_PICTURE, LEAST_SIZE = 0.75, 6.0
"""The least share of the width that the picture of what happened takes for the standings to stand below it, and the
least size of the words in it, in points."""
LEFT = 70.0
"""A section is not begun on less of a page, in points."""


def pdf(blocks: Iterable[Block], paper: Paper = PLAIN_PAPER, imprint: Imprint = NO_IMPRINT) -> bytes:
    """The report as a PDF."""
    every = list(blocks)
    title = next((block.text for block in every if isinstance(block, Heading)), "")
    canvas = new_canvas(paper.points, paper, title, imprint)
    report = fitting(canvas, every, paper, imprint)
    report.paint(1, len(report.pages))
    return saved(canvas)


def fitting(canvas: Canvas, blocks: Sequence[Block], paper: Paper, imprint: Imprint) -> Report:
    """A report laid out, somewhat smaller if that saves a page that is nearly empty."""
    scenes = dict[int, Scene]()
    first = Report(canvas, blocks, paper, imprint, scenes=scenes)
    if first.used > 1 / 3 or len(first.pages) == 1 or paper.zoom > 1:
        return first
    tries = (Report(canvas, blocks, paper, imprint, smaller, scenes) for smaller in SMALLER)
    return next((one for one in tries if len(one.pages) < len(first.pages)), first)


class Report:
    """A report laid out on pages of one canvas, which may hold other reports as well: `pages` are known at once,
    `paint` draws them."""

    def __init__(
        self,
        canvas: Canvas,
        blocks: Sequence[Block],
        paper: Paper = PLAIN_PAPER,
        imprint: Imprint = NO_IMPRINT,
        smaller: float = 1.0,
        scenes: dict[int, Scene] | None = None,
    ) -> None:
        self.scenes = {} if scenes is None else scenes
        self.canvas, self.paper, self.imprint, self.zoom = canvas, paper, imprint, paper.zoom * smaller
        self.margin = MARGIN / self.zoom
        self.width, self.height = (points / self.zoom for points in paper.points)
        self.wide = self.width - 2 * self.margin
        self.top = self.height - self.margin
        self.foot_at = self.bottom = self.margin + FOOT
        self.flow = Sections(canvas, styles_of(blocks), paper)
        self.source = next((b.chart.source for b in blocks if isinstance(b, Map)), "")
        self.pages: list[list[Placed]] = [[]]
        self.y = self.top
        self.parts = parted(blocks)
        rest = self.front(self.parts)
        self.standing(self.parts, rest)

    @property
    def whole(self) -> float:
        """How tall a page is."""
        return self.top - self.foot_at

    @property
    def used(self) -> float:
        """How much of its last page a report fills."""
        return (self.top - self.y) / self.whole

    # --- what stands where ---

    def front(self, parts: Parts) -> list[Block]:
        """The front page; what is news and found no room there."""
        if parts.title:
            self.put([pdf_front.head(self.flow, parts.title, parts.under, self.wide)])
        self.put([strip for lead in parts.leads for strip in self.flow.strips(lead, self.wide)])
        box = [pdf_front.deadline(self.flow, parts.due, self.imprint, self.wide)] if parts.due else []
        self.bottom += sum(strip.height + GUTTER / 2 for strip in box)
        rest = [*parts.standings, *parts.rest]
        if parts.picture:
            self.picture(parts.picture, parts.standings)
            rest = self.columned(rest, parts.standings)
        for strip in box:
            self.draw(strip, self.margin, self.foot_at)
        return rest

    def picture(self, block: Picture, below: Sequence[Block], signs: bool = True) -> None:
        """A picture as wide as the page, a little less if what belongs below it then fits, and its signs."""
        explained = list(pdf_front.signs(self.flow, block, self.wide)) if signs and isinstance(block, Map) else []
        drawing = self.scenes.get(id(block)) or self.scenes.setdefault(id(block), pdf_front.drawn(self.flow, block))
        ratio = drawing.height / drawing.width
        room = self.y - self.bottom - sum(strip.height for strip in explained) - GUTTER / 2
        strips = self.strips(below, self.column)
        less = room - tall(strips, first=True) - GUTTER
        wide = min(self.wide, (less if less / ratio > self.legible(drawing) else room) / ratio)
        self.put([pdf_front.picture(self.flow, drawing, wide, isinstance(block, Map))], (self.wide - wide) / 2)
        self.y -= 3
        self.put(explained)

    def legible(self, drawing: Scene) -> float:
        """The least width of a picture on this paper in which all its words can be read, in points."""
        smallest = min((p.size for p in drawing.primitives if isinstance(p, Text)), default=drawing.width)
        return max(LEAST_SIZE * drawing.width / smallest / self.zoom, self.wide * LEAST_PICTURE)

    def columned(self, blocks: Sequence[Block], below: Sequence[Block]) -> list[Block]:
        """Sets as many of the blocks as find room whole on the rest of the page; the others. The standings, which
        belong `below` the picture, may be parted for it."""
        todo = list(groups(blocks))
        while todo and self.y - self.bottom > LEFT / 2:
            count = 1 if self.spans(todo[0]) else self.columns
            boxes, strips = self.boxes(count, self.y - GUTTER / 2, self.bottom), list[Strip]()
            while todo and self.spans(todo[0]) == (count < self.columns):
                more = self.strips(todo[0], boxes[0].width)
                if not strips and filled(more, boxes, whole=self.whole).over and todo[0] == below:
                    more = loose(more)
                if filled([*strips, *more], boxes, whole=self.whole).over:
                    break
                strips += more
                todo.pop(0)
            if not strips:
                break
            full = todo and self.spans(todo[0]) == (count < self.columns)
            self.lay(filled(strips, boxes) if full or not todo else level(strips, boxes))
        return list(chain.from_iterable(todo))

    def standing(self, parts: Parts, rest: Sequence[Block]) -> None:
        """How things stand, after a picture on a page of its own; what can be ordered; the rest."""
        now = parts.now
        if not parts.picture:
            self.sections(rest)
            rest = []
        elif parts.now_title or parts.sheet:
            self.turn()
        if parts.now_picture:
            self.put([pdf_front.head(self.flow, parts.now_title, parts.now_picture.title, self.wide)])
            self.picture(parts.now_picture, (), signs=False)
        elif parts.now_title:
            now = [Heading(parts.now_title, anchor=NOW), *now]
        self.sections(now)
        self.section(self.strips(parts.sheet, self.wide), 1)
        self.sections(rest)
        self.section(self.strips(parts.proof, self.wide), 1)

    # --- sections ---

    @property
    def columns(self) -> int:
        return 2 if self.wide >= LEAST_WIDE else 1

    @property
    def column(self) -> float:
        return (self.wide - (self.columns - 1) * GUTTER) / self.columns

    def spans(self, group: Sequence[Block]) -> bool:
        """Whether blocks need the whole width: rows of cards, and tables with words that a column would cut."""
        return any(isinstance(b, Hand | Boards) or (isinstance(b, Table) and least(b) > self.column) for b in group)

    def strips(self, blocks: Iterable[Block], wide: float) -> list[Strip]:
        return [strip for block in blocks for strip in self.flow.strips(block, wide)]

    def sections(self, blocks: Sequence[Block]) -> None:
        """Blocks in columns that end level, and those that need it over the whole width."""
        for spans, found in groupby(groups(blocks), self.spans):
            count = 1 if spans else self.columns
            strips = self.strips(chain.from_iterable(found), self.wide if spans else self.column)
            self.section(strips, count)

    def section(self, strips: Sequence[Strip], count: int) -> None:
        todo, going_on = list(strips), False
        while todo:
            if self.y < self.top and self.y - self.bottom < LEFT:
                self.turn()
            gap = 0.0 if self.y == self.top else GUTTER / 2
            boxes = self.boxes(count, self.y - gap, self.bottom)
            found = level(todo, boxes, going_on, self.whole)
            self.lay(found)
            going_on = True
            if todo := found.over:
                self.turn()

    def boxes(self, count: int, top: float, bottom: float) -> list[Box]:
        wide = (self.wide - (count - 1) * GUTTER) / count
        return [Box(self.margin + n * (wide + GUTTER), top, wide, bottom) for n in range(count)]

    # --- pages ---

    def put(self, strips: Sequence[Strip], inset: float = 0.0) -> None:
        """Strips over the whole width, one below the other."""
        for strip in strips:
            self.y -= strip.height
            self.draw(strip, self.margin + inset, self.y)

    def lay(self, found: Filling, keep: bool = False) -> None:
        """Strips where they were placed; what comes next stands below them, unless the place is kept."""
        for one in found.placed:
            self.draw(one.strip, one.x, one.y)
        if found.placed and not keep:
            self.y = min(self.y, *(one.y for one in found.placed))

    def draw(self, strip: Strip, x: float, y: float) -> None:
        self.pages[-1].append(Placed(0, x, y, strip))

    def turn(self) -> None:
        """The next page."""
        if self.pages[-1]:
            self.pages.append([])
        self.y, self.bottom = self.top, self.foot_at

    def paint(self, first: int, last: int) -> None:
        """Draws the pages, the first of them numbered so; the last page of the document is `last`."""
        for number, page in enumerate(self.pages, first):
            if number > first:
                self.canvas.showPage()
            self.canvas.saveState()
            self.canvas.scale(self.zoom, self.zoom)
            tags(self.canvas).draw(page)
            with tags(self.canvas).aside():
                self.foot(self.paper.worded("page", page=number, pages=last))
            self.canvas.restoreState()

    def foot(self, number: str) -> None:
        size, y = 7.0, self.margin - 6
        say(self.canvas, self.margin, y, self.source, PLAIN, size, 0.35)
        say(self.canvas, self.width - self.margin - width(number, PLAIN, size), y, number, PLAIN, size, 0.35)


class Sections(Flow):
    """What makes the strips of a report: its headings stand in the outline."""

    count = 0

    def begins_all(self, title: str, x: float, y: float) -> None:
        """A page with a title of its own begins there."""
        self.entry(title, 0, x, y)

    def begins(self, block: Heading, x: float, y: float) -> None:
        self.entry(block.text, 0 if block.level <= 2 else 1, x, y)

    def entry(self, words: str, depth: int, x: float, y: float) -> None:
        """An entry of the outline that leads there; one of the second depth only below another."""
        self.count += 1
        key = f"{self.canvas.getPageNumber()}-{self.count}"
        self.canvas.bookmarkHorizontal(key, x, y)
        self.canvas.addOutlineEntry(plain(words), key, depth if self.count > 1 else 0)
