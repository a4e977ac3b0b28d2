"""The drawn map is the rule map."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.atlas.chart import Point, Ring
from engines.diplomacy.board import STANDARD
from engines.diplomacy.chart import CHART
from engines.diplomacy.units import province

ON_BOARD = {*STANDARD.places, *STANDARD.impassable}
PIECE = 140
"""The width of an army in drawing units."""
BESIDE = {"APU", "BEL", "BUD", "CLY", "EDI", "HOL", "IRI", "LON", "LVP", "ROM", "TUS", "WAL", "YOR"}
"""Regions too small for a name, which stands beside them."""


def inside(rings: tuple[Ring, ...], spot: Point) -> bool:
    """Whether a spot lies in the area of the rings (even-odd rule)."""
    x, y = spot
    crossed = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossed += 1
    return crossed % 2 == 1


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


@pytest.mark.parametrize("code", sorted(ON_BOARD))
def test_pieces_stand_in_their_region(code: str) -> None:
    """And names too, but for those of small regions."""
    region = CHART.regions[code]
    assert inside(region.rings, region.piece)
    if code not in BESIDE and region.kind == "sea":
        assert inside(region.rings, region.label)


def test_each_coast_has_its_place() -> None:
    """For a fleet in a province with several coasts."""
    assert {*CHART.places} == {coast for place in STANDARD.places.values() for coast in place.coasts}
    for coast, spot in CHART.places.items():
        x, y = spot
        near = [(x + dx, y + dy) for dx in (-80, 0, 80) for dy in (-80, 0, 80)]
        assert any(inside(CHART.regions[province(coast)].rings, p) for p in near), coast


def test_pieces_have_room() -> None:
    """No two can cover each other."""
    spots = {code: region.piece for code, region in CHART.regions.items() if code in ON_BOARD}
    for (a, (ax, ay)), (b, (bx, by)) in combinations(spots.items(), 2):
        assert abs(ax - bx) > PIECE or abs(ay - by) > PIECE, (a, b)


def test_names_do_not_cover_each_other() -> None:
    """At the size at which they are set: three letters, a star before those of centres."""
    boxes = {
        code: (x - 95 - 88 * (code in STANDARD.centres), y - 40, x + 95, y + 40)
        for code, region in CHART.regions.items()
        if code in ON_BOARD
        for x, y in [region.label]
    }
    for (a, one), (b, two) in combinations(boxes.items(), 2):
        apart = one[0] > two[2] or two[0] > one[2] or one[1] > two[3] or two[1] > one[3]
        assert apart, (a, b)
