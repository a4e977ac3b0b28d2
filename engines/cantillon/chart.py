"""The drawn map, as `tools/atlas` cut it out of real coasts, and the neighbours it does not show touching."""

from __future__ import annotations

from engines.atlas.chart import read_chart
from engines.data import shipped_source

CHART = read_chart("cantillon-europe", shipped_source("engines.cantillon", "chart.json"))
FAULTS: dict[str, list[list[str]]] = shipped_source("engines.cantillon", "links.json").read()
LINKS = tuple((a, b) for a, b in FAULTS["missing"])
"""Pairs of neighbours that do not touch on the drawing; a dotted line joins them."""
WALLS = frozenset(frozenset(pair) for pair in FAULTS["extra"])
"""Pairs that touch on the drawing but are no neighbours; a heavy line parts them."""
