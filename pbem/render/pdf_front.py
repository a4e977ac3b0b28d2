"""What stands on the front page of a report beside its columns, as strips: the head, the picture with its signs, and
the box with the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.palette import COAST, PAGE
from engines.report import Map, Run, Text
from pbem.render import boards
from pbem.render.layers import SAMPLE_SIZE, legend, scene
from pbem.render.paper import Imprint
from pbem.render.pdf_drawing import SILENT, chart, draw, emit, rgb, say, width
from pbem.render.pdf_flow import Flow
from pbem.render.pdf_parts import Picture
from pbem.render.pdf_strips import Strip
from pbem.render.pdf_words import BODY, BOLD, CELL, LEAD, LEADING, PAD, PLAIN, QUIET, SLANTED, laid
from pbem.render.scene import Primitive, Scene
from pbem.render.to_text import plain

TITLE, SUBTITLE = 19.0, 9.0
SIGN, BETWEEN = 16.0, 14.0
"""The height of a sign below the picture, and the blank behind its words, in points."""
ACCENT, SHADE, WHITE = (PAGE[name] for name in ("accent", "shade", "card"))
INSET = 9.0
"""How far the words of the box with the deadline stand in, in points."""


def head(flow: Flow, title: str, under: str, wide: float) -> Strip:
    """The title over a line, with what belongs to it behind it or, where there is no room, below it."""
    lines = laid(title, (), BOLD, TITLE, wide)
    behind = sum(p.width for p in lines[-1]) + 12
    said = laid(under, (), SLANTED, SUBTITLE, wide) if under else []
    beside = len(said) == 1 and behind + said[0][0].width <= wide
    words = len(lines) * TITLE * 1.18
    high = words + (0 if beside else len(said) * SUBTITLE * LEADING) + 8

    def paint(x: float, y: float) -> None:
        flow.begins_all(title, x, y + high)
        for n, line in enumerate(lines, 1):
            flow.line(x, y + high - n * TITLE * 1.18 + 4, line)
        if beside:
            flow.line(x + wide - said[0][0].width, y + high - words + 4, said[0], 0.3)
        else:
            flow.lines(said, x, y + high - words, SUBTITLE, 0.3)
        emit(flow.canvas, [f"{rgb(ACCENT)} RG 1.2 w {x:.2f} {y + 4:.2f} m {x + wide:.2f} {y + 4:.2f} l S"])

    return Strip(high, paint, role="H1")


def drawn(flow: Flow, block: Picture) -> Scene:
    """The drawing of a picture."""
    return scene(block, outline=flow.paper.outline) if isinstance(block, Map) else boards.wide(block)


def picture(flow: Flow, drawing: Scene, wide: float, framed: bool = True) -> Strip:
    """A picture so wide, and a frame around it if it is framed: boards have frames of their own."""
    high = wide * drawing.height / drawing.width

    def paint(x: float, y: float) -> None:
        chart(flow.canvas, drawing, x, y, wide / drawing.width)
        if framed:
            emit(flow.canvas, [f"{rgb(COAST)} RG 1 w [] 0 d {x:.2f} {y:.2f} {wide:.2f} {high:.2f} re S"])

    return Strip(high, paint, role="Figure", alt=f"{drawing.title}. {drawing.description}")


def signs(flow: Flow, block: Map, wide: float) -> Iterator[Strip]:
    """The signs that occur in the picture, beside each other in rows; what else there is to know of it."""
    row, used = list[tuple[float, str, Sequence[Primitive]]](), 0.0
    for name, sample in legend(block):
        room = SAMPLE_SIZE[0] * SIGN / SAMPLE_SIZE[1] + 5 + width(plain(name), PLAIN, CELL) + BETWEEN
        if row and used + room - BETWEEN > wide:
            yield signs_row(flow, row)
            row, used = [], 0.0
        row.append((used, name, sample))
        used += room
    if row:
        yield signs_row(flow, row)


def signs_row(flow: Flow, row: Sequence[tuple[float, str, Sequence[Primitive]]]) -> Strip:
    wide, high = SAMPLE_SIZE
    scale = SIGN / high

    def paint(x: float, y: float) -> None:
        for left, name, sample in row:
            emit(flow.canvas, [SILENT])
            draw(flow.canvas, sample, high, x + left, y, scale)
            emit(flow.canvas, ["EMC"])
            say(flow.canvas, x + left + wide * scale + 5, y + SIGN / 2 - 2.8, plain(name), PLAIN, CELL)

    return Strip(SIGN + 1, paint)


def deadline(flow: Flow, due: Sequence[Text], imprint: Imprint, wide: float) -> Strip:
    """What is awaited until when, in a box, with the ways to the pages where it is said."""
    room = wide - 2 * INSET
    first, *others = due or [Text("")]
    lines = [(line, LEAD) for line in laid(first.text, (), BOLD, LEAD, room)]
    said = " ".join(text.text for text in others if not text.quiet)
    lines += [(line, BODY) for line in laid(said, (), PLAIN, BODY, room) if said]
    why = " ".join(text.text for text in others if text.quiet)
    lines += [(line, QUIET) for line in laid(why, (), PLAIN, QUIET, room) if why]
    runs = [run for words, to in imprint.links for run in (Run(words, to=to), Run("    "))][:-1]
    lines += [(line, BODY) for line in laid("links", runs, PLAIN, BODY, room) if runs]
    high = sum(size * LEADING for _, size in lines) + 2 * INSET - PAD

    def paint(x: float, y: float) -> None:
        wash = WHITE if flow.paper.outline else SHADE
        emit(flow.canvas, [f"q {rgb(wash)} rg {rgb(ACCENT)} RG 0.8 w", rounded(x, y, wide, high, 4), "B Q"])
        top = y + high - INSET + PAD / 2
        for line, size in lines:
            top -= size * LEADING
            flow.line(x + INSET, top + size * 0.3, line, 0.35 if size == QUIET else 0.0)

    return Strip(high, paint)


def rounded(x: float, y: float, wide: float, high: float, r: float) -> str:
    """A rectangle with round corners, as operators."""
    k, right, top = r * 0.45, x + wide, y + high
    corners = (
        ((right - r, y), (right - k, y, right, y + k, right, y + r)),
        ((right, top - r), (right, top - k, right - k, top, right - r, top)),
        ((x + r, top), (x + k, top, x, top - k, x, top - r)),
        ((x, y + r), (x, y + k, x + k, y, x + r, y)),
    )
    sides = (f"{numbers(to)} l {numbers(round_)} c" for to, round_ in corners)
    return f"{numbers((x + r, y))} m {' '.join(sides)} h"


def numbers(some: Sequence[float]) -> str:
    return " ".join(f"{one:.2f}" for one in some)
