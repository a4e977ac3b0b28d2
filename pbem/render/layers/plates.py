"""What stands in regions that have more to them than a name: plates of rows of parts, each where there is room for it.

A plate is set in one of a few ways, since its loose parts may stand in several rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from engines import palette
from engines.atlas.chart import Region, Slot
from engines.atlas.crop import crossings
from engines.kept import keeps
from engines.report import Glyph, Map, Part, Plate, Style
from pbem.render.layers import emblems
from pbem.render.layers.labels import Label, leaders
from pbem.render.layers.layer import Drawing, Entry, Layer, Left, Level
from pbem.render.layers.room import Place, Shape
from pbem.render.layers.samples import SIZE
from pbem.render.scene import Primitive

BOOK, ISLANDS = "block", "again"
"""The places of a chart that are meant for plates, and those for names on further islands."""
LEADING = 6
"""From one row to the next."""
OTHER = 8
"""What each way costs more than the one before."""
AGAIN = 82
"""The letters of a name that is repeated: six points on a sheet. A place for a star as well has room for them."""
SAMPLE, EDGE = 1.9, 14
"""How much larger a part is in the legend, where there is room for it, and what is kept free beside it."""
Row: TypeAlias = tuple[Part, ...]
Rows: TypeAlias = tuple[Row, ...]


class Plates(Layer):
    """All plates of a map."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self.again: list[tuple[str, Slot]] = []

    @cached_property
    def found(self) -> list[Label]:
        return [Label(code, f"plate {code}", set_as(plate, self.k)) for code, plate in self.map.plates.items()]

    def labels(self) -> Sequence[Label]:
        return self.found

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.LEADERS: leaders(self.found, self.k), Level.NAMES: chain(self.repeated(), self.parts())}

    def parts(self) -> Iterator[Primitive]:
        for label in self.found:
            rows = ways(self.map.plates[label.at])[int(label.place.shape.form)]
            for part, x, y in set_out(rows, label.place.x, label.place.y, self.k):
                style = self.drawing.style(part.seat)
                yield from emblems.drawn(part, style, x, y, self.k)

    def fill(self, left: Left) -> None:
        """The names of plates once more on islands that lie apart, where there is room."""
        self.again = [
            (label.at, slot)
            for label in self.found
            for slot in self.chart.slots.get(ISLANDS, {}).get(label.at, ())
            if apart(self.chart.regions[label.at], label.place, slot) and left.holds(slot.box)
        ]

    def repeated(self) -> Iterator[Primitive]:
        return (emblems.words(code, slot.x, slot.y, AGAIN * self.k) for code, slot in self.again)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """One part of each kind that is explained, before them the suits."""
        found: dict[str, Part] = {}
        for part in every(map_):
            found.setdefault(part.key, part)
        if suits := tuple(glyph for glyph in SUITS if any(glyph in part.glyphs for part in every(map_))):
            yield ", ".join(map(map_.word, suits)), sample(Part("sign", "", suits))
        for key, part in found.items():
            if key:
                yield key, sample(part, map_.styles.get(part.seat, palette.NOBODY))

    @classmethod
    def words(cls, map_: Map, seat: str) -> Iterable[str]:
        """The regions of a seat, each with all that stands there."""
        return map_.told(seat)


SUITS: tuple[Glyph, ...] = ("spade", "diamond", "heart", "club")


def every(map_: Map) -> Iterator[Part]:
    """All parts, by their kinds."""
    order = list(emblems.HEIGHTS)
    return iter(
        sorted((part for plate in map_.plates.values() for part in plate.parts), key=lambda p: order.index(p.kind))
    )


def apart(region: Region, place: Place, slot: Slot) -> bool:
    """Whether a slot lies on another island than a plate, or than where its leader ends."""
    at = (round(place.leader[2]), round(place.leader[3])) if place.leader else (place.x, place.y)
    return not any(crossings(at, ring) % 2 and crossings((slot.x, slot.y), ring) % 2 for ring in region.rings)


# --- ways to set a plate ----------------------------------------------------------------------------------------------


@keeps(1024)
def set_as(plate: Plate, k: float) -> tuple[Shape, ...]:
    """The ways to set a plate; `form` is the number of one."""
    sizes = enumerate(map(size, ways(plate)))
    return tuple(Shape(BOOK, round(w * k), round(h * k), form=str(n), cost=OTHER * n) for n, (w, h) in sizes)


@keeps(1024)
def ways(plate: Plate) -> tuple[Rows, ...]:
    """The rows of a plate with its loose parts at the end of the first, of the second, or in a row of their own."""
    loose = plate.loose
    if not loose:
        return (plate.rows,)
    first, second, *others = plate.rows
    return (
        ((*first, *loose), second, *others),
        (first, (*second, *loose), *others),
        (first, second, loose, *others),
    )


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


# --- the legend -------------------------------------------------------------------------------------------------------


@keeps(256)
def sample(part: Part, style: Style = palette.NOBODY) -> tuple[Primitive, ...]:
    """A part in the middle of the picture that stands beside its words."""
    k = min(SAMPLE, (SIZE[0] - 2 * EDGE) / emblems.breadth(part))
    return emblems.drawn(part, style, SIZE[0] / 2, SIZE[1] / 2, k)
