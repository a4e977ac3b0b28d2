"""What lies in a region beside its name: spirals, squares, discs, rings, anchors; and dotted lines between regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, dist, pi, sin

from engines.atlas.chart import Chart, Region
from engines.report import Sign
from pbem.render import shapes
from pbem.render.scene import Path, Primitive, Text
from pbem.render.shapes import Spot

INK, HALO = "#141414", "#FFFFFF"
STEP = 92
"""From one sign to the next, for a chart of the usual width."""
ABOVE = 92
"""How far above the middle of a region's name its signs stand."""
INLAND = 60
"""How far a dotted line runs into the regions it joins."""
SPIRAL = [(r * cos(a), r * sin(a)) for i in range(46) for a, r in ((i * pi / 8, 4 + 0.92 * i),)]
ANCHOR = ((0, -34), (0, 30), (-26, 12), (-26, 20), (0, 30), (26, 20), (26, 12))


def rows(chart: Chart, found: Sequence[Sign], k: float) -> Iterator[Primitive]:
    """All signs, those of one region side by side above its name."""
    by_region: dict[str, list[Sign]] = {}
    for sign in found:
        by_region.setdefault(sign.at, []).append(sign)
    for at, here in by_region.items():
        x, y = chart.places.get(at) or chart.regions[at].label
        left = x - STEP * k * (len(here) - 1) / 2
        for n, sign in enumerate(here):
            yield from drawn(sign.kind, sign.fill, sign.text, left + n * STEP * k, y - ABOVE * k, k)


@lru_cache(4096)
def drawn(kind: str, fill: str, text: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """One sign around a point."""
    if kind == "spiral":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in SPIRAL), closed=False)
        return Path(line, "", INK, round(15 * k), (), True), Path(line, "", fill, round(7 * k), (), True)
    if kind == "ring":
        circle = shapes.ring(x, y, 40 * k)
        return Path(circle, "", HALO, round(26 * k)), Path(circle, "", fill, round(14 * k))
    if kind == "anchor":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in ANCHOR), closed=False)
        return Path(line, "", HALO, round(26 * k), (), True), Path(line, "", fill, round(11 * k), (), True)
    body = shapes.ring(x, y, 34 * k) if kind == "disc" else shapes.shape(shapes.SQUARE, x, y, k)
    letter = (Text(round(x), round(y + 20 * k), text, round(54 * k), ink_on(fill), bold=True),) if text else ()
    return Path(body, fill, INK, round(8 * k)), *letter


def ink_on(fill: str) -> str:
    """Dark letters on light grounds, light ones on dark grounds."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else HALO


@lru_cache(512)
def shortest(one: Region, other: Region) -> tuple[Spot, Spot]:
    """The two points of two regions that are nearest to each other, and a little inland of each."""
    here = [point for ring in one.rings for point in ring]
    there = [point for ring in other.rings for point in ring]
    a, b = min(((a, b) for a in here for b in there), key=lambda pair: dist(*pair))
    long = max(1.0, dist(a, b))
    dx, dy = (b[0] - a[0]) / long * INLAND, (b[1] - a[1]) / long * INLAND
    return (a[0] - dx, a[1] - dy), (b[0] + dx, b[1] + dy)


def links(spots: Sequence[tuple[Spot, Spot]], k: float) -> Iterator[Primitive]:
    """Dotted lines between regions."""
    for start, end in spots:
        line = shapes.polygon((start, end), closed=False)
        yield Path(line, "", HALO, round(26 * k), (), True)
        yield Path(line, "", "#5A3E8C", round(13 * k), (1, round(40 * k)), True)
