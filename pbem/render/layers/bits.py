"""A chart as a raster of bits: whether a box is free of lines, or a point lies at sea, in a microsecond."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil

from engines.atlas.chart import Point
from pbem.render.layers.grid import Segment
from pbem.render.shapes import Box

SIDE = 10
"""The sides of a square of the raster, in units of a chart."""


class Raster:
    """A sheet in squares: a number for each row of them, with a bit for each square that a line runs through."""

    def __init__(self, width: int, height: int, lines: Iterable[Iterable[Point]]) -> None:
        self.width, self.height = width, height
        self.rows = [0] * (height // SIDE + 1)
        for line in lines:
            for (a, b), (c, d) in pairwise(line):
                self.draw((a, b, c, d) if b <= d else (c, d, a, b))

    def draw(self, segment: Segment) -> None:
        """Sets the bits along a segment that runs downwards."""
        x, y, far_x, far_y = segment
        slope = (far_x - x) / (far_y - y) if far_y > y else 0.0
        for row in range(max(0, int(y // SIDE)), min(len(self.rows) - 1, int(far_y // SIDE)) + 1):
            enters, leaves = max(y, row * SIDE), min(far_y, (row + 1) * SIDE)
            ends = (x + (enters - y) * slope, x + (leaves - y) * slope) if slope else (x, far_x)
            self.rows[row] |= bits(max(0.0, min(ends)), max(0.0, *ends))

    def free(self, box: Box) -> bool:
        """Whether a box lies on the sheet and no line runs through the squares it touches."""
        left, top, right, bottom = box
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            return False
        first = int(left // SIDE)
        mask = ((1 << (int(right // SIDE) - first + 1)) - 1) << first
        for row in self.rows[int(top // SIDE) : int(bottom // SIDE) + 1]:  # noqa: SIM110
            if row & mask:
                return False
        return True


class Surface:
    """Areas in squares: a bit for each square whose middle lies in one of them."""

    def __init__(self, height: int, rings: Iterable[Sequence[Point]]) -> None:
        sides: list[list[float]] = [[] for _ in range(height // SIDE + 1)]
        for ring in rings:
            for (a, b), (c, d) in pairwise((*ring, ring[0])):
                x, y, far_x, far_y = (a, b, c, d) if b <= d else (c, d, a, b)
                for row in range(max(0, ceil(y / SIDE - 0.5)), min(len(sides), ceil(far_y / SIDE - 0.5))):
                    sides[row].append(x + ((row + 0.5) * SIDE - y) * (far_x - x) / (far_y - y))
        self.rows = [filled(sorted(crossings)) for crossings in sides]

    def holds(self, x: float, y: float) -> bool:
        """Whether a point on the sheet lies in one of them."""
        return bool(self.rows[int(y // SIDE)] >> int(x // SIDE) & 1)


def filled(crossings: Sequence[float]) -> int:
    """The bits of a row from where it enters an area to where it leaves it."""
    row = 0
    for enters, leaves in zip(crossings[::2], crossings[1::2], strict=True):
        row |= bits(max(0.0, enters), max(0.0, leaves))
    return row


def bits(low: float, high: float) -> int:
    """The bits of the squares from a place to another."""
    first = int(low // SIDE)
    return ((1 << (int(high // SIDE) - first + 1)) - 1) << first
