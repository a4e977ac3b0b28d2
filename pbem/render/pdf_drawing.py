"""Primitives as PDF operators: a translation, without a decision of its own.

Shapes are written as ready operator strings in chart units under one scale, which is many times faster than ReportLab's
path objects; hatches are sheets drawn once a document and shown through each region. The canvas's own lists of
operators and forms are touched in `emit` and `sheets` alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from engines.atlas.chart import Ring
from engines.report import Hatch
from pbem.render.scene import Area, Lines, Path, Primitive, Scene, Steps, Text

SHEET = 9000
"""Hatch sheets reach this far in chart units, and as much scaled for charts of another size."""
NOMINAL = 7300
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def draw(
    canvas: Canvas, drawing: Scene | Iterable[Primitive], x: float, y: float, scale: float, height: int = 0
) -> None:
    """Draws primitives with their lower left corner at a point of the page; `height` is that of loose primitives."""
    primitives = drawing.primitives if isinstance(drawing, Scene) else tuple(drawing)
    tall = drawing.height if isinstance(drawing, Scene) else height
    k = drawing.width / NOMINAL if isinstance(drawing, Scene) else 1.0
    names = sheets(canvas, primitives, k)
    for is_text, run in groupby(primitives, lambda p: isinstance(p, Text)):
        if is_text:
            for p in run:
                assert isinstance(p, Text)
                text(canvas, p, x, y + tall * scale, scale)
        else:
            shapes = (shape(p, names) for p in run if not isinstance(p, Text))
            matrix = f"{scale:.6f} 0 0 {-scale:.6f} {x:.3f} {y + tall * scale:.3f} cm 1 j"
            emit(canvas, ["q", matrix, *shapes, "Q"])


def emit(canvas: Canvas, operators: Sequence[str]) -> None:
    canvas._code.extend(operators)


def text(canvas: Canvas, t: Text, x: float, top: float, scale: float) -> None:
    """Words centred on their point, over a halo if they have one."""
    font = "Noto-Bold" if t.bold else "Noto-Italic" if t.italic else "Noto"
    at = x + t.x * scale - canvas.stringWidth(t.text, font, t.size * scale) / 2, top - t.y * scale
    for mode, color in ((1, t.halo), (0, t.color)):
        if color:
            line = canvas.beginText(*at)
            line.setFont(font, t.size * scale)
            if mode:
                canvas.setStrokeColor(HexColor(color))
                canvas.setLineWidth(t.size * scale / 5)
                canvas.setLineJoin(1)
            else:
                canvas.setFillColor(HexColor(color))
            line.setTextRenderMode(mode)
            line.textOut(t.text)
            canvas.drawText(line)
            if mode:  # ReportLab takes for granted that each text begins filled
                emit(canvas, ["0 Tr"])


# --- shapes -----------------------------------------------------------------------------------------------------


def shape(p: Area | Lines | Path, sheets: dict[tuple[Hatch, str], str]) -> str:
    match p:
        case Area():
            return area(p, sheets.get((p.hatch, p.ink), ""))
        case Lines():
            return lines(p)
        case Path():
            return path(p)


@lru_cache(maxsize=2048)
def area(p: Area, sheet: str) -> str:
    """A filled surface; with a hatch, the fill's outline also clips the sheet of the hatch."""
    d = " ".join(map(outline, p.rings))
    return f"q {rgb(p.fill)} rg {d} W* f* /{sheet} Do Q" if sheet else f"{rgb(p.fill)} rg {d} f*"


def outline(ring: Ring) -> str:
    (x, y), *rest = ring
    return f"{x} {y} m " + " ".join(f"{a} {b} l" for a, b in rest) + " h"


@lru_cache(maxsize=256)
def lines(p: Lines) -> str:
    d = " ".join(f"{line[0][0]} {line[0][1]} m " + " ".join(f"{a} {b} l" for a, b in line[1:]) for line in p.lines)
    return f"{rgb(p.stroke)} RG {p.width} w {dashed(p.dash)} d 0 J {d} S"


@lru_cache(maxsize=2048)
def path(p: Path) -> str:
    d = steps(p.steps)
    ink = f"{rgb(p.stroke)} RG {p.width} w {dashed(p.dash)} d {int(p.round)} J " if p.stroke else ""
    fill = f"{rgb(p.fill)} rg " if p.fill else ""
    return f"{ink}{fill}{d} {'B' if p.fill and p.stroke else 'f' if p.fill else 'S'}"


def steps(found: Steps) -> str:
    return " ".join(f"{' '.join(map(str, numbers))} {OPERATORS[op]}" for op, numbers in found)


def dashed(dash: tuple[int, ...]) -> str:
    return f"[{' '.join(map(str, dash))}] 0"


@lru_cache(maxsize=256)
def rgb(color: str) -> str:
    return " ".join(f"{int(color[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))


# --- hatches ----------------------------------------------------------------------------------------------------


def sheets(canvas: Canvas, primitives: Iterable[Primitive], k: float) -> dict[tuple[Hatch, str], str]:
    """The sheets the primitives need, by hatch and ink: the names under which this document shows them."""
    wanted = sorted({(p.hatch, p.ink) for p in primitives if isinstance(p, Area) and p.hatch})
    forms = {(hatch, ink): f"hatch-{hatch}-{ink[1:]}-{k:g}" for hatch, ink in wanted}
    for (hatch, ink), form in forms.items():
        if not canvas.hasForm(form):
            canvas.beginForm(form, 0, 0, SHEET * k, SHEET * k)
            emit(canvas, [sheet(hatch, ink, k)])
            canvas.endForm()
    canvas._formsinuse.extend(forms.values())  # only now: ending a form at the head of a page forgets them
    return {key: canvas._doc.getXObjectName(form) for key, form in forms.items()}


@lru_cache(maxsize=64)
def sheet(hatch: Hatch, ink: str, k: float) -> str:
    """Lines over the whole chart: spacing, width and slope are those of the pattern."""
    ways = {
        "level": lambda: [level(64, 32)],
        "upright": lambda: [upright(64, 32)],
        "rising": lambda: [slanted(80, -1)],
        "falling": lambda: [slanted(88, 1)],
        "cross": lambda: [slanted(88, 1), slanted(88, -1)],
        "dots": lambda: [level(36, 18)],
        "dashes": lambda: [level(75, 38)],
    }
    widths = {"rising": 15, "cross": 11, "dots": 17}
    dashes = {"dots": "[0 72] 0 d 1 J", "dashes": "[52 98] 0 d"}
    d = " ".join(part for way in (ways[hatch](),) for part in way)
    return f"{k:g} 0 0 {k:g} 0 0 cm {rgb(ink)} RG {widths.get(hatch, 9)} w {dashes.get(hatch, '')} {d} S"


def level(step: int, first: int) -> str:
    """Level lines; every second one begins half a dash later, which shifts dots and dashes."""
    rows = range(first, SHEET, step)
    return " ".join(f"{18 if n % 2 == 0 else 54} {y} m {SHEET} {y} l" for n, y in enumerate(rows))


def upright(step: int, first: int) -> str:
    return " ".join(f"{x} 0 m {x} {SHEET} l" for x in range(first, SHEET, step))


def slanted(step: int, way: int) -> str:
    starts = range(-SHEET, SHEET, step) if way > 0 else range(0, 2 * SHEET, step)
    return " ".join(f"{x} 0 m {x + way * SHEET} {SHEET} l" for x in starts)
