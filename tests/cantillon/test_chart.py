"""The drawn map against the neighbour lists: what it cannot show is known, and can only become less."""

from __future__ import annotations

from engines.cantillon.chart import CHART, LINKS, WALLS
from engines.cantillon.data import fold_board

MISSING, EXTRA = 2, 16
"""Neighbours that do not touch on the drawing, and areas that touch without being neighbours."""


def test_every_area_is_drawn() -> None:
    assert fold_board("full").next_to.keys() <= CHART.regions.keys()


def test_differences_are_listed_and_few() -> None:
    whole = fold_board("full").next_to
    neighbours = {frozenset((area, other)) for area, others in whole.items() for other in others}
    drawn = {pair for pair in CHART.contacts if pair <= whole.keys()}
    assert drawn - neighbours == WALLS
    assert {frozenset(pair) for pair in LINKS} == neighbours - drawn
    assert len(neighbours - drawn) <= MISSING
    assert len(drawn - neighbours) <= EXTRA
