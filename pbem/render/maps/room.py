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
from engines.atlas.crop import bounding_box
from engines.memo import memoize
from pbem.render.maps.bits import AreaRaster, LineRaster
from pbem.render.maps.grid import CoverGrid, GridCell, Segment, Strand, grow_box, list_touched_cells
from pbem.render.maps.measure import chart_unit
from pbem.render.shapes import Bounds

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
class LabelShape:
    """One way to set a label: as a box of so many units, for which there may be a `book` of places. `form` says which
    way it is, `size` in what letters, `cost` how much worse than the best."""

    book: str
    width: int
    height: int
    size: int = 0
    form: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class LabelPlace:
    """Where a label can stand: the middle of its box, and how good that is. `make_leader` runs from the box to a dot in
    the region, if it stands outside; `iter_points_around` is the box around both with a little room, and `cells` what
    that touches."""

    x: int
    y: int
    shape: LabelShape
    cost: float
    box: Bounds
    around: Bounds
    cells: Sequence[GridCell]
    leader: Segment | None = None


PlaceFinder = Callable[[Chart, str, tuple[LabelShape, ...]], tuple[LabelPlace, ...]]
PlaceKey = tuple["ref[Chart]", PlaceFinder, str, tuple[LabelShape, ...]]


class KnownPlaces:
    """What was found for labels, whatever the chart: the last of it, so that many games of many kinds take no more than
    one. A chart that nobody else keeps is not kept for its places."""

    def __init__(self) -> None:
        self.found = OrderedDict[PlaceKey, tuple[LabelPlace, ...]]()
        self.many = 0
        self.lock = Lock()

    def get_places(self, key: PlaceKey) -> tuple[LabelPlace, ...]:
        with self.lock:
            if key in self.found:
                self.found.move_to_end(key)
            return self.found.get(key, ())

    def store_places(self, key: PlaceKey, places: tuple[LabelPlace, ...]) -> None:
        with self.lock:
            self.many += len(places) - len(self.found.pop(key, ()))
            self.found[key] = places
            while self.many > MOST and len(self.found) > 1:
                _, oldest = self.found.popitem(last=False)
                self.many -= len(oldest)


KNOWN = KnownPlaces()


def cache_places(find: PlaceFinder) -> PlaceFinder:
    """Keeps what was found."""

    @wraps(find)
    def find_or_recall(chart: Chart, at: str, shapes: tuple[LabelShape, ...]) -> tuple[LabelPlace, ...]:
        key = ref(chart), find, at, shapes
        places = KNOWN.get_places(key)
        if not places:
            places = find(chart, at, shapes)
            KNOWN.store_places(key, places)
        return places

    return find_or_recall


def list_label_places(chart: Chart, at: str, shapes: tuple[LabelShape, ...]) -> tuple[LabelPlace, ...]:
    """The places that the atlas measured for a label of a region, the best first; others, if it measured none."""
    return (list_best_places if any(has_measured_slot(chart, at, shape) for shape in shapes) else list_more_places)(
        chart, at, shapes
    )


@cache_places
def list_best_places(chart: Chart, at: str, shapes: tuple[LabelShape, ...]) -> tuple[LabelPlace, ...]:
    """The best of those that the atlas measured."""
    return sort_by_cost(place for shape in shapes for place in iter_measured_places(chart, at, shape))[:KEPT]


@cache_places
def list_more_places(chart: Chart, at: str, shapes: tuple[LabelShape, ...]) -> tuple[LabelPlace, ...]:
    """These, and others that are as free of lines."""
    found = [
        place
        for shape in shapes
        for place in (*iter_measured_places(chart, at, shape), *search_free_places(chart, at, shape))
    ]
    found += iter_places_beside(chart, at, shapes[-1])
    return drop_near_duplicates(sort_by_cost(found or [make_label_place(chart.regions[at].label, shapes[0], WORST)]))


@cache_places
def list_places_afar(chart: Chart, at: str, shapes: tuple[LabelShape, ...]) -> tuple[LabelPlace, ...]:
    """All these, and places far away, across as many lines as need be: the last resort."""
    found = (
        place
        for shape in shapes
        for place in (*search_free_places(chart, at, shape, CLOSER), *iter_far_places(chart, at, shape))
    )
    return sort_by_cost((*list_more_places(chart, at, shapes), *found))


def sort_by_cost(found: Iterable[LabelPlace]) -> tuple[LabelPlace, ...]:
    return tuple(sorted(found, key=lambda place: place.cost))


def drop_near_duplicates(found: Iterable[LabelPlace]) -> tuple[LabelPlace, ...]:
    """Of places that are nearly the same, the best."""
    kept: dict[tuple[LabelShape, int, int, bool], LabelPlace] = {}
    for place in found:
        kept.setdefault((place.shape, *coarse_position(place.shape, place.x, place.y), bool(place.leader)), place)
    return tuple(kept.values())


def coarse_position(shape: LabelShape, x: int, y: int) -> tuple[int, int]:
    """Return where a place is nearly: the same for places so near to each other that one of them is enough."""
    return x // max(1, shape.width // 3), y // max(1, shape.height // 2)


def iter_measured_places(chart: Chart, at: str, shape: LabelShape) -> Iterator[LabelPlace]:
    """Those that the atlas measured; for pieces the spot where they stand."""
    if shape.book == PIECES:
        yield make_label_place(chart.regions[at].piece, shape, 0)
    for slot in iter_fitting_slots(chart, at, shape):
        yield make_label_place((slot.x, slot.y), shape, slot.cost, slot.to)


def has_measured_slot(chart: Chart, at: str, shape: LabelShape) -> bool:
    """Return whether there is any of them."""
    return shape.book == PIECES or any(iter_fitting_slots(chart, at, shape))


def iter_fitting_slots(chart: Chart, at: str, shape: LabelShape) -> Iterator[Slot]:
    return (slot for slot in chart.slots.get(shape.book, {}).get(at, ()) if slot_fits_shape(slot, shape))


def slot_fits_shape(slot: Slot, shape: LabelShape) -> bool:
    """With a little of the margin that the atlas left round every place."""
    return slot.width + SLACK >= shape.width and slot.height + SLACK >= shape.height


def search_free_places(chart: Chart, at: str, shape: LabelShape, closer: int = 1) -> Iterator[LabelPlace]:
    """Those at places for other things, and all over the region, that are as free of lines, so much closer together
    than usual."""
    free, holds, found = (
        make_shape_test(chart, shape),
        get_region_raster(chart, at).contains_point,
        set[tuple[int, int, bool]](),
    )
    open_ = [spot for spot in iter_slot_spots(chart, at, shape) if free(spot[0], spot[1])]  # which few are
    for x, y, cost, to in sorted(
        (*open_, *iter_region_spots(chart, at, *shape_with_margin(chart, shape))), key=itemgetter(2)
    ):
        here = *coarse_position(shape, x * closer, y * closer), bool(to)
        if here not in found and (to or holds(x, y)):
            found.add(here)
            yield make_label_place((x, y), shape, cost, to)


def iter_slot_spots(chart: Chart, at: str, shape: LabelShape) -> Iterator[tuple[int, int, int, Point | None]]:
    """The middles of all places of a region, and what has an edge in common with them."""
    for slot in iter_region_slots(chart, at):
        aside, above = (shape.width - slot.width) // 2, (shape.height - slot.height) // 2
        for dx, dy in ((0, 0), (aside, 0), (-aside, 0), (0, above), (0, -above)):
            yield slot.x + dx, slot.y + dy, slot.cost + OTHER, slot.to


def iter_region_spots(chart: Chart, at: str, width: float, height: float) -> Iterator[tuple[int, int, int, None]]:
    """Points all over a region round which such a box is free of lines; what is far from the usual place of its name is
    worse."""
    region = chart.regions[at]
    left, top, right, bottom = bounding_box(point for ring in region.rings for point in ring)
    step = max(round(STEP * chart_unit(chart)), (right - left + bottom - top) // ACROSS)
    (x, y), k, sheet = region.label, chart_unit(chart), chart_line_raster(chart)
    for a, b in sheet.list_free_points(width, height, range(left, right, step), range(top, bottom, step)):
        yield a, b, OTHER + round(FAR * hypot(a - x, b - y) / k), None
    if sheet.make_box_test(width, height)(x, y):
        yield x, y, OTHER, None


def iter_places_beside(chart: Chart, at: str, shape: LabelShape) -> Iterator[LabelPlace]:
    """Places round a region that are as free of lines, each with a leader."""
    steps = max(shape.width // 2, 1), max(shape.height, 1)
    for x, y, to in iter_points_around(chart, at, shape, leader_ends(chart, at), REACH, steps):
        place = make_label_place((x, y), shape, BESIDE + ASTRAY * dist(to, (x, y)) / chart_unit(chart), to)
        if place.leader and len(chart_line_grid(chart).lines_on_segment(place.leader, most=BORDERS)) <= BORDERS:
            yield place


def iter_far_places(chart: Chart, at: str, shape: LabelShape) -> Iterator[LabelPlace]:
    """Such places further away, as many lines as their leaders may cross."""
    ends = leader_ends(chart, at) | set(iter_inland_points(chart, at))
    found = iter_points_around(chart, at, shape, ends, AFAR, (shape.width // 2, shape.height))
    for x, y, to in sorted(found, key=lambda spot: dist(spot[2], spot[:2]))[:FARTHEST]:
        place = make_label_place((x, y), shape, BESIDE + ASTRAY * dist(to, (x, y)) / chart_unit(chart), to)
        if place.leader:
            borders, abroad = (
                len(chart_line_grid(chart).lines_on_segment(place.leader)),
                not chart_water_raster(chart).contains_point(x, y),
            )
            yield replace(place, cost=place.cost + BORDER * borders + ABROAD * abroad)


def leader_ends(chart: Chart, at: str) -> set[Point]:
    """Return where in a region leaders end, as the atlas measured."""
    return {slot.to for slot in iter_region_slots(chart, at) if slot.to} or {chart.regions[at].piece}


def iter_inland_points(chart: Chart, at: str) -> Iterator[Point]:
    """Points all over a region, so far from its borders that a dot there lies in it."""
    far = 2 * DOT * chart_unit(chart)
    holds = get_region_raster(chart, at).contains_point
    return ((x, y) for x, y, *_ in iter_region_spots(chart, at, far, far) if holds(x, y))


def iter_region_slots(chart: Chart, at: str) -> Iterator[Slot]:
    """All places of a region, whatever for."""
    return (slot for of in chart.slots.values() for slot in of.get(at, ()))


def iter_points_around(
    chart: Chart, at: str, shape: LabelShape, ends: set[Point], reach: float, steps: tuple[int, int]
) -> Iterator[tuple[int, int, Point]]:
    """Points in rows and columns round a region where a box is free of lines, and which end of a leader is near."""
    holds, k = get_region_raster(chart, at).contains_point, chart_unit(chart)
    land = bounding_box(point for ring in chart.regions[at].rings for point in ring)
    left, top, right, bottom = map(round, grow_box(land, reach * k))
    columns, rows = range(left, right, steps[0]), range(top, bottom, steps[1])
    for x, y in chart_line_raster(chart).list_free_points(*shape_with_margin(chart, shape), columns, rows):
        to = min(ends, key=lambda end: (x - end[0]) ** 2 + (y - end[1]) ** 2)
        if dist(to, (x, y)) < reach * k and not holds(x, y):
            yield x, y, to


def make_label_place(middle: Point, shape: LabelShape, cost: float, to: Point | None = None) -> LabelPlace:
    (x, y), half, tall = middle, shape.width / 2, shape.height / 2
    box = x - half, y - tall, x + half, y + tall
    around = left, top, right, bottom = grow_box(box, FREE)
    line = make_leader(box, to) if to else None
    if to:
        around = min(left, to[0]), min(top, to[1]), max(right, to[0]), max(bottom, to[1])
    return LabelPlace(x, y, shape, cost + shape.cost, box, around, list_touched_cells(around), line)


def make_leader(box: Bounds, to: Point) -> Segment:
    """From beside a box to a point."""
    left, top, right, bottom = grow_box(box, OFF)
    return min(max(left, to[0]), right), min(max(top, to[1]), bottom), *to


def iter_chart_lines(chart: Chart) -> Iterator[Ring]:
    """All lines of a chart."""
    yield from (arc.points for arc in chart.arcs)
    yield from ((*ring, ring[0]) for ring in chart.islands)


@memoize(16)
def chart_line_grid(chart: Chart) -> CoverGrid:
    """The lines of a chart, to be counted."""
    return CoverGrid(Strand(line, 0) for line in iter_chart_lines(chart))


@memoize(16)
def chart_line_raster(chart: Chart) -> LineRaster:
    """The lines of a chart and the edge of its sheet, to be kept away from."""
    return LineRaster(chart.width, chart.height, iter_chart_lines(chart))


def make_shape_test(chart: Chart, shape: LabelShape) -> Callable[[int, int], bool]:
    """Return whether a label with a little room round it is free of lines, by its middle."""
    return chart_line_raster(chart).make_box_test(*shape_with_margin(chart, shape))


def shape_with_margin(chart: Chart, shape: LabelShape) -> tuple[float, float]:
    """The box of a label with a little room round it."""
    margin = 2 * MARGIN * chart_unit(chart)
    return shape.width + margin, shape.height + margin


def get_region_raster(chart: Chart, at: str) -> AreaRaster:
    """A region. It is exact where a box round the point is free of lines."""
    known = known_region_rasters(chart)
    if at not in known:
        known[at] = AreaRaster(chart.height, chart.regions[at].rings)
    return known[at]


@memoize(16)
def known_region_rasters(_: Chart) -> dict[str, AreaRaster]:
    """Those regions of a chart that were asked for; they go with it, so that not all charts are kept for theirs."""
    return {}


@memoize(16)
def chart_water_raster(chart: Chart) -> AreaRaster:
    """Return what of a chart is sea, or belongs to no game."""
    regions = (region for region in chart.regions.values() if region.kind in ("sea", "off"))
    return AreaRaster(chart.height, (ring for region in regions for ring in region.rings))
