"""The drawn map of Europe's countries, as `tools/atlas` cut it out of real coasts."""

from __future__ import annotations

from importlib import resources

from engines.atlas.chart import read_chart

CHART = read_chart(
    "europa-countries", (resources.files("engines.europa") / "data" / "chart.json").read_text(encoding="utf-8")
)
