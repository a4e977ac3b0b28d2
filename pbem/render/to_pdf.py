"""Report blocks as PDF: a front page that tells the turn, a page that says how things stand with the sheet to write
orders on, then columns for all the rest.

All is laid out before anything is drawn (see `pdf_strips`). The same blocks give the same bytes. Fonts are embedded;
signs are drawn, not set, since no font has them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby

from reportlab.pdfgen.canvas import Canvas

from engines.report import Block, Boards, CardHand, Heading, Map, Table, styles_in_blocks
from pbem.render.paper import NO_IMPRINT, PLAIN_PAPER, REPORT_MARGIN, Imprint, Paper
from pbem.render.pdf import front_page
from pbem.render.pdf.columns import least_table_width
from pbem.render.pdf.drawing import draw_words, measure_pdf_words
from pbem.render.pdf.file import finish_pdf, new_canvas
from pbem.render.pdf.flow import LEAST_WIDE, BlockFlow
from pbem.render.pdf.parts import NEXT, NOW, Picture, ReportParts, group_with_headings, split_report_parts
from pbem.render.pdf.strips import (
    ColumnBox,
    Filling,
    PlacedStrip,
    Strip,
    fill_boxes,
    fill_boxes_level,
    loosen_strips,
    strips_height,
)
from pbem.render.pdf.tags import document_tags
from pbem.render.pdf.words import PLAIN
from pbem.render.scene import Scene, SceneText
from pbem.render.to_text import remove_controls

__all__ = ["NEXT", "NOW", "PdfReport", "build_report_pdf"]
GUTTER, FOOT = 16.0, 12.0
SMALLER = (0.95, 0.9)
"""How much smaller all may be set for a page less."""
LEAST_PICTURE, LEAST_SIZE = 0.75, 6.0
"""The least share of the width that the picture of what happened takes for the standings to stand below it, and the
least size of the words in it, in points."""
LEFT = 70.0
"""A section is not begun on less of a page, in points."""


def build_report_pdf(blocks: Iterable[Block], paper: Paper = PLAIN_PAPER, imprint: Imprint = NO_IMPRINT) -> bytes:
    """The report as a PDF."""
    every = list(blocks)
    title = next((block.text for block in every if isinstance(block, Heading)), "")
    canvas = new_canvas(paper.size_in_points, paper, title, imprint)
    report = fit_pdf_report(canvas, every, paper, imprint)
    report.paint_pages(1, len(report.pages))
    return finish_pdf(canvas)


def fit_pdf_report(canvas: Canvas, blocks: Sequence[Block], paper: Paper, imprint: Imprint) -> PdfReport:
    """A report laid out, somewhat smaller if that saves a page that is nearly empty."""
    scenes = dict[int, Scene]()
    first = PdfReport(canvas, blocks, paper, imprint, scenes=scenes)
    if first.last_page_share > 1 / 3 or len(first.pages) == 1 or paper.zoom > 1:
        return first
    tries = (PdfReport(canvas, blocks, paper, imprint, smaller, scenes) for smaller in SMALLER)
    return next((one for one in tries if len(one.pages) < len(first.pages)), first)


class PdfReport:
    """A report laid out on pages of one canvas, which may hold other reports as well: `pages` are known at once,
    `paint_pages` draws them."""

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
        self.margin = REPORT_MARGIN / self.zoom
        self.width, self.height = (points / self.zoom for points in paper.size_in_points)
        self.wide = self.width - 2 * self.margin
        self.top = self.height - self.margin
        self.foot_at = self.bottom = self.margin + FOOT
        self.flow = ReportFlow(canvas, styles_in_blocks(blocks), paper)
        self.source = next((b.chart.source for b in blocks if isinstance(b, Map)), "")
        self.pages: list[list[PlacedStrip]] = [[]]
        self.y = self.top
        self.parts = split_report_parts(blocks)
        rest = self.lay_out_front(self.parts)
        self.lay_out_standings(self.parts, rest)

    @property
    def page_height(self) -> float:
        """Return how tall a page is."""
        return self.top - self.foot_at

    @property
    def last_page_share(self) -> float:
        """Return how much of its last page a report fills."""
        return (self.top - self.y) / self.page_height

    # --- what stands where ---

    def lay_out_front(self, parts: ReportParts) -> list[Block]:
        """The front page; what is news and found no room there."""
        if parts.title:
            self.put_wide_strips([front_page.title_strip(self.flow, parts.title, parts.under, self.wide)])
        self.put_wide_strips([strip for lead in parts.leads for strip in self.flow.list_block_strips(lead, self.wide)])
        box = [front_page.deadline_strip(self.flow, parts.due, self.imprint, self.wide)] if parts.due else []
        self.bottom += sum(strip.height + GUTTER / 2 for strip in box)
        rest = [*parts.standings, *parts.rest]
        if parts.picture:
            self.lay_out_picture(parts.picture, parts.standings)
            rest = self.lay_out_whole_groups(rest, parts.standings)
        for strip in box:
            self.put_strip_at(strip, self.margin, self.foot_at)
        return rest

    def lay_out_picture(self, block: Picture, below: Sequence[Block], signs: bool = True) -> None:
        """A picture as wide as the page, a little less if what belongs below it then fits, and its signs."""
        explained = (
            list(front_page.picture_sign_strips(self.flow, block, self.wide))
            if signs and isinstance(block, Map)
            else []
        )
        drawing = self.scenes.get(id(block)) or self.scenes.setdefault(
            id(block), front_page.make_picture_scene(self.flow, block)
        )
        ratio = drawing.height / drawing.width
        room = self.y - self.bottom - sum(strip.height for strip in explained) - GUTTER / 2
        strips = self.make_report_strips(below, self.column_width)
        less = room - strips_height(strips, first=True) - GUTTER
        wide = min(self.wide, (less if less / ratio > self.least_legible_width(drawing) else room) / ratio)
        self.put_wide_strips(
            [front_page.picture_strip(self.flow, drawing, wide, isinstance(block, Map))], (self.wide - wide) / 2
        )
        self.y -= 3
        self.put_wide_strips(explained)

    def least_legible_width(self, drawing: Scene) -> float:
        """The least width of a picture on this paper in which all its words can be read, in points."""
        smallest = min((p.size for p in drawing.primitives if isinstance(p, SceneText)), default=drawing.width)
        return max(LEAST_SIZE * drawing.width / smallest / self.zoom, self.wide * LEAST_PICTURE)

    def lay_out_whole_groups(self, blocks: Sequence[Block], below: Sequence[Block]) -> list[Block]:
        """Sets as many of the blocks as find room whole on the rest of the page; the others. The standings, which
        belong `below` the picture, may be parted for it."""
        todo = list(group_with_headings(blocks))
        while todo and self.y - self.bottom > LEFT / 2:
            count = 1 if self.needs_full_width(todo[0]) else self.column_count
            boxes, strips = self.make_column_boxes(count, self.y - GUTTER / 2, self.bottom), list[Strip]()
            while todo and self.needs_full_width(todo[0]) == (count < self.column_count):
                more = self.make_report_strips(todo[0], boxes[0].width)
                if not strips and fill_boxes(more, boxes, whole=self.page_height).over and todo[0] == below:
                    more = loosen_strips(more)
                if fill_boxes([*strips, *more], boxes, whole=self.page_height).over:
                    break
                strips += more
                todo.pop(0)
            if not strips:
                break
            full = todo and self.needs_full_width(todo[0]) == (count < self.column_count)
            self.put_filling(fill_boxes(strips, boxes) if full or not todo else fill_boxes_level(strips, boxes))
        return list(chain.from_iterable(todo))

    def lay_out_standings(self, parts: ReportParts, rest: Sequence[Block]) -> None:
        """How things stand, after a picture on a page of its own; what can be ordered; the rest."""
        now = parts.now
        if not parts.picture:
            self.lay_out_sections(rest)
            rest = []
        elif parts.now_title or parts.sheet:
            self.turn_page()
        if parts.now_picture:
            self.put_wide_strips(
                [front_page.title_strip(self.flow, parts.now_title, parts.now_picture.title, self.wide)]
            )
            self.lay_out_picture(parts.now_picture, (), signs=False)
        elif parts.now_title:
            now = [Heading(parts.now_title, anchor=NOW), *now]
        self.lay_out_sections(now)
        self.lay_out_section(self.make_report_strips(parts.sheet, self.wide), 1)
        self.lay_out_sections(rest)
        self.lay_out_section(self.make_report_strips(parts.proof, self.wide), 1)

    # --- sections ---

    @property
    def column_count(self) -> int:
        return 2 if self.wide >= LEAST_WIDE else 1

    @property
    def column_width(self) -> float:
        return (self.wide - (self.column_count - 1) * GUTTER) / self.column_count

    def needs_full_width(self, group: Sequence[Block]) -> bool:
        """Return whether blocks need the whole width: rows of cards, and tables with words that a column would cut."""
        return any(
            isinstance(b, CardHand | Boards) or (isinstance(b, Table) and least_table_width(b) > self.column_width)
            for b in group
        )

    def make_report_strips(self, blocks: Iterable[Block], wide: float) -> list[Strip]:
        return [strip for block in blocks for strip in self.flow.list_block_strips(block, wide)]

    def lay_out_sections(self, blocks: Sequence[Block]) -> None:
        """Blocks in columns that end level, and those that need it over the whole width."""
        for spans, found in groupby(group_with_headings(blocks), self.needs_full_width):
            count = 1 if spans else self.column_count
            strips = self.make_report_strips(chain.from_iterable(found), self.wide if spans else self.column_width)
            self.lay_out_section(strips, count)

    def lay_out_section(self, strips: Sequence[Strip], count: int) -> None:
        todo, going_on = list(strips), False
        while todo:
            if self.y < self.top and self.y - self.bottom < LEFT:
                self.turn_page()
            gap = 0.0 if self.y == self.top else GUTTER / 2
            boxes = self.make_column_boxes(count, self.y - gap, self.bottom)
            found = fill_boxes_level(todo, boxes, going_on, self.page_height)
            self.put_filling(found)
            going_on = True
            if todo := found.over:
                self.turn_page()

    def make_column_boxes(self, count: int, top: float, bottom: float) -> list[ColumnBox]:
        wide = (self.wide - (count - 1) * GUTTER) / count
        return [ColumnBox(self.margin + n * (wide + GUTTER), top, wide, bottom) for n in range(count)]

    # --- pages ---

    def put_wide_strips(self, strips: Sequence[Strip], inset: float = 0.0) -> None:
        """Strips over the whole width, one below the other."""
        for strip in strips:
            self.y -= strip.height
            self.put_strip_at(strip, self.margin + inset, self.y)

    def put_filling(self, found: Filling, keep: bool = False) -> None:
        """Strips where they were placed; what comes next stands below them, unless the place is kept."""
        for one in found.placed:
            self.put_strip_at(one.strip, one.x, one.y)
        if found.placed and not keep:
            self.y = min(self.y, *(one.y for one in found.placed))

    def put_strip_at(self, strip: Strip, x: float, y: float) -> None:
        self.pages[-1].append(PlacedStrip(0, x, y, strip))

    def turn_page(self) -> None:
        """The next page."""
        if self.pages[-1]:
            self.pages.append([])
        self.y, self.bottom = self.top, self.foot_at

    def paint_pages(self, first: int, last: int) -> None:
        """Draws the pages, the first of them numbered so; the last page of the document is `last`."""
        for number, page in enumerate(self.pages, first):
            if number > first:
                self.canvas.showPage()
            self.canvas.saveState()
            self.canvas.scale(self.zoom, self.zoom)
            document_tags(self.canvas).draw_tagged_strips(page)
            with document_tags(self.canvas).tag_artifact():
                self.draw_report_foot(self.paper.format_frame_words("page", page=number, pages=last))
            self.canvas.restoreState()

    def draw_report_foot(self, number: str) -> None:
        size, y = 7.0, self.margin - 6
        draw_words(self.canvas, self.margin, y, self.source, PLAIN, size, 0.35)
        draw_words(
            self.canvas, self.width - self.margin - measure_pdf_words(number, PLAIN, size), y, number, PLAIN, size, 0.35
        )


class ReportFlow(BlockFlow):
    """What makes the strips of a report: its headings stand in the outline."""

    count = 0

    def mark_page_title(self, title: str, x: float, y: float) -> None:
        """A page with a title of its own begins there."""
        self.add_outline_entry(title, 0, x, y)

    def mark_heading_place(self, block: Heading, x: float, y: float) -> None:
        self.add_outline_entry(block.text, 0 if block.level <= 2 else 1, x, y)

    def add_outline_entry(self, words: str, depth: int, x: float, y: float) -> None:
        """An entry of the outline that leads there; one of the second depth only below another."""
        self.count += 1
        key = f"{self.canvas.getPageNumber()}-{self.count}"
        self.canvas.bookmarkHorizontal(key, x, y)
        self.canvas.addOutlineEntry(remove_controls(words), key, depth if self.count > 1 else 0)
