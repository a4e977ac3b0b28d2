"""The charts that are shipped, with their data as `tools/atlas` wrote it and the plans they are cut after."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

from engines.atlas.chart import Chart, Point, Ring, read_chart
from engines.data import Source, load_shipped_source

ROOT = Path(__file__).parents[2]
PLANS = {path.stem: path for path in sorted((ROOT / "tools" / "atlas").glob("*.toml"))}
Box = tuple[float, float, float, float]
Segment = tuple[Point, Point]


@dataclass(frozen=True)
class DrawnChart:
    """A chart, and what must be known of how it was made."""

    chart: Chart
    source: Source
    data: dict[str, Any]
    plan: dict[str, Any]

    @cached_property
    def spots(self) -> dict[str, Point]:
        """Return where pieces stand, at named coasts too."""
        entered = {r.code: r.piece for r in self.chart.regions.values() if r.has_name and r.kind in ("land", "sea")}
        return {**entered, **self.chart.places}

    @cached_property
    def lines(self) -> list[Segment]:
        """Every bit of every border and shore."""
        rings = [(*ring, ring[0]) for ring in self.chart.islands]
        lines = [*rings, *(arc.points for arc in self.chart.arcs)]
        return [(a, b) for line in lines for a, b in pairwise(line)]

    def pieces(self, key: str) -> dict[str, Box]:
        """The room of the pieces by where they stand: "piece" or "single" (see the plan)."""
        wide, tall = self.plan["slots"].get(key) or self.plan["slots"]["piece"]
        if not wide:
            return {}
        return {at: (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2) for at, (x, y) in self.spots.items()}


@lru_cache
def load_drawn_chart(game: str) -> DrawnChart:
    source = load_shipped_source(f"engines.{game}", "chart.json")
    return DrawnChart(
        read_chart(game, source), source, source.read_object(), tomllib.loads(PLANS[game].read_text("utf-8"))
    )


def meets(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(box: Box, line: Segment) -> bool:
    """Return whether a bit of a line runs through a box (Liang and Barsky)."""
    (ax, ay), (bx, by) = line
    start, end = 0.0, 1.0
    for way, low, high in ((bx - ax, box[0] - ax, box[2] - ax), (by - ay, box[1] - ay, box[3] - ay)):
        if way == 0:
            if low > 0 or high < 0:
                return False
            continue
        first, last = sorted((low / way, high / way))
        start, end = max(start, first), min(end, last)
    return start <= end


def inside(rings: tuple[Ring, ...], spot: Point) -> bool:
    """Return whether a spot lies in the area of the rings (even-odd rule)."""
    x, y = spot
    sides = ((a, b) for ring in rings for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    crossed = sum((ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in sides)
    return crossed % 2 == 1


def area(rings: tuple[Ring, ...]) -> float:
    """The area of rings of which the largest ones lie beside each other, and others are holes in them."""
    signed = sorted((abs(shoelace(ring)), ring) for ring in rings)
    return sum(size * (-1 if any(inside((big,), ring[0]) for other, big in signed if other > size) else 1)
               for size, ring in signed)  # fmt: skip


def shoelace(ring: Ring) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def far(one: Point, other: Point) -> float:
    return dist(one, other)
