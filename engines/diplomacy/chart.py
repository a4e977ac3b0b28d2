"""The drawn map of the standard board, as `tools/atlas` cut it out of real coasts."""

from __future__ import annotations

from engines.atlas.chart import read_chart
from engines.data import shipped_source

CHART = read_chart("diplomacy-standard", shipped_source("engines.diplomacy", "chart.json"))
