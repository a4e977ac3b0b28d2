"""Primitives as PDF operators: a translation, without a decision of its own.

Shapes and words are written as ready operator strings in chart units under one scale, which is many times faster than
ReportLab's path and text objects. What lies under the pieces of a chart, and the sheets of the hatches, are forms of
the document, compressed once for all documents that show the same. The canvas's own lists are touched in
`emit_operators`, `add_document_form` and `glyph_operators` alone.
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
from engines.memo import memoize, memoize_texts
from engines.report import Hatch
from pbem.render.pdf.fonts import DocumentFont
from pbem.render.pdf.objects import put_packed_object
from pbem.render.pdf.scripts import RIGHT_TO_LEFT, split_by_font
from pbem.render.scene import PathSteps, Primitive, Scene, SceneArea, SceneLines, ScenePath, SceneText

SHEET = 9000
"""Hatch sheets reach this far in chart units, and as much scaled for charts of another size."""
SILENT = "/Span <</ActualText <FEFF>>> BDC"
"""What is shown in it has no words."""
NOMINAL = 7300
BEFORE = {"": 0.5, "l": 0.0, "r": 1.0}
"""Which part of words stands before their point, as they are aligned."""
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def draw_chart(canvas: Canvas, drawing: Scene, x: float, y: float, scale: float) -> None:
    """Draws a whole map with its lower left corner at a point of the page. Its land, what is drawn on all land alike,
    and what lies on it are forms, which the maps of a document and the reports of a phase share: of a map whose owners
    are others, only these are painted anew."""
    k = drawing.width / NOMINAL
    land, ground, above = split_map_primitives(PrimitiveBatch(drawing.primitives))
    first = lands_painted_first(canvas).setdefault((drawing.width, drawing.height, *(p.key for p in land)), land)
    emit_operators(canvas, ["q", placement_operators(drawing.height, x, y, scale)])
    show_as_form(canvas, drawing, first, k)
    changed = [p for p, before in zip(land, first, strict=True) if p != before]
    paint_primitives(canvas, changed, k)
    show_as_form(canvas, drawing, ground, k)
    show_as_form(canvas, drawing, above, k)
    emit_operators(canvas, ["Q"])


class PrimitiveBatch:
    """Primitives that are the same only if they are the very same: to compare them takes as long as to write them."""

    def __init__(self, primitives: tuple[Primitive, ...]) -> None:
        self.primitives = primitives

    def __hash__(self) -> int:
        return id(self.primitives)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PrimitiveBatch) and self.primitives is other.primitives


@memoize(16)
def split_map_primitives(
    one: PrimitiveBatch,
) -> tuple[tuple[SceneArea, ...], tuple[Primitive, ...], tuple[Primitive, ...]]:
    """The land of a map, what else lies under all pieces and words, and the rest."""
    ground = tuple(takewhile(lambda p: isinstance(p, SceneArea | SceneLines), one.primitives))
    land = tuple(p for p in takewhile(lambda p: isinstance(p, SceneArea), ground) if isinstance(p, SceneArea))
    return land, ground[len(land) :], one.primitives[len(ground) :]


def lands_painted_first(canvas: Canvas) -> dict[tuple[object, ...], tuple[SceneArea, ...]]:
    """The land of each map of a document as it was painted first."""
    found: dict[tuple[object, ...], tuple[SceneArea, ...]] = canvas.__dict__.setdefault("lands", {})
    return found


def show_as_form(canvas: Canvas, drawing: Scene, primitives: tuple[Primitive, ...], k: float) -> None:
    """Shows primitives as a form of the document, named for what it holds."""
    hatches, fonts, sheet = prepare_form(PrimitiveBatch(primitives), k)
    names = add_hatch_sheets(canvas, hatches, k)
    for font in fonts:
        getFont(font).getSubsetInternalName(0, canvas._doc)
    name, packed = sheet or pack_form("\n".join(primitive_operators(canvas, p, names) for p in primitives))
    add_document_form(canvas, name, (drawing.width, drawing.height), packed, names.values())
    canvas.doForm(name)


@memoize(16)
def prepare_form(one: PrimitiveBatch, k: float) -> tuple[Sequence[InkedHatch], Collection[str], PdfForm | None]:
    """The hatches of primitives, and their fonts with the form for any document: none if they have letters that each
    document numbers as they come."""
    hatches, texts = list_inked_hatches(one.primitives), [p for p in one.primitives if isinstance(p, SceneText)]
    if not all(is_plain_ascii(t.text) for t in texts):
        return hatches, (), None
    names = {one: hatch_sheet_name(one, k) for one in hatches}
    operators = "\n".join(primitive_operators(None, p, names) for p in one.primitives)
    return hatches, dict.fromkeys(map(text_font, texts)), pack_form(operators)


def draw_primitives(
    canvas: Canvas, primitives: Iterable[Primitive], height: int, x: float, y: float, scale: float, k: float = 1.0
) -> None:
    """Draws primitives `height` units tall with their lower left corner at a point of the page; `k` scales hatches."""
    emit_operators(canvas, ["q", placement_operators(height, x, y, scale)])
    paint_primitives(canvas, list(primitives), k)
    emit_operators(canvas, ["Q"])


def paint_primitives(canvas: Canvas, primitives: Sequence[Primitive], k: float) -> None:
    """Primitives where the page stands."""
    names = add_hatch_sheets(canvas, list_inked_hatches(primitives), k)
    canvas._formsinuse.extend(names.values())
    emit_operators(canvas, [primitive_operators(canvas, p, names) for p in primitives])


def placement_operators(height: int, x: float, y: float, scale: float) -> str:
    """From chart units, y downwards, to points of the page."""
    return f"{scale:.6f} 0 0 {-scale:.6f} {x:.3f} {y + height * scale:.3f} cm 1 j"


def emit_operators(canvas: Canvas, operators: Sequence[str]) -> None:
    canvas._code.extend(operators)


def primitive_operators(canvas: Canvas | None, p: Primitive, names: Mapping[InkedHatch, str]) -> str:
    """A primitive for a document; plain ones need none."""
    return text_operators(canvas, p) if isinstance(p, SceneText) else shape_operators(p, names)


# --- forms ------------------------------------------------------------------------------------------------------

PdfForm: TypeAlias = tuple[str, bytes]
"""What some operators are called in every document, and they themselves, compressed."""


@memoize(16)
def pack_form(operators: str) -> PdfForm:
    """Compression is the dearest part of a report, and all seats of a phase see the same ground."""
    said = operators.encode("ascii")
    return f"form-{crc32(said):08x}", zlib.compress(said)


def add_document_form(
    canvas: Canvas, name: str, size: tuple[float, float], packed: bytes, shown: Collection[str] = (), words: bool = True
) -> None:
    """Adds operators to the document under a name, unless it has them. `shown` are the forms they show."""
    if not canvas.hasForm(name):
        others = " ".join(f"/{xObjectName(one)} %d 0 R" for one in shown)
        fonts = "/Font %d 0 R " if words else ""
        head = "/Type /XObject /Subtype /Form /BBox [ 0 0 {:g} {:g} ]".format(*size)
        said = f"{head} /Resources << {fonts}/XObject << {others} >> >>"
        names = [*(["BasicFonts"] if words else []), *map(xObjectName, shown)]
        put_packed_object(canvas._doc, xObjectName(name), packed, said.encode(), *names)


# --- words ------------------------------------------------------------------------------------------------------


def draw_words(canvas: Canvas, x: float, y: float, words: str, font: str, size: float, grey: float = 0.0) -> None:
    """Words from a point of the page on."""
    emit_operators(canvas, [f"BT {grey:g} g {x:.2f} {y:.2f} Td {glyph_operators(canvas, words, font, size)} ET"])


def text_operators(canvas: Canvas | None, t: SceneText) -> str:
    """Words at their point, over a halo if they have one: the halo is no word of its own."""
    font = text_font(t)
    at = f"1 0 0 -1 {t.x - BEFORE[t.align] * measure_pdf_words(t.text, font, t.size):.0f} {t.y} Tm"
    shown = glyph_operators(canvas, t.text, font, t.size)
    halo = f"{SILENT} {rgb_operands(t.halo)} RG {t.size / 5:g} w [] 0 d 1 Tr {at} {shown} 0 Tr EMC " if t.halo else ""
    return f"BT {halo}{rgb_operands(t.color)} rg {at} {shown} ET"


def text_font(t: SceneText) -> str:
    return "Noto-Bold" if t.bold else "Noto-Italic" if t.italic else "Noto"


def is_plain_ascii(words: str) -> bool:
    """Return whether words are written alike in all documents, in one font."""
    return words.isascii() and words.isprintable()


def glyph_operators(canvas: Canvas | None, words: str, font: str, size: float) -> str:
    """The operators that show words. What is read aloud or copied are the words themselves, where they are set in
    another order."""
    shown = " ".join(glyph_run_operators(canvas, face, part, size) for face, part in split_by_font(words, font))
    if not RIGHT_TO_LEFT.search(words):
        return shown
    return f"/Span <</ActualText <FEFF{words.encode('utf-16-be', 'replace').hex()}>>> BDC {shown} EMC"


def glyph_run_operators(canvas: Canvas | None, font: str, words: str, size: float) -> str:
    """Words in one font; characters beyond the first two hundred or so come from further subsets of it."""
    face = getFont(font)
    if isinstance(face, DocumentFont) and is_plain_ascii(words):
        if canvas is not None:
            face.getSubsetInternalName(0, canvas._doc)
        return plain_glyph_operators(face, words, size)
    assert canvas is not None, "these letters have numbers in a document only"
    document = canvas._doc
    if isinstance(face, CIDFont):
        return f"{document.getInternalFontName(font)} {size:g} Tf <{words.encode('utf-16-be').hex()}> Tj"
    return " ".join(
        f"{face.getSubsetInternalName(subset, document)} {size:g} Tf <{codes.hex()}> Tj"
        for subset, codes in face.splitString(words, document)
    )


@memoize(4096)
def plain_glyph_operators(font: DocumentFont, words: str, size: float) -> str:
    return f"/{font.short}+0 {size:g} Tf <{words.encode().hex()}> Tj" if words else ""


@memoize_texts(8192)
def measure_pdf_words(words: str, font: str, size: float) -> float:
    """Return how wide words are set, in points; reports say the same things again and again."""
    return sum(measure_font_run(part, face, size) for face, part in split_by_font(words, font))


def measure_font_run(words: str, font: str, size: float) -> float:
    face = getFont(font)
    if isinstance(face, DocumentFont) and is_plain_ascii(words):
        return 0.001 * size * sum(map(face.widths.__getitem__, words))
    return float(stringWidth(words, font, size))


# --- shapes -----------------------------------------------------------------------------------------------------


def shape_operators(p: SceneArea | SceneLines | ScenePath, names: Mapping[InkedHatch, str]) -> str:
    match p:
        case SceneArea():
            return area_operators(p, names.get((p.hatch, p.ink), ""))
        case SceneLines():
            return line_operators(p)
        case ScenePath():
            return path_operators(p)


@memoize(2048)
def area_operators(p: SceneArea, sheet: str) -> str:
    """A filled surface; with a hatch, the fill's outline also clips the sheet of the hatch."""
    d = " ".join(map(ring_operators, p.rings))
    return (
        f"q {rgb_operands(p.fill)} rg {d} W* f* /{xObjectName(sheet)} Do Q"
        if sheet
        else f"{rgb_operands(p.fill)} rg {d} f*"
    )


def ring_operators(ring: Ring) -> str:
    (x, y), *rest = ring
    return f"{x} {y} m " + " ".join(f"{a} {b} l" for a, b in rest) + " h"


@memoize(64)
def line_operators(p: SceneLines) -> str:
    d = " ".join(f"{line[0][0]} {line[0][1]} m " + " ".join(f"{a} {b} l" for a, b in line[1:]) for line in p.lines)
    return f"{rgb_operands(p.stroke)} RG {p.width} w {dash_operand(p.dash)} d 0 J {d} S"


@memoize(2048)
def path_operators(p: ScenePath) -> str:
    d = step_operators(p.steps)
    ink = f"{rgb_operands(p.stroke)} RG {p.width} w {dash_operand(p.dash)} d {int(p.round)} J " if p.stroke else ""
    fill = f"{rgb_operands(p.fill)} rg " if p.fill else ""
    return f"{ink}{fill}{d} {'B' if p.fill and p.stroke else 'f' if p.fill else 'S'}"


def step_operators(found: PathSteps) -> str:
    return " ".join(f"{' '.join(map(str, numbers))} {OPERATORS[op]}" for op, numbers in found)


def dash_operand(dash: tuple[int, ...]) -> str:
    return f"[{' '.join(map(str, dash))}] 0"


@memoize(256)
def rgb_operands(color: str) -> str:
    return " ".join(f"{int(color[i : i + 2], 16) / 255:.3f}" for i in (1, 3, 5))


# --- hatches ----------------------------------------------------------------------------------------------------


InkedHatch: TypeAlias = tuple[Hatch, str]
"""A hatch and its ink."""


def list_inked_hatches(primitives: Iterable[Primitive]) -> list[InkedHatch]:
    return sorted({(p.hatch, p.ink) for p in primitives if isinstance(p, SceneArea) and p.hatch})


def hatch_sheet_name(one: InkedHatch, k: float) -> str:
    hatch, ink = one
    return f"hatch-{hatch}-{ink[1:]}-{k:g}"


def add_hatch_sheets(canvas: Canvas, hatches: Iterable[InkedHatch], k: float) -> dict[InkedHatch, str]:
    """The sheets of hatches: the forms of this document that hold them."""
    names = {one: hatch_sheet_name(one, k) for one in hatches}
    for (hatch, ink), name in names.items():
        add_document_form(canvas, name, (SHEET * k, SHEET * k), pack_hatch_sheet(hatch, ink, k), words=False)
    return names


@memoize(64)
def pack_hatch_sheet(hatch: Hatch, ink: str, k: float) -> bytes:
    return pack_form(hatch_sheet_operators(hatch, ink, k))[1]


def hatch_sheet_operators(hatch: Hatch, ink: str, k: float) -> str:
    """Lines over the whole chart: spacing, width and slope are those of the pattern."""
    ways = {
        "level": lambda: [level_hatch_operators(64, 32)],
        "upright": lambda: [upright_hatch_operators(64, 32)],
        "rising": lambda: [slanted_hatch_operators(80, -1)],
        "falling": lambda: [slanted_hatch_operators(88, 1)],
        "cross": lambda: [slanted_hatch_operators(88, 1), slanted_hatch_operators(88, -1)],
        "dots": lambda: [level_hatch_operators(36, 18)],
        "dashes": lambda: [level_hatch_operators(75, 38)],
    }
    widths = {"rising": 15, "cross": 11, "dots": 17}
    dashes = {"dots": "[0 72] 0 d 1 J", "dashes": "[52 98] 0 d"}
    d = " ".join(part for way in (ways[hatch](),) for part in way)
    return f"{k:g} 0 0 {k:g} 0 0 cm {rgb_operands(ink)} RG {widths.get(hatch, 9)} w {dashes.get(hatch, '')} {d} S"


def level_hatch_operators(step: int, first: int) -> str:
    """Level lines; every second one begins half a dash later, which shifts dots and dashes."""
    rows = range(first, SHEET, step)
    return " ".join(f"{18 if n % 2 == 0 else 54} {y} m {SHEET} {y} l" for n, y in enumerate(rows))


def upright_hatch_operators(step: int, first: int) -> str:
    return " ".join(f"{x} 0 m {x} {SHEET} l" for x in range(first, SHEET, step))


def slanted_hatch_operators(step: int, way: int) -> str:
    starts = range(-SHEET, SHEET, step) if way > 0 else range(0, 2 * SHEET, step)
    return " ".join(f"{x} 0 m {x + way * SHEET} {SHEET} l" for x in starts)
