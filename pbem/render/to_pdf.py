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

from engines.palette import COAST
from engines.report import SHEET, STANDINGS, Block, Heading, Map, Table, Text, styles_of
from pbem.render.layers import SAMPLE_SIZE, legend, scene
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
BESIDE = 285.0
"""The width of the sheet beside the second map, in points."""
LEAST = 60.0
"""The height below the second map from which on it is written in, in points."""
SECTION = 2
"""The level of the headings of a report's parts."""
NEXT, NOW = "next", "now"
"""The anchors of the section with the deadline, which stands beside the first map, and of how things stand: it has a
page with a map of its own, on which is also what can be ordered (`SHEET`)."""


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
        beside, now, rest = parted(self.blocks) if self.maps else ([], [], list(self.blocks))
        if self.maps:
            rest = self.front(beside) + rest
            self.turn()
        flow = Flow(self.canvas, self.standing(self.maps[1]) if now else self.columns(), self.styles)
        for block in (*now, *rest):
            flow.block(block)
        self.canvas.restoreState()
        for later in self.maps[2 if now else 1 :]:
            self.turn()
            self.map(later)
        self.foot()

    def front(self, beside: Sequence[Block]) -> list[Block]:
        """The page of the first map, and what found no room beside it."""
        right = self.map(self.maps[0])
        panel = Flow(self.canvas, iter([self.panel(right)]), self.styles)
        left_over = [b for b in beside if not panel.block(b)]
        self.legend(panel, self.maps[0])
        return left_over

    def standing(self, block: Map) -> Iterator[Box]:
        """The page of the second map: beside it what can be ordered, then what is left below it; then columns."""
        right = self.map(block, BESIDE)
        self.canvas.saveState()
        yield self.panel(right)
        foot = self.height - MARGIN - self.scale(block, BESIDE) * block.chart.height
        if foot - MARGIN > LEAST:
            yield Box(MARGIN, foot - GUTTER, right - MARGIN, MARGIN)
        self.canvas.restoreState()
        self.turn()
        yield from self.columns()

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

    def scale(self, block: Map, panel: float) -> float:
        """How large a map can be drawn on a page beside a panel so wide, in points for each of its units."""
        room = self.width - 2 * MARGIN - GUTTER - panel, self.height - 2 * MARGIN
        return min(room[0] / block.chart.width, room[1] / block.chart.height)

    def map(self, block: Map, panel: float = PANEL) -> float:
        """Draws the map as large as the page allows beside a panel; its right edge."""
        wide, high = block.chart.width, block.chart.height
        scale = self.scale(block, panel)
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


def parted(blocks: Sequence[Block]) -> tuple[list[Block], list[Block], list[Block]]:
    """What stands beside the first map (what comes before it, the standings, the deadline), what stands beside the
    second (how things stand now, and what can be ordered), and the rest."""
    first = next(n for n, b in enumerate(blocks) if isinstance(b, Map))
    second = any(isinstance(b, Map) for b in blocks[first + 1 :])
    beside, now, rest, section = list(blocks[:first]), list[Block](), list[Block](), ""
    for block in blocks[first:]:
        if isinstance(block, Heading) and (block.level <= SECTION or block.anchor):
            section = block.anchor
        if isinstance(block, Map):
            continue
        if second and section in (NOW, SHEET):
            now.append(block)
        elif is_standings(block) or (section == NEXT and isinstance(block, Heading | Text)):
            beside.append(block)
        else:
            rest.append(block)
    return beside, now, rest


def is_standings(block: Block) -> bool:
    return isinstance(block, Table) and block.name == STANDINGS
