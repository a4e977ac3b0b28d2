"""What every layer of a map is made of: the drawing it belongs to, what it draws on which level, what it covers.

A layer decides how one kind of thing looks and tells all that follows from it, so adding one takes its own file and a
line in the list of layers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from engines.memo import memoize
from engines.palette import DARK_INK, HALO, NOBODY, PALE
from engines.report import Map, Style
from pbem.render.maps import labels, part
from pbem.render.maps.grid import Cover, CoverGrid, Strand, box_holds_box
from pbem.render.maps.labels import Label
from pbem.render.maps.measure import chart_unit
from pbem.render.scene import Primitive
from pbem.render.shapes import Bounds, Spot

ASIDE = (128, 112)
"""How far a dislodged piece stands aside, so that its letter shows beside the piece that drove it out."""

ROUNDS = 3
"""How often labels look for places, if something makes way for them."""

LegendEntry: TypeAlias = tuple[str, tuple[Primitive, ...]]
"""A line of the legend: what something is called, and a sample of it."""


class Level(IntEnum):
    """What is drawn on a level lies over all that is drawn on those before it."""

    GROUND = 0
    SHAFTS = 1
    LEADERS = 2
    NAMES = 3
    HEADS = 4
    PIECES = 5
    CROSSES = 6


class MapDrawing:
    """A map that is being drawn. `outline` leaves the tints out, to save toner: owners are told by hatch alone. `seen`
    is the part of it that is shown, None for all of it; `k` is what sizes are multiplied by, as usual if it is 0."""

    def __init__(self, map_: Map, outline: bool = False, seen: Bounds | None = None, k: float = 0.0) -> None:
        self.map, self.chart, self.outline, self.seen = map_, map_.chart, outline, seen
        self.k = k or chart_unit(map_.chart)
        self.loose: dict[str, Label] = {}
        """Small pieces that look for a place as labels do, since something found none where they stand; by place."""

    @cached_property
    def standing_counts(self) -> Counter[str]:
        """Return how many pieces stand in each place that were not driven out."""
        return Counter(piece.at for piece in self.map.pieces if piece.mark != "dislodged")

    def shows_region(self, code: str) -> bool:
        """Return whether any of a region can lie in the part that is seen: labels of others look for no place."""
        return self.seen is None or any(
            part.is_line_in_view(ring, self.seen) for ring in self.chart.regions[code].rings
        )

    def scale_size(self, size: float) -> int:
        """A size on this chart."""
        return max(1, round(size * self.k))

    def piece_spot(self, at: str) -> Spot:
        """Return where a piece stands. Raises ValueError for a place the chart does not have."""
        if at in self.chart.places:
            return self.chart.places[at]
        region = self.chart.regions.get(at) or self.chart.regions.get(at.partition("/")[0])
        if region is None:
            raise ValueError(f"The chart {self.chart.name} has no place {at!r}.")
        return region.piece

    def dislodged_spot(self, place: Spot) -> Spot:
        """Return where a dislodged piece stands."""
        return place[0] + ASIDE[0] * self.k, place[1] + ASIDE[1] * self.k

    def scaled_box_around(self, x: float, y: float, half: float, tall: float) -> Bounds:
        """The box around a point that reaches so far aside, up and down."""
        return x - half * self.k, y - tall * self.k, x + half * self.k, y + tall * self.k

    def seat_style(self, seat: str) -> Style:
        """Return how the pieces and arrows of a seat look."""
        style = self.map.styles.get(seat, NOBODY)
        return spare_toner(style) if self.outline else style


@memoize(64)
def spare_toner(style: Style) -> Style:
    """Return how a seat looks where toner is saved: by its letter and its hatch alone."""
    return replace(style, fill=HALO, tint=PALE["land"], ink=DARK_INK)


class Layer:
    """One kind of thing on a map."""

    def __init__(self, drawing: MapDrawing) -> None:
        self.drawing, self.map, self.chart, self.k = drawing, drawing.map, drawing.chart, drawing.k

    def iter_covers(self) -> Iterable[Cover]:
        """The outlines of what it draws, halo included: no label should stand there."""
        return ()

    def list_labels(self) -> Sequence[Label]:
        """Return what can stand here or there, and looks for a place; the same ones, unless something makes way."""
        return ()

    def make_way(self, labels: Sequence[Label], torn: Sequence[Label]) -> bool:  # noqa: ARG002
        """Draws otherwise, if it can, what is in the way of labels, those above all that are `torn`: with which
        something is wrong wherever they stand; whether anything changed."""
        return False

    def fill_free_room(self, left: FreeRoom) -> None:
        """Adds what may stand in the room that is left, now that all has its place."""

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        """Return what it draws, by level."""
        raise NotImplementedError

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterable[LegendEntry]:  # noqa: ARG003
        """Return what of it occurs on a map, each with its words and a sample `samples.SIZE` units large."""
        return ()

    @classmethod
    def describe_seat(cls, map_: Map, seat: str) -> Iterable[str]:  # noqa: ARG003
        """Return what it shows of a seat, for who cannot see it."""
        return ()


def settle_layer_labels(layers: Sequence[Layer], last: bool = True) -> int:
    """Finds a place for every label; and again if something made way for them. With how many something is wrong; if
    this is not the `last` attempt, no place is sought where that costs much."""
    drawing = layers[0].drawing
    for _ in range(ROUNDS):
        every = [label for layer in layers for label in layer.list_labels()]
        torn = labels.place_labels(every, iter_layer_covers(layers), drawing.chart, drawing.seen, last)
        if labels.is_hopeless(torn, last):
            break
        changed = [layer.make_way(every, torn) for layer in layers]
        if not any(changed):
            break
    left = FreeRoom(layers, every)
    for layer in layers:
        layer.fill_free_room(left)
    return len(torn)


def iter_layer_covers(layers: Iterable[Layer]) -> Iterator[Cover]:
    return (cover for layer in layers for cover in layer.iter_covers())


class FreeRoom:
    """The room on a map that nothing drawn and no label takes."""

    def __init__(self, layers: Sequence[Layer], labels: Sequence[Label]) -> None:
        self.layers, self.labels, self.seen = layers, labels, layers[0].drawing.seen

    @cached_property
    def taken_grid(self) -> CoverGrid:
        places = [label.place for label in self.labels]
        lines = (Strand((place.leader[:2], place.leader[2:]), 0) for place in places if place.leader)
        return CoverGrid(chain(iter_layer_covers(self.layers), (place.box for place in places), lines))

    def has_room_for(self, box: Bounds) -> bool:
        """Return whether there is room for a box, all of which is seen."""
        inside = self.seen is None or box_holds_box(self.seen, box)
        return inside and not self.taken_grid.overlapping_boxes(box) and not self.taken_grid.lines_through_box(box)


def draw_layers(layers: Sequence[Layer], levels: Iterable[Level] = Level) -> Iterator[Primitive]:
    """Yield what layers draw, from the ground up."""
    drawn = [layer.draw_by_level() for layer in layers]
    for level in levels:
        for one in drawn:
            yield from one.get(level, ())
