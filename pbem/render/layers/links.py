"""Dotted lines between regions that are neighbours without touching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import dist

from engines.atlas.chart import Region
from engines.kept import keeps
from engines.palette import HALO, LINK
from engines.report import Map
from pbem.render import shapes
from pbem.render.layers.grid import Cover, Strand
from pbem.render.layers.layer import Entry, Layer, Level
from pbem.render.layers.samples import PLACES
from pbem.render.scene import Path, Primitive
from pbem.render.shapes import Spot

INLAND = 60
"""How far a dotted line runs into the regions it joins."""


class Links(Layer):
    """From shore to shore."""

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.SHAFTS: (line for start, end in self.spots for line in dotted(start, end, self.k))}

    @property
    def spots(self) -> list[tuple[Spot, Spot]]:
        regions = self.chart.regions
        return [shortest(regions[a], regions[b]) for a, b in self.map.links]

    def covers(self) -> Iterable[Cover]:
        return (Strand(spots, 13 * self.k) for spots in self.spots)

    @classmethod
    def legend(cls, map_: Map) -> Iterable[Entry]:
        words = map_.words.get("link", "neighbours across the water")
        return ((words, tuple(dotted(PLACES["l"], PLACES["r"], 1))),) if map_.links else ()


def dotted(start: Spot, end: Spot, k: float) -> Iterator[Primitive]:
    line = shapes.polygon((start, end), closed=False)
    yield Path(line, "", HALO, round(26 * k), (), True)
    yield Path(line, "", LINK, round(13 * k), (1, round(40 * k)), True)


@keeps(512)
def shortest(one: Region, other: Region) -> tuple[Spot, Spot]:
    """The two points of two regions that are nearest to each other, and a little inland of each."""
    here = [point for ring in one.rings for point in ring]
    there = [point for ring in other.rings for point in ring]
    a, b = min(((a, b) for a in here for b in there), key=lambda pair: dist(*pair))
    long = max(1.0, dist(a, b))
    dx, dy = (b[0] - a[0]) / long * INLAND, (b[1] - a[1]) / long * INLAND
    return (a[0] - dx, a[1] - dy), (b[0] + dx, b[1] + dy)
