"""Sieges, and who inherits from the defeated (§5.6, §5.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.connect import connected_areas, is_besieged
from engines.cantillon.leaving import defeat_cityless, strongest_besieger
from engines.cantillon.state import CantillonOptions, Plot
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from tests.cantillon.tables import (
    factory,
    kinds,
    position,
    turn,
    units,
)

LONDON = "BLU 6 TT, RED 4 T, GRN 5 T, RED 41 T, GRN 26 T, RED 36 T, RED 40 T"
SIEGES = {
    "a fleet on the anchor": ("BLU 6 TT F, RED 4 T, GRN 5 T", False),
    "a fleet that cannot sail": ("BLU 6 TT F, RED 4 T, GRN 5 T, RED H F, RED O F, GRN P F", True),
    "without a fleet": ("BLU 6 TT, RED 4 T, GRN 5 T", True),
    "one neighbour free": ("BLU 6 TT, RED 4 T", False),
    "one neighbour only": ("BLU 19 TT, RED 15 T", True),
    "a fleet on its anchor with one free sea": ("BLU 6 TT F, RED 4 T, GRN 5 T, RED H F, RED O F", False),
    "a fleet with nowhere to land": (
        "BLU 6 TT, RED 4 T, GRN 5 T, BLU P F, RED 36 T, RED 40 T, RED 42 T",
        True,
    ),
    "a fleet with a land of its own": ("BLU 6 TT, RED 4 T, GRN 5 T, BLU P F, RED 36 T, BLU 40 T, RED 42 T", False),
    "a chain of fleets": (
        "BLU 6 TT, RED 4 T, GRN 5 T, BLU P F, RED 36 T, RED 40 T, RED 42 T, BLU O F, RED 8 T, BLU R F, BLU F F",
        False,
    ),
    "a broken chain of fleets": (
        "BLU 6 TT, RED 4 T, GRN 5 T, BLU P F, RED 36 T, RED 40 T, RED 42 T, RED 8 T, BLU F F",
        True,
    ),
    "one neighbour its own": ("BLU 6 TT, RED 4 T, BLU 5 T", False),
    "an anchor of another's fleet": ("BLU 6 TT, RED 4 T, GRN 5 T, BLU 35 T F", True),
    "a fleet outside": ("BLU 6 TT, RED 4 T, GRN 5 T, BLU H F", False),
}


@pytest.mark.parametrize("case", SIEGES)
def test_sieges(case: str) -> None:
    board, shut = SIEGES[case]
    city = "19" if case == "one neighbour only" else "6"
    assert is_besieged(CantillonTurnContext(position(board), LoadedDice()), "BLU", city) is shut


def test_a_siege_runs_its_course_and_factories_stay() -> None:
    state = factory(position(f"{LONDON}, BLU 54 T"), "6", basic=True, y=2)
    working = turn(state, "", seat="BLU")
    assert units(working, "6") == ""
    assert working.plot_of("6") == Plot("", "", "", True, "", {"y": 2})
    after = turn(replace(state, lands=working.lands), "T 5-6", seat="GRN")
    assert after.plot_of("6").basic and units(after, "6") == "GRN T"
    assert after.stock["GRN"] == {"y": 2}


def test_a_siege_is_broken() -> None:
    working = turn(position(f"{LONDON.replace('BLU 6 TT', 'BLU 6 TA')}, BLU 54 T"), "A 6-4", seat="BLU")
    assert "siege broken" in kinds(working.events)
    assert units(working, "6") == "BLU T"


def test_no_siege_at_the_start_of_the_stage() -> None:
    state = position(f"{LONDON}, BLU 54 T")
    away = replace(state, lands={**state.lands, "5": Plot()})
    assert "siege" not in kinds(turn(away, "", seat="BLU").events)


def test_the_strongest_besieger_wins() -> None:
    state = position("BLU 6 TT, RED 4 T, GRN 5 TT, RED 41 T, GRN 26 T")
    assert strongest_besieger(CantillonTurnContext(state, LoadedDice()), "BLU", "6") == "GRN"
    working = turn(state, "", seat="BLU")
    assert working.out == ["BLU"]


def test_the_victor_inherits() -> None:
    board = "RED 6 T, RED 41 T, RED 43 TA, BLU 62 T, BLU 38 T, BLU 63 T, BLU Y F, GRN 26 T"
    state = factory(position(board), "63", basic=True)
    spread = replace(state, lands={**state.lands, "38": Plot("RED", "TA")})
    working = turn(spread, "ATT 62 FROM 38", combat=[6, 1])
    assert working.out == ["BLU"]
    assert units(working, "63") == "RED T" and working.plot_of("63").basic
    assert units(working, "Y") == "RED F"


def test_who_starved_a_city_out_is_the_victor() -> None:
    """§5.7.1b, §8 SPOILS: the besieger with the most units is told of, and gets the treasury."""
    board = "BLU 6 TT, RED 4 T, GRN 5 TT, RED 41 T, GRN 26 T"
    working = turn(position(board, CantillonOptions(spoils=True), stock={"BLU": {"P": 1}}), "", seat="BLU")
    assert working.events[-1].args == {"seat": "BLU", "victor": "GRN"}
    assert (working.treasury_value("GRN"), working.treasury_value("RED")) == (8, 0)


@pytest.mark.parametrize(("spoils", "worth"), [(False, 0), (True, 12)], ids=["lost", "spoils"])
def test_the_treasury_of_the_defeated(spoils: bool, worth: int) -> None:
    options = CantillonOptions(spoils=spoils)
    working = CantillonTurnContext(position("RED 6 T, BLU 4 T", options, stock={"BLU": {"y": 12}}), LoadedDice())
    working.takers["BLU"] = "RED"
    defeat_cityless(working)
    assert working.treasury_value("RED") == worth
    assert working.out == ["BLU", "GRN"]


def test_equal_besiegers_go_by_the_order_of_play_after_the_besieged() -> None:
    """§5.7.1b: of equal ones, who comes first in the order of play after the defeated."""
    board = "BLU 6 TT, RED 4 T, GRN 5 T, RED 41 T, GRN 26 T"
    for order, heir in (("RED BLU GRN", "GRN"), ("GRN BLU RED", "RED"), ("BLU GRN RED", "GRN"), ("RED GRN BLU", "RED")):
        state = position(board, order=tuple(order.split()))
        assert strongest_besieger(CantillonTurnContext(state, LoadedDice()), "BLU", "6") == heir, order


def test_the_besieger_inherits_all() -> None:
    """§5.7.1b, §5.7.1c"""
    state = position("BLU 6 TT, RED 4 T, GRN 5 TT, RED 41 T, GRN 26 T, BLU 61 T, BLU V F+A")
    working = turn(state, "", seat="BLU")
    assert working.out == ["BLU"]
    assert (units(working, "61"), units(working, "V"), units(working, "6")) == ("", "", "")  # isolated first (§5.2.3e)


def test_sieges_come_before_isolation() -> None:
    """§6.26: what the falling city fed is cut off in the same stage."""
    state = position(
        "BLU 6 TT, RED 4 T, GRN 5 T, BLU H F, BLU 26 T, RED 41 T, GRN 62 T, RED 18 T, RED 34 T, RED 35 T, RED 36 T"
    )
    working = turn(state, "", seat="BLU")
    assert "H" not in working.seas
    assert kinds(working.events).index("siege lost") < kinds(working.events).index("isolated")


def test_a_besieged_city_still_feeds() -> None:
    """§6.21: until it falls, what hangs together with it may not be cut off, and is not isolated."""
    state = position(f"{LONDON}, BLU H F, RED 18 T, RED 34 T, RED 35 T, BLU 54 T")
    assert is_besieged(CantillonTurnContext(state, LoadedDice()), "BLU", "6")
    assert "H" in connected_areas(CantillonTurnContext(state, LoadedDice()), "BLU")


def test_a_siege_that_is_not_broken_takes_the_fleet_on_the_anchor_too() -> None:
    """§5.6d"""
    board = LONDON.replace("BLU 6 TT", "BLU 6 TT F") + ", RED H F, RED O F, GRN P F, BLU 54 T"
    working = turn(position(board), "", seat="BLU")
    assert (units(working, "6"), working.plot_of("6").anchor) == ("", "")
    assert working.out == []


def test_a_fleet_that_is_brought_breaks_a_siege() -> None:
    """§5.6e: from the anchor into a sea that was fought free."""
    board = LONDON.replace("BLU 6 TT", "BLU 6 TT F") + ", RED H F, RED O F, GRN P F, BLU 54 T"
    working = turn(position(board), "ATT H FROM 6", seat="BLU", combat=[6, 1])
    assert "siege broken" in kinds(working.events)
    assert units(working, "6") == "BLU TT"


@pytest.mark.parametrize("dice", [[6, 1], [1, 6]], ids=["won", "lost"])
def test_a_city_that_is_left_does_not_fall(dice: list[int]) -> None:
    """§5.6d: Copenhagen's only army breaks out to Stockholm, or is lost; nobody has starved it out."""
    working = turn(position("BLU 19 A, BLU 14 T, RED 15 A, RED 35 T, GRN 62 T"), "A 19-15", seat="BLU", combat=dice)
    assert units(working, "19") == ""
    assert not {"siege lost", "siege broken"} & set(kinds(working.events))
    assert not working.takers


def test_the_whole_landmass_must_be_enclosed_with_the_option() -> None:
    """§8, LANDMASS: Britain's south is one landmass; the north is Red's."""
    board = "BLU 6 T, BLU 5 T, RED 4 T, RED 41 T"
    for whole, shut in ((False, False), (True, True)):
        working = CantillonTurnContext(position(board, CantillonOptions(whole_landmass=whole)), LoadedDice())
        assert is_besieged(working, "BLU", "6") is shut
    wider = CantillonTurnContext(
        position("BLU 6 T, BLU 5 T, BLU 4 T, RED 3 T", CantillonOptions(whole_landmass=True)), LoadedDice()
    )
    assert is_besieged(wider, "BLU", "6")
    assert strongest_besieger(wider, "BLU", "6") == "RED"


def test_a_city_is_taken_after_a_siege_without_a_toss_by_its_old_owner_too() -> None:
    """§6.25"""
    state = position(f"{LONDON}, BLU 54 T, BLU H F+T, BLU G F, BLU 2 T")
    fallen = replace(state, lands={**state.lands, "6": Plot()})
    assert units(turn(fallen, "T H-6", seat="BLU"), "6") == "BLU T"


# --- defeat --------------------------------------------------------------------------------------------------------


def test_a_player_with_land_but_no_city_is_defeated() -> None:
    """§5.7.1"""
    working = turn(position("RED 43 T, BLU 26 T, GRN 62 T"), "", seat="BLU")
    assert working.out == ["RED"]


def test_the_last_city_is_what_counts() -> None:
    """§5.7: one city of two is lost, nobody is defeated."""
    board = "RED 36 TA, RED 41 T, BLU 35 T, BLU 26 T, GRN 62 T"
    working = turn(position(board), "ATT 35 FROM 36", combat=[6, 1])
    assert (units(working, "35"), working.out) == ("RED A", [])


def test_the_victor_gets_everything_but_the_treasury() -> None:
    """§5.7.1c: lands, taxmen, armies, fleets with their cargo, on anchors too, and stacks as they are (§6.29)."""
    state = factory(
        position("RED 36 TA, RED 41 T, BLU 35 T, BLU 57 F, BLU 26 T, BLU H F+A, BLU 18 TA, GRN 62 T"), "18", basic=True
    )
    board = replace(
        state, lands={**state.lands, "26": Plot("GRN", "T"), "57": Plot("", "", "BLU")}, stock={"BLU": {"P": 1}}
    )
    working = turn(board, "ATT 35 FROM 36", combat=[6, 1])
    assert working.out == ["BLU"]
    assert (units(working, "18"), units(working, "H"), working.plot_of("57").anchor) == ("RED TA", "RED FA", "RED")
    assert working.plot_of("18").basic
    assert (working.stock["BLU"], working.treasury_value("RED")) == ({}, 0)


def test_who_has_no_city_and_no_victor_leaves_the_board_empty() -> None:
    """§5.7.1c"""
    working = turn(position("RED 43 TA, RED H F, RED 6 F, BLU 26 T, GRN 62 T"), "", seat="BLU")
    assert units(working, "43") == ""
    assert (working.seas, working.plot_of("6").anchor) == ({}, "")


def test_a_victor_who_is_out_himself_inherits_nothing() -> None:
    working = CantillonTurnContext(position("RED 43 T, BLU 26 T, GRN 62 T"), LoadedDice())
    working.out, working.takers = ["GRN"], {"RED": "GRN"}
    defeat_cityless(working)
    assert units(working, "43") == ""
    assert working.events[-1].args == {"seat": "RED", "victor": ""}
