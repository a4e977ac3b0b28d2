"""The map: what stands in each region is said in words, explained by the legend, and lies on nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engines import states
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.chart import CHART, LANDS, world_chart
from engines.europe2028.data import STANDARD
from engines.europe2028.drawing import draw_europe2028_map
from engines.europe2028.features import SHORT
from engines.europe2028.state import MAT, WAREHOUSE, Europe2028State
from engines.language import parse_orders
from engines.report import Map, PlatePart
from pbem.render import maps, render_map_svg, render_plain_text
from pbem.render.maps.grid import CoverGrid, Strand
from pbem.render.maps.labels import Label
from pbem.render.maps.layer import MapDrawing, settle_layer_labels
from pbem.render.maps.plates import PlatesLayer
from tests.europe2028.tables import position
from tests.europe2028.test_data import of_ones_own

GAMES, ROUNDS = ("one", "two", "three"), 16
DENSE = position(
    "ENG ITA CZS SBA",
    tokens={
        "PB": "MIL1 ENG 2, ECO SWI 0, CUL CZS 1, POL SBA 1",
        "OT": "MIL1 ENG 1, MIL2 CZS 2, ECO ITA 1, CUL SBA 0",
        "RU": "MIL1 ENG 0, ECO CZS 1, POL SBA 1",
        "EA": "MIL1 ENG 2, MIL2 SBA 1, ECO CZS 0, CUL ITA 1",
        "NF": "MIL1 CZS 2, ECO ENG 1, CUL SBA 1",
        "MC": "MIL1 ITA 1, ECO ENG 1, CUL CZS 1, POL SWI 0",
    },
    held={"SWI": "RU MIL damaged", "PAR": "PB damaged", "LON": "NF damaged", "GRE": "OT POL", "CYP": "EA CUL damaged"},
)
"""More tokens in small regions than a game is likely to have."""


@cache
def play_advised_games() -> tuple[Europe2028State, ...]:
    """Positions of games by advice."""
    return tuple(state for name in GAMES for state in game(name))


def game(name: str) -> Iterator[Europe2028State]:
    state = ENGINE.start((), KeyedDice(name.encode(), "0")).state
    random = Random(name)
    for number in range(1, ROUNDS):
        asks = {s: a for s in state.seats if (a := ENGINE.grammar(states.seat_view(state, s), s))}
        said = {
            s: parse_orders(a, "\n".join(ENGINE.advise(states.seat_view(state, s), s, random))).orders
            for s, a in asks.items()
        }
        state = ENGINE.resolve(state, said, KeyedDice(name.encode(), str(number))).state
        yield state
        if state.ranks is not None:
            return


def draw_seen_map(state: Europe2028State, seat: str | None = "RU") -> Map:
    return draw_europe2028_map(states.seat_view(state, seat), seat)


# --- in words -------------------------------------------------------------------------------------------------------


def region_in(words: str, name: str) -> str:
    """Return what is said of a region."""
    assert words.count(f"{name} (") == 1, name
    return words.partition(f"{name} (")[2].partition(")")[0]


def expected_words(state: Europe2028State, code: str) -> Iterator[str]:
    """Yield what has to be said of a region, as the rules call it."""
    region, holding = state.get_region(code), state.held.get(code)
    yield f"{region.vp} VP"
    yield f"{region.coins} coin"
    if holding is None or holding.kind:
        yield f"{region.influence} level"
    if holding and holding.damaged:
        yield "damaged"
    if holding and not holding.kind:
        yield "original region"
    if holding and holding.kind:
        yield {"MIL": "military", "ECO": "economic", "CUL": "cultural", "POL": "political"}[holding.kind]
    if region.feature:
        yield SHORT[region.feature]
    for seat, mine in state.tokens.items():
        for token, at in mine.items():
            if at.place == code:
                level = f"on level {at.level} of {region.influence}" if at.level else "in the landing zone"
                kind = {"M": "military", "E": "economic", "C": "cultural", "P": "political"}[token[0]]
                yield f"{state.world.empires[seat].name}’s {NUMBERS[token[3:]]}{kind} token {level}"


NUMBERS = {"": "", "1": "first ", "2": "second "}


@pytest.mark.slow
@pytest.mark.parametrize("nth", [0, 4, 11, -1])
def test_all_that_stands_in_a_region_is_said(nth: int) -> None:
    """Worth, levels, damage, what it can do, how it was taken, and every token: in mails and for who sees no map."""
    state = DENSE if nth < 0 else play_advised_games()[nth]
    map_ = draw_seen_map(state)
    for words in (" ".join(render_plain_text([map_], width=10_000).split()), maps.describe_map(map_)):
        for code, region in state.world.regions.items():
            said = region_in(words, region.name)
            assert [part for part in expected_words(state, code) if part not in said] == [], code


def test_every_token_is_drawn_once() -> None:
    for state in (DENSE, *play_advised_games()):
        drawn = [
            part for plate in draw_seen_map(state).plates.values() for part in plate.all_parts if part.kind == "token"
        ]
        out = [at for mine in state.tokens.values() for at in mine.values() if at.place not in (MAT, WAREHOUSE)]
        assert len(drawn) == len(out)


def test_tokens_and_holders_are_told_without_colour() -> None:
    """By the letter of the owner, which no two have in common, by the suit as a shape, and by the level as a figure."""
    map_ = draw_seen_map(DENSE)
    assert len({style.letter for style in map_.styles.values()}) == len({s.hatch for s in map_.styles.values()}) == 6
    tokens = [part for plate in map_.plates.values() for part in plate.all_parts if part.kind == "token"]
    assert all(part.seat and part.glyphs and part.text.isdecimal() for part in tokens)
    assert map_.looks["market"].rim and not map_.looks["deck"].rim


def test_the_legend_explains_what_occurs_and_no_more() -> None:
    quiet, full = (dict(maps.list_map_legend(draw_seen_map(state))) for state in (position(), DENSE))
    explained = {part.key for plate in draw_seen_map(DENSE).plates.values() for part in plate.all_parts} - {""}
    assert explained <= full.keys()
    assert {
        "token: owner, suit, level (0: landed)",
        "after a name: taken by such a token",
    } <= full.keys() - quiet.keys()
    assert all(full.values())
    told = "military, economic, cultural, political"
    assert told in full and len(full[told]) == 8, "a disc and a suit for each"


# --- no secret ------------------------------------------------------------------------------------------------------


def goals(map_: Map) -> list[str]:
    return [code for code, plate in map_.plates.items() if any("target" in part.glyphs for part in plate.all_parts)]


def test_the_objective_is_shown_to_its_owner_alone() -> None:
    state = play_advised_games()[5]
    assert goals(draw_seen_map(state, "RU")) == ["STA", "UKR", "VLA"]
    assert goals(draw_seen_map(state, "MC")) == ["ITA", "NAF", "POR"]
    assert goals(draw_seen_map(state, None)) == []


def test_what_is_in_the_deck_looks_alike() -> None:
    """Nothing tells which region comes next, nor what others have in hand: the map of a view is that of the state."""
    for state in play_advised_games()[::5]:
        for seat in (*state.seats, None):
            assert draw_europe2028_map(states.seat_view(state, seat), seat) == draw_europe2028_map(state, seat)


# --- room -----------------------------------------------------------------------------------------------------------


def plates(map_: Map) -> list[Label]:
    """The plates of a map, each in its place."""
    layer = PlatesLayer(MapDrawing(map_))
    settle_layer_labels([layer])
    return list(layer.list_labels())


def on_others(labels: list[Label]) -> list[tuple[str, str]]:
    """Return which plates lie on which others, or on their leaders, and which leaders cross."""
    taken = CoverGrid()
    for label in labels:
        taken.add_cover(label.place.box, label.at)
        if line := label.place.leader:
            taken.add_cover(Strand((line[:2], line[2:]), 0), label.at)
    found = []
    for label in labels:
        met = {*taken.overlapping_boxes(label.place.box, label.at), *taken.lines_through_box(label.place.box, label.at)}
        if line := label.place.leader:
            met |= {*taken.boxes_on_segment(line, label.at), *taken.lines_on_segment(line, label.at)}
        found += [(label.at, other) for _, other in met]
    return found


@pytest.mark.slow
def test_nothing_lies_on_anything_else() -> None:
    """No plate or leader on another plate, none beyond the frame: in all positions of real games, and a worse one."""
    for state in (DENSE, *play_advised_games()):
        labels = plates(draw_seen_map(state))
        assert on_others(labels) == [], state.phase
        for label in labels:
            left, top, right, foot = label.place.box
            assert left >= 0 and top >= 0 and right <= CHART.width and foot <= CHART.height, (label.at, state.phase)


def test_a_plate_stands_in_its_region_or_leads_there() -> None:
    for label in plates(draw_seen_map(DENSE)):
        code, place = label.at, label.place
        region = CHART.regions[code]
        x, y = place.leader[2:] if place.leader else (place.x, place.y)
        assert any(min(a for a, _ in r) <= x <= max(a for a, _ in r) for r in region.rings), code
        assert any(min(b for _, b in r) <= y <= max(b for _, b in r) for r in region.rings), code


def test_the_drawing_shows_every_plate() -> None:
    drawn = render_map_svg(draw_seen_map(DENSE))
    assert [code for code in STANDARD.regions if f">{code}</text>" not in drawn] == []


def test_the_land_is_drawn_by_itself() -> None:
    """It is a picture that stays while orders are given: without plates, and without rims, which lie over the marks of
    what can be picked."""
    land = maps.make_land_scene(draw_seen_map(DENSE))
    drawn = {type(one).__name__ for one in land.primitives}
    assert drawn == {"SceneArea", "SceneLines"}


def test_names_without_plates_stay() -> None:
    assert {code for code, region in CHART.regions.items() if region.has_name and region.kind == "land"} == LANDS
    assert STANDARD.regions.keys() == LANDS


# --- an owner's own -------------------------------------------------------------------------------------------------


def test_regions_that_the_map_lacks_are_squares_at_its_side() -> None:
    own = ENGINE.with_files({"regions.json": of_ones_own("AA", "BB", "PA")})
    state = own.start((), KeyedDice(b"own", "0")).state
    map_ = draw_europe2028_map(state, None)
    assert world_chart(own.world) is map_.chart and world_chart(STANDARD) is CHART
    assert {
        code for code, r in map_.chart.regions.items() if r.has_name and r.kind == "land"
    } == own.world.regions.keys()
    assert all(f">{code}</text>" in render_map_svg(map_) for code in own.world.regions)
    assert on_others(plates(map_)) == []


def test_parts_say_who_they_are() -> None:
    """A star is in the colour of the empire whose region it was, also where another empire holds it."""
    stars = {
        code: part
        for code, plate in draw_seen_map(DENSE).plates.items()
        for part in plate.all_parts
        if part.kind == "star"
    }
    assert stars["PAR"] == PlatePart("star", seat="PB", words="original region", key="original region of this empire")
    assert set(stars) == {code for code, region in STANDARD.regions.items() if region.original}
