"""The drawn map of the standard board, as `tools/atlas` cut it out of real coasts."""

from __future__ import annotations

from engines.atlas.chart import read_chart
from engines.data import load_shipped_source
from engines.diplomacy.data import STANDARD

CHART = read_chart(
    "diplomacy-standard",
    load_shipped_source("engines.diplomacy", "chart.json"),
    [*STANDARD.places, *STANDARD.impassable, *(coast for place in STANDARD.places.values() for coast in place.coasts)],
)
