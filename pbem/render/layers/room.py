"""Where on a chart a label finds room: the ranked places that the atlas measured, and what else is free of lines."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from math import dist, hypot
from operator import itemgetter
from threading import Lock
from weakref import ref

from engines.atlas.chart import Chart, Point, Ring, Slot
from engines.atlas.crop import extent
from engines.kept import keeps
from pbem.render.layers.bits import Raster, Surface
from pbem.render.layers.grid import Cell, Grid, Segment, Strand, cells, grown
from pbem.render.layers.measure import unit
from pbem.render.shapes import Box

SLACK = 10
"""How much larger than a place its words may be: less than was left free around it."""
MOST = 24_000
"""So many places are kept of all charts together, those of labels that were asked for last: two thirds of a kilobyte
each."""
KEPT = 26
"""So many places are weighed for a label."""
MARGIN = 9
"""How far from the squares of the raster with a line in them words stay, for a chart of the usual width."""
FREE = 12
"""What is left free between labels, in units of a chart."""
OTHER = 25
"""What a place costs more that was measured for something else."""
OFF = 12
"""How far from its box a leader begins."""
CLOSER = 3
"""How much closer together places are in it if there is no other."""
BESIDE, ASTRAY = 150, 0.3
"""What it costs to stand beside a region, and each unit of the leader."""
REACH = 620
"""How far from it that may be, for a chart of the usual width."""
BORDERS = 2
"""So many lines of the map a leader may cross."""
AFAR, FARTHEST, BORDER, ABROAD = 2400, 250, 40, 300
"""How far away a place is sought where there is none so near, how many are looked at, and what each line costs that
their leaders cross, and to stand on another's land."""
PIECES = "pieces"
"""The book of pieces that stand together."""
WORST = 300
"""What it costs to stand on a line."""
STEP, ACROSS = 50, 28
"""How far apart places are sought in a region, for a chart of the usual width, and how many there are at most along two
sides of it."""
DOT = 20
"""How far from borders a leader may end that has no better end, for a chart of the usual width."""
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
Key = tuple["ref[Chart]", Find, str, tuple[Shape, ...]]


class KnownPlaces:
    """What was found for labels, whatever the chart: the last of it, so that many games of many kinds take no more than
    one. A chart that nobody else keeps is not kept for its places."""

    def __init__(self) -> None:
        self.found = OrderedDict[Key, tuple[Place, ...]]()
        self.many = 0
        self.lock = Lock()

    def get(self, key: Key) -> tuple[Place, ...]:
        with self.lock:
            if key in self.found:
                self.found.move_to_end(key)
            return self.found.get(key, ())

    def put(self, key: Key, places: tuple[Place, ...]) -> None:
        with self.lock:
            self.many += len(places) - len(self.found.pop(key, ()))
            self.found[key] = places
            while self.many > MOST and len(self.found) > 1:
                _, oldest = self.found.popitem(last=False)
                self.many -= len(oldest)


KNOWN = KnownPlaces()


def remembered(find: Find) -> Find:
    """Keeps what was found."""

    @wraps(find)
    def kept(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
        key = ref(chart), find, at, shapes
        places = KNOWN.get(key)
        if not places:
            places = find(chart, at, shapes)
            KNOWN.put(key, places)
        return places

    return kept


def places(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """The places that the atlas measured for a label of a region, the best first; others, if it measured none."""
    return (best if any(is_measured(chart, at, shape) for shape in shapes) else more)(chart, at, shapes)


@remembered
def best(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """The best of those that the atlas measured."""
    return in_order(place for shape in shapes for place in ranked(chart, at, shape))[:KEPT]


@remembered
def more(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """These, and others that are as free of lines."""
    found = [place for shape in shapes for place in (*ranked(chart, at, shape), *sought(chart, at, shape))]
    found += beside(chart, at, shapes[-1])
    return apart(in_order(found or [place_at(chart.regions[at].label, shapes[0], WORST)]))


@remembered
def afar(chart: Chart, at: str, shapes: tuple[Shape, ...]) -> tuple[Place, ...]:
    """All these, and places far away, across as many lines as need be: the last resort."""
    found = (place for shape in shapes for place in (*sought(chart, at, shape, CLOSER), *far(chart, at, shape)))
    return in_order((*more(chart, at, shapes), *found))


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
    """Those that the atlas measured; for pieces the spot where they stand."""
    if shape.book == PIECES:
        yield place_at(chart.regions[at].piece, shape, 0)
    for slot in measured(chart, at, shape):
        yield place_at((slot.x, slot.y), shape, slot.cost, slot.to)


def is_measured(chart: Chart, at: str, shape: Shape) -> bool:
    """Whether there is any of them."""
    return shape.book == PIECES or any(measured(chart, at, shape))


def measured(chart: Chart, at: str, shape: Shape) -> Iterator[Slot]:
    return (slot for slot in chart.slots.get(shape.book, {}).get(at, ()) if fits(slot, shape))


def fits(slot: Slot, shape: Shape) -> bool:
    """With a little of the margin that the atlas left round every place."""
    return slot.width + SLACK >= shape.width and slot.height + SLACK >= shape.height


def sought(chart: Chart, at: str, shape: Shape, closer: int = 1) -> Iterator[Place]:
    """Those at places for other things, and all over the region, that are as free of lines, so much closer together
    than usual."""
    free, holds, found = free_for(chart, shape), surface(chart, at).holds, set[tuple[int, int, bool]]()
    open_ = [spot for spot in near(chart, at, shape) if free(spot[0], spot[1])]  # which few are
    for x, y, cost, to in sorted((*open_, *all_over(chart, at, *roomy(chart, shape))), key=itemgetter(2)):
        here = *about(shape, x * closer, y * closer), bool(to)
        if here not in found and (to or holds(x, y)):
            found.add(here)
            yield place_at((x, y), shape, cost, to)


def near(chart: Chart, at: str, shape: Shape) -> Iterator[tuple[int, int, int, Point | None]]:
    """The middles of all places of a region, and what has an edge in common with them."""
    for slot in slots_of(chart, at):
        aside, above = (shape.width - slot.width) // 2, (shape.height - slot.height) // 2
        for dx, dy in ((0, 0), (aside, 0), (-aside, 0), (0, above), (0, -above)):
            yield slot.x + dx, slot.y + dy, slot.cost + OTHER, slot.to


def all_over(chart: Chart, at: str, width: float, height: float) -> Iterator[tuple[int, int, int, None]]:
    """Points all over a region round which such a box is free of lines; what is far from the usual place of its name is
    worse."""
    region = chart.regions[at]
    left, top, right, bottom = extent(point for ring in region.rings for point in ring)
    step = max(round(STEP * unit(chart)), (right - left + bottom - top) // ACROSS)
    (x, y), k, sheet = region.label, unit(chart), raster(chart)
    for a, b in sheet.free_among(width, height, range(left, right, step), range(top, bottom, step)):
        yield a, b, OTHER + round(FAR * hypot(a - x, b - y) / k), None
    if sheet.free(width, height)(x, y):
        yield x, y, OTHER, None


def beside(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Places round a region that are as free of lines, each with a leader."""
    steps = max(shape.width // 2, 1), max(shape.height, 1)
    for x, y, to in around(chart, at, shape, leaders_ends(chart, at), REACH, steps):
        place = place_at((x, y), shape, BESIDE + ASTRAY * dist(to, (x, y)) / unit(chart), to)
        if place.leader and len(terrain(chart).met(place.leader, most=BORDERS)) <= BORDERS:
            yield place


def far(chart: Chart, at: str, shape: Shape) -> Iterator[Place]:
    """Such places further away, as many lines as their leaders may cross."""
    ends = leaders_ends(chart, at) | set(inland(chart, at))
    found = around(chart, at, shape, ends, AFAR, (shape.width // 2, shape.height))
    for x, y, to in sorted(found, key=lambda spot: dist(spot[2], spot[:2]))[:FARTHEST]:
        place = place_at((x, y), shape, BESIDE + ASTRAY * dist(to, (x, y)) / unit(chart), to)
        if place.leader:
            borders, abroad = len(terrain(chart).met(place.leader)), not water(chart).holds(x, y)
            yield replace(place, cost=place.cost + BORDER * borders + ABROAD * abroad)


def leaders_ends(chart: Chart, at: str) -> set[Point]:
    """Where in a region leaders end, as the atlas measured."""
    return {slot.to for slot in slots_of(chart, at) if slot.to} or {chart.regions[at].piece}


def inland(chart: Chart, at: str) -> Iterator[Point]:
    """Points all over a region, so far from its borders that a dot there lies in it."""
    far = 2 * DOT * unit(chart)
    holds = surface(chart, at).holds
    return ((x, y) for x, y, *_ in all_over(chart, at, far, far) if holds(x, y))


def slots_of(chart: Chart, at: str) -> Iterator[Slot]:
    """All places of a region, whatever for."""
    return (slot for of in chart.slots.values() for slot in of.get(at, ()))


def around(
    chart: Chart, at: str, shape: Shape, ends: set[Point], reach: float, steps: tuple[int, int]
) -> Iterator[tuple[int, int, Point]]:
    """Points in rows and columns round a region where a box is free of lines, and which end of a leader is near."""
    holds, k = surface(chart, at).holds, unit(chart)
    land = extent(point for ring in chart.regions[at].rings for point in ring)
    left, top, right, bottom = map(round, grown(land, reach * k))
    columns, rows = range(left, right, steps[0]), range(top, bottom, steps[1])
    for x, y in raster(chart).free_among(*roomy(chart, shape), columns, rows):
        to = min(ends, key=lambda end: (x - end[0]) ** 2 + (y - end[1]) ** 2)
        if dist(to, (x, y)) < reach * k and not holds(x, y):
            yield x, y, to


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


def lines(chart: Chart) -> Iterator[Ring]:
    """All lines of a chart."""
    yield from (arc.points for arc in chart.arcs)
    yield from ((*ring, ring[0]) for ring in chart.islands)


@keeps(16)
def terrain(chart: Chart) -> Grid:
    """The lines of a chart, to be counted."""
    return Grid(Strand(line, 0) for line in lines(chart))


@keeps(16)
def raster(chart: Chart) -> Raster:
    """The lines of a chart and the edge of its sheet, to be kept away from."""
    return Raster(chart.width, chart.height, lines(chart))


def free_for(chart: Chart, shape: Shape) -> Callable[[int, int], bool]:
    """Whether a label with a little room round it is free of lines, by its middle."""
    return raster(chart).free(*roomy(chart, shape))


def roomy(chart: Chart, shape: Shape) -> tuple[float, float]:
    """The box of a label with a little room round it."""
    margin = 2 * MARGIN * unit(chart)
    return shape.width + margin, shape.height + margin


def surface(chart: Chart, at: str) -> Surface:
    """A region. It is exact where a box round the point is free of lines."""
    known = surfaces(chart)
    if at not in known:
        known[at] = Surface(chart.height, chart.regions[at].rings)
    return known[at]


@keeps(16)
def surfaces(_: Chart) -> dict[str, Surface]:
    """Those regions of a chart that were asked for; they go with it, so that not all charts are kept for theirs."""
    return {}


@keeps(16)
def water(chart: Chart) -> Surface:
    """What of a chart is sea, or belongs to no game."""
    regions = (region for region in chart.regions.values() if region.kind in ("sea", "off"))
    return Surface(chart.height, (ring for region in regions for ring in region.rings))
