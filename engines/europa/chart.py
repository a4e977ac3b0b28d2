"""The drawn map of Europe's countries, as `tools/atlas` cut it out of real coasts."""

from __future__ import annotations

from engines.atlas.chart import read_chart
from engines.data import load_shipped_source
from engines.europa.data import STANDARD

CHART = read_chart("europa-countries", load_shipped_source("engines.europa", "chart.json"), STANDARD.countries)
