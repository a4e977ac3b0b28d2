"""Dotted lines between regions that are neighbours without touching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import dist

from engines.atlas.chart import ChartRegion
from engines.memo import memoize
from engines.palette import HALO, LINK
from engines.report import Map
from pbem.render import shapes
from pbem.render.maps.grid import Cover, Strand
from pbem.render.maps.layer import Layer, LegendEntry, Level
from pbem.render.maps.samples import PLACES
from pbem.render.scene import Primitive, ScenePath
from pbem.render.shapes import Spot

INLAND = 60
"""How far a dotted line runs into the regions it joins."""


class LinksLayer(Layer):
    """From shore to shore."""

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {
            Level.SHAFTS: (line for start, end in self.shore_spots for line in draw_dotted_line(start, end, self.k))
        }

    @property
    def shore_spots(self) -> list[tuple[Spot, Spot]]:
        regions = self.chart.regions
        return [shortest_region_link(regions[a], regions[b]) for a, b in self.map.links]

    def iter_covers(self) -> Iterable[Cover]:
        return (Strand(spots, 13 * self.k) for spots in self.shore_spots)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterable[LegendEntry]:
        words = map_.words.get("link", "neighbours across the water")
        return ((words, tuple(draw_dotted_line(PLACES["l"], PLACES["r"], 1))),) if map_.links else ()


def draw_dotted_line(start: Spot, end: Spot, k: float) -> Iterator[Primitive]:
    line = shapes.polygon_steps((start, end), closed=False)
    yield ScenePath(line, "", HALO, round(26 * k), (), True)
    yield ScenePath(line, "", LINK, round(13 * k), (1, round(40 * k)), True)


@memoize(512)
def shortest_region_link(one: ChartRegion, other: ChartRegion) -> tuple[Spot, Spot]:
    """The two points of two regions that are nearest to each other, and a little inland of each."""
    here = [point for ring in one.rings for point in ring]
    there = [point for ring in other.rings for point in ring]
    a, b = min(((a, b) for a in here for b in there), key=lambda pair: dist(*pair))
    long = max(1.0, dist(a, b))
    dx, dy = (b[0] - a[0]) / long * INLAND, (b[1] - a[1]) / long * INLAND
    return (a[0] - dx, a[1] - dy), (b[0] + dx, b[1] + dy)
