"""Any part of the map with a city for each player is played, and drawn alone (§1.5)."""

from __future__ import annotations

import gc
from random import Random
from weakref import ref

import pytest

from engines.atlas.chart import Chart
from engines.cantillon import ENGINE
from engines.cantillon.chart import CHART
from engines.cantillon.connect import besieged_cities, is_besieged
from engines.cantillon.data import fold_board, fold_names
from engines.cantillon.leaving import strongest_besieger
from engines.cantillon.opening import choose_cities
from engines.cantillon.state import CantillonOptions
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from engines.language import parse_orders
from pbem import render
from tests.cantillon.folds import Fold, check, drawing, looked_at, open_fold, pick_listed_fold, random_fold, rectangle
from tests.cantillon.tables import codes, kinds, opening, orders, position, turn
from tests.size import proof_only, size


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(size(3, 24)))
def test_random_folds_are_played_to_the_end_and_drawn_alone(seed: int) -> None:
    check(seed)


def test_any_rectangle_with_two_cities_can_be_played() -> None:
    """§1.5: a city for each player is all that is asked."""
    random = Random(7)
    for _ in range(200):
        text = rectangle(random)
        cities = len(open_fold(text).cities)
        if cities >= 2:
            assert len(ENGINE.seats(parse_orders(ENGINE.setup, f"PLAYERS 2\n{text}").orders)) == 2


def test_the_example_of_the_guide() -> None:
    """FOLD 20 36 60 60: from 10° west to 30° east."""
    state = opening("PLAYERS 6\nFOLD 20 36 60 60")
    assert {"London", "Paris", "Lisbon", "Vienna", "Constantinople"} <= set(state.board.cities.values())
    looked_at(drawing(state), state.board)


def test_the_corners_of_a_rectangle_come_in_any_order() -> None:
    assert open_fold("FOLD 60 60 20 36").next_to == open_fold("FOLD 20 36 60 60").next_to


@pytest.mark.parametrize("fold", fold_names())
def test_named_folds_are_drawn_alone(fold: str) -> None:
    state = opening(f"PLAYERS 2\nFOLD {fold}")
    looked_at(drawing(state), state.board)


def test_halves_share_what_is_on_their_line_and_lack_nothing() -> None:
    whole = fold_board("full").next_to.keys()
    assert fold_board("west").next_to.keys() | fold_board("east").next_to.keys() == whole
    assert fold_board("north").next_to.keys() | fold_board("south").next_to.keys() == whole


def test_a_list_of_regions_with_spans() -> None:
    found = open_fold("FOLD REGIONS 3-6, Paris, 40, H, N-P")
    assert [*found.lands, *found.seas] == ["3", "4", "5", "6", "40", "41", "H", "N", "O", "P"]


def test_a_span_from_land_to_sea_is_refused() -> None:
    said = parse_orders(ENGINE.setup, "FOLD REGIONS 3-H").orders
    with pytest.raises(ValueError, match="3 and H are a land and a sea"):
        ENGINE.seats(said)


@pytest.mark.parametrize(("text", "span"), [("41, 42, -5", "42-5"), ("P-N", "P-N")])
def test_a_span_that_runs_backwards_is_refused(text: str, span: str) -> None:
    """A number below zero is none of a region, and most of the map is not what was meant."""
    said = parse_orders(ENGINE.setup, f"FOLD REGIONS {text}").orders
    with pytest.raises(ValueError, match=f"{span} runs backwards"):
        ENGINE.seats(said)


def test_a_fold_needs_a_city_for_each() -> None:
    said = parse_orders(ENGINE.setup, "PLAYERS 2\nFOLD REGIONS 6, 40").orders
    with pytest.raises(ValueError, match="has 1 city, too few for 2 players"):
        ENGINE.seats(said)


@pytest.mark.parametrize("text", ["nowhere", "1,2,3", "6 99"])
def test_no_fold(text: str) -> None:
    with pytest.raises(ValueError, match=f"'{text}' is no fold"):
        fold_board(text)


def test_the_whole_map_may_be_listed() -> None:
    whole = fold_board("full")
    assert fold_board(" ".join(whole.next_to)).next_to == whole.next_to


# --- what a cut port and a parted land mean ------------------------------------------------------------------------

LONDON_AND_PARIS = "6 41 40"


def test_a_port_without_a_sea_is_a_city_without_a_port() -> None:
    """§1.5: no anchor, no fleet at the start, none can be built there."""
    state = position(
        "RED 6 T, BLU 41 T", CantillonOptions(fold=LONDON_AND_PARIS), ("RED", "BLU"), stock={"RED": {"y": 9}}
    )
    assert not state.board.is_port("6")
    lands, _ = choose_cities(state, {})
    assert [lands["6"].units, lands["6"].anchor] == ["TT", ""]
    assert codes(turn(state, "BUILD F 6", 4, 4)) == ["C33"]


def test_parts_that_do_not_touch_are_played() -> None:
    """§1.5: 80 is far from 54; each stands alone, and neither is isolated or besieged."""
    state = position("RED 54 T, BLU 80 T", CantillonOptions(fold="54 80"), ("RED", "BLU"))
    working = turn(state, "")
    assert not {"siege", "isolated", "defeated"} & set(kinds(working.events))
    looked_at(drawing(state), state.board)


def test_a_neighbour_outside_is_none() -> None:
    """§1.5: what is outside does not exist, and has no name there."""
    state = position("RED 6 TT, BLU 41 T", CantillonOptions(fold=LONDON_AND_PARIS), ("RED", "BLU"))
    grammar = ENGINE.grammar(state, "RED")
    assert grammar is not None
    told = parse_orders(grammar, "T 6-4").remarks[0]
    assert told.code == "C03" and "Northern England is outside" in told.text
    for text in ("T 4-5", "BUILD T 4", "ATT 4 FROM 6", "PAY 4", "POS T 6-41 IF 4 FREE"):
        told = parse_orders(grammar, text).remarks[0]
        assert told.text.startswith("Northern England is outside the part of the map that is played.")
    assert (fold_board(LONDON_AND_PARIS).plain_name("6"), fold_board(LONDON_AND_PARIS).plain_name("4")) == (
        "Southern England",
        "4",
    )


SHUT_IN = {
    "by nobody": ("BLU 19 T", False),
    "by one fleet of two": ("BLU 19 T, RED I F", False),
    "by fleets all round": ("BLU 19 T, RED I F, GRN J F", True),
    "with a fleet of its own": ("BLU 19 T, RED I F, BLU J F", False),
    "its fleet on the anchor": ("BLU 19 T F, RED I F, GRN J F", True),
}


@pytest.mark.parametrize("case", SHUT_IN)
def test_a_city_without_land_around_is_besieged_by_sea(case: str) -> None:
    """§6.58: Copenhagen without Gotaland is shut in when every sea around it is another's."""
    board_, shut = SHUT_IN[case]
    state = position(f"{board_}, RED 14 T, GRN 57 T", CantillonOptions(fold="19 14 57 34 18 I J K Y"))
    assert is_besieged(CantillonTurnContext(state, LoadedDice()), "BLU", "19") is shut


def test_who_besieges_by_sea_takes_over() -> None:
    """§5.7: a fleet counts with what it carries."""
    state = position("BLU 19 T, RED I F, GRN J F+A, RED 14 T, GRN 57 T", CantillonOptions(fold="19 14 57 34 I J K Y"))
    assert strongest_besieger(CantillonTurnContext(state, LoadedDice()), "BLU", "19") == "GRN"
    assert turn(state, "", seat="BLU").out == ["BLU"]


def test_fleets_around_count_one_by_one() -> None:
    """§5.7.1b: two bare fleets are as strong as one that carries an army; then the order of play decides."""
    state = position(
        "BLU 6 T, RED H F, RED O F, GRN P F+A, RED 14 T, GRN 57 T", CantillonOptions(fold="6 14 57 35 42 H O P")
    )
    assert strongest_besieger(CantillonTurnContext(state, LoadedDice()), "BLU", "6") == "GRN"
    first = position(
        "BLU 6 T, RED H F, RED O F, GRN P F, RED 14 T, GRN 57 T", CantillonOptions(fold="6 14 57 35 42 H O P")
    )
    assert strongest_besieger(CantillonTurnContext(first, LoadedDice()), "BLU", "6") == "RED"


def test_the_edge_of_an_island_besieges_nobody() -> None:
    """§5.6 with LANDMASS: whoever holds all of Britain and has no fleet is not shut in."""
    britain = ", ".join(f"RED {land} T" for land in ("2", "3", "4", "5", "6"))
    working = CantillonTurnContext(
        position(f"{britain}, BLU 26 T", CantillonOptions(whole_landmass=True)), LoadedDice()
    )
    assert besieged_cities(working, "RED") == []


# --- the drawing ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_narrow_part_gets_blank_sides() -> None:
    """Hatches of painters reach 1.2 times as far down as a drawing is wide."""
    for seed in range(40):
        state = opening(random_fold(Random(seed)).options)
        chart = drawing(state).chart
        assert chart.height <= 1.21 * chart.width


def test_small_islands_come_with_their_sea() -> None:
    assert drawing(opening("PLAYERS 2\nFOLD FULL")).chart is CHART
    south = drawing(opening("PLAYERS 2\nFOLD SOUTH")).chart
    assert 0 < len(south.islands) < len(CHART.islands)
    everywhere = drawing(opening("PLAYERS 2\nFOLD REGIONS 1-79, A-AA")).chart
    assert len(everywhere.islands) == len(CHART.islands)


def test_only_cities_in_play_can_be_wished_for() -> None:
    state = opening("PLAYERS 2\nFOLD NORTH")
    assert orders(state, "RED", "CITY London > Moscow")
    grammar = ENGINE.grammar(state, "RED")
    assert grammar is not None and parse_orders(grammar, "CITY Paris").remarks[0].code == "C06"


@proof_only
def test_pictures_of_many_folds_are_not_all_kept() -> None:
    """Hosts may name any regions, and a drawing takes megabytes: a server that draws many has only the last at hand."""
    random, charts = Random(11), list[ref[Chart]]()
    while len(charts) <= 26:
        fold = Fold(pick_listed_fold(random, most=0.15), 2)
        if len(open_fold(fold.text).cities) >= fold.players:
            map_ = drawing(opening(fold.options))
            render.render_map_svg(map_)
            charts.append(ref(map_.chart))
            del map_
    gc.collect()
    assert sum(chart() is not None for chart in charts) <= 24
