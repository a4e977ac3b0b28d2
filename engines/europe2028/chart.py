"""The drawn map, as `tools/atlas` cut it out of real coasts. It decides nothing: no rule asks which regions touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from engines.atlas.chart import Arc, Chart, Region, Ring, read_chart
from engines.data import shipped_source
from engines.europe2028.data import STANDARD, Code, World

CHART = read_chart("europe2028", shipped_source("engines.europe2028", "chart.json"), STANDARD.regions)
LANDS = frozenset(code for code, region in CHART.regions.items() if region.named and region.kind == "land")
SIDE, GAP, ROW = 640, 60, 5
"""The square of a region that the map does not have, the gap around it, and how many stand side by side."""


def chart(world: World) -> Chart:
    """The map of a world. Regions of an owner's own that it does not have are squares in its empty corner."""
    return CHART if world.regions.keys() == LANDS else drawn(frozenset(world.regions))


@lru_cache(8)
def drawn(codes: frozenset[Code]) -> Chart:
    """The map with squares for what it lacks; what is not in play belongs to the land beyond the board."""
    more = dict(squares(sorted(codes - LANDS)))
    played = {
        code: r if code in codes or code not in LANDS else replace(r, kind="off") for code, r in CHART.regions.items()
    }
    arcs = tuple(Arc((*ring, ring[0]), (code,), "land") for code, region in more.items() for ring in region.rings)
    name = f"{CHART.name} {' '.join(sorted(codes))}"
    return replace(CHART, name=name, regions={**played, **more}, arcs=(*CHART.arcs, *arcs))


def squares(codes: Iterable[Code]) -> Iterable[tuple[Code, Region]]:
    """Regions row by row from the corner on."""
    for n, code in enumerate(codes):
        row, column = divmod(n, ROW)
        x, y = GAP + column * (SIDE + GAP), GAP + row * (SIDE + GAP)
        middle = x + SIDE // 2, y + SIDE // 2
        yield code, Region(code, "land", (square(x, y),), middle, middle)


def square(x: int, y: int) -> Ring:
    return (x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)
