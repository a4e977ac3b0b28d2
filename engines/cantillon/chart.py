"""The drawn map, as `tools/atlas` cut it out of real coasts, and the neighbours it does not show touching."""

from __future__ import annotations

import json

from engines.atlas.chart import read_chart
from engines.data import shipped

FILES = shipped("engines.cantillon", "chart.json", "links.json")
CHART = read_chart("cantillon-europe", FILES["chart.json"])
FAULTS: dict[str, list[list[str]]] = json.loads(FILES["links.json"])
LINKS = tuple((a, b) for a, b in FAULTS["missing"])
"""Pairs of neighbours that do not touch on the drawing; a dotted line joins them."""
WALLS = frozenset(frozenset(pair) for pair in FAULTS["extra"])
"""Pairs that touch on the drawing but are no neighbours; a heavy line parts them."""
