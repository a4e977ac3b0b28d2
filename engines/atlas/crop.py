"""A part of a drawn map: the regions in play, moved to the corner of a smaller sheet; what is outside is left blank."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from math import ceil, sqrt

from engines.atlas.chart import Arc, Chart, ChartRegion, Point, Ring, Slot, SlotBook

MARGIN = 110
"""Blank units round what is in play."""
TALLEST = 1.2
"""How many times as tall as wide a sheet is at most; a narrow part of a map gets blank sides."""


def crop_chart(chart: Chart, kept: Collection[str], name: str) -> Chart:
    """The chart of some of its regions alone, under a name of its own. Letters are smaller against the land than on the
    whole map, and larger on the sheet."""
    regions = [region for code, region in chart.regions.items() if code in kept]
    left, top, right, bottom = bounding_box(point for region in regions for ring in region.rings for point in ring)
    height = bottom - top + 2 * MARGIN
    width = max(right - left + 2 * MARGIN, ceil(height / TALLEST))
    dx, dy = (width - right - left) // 2, MARGIN - top
    share = min(1.0, max(width / chart.width, height / chart.height))
    return replace(
        chart,
        name=name,
        width=width,
        height=height,
        regions={region.code: move_region(region, dx, dy) for region in regions},
        arcs=tuple(crop_arcs(chart, kept, dx, dy)),
        islands=tuple(move_ring(ring, dx, dy) for ring in chart.islands if lies_in_regions(ring[0], regions)),
        places={at: move_point(spot, dx, dy) for at, spot in chart.places.items() if at.partition("/")[0] in kept},
        lettering=chart.lettering * chart.width / width * sqrt(share),
        slots={book: dict(slots_on_sheet(of, kept, (dx, dy), (width, height))) for book, of in chart.slots.items()},
    )


def slots_on_sheet(
    book: SlotBook, kept: Collection[str], by: Point, size: tuple[int, int]
) -> Iterator[tuple[str, tuple[Slot, ...]]]:
    """The slots that lie on the sheet, with the sheet's own places; where none does, the best one pushed onto it."""
    for code in book.keys() & kept:
        there = [move_slot(slot, *by) for slot in book[code]]
        yield code, tuple(slot for slot in there if slot.lies_on(*size)) or (push_onto_sheet(there[0], *size),)


def move_slot(slot: Slot, dx: int, dy: int) -> Slot:
    return replace(slot, x=slot.x + dx, y=slot.y + dy, to=slot.to and move_point(slot.to, dx, dy))


def push_onto_sheet(slot: Slot, width: int, height: int) -> Slot:
    """A slot moved onto the sheet as little as need be."""
    left, top, right, bottom = slot.box
    dx = ceil(max(-left, 0)) - ceil(max(right - width, 0))
    dy = ceil(max(-top, 0)) - ceil(max(bottom - height, 0))
    return replace(slot, x=slot.x + dx, y=slot.y + dy)


def bounding_box(points: Iterable[Point]) -> tuple[int, int, int, int]:
    """The box round some points: left, top, right, bottom."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def move_region(region: ChartRegion, dx: int, dy: int) -> ChartRegion:
    rings = tuple(move_ring(ring, dx, dy) for ring in region.rings)
    return replace(region, rings=rings, label=move_point(region.label, dx, dy), piece=move_point(region.piece, dx, dy))


def crop_arcs(chart: Chart, kept: Collection[str], dx: int, dy: int) -> Iterator[Arc]:
    """The lines round regions that are kept; what is beyond them is no side any more."""
    for arc in chart.arcs:
        sides = tuple(side for side in arc.sides if side in kept)
        if sides:
            yield Arc(move_ring(arc.points, dx, dy), sides, arc.kind)


def move_ring(ring: Ring, dx: int, dy: int) -> Ring:
    return tuple((x + dx, y + dy) for x, y in ring)


def move_point(point: Point, dx: int, dy: int) -> Point:
    return point[0] + dx, point[1] + dy


def lies_in_regions(point: Point, regions: Iterable[ChartRegion]) -> bool:
    """Return whether a point is in one of some regions."""
    return any(sum(count_crossings(point, ring) for ring in region.rings) % 2 for region in regions)


def count_crossings(point: Point, ring: Ring) -> int:
    """Return how many sides of a ring a line from a point to the right crosses."""
    x, y = point
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    return sum((b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b) for (a, b), (c, d) in sides)
