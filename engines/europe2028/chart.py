"""The drawn map, as `tools/atlas` cut it out of real coasts. It decides nothing: no rule asks which regions touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from engines.atlas.chart import Arc, Chart, ChartRegion, Ring, read_chart
from engines.data import load_shipped_source
from engines.europe2028.data import STANDARD, Code, World

CHART = read_chart("europe2028", load_shipped_source("engines.europe2028", "chart.json"), STANDARD.regions)
LANDS = frozenset(code for code, region in CHART.regions.items() if region.has_name and region.kind == "land")
SIDE, GAP, ROW = 640, 60, 5
"""The square of a region that the map does not have, the gap around it, and how many stand side by side."""


def world_chart(world: World) -> Chart:
    """The map of a world. Regions of an owner's own that it does not have are squares in its empty corner."""
    return CHART if world.regions.keys() == LANDS else extended_chart(frozenset(world.regions))


@lru_cache(8)
def extended_chart(codes: frozenset[Code]) -> Chart:
    """The map with squares for what it lacks; what is not in play belongs to the land beyond the board."""
    more = dict(square_regions(sorted(codes - LANDS)))
    played = {
        code: r if code in codes or code not in LANDS else replace(r, kind="off") for code, r in CHART.regions.items()
    }
    arcs = tuple(Arc((*ring, ring[0]), (code,), "land") for code, region in more.items() for ring in region.rings)
    name = f"{CHART.name} {' '.join(sorted(codes))}"
    return replace(CHART, name=name, regions={**played, **more}, arcs=(*CHART.arcs, *arcs))


def square_regions(codes: Iterable[Code]) -> Iterable[tuple[Code, ChartRegion]]:
    """Regions row by row from the corner on."""
    for n, code in enumerate(codes):
        row, column = divmod(n, ROW)
        x, y = GAP + column * (SIDE + GAP), GAP + row * (SIDE + GAP)
        middle = x + SIDE // 2, y + SIDE // 2
        yield code, ChartRegion(code, "land", (square_ring(x, y),), middle, middle)


def square_ring(x: int, y: int) -> Ring:
    return (x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)
