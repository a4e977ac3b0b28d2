"""The order of play, the choice of cities and what everybody begins with (§5.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE, options
from engines.cantillon.data import fold_areas, fold_board
from engines.cantillon.opening import choose_cities
from engines.cantillon.opening import set_up_cantillon as begin
from engines.cantillon.state import CantillonOptions, Plot, goods_value
from engines.dice import LoadedDice
from engines.language import parse_orders
from tests.cantillon.tables import codes, opening, orders, play, position, turn, units

FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


def chosen_lands(texts: dict[str, str], order: tuple[str, ...] = ("RED", "BLU", "GRN")) -> dict[str, Plot]:
    state = replace(opening("PLAYERS 3"), order=order)
    lands, _ = choose_cities(state, {seat: orders(state, seat, text) for seat, text in texts.items()})
    return lands


def test_the_last_in_order_chooses_first() -> None:
    wishes = dict.fromkeys(("RED", "BLU", "GRN"), "CITY Paris > Vienna > Lisbon")
    lands = chosen_lands(wishes)
    assert {area: plot.owner for area, plot in lands.items()} == {"41": "GRN", "62": "BLU", "54": "RED"}


def test_paris_has_no_port() -> None:
    assert chosen_lands({"GRN": "CITY Paris"})["41"] == Plot("GRN", "TT", "", goods={"y": 1})


def test_london_comes_with_a_fleet() -> None:
    assert chosen_lands({"GRN": "CITY London"})["6"] == Plot("GRN", "TT", "GRN", goods={"y": 1})


def test_without_a_wish_the_lowest_number() -> None:
    assert set(chosen_lands({})) == {"6", "14", "19"}


@pytest.mark.parametrize(("fold", "fits"), [("NORDIC", False), ("ATLANTIC", True)], ids=["three cities", "four cities"])
def test_folds_need_a_city_for_each(fold: str, fits: bool) -> None:
    said = parse_orders(ENGINE.setup, f"PLAYERS 4\nFOLD {fold}").orders
    if fits:
        assert len(ENGINE.seats(said)) == 4
    else:
        with pytest.raises(ValueError, match="has 3 cities, too few for 4 players"):
            ENGINE.seats(said)


def test_the_board() -> None:
    """§1.1: 80 lands and 29 seas, twelve cities of which seven are ports, a colour for every land."""
    whole = fold_board("full")
    assert (len(whole.lands), len(whole.seas), len(whole.cities)) == (80, 29, 12)
    assert sum(land.port for land in whole.lands.values()) == 7
    assert all(land.port <= bool(land.city) for land in whole.lands.values())
    assert {land.goods for land in whole.lands.values()} == {"r", "b", "y"}
    assert {code for code, land in whole.lands.items() if not land.land} == {"1", "55", "60", "61"}


def test_what_is_on_the_edge_of_a_rectangle_is_in_play() -> None:
    """§1.5: a land and a sea at its four corners, in a fold no wider than they are."""
    for code, area in fold_board("full").iter_areas():
        assert code in fold_areas(f"{area.lon},{area.lat},{area.lon},{area.lat}")


def test_what_nobody_stands_on_is_nobodys() -> None:
    """§2: a land without a unit, a sea without a fleet."""
    state = position("RED 41 T, RED P F")
    assert [state.owner_of(area) for area in ("41", "P", "40", "H")] == ["RED", "RED", "", ""]


def test_neighbours_are_mutual() -> None:
    """§1.2, §1.3"""
    around = fold_board("full").next_to
    assert all(one in around[other] for one, others in around.items() for other in others)


@pytest.mark.parametrize("count", range(2, 7))
def test_two_to_six_players(count: int) -> None:
    """§5.1: each has a city, two taxmen and one of its goods, worth 1."""
    state = play(opening(f"PLAYERS {count}"), {}).state
    assert len(state.seats) == len(set(state.order)) == count
    assert sorted(plot.owner for plot in state.lands.values()) == sorted(state.seats)
    for area, plot in state.lands.items():
        assert (plot.units, goods_value(plot.goods)) == ("TT", 1)
        assert state.board.cities[area]


@pytest.mark.parametrize("count", [1, 7])
def test_no_more_and_no_fewer(count: int) -> None:
    assert parse_orders(ENGINE.setup, f"PLAYERS {count}").remarks


def test_four_play_unless_it_is_said() -> None:
    """§8"""
    assert [seat.code for seat in ENGINE.seats(())] == ["RED", "BLU", "GRN", "YEL"]


@pytest.mark.parametrize("goal", ["CITIES", "LANDS", "WEALTH", "ROUNDS"])
def test_one_goal_is_agreed(goal: str) -> None:
    """§8: from 1 on, up to three digits; who says two means the last."""
    assert [n for n in (0, 1, 999, 1000) if parse_orders(ENGINE.setup, f"GOAL {goal} {n}").orders] == [1, 999]
    for text, agreed in ((f"GOAL LAST\nGOAL {goal} 9", (goal.lower(), 9)), (f"GOAL {goal} 9\nGOAL LAST", ("last", 0))):
        lines = parse_orders(ENGINE.setup, text).orders
        said = options.read_cantillon_options(lines)
        assert len(lines) == 1
        assert (said.goal, said.target) == agreed
    (told,) = (line.help for line in ENGINE.setup.lines if line.verb == goal)
    assert told.endswith(" wins")


def test_the_highest_die_plays_first_and_equal_ones_throw_again() -> None:
    """§5.1a"""
    dice = LoadedDice({"order": [3, 5, 3, 2, 6]})
    step = begin(CantillonOptions(), ("RED", "BLU", "GRN"), dice)
    assert step.state.order == ("BLU", "GRN", "RED")
    assert [event.args["dice"] for event in step.events if event.kind == "lot"] == [
        {"RED": 3, "BLU": 5, "GRN": 3},
        {"RED": 2, "GRN": 6},
    ]


def test_the_order_may_be_given() -> None:
    """§5.1a: any other means suits as well."""
    assert begin(CantillonOptions(given_order=True), ("RED", "BLU", "GRN"), LoadedDice()).state.order == (
        "RED",
        "BLU",
        "GRN",
    )


def test_wishes_in_turn() -> None:
    """§5.1b: the first of a list that is still free."""
    lands = chosen_lands(
        {"GRN": "CITY Paris", "BLU": "CITY Paris > Cairo > London", "RED": "CITY Paris > Cairo > London"}
    )
    assert {area: plot.owner for area, plot in lands.items()} == {"41": "GRN", "80": "BLU", "6": "RED"}


def test_money_at_the_start() -> None:
    """§8"""
    state = opening("PLAYERS 2\nSTART-MONEY 7")
    assert state.stock == {"RED": {"c": 7}, "BLU": {"c": 7}}
    assert state.worth == {"RED": 7, "BLU": 7}
    assert not state.stock_shown
    assert opening("PLAYERS 2").stock == {"RED": {}, "BLU": {}}
    assert opening("PLAYERS 2\nSTART-MONEY 7\nTREASURY-OPEN ON").stock_shown == state.stock


# --- the taxman who remains ----------------------------------------------------------------------------------------

HOME = {"RED": "41"}
REMAINING = {
    "the last one steps": ("RED 41 T, RED 40 T, RED 42 T, RED 6 T", "T 41-45", 3, ["C07"]),
    "both step": ("RED 41 TT, RED 40 T, RED 6 T, RED P F", "T 41-43 ; T 41-42", 3, ["C07"]),
    "beside an army": ("RED 41 TA, RED 40 T", "T 41-43", 3, ["C07"]),
    "an army goes": ("RED 41 TA", "A 41-43", 3, []),
    "another came first": ("RED 41 T, RED 40 TT", "T 40-41 ; T 41-43", 3, []),
    "positioned": ("RED 41 T, RED 40 T, RED 6 T, RED P F", "POS T 41-40", 5, ["C07"]),
    "disbanded": ("RED 41 TA", "DISBAND T 41", 2, ["C07"]),
    "one of two disbanded": ("RED 41 TT", "DISBAND T 41", 2, []),
    "from another city": ("RED 41 T, RED 45 T, RED 51 T, RED 50 T", "T 50-49", 3, []),
}


@pytest.mark.parametrize("case", REMAINING)
def test_one_taxman_remains_in_the_first_city(case: str) -> None:
    """§5.1d, also of who has a second city."""
    board_, text, stage, wrong = REMAINING[case]
    state = position(f"{board_}, {FAR}", homes=HOME)
    assert codes(turn(state, text, stage, stage)) == wrong


def test_both_first_taxmen_may_not_leave_when_there_is_a_second_city() -> None:
    """§6.59: Paris and Madrid; nothing would be cut off, since Madrid feeds the rest."""
    board_ = "RED 41 TT, RED 45 T, RED 51 T, RED 50 T"
    working = turn(position(f"{board_}, {FAR}", homes=HOME), "T 41-40 ; T 41-42")
    assert codes(working) == ["C07"]
    assert (units(working, "41"), units(working, "40")) == ("RED T", "RED T")


def test_the_first_city_is_the_one_that_was_chosen() -> None:
    state = play(opening("PLAYERS 2"), {"RED": "CITY Cairo", "BLU": "CITY Venice"}).state
    assert state.homes == {"RED": "80", "BLU": "57"}
