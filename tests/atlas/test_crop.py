"""A part of a map keeps places for all its names."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engines.atlas.chart import Chart
from engines.atlas.crop import crop_chart
from engines.cantillon.chart import CHART, fold_chart
from engines.data import read_shipped_files

FOLDS = json.loads(read_shipped_files("engines.cantillon", "map.json")["map.json"])["folds"]


ALONE = [region.code for region in CHART.regions.values() if region.has_name and region.kind != "off"]


def alone(code: str) -> Chart:
    return crop_chart(CHART, [code], f"{code} alone")


@pytest.mark.parametrize(
    ("drawn", "name"), [*((fold_chart, fold) for fold in FOLDS), *((alone, code) for code in ALONE)]
)
def test_every_name_keeps_a_place_on_the_sheet(drawn: Callable[[str], Chart], name: str) -> None:
    """Of what folds leave, and of every region alone."""
    part = drawn(name)
    assert part.slots["name"].keys() == part.regions.keys()
    for book, of in part.slots.items():
        assert of.keys() <= part.regions.keys()
        for code, found in of.items():
            roomy = all(slot.width <= part.width and slot.height <= part.height for slot in found)
            assert found and (not roomy or all(slot.lies_on(part.width, part.height) for slot in found)), (book, code)


def test_places_lie_where_they_lay() -> None:
    """On the sheet of a part a place has the same distance from its region's piece as on the whole map."""
    part = fold_chart("nordic")
    for code, region in part.regions.items():
        dx, dy = (region.piece[n] - CHART.regions[code].piece[n] for n in (0, 1))
        whole = {(slot.x + dx, slot.y + dy, slot.to and (slot.to[0] + dx, slot.to[1] + dy))
                 for slot in CHART.slots["name"][code]}  # fmt: skip
        assert {(slot.x, slot.y, slot.to) for slot in part.slots["name"][code]} <= whole
