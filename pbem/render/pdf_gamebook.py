"""A whole game as one PDF: a cover, the contents, and for each phase a page or a spread with its picture.

Chapters come one after the other, so that whoever paints can say how far he is. The contents stand before pages that
are not painted yet: they are a form that is filled in at the end. The same chapters give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.pagesizes import A4, letter
from reportlab.pdfbase.pdfdoc import PDFString
from reportlab.pdfgen.canvas import Canvas

from engines.report import Block, Graph, Heading, Lead, Map, Style, styles_of
from pbem.render.lower import COAST, scene
from pbem.render.pdf_drawing import chart, emit, rgb, say, width
from pbem.render.pdf_flow import LEADING, Box, Flow
from pbem.render.pdf_words import BOLD, PLAIN, SLANTED, fonts, wrapped
from pbem.render.to_text import plain

PAPERS = {"A4": A4, "Letter": letter}
MARGIN, GUTTER, FOOT = 40.0, 18.0, 44.0
COLUMNS = 2
TITLE, CHAPTER, LEAD, LINE = 30.0, 17.0, 10.0, 15.0
TALLEST = 0.56
"""How much of a page's height a picture takes at most."""
LEAST = 70.0
"""The room below a picture from which on it is written in, in points."""
GREY = 0.4


@dataclass(frozen=True)
class Captions:
    """What the book itself says, in its reader's language."""

    contents: str
    over_time: str
    proof: str
    language: str


@dataclass(frozen=True)
class Spread:
    """What is told of one phase."""

    title: str
    blocks: tuple[Block, ...]

    @property
    def picture(self) -> Map | None:
        return next((block for block in self.blocks if isinstance(block, Map)), None)

    @property
    def lead(self) -> str:
        return " ".join(block.text for block in self.blocks if isinstance(block, Lead))

    @property
    def text(self) -> list[Block]:
        """What is set below the picture: all but what stands above it, and other pictures of the same map."""
        return [block for block in self.blocks if not isinstance(block, Map | Lead)]


@dataclass(frozen=True)
class Entry:
    """A line of the contents, and the page it names."""

    text: str
    key: str
    page: int


class GameBookPdf:
    """The book being painted: `cover`, `contents`, then `chapter` for each phase, `closing`, and at last `saved`."""

    def __init__(self, title: str, paper: str, words: Captions) -> None:
        """Raises ValueError for a paper other than A4 or Letter."""
        size = {name.lower(): found for name, found in PAPERS.items()}.get(paper.lower())
        if size is None:
            raise ValueError(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
        fonts()
        self.title, self.words = title, words
        self.width, self.height = float(size[0]), float(size[1])
        self.canvas = Canvas(BytesIO(), size, invariant=1, pageCompression=1, initialFontName=PLAIN)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("pbem")
        self.canvas.setCatalogEntry("Lang", PDFString(words.language))
        self.page, self.head = 1, ""
        self.found = list[Entry]()
        self.listed = list[str]()
        self.waiting: Spread | None = None

    def saved(self) -> bytes:
        """The file, when all is painted."""
        self.turn_in(alone=True)
        self.fill_in()
        self.foot()
        data: bytes = self.canvas.getpdfdata()
        return data

    # --- before the first chapter ---

    def cover(self, under: Sequence[str], picture: Map | None, blocks: Sequence[Block]) -> None:
        """The title, lines below it, the last picture, and who played."""
        y = self.height - 2.2 * MARGIN
        for line in wrapped(plain(self.title), BOLD, TITLE, self.room):
            self.centred(line, BOLD, TITLE, y)
            y -= TITLE * 1.2
        for n, words in enumerate(under):
            for line in wrapped(plain(words), SLANTED if n else PLAIN, 11.0, self.room * 0.9):
                self.centred(line, SLANTED if n else PLAIN, 11.0, y)
                y -= LINE
        y -= LINE
        if picture:
            y = self.picture(picture, y, 0.5) - LINE
        self.flow(blocks, iter([Box(MARGIN, y, self.room, FOOT)]))

    def contents(self, titles: Sequence[str], graph: Graph | None) -> None:
        """As many pages as the titles need, and the graph below the last of them; the pages they stand on are filled in
        at the end."""
        self.listed, y = list(titles), 0.0
        for first in range(0, len(titles), self.a_page):
            self.turn("")
            y = self.height - MARGIN - TITLE / 2
            say(self.canvas, MARGIN, y, self.words.contents, BOLD, CHAPTER)
            if not first:
                self.mark(self.words.contents, "contents", listed=False)
            self.canvas.doForm(f"contents-{first}")
            y -= LINE
            for n in range(first, min(first + self.a_page, len(titles))):
                y -= LINE
                self.canvas.linkRect("", f"phase-{n}", (MARGIN, y - 3, self.width - MARGIN, y + 9), thickness=0)
        if graph:
            self.mark(self.words.over_time, "graph", listed=False)
            boxes = self.boxes(y - 2 * LINE, below=y > self.height / 2, count=1)
            self.flow([graph], boxes)

    @property
    def a_page(self) -> int:
        """Lines of the contents that stand on a page."""
        return int((self.height - 2 * FOOT - 4 * LINE) // LINE)

    def fill_in(self) -> None:
        """The contents, now that it is known where each chapter begins."""
        for first in range(0, len(self.listed), self.a_page):
            self.canvas.beginForm(f"contents-{first}", 0, 0, self.width, self.height)
            for n, entry in enumerate(self.found[first : first + self.a_page]):
                self.entry(entry, self.height - MARGIN - TITLE / 2 - (n + 2) * LINE)
            self.canvas.endForm()

    def entry(self, entry: Entry, y: float) -> None:
        """The title, dots, and the page."""
        right, number = self.width - MARGIN, str(entry.page)
        words = wrapped(plain(entry.text), PLAIN, 9.5, self.room - 40)[0]
        say(self.canvas, MARGIN, y, words, PLAIN, 9.5)
        say(self.canvas, right - width(number, PLAIN, 9.5), y, number, PLAIN, 9.5)
        first, last = MARGIN + width(words, PLAIN, 9.5) + 5, right - width(number, PLAIN, 9.5) - 5
        emit(self.canvas, [f"{GREY} G 0.7 w [0.1 4] 0 d 1 J {first:.1f} {y:.1f} m {last:.1f} {y:.1f} l S [] 0 d 0 J"])

    # --- chapters ---

    def chapter(self, chapter: Spread) -> None:
        """The next phase. It is painted when the one after it is known, or the book ends: a phase of several pages
        begins on a left one, so the page before it must not stay blank."""
        alone = self.pages(chapter) == 1
        self.turn_in(alone)
        self.waiting = chapter

    def turn_in(self, alone: bool) -> None:
        """Paints the chapter that waits. `alone`: the next one takes one page, and may stand on either side."""
        if self.waiting is None:
            return
        chapter, self.waiting = self.waiting, None
        several = self.pages(chapter) > 1
        if several and self.page % 2 == 0:
            self.turn("")
        stretched = not several and self.page % 2 == 1 and not alone
        self.paint(chapter, stretched)

    def pages(self, chapter: Spread) -> int:
        """One page, or more (2), tried on paper of its own."""
        trial = Canvas(BytesIO(), (self.width, self.height), initialFontName=PLAIN)
        y = self.below(chapter)
        flow = Text(trial, iter(self.columns(y)), self.styles(chapter))
        return 1 if all(flow.block(block) for block in chapter.text) else 2

    def below(self, chapter: Spread) -> float:
        """Where the text of a chapter begins, below its title, its lead and its picture."""
        y = self.height - MARGIN - CHAPTER * 1.5
        y -= LEAD * LEADING * len(self.lead(chapter)) + (LEAD / 2 if chapter.lead else 0)
        return y - (self.high(chapter.picture, TALLEST) + GUTTER if chapter.picture else 0)

    def lead(self, chapter: Spread) -> Sequence[str]:
        return wrapped(plain(chapter.lead), BOLD, LEAD, self.room) if chapter.lead else ()

    def paint(self, chapter: Spread, stretched: bool) -> None:
        """A chapter from the next page on; one that is `stretched` has its text on the page beside its picture."""
        self.turn(chapter.title)
        self.mark(chapter.title, f"phase-{len(self.found)}")
        y = self.height - MARGIN - CHAPTER
        say(self.canvas, MARGIN, y, plain(chapter.title), BOLD, CHAPTER)
        y -= CHAPTER * 0.5
        for line in self.lead(chapter):
            y -= LEAD * LEADING
            say(self.canvas, MARGIN, y + LEAD * 0.3, line, BOLD, LEAD)
        if chapter.picture:
            y = self.picture(chapter.picture, y - LEAD / 2, TALLEST) - GUTTER
        self.flow(chapter.text, self.boxes(y, below=not stretched), self.styles(chapter))

    def boxes(self, top: float, below: bool, count: int = COLUMNS) -> Iterator[Box]:
        """The columns below the picture, if there is room, then those of as many pages as are needed."""
        if below and top - FOOT > LEAST:
            yield from self.columns(top, count)
        while True:
            self.turn(self.head)
            yield from self.columns(self.height - MARGIN - LINE, count)

    def columns(self, top: float, count: int = COLUMNS) -> list[Box]:
        wide = (self.room - (count - 1) * GUTTER) / count
        return [Box(MARGIN + n * (wide + GUTTER), top, wide, FOOT) for n in range(count)]

    def closing(self, blocks: Sequence[Block]) -> None:
        """The last page: the proof."""
        self.turn_in(alone=True)
        self.turn(self.words.proof)
        self.mark(self.words.proof, "proof", listed=False)
        boxes = self.boxes(self.height - MARGIN - LINE, below=True, count=1)
        self.flow([Heading(self.words.proof, 1), *blocks], boxes)

    # --- what stands on a page ---

    @property
    def room(self) -> float:
        return self.width - 2 * MARGIN

    def styles(self, chapter: Spread) -> Mapping[str, Style]:
        return styles_of(chapter.blocks)

    def flow(self, blocks: Sequence[Block], boxes: Iterator[Box], styles: Mapping[str, Style] | None = None) -> None:
        text = Text(self.canvas, boxes, styles_of(blocks) if styles is None else styles)
        for block in blocks:
            text.block(block)

    def high(self, picture: Map, most: float) -> float:
        """How high a picture is drawn, if it takes at most a part of the page's height."""
        return min(self.room * picture.chart.height / picture.chart.width, self.height * most)

    def picture(self, picture: Map, top: float, most: float) -> float:
        """Draws a map in the middle; where it ends."""
        scale = self.high(picture, most) / picture.chart.height
        wide, high = picture.chart.width * scale, picture.chart.height * scale
        left, foot = (self.width - wide) / 2, top - high
        chart(self.canvas, scene(picture), left, foot, scale)
        emit(self.canvas, [f"{rgb(COAST)} RG 0.8 w {left:.2f} {foot:.2f} {wide:.2f} {high:.2f} re S"])
        return foot

    def centred(self, words: str, font: str, size: float, y: float) -> None:
        say(self.canvas, (self.width - width(words, font, size)) / 2, y, words, font, size)

    def mark(self, title: str, key: str, listed: bool = True) -> None:
        """Notes where a part begins, for the outline and the contents."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(plain(title), key, 0)
        if listed:
            self.found.append(Entry(title, key, self.page))

    def turn(self, head: str) -> None:
        """The next page, with words at its head."""
        self.foot()
        self.canvas.showPage()
        self.page, self.head = self.page + 1, head

    def foot(self) -> None:
        """The number of a page on its outer side, and what it is of on the inner one."""
        if self.page == 1:
            return
        number, y = str(self.page), FOOT / 2
        inner, outer = plain(f"{self.title} · {self.head}" if self.head else self.title), number
        right = outer if self.page % 2 else inner
        say(self.canvas, MARGIN, y, inner if self.page % 2 else outer, PLAIN, 8, GREY)
        say(self.canvas, self.width - MARGIN - width(right, PLAIN, 8), y, right, PLAIN, 8, GREY)


class Text(Flow):
    """The text of a book."""

    after = 3.0
    heads_again = True
