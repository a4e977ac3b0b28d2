"""Report blocks as PDF: a page with the map and what matters most beside it, then columns for all the rest.

The same blocks give the same bytes. Fonts are embedded; signs are drawn, not set, since no font has them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain

from reportlab import rl_config
from reportlab.lib.pagesizes import A4, landscape, letter
from reportlab.pdfgen.canvas import Canvas

from engines.report import STANDINGS, Block, Heading, Map, Table, Text, styles_of
from pbem.render.lower import COAST, SAMPLE_SIZE, legend, scene
from pbem.render.pdf_drawing import chart, draw, emit, rgb, say, width
from pbem.render.pdf_flow import Box, Flow
from pbem.render.pdf_words import fonts

rl_config.useA85 = 0
PAPERS = {"A4": landscape(A4), "Letter": landscape(letter)}
MARGIN, GUTTER = 28.0, 16.0
PANEL = 172.0
SIGN = 17.0
"""The height of a sign in the legend, in points."""
COLUMNS = 3
ZOOMS = (1.0, 0.9, 0.8)
"""How much smaller the columns may be set for the report to fit on two pages."""
NEXT = "Next"
"""The heading of the section with the deadline, which stands beside the map."""


def pdf(blocks: Iterable[Block], paper: str = "A4") -> bytes:
    """The report as a PDF in landscape. Raises ValueError for a paper other than A4 or Letter."""
    size = {name.lower(): found for name, found in PAPERS.items()}.get(paper.lower())
    if size is None:
        raise ValueError(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
    fonts()
    every = list(blocks)
    wanted = 1 + max(1, sum(isinstance(block, Map) for block in every))
    tries = (painted(every, size, zoom) for zoom in ZOOMS)
    largest = next(tries)
    return next((one for one in chain([largest], tries) if one.page <= wanted), largest).saved()


def painted(blocks: Sequence[Block], size: tuple[float, float], zoom: float) -> Report:
    """A report with the columns behind the map set smaller by `zoom`."""
    canvas = Canvas(BytesIO(), size, invariant=1, pageCompression=1, initialFontName="Noto")
    canvas.setTitle(next((b.text for b in blocks if isinstance(b, Heading)), "Report"))
    report = Report(canvas, size, blocks, zoom)
    report.paint()
    return report


class Report:
    """One document being painted; `page` is the number of the last page."""

    def __init__(self, canvas: Canvas, size: tuple[float, float], blocks: Sequence[Block], zoom: float) -> None:
        self.canvas, (self.width, self.height) = canvas, size
        self.zoom = zoom
        self.blocks = blocks
        self.maps = [b for b in blocks if isinstance(b, Map)]
        self.styles = styles_of(blocks)
        self.page = 1

    def saved(self) -> bytes:
        """The file. Half of the work is done here, so it is done for the size that is wanted only."""
        data: bytes = self.canvas.getpdfdata()
        return data

    def paint(self) -> None:
        beside, rest = parted(self.blocks) if self.maps else ([], list(self.blocks))
        if self.maps:
            right = self.map(self.maps[0])
            panel = Flow(self.canvas, iter([self.panel(right)]), self.styles)
            left_over = [b for b in beside if not panel.block(b)]
            self.legend(panel, self.maps[0])
            rest = left_over + rest
            self.turn()
        flow = Flow(self.canvas, self.columns(), self.styles)
        for block in rest:
            flow.block(block)
        self.canvas.restoreState()
        for later in self.maps[1:]:
            self.turn()
            self.map(later)
        self.foot()

    # --- pages ---

    def turn(self) -> None:
        """The next page."""
        self.foot()
        self.canvas.showPage()
        self.page += 1

    def foot(self) -> None:
        source = next((m.chart.source for m in self.maps), "")
        number = f"Page {self.page}"
        say(self.canvas, MARGIN, MARGIN - 10, source, "Noto", 7, 0.35)
        say(self.canvas, self.width - MARGIN - width(number, "Noto", 7), MARGIN - 10, number, "Noto", 7, 0.35)

    def columns(self) -> Iterator[Box]:
        """The columns of this page and of as many more as are needed, in the units of the zoom."""
        z = self.zoom
        width = (self.width - 2 * MARGIN - (COLUMNS - 1) * GUTTER) / COLUMNS
        while True:
            self.canvas.saveState()
            self.canvas.scale(z, z)
            for n in range(COLUMNS):
                left = MARGIN + n * (width + GUTTER)
                yield Box(left / z, (self.height - MARGIN) / z, width / z, MARGIN / z)
            self.canvas.restoreState()
            self.turn()

    def panel(self, left: float) -> Box:
        return Box(left + GUTTER, self.height - MARGIN, self.width - MARGIN - left - GUTTER, MARGIN)

    # --- the map ---

    def map(self, block: Map) -> float:
        """Draws the map as large as the page allows beside a panel; its right edge."""
        wide, high = block.chart.width, block.chart.height
        room = self.width - 2 * MARGIN - GUTTER - PANEL, self.height - 2 * MARGIN
        scale = min(room[0] / wide, room[1] / high)
        foot = self.height - MARGIN - high * scale
        chart(self.canvas, scene(block), MARGIN, foot, scale)
        emit(self.canvas, [f"{rgb(COAST)} RG 1 w {MARGIN} {foot:.2f} {wide * scale:.2f} {high * scale:.2f} re S"])
        return MARGIN + wide * scale

    def legend(self, panel: Flow, block: Map) -> None:
        """The signs that occur on the map, as far as there is room."""
        wide, high = SAMPLE_SIZE
        scale = SIGN / high
        signs = legend(block)
        if signs and panel.fits(3 * SIGN):
            panel.heading(Heading("Signs", 3))
        for name, sample in signs:
            if not panel.fits(SIGN):
                return
            x, y = panel.take(SIGN)
            draw(self.canvas, sample, high, x, y, scale)
            say(self.canvas, x + wide * scale + 6, y + SIGN / 2 - 2.5, name, "Noto", 7.5)


def parted(blocks: Sequence[Block]) -> tuple[list[Block], list[Block]]:
    """What stands beside the map (what comes before it, the standings, the deadline), and the rest."""
    first = next(n for n, b in enumerate(blocks) if isinstance(b, Map))
    beside, rest, coming = list(blocks[:first]), list[Block](), False
    for block in blocks[first:]:
        if isinstance(block, Heading):
            coming = block.text == NEXT
        if isinstance(block, Map):
            continue
        taken = (isinstance(block, Table) and block.name == STANDINGS) or (coming and isinstance(block, Heading | Text))
        (beside if taken else rest).append(block)
    return beside, rest
