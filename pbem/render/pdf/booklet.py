"""A booklet as PDF: a cover, the contents, and chapters on small pages with running heads, to be printed two a sheet.

It is painted twice, since the contents stand before the pages they name. The same chapters give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.lib.pagesizes import A4, A5, letter

from engines.report import Block, Heading
from pbem.render.chapters import Chapter
from pbem.render.paper import BOOKLET_MARGIN, PLAIN_PAPER, Imprint, Paper
from pbem.render.pdf import contents
from pbem.render.pdf.drawing import draw_words, emit_operators, measure_pdf_words
from pbem.render.pdf.file import finish_pdf, new_canvas
from pbem.render.pdf.flow import BlockFlow
from pbem.render.pdf.strips import ColumnBox, Strip, fill_boxes
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import BOLD, PLAIN, SLANTED, register_fonts, wrap_pdf_words
from pbem.render.to_text import remove_controls

PAGES = {"A4": A5, "Letter": (letter[1] / 2, letter[0])}
"""The pages of a booklet that is printed on such paper: half of a sheet."""
HEAD = 22.0
ZOOMS = (1.05, 1.0, 0.95, 0.9)
"""How much larger than a report's columns the text is set: the first, or the first by which a page is enough."""
TITLE, LINE = 25.0, 14.0
GREY = 0.4
assert A4[0] == A5[1]


@dataclass(frozen=True)
class BookletEntry:
    """A line of the contents."""

    text: str
    key: str
    level: int


def build_booklet_pdf(
    title: str, under: Sequence[str], chapters: Sequence[Chapter], paper: Paper = PLAIN_PAPER
) -> bytes:
    """The file; `under` are lines below the title."""
    register_fonts()
    draft = Booklet(title, under, chapters, paper)
    draft.paint_booklet()
    clean = Booklet(title, under, chapters, paper, draft.found)
    clean.paint_booklet()
    return finish_pdf(clean.canvas)


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

    def paint_booklet(self) -> None:
        self.paint_booklet_cover()
        self.paint_booklet_contents()
        for chapter in self.chapters:
            self.begin_chapter(chapter)
        self.finish_page()

    def paint_booklet_cover(self) -> None:
        wide, high = self.size
        y = high * 0.64
        with document_tags(self.canvas).tag_content("H1"):
            for line in wrap_pdf_words(remove_controls(self.title), BOLD, TITLE, wide - 2 * BOOKLET_MARGIN):
                self.draw_centred_words(line, BOLD, TITLE, y)
                y -= TITLE * 1.2
        with document_tags(self.canvas).tag_artifact():
            rules = (f"{wide * 0.3:.1f} {y + TITLE * 0.6 - below:.1f} {wide * 0.4:.1f} 0 re S" for below in (1.6, 4.4))
            emit_operators(self.canvas, [f"0.2 G 0.6 w {rule}" for rule in rules])
        for words in self.under:
            with document_tags(self.canvas).tag_content("P"):
                for line in wrap_pdf_words(remove_controls(words), SLANTED, 9.5, wide - 2.4 * BOOKLET_MARGIN):
                    y -= LINE
                    self.draw_centred_words(line, SLANTED, 9.5, y)
            y -= LINE / 2

    def draw_centred_words(self, words: str, font: str, size: float, y: float, grey: float = 0.0) -> None:
        draw_words(self.canvas, (self.size[0] - measure_pdf_words(words, font, size)) / 2, y, words, font, size, grey)

    # --- the contents ---

    def iter_booklet_entries(self) -> Iterator[BookletEntry]:
        for chapter in self.chapters:
            yield BookletEntry(chapter.title, f"{chapter.name}#", 1)
            for block in chapter.blocks:
                if isinstance(block, Heading) and block.level == 2:
                    yield BookletEntry(block.text, f"{chapter.name}#{block.anchor}", 2)

    def paint_booklet_contents(self) -> None:
        self.turn_page()
        y = self.size[1] - BOOKLET_MARGIN - TITLE / 2
        self.canvas.bookmarkPage("contents")
        with document_tags(self.canvas).tag_content("H2"):
            draw_words(self.canvas, BOOKLET_MARGIN, y, "Contents", BOLD, 15 * ZOOMS[0])
        y -= LINE
        for entry in self.iter_booklet_entries():
            y -= LINE * (1.5 if entry.level == 1 else 1.0)
            if y < BOOKLET_MARGIN:
                self.turn_page()
                y = self.size[1] - BOOKLET_MARGIN - LINE
            with document_tags(self.canvas).tag_content("P"):
                self.paint_contents_entry(entry, y)

    def paint_contents_entry(self, entry: BookletEntry, y: float) -> None:
        """The title, dots, and the page; all of it leads there."""
        font, left, right = (
            BOLD if entry.level == 1 else PLAIN,
            BOOKLET_MARGIN + 12 * (entry.level - 1),
            self.size[0] - BOOKLET_MARGIN,
        )
        contents.draw_contents_line(
            self.canvas, entry.text, str(self.known.get(entry.key, "")), left, right, y, 9.0, font
        )
        if entry.key in self.known:
            self.canvas.linkRect(remove_controls(entry.text), entry.key, (left, y - 3, right, y + 9), thickness=0)
            document_tags(self.canvas).tag_last_link()

    # --- chapters ---

    def begin_chapter(self, chapter: Chapter) -> None:
        """A chapter on pages of its own."""
        self.turn_page()
        self.chapter, self.section, self.opening = chapter.title, "", True
        large = self.paper.zoom
        zoom = (
            next((z for z in ZOOMS if self.fits_one_page(chapter, z * large)), ZOOMS[0])
            if chapter.one_page
            else ZOOMS[0]
        )
        text = BookletFlow(self, chapter.name)
        self.canvas.addOutlineEntry(remove_controls(chapter.title), f"{chapter.name}#", 0)
        text.flow_chapter(chapter.titled_blocks, zoom * large)

    def fits_one_page(self, chapter: Chapter, zoom: float) -> bool:
        """Return whether a page is enough."""
        box = self.page_text_box(zoom)
        return not fill_boxes(
            BookletFlow(self, chapter.name).make_chapter_strips(chapter.titled_blocks, box.width), [box]
        ).over

    def page_text_box(self, zoom: float) -> ColumnBox:
        """The space for text on this page, in the units of the zoom."""
        wide, high = self.size
        top = high - BOOKLET_MARGIN - (0 if self.opening else HEAD)
        return ColumnBox(
            BOOKLET_MARGIN / zoom, top / zoom, (wide - 2 * BOOKLET_MARGIN) / zoom, (BOOKLET_MARGIN + 6) / zoom
        )

    def note_link_target(self, key: str) -> None:
        """Notes that a target of links is on this page."""
        self.found.setdefault(key, self.page)

    # --- pages ---

    def turn_page(self) -> None:
        """The next page."""
        self.finish_page()
        self.canvas.showPage()
        self.page += 1
        self.opening = False

    def finish_page(self) -> None:
        """What stands around the text: the head, and the page's number."""
        if self.chapter:
            with document_tags(self.canvas).tag_artifact():
                self.paint_page_margins()

    def paint_page_margins(self) -> None:
        self.draw_centred_words(str(self.page), PLAIN, 8, BOOKLET_MARGIN - 16, GREY)
        if not self.opening:
            left, right, y = BOOKLET_MARGIN, self.size[0] - BOOKLET_MARGIN, self.size[1] - BOOKLET_MARGIN - 4
            draw_words(self.canvas, left, y, f"{self.title} · {self.chapter}", SLANTED, 7.5, GREY)
            room = right - left - measure_pdf_words(f"{self.title} · {self.chapter}", SLANTED, 7.5) - 12
            head = wrap_pdf_words(remove_controls(self.section), SLANTED, 7.5, max(room, 40))[0]
            draw_words(self.canvas, right - measure_pdf_words(head, SLANTED, 7.5), y, head, SLANTED, 7.5, GREY)
            emit_operators(self.canvas, [f"0.6 G 0.5 w {left:.1f} {y - 5:.1f} m {right:.1f} {y - 5:.1f} l S"])


class BookletFlow(BlockFlow):
    """The text of a chapter: its links lead somewhere, and its sections stand in the running head."""

    after = 3.5

    def __init__(self, book: Booklet, chapter: str) -> None:
        super().__init__(book.canvas, {}, book.paper)
        self.book, self.chapter = book, chapter

    def make_chapter_strips(self, blocks: Sequence[Block], wide: float) -> list[Strip]:
        return [strip for block in blocks for strip in self.list_block_strips(block, wide)]

    def flow_chapter(self, blocks: Sequence[Block], zoom: float) -> None:
        """Sets blocks on this page and on as many more as are needed."""
        todo = self.make_chapter_strips(blocks, self.book.page_text_box(zoom).width)
        self.book.canvas.saveState()
        self.book.canvas.scale(zoom, zoom)
        self.mark_link_target("", BOOKLET_MARGIN / zoom, self.book.page_text_box(zoom).top)
        going_on = False
        while todo:
            todo, going_on = self.draw_page_strips(todo, self.book.page_text_box(zoom), going_on), True
            self.book.canvas.restoreState()
            if todo:
                self.book.turn_page()
                self.book.canvas.saveState()
                self.book.canvas.scale(zoom, zoom)

    def draw_page_strips(self, strips: Sequence[Strip], box: ColumnBox, going_on: bool) -> list[Strip]:
        """Draws as much as a page holds; the rest."""
        found = fill_boxes(strips, [box], going_on)
        document_tags(self.canvas).draw_tagged_strips(found.placed)
        return found.over

    def mark_heading_place(self, block: Heading, x: float, y: float) -> None:
        super().mark_heading_place(block, x, y)
        if block.level == 2:
            self.book.section = block.text
            self.canvas.addOutlineEntry(remove_controls(block.text), f"{self.chapter}#{block.anchor}", 1)

    def mark_link_target(self, anchor: str, x: float, y: float) -> None:
        key = f"{self.chapter}#{anchor}"
        if key not in self.book.found:
            self.canvas.bookmarkHorizontal(key, x, y)
            self.book.note_link_target(key)

    def add_words_link(self, to: str, x: float, y: float, width: float, height: float) -> None:
        key = f"{self.chapter}{to}" if to.startswith("#") else to if "#" in to else f"{to}#"
        if key in self.book.known:
            self.canvas.linkRect(key, key, (x, y - 2, x + width, y + height), relative=1, thickness=0)
            document_tags(self.canvas).tag_last_link()
        else:
            super().add_words_link(to, x, y, width, height)
