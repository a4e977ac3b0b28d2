"""Primitives as PDF operators: a translation, without a decision of its own.

Shapes and words are written as ready operator strings in chart units under one scale, which is many times faster than
ReportLab's path and text objects. What lies under the pieces of a chart, and the sheets of the hatches, are forms of
the document, compressed once for all documents that show the same. The canvas's own lists are touched in `emit`,
`form` and `glyphs` alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TypeAlias
from zlib import crc32

from reportlab.pdfbase.cidfonts import CIDFont
from reportlab.pdfbase.pdfdoc import xObjectName
from reportlab.pdfbase.pdfmetrics import getFont, stringWidth
from reportlab.pdfgen.canvas import Canvas

from engines.atlas.chart import Ring
from engines.kept import keeps, remembered
from engines.report import Hatch
from pbem.render.pdf_fonts import Font
from pbem.render.pdf_objects import put_packed
from pbem.render.pdf_scripts import RIGHT_TO_LEFT, segments
from pbem.render.scene import Area, Lines, Path, Primitive, Scene, Steps, Text

SHEET = 9000
"""Hatch sheets reach this far in chart units, and as much scaled for charts of another size."""
SILENT = "/Span <</ActualText <FEFF>>> BDC"
"""What is shown in it has no words."""
NOMINAL = 7300
BEFORE = {"": 0.5, "l": 0.0, "r": 1.0}
"""Which part of words stands before their point, as they are aligned."""
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def chart(canvas: Canvas, drawing: Scene, x: float, y: float, scale: float) -> None:
    """Draws a whole map with its lower left corner at a point of the page. Its land, what is drawn on all land alike,
    and what lies on it are forms, which the maps of a document and the reports of a phase share: of a map whose owners
    are others, only these are painted anew."""
    k = drawing.width / NOMINAL
    land, ground, above = parted(One(drawing.primitives))
    first = lands(canvas).setdefault((drawing.width, drawing.height, *(p.key for p in land)), land)
    emit(canvas, ["q", placed(drawing.height, x, y, scale)])
    show(canvas, drawing, first, k)
    changed = [p for p, before in zip(land, first, strict=True) if p != before]
    paint(canvas, changed, k)
    show(canvas, drawing, ground, k)
    show(canvas, drawing, above, k)
    emit(canvas, ["Q"])


class One:
    """Primitives that are the same only if they are the very same: to compare them takes as long as to write them."""

    def __init__(self, primitives: tuple[Primitive, ...]) -> None:
        self.primitives = primitives

    def __hash__(self) -> int:
        return id(self.primitives)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, One) and self.primitives is other.primitives


@keeps(16)
def parted(one: One) -> tuple[tuple[Area, ...], tuple[Primitive, ...], tuple[Primitive, ...]]:
    """The land of a map, what else lies under all pieces and words, and the rest."""
    ground = tuple(takewhile(lambda p: isinstance(p, Area | Lines), one.primitives))
    land = tuple(p for p in takewhile(lambda p: isinstance(p, Area), ground) if isinstance(p, Area))
    return land, ground[len(land) :], one.primitives[len(ground) :]


def lands(canvas: Canvas) -> dict[tuple[object, ...], tuple[Area, ...]]:
    """The land of each map of a document as it was painted first."""
    found: dict[tuple[object, ...], tuple[Area, ...]] = canvas.__dict__.setdefault("lands", {})
    return found


def show(canvas: Canvas, drawing: Scene, primitives: tuple[Primitive, ...], k: float) -> None:
    """Shows primitives as a form of the document, named for what it holds."""
    hatches, fonts, sheet = kept(One(primitives), k)
    names = sheets(canvas, hatches, k)
    for font in fonts:
        getFont(font).getSubsetInternalName(0, canvas._doc)
    name, packed = sheet or form_of("\n".join(operator(canvas, p, names) for p in primitives))
    form(canvas, name, (drawing.width, drawing.height), packed, names.values())
    canvas.doForm(name)


@keeps(16)
def kept(one: One, k: float) -> tuple[Sequence[Hatched], Collection[str], Form | None]:
    """The hatches of primitives, and their fonts with the form for any document: none if they have letters that each
    document numbers as they come."""
    hatches, texts = hatched(one.primitives), [p for p in one.primitives if isinstance(p, Text)]
    if not all(is_plain(t.text) for t in texts):
        return hatches, (), None
    names = {one: sheet_name(one, k) for one in hatches}
    operators = "\n".join(operator(None, p, names) for p in one.primitives)
    return hatches, dict.fromkeys(map(font_of, texts)), form_of(operators)


def draw(
    canvas: Canvas, primitives: Iterable[Primitive], height: int, x: float, y: float, scale: float, k: float = 1.0
) -> None:
    """Draws primitives `height` units tall with their lower left corner at a point of the page; `k` scales hatches."""
    emit(canvas, ["q", placed(height, x, y, scale)])
    paint(canvas, list(primitives), k)
    emit(canvas, ["Q"])


def paint(canvas: Canvas, primitives: Sequence[Primitive], k: float) -> None:
    """Primitives where the page stands."""
    names = sheets(canvas, hatched(primitives), k)
    canvas._formsinuse.extend(names.values())
    emit(canvas, [operator(canvas, p, names) for p in primitives])


def placed(height: int, x: float, y: float, scale: float) -> str:
    """From chart units, y downwards, to points of the page."""
    return f"{scale:.6f} 0 0 {-scale:.6f} {x:.3f} {y + height * scale:.3f} cm 1 j"


def emit(canvas: Canvas, operators: Sequence[str]) -> None:
    canvas._code.extend(operators)


def operator(canvas: Canvas | None, p: Primitive, names: Mapping[Hatched, str]) -> str:
    """A primitive for a document; plain ones need none."""
    return text(canvas, p) if isinstance(p, Text) else shape(p, names)


# --- forms ------------------------------------------------------------------------------------------------------

Form: TypeAlias = tuple[str, bytes]
"""What some operators are called in every document, and they themselves, compressed."""


@keeps(16)
def form_of(operators: str) -> Form:
    """Compression is the dearest part of a report, and all seats of a phase see the same ground."""
    said = operators.encode("ascii")
    return f"form-{crc32(said):08x}", zlib.compress(said)


def form(
    canvas: Canvas, name: str, size: tuple[float, float], packed: bytes, shown: Collection[str] = (), words: bool = True
) -> None:
    """Adds operators to the document under a name, unless it has them. `shown` are the forms they show."""
    if not canvas.hasForm(name):
        others = " ".join(f"/{xObjectName(one)} %d 0 R" for one in shown)
        fonts = "/Font %d 0 R " if words else ""
        head = "/Type /XObject /Subtype /Form /BBox [ 0 0 {:g} {:g} ]".format(*size)
        said = f"{head} /Resources << {fonts}/XObject << {others} >> >>"
        names = [*(["BasicFonts"] if words else []), *map(xObjectName, shown)]
        put_packed(canvas._doc, xObjectName(name), packed, said.encode(), *names)


# --- words ------------------------------------------------------------------------------------------------------


def say(canvas: Canvas, x: float, y: float, words: str, font: str, size: float, grey: float = 0.0) -> None:
    """Words from a point of the page on."""
    emit(canvas, [f"BT {grey:g} g {x:.2f} {y:.2f} Td {glyphs(canvas, words, font, size)} ET"])


def text(canvas: Canvas | None, t: Text) -> str:
    """Words at their point, over a halo if they have one: the halo is no word of its own."""
    font = font_of(t)
    at = f"1 0 0 -1 {t.x - BEFORE[t.align] * width(t.text, font, t.size):.0f} {t.y} Tm"
    shown = glyphs(canvas, t.text, font, t.size)
    halo = f"{SILENT} {rgb(t.halo)} RG {t.size / 5:g} w [] 0 d 1 Tr {at} {shown} 0 Tr EMC " if t.halo else ""
    return f"BT {halo}{rgb(t.color)} rg {at} {shown} ET"


def font_of(t: Text) -> str:
    return "Noto-Bold" if t.bold else "Noto-Italic" if t.italic else "Noto"


def is_plain(words: str) -> bool:
    """Whether words are written alike in all documents, in one font."""
    return words.isascii() and words.isprintable()


def glyphs(canvas: Canvas | None, words: str, font: str, size: float) -> str:
    """The operators that show words. What is read aloud or copied are the words themselves, where they are set in
    another order."""
    shown = " ".join(set_in(canvas, face, part, size) for face, part in segments(words, font))
    if not RIGHT_TO_LEFT.search(words):
        return shown
    return f"/Span <</ActualText <FEFF{words.encode('utf-16-be', 'replace').hex()}>>> BDC {shown} EMC"


def set_in(canvas: Canvas | None, font: str, words: str, size: float) -> str:
    """Words in one font; characters beyond the first two hundred or so come from further subsets of it."""
    face = getFont(font)
    if isinstance(face, Font) and is_plain(words):
        if canvas is not None:
            face.getSubsetInternalName(0, canvas._doc)
        return plainly_set(face, words, size)
    assert canvas is not None, "these letters have numbers in a document only"
    document = canvas._doc
    if isinstance(face, CIDFont):
        return f"{document.getInternalFontName(font)} {size:g} Tf <{words.encode('utf-16-be').hex()}> Tj"
    return " ".join(
        f"{face.getSubsetInternalName(subset, document)} {size:g} Tf <{codes.hex()}> Tj"
        for subset, codes in face.splitString(words, document)
    )


@keeps(4096)
def plainly_set(font: Font, words: str, size: float) -> str:
    return f"/{font.short}+0 {size:g} Tf <{words.encode().hex()}> Tj" if words else ""


@remembered(8192)
def width(words: str, font: str, size: float) -> float:
    """How wide words are set, in points; reports say the same things again and again."""
    return sum(spread(part, face, size) for face, part in segments(words, font))


def spread(words: str, font: str, size: float) -> float:
    face = getFont(font)
    if isinstance(face, Font) and is_plain(words):
        return 0.001 * size * sum(map(face.widths.__getitem__, words))
    return float(stringWidth(words, font, size))


# --- shapes -----------------------------------------------------------------------------------------------------


def shape(p: Area | Lines | Path, names: Mapping[Hatched, str]) -> str:
    match p:
        case Area():
            return area(p, names.get((p.hatch, p.ink), ""))
        case Lines():
            return lines(p)
        case Path():
            return path(p)


@keeps(2048)
def area(p: Area, sheet: str) -> str:
    """A filled surface; with a hatch, the fill's outline also clips the sheet of the hatch."""
    d = " ".join(map(outline, p.rings))
    return f"q {rgb(p.fill)} rg {d} W* f* /{xObjectName(sheet)} Do Q" if sheet else f"{rgb(p.fill)} rg {d} f*"


def outline(ring: Ring) -> str:
    (x, y), *rest = ring
    return f"{x} {y} m " + " ".join(f"{a} {b} l" for a, b in rest) + " h"


@keeps(64)
def lines(p: Lines) -> str:
    d = " ".join(f"{line[0][0]} {line[0][1]} m " + " ".join(f"{a} {b} l" for a, b in line[1:]) for line in p.lines)
    return f"{rgb(p.stroke)} RG {p.width} w {dashed(p.dash)} d 0 J {d} S"


@keeps(2048)
def path(p: Path) -> str:
    d = steps(p.steps)
    ink = f"{rgb(p.stroke)} RG {p.width} w {dashed(p.dash)} d {int(p.round)} J " if p.stroke else ""
    fill = f"{rgb(p.fill)} rg " if p.fill else ""
    return f"{ink}{fill}{d} {'B' if p.fill and p.stroke else 'f' if p.fill else 'S'}"


def steps(found: Steps) -> str:
    return " ".join(f"{' '.join(map(str, numbers))} {OPERATORS[op]}" for op, numbers in found)


def dashed(dash: tuple[int, ...]) -> str:
    return f"[{' '.join(map(str, dash))}] 0"


@keeps(256)
def rgb(color: str) -> str:
    return " ".join(f"{int(color[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))


# --- hatches ----------------------------------------------------------------------------------------------------


Hatched: TypeAlias = tuple[Hatch, str]
"""A hatch and its ink."""


def hatched(primitives: Iterable[Primitive]) -> list[Hatched]:
    return sorted({(p.hatch, p.ink) for p in primitives if isinstance(p, Area) and p.hatch})


def sheet_name(one: Hatched, k: float) -> str:
    hatch, ink = one
    return f"hatch-{hatch}-{ink[1:]}-{k:g}"


def sheets(canvas: Canvas, hatches: Iterable[Hatched], k: float) -> dict[Hatched, str]:
    """The sheets of hatches: the forms of this document that hold them."""
    names = {one: sheet_name(one, k) for one in hatches}
    for (hatch, ink), name in names.items():
        form(canvas, name, (SHEET * k, SHEET * k), packed_sheet(hatch, ink, k), words=False)
    return names


@keeps(64)
def packed_sheet(hatch: Hatch, ink: str, k: float) -> bytes:
    return form_of(sheet(hatch, ink, k))[1]


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
