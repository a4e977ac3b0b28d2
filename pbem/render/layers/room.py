"""Where on a chart a label finds room: the ranked places that the atlas measured, and what else is free of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from engines.atlas.chart import Chart, Point, Region, Slot
from engines.atlas.crop import crossings
from pbem.render.layers.grid import Grid, Segment, Strand, grown, holds
from pbem.render.layers.measure import unit
from pbem.render.shapes import Box

SLACK = 10
"""How much larger than a place its words may be: less than was left free around it."""
KEPT = 26
"""So many places are weighed for a label."""
MARGIN = 14
"""How far from a line words stay, for a chart of the usual width."""
CELL = 300
"""The cells in which lines are looked for, for a chart of the usual width."""
OTHER = 25
"""What a place costs more that was measured for something else."""
BESIDE = 8
"""How far from its box a leader begins."""
WORST = 300
"""What it costs to stand on a line."""
NUDGES = (
    *((0, 0), (0, -70), (0, 70), (90, 0), (-90, 0), (0, -125), (0, 125), (160, 0), (-160, 0)),
    *((120, 100), (-120, 100), (120, -100), (-120, -100)),
)
"""Where a name may stand beside its usual place on a chart without ranked places."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to set a label: as a box of so many units, for which there may be a `book` of places. `form` says which
    way it is, `size` in what letters, `cost` how much worse than the best."""

    book: str
    width: int
    height: int
    size: int = 0
    form: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a label can stand: the middle of its box, and how good that is. `leader` runs from the box to a dot in the
    region, if it stands outside."""

    x: int
    y: int
    shape: Shape
    cost: float
    box: Box
    leader: Segment | None = None


@lru_cache(8192)
def places(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """The places that the atlas measured for a label of a region, the best first; always at least one."""
    found = in_order(place for shape in shapes for place in ranked(chart, at, shape))
    return found[:KEPT] or more(chart, at, shapes)


@lru_cache(4096)
def more(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """These, and others that are as free of lines."""
    found = [place for shape in shapes for place in (*ranked(chart, at, shape), *sought(chart, at, shape))]
    return in_order(found or [place_at(chart.regions[at].label, shapes[0], WORST)])


def in_order(found: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(found, key=lambda place: place.cost))


def ranked(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Those that the atlas measured."""
    for slot in chart.slots.get(shape.book, {}).get(at, ()):
        if fits(slot, shape):
            yield place_at((slot.x, slot.y), shape, slot.cost, slot.to)


def fits(slot: Slot, shape: Shape) -> bool:
    """With a little of the margin that the atlas left round every place."""
    return slot.width + SLACK >= shape.width and slot.height + SLACK >= shape.height


def sought(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Those among places for other things, and around the usual place, that are as free of lines."""
    lines, margin, seen = terrain(chart), MARGIN * unit(chart), set[Point]()
    for x, y, cost, to in spots(chart, at, shape):
        place = place_at((x, y), shape, cost, to)
        left, top, right, bottom = place.box
        if (x, y) not in seen and not lines.through((left - margin, top - margin, right + margin, bottom + margin)):
            seen.add((x, y))
            yield place


def spots(chart: Chart, at: str, shape: Shape) -> Iterator[tuple[int, int, int, Point | None]]:
    """Where it may be worth looking: in the middle of all places of the region, and at their edges."""
    slots = [slot for of in chart.slots.values() for slot in of.get(at, ())]
    for slot in slots:
        aside, above = (shape.width - slot.width) // 2, (shape.height - slot.height) // 2
        for dx, dy in ((0, 0), (aside, 0), (-aside, 0), (0, above), (0, -above)):
            yield slot.x + dx, slot.y + dy, slot.cost + OTHER, slot.to
    if not slots:
        region, k = chart.regions[at], unit(chart)
        for n, (dx, dy) in enumerate(NUDGES):
            x, y = round(region.label[0] + dx * k), round(region.label[1] + dy * k)
            if lies_in((x, y), region):
                yield x, y, 10 * n, None


def place_at(middle: Point, shape: Shape, cost: float, to: Point | None = None) -> Place:
    (x, y), half, tall = middle, shape.width / 2, shape.height / 2
    box = x - half, y - tall, x + half, y + tall
    return Place(x, y, shape, cost + shape.cost, box, leader(box, to) if to else None)


def leader(box: Box, to: Point) -> Segment:
    """From beside a box to a point."""
    left, top, right, bottom = grown(box, BESIDE)
    return min(max(left, to[0]), right), min(max(top, to[1]), bottom), *to


def lies_in(point: Point, region: Region) -> bool:
    return sum(crossings(point, ring) for ring in region.rings) % 2 == 1


@lru_cache(16)
def terrain(chart: Chart) -> Grid:
    """All lines of a chart, and its edge."""
    width, height = chart.width, chart.height
    edge = ((0, 0), (width, 0), (width, height), (0, height), (0, 0))
    lines: Iterable[tuple[Point, ...]] = (
        edge,
        *(arc.points for arc in chart.arcs),
        *((*r, r[0]) for r in chart.islands),
    )
    return Grid(CELL * unit(chart), (Strand(line, 0) for line in lines))


def within(places_: Iterable[Place], seen: Box) -> list[Place]:
    """The places that lie wholly in a part of a chart."""
    return [place for place in places_ if holds(seen, place.box)]
