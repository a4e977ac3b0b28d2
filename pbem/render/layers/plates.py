"""What stands in regions that have more to them than a name: plates of rows of parts, each where there is room for it.

A plate is set in one of a few shapes, since its loose parts may stand in several rows, into the best of its region's
places; beside its region it has a leader. Those with the fewest places choose first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engines import palette
from engines.atlas.chart import Chart, Point, Region, Ring, Slot
from engines.report import Map, Part, Plate, Style
from pbem.render import shapes
from pbem.render.layers import emblems
from pbem.render.layers.layer import Entry, Layer, Level
from pbem.render.layers.letters import width
from pbem.render.layers.samples import SIZE
from pbem.render.scene import Path, Primitive
from pbem.render.shapes import Box

BOOK = "block"
"""The places of a chart that are meant for plates."""
LEADING = 6
"""From one row to the next."""
EDGE = 14
"""What is kept free around a plate."""
OTHER, NARROW = 8, 400
"""What it costs to stand in other than the best shape, and where there is too little room."""
ROUNDS = 2
"""How often all choose."""
AGAIN = 72
"""The letters of a name that is repeated."""
ROOMY = 0.9
"""The room that is asked for it, as a part of its own size: it may reach over a shore."""

Row = tuple[Part, ...]
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class Place:
    """Where a plate could stand, in which rows, at what cost; `to` is where its leader ends."""

    x: int
    y: int
    rows: Rows
    box: Box
    cost: float
    to: Point | None = None

    @property
    def start(self) -> Point:
        """Where its leader begins: the point of its edge that is nearest to the end."""
        left, top, right, foot = self.box
        assert self.to
        return round(min(max(self.to[0], left), right)), round(min(max(self.to[1], top), foot))


class Plates(Layer):
    """All plates of a map."""

    @cached_property
    def places(self) -> Mapping[str, Place]:
        return placed(self.chart, self.k, tuple(self.map.plates.items()))

    def covers(self) -> Iterable[Box]:
        return [place.box for place in self.places.values()]

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.NAMES: (*self.leaders(), *self.again(), *self.parts())}

    def leaders(self) -> Iterator[Primitive]:
        for place in self.places.values():
            if place.to:
                line = shapes.polygon((place.start, place.to), closed=False)
                yield Path(line, "", palette.HALO, self.drawing.u(22))
                yield Path(line, "", palette.INK, self.drawing.u(8))
                yield Path(shapes.ring(*place.to, 15 * self.k), palette.INK, palette.HALO, self.drawing.u(5))

    def parts(self) -> Iterator[Primitive]:
        for place in self.places.values():
            for part, x, y in set_out(place.rows, place.x, place.y, self.k):
                style = self.drawing.style(part.seat)
                yield from emblems.drawn(part, style, self.drawing.core(style), x, y, self.k)

    def again(self) -> Iterator[Primitive]:
        """The names of plates once more on islands that lie apart."""
        for code, place in self.places.items():
            for x, y in apart(self.chart.regions[code], place, AGAIN * self.k):
                yield emblems.words(code, x, y, AGAIN * self.k)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """One part of each kind that is explained, then the suits that tokens have."""
        found: dict[str, Part] = {}
        for part in every(map_):
            found.setdefault(part.key, part)
        suits = {
            glyph: words for glyph, words in map_.words.items() if any(glyph in part.glyphs for part in every(map_))
        }
        if suits:
            yield ", ".join(suits.values()), sample(Part("sign", "", tuple(suits)))  # type: ignore[arg-type]
        for key, part in found.items():
            if key:
                yield key, sample(part, map_.styles.get(part.seat, palette.NOBODY))

    @classmethod
    def words(cls, map_: Map, seat: str) -> Iterable[str]:
        """The regions of a seat, each with all that stands there."""
        return map_.told(seat)


def every(map_: Map) -> Iterator[Part]:
    return (part for plate in map_.plates.values() for part in plate.parts)


# --- shapes of a plate ------------------------------------------------------------------------------------------------


def ways(plate: Plate) -> Iterator[Rows]:
    """The rows of a plate with its loose parts at the end of the first, of the second, or in a row of their own."""
    rows, loose = plate.rows, plate.loose
    if not loose:
        yield rows
        return
    first, second, *others = (*rows, ()) if len(rows) < 2 else rows
    yield ((*first, *loose), second, *others)
    yield (first, (*second, *loose), *others)
    yield (first, second, loose, *others)


def tall(row: Row) -> float:
    return max(emblems.HEIGHTS[part.kind] for part in row)


def wide(row: Row) -> float:
    return sum(map(emblems.breadth, row)) + emblems.GAP * (len(row) - 1)


def size(rows: Rows) -> tuple[float, float]:
    """Width and height of rows."""
    return max(map(wide, rows)), sum(map(tall, rows)) + LEADING * (len(rows) - 1)


def set_out(rows: Rows, x: float, y: float, k: float) -> Iterator[tuple[Part, float, float]]:
    """The parts of rows around a place, each with its middle."""
    top = y - size(rows)[1] * k / 2
    for row in rows:
        left, middle = x - wide(row) * k / 2, top + tall(row) * k / 2
        for part in row:
            half = emblems.breadth(part) * k / 2
            yield part, left + half, middle
            left += 2 * half + emblems.GAP * k
        top += (tall(row) + LEADING) * k


# --- places -----------------------------------------------------------------------------------------------------------


@lru_cache(32)
def placed(chart: Chart, k: float, plates: tuple[tuple[str, Plate], ...]) -> Mapping[str, Place]:
    """Where each plate stands: the best place of its region that no other is in the way of. Who has fewest places
    chooses first; whoever found none free chooses again when all stand."""
    choices = {code: found(chart, k, code, plate) for code, plate in plates}
    taken: dict[str, Place] = {}
    for _ in range(ROUNDS):
        for code in sorted(choices, key=lambda code: len(choices[code])):
            others = [place for other, place in taken.items() if other != code]
            taken[code] = best(choices[code], others)
    return {code: taken[code] for code, _ in plates}


def best(choices: Sequence[Place], others: Sequence[Place]) -> Place:
    """The first place that is free, else the one with fewest others in the way."""
    free = (place for place in choices if not any(collide(place, other) for other in others))
    return next(free, None) or min(choices, key=lambda place: sum(collide(place, other) for other in others))


@lru_cache(512)
def found(chart: Chart, k: float, code: str, plate: Plate) -> tuple[Place, ...]:
    """The places of a plate in each of its shapes, the best first; where one lacks room, it is dear."""
    shapes_ = [(rows, *size(rows)) for rows in ways(plate)]
    x, y = chart.regions[code].label
    slots = chart.slots.get(BOOK, {}).get(code) or (Slot(x, y, 0, 0, 0, 0),)
    every = (
        place(slot, rows, breadth * k, height * k, OTHER * nth)
        for slot in slots
        for nth, (rows, breadth, height) in enumerate(shapes_)
    )
    return tuple(sorted(every, key=lambda place: place.cost))


def place(slot: Slot, rows: Rows, breadth: float, height: float, more: float) -> Place:
    short = lack(slot, breadth, height)
    box = slot.x - breadth / 2, slot.y - height / 2, slot.x + breadth / 2, slot.y + height / 2
    return Place(slot.x, slot.y, rows, box, slot.cost + more + (NARROW + short if short else 0), slot.to)


def lack(slot: Slot, breadth: float, height: float) -> float:
    """How much room a slot lacks."""
    return max(0, breadth - slot.width) + max(0, height - slot.height)


def collide(one: Place, other: Place) -> bool:
    """Whether two plates, or one and the other's leader, lie on each other."""
    if overlap(one.box, other.box):
        return True
    if one.to and struck(other.box, one.start, one.to):
        return True
    if other.to and struck(one.box, other.start, other.to):
        return True
    return bool(one.to and other.to and crossing(one.start, one.to, other.start, other.to))


def overlap(one: Box, other: Box) -> bool:
    a, b, c, d = one
    e, f, g, h = other
    return a < g + EDGE and e < c + EDGE and b < h + EDGE and f < d + EDGE


def struck(box: Box, start: Point, end: Point) -> bool:
    """Whether a line runs through a box."""
    left, top, right, foot = box
    near, far = 0.0, 1.0
    for low, high, here, there in ((left, right, start[0], end[0]), (top, foot, start[1], end[1])):
        if here == there:
            if not low < here < high:
                return False
            continue
        one, two = sorted(((low - here) / (there - here), (high - here) / (there - here)))
        near, far = max(near, one), min(far, two)
    return near < far


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross."""

    def side(p: Point, q: Point, r: Point) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return (side(a, b, c) > 0) != (side(a, b, d) > 0) and (side(c, d, a) > 0) != (side(c, d, b) > 0)


@lru_cache(512)
def apart(region: Region, place: Place, size: float) -> tuple[Point, ...]:
    """Where the name of a region is repeated: in the middle of its other islands, as far as they have room."""
    wide, high = size * width(region.code, bold=True) * ROOMY, size * ROOMY
    at = place.to or (place.x, place.y)
    islands = (ring for ring in region.rings if not inside(ring, at))
    spots = ((ring, middle(ring)) for ring in islands)
    return tuple(spot for ring, spot in spots if all(inside(ring, (x, y)) for x, y in corners(spot, wide, high)))


def middle(ring: Ring) -> Point:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def corners(spot: Point, wide: float, high: float) -> Iterator[Point]:
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        yield round(spot[0] + a * wide / 2), round(spot[1] + b * high / 2)


def inside(ring: Ring, spot: Point) -> bool:
    """Whether a place lies in a ring: a line from it to the right crosses the ring an odd number of times."""
    x, y = spot
    crossed = 0
    for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            crossed += 1
    return crossed % 2 == 1


# --- the legend -------------------------------------------------------------------------------------------------------

SAMPLE = 1.9
"""How much larger a part is in the legend, where there is room for it."""


@lru_cache(256)
def sample(part: Part, style: Style = palette.NOBODY) -> tuple[Primitive, ...]:
    """A part in the middle of the picture that stands beside its words."""
    k = min(SAMPLE, (SIZE[0] - 2 * EDGE) / emblems.breadth(part))
    return emblems.drawn(part, style, style.fill, SIZE[0] / 2, SIZE[1] / 2, k)
