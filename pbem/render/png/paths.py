"""Outlines as cairo takes them whole: to hand over point by point takes ten times as long as to draw them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from struct import pack, unpack

import cairocffi
from cairocffi import Context

from engines.atlas.chart import Ring
from pbem.render.scene import PathSteps


def make_path_head(kind: int, length: int) -> tuple[float, float]:
    """The head of an element of a path (`cairo_path_data_t`): two whole numbers in the place of one that is not, and
    an empty place."""
    return unpack("d", pack("ii", kind, length))[0], 0.0


MOVE, LINE, CURVE, CLOSE = make_path_head(0, 2), make_path_head(1, 2), make_path_head(2, 4), make_path_head(3, 1)
HEADS = {"M": MOVE, "L": LINE, "C": CURVE, "Z": CLOSE}


def add_path(context: Context, elements: Iterable[float]) -> None:
    """Adds elements to the path of a drawing."""
    numbers = array("d", elements)
    data = cairocffi.ffi.from_buffer("cairo_path_data_t[]", numbers)
    path = cairocffi.ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": len(numbers) // 2})
    cairocffi.cairo.cairo_append_path(context._pointer, path)


def line_elements(line: Ring) -> list[float]:
    """A line from point to point."""
    head, empty = LINE
    found = [number for x, y in line for number in (head, empty, x, y)]
    found[:2] = MOVE
    return found


def lines_elements(lines: Iterable[Ring]) -> Iterable[float]:
    return chain.from_iterable(map(line_elements, lines))


def rings_elements(rings: Iterable[Ring]) -> Iterable[float]:
    """Lines that end where they begin."""
    return chain.from_iterable(chain(line_elements(ring), CLOSE) for ring in rings)


def steps_elements(steps: PathSteps) -> Iterable[float]:
    """The steps of a path."""
    return chain.from_iterable(chain(HEADS[op], numbers) for op, numbers in steps)
