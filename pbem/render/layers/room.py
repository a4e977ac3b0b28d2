"""Where on a chart a label finds room: the ranked places that the atlas measured, and what else is free of lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from math import dist, hypot
from operator import itemgetter
from weakref import WeakKeyDictionary

from engines.atlas.chart import Chart, Point, Region, Slot
from engines.atlas.crop import crossings, extent
from pbem.render.layers.grid import Cell, Grid, Segment, Strand, cells, grown
from pbem.render.layers.measure import unit
from pbem.render.shapes import Box

SLACK = 10
"""How much larger than a place its words may be: less than was left free around it."""
MOST = 4096
"""For so many labels of a chart places are kept."""
KEPT = 26
"""So many places are weighed for a label."""
MARGIN = 14
"""How far from a line words stay, for a chart of the usual width."""
FREE = 12
"""What is left free between labels, in units of a chart."""
OTHER = 25
"""What a place costs more that was measured for something else."""
OFF = 8
"""How far from its box a leader begins."""
BESIDE, ASTRAY = 150, 0.3
"""What it costs to stand beside a region, and each unit of the leader."""
REACH = 620
"""How far from it that may be, for a chart of the usual width."""
BORDERS = 2
"""So many lines of the map a leader may cross."""
WORST = 300
"""What it costs to stand on a line."""
STEP, ACROSS = 50, 28
"""How far apart places are sought in a region, for a chart of the usual width, and how many there are at most along two
sides of it."""
FAR = 0.06
"""What it costs to be a unit away from the usual place of a name."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a label can stand: the middle of its box, and how good that is. `leader` runs from the box to a dot in the
    region, if it stands outside; `around` is the box around both with a little room, and `cells` what that touches."""

    x: int
    y: int
    shape: Shape
    cost: float
    box: Box
    around: Box
    cells: Sequence[Cell]
    leader: Segment | None = None


Find = Callable[[Chart, str, tuple[Shape, ...]], tuple[Place, ...]]


def while_charts_live(find: Find) -> Find:
    """Keeps what was found for labels of a chart, as long as anybody else keeps the chart."""
    known: WeakKeyDictionary[Chart, dict[tuple[str, tuple[Shape, ...]], tuple[Place, ...]]] = WeakKeyDictionary()

    @wraps(find)
    def kept(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
        found = known.setdefault(chart, {})
        if len(found) > MOST:
            found.clear()
        if (at, shapes) not in found:
            found[at, shapes] = find(chart, at, shapes)
        return found[at, shapes]

    return kept


@while_charts_live
def places(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """The places that the atlas measured for a label of a region, the best first; always at least one."""
    found = in_order(place for shape in shapes for place in ranked(chart, at, shape))
    return found[:KEPT] or more(chart, at, shapes)


@while_charts_live
def more(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """These, and others that are as free of lines."""
    found = [place for shape in shapes for place in (*ranked(chart, at, shape), *sought(chart, at, shape))]
    found += beside(chart, at, shapes[-1])
    return apart(in_order(found or [place_at(chart.regions[at].label, shapes[0], WORST)]))


def in_order(found: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(found, key=lambda place: place.cost))


def apart(found: Iterable[Place]) -> tuple[Place, ...]:
    """Of places that are nearly the same, the best."""
    kept: dict[tuple[Shape, int, int, bool], Place] = {}
    for place in found:
        kept.setdefault((place.shape, *about(place.shape, place.x, place.y), bool(place.leader)), place)
    return tuple(kept.values())


def about(shape: Shape, x: int, y: int) -> tuple[int, int]:
    """Where a place is nearly: the same for places so near to each other that one of them is enough."""
    return x // max(1, shape.width // 3), y // max(1, shape.height // 2)


def ranked(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Those that the atlas measured."""
    for slot in chart.slots.get(shape.book, {}).get(at, ()):
        if fits(slot, shape):
            yield place_at((slot.x, slot.y), shape, slot.cost, slot.to)


def fits(slot: Slot, shape: Shape) -> bool:
    """With a little of the margin that the atlas left round every place."""
    return slot.width + SLACK >= shape.width and slot.height + SLACK >= shape.height


def sought(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Those at places for other things, and all over the region, that are as free of lines."""
    lines, margin, region, found = terrain(chart), MARGIN * unit(chart), chart.regions[at], set[tuple[int, int, bool]]()
    half, tall = shape.width / 2 + margin, shape.height / 2 + margin
    for x, y, cost, to in sorted((*near(chart, at, shape), *all_over(chart, at)), key=itemgetter(2)):
        here = *about(shape, x, y), bool(to)
        if here in found or not lines.free((x - half, y - tall, x + half, y + tall)):
            continue
        if to or lies_in((x, y), region):
            found.add(here)
            yield place_at((x, y), shape, cost, to)


def near(chart: Chart, at: str, shape: Shape) -> Iterator[tuple[int, int, int, Point | None]]:
    """The middles of all places of a region, and what has an edge in common with them."""
    for slot in (slot for of in chart.slots.values() for slot in of.get(at, ())):
        aside, above = (shape.width - slot.width) // 2, (shape.height - slot.height) // 2
        for dx, dy in ((0, 0), (aside, 0), (-aside, 0), (0, above), (0, -above)):
            yield slot.x + dx, slot.y + dy, slot.cost + OTHER, slot.to


def all_over(chart: Chart, at: str) -> tuple[tuple[int, int, int, None], ...]:
    """Points all over a region; what is far from the usual place of its name is worse."""
    region = chart.regions[at]
    points = [point for ring in region.rings for point in ring]
    left, top, right, bottom = extent(points)
    step = max(round(STEP * unit(chart)), (right - left + bottom - top) // ACROSS)
    (x, y), k = region.label, unit(chart)
    found = [(a, b) for a in range(left, right, step) for b in range(top, bottom, step)] + [region.label]
    return tuple((a, b, OTHER + round(FAR * hypot(a - x, b - y) / k), None) for a, b in found)


def beside(chart: Chart, at: str, shape: Shape) -> list[Place]:
    """Places round a region that are as free of lines, each with a leader."""
    lines, region, k = terrain(chart), chart.regions[at], unit(chart)
    ends = {slot.to for of in chart.slots.values() for slot in of.get(at, ()) if slot.to} or {region.piece}
    left, top, right, bottom = extent(point for ring in region.rings for point in ring)
    reach, found = round(REACH * k), list[Place]()
    for x in range(left - reach, right + reach, max(shape.width // 2, 1)):
        for y in range(top - reach, bottom + reach, max(shape.height, 1)):
            to = min(ends, key=lambda end: dist(end, (x, y)))
            place = place_at((x, y), shape, BESIDE + ASTRAY * dist(to, (x, y)) / k, to)
            if place.leader and dist(to, (x, y)) < reach and lines.free(grown(place.box, MARGIN * k)):
                borders = len(lines.met(place.leader))
                if not lies_in((x, y), region) and borders <= BORDERS:
                    found.append(place)
    return found


def place_at(middle: Point, shape: Shape, cost: float, to: Point | None = None) -> Place:
    (x, y), half, tall = middle, shape.width / 2, shape.height / 2
    box = x - half, y - tall, x + half, y + tall
    around = left, top, right, bottom = grown(box, FREE)
    line = leader(box, to) if to else None
    if to:
        around = min(left, to[0]), min(top, to[1]), max(right, to[0]), max(bottom, to[1])
    return Place(x, y, shape, cost + shape.cost, box, around, cells(around), line)


def leader(box: Box, to: Point) -> Segment:
    """From beside a box to a point."""
    left, top, right, bottom = grown(box, OFF)
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
    return Grid(Strand(line, 0) for line in lines)
