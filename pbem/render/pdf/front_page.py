"""What stands on the front page of a report beside its columns, as strips: the head, the picture with its signs, and
the box with the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.memo import memoize
from engines.palette import COAST, PAGE
from engines.report import Map, Paragraph, Run
from pbem.render.boards import picture
from pbem.render.maps import list_map_legend, make_map_scene, spare_toner
from pbem.render.maps.measure import NOMINAL
from pbem.render.paper import Imprint
from pbem.render.pdf.drawing import (
    SILENT,
    draw_chart,
    draw_primitives,
    draw_words,
    emit_operators,
    measure_pdf_words,
    rgb_operands,
)
from pbem.render.pdf.flow import BlockFlow
from pbem.render.pdf.parts import Picture
from pbem.render.pdf.strips import Strip
from pbem.render.pdf.words import BODY, BOLD, CELL, LEAD, LEADING, PAD, PLAIN, QUIET, SLANTED, lay_out_text
from pbem.render.scene import Primitive, Scene, SceneArea, SceneLines, ScenePath
from pbem.render.scene import SceneText as Words
from pbem.render.to_text import remove_controls

TITLE, SUBTITLE = 19.0, 9.0
CLOSE, BETWEEN = 4.0, 12.0
"""The blank behind a sign below the picture and behind its words, in points."""
ACCENT, SHADE, WHITE = (PAGE[name] for name in ("accent", "shade", "card"))
INSET = 9.0
"""How far the words of the box with the deadline stand in, in points."""


def title_strip(flow: BlockFlow, title: str, under: str, wide: float) -> Strip:
    """The title over a line, with what belongs to it behind it or, where there is no room, below it."""
    lines = lay_out_text(title, (), BOLD, TITLE, wide)
    behind = sum(p.width for p in lines[-1]) + 12
    said = lay_out_text(under, (), SLANTED, SUBTITLE, wide) if under else []
    beside = len(said) == 1 and behind + said[0][0].width <= wide
    words = len(lines) * TITLE * 1.18
    high = words + (0 if beside else len(said) * SUBTITLE * LEADING) + 8

    def paint(x: float, y: float) -> None:
        flow.mark_page_title(title, x, y + high)
        for n, line in enumerate(lines, 1):
            flow.draw_text_line(x, y + high - n * TITLE * 1.18 + 4, line)
        if beside:
            flow.draw_text_line(x + wide - said[0][0].width, y + high - words + 4, said[0], 0.3)
        else:
            flow.draw_text_lines(said, x, y + high - words, SUBTITLE, 0.3)
        emit_operators(
            flow.canvas, [f"{rgb_operands(ACCENT)} RG 1.2 w {x:.2f} {y + 4:.2f} m {x + wide:.2f} {y + 4:.2f} l S"]
        )

    return Strip(high, paint, role="H1")


def make_picture_scene(flow: BlockFlow, block: Picture) -> Scene:
    """The drawing of a picture."""
    outline = flow.paper.saves_toner
    return (
        make_map_scene(block, outline=outline)
        if isinstance(block, Map)
        else picture.wide_boards_scene(block, outline=outline)
    )


def picture_strip(flow: BlockFlow, drawing: Scene, wide: float, framed: bool = True) -> Strip:
    """A picture so wide, and a frame around it if it is framed: boards have frames of their own."""
    high = wide * drawing.height / drawing.width

    def paint(x: float, y: float) -> None:
        draw_chart(flow.canvas, drawing, x, y, wide / drawing.width)
        if framed:
            emit_operators(
                flow.canvas, [f"{rgb_operands(COAST)} RG 1 w [] 0 d {x:.2f} {y:.2f} {wide:.2f} {high:.2f} re S"]
            )

    return Strip(high, paint, role="Figure", alt=remove_controls(f"{drawing.title}. {drawing.description}"))


class PictureSign(NamedTuple):
    """A sign below the picture: where it stands in its row, its drawing and what that covers, its words."""

    left: float
    sample: tuple[Primitive, ...]
    box: tuple[float, float, float, float]
    words: str


def picture_sign_strips(flow: BlockFlow, block: Map, wide: float) -> Iterator[Strip]:
    """The signs that occur in the picture, as large as in it, beside each other: each in the first row that has
    room."""
    rows, ends, scale = list[list[PictureSign]](), list[float](), wide / NOMINAL
    for words, sample in list_map_legend(spare_map_toner(block) if flow.paper.saves_toner else block):
        box = drawing_extent(sample)
        room = (box[2] - box[0]) * scale + CLOSE + measure_pdf_words(remove_controls(words), PLAIN, CELL)
        at = next((n for n, end in enumerate(ends) if end + room <= wide), len(ends))
        if at == len(ends):
            ends.append(0.0)
            rows.append([])
        rows[at].append(PictureSign(ends[at], sample, box, remove_controls(words)))
        ends[at] += room + BETWEEN
    yield from (sign_row_strip(flow, row, scale) for row in rows)


def spare_map_toner(block: Map) -> Map:
    """A map whose signs save toner as the picture does."""
    looks, styles = ({key: spare_toner(look) for key, look in some.items()} for some in (block.looks, block.styles))
    return replace(block, looks=looks, styles=styles)


def sign_row_strip(flow: BlockFlow, row: Sequence[PictureSign], scale: float) -> Strip:
    high = max(CELL * LEADING, *((one.box[3] - one.box[1]) * scale for one in row)) + PAD

    def paint(x: float, y: float) -> None:
        for one in row:
            left, top, right, bottom = one.box
            foot = y + (high - (bottom - top) * scale) / 2
            emit_operators(flow.canvas, [SILENT])
            draw_primitives(flow.canvas, one.sample, round(bottom), x + one.left - left * scale, foot, scale)
            emit_operators(flow.canvas, ["EMC"])
            at = x + one.left + (right - left) * scale + CLOSE
            draw_words(flow.canvas, at, y + high / 2 - CELL * 0.35, one.words, PLAIN, CELL)

    return Strip(high, paint)


@memoize(256)
def drawing_extent(sample: tuple[Primitive, ...]) -> tuple[float, float, float, float]:
    """Return what a drawing covers: left, top, right, bottom."""
    found = [box for p in sample for box in iter_primitive_boxes(p)]
    lefts, tops, rights, bottoms = zip(*found, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def iter_primitive_boxes(p: Primitive) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of what a primitive is made of."""
    match p:
        case Words():
            half = measure_pdf_words(p.text, BOLD if p.bold else PLAIN, p.size) / 2
            yield p.x - half, p.y - 0.75 * p.size, p.x + half, p.y + 0.2 * p.size
        case ScenePath():
            for _, numbers in p.steps:
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    yield x - p.width / 2, y - p.width / 2, x + p.width / 2, y + p.width / 2
        case SceneArea():
            yield from ((x, y, x, y) for ring in p.rings for x, y in ring)
        case SceneLines():
            yield from ((x, y - p.width / 2, x, y + p.width / 2) for line in p.lines for x, y in line)


def deadline_strip(flow: BlockFlow, due: Sequence[Paragraph], imprint: Imprint, wide: float) -> Strip:
    """Return what is awaited until when, in a box, with the ways to the pages where it is said."""
    room = wide - 2 * INSET
    first, *others = due or [Paragraph("")]
    lines = [(line, LEAD) for line in lay_out_text(first.text, (), BOLD, LEAD, room)]
    said = " ".join(text.text for text in others if not text.quiet)
    links = (run for words, to in imprint.links for run in (Run("    "), Run(words, to=to)))
    runs = [Run(said), *links] if said else [*links][1:]
    lines += [(line, BODY) for line in lay_out_text("", runs, PLAIN, BODY, room) if runs]
    why = " ".join(text.text for text in others if text.quiet)
    lines += [(line, QUIET) for line in lay_out_text(why, (), PLAIN, QUIET, room) if why]
    high = sum(size * LEADING for _, size in lines) + 2 * INSET - PAD

    def paint(x: float, y: float) -> None:
        wash = WHITE if flow.paper.saves_toner else SHADE
        emit_operators(
            flow.canvas,
            [
                f"q {rgb_operands(wash)} rg {rgb_operands(ACCENT)} RG 0.8 w",
                rounded_box_operators(x, y, wide, high, 4),
                "B Q",
            ],
        )
        top = y + high - INSET + PAD / 2
        for line, size in lines:
            top -= size * LEADING
            flow.draw_text_line(x + INSET, top + size * 0.3, line, 0.35 if size == QUIET else 0.0)

    return Strip(high, paint)


def rounded_box_operators(x: float, y: float, wide: float, high: float, r: float) -> str:
    """A rectangle with round corners, as operators."""
    k, right, top = r * 0.45, x + wide, y + high
    corners = (
        ((right - r, y), (right - k, y, right, y + k, right, y + r)),
        ((right, top - r), (right, top - k, right - k, top, right - r, top)),
        ((x + r, top), (x + k, top, x, top - k, x, top - r)),
        ((x, y + r), (x, y + k, x + k, y, x + r, y)),
    )
    sides = (f"{number_operands(to)} l {number_operands(round_)} c" for to, round_ in corners)
    return f"{number_operands((x + r, y))} m {' '.join(sides)} h"


def number_operands(some: Sequence[float]) -> str:
    return " ".join(f"{one:.2f}" for one in some)
