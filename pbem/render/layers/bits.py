"""The lines of a chart as a raster of bits: whether a box is free of them, in a microsecond."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

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
        mask = bits(left, right)
        return not any(row & mask for row in self.rows[int(top // SIDE) : int(bottom // SIDE) + 1])


def bits(low: float, high: float) -> int:
    """The bits of the squares from a place to another."""
    first = int(low // SIDE)
    return ((1 << (int(high // SIDE) - first + 1)) - 1) << first
