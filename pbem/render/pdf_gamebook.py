"""A whole game as one PDF: a cover, the contents, and for each phase a page or a spread with its picture.

Spreads come one after the other, so that whoever paints can say how far he is. The contents stand before pages that are
not painted yet: they are forms that are filled in at the end. The same spreads give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.report import Block, Graph, Heading, Lead, Map, styles_of
from pbem.render.chapters import Captions, Spread
from pbem.render.paper import Imprint, Paper
from pbem.render.pdf_contents import entry
from pbem.render.pdf_drawing import say, width
from pbem.render.pdf_file import new_canvas, saved
from pbem.render.pdf_flow import LEAST_WIDE, Flow
from pbem.render.pdf_front import drawn, picture
from pbem.render.pdf_parts import Picture
from pbem.render.pdf_strips import Box, Filling, Placed, Strip, blank, filled, level
from pbem.render.pdf_tags import tags
from pbem.render.pdf_words import BOLD, PLAIN, SLANTED, wrapped
from pbem.render.to_text import plain

MARGIN, GUTTER, FOOT = 40.0, 18.0, 44.0
TITLE, HEAD, LINE = 30.0, 17.0, 15.0
TALLEST = 0.56
"""How much of a page's height a picture takes at most."""
LEAST = 70.0
"""The room below a picture from which on it is written in, in points."""
GREY = 0.4
Page = list[Placed]


@dataclass(frozen=True)
class Laid:
    """A spread on its pages, and how it is drawn if it takes one page: its text on the page beside the picture."""

    title: str
    pages: list[Page]
    parted: list[Page]


class GameBookPdf:
    """The book being painted: `cover`, `contents`, then `spread` for each phase, `closing`, and at last `saved`."""

    def __init__(self, title: str, paper: Paper, captions: Captions, imprint: Imprint) -> None:
        self.title, self.paper, self.captions = title, paper, captions
        self.width, self.height = (points / paper.zoom for points in paper.points)
        self.margin, self.bottom = MARGIN / paper.zoom, FOOT / paper.zoom
        self.canvas = new_canvas(paper.points, paper, title, imprint)
        self.canvas.scale(paper.zoom, paper.zoom)
        self.page, self.head = 1, ""
        self.titles, self.begins = list[str](), list[int]()
        self.waiting: Laid | None = None

    def saved(self) -> bytes:
        """The file, when all is painted."""
        self.fill_in()
        self.foot()
        return saved(self.canvas)

    # --- before the first spread ---

    def cover(self, under: Sequence[str], shown: Picture | None, blocks: Sequence[Block]) -> None:
        """The title, lines below it, the last picture, and who played."""
        y = self.height - 2.2 * self.margin
        with tags(self.canvas).marked("H1"):
            for line in wrapped(plain(self.title), BOLD, TITLE, self.room):
                self.centred(line, BOLD, TITLE, y)
                y -= TITLE * 1.2
        with tags(self.canvas).marked("P"):
            for n, words in enumerate(under):
                for line in wrapped(plain(words), SLANTED if n else PLAIN, 11.0, self.room * 0.9):
                    self.centred(line, SLANTED if n else PLAIN, 11.0, y)
                    y -= LINE
        flow = self.flow(blocks)
        strips = [self.drawing(flow, shown), blank(LINE)] if shown else []
        strips += [strip for block in blocks for strip in flow.strips(block, self.room)]
        self.pour(strips, y - LINE)

    def contents(self, titles: Sequence[str], graph: Graph | None) -> None:
        """As many pages as the titles need, and the graph below the last of them; the pages they stand on are filled in
        at the end."""
        self.titles, y = list(titles), 0.0
        for first in range(0, len(titles), self.a_page):
            self.turn("")
            y = self.height - self.margin - TITLE / 2
            with tags(self.canvas).marked("H1"):
                say(self.canvas, self.margin, y, self.captions.contents, BOLD, HEAD)
            if not first:
                self.mark(self.captions.contents, "contents")
            with tags(self.canvas).marked("P"):
                self.canvas.doForm(f"contents-{first}")
            y -= LINE
            for n in range(first, min(first + self.a_page, len(titles))):
                y -= LINE
                line = (self.margin, y - 3, self.width - self.margin, y + 9)
                self.canvas.linkRect(plain(titles[n]), f"phase-{n}", line, relative=1, thickness=0)
                tags(self.canvas).link()
        if graph:
            self.drawn_over_time(graph, y - 2 * LINE)

    def drawn_over_time(self, graph: Graph, top: float) -> None:
        """The graph below the contents, or on the next page."""
        strips = self.flow([graph]).strips(graph, self.room)
        below = filled(strips, [Box(self.margin, top, self.room, self.bottom)])
        if below.over or below.parted:
            self.turn("")
            below = filled(strips, [Box(self.margin, self.top, self.room, self.bottom)])
        self.mark(self.captions.over_time, "graph")
        self.draw(below.placed)

    @property
    def a_page(self) -> int:
        """Lines of the contents that stand on a page."""
        return int((self.height - 2 * self.bottom - 4 * LINE) // LINE)

    def fill_in(self) -> None:
        """The contents, now that it is known where each spread begins."""
        entries = list(zip(self.titles, self.begins, strict=True))
        for first in range(0, len(entries), self.a_page):
            self.canvas.beginForm(f"contents-{first}", 0, 0, self.width, self.height)
            for n, (title, page) in enumerate(entries[first : first + self.a_page]):
                y = self.height - self.margin - TITLE / 2 - (n + 2) * LINE
                entry(self.canvas, title, str(page), self.margin, self.width - self.margin, y, 9.5, PLAIN)
            self.canvas.endForm()

    # --- spreads ---

    def spread(self, told: Spread) -> None:
        """The next phase. It is painted when the one after it is known, or all are: one of several pages begins on a
        left page, so the page before it must not stay blank."""
        laid = self.laid(told)
        self.turn_in(len(laid.pages) == 1)
        self.waiting = laid

    def turn_in(self, alone: bool) -> None:
        """Paints the spread that waits. `alone`: the next one takes one page, and may stand on either side."""
        if self.waiting is None:
            return
        laid, self.waiting = self.waiting, None
        several, left = len(laid.pages) > 1, self.page % 2 == 1
        if several and not left:
            self.turn("")
        pages = laid.parted if not several and left and not alone else laid.pages
        for n, page in enumerate(pages):
            self.turn(laid.title)
            if n == 0:
                self.mark(laid.title, f"phase-{len(self.begins)}")
                self.begins.append(self.page)
            self.draw(page)

    def laid(self, told: Spread) -> Laid:
        """Where all of a spread stands."""
        flow = self.flow(told.blocks)
        above = [strip for block in self.over_picture(told) for strip in flow.strips(block, self.room)]
        above += [self.drawing(flow, told.picture)] if told.picture else []
        front = filled(above, [Box(self.margin, self.height - self.margin, self.room, self.bottom)])
        wide = self.columns(0.0)[0].width
        text = [strip for block in told.text for strip in flow.strips(block, wide)]
        below = level(text, self.columns(front.end - GUTTER)) if front.end - GUTTER - self.bottom > LEAST else None
        pages = [
            [*front.placed, *(below.placed if below else ())],
            *self.following(below.over if below else text, below),
        ]
        return Laid(told.title, pages, [front.placed, *self.following(text, None)] if text else pages)

    def over_picture(self, told: Spread) -> list[Block]:
        return [Heading(told.title, 1), *(block for block in told.blocks if isinstance(block, Lead))]

    def following(self, strips: Sequence[Strip], before: Filling | None) -> Iterator[Page]:
        """As many pages of columns as strips need."""
        going_on = before is not None and bool(before.placed)
        while strips:
            page = level(strips, self.columns(self.top), going_on)
            yield page.placed
            strips, going_on = page.over, True

    def closing(self, blocks: Sequence[Block]) -> None:
        """The last pages: the proof."""
        self.turn_in(alone=True)
        self.turn(self.captions.proof)
        self.mark(self.captions.proof, "proof")
        flow = self.flow(blocks)
        every = [Heading(self.captions.proof, 1), *blocks]
        self.pour([strip for block in every for strip in flow.strips(block, self.room)], self.top)

    # --- what stands on a page ---

    @property
    def room(self) -> float:
        return self.width - 2 * self.margin

    @property
    def top(self) -> float:
        """Where text begins on a page without a title."""
        return self.height - self.margin - LINE

    def columns(self, top: float) -> list[Box]:
        count = 2 if self.room >= LEAST_WIDE else 1
        wide = (self.room - (count - 1) * GUTTER) / count
        return [Box(self.margin + n * (wide + GUTTER), top, wide, self.bottom) for n in range(count)]

    def flow(self, blocks: Sequence[Block]) -> Flow:
        return Flow(self.canvas, styles_of(blocks), self.paper)

    def drawing(self, flow: Flow, shown: Picture) -> Strip:
        """A picture in the middle, as large as there is room for."""
        drawing = drawn(flow, shown)
        wide = min(self.room, self.height * TALLEST * drawing.width / drawing.height)
        strip, indent = picture(flow, drawing, wide, isinstance(shown, Map)), (self.room - wide) / 2
        return strip._replace(draw=lambda x, y: strip.draw(x + indent, y))

    def pour(self, strips: Sequence[Strip], top: float) -> None:
        """Strips over the whole width from there on, and on as many more pages as they need."""
        found = filled(strips, [Box(self.margin, top, self.room, self.bottom)])
        self.draw(found.placed)
        while found.over:
            self.turn(self.head)
            found = filled(found.over, [Box(self.margin, self.top, self.room, self.bottom)], going_on=True)
            self.draw(found.placed)

    def draw(self, page: Sequence[Placed]) -> None:
        tags(self.canvas).draw(page)

    def centred(self, words: str, font: str, size: float, y: float) -> None:
        say(self.canvas, (self.width - width(words, font, size)) / 2, y, words, font, size)

    def mark(self, title: str, key: str) -> None:
        """A part begins on this page: links and the outline lead to it."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(plain(title), key, 0)

    def turn(self, head: str) -> None:
        """The next page, with words at its foot."""
        self.foot()
        self.canvas.showPage()
        self.canvas.scale(self.paper.zoom, self.paper.zoom)
        self.page, self.head = self.page + 1, head

    def foot(self) -> None:
        """The number of a page on its outer side, and what it is of on the inner one; the cover has none."""
        if self.page == 1:
            return
        number, said = str(self.page), plain(f"{self.title} · {self.head}" if self.head else self.title)
        left, right = (said, number) if self.page % 2 else (number, said)
        with tags(self.canvas).aside():
            say(self.canvas, self.margin, self.bottom / 2, left, PLAIN, 8, GREY)
            say(self.canvas, self.width - self.margin - width(right, PLAIN, 8), self.bottom / 2, right, PLAIN, 8, GREY)
