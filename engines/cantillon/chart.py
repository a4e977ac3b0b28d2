"""The drawn map, as `tools/atlas` cut it out of real coasts, and the neighbours it does not show touching."""

from __future__ import annotations

from functools import lru_cache

from engines.atlas.chart import Chart, read_chart
from engines.atlas.crop import crop_chart
from engines.cantillon.data import fold_board
from engines.data import load_shipped_source

CHART = read_chart(
    "cantillon-europe", load_shipped_source("engines.cantillon", "chart.json"), fold_board("full").next_to
)
FAULTS: dict[str, list[list[str]]] = load_shipped_source("engines.cantillon", "links.json").read_object()
LINKS = tuple((a, b) for a, b in FAULTS["missing"])
"""Pairs of neighbours that do not touch on the drawing; a dotted line joins them."""
WALLS = frozenset(frozenset(pair) for pair in FAULTS["extra"])
"""Pairs that touch on the drawing but are no neighbours; a heavy line parts them."""


@lru_cache(8)
def fold_chart(fold: str) -> Chart:
    """Return what a fold leaves of the map: the regions in play, and nothing of the others (§1.5).

    Few are kept: each takes megabytes, hosts may name any regions, and one is cut out in some hundredths of a second.
    """
    kept = fold_board(fold).next_to.keys()
    return CHART if kept == CHART.regions.keys() else crop_chart(CHART, kept, f"{CHART.name} {fold}")
