"""The drawn map, as `tools/atlas` cut it out of real coasts, and the neighbours it does not show touching."""

from __future__ import annotations

import json
from importlib import resources

from engines.atlas.chart import read_chart

DATA = resources.files("engines.cantillon") / "data"
CHART = read_chart("cantillon-europe", (DATA / "chart.json").read_text(encoding="utf-8"))
FAULTS: dict[str, list[list[str]]] = json.loads((DATA / "links.json").read_text(encoding="utf-8"))
LINKS = tuple((a, b) for a, b in FAULTS["missing"])
"""Pairs of neighbours that do not touch on the drawing; a dotted line joins them."""
WALLS = frozenset(frozenset(pair) for pair in FAULTS["extra"])
"""Pairs that touch on the drawing but are no neighbours; a heavy line parts them."""
