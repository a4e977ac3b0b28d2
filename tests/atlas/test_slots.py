"""Places for names: right by construction, on every map that is shipped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest

from engines.atlas.chart import Slot
from tests.atlas.charts import PLANS, Box, DrawnChart, Segment, crosses, inside, load_drawn_chart, meets
from tools.atlas import source

CELL = 200
EVERY_LAND = {
    "diplomacy": {"name"},
    "europa": {"name", "under", "signs"},
    "cantillon": {"name", "beside", "under", "signs"},
    "europe2028": {"name", "block"},
}
"""Which books have a place for every land of a game."""


def slots(map_: DrawnChart) -> Iterator[tuple[str, str, Slot]]:
    for book, of in map_.chart.slots.items():
        for code, found in of.items():
            yield from ((book, code, slot) for slot in found)


def cells(box: Box) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(n // CELL) for n in box)
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


def by_cell(lines: list[Segment]) -> dict[tuple[int, int], list[Segment]]:
    """Bits of lines by the squares of the sheet they may touch."""
    found = defaultdict(list)
    for line in lines:
        (ax, ay), (bx, by) = line
        for cell in cells((min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))):
            found[cell].append(line)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", PLANS)
def test_no_place_touches_a_line_or_the_frame(game: str) -> None:
    map_ = load_drawn_chart(game)
    near = by_cell(map_.lines)
    for book, code, slot in slots(map_):
        assert slot.lies_on(map_.chart.width, map_.chart.height), (book, code, slot)
        assert not any(crosses(slot.box, line) for cell in cells(slot.box) for line in near[cell]), (book, code, slot)


@pytest.mark.slow
@pytest.mark.parametrize("game", PLANS)
def test_no_place_touches_the_spot_of_a_piece(game: str) -> None:
    """But some that of their own region's, which are good for as long as it is empty; a sign, which lies there for
    good, keeps clear of one piece at least wherever there is such a place."""
    map_ = load_drawn_chart(game)
    rooms = map_.pieces("piece"), map_.pieces("single")
    for book, code, slot in slots(map_):
        room = rooms[book == "signs"]
        touched = {at.partition("/")[0] for at, piece in room.items() if meets(slot.box, piece)}
        assert touched <= ({code} if book not in ("full",) and not slot.to else set()), (book, code, slot)


@pytest.mark.parametrize("game", PLANS)
def test_every_region_has_a_place(game: str) -> None:
    """For its short name every region that has one; for tags, signs and blocks every land."""
    chart = load_drawn_chart(game).chart
    named = {r.code for r in chart.regions.values() if r.has_name and r.kind != "off"}
    lands = {r.code for r in chart.regions.values() if r.has_name and r.kind == "land"}
    assert chart.slots["name"].keys() == named
    for book in EVERY_LAND[game] - {"name"}:
        assert lands <= chart.slots[book].keys(), book


@pytest.mark.parametrize("game", PLANS)
def test_a_place_is_in_its_region_or_a_leader_leads_there(game: str) -> None:
    map_ = load_drawn_chart(game)
    for book, code, slot in slots(map_):
        rings = map_.chart.regions[code].rings
        assert inside(rings, slot.to or (slot.x, slot.y)), (book, code, slot)
        assert not (slot.to and inside(rings, (slot.x, slot.y))), (book, code, slot)


@pytest.mark.parametrize("game", PLANS)
def test_the_best_places_of_names_leave_each_other_room(game: str) -> None:
    best = {code: found[0] for code, found in load_drawn_chart(game).chart.slots["name"].items()}
    for a, b in combinations(best, 2):
        assert not meets(best[a].box, best[b].box), (a, b)


@pytest.mark.parametrize("game", PLANS)
def test_the_best_come_first(game: str) -> None:
    for of in load_drawn_chart(game).chart.slots.values():
        for code, found in of.items():
            assert [slot.cost for slot in found] == sorted(slot.cost for slot in found), code


@pytest.mark.parametrize("game", PLANS)
def test_a_name_stands_where_its_best_place_is_while_there_are_pieces(game: str) -> None:
    map_ = load_drawn_chart(game)
    pieces = map_.pieces("piece")
    for code, found in map_.chart.slots["name"].items():
        own = [box for at, box in pieces.items() if at.partition("/")[0] == code]
        clear = next((slot for slot in found if not any(meets(slot.box, box) for box in own)), None)
        assert clear and map_.chart.regions[code].label == (clear.x, clear.y), code


@pytest.mark.parametrize("game", PLANS)
def test_full_names_are_those_of_the_game(game: str) -> None:
    """In one line or two, for every region whose name fits: most of those that are large."""
    map_ = load_drawn_chart(game)
    names = dict(source.called(source.names_file(map_.plan)))
    for code, found in map_.chart.slots["full"].items():
        assert {" ".join(slot.lines) for slot in found} == {names[code]}
        assert max(len(slot.lines) for slot in found) <= 2
    large = sorted(map_.chart.slots["name"], key=lambda code: -map_.data["regions"][code]["area"])[:10]
    assert {*large} <= map_.chart.slots["full"].keys()


@pytest.mark.parametrize(("game", "codes"), [("europe2028", {"ICE", "SIC", "FIN"}), ("europa", {"ITA"})])
def test_islands_and_parts_that_lie_apart_bear_the_name_again(game: str, codes: set[str]) -> None:
    """Iceland and Ireland, Sicily and Sardinia, Finland and the Baltic: each once, none where the piece stands."""
    chart = load_drawn_chart(game).chart
    assert codes <= chart.slots["again"].keys()
    for code, found in chart.slots["again"].items():
        rings = chart.regions[code].rings
        parts = [next(n for n, ring in enumerate(rings) if inside((ring,), (slot.x, slot.y))) for slot in found]
        home = next((n for n, ring in enumerate(rings) if inside((ring,), chart.regions[code].piece)), None)
        assert len(set(parts)) == len(parts) and home not in parts, code
