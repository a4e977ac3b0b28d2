"""What is taken on a map: boxes and lines, found by the cells of a coarse grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from engines.memo import memoize
from pbem.render.shapes import Bounds, Spot

Segment: TypeAlias = tuple[float, float, float, float]
"""From a point to a point."""
GridCell: TypeAlias = tuple[int, int]
CELL = 400
"""The sides of a cell, in units of a chart."""


@dataclass(frozen=True, slots=True)
class Strand:
    """A line through points that reaches `half` to each side."""

    points: tuple[Spot, ...]
    half: float

    def iter_segments(self) -> Iterator[Segment]:
        return ((*a, *b) for a, b in zip(self.points, self.points[1:], strict=False))


Cover: TypeAlias = Bounds | Strand
"""The outline of something that is drawn, halo included."""


class CoverGrid:
    """Boxes and lines, each with who it belongs to ("" for what stays)."""

    def __init__(self, covers: Iterable[Cover] = ()) -> None:
        self.boxes: dict[GridCell, list[tuple[Bounds, str]]] = {}
        self.lines: dict[GridCell, list[tuple[Segment, float, str]]] = {}
        for cover in covers:
            self.add_cover(cover)

    def add_cover(self, cover: Cover, whose: str = "") -> None:
        if isinstance(cover, Strand):
            for segment in cover.iter_segments():
                for cell in list_touched_cells(grow_box(segment_bounds(segment), cover.half)):
                    self.lines.setdefault(cell, []).append((segment, cover.half, whose))
        else:
            for cell in list_touched_cells(cover):
                self.boxes.setdefault(cell, []).append((cover, whose))

    def overlapping_boxes(
        self, box: Bounds, whose: str = "-", near: Sequence[GridCell] = ()
    ) -> set[tuple[Bounds, str]]:
        """The boxes of others that overlap a box, which lies in the cells that are `near`."""
        left, top, right, bottom = box
        found = set()
        for cell in near or list_touched_cells(box):
            for one in self.boxes.get(cell, ()):
                a, b, c, d = one[0]
                if a < right and c > left and b < bottom and d > top and one[1] != whose:
                    found.add(one)
        return found

    def lines_through_box(
        self, box: Bounds, whose: str = "-", near: Sequence[GridCell] = ()
    ) -> set[tuple[Segment, str]]:
        """The lines of others that run through a box, which lies in the cells that are `near`."""
        left, top, right, bottom = box
        found = set()
        for cell in near or list_touched_cells(box):
            for segment, half, owner in self.lines.get(cell, ()):
                a, b, c, d = segment
                if (a < left - half and c < left - half) or (a > right + half and c > right + half):
                    continue
                if (b < top - half and d < top - half) or (b > bottom + half and d > bottom + half):
                    continue
                if owner != whose and segment_crosses_box(segment, grow_box(box, half)):
                    found.add((segment, owner))
        return found

    def boxes_on_segment(
        self, line: Segment, whose: str = "-", near: Sequence[GridCell] = ()
    ) -> set[tuple[Bounds, str]]:
        """The boxes of others that a line runs through, which lies in the cells that are `near`."""
        left, top, right, bottom = reach = segment_bounds(line)
        found = set()
        for cell in near or list_touched_cells(reach):
            for one in self.boxes.get(cell, ()):
                a, b, c, d = one[0]
                if (
                    a < right
                    and c > left
                    and b < bottom
                    and d > top
                    and one[1] != whose
                    and segment_crosses_box(line, one[0])
                ):
                    found.add(one)
        return found

    def lines_on_segment(self, line: Segment, whose: str = "-", most: float = inf) -> set[tuple[Segment, str]]:
        """The lines of others that cross a line; no more are looked for once there are more than `most`."""
        left, top, right, bottom = reach = segment_bounds(line)
        found = set()
        for cell in list_touched_cells(reach):
            for segment, _, owner in self.lines.get(cell, ()):
                a, b, c, d = segment
                if (
                    (a < left and c < left)
                    or (a > right and c > right)
                    or (b < top and d < top)
                    or (b > bottom and d > bottom)
                ):
                    continue
                if owner != whose and segments_cross(line, segment):
                    found.add((segment, owner))
                    if len(found) > most:
                        return found
        return found


def list_touched_cells(box: Bounds) -> Sequence[GridCell]:
    """The cells a box touches."""
    left, top, right, bottom = int(box[0] // CELL), int(box[1] // CELL), int(box[2] // CELL), int(box[3] // CELL)
    return list_cell_block(left, top, right, bottom)


@memoize(4096)
def list_cell_block(left: int, top: int, right: int, bottom: int) -> tuple[GridCell, ...]:
    """The cells from one to another. Thousands of places are kept, and many touch the same ones."""
    return tuple((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def segment_bounds(segment: Segment) -> Bounds:
    a, b, c, d = segment
    return min(a, c), min(b, d), max(a, c), max(b, d)


def grow_box(box: Bounds, by: float) -> Bounds:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def boxes_overlap(one: Bounds, two: Bounds) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]


def box_holds_box(outer: Bounds, inner: Bounds) -> bool:
    """Return whether a box lies wholly in another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def segment_crosses_box(segment: Segment, box: Bounds) -> bool:
    """Return whether a segment has a part in a box (Liang and Barsky)."""
    x, y, far_x, far_y = segment
    left, top, right, bottom = box
    if (x < left and far_x < left) or (x > right and far_x > right):
        return False
    if (y < top and far_y < top) or (y > bottom and far_y > bottom):
        return False
    dx, dy, enters, leaves = far_x - x, far_y - y, 0.0, 1.0
    for step, low, high in ((dx, left - x, right - x), (dy, top - y, bottom - y)):
        if step == 0:
            if low > 0 or high < 0:
                return False
            continue
        first, last = (low / step, high / step) if step > 0 else (high / step, low / step)
        enters, leaves = max(enters, first), min(leaves, last)
    return enters <= leaves


def segments_cross(one: Segment, two: Segment) -> bool:
    """Return whether two segments cross."""
    a, b, c, d = one
    p, q, r, s = two
    x, y = c - a, d - b
    if (x * (q - b) > y * (p - a)) == (x * (s - b) > y * (r - a)):  # both ends of the other on one side
        return False
    x, y = r - p, s - q
    return (x * (b - q) > y * (a - p)) != (x * (d - q) > y * (c - p))
