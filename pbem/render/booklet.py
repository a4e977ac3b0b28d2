"""A booklet as PDF: a cover, the contents, and chapters on small pages with running heads, to be printed two a sheet.

It is painted twice, since the contents stand before the pages they name. The same chapters give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.lib.pagesizes import A4, A5, letter

from engines.report import Block, Heading
from pbem.render import pdf_contents
from pbem.render.chapters import Chapter
from pbem.render.paper import PLAIN_PAPER, Imprint, Paper
from pbem.render.pdf_drawing import emit, say, width
from pbem.render.pdf_file import new_canvas, saved
from pbem.render.pdf_flow import Flow
from pbem.render.pdf_strips import Box, Strip, filled
from pbem.render.pdf_tags import tags
from pbem.render.pdf_words import BOLD, PLAIN, SLANTED, fonts, wrapped
from pbem.render.to_text import plain

PAGES = {"A4": A5, "Letter": (letter[1] / 2, letter[0])}
"""The pages of a booklet that is printed on such paper: half of a sheet."""
MARGIN, HEAD = 40.0, 22.0
ZOOMS = (1.05, 1.0, 0.95, 0.9)
"""How much larger than a report's columns the text is set: the first, or the first by which a page is enough."""
TITLE, LINE = 25.0, 14.0
GREY = 0.4
assert A4[0] == A5[1]


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    text: str
    key: str
    level: int


def booklet(title: str, under: Sequence[str], chapters: Sequence[Chapter], paper: Paper = PLAIN_PAPER) -> bytes:
    """The file; `under` are lines below the title."""
    fonts()
    draft = Booklet(title, under, chapters, paper)
    draft.paint()
    clean = Booklet(title, under, chapters, paper, draft.found)
    clean.paint()
    return saved(clean.canvas)


@dataclass
class Booklet:
    """One painting. `found` says on which page each target of a link is; `known`, what an earlier painting found."""

    title: str
    under: Sequence[str]
    chapters: Sequence[Chapter]
    paper: Paper
    known: dict[str, int] = field(default_factory=dict)
    found: dict[str, int] = field(default_factory=dict)
    page: int = 1
    chapter: str = ""
    section: str = ""
    opening: bool = True
    """Whether this page begins a chapter: then it has no running head."""

    def __post_init__(self) -> None:
        self.size = PAGES[self.paper.size]
        self.canvas = new_canvas(self.size, self.paper, self.title, Imprint(subject=self.title))

    def paint(self) -> None:
        self.cover()
        self.contents()
        for chapter in self.chapters:
            self.begin(chapter)
        self.finish()

    def cover(self) -> None:
        wide, high = self.size
        y = high * 0.64
        with tags(self.canvas).marked("H1"):
            for line in wrapped(plain(self.title), BOLD, TITLE, wide - 2 * MARGIN):
                self.centred(line, BOLD, TITLE, y)
                y -= TITLE * 1.2
        with tags(self.canvas).aside():
            rules = (f"{wide * 0.3:.1f} {y + TITLE * 0.6 - below:.1f} {wide * 0.4:.1f} 0 re S" for below in (1.6, 4.4))
            emit(self.canvas, [f"0.2 G 0.6 w {rule}" for rule in rules])
        for words in self.under:
            with tags(self.canvas).marked("P"):
                for line in wrapped(plain(words), SLANTED, 9.5, wide - 2.4 * MARGIN):
                    y -= LINE
                    self.centred(line, SLANTED, 9.5, y)
            y -= LINE / 2

    def centred(self, words: str, font: str, size: float, y: float, grey: float = 0.0) -> None:
        say(self.canvas, (self.size[0] - width(words, font, size)) / 2, y, words, font, size, grey)

    # --- the contents ---

    def entries(self) -> Iterator[Entry]:
        for chapter in self.chapters:
            yield Entry(chapter.title, f"{chapter.name}#", 1)
            for block in chapter.blocks:
                if isinstance(block, Heading) and block.level == 2:
                    yield Entry(block.text, f"{chapter.name}#{block.anchor}", 2)

    def contents(self) -> None:
        self.turn()
        y = self.size[1] - MARGIN - TITLE / 2
        self.canvas.bookmarkPage("contents")
        with tags(self.canvas).marked("H2"):
            say(self.canvas, MARGIN, y, "Contents", BOLD, 15 * ZOOMS[0])
        y -= LINE
        for entry in self.entries():
            y -= LINE * (1.5 if entry.level == 1 else 1.0)
            if y < MARGIN:
                self.turn()
                y = self.size[1] - MARGIN - LINE
            with tags(self.canvas).marked("P"):
                self.entry(entry, y)

    def entry(self, entry: Entry, y: float) -> None:
        """The title, dots, and the page; all of it leads there."""
        font, left, right = BOLD if entry.level == 1 else PLAIN, MARGIN + 12 * (entry.level - 1), self.size[0] - MARGIN
        pdf_contents.entry(self.canvas, entry.text, str(self.known.get(entry.key, "")), left, right, y, 9.0, font)
        if entry.key in self.known:
            self.canvas.linkRect(plain(entry.text), entry.key, (left, y - 3, right, y + 9), thickness=0)
            tags(self.canvas).link()

    # --- chapters ---

    def begin(self, chapter: Chapter) -> None:
        """A chapter on pages of its own."""
        self.turn()
        self.chapter, self.section, self.opening = chapter.title, "", True
        large = self.paper.zoom
        zoom = next((z for z in ZOOMS if self.fits(chapter, z * large)), ZOOMS[0]) if chapter.one_page else ZOOMS[0]
        text = Columns(self, chapter.name)
        self.canvas.addOutlineEntry(plain(chapter.title), f"{chapter.name}#", 0)
        text.flow(chapter.whole, zoom * large)

    def fits(self, chapter: Chapter, zoom: float) -> bool:
        """Whether a page is enough."""
        box = self.box(zoom)
        return not filled(Columns(self, chapter.name).column(chapter.whole, box.width), [box]).over

    def box(self, zoom: float) -> Box:
        """The space for text on this page, in the units of the zoom."""
        wide, high = self.size
        top = high - MARGIN - (0 if self.opening else HEAD)
        return Box(MARGIN / zoom, top / zoom, (wide - 2 * MARGIN) / zoom, (MARGIN + 6) / zoom)

    def place(self, key: str) -> None:
        """Notes that a target of links is on this page."""
        self.found.setdefault(key, self.page)

    # --- pages ---

    def turn(self) -> None:
        """The next page."""
        self.finish()
        self.canvas.showPage()
        self.page += 1
        self.opening = False

    def finish(self) -> None:
        """What stands around the text: the head, and the page's number."""
        if self.chapter:
            with tags(self.canvas).aside():
                self.around()

    def around(self) -> None:
        self.centred(str(self.page), PLAIN, 8, MARGIN - 16, GREY)
        if not self.opening:
            left, right, y = MARGIN, self.size[0] - MARGIN, self.size[1] - MARGIN - 4
            say(self.canvas, left, y, f"{self.title} · {self.chapter}", SLANTED, 7.5, GREY)
            room = right - left - width(f"{self.title} · {self.chapter}", SLANTED, 7.5) - 12
            head = wrapped(plain(self.section), SLANTED, 7.5, max(room, 40))[0]
            say(self.canvas, right - width(head, SLANTED, 7.5), y, head, SLANTED, 7.5, GREY)
            emit(self.canvas, [f"0.6 G 0.5 w {left:.1f} {y - 5:.1f} m {right:.1f} {y - 5:.1f} l S"])


class Columns(Flow):
    """The text of a chapter: its links lead somewhere, and its sections stand in the running head."""

    after = 3.5

    def __init__(self, book: Booklet, chapter: str) -> None:
        super().__init__(book.canvas, {}, book.paper)
        self.book, self.chapter = book, chapter

    def column(self, blocks: Sequence[Block], wide: float) -> list[Strip]:
        return [strip for block in blocks for strip in self.strips(block, wide)]

    def flow(self, blocks: Sequence[Block], zoom: float) -> None:
        """Sets blocks on this page and on as many more as are needed."""
        todo = self.column(blocks, self.book.box(zoom).width)
        self.book.canvas.saveState()
        self.book.canvas.scale(zoom, zoom)
        self.target("", MARGIN / zoom, self.book.box(zoom).top)
        going_on = False
        while todo:
            todo, going_on = self.page(todo, self.book.box(zoom), going_on), True
            self.book.canvas.restoreState()
            if todo:
                self.book.turn()
                self.book.canvas.saveState()
                self.book.canvas.scale(zoom, zoom)

    def page(self, strips: Sequence[Strip], box: Box, going_on: bool) -> list[Strip]:
        """Draws as much as a page holds; the rest."""
        found = filled(strips, [box], going_on)
        tags(self.canvas).draw(found.placed)
        return found.over

    def begins(self, block: Heading, x: float, y: float) -> None:
        super().begins(block, x, y)
        if block.level == 2:
            self.book.section = block.text
            self.canvas.addOutlineEntry(plain(block.text), f"{self.chapter}#{block.anchor}", 1)

    def target(self, anchor: str, x: float, y: float) -> None:
        key = f"{self.chapter}#{anchor}"
        if key not in self.book.found:
            self.canvas.bookmarkHorizontal(key, x, y)
            self.book.place(key)

    def link(self, to: str, x: float, y: float, width: float, height: float) -> None:
        key = f"{self.chapter}{to}" if to.startswith("#") else to if "#" in to else f"{to}#"
        if key in self.book.known:
            self.canvas.linkRect(key, key, (x, y - 2, x + width, y + height), relative=1, thickness=0)
            tags(self.canvas).link()
        else:
            super().link(to, x, y, width, height)
