"""The drawn map of the standard board, as `tools/atlas` cut it out of real coasts."""

from __future__ import annotations

from importlib import resources

from engines.atlas.chart import read_chart

CHART = read_chart(
    "diplomacy-standard", (resources.files("engines.diplomacy") / "data" / "chart.json").read_text(encoding="utf-8")
)
