"""A chart as a raster of bits: whether a box is free of lines, or a point lies at sea, in a microsecond."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import ceil, floor
from operator import add

from engines.atlas.chart import Point
from pbem.render.maps.grid import Segment

SIDE = 10
"""The sides of a square of the raster, in units of a chart."""


BYTES = bytes.maketrans(b"01", b"\0\1")


class LineRaster:
    """A sheet in squares, and how many of those above and left of each have a line in them: whether a box is free of
    lines is told by its four corners."""

    def __init__(self, width: int, height: int, lines: Iterable[Iterable[Point]]) -> None:
        self.width, self.height = width, height
        rows = [0] * (height // SIDE + 1)
        for line in lines:
            for (a, b), (c, d) in pairwise(line):
                set_segment_bits(rows, (a, b, c, d) if b <= d else (c, d, a, b))
        self.sums = sum_row_bits(rows, width // SIDE + 1)

    def make_box_test(self, width: float, height: float) -> Callable[[int, int], bool]:
        """Return whether boxes of a size lie on the sheet and no line runs through the squares they touch, by their
        middles."""
        sums, far, low = self.sums, self.width, self.height
        left, right, top, bottom = ceil(width / 2), floor(width / 2), ceil(height / 2), floor(height / 2)

        def is_free(x: int, y: int) -> bool:
            if x < left or y < top or x + left > far or y + top > low:
                return False
            above, below = sums[(y - top) // SIDE], sums[(y + bottom) // SIDE + 1]
            begins, ends = (x - left) // SIDE, (x + right) // SIDE + 1
            return below[ends] - below[begins] == above[ends] - above[begins]

        return is_free

    def list_free_points(self, width: float, height: float, across: Iterable[int], down: Iterable[int]) -> list[Point]:
        """Of points in rows and columns those that are the middles of such boxes, column by column."""
        left, right, top, bottom = ceil(width / 2), floor(width / 2), ceil(height / 2), floor(height / 2)
        columns = [(x, (x - left) // SIDE, (x + right) // SIDE + 1) for x in across if left <= x <= self.width - left]
        found = []
        for y in down:
            if top <= y <= self.height - top:
                above, below = self.sums[(y - top) // SIDE], self.sums[(y + bottom) // SIDE + 1]
                found += [(x, y) for x, a, b in columns if below[b] - below[a] == above[b] - above[a]]
        return sorted(found)


def set_segment_bits(rows: list[int], segment: Segment) -> None:
    """Sets the bits along a segment that runs downwards: a number for each row of squares."""
    x, y, far_x, far_y = segment
    slope = (far_x - x) / (far_y - y) if far_y > y else 0.0
    for row in range(max(0, int(y // SIDE)), min(len(rows) - 1, int(far_y // SIDE)) + 1):
        enters, leaves = max(y, row * SIDE), min(far_y, (row + 1) * SIDE)
        ends = (x + (enters - y) * slope, x + (leaves - y) * slope) if slope else (x, far_x)
        rows[row] |= make_bit_range(max(0.0, min(ends)), max(0.0, *ends))


def sum_row_bits(rows: Sequence[int], many: int) -> list[array[int]]:
    """Return how many bits of so many columns are set above and left of each."""
    found = [array("I", bytes(4 * (many + 1)))]
    for row in rows:
        each = f"{row:0{many}b}"[::-1][:many].encode().translate(BYTES)
        found.append(array("I", map(add, found[-1], accumulate(each, initial=0))))
    return found


class AreaRaster:
    """Areas in squares: a bit for each square whose middle lies in one of them."""

    def __init__(self, height: int, rings: Iterable[Sequence[Point]]) -> None:
        sides: list[list[float]] = [[] for _ in range(height // SIDE + 1)]
        for ring in rings:
            for (a, b), (c, d) in pairwise((*ring, ring[0])):
                x, y, far_x, far_y = (a, b, c, d) if b <= d else (c, d, a, b)
                for row in range(max(0, ceil(y / SIDE - 0.5)), min(len(sides), ceil(far_y / SIDE - 0.5))):
                    sides[row].append(x + ((row + 0.5) * SIDE - y) * (far_x - x) / (far_y - y))
        self.rows = [fill_row_bits(sorted(crossings)) for crossings in sides]

    def contains_point(self, x: float, y: float) -> bool:
        """Return whether a point on the sheet lies in one of them."""
        return bool(self.rows[int(y // SIDE)] >> int(x // SIDE) & 1)


def fill_row_bits(crossings: Sequence[float]) -> int:
    """The bits of a row from where it enters an area to where it leaves it."""
    row = 0
    for enters, leaves in zip(crossings[::2], crossings[1::2], strict=True):
        row |= make_bit_range(max(0.0, enters), max(0.0, leaves))
    return row


def make_bit_range(low: float, high: float) -> int:
    """The bits of the squares from a place to another."""
    first = int(low // SIDE)
    return ((1 << (int(high // SIDE) - first + 1)) - 1) << first
