"""What stands in regions that have more to them than a name: plates of rows of parts, each where there is room for it.

A plate is set in one of a few ways, since its loose parts may stand in several rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from engines import palette
from engines.atlas.chart import ChartRegion, Slot
from engines.atlas.crop import count_crossings
from engines.memo import memoize
from engines.report import Glyph, Map, Plate, PlatePart, Style
from pbem.render.maps import emblems
from pbem.render.maps.labels import Label, draw_label_leaders
from pbem.render.maps.layer import FreeRoom, Layer, LegendEntry, Level, MapDrawing
from pbem.render.maps.room import LabelPlace, LabelShape
from pbem.render.maps.samples import SIZE
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
PlateRow: TypeAlias = tuple[PlatePart, ...]
PlateRows: TypeAlias = tuple[PlateRow, ...]


class PlatesLayer(Layer):
    """All plates of a map."""

    def __init__(self, drawing: MapDrawing) -> None:
        super().__init__(drawing)
        self.again: list[tuple[str, Slot]] = []

    @cached_property
    def plate_labels(self) -> list[Label]:
        return [
            Label(code, f"plate {code}", list_plate_shapes(plate, self.k))
            for code, plate in self.map.plates.items()
            if self.drawing.shows_region(code)
        ]

    def list_labels(self) -> Sequence[Label]:
        return self.plate_labels

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {
            Level.LEADERS: draw_label_leaders(self.plate_labels, self.k),
            Level.NAMES: chain(self.draw_repeated_names(), self.draw_plate_parts()),
        }

    def draw_plate_parts(self) -> Iterator[Primitive]:
        for label in self.plate_labels:
            rows = list_plate_layouts(self.map.plates[label.at])[int(label.place.shape.form)]
            for part, x, y in lay_out_parts(rows, label.place.x, label.place.y, self.k):
                style = self.drawing.seat_style(part.seat)
                yield from emblems.draw_emblem(part, style, x, y, self.k)

    def fill_free_room(self, left: FreeRoom) -> None:
        """The names of plates once more on islands that lie apart, where there is room."""
        self.again = [
            (label.at, slot)
            for label in self.plate_labels
            for slot in self.chart.slots.get(ISLANDS, {}).get(label.at, ())
            if is_on_other_island(self.chart.regions[label.at], label.place, slot) and left.has_room_for(slot.box)
        ]

    def draw_repeated_names(self) -> Iterator[Primitive]:
        return (emblems.make_bold_words(code, slot.x, slot.y, AGAIN * self.k) for code, slot in self.again)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterator[LegendEntry]:
        """One part of each kind that is explained, before them the suits."""
        found: dict[str, PlatePart] = {}
        for part in iter_sorted_parts(map_):
            found.setdefault(part.key, part)
        if suits := tuple(glyph for glyph in SUITS if any(glyph in part.glyphs for part in iter_sorted_parts(map_))):
            yield ", ".join(map(map_.word_for, suits)), draw_part_sample(PlatePart("sign", "", suits))
        for key, part in found.items():
            if key:
                yield key, draw_part_sample(part, map_.styles.get(part.seat, palette.NOBODY))

    @classmethod
    def describe_seat(cls, map_: Map, seat: str) -> Iterable[str]:
        """The regions of a seat, each with all that stands there."""
        return map_.describe_owned(seat)


SUITS: tuple[Glyph, ...] = ("spade", "diamond", "heart", "club")


def iter_sorted_parts(map_: Map) -> Iterator[PlatePart]:
    """All parts, by their kinds."""
    order = list(emblems.HEIGHTS)
    return iter(
        sorted((part for plate in map_.plates.values() for part in plate.all_parts), key=lambda p: order.index(p.kind))
    )


def is_on_other_island(region: ChartRegion, place: LabelPlace, slot: Slot) -> bool:
    """Return whether a slot lies on another island than a plate, or than where its leader ends."""
    at = (round(place.leader[2]), round(place.leader[3])) if place.leader else (place.x, place.y)
    return not any(
        count_crossings(at, ring) % 2 and count_crossings((slot.x, slot.y), ring) % 2 for ring in region.rings
    )


# --- ways to set a plate ----------------------------------------------------------------------------------------------


@memoize(1024)
def list_plate_shapes(plate: Plate, k: float) -> tuple[LabelShape, ...]:
    """The ways to set a plate; `form` is the number of one."""
    sizes = enumerate(map(measure_plate_rows, list_plate_layouts(plate)))
    return tuple(LabelShape(BOOK, round(w * k), round(h * k), form=str(n), cost=OTHER * n) for n, (w, h) in sizes)


@memoize(1024)
def list_plate_layouts(plate: Plate) -> tuple[PlateRows, ...]:
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


def plate_row_height(row: PlateRow) -> float:
    return max(emblems.HEIGHTS[part.kind] for part in row)


def plate_row_width(row: PlateRow) -> float:
    return sum(map(emblems.part_width, row)) + emblems.GAP * (len(row) - 1)


def measure_plate_rows(rows: PlateRows) -> tuple[float, float]:
    """Width and height of rows."""
    return max(map(plate_row_width, rows)), sum(map(plate_row_height, rows)) + LEADING * (len(rows) - 1)


def lay_out_parts(rows: PlateRows, x: float, y: float, k: float) -> Iterator[tuple[PlatePart, float, float]]:
    """The parts of rows around a place, each with its middle."""
    top = y - measure_plate_rows(rows)[1] * k / 2
    for row in rows:
        left, middle = x - plate_row_width(row) * k / 2, top + plate_row_height(row) * k / 2
        for part in row:
            half = emblems.part_width(part) * k / 2
            yield part, left + half, middle
            left += 2 * half + emblems.GAP * k
        top += (plate_row_height(row) + LEADING) * k


# --- the legend -------------------------------------------------------------------------------------------------------


@memoize(256)
def draw_part_sample(part: PlatePart, style: Style = palette.NOBODY) -> tuple[Primitive, ...]:
    """A part in the middle of the picture that stands beside its words."""
    k = min(SAMPLE, (SIZE[0] - 2 * EDGE) / emblems.part_width(part))
    return emblems.draw_emblem(part, style, SIZE[0] / 2, SIZE[1] / 2, k)
