"""The drawn map of countries agrees with the table of countries."""

from __future__ import annotations

import pytest

from engines.europa.chart import CHART
from engines.europa.data import STANDARD


def test_every_country_is_drawn() -> None:
    assert STANDARD.countries.keys() <= CHART.regions.keys()


def test_neighbours_touch_and_no_others() -> None:
    neighbours = {frozenset((c.code, other)) for c in STANDARD.countries.values() for other in c.land}
    drawn = {pair for pair in CHART.contacts if pair <= STANDARD.countries.keys()}
    assert drawn == neighbours


@pytest.mark.parametrize(("code", "pieces"), [("FRA", 2), ("GBR", 2), ("GRC", 2), ("RUS", 2), ("ITA", 3), ("LUX", 1)])
def test_countries_of_several_pieces_are_drawn_in_several(code: str, pieces: int) -> None:
    """§1.3: Corsica, Northern Ireland, Crete and Kaliningrad, Sicily and Sardinia belong to their countries."""
    assert len(CHART.regions[code].rings) >= pieces
