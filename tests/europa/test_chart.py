"""The drawn map of countries agrees with the table of countries."""

from __future__ import annotations

from engines.europa.chart import CHART
from engines.europa.table import STANDARD


def test_every_country_is_drawn() -> None:
    assert STANDARD.countries.keys() <= CHART.regions.keys()


def test_neighbours_touch_and_no_others() -> None:
    neighbours = {frozenset((c.code, other)) for c in STANDARD.countries.values() for other in c.land}
    drawn = {pair for pair in CHART.contacts if pair <= STANDARD.countries.keys()}
    assert drawn == neighbours
