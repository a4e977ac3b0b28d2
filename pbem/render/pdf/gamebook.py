"""A whole game as one PDF: a cover, the contents, and for each phase a page or a spread with its picture.

Spreads come one after the other, so that whoever paints can say how far they are. The contents stand before pages that
are not painted yet: they are forms that are filled in at the end. The same spreads give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.report import Block, Graph, Heading, Lead, Map, styles_in_blocks
from pbem.render.chapters import GameBookCaptions, PhaseSpread
from pbem.render.paper import GAME_BOOK_MARGIN, Imprint, Paper
from pbem.render.pdf.contents import draw_contents_line
from pbem.render.pdf.drawing import draw_words, measure_pdf_words
from pbem.render.pdf.file import finish_pdf, new_canvas
from pbem.render.pdf.flow import LEAST_WIDE, BlockFlow
from pbem.render.pdf.front_page import make_picture_scene, picture_strip
from pbem.render.pdf.parts import Picture
from pbem.render.pdf.strips import ColumnBox, Filling, PlacedStrip, Strip, blank_strip, fill_boxes, fill_boxes_level
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import BOLD, PLAIN, SLANTED, wrap_pdf_words
from pbem.render.to_text import remove_controls

GUTTER, FOOT = 18.0, 44.0
TITLE, HEAD, LINE = 30.0, 17.0, 15.0
TALLEST = 0.56
"""How much of a page's height a picture takes at most."""
LEAST = 70.0
"""The room below a picture from which on it is written in, in points."""
GREY = 0.4
Page = list[PlacedStrip]


@dataclass(frozen=True)
class LaidSpread:
    """A spread on its pages, and how it is drawn if it takes one page: its text on the page beside the picture."""

    title: str
    pages: list[Page]
    parted: list[Page]


class GameBookPdf:
    """The book being painted: `paint_book_cover`, `contents`, then `add_spread` for each phase, `paint_closing_pages`,
    and at last `saved`."""

    def __init__(self, title: str, paper: Paper, captions: GameBookCaptions, imprint: Imprint) -> None:
        self.title, self.paper, self.captions = title, paper, captions
        self.width, self.height = (points / paper.zoom for points in paper.size_in_points)
        self.margin, self.bottom = GAME_BOOK_MARGIN / paper.zoom, FOOT / paper.zoom
        self.canvas = new_canvas(paper.size_in_points, paper, title, imprint)
        self.canvas.scale(paper.zoom, paper.zoom)
        self.page, self.head = 1, ""
        self.titles, self.begins = list[str](), list[int]()
        self.waiting: LaidSpread | None = None

    def finish_book(self) -> bytes:
        """The file, when all is painted."""
        self.fill_in_contents()
        self.draw_page_foot()
        return finish_pdf(self.canvas)

    # --- before the first spread ---

    def paint_book_cover(self, under: Sequence[str], shown: Picture | None, blocks: Sequence[Block]) -> None:
        """The title, lines below it, the last picture, and who played."""
        y = self.height - 2.2 * self.margin
        with document_tags(self.canvas).tag_content("H1"):
            for line in wrap_pdf_words(remove_controls(self.title), BOLD, TITLE, self.text_width):
                self.draw_centred_words(line, BOLD, TITLE, y)
                y -= TITLE * 1.2
        with document_tags(self.canvas).tag_content("P"):
            for n, words in enumerate(under):
                for line in wrap_pdf_words(
                    remove_controls(words), SLANTED if n else PLAIN, 11.0, self.text_width * 0.9
                ):
                    self.draw_centred_words(line, SLANTED if n else PLAIN, 11.0, y)
                    y -= LINE
        flow = self.make_block_flow(blocks)
        strips = [self.make_drawing_strip(flow, shown), blank_strip(LINE)] if shown else []
        strips += [strip for block in blocks for strip in flow.list_block_strips(block, self.text_width)]
        self.pour_strips(strips, y - LINE)

    def paint_book_contents(self, titles: Sequence[str], graph: Graph | None) -> None:
        """As many pages as the titles need, and the graph below the last of them; the pages they stand on are filled in
        at the end."""
        self.titles, y = list(titles), 0.0
        for first in range(0, len(titles), self.contents_lines_per_page):
            self.turn_page("")
            y = self.height - self.margin - TITLE / 2
            with document_tags(self.canvas).tag_content("H1"):
                draw_words(self.canvas, self.margin, y, self.captions.contents, BOLD, HEAD)
            if not first:
                self.mark_book_part(self.captions.contents, "contents")
            with document_tags(self.canvas).tag_content("P"):
                self.canvas.doForm(f"contents-{first}")
            y -= LINE
            for n in range(first, min(first + self.contents_lines_per_page, len(titles))):
                y -= LINE
                line = (self.margin, y - 3, self.width - self.margin, y + 9)
                self.canvas.linkRect(remove_controls(titles[n]), f"phase-{n}", line, relative=1, thickness=0)
                document_tags(self.canvas).tag_last_link()
        if graph:
            self.paint_book_graph(graph, y - 2 * LINE)

    def paint_book_graph(self, graph: Graph, top: float) -> None:
        """The graph below the contents, or on the next page."""
        strips = self.make_block_flow([graph]).list_block_strips(graph, self.text_width)
        below = fill_boxes(strips, [ColumnBox(self.margin, top, self.text_width, self.bottom)])
        if below.over or below.parted:
            self.turn_page("")
            below = fill_boxes(strips, [ColumnBox(self.margin, self.text_top, self.text_width, self.bottom)])
        self.mark_book_part(self.captions.over_time, "graph")
        self.draw_placed_strips(below.placed)

    @property
    def contents_lines_per_page(self) -> int:
        """Lines of the contents that stand on a page."""
        return int((self.height - 2 * self.bottom - 4 * LINE) // LINE)

    def fill_in_contents(self) -> None:
        """The contents, now that it is known where each spread begins."""
        entries = list(zip(self.titles, self.begins, strict=True))
        for first in range(0, len(entries), self.contents_lines_per_page):
            self.canvas.beginForm(f"contents-{first}", 0, 0, self.width, self.height)
            for n, (title, page) in enumerate(entries[first : first + self.contents_lines_per_page]):
                y = self.height - self.margin - TITLE / 2 - (n + 2) * LINE
                draw_contents_line(self.canvas, title, str(page), self.margin, self.width - self.margin, y, 9.5, PLAIN)
            self.canvas.endForm()

    # --- spreads ---

    def add_spread(self, told: PhaseSpread) -> None:
        """The next phase. It is painted when the one after it is known, or all are: one of several pages begins on a
        left page, so the page before it must not stay blank."""
        laid = self.lay_out_spread(told)
        self.paint_waiting_spread(len(laid.pages) == 1)
        self.waiting = laid

    def paint_waiting_spread(self, alone: bool) -> None:
        """Paints the spread that waits. `alone`: the next one takes one page, and may stand on either side."""
        if self.waiting is None:
            return
        laid, self.waiting = self.waiting, None
        several, left = len(laid.pages) > 1, self.page % 2 == 1
        if several and not left:
            self.turn_page("")
        pages = laid.parted if not several and left and not alone else laid.pages
        for n, page in enumerate(pages):
            self.turn_page(laid.title)
            if n == 0:
                self.mark_book_part(laid.title, f"phase-{len(self.begins)}")
                self.begins.append(self.page)
            self.draw_placed_strips(page)

    def lay_out_spread(self, told: PhaseSpread) -> LaidSpread:
        """Return where all of a spread stands."""
        flow = self.make_block_flow(told.blocks)
        above = [
            strip
            for block in self.blocks_over_picture(told)
            for strip in flow.list_block_strips(block, self.text_width)
        ]
        above += [self.make_drawing_strip(flow, told.first_picture)] if told.first_picture else []
        front = fill_boxes(above, [ColumnBox(self.margin, self.height - self.margin, self.text_width, self.bottom)])
        wide = self.make_column_boxes(0.0)[0].width
        text = [strip for block in told.text_blocks for strip in flow.list_block_strips(block, wide)]
        below = (
            fill_boxes_level(text, self.make_column_boxes(front.end - GUTTER))
            if front.end - GUTTER - self.bottom > LEAST
            else None
        )
        pages = [
            [*front.placed, *(below.placed if below else ())],
            *self.iter_text_pages(below.over if below else text, below),
        ]
        return LaidSpread(told.title, pages, [front.placed, *self.iter_text_pages(text, None)] if text else pages)

    def blocks_over_picture(self, told: PhaseSpread) -> list[Block]:
        return [Heading(told.title, 1), *(block for block in told.blocks if isinstance(block, Lead))]

    def iter_text_pages(self, strips: Sequence[Strip], before: Filling | None) -> Iterator[Page]:
        """As many pages of columns as strips need."""
        going_on = before is not None and bool(before.placed)
        while strips:
            page = fill_boxes_level(strips, self.make_column_boxes(self.text_top), going_on)
            yield page.placed
            strips, going_on = page.over, True

    def paint_closing_pages(self, blocks: Sequence[Block]) -> None:
        """The last pages: the proof."""
        self.paint_waiting_spread(alone=True)
        self.turn_page(self.captions.proof)
        self.mark_book_part(self.captions.proof, "proof")
        flow = self.make_block_flow(blocks)
        every = [Heading(self.captions.proof, 1), *blocks]
        self.pour_strips(
            [strip for block in every for strip in flow.list_block_strips(block, self.text_width)], self.text_top
        )

    # --- what stands on a page ---

    @property
    def text_width(self) -> float:
        return self.width - 2 * self.margin

    @property
    def text_top(self) -> float:
        """Return where text begins on a page without a title."""
        return self.height - self.margin - LINE

    def make_column_boxes(self, top: float) -> list[ColumnBox]:
        count = 2 if self.text_width >= LEAST_WIDE else 1
        wide = (self.text_width - (count - 1) * GUTTER) / count
        return [ColumnBox(self.margin + n * (wide + GUTTER), top, wide, self.bottom) for n in range(count)]

    def make_block_flow(self, blocks: Sequence[Block]) -> BlockFlow:
        return BlockFlow(self.canvas, styles_in_blocks(blocks), self.paper)

    def make_drawing_strip(self, flow: BlockFlow, shown: Picture) -> Strip:
        """A picture in the middle, as large as there is room for."""
        drawing = make_picture_scene(flow, shown)
        wide = min(self.text_width, self.height * TALLEST * drawing.width / drawing.height)
        strip, indent = picture_strip(flow, drawing, wide, isinstance(shown, Map)), (self.text_width - wide) / 2
        return strip._replace(draw=lambda x, y: strip.draw(x + indent, y))

    def pour_strips(self, strips: Sequence[Strip], top: float) -> None:
        """Strips over the whole width from there on, and on as many more pages as they need."""
        found = fill_boxes(strips, [ColumnBox(self.margin, top, self.text_width, self.bottom)])
        self.draw_placed_strips(found.placed)
        while found.over:
            self.turn_page(self.head)
            found = fill_boxes(
                found.over, [ColumnBox(self.margin, self.text_top, self.text_width, self.bottom)], going_on=True
            )
            self.draw_placed_strips(found.placed)

    def draw_placed_strips(self, page: Sequence[PlacedStrip]) -> None:
        document_tags(self.canvas).draw_tagged_strips(page)

    def draw_centred_words(self, words: str, font: str, size: float, y: float) -> None:
        draw_words(self.canvas, (self.width - measure_pdf_words(words, font, size)) / 2, y, words, font, size)

    def mark_book_part(self, title: str, key: str) -> None:
        """A part begins on this page: links and the outline lead to it."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(remove_controls(title), key, 0)

    def turn_page(self, head: str) -> None:
        """The next page, with words at its foot."""
        self.draw_page_foot()
        self.canvas.showPage()
        self.canvas.scale(self.paper.zoom, self.paper.zoom)
        self.page, self.head = self.page + 1, head

    def draw_page_foot(self) -> None:
        """The number of a page on its outer side, and what it is of on the inner one; the cover has none."""
        if self.page == 1:
            return
        number, said = str(self.page), remove_controls(f"{self.title} · {self.head}" if self.head else self.title)
        left, right = (said, number) if self.page % 2 else (number, said)
        with document_tags(self.canvas).tag_artifact():
            draw_words(self.canvas, self.margin, self.bottom / 2, left, PLAIN, 8, GREY)
            draw_words(
                self.canvas,
                self.width - self.margin - measure_pdf_words(right, PLAIN, 8),
                self.bottom / 2,
                right,
                PLAIN,
                8,
                GREY,
            )
