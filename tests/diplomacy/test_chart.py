"""The drawn map is the rule map."""

from __future__ import annotations

import json
import math
from importlib import resources
from itertools import combinations, pairwise

import pytest

from engines.atlas.chart import Point, Ring, unfold_steps
from engines.diplomacy.chart import CHART
from engines.diplomacy.data import STANDARD
from engines.diplomacy.units import province_of
from tests.atlas.charts import inside

ON_BOARD = {*STANDARD.places, *STANDARD.impassable}
PIECE = 140
"""The width of an army in drawing units."""
BESIDE = {"CLY", "DEN", "EDI", "LVP", "NAP", "POR", "ROM", "YOR"}
"""Regions with no room for a name beside a piece: with one on it, the name stands outside, with a leader."""


def area(ring: Ring) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True))) / 2


def test_what_touches_on_the_drawing_touches_by_the_rules() -> None:
    """All 211 pairs of the board (five with Switzerland), and no others."""
    drawn = {pair for pair in CHART.contacts if pair <= ON_BOARD}
    ruled = {frozenset((a, b)) for a, near in STANDARD.borders.items() for b in near}
    assert drawn == ruled
    assert len(drawn) == 211


def test_every_province_is_drawn_as_what_it_is() -> None:
    """Land is land, sea is sea, Switzerland is shut; besides them there is only land beyond the board."""
    kinds = {code: region.kind for code, region in CHART.regions.items()}
    assert kinds.keys() == ON_BOARD | {"OFF"}
    assert {code for code, kind in kinds.items() if kind == "sea"} == STANDARD.seas
    assert [code for code, kind in kinds.items() if kind == "shut"] == ["SWI"]


def test_the_regions_fill_the_frame() -> None:
    """Areas add up to the frame, so there are no gaps and no overlaps; all coordinates lie in it."""
    whole = sum(area(max(region.rings, key=area)) for region in CHART.regions.values())
    small = sum(area(ring) for r in CHART.regions.values() for ring in r.rings) - whole
    assert abs(whole + small - CHART.width * CHART.height) < 0.01 * CHART.width * CHART.height
    points = {p for arc in CHART.arcs for p in arc.points}
    assert all(0 <= x <= CHART.width and 0 <= y <= CHART.height for x, y in points)


def test_rings_are_closed() -> None:
    """Each arc of a ring begins where the one before ends, the first where the last ends; each arc is used."""
    data = json.loads((resources.files("engines.diplomacy") / "data" / "chart.json").read_text("utf-8"))
    lines = [unfold_steps(arc["points"]) for arc in data["arcs"]]
    used = set()
    for code, region in data["regions"].items():
        for ring in region["rings"]:
            ways = [lines[n] if n >= 0 else lines[-1 - n][::-1] for n in ring]
            assert all(one[-1] == two[0] for one, two in pairwise([*ways, ways[0]])), code
            used |= {(n if n >= 0 else -1 - n, code) for n in ring}
    assert used == {(n, code) for n, arc in enumerate(CHART.arcs) for code in arc.sides}


def test_no_contact_is_a_mere_corner() -> None:
    """Who touches shares a line that can be seen: at least 60 units, 1.7 mm on A4."""
    lengths: dict[frozenset[str], float] = dict.fromkeys(CHART.contacts, 0.0)
    for arc in CHART.arcs:
        if len(arc.sides) == 2:
            lengths[frozenset(arc.sides)] += sum(math.dist(a, b) for a, b in pairwise(arc.points))
    assert min(lengths.values()) >= 60


@pytest.mark.parametrize("code", sorted(ON_BOARD))
def test_pieces_and_names_stand_in_their_region(code: str) -> None:
    """Or, for names of regions that have no room beside a piece, outside, on no other land, with a leader."""
    region = CHART.regions[code]
    assert inside(region.rings, region.piece)
    assert inside(region.rings, region.label) == (code not in BESIDE)
    if code in BESIDE:
        assert [slot for slot in CHART.slots["name"][code] if (slot.x, slot.y) == region.label and slot.to]
        under = [r.kind for r in CHART.regions.values() if inside(r.rings, region.label)]
        assert under == ["sea"]


def test_each_coast_has_its_place() -> None:
    """A fleet in a province with several coasts stands at the one it is on: the nearest shore is that of its seas."""
    assert {*CHART.places} == {coast for place in STANDARD.places.values() for coast in place.coasts}
    for coast, spot in CHART.places.items():
        shores = [arc for arc in CHART.arcs if arc.kind == "coast" and province_of(coast) in arc.sides]
        nearest = min(shores, key=lambda arc: min(math.dist(spot, p) for p in arc.points))
        assert min(math.dist(spot, p) for p in nearest.points) < PIECE, coast
        (sea,) = {*nearest.sides} - {province_of(coast)}
        assert sea in STANDARD.fleet[coast], coast


def spots() -> dict[str, Point]:
    """Return where pieces stand, on coasts too."""
    return {**{code: CHART.regions[code].piece for code in STANDARD.places}, **CHART.places}


def test_pieces_have_room() -> None:
    """No two can cover each other."""
    for (a, (ax, ay)), (b, (bx, by)) in combinations(spots().items(), 2):
        assert abs(ax - bx) > PIECE or abs(ay - by) > PIECE, (a, b)
