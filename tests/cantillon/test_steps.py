"""Steps of taxmen, armies and fleets, and what must hang together (§5.2.3, §5.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE
from engines.cantillon.connect import connected_areas, isolated_areas
from engines.cantillon.state import CantillonOptions
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from tests.cantillon.tables import codes, errors, factory, kinds, orders, position, turn, units

FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


STEPS = {
    "onto free land": ("RED 41 TT", "T 41-40", [], "40", "RED T"),
    "a taxman into land of others": ("RED 41 TT, BLU 43 T", "T 41-43", ["C22"], "43", "BLU T"),
    "a full land": ("RED 41 TA, RED 40 TT", "A 41-40", ["C23"], "41", "RED TA"),
    "a third army": ("RED 41 TA, RED 40 AA", "A 41-40", ["C23"], "40", "RED AA"),
    "the middle of a chain": ("RED 6 T, RED 4 T, RED 3 T", "T 4-5", ["C24"], "5", ""),
    "the end of a chain": ("RED 6 T, RED 4 T, RED 3 T", "T 3-4", [], "4", "RED TT"),
    "the end of a chain first": ("RED 6 T, RED 4 T, RED 3 T", "T 3-4 ; T 4-5", [], "5", "RED T"),
    "back from isolation": ("RED 6 T, RED 3 T", "T 3-4", [], "4", "RED T"),
    "the unit itself": ("RED 6 T, RED 4 T, RED 3 T", "T 3-2", ["C24"], "2", ""),
    "an isolated one goes anywhere": ("RED 6 T, RED 3 T", "T 3-2", [], "2", ""),
    "a fleet from the anchor away": ("RED 6 T F, RED 4 T", "F 6-H", [], "H", "RED F"),
    "a fleet beyond its chain": ("RED 6 T, RED H F, RED G F", "F G-B", ["C27"], "B", ""),
    "the fleet of a bridge": ("RED 6 T, RED P F, RED 40 T", "F P-O", ["C27"], "P", "RED F"),
    "aboard and ashore at once": ("RED 6 TT, RED H F", "T 6-H ; T H-35", ["C20"], "H", "RED FT"),
    "aboard since last turn": ("RED 6 T, RED 4 T, RED 3 T, RED H F+T", "F H-G ; T G-3", [], "3", "RED TT"),
    "cargo goes ashore at the anchor": ("RED 6 T, RED H F+A", "F H-6", [], "6", "RED TA"),
    "no room for the cargo": ("RED 6 TT, RED H F+A", "F H-6", ["C23"], "H", "RED FA"),
    "a free city": ("RED 38 TA", "A 38-62", [], "62", "RED A"),
    "a condition that is not true": (
        "RED 41 T, RED 43 T, RED 45 TA, BLU 46 T",
        "A 45-46 IF 46 FREE",
        [],
        "46",
        "BLU T",
    ),
    "a fleet onto a held sea": ("RED 6 T, RED H F, BLU G F", "F H-G", ["C29"], "G", "BLU F"),
    "a fleet onto an own fleet": ("RED 6 T, RED H F, RED G F", "F H-G", ["C34"], "H", "RED F"),
    "a fleet onto the anchor of another": ("RED 36 T, RED 41 T, RED H F, BLU 35 T", "F H-35", ["C28"], "H", "RED F"),
    "a fleet onto an anchor that is free": ("RED 6 T, RED H F", "F H-6", [], "6", "RED T"),
    "a fleet twice": ("RED 6 T, RED H F, RED 4 T, RED 3 T, RED 2 T", "F H-G ; F G-F", ["C20"], "G", "RED F"),
    "aboard a fleet of another": ("RED 6 TT, BLU H F", "T 6-H", ["C25"], "H", "BLU F"),
    "an army aboard and a taxman ashore": ("RED 6 TA, RED H F", "A 6-H", [], "H", "RED FA"),
    "an army where a taxman is aboard": ("RED 6 T, RED H F+T", "A H-35", ["C20"], "H", "RED FT"),
    "two of one land": ("RED 41 TT, RED 6 T, RED P F, RED 40 T", "T 41-42 ; T 41-36", [], "36", "RED T"),
    "the unit of another": ("RED 41 T, BLU 43 TT", "T 43-38", ["C20"], "43", "BLU TT"),
    "the fleet of another": ("RED 6 T, BLU H F", "F H-G", ["C20"], "H", "BLU F"),
    "the third of a name": ("RED 41 AT", "A 41-40 x2", ["C20"], "40", "RED A"),
    "repeated": ("RED 41 TT, RED 6 T, RED 40 T, RED P F", "T 41-42 x2", [], "42", "RED TT"),
    "two that came to one land": ("RED 41 TT, RED 36 T", "T 41-40 ; T 36-40 ; T 40-36", ["C20"], "40", "RED TT"),
    "no such unit": ("RED 41 TT", "A 41-40", ["C20"], "41", "RED TT"),
    "twice": ("RED 41 TT", "T 41-40 ; T 40-36", ["C20"], "40", "RED T"),
    "aboard nothing": ("RED 6 TT", "T 6-H", ["C25"], "6", "RED TT"),
    "full boat": ("RED 6 TT, RED H F+A", "T 6-H", ["C26"], "H", "RED FA"),
    "onto land": ("RED 6 T, RED H F", "F H-4", ["C28"], "H", "RED F"),
    "anchor taken": ("RED 6 T F, RED H F", "F H-6", ["C28"], "H", "RED F"),
    "no fleet on the anchor": ("RED 6 TT", "F 6-H", ["C20"], "6", "RED TT"),
    "who was there when another came": ("RED 41 TT, RED 40 T", "T 41-40 ; T 40-42", [], "42", "RED T"),
    "who was there when cargo came ashore": ("RED 6 T, RED H F+T, RED 4 T", "F H-6 ; T 6-5", [], "5", "RED T"),
    "out": ("RED 6 TT F", "F 6-H ; T 6-H", [], "H", "RED FT"),
}


@pytest.mark.parametrize("case", STEPS)
def test_steps(case: str) -> None:
    board, text, wrong, area, there = STEPS[case]
    if case == "a free city":
        board = f"RED 41 T, RED 43 T, {board}"
    working = turn(position(f"{board}, {FAR}"), text)
    assert codes(working) == wrong
    assert units(working, area) == there


def test_a_step_that_does_not_touch() -> None:
    state = position("RED 6 T, RED 4 T, RED 3 T, RED H F+T")
    assert errors(state, "T G-4") == ["C21"]


def test_a_bridgehead_stays_until_the_owners_next_expansion() -> None:
    state = position(f"RED 6 T, RED 40 T, BLU H F, BLU P F, {FAR}")
    assert isolated_areas(CantillonTurnContext(state, LoadedDice()), "RED") == ["40"]
    after = turn(state, "", seat="BLU")
    assert units(after, "40") == "RED T"
    assert units(turn(state, ""), "40") == ""


def test_a_bridge_of_fleets() -> None:
    board = "RED 54 T, RED T F, RED R F, RED F F, RED E F, RED 76 TA, RED 1 T"
    state = position(f"{board}, {FAR}")
    assert connected_areas(CantillonTurnContext(state, LoadedDice()), "RED") == {"54", "T", "R", "F", "E", "76", "1"}
    working = turn(state, "POS A 76-1", 5, 5)
    assert not codes(working)
    assert units(working, "1") == "RED TA"


def test_what_is_joined_again_stays_and_what_is_isolated_goes() -> None:
    state = position(f"RED 6 T, RED 3 T, {FAR}")
    assert "isolated" not in kinds(turn(state, "T 3-4").events)
    gone = turn(state, "")
    assert units(gone, "3") == ""
    assert "isolated" in kinds(gone.events)


# --- a unit that came aboard in this stage ---------------------------------------------------------------------------

VOYAGES = {
    "its ship sails on": ("RED 6 TT, RED H F, RED 4 T, RED 3 T", "T 6-H ; F H-G ; T G-3", "G"),
    "its ship takes another's sea": (
        "RED 6 TT, RED H F, BLU G F, RED 4 T, RED 3 T",
        "T 6-H ; ATT G FROM H ; T G-3",
        "G",
    ),
    "an army would land in force": ("RED 6 TA, RED H F, BLU 35 T", "A 6-H ; ATT 35 FROM H", "H"),
}


@pytest.mark.parametrize("case", VOYAGES)
def test_what_came_aboard_does_not_land_in_the_same_stage(case: str) -> None:
    """§5.2.3b, §6.13: first aboard, next turn ashore, whatever the ship does meanwhile."""
    board, text, ship = VOYAGES[case]
    working = turn(position(f"{board}, {FAR}"), text, combat=[6, 1])
    assert codes(working) == ["C20"]
    assert len(units(working, ship)) == len("RED FT")


def test_who_was_aboard_before_lands_after_a_fight() -> None:
    """§5.2.3b: a cargo that did not step itself may."""
    working = turn(
        position(f"RED 6 T, RED H F+T, BLU G F, RED 4 T, RED 3 T, {FAR}"), "ATT G FROM H ; T G-3", combat=[6, 1]
    )
    assert (codes(working), units(working, "3"), units(working, "G")) == ([], "RED TT", "RED F")


def test_a_ship_that_comes_where_another_was_lost_lands_its_cargo() -> None:
    """§5.2.3b: who came aboard went down with the other ship; this cargo was aboard before."""
    state = position(f"RED 6 TT, RED H F, RED P F+A, BLU G F, RED 4 T, RED 3 T, {FAR}")
    working = turn(state, "T 6-H ; ATT G FROM H ; F P-H ; A H-4", combat=[1, 6])
    assert (codes(working), units(working, "4"), units(working, "H")) == ([], "RED TA", "RED F")


def test_cargo_that_came_ashore_with_its_ship_has_stepped() -> None:
    """§5.2.3b: on the anchor it goes ashore; that was its step."""
    state = position(f"RED 6 T, RED H F+A, RED 4 T, {FAR}")
    assert codes(turn(state, "F H-6 ; A 6-5")) == ["C20"]


def test_who_came_ashore_is_counted_with_who_walked_in() -> None:
    """§5.2.3: neither the one nor the other steps again."""
    state = position(f"RED 6 T, RED 4 TT, RED H F+T, {FAR}")
    assert codes(turn(state, "T 4-6 ; T 6-5 ; F H-6 ; T 6-4")) == ["C20"]


def test_a_ship_that_was_left_takes_another_aboard_that_does_not_land() -> None:
    """§5.2.3b: the mark is on who came aboard."""
    state = position(f"RED 6 TT, RED H F+T, RED 4 T, {FAR}")
    working = turn(state, "T H-4 ; T 6-H ; T H-6")
    assert codes(working) == ["C20"]


def test_by_the_book_it_does_not_land_after_a_lost_attack_either() -> None:
    """§5.2.3b, §3.2: what has stepped is kept while an attack waits."""
    options = CantillonOptions(mode="book")
    board = position(f"RED 6 TT, RED H F, RED 41 AA, RED 45 T, BLU 43 A, {FAR}", options)
    state = replace(board, kind="stage", stage=3, active="RED", phase="R1-RED-3")
    lines = orders(state, "RED", "T 6-H ; ATT 43 FROM 41,41 ; T H-6")
    asked = ENGINE.resolve(state, {"RED": lines}, LoadedDice({"combat": [1, 6]})).state
    assert asked.attack
    after = ENGINE.resolve(asked, {"RED": orders(asked, "RED", "STOP")}, LoadedDice()).state
    assert after.seas["H"].cargo == "T"


# --- what does not hang together -----------------------------------------------------------------------------------


def test_an_island_without_a_fleet_is_isolated() -> None:
    """§5.3: Sardinia is joined by a fleet only."""
    state = position(f"RED 41 T, RED 45 T, RED W F, RED 61 T, {FAR}")
    assert not isolated_areas(CantillonTurnContext(state, LoadedDice()), "RED")
    away = replace(state, seas={})
    assert isolated_areas(CantillonTurnContext(away, LoadedDice()), "RED") == ["61"]


def test_units_of_others_join_nothing() -> None:
    """§5.3"""
    state = position(f"RED 41 T, BLU 43 T, RED 38 T, {FAR}")
    assert isolated_areas(CantillonTurnContext(state, LoadedDice()), "RED") == ["38"]


def test_what_is_isolated_goes_at_sea_and_on_anchors_too() -> None:
    """§5.2.3e: fleets with their cargo, and a fleet on the anchor of a land that is nobody's."""
    state = position(f"RED 41 T, RED A F+T, RED 6 F, {FAR}")
    working = turn(state, "")
    assert (working.seas, working.plot_of("6").anchor) == ({}, "")
    assert [event.args["areas"] for event in working.events if event.kind == "isolated"] == [["6", "A"]]


def test_goods_on_free_land_go_to_who_enters() -> None:
    """§5.2.3a, §6.31"""
    state = factory(position(f"RED 41 TT, {FAR}"), "40", b=2)
    working = turn(state, "T 41-40")
    assert (working.stock["RED"], dict(working.plot_of("40").goods)) == ({"b": 2}, {})


def test_a_port_that_is_taken_comes_without_a_fleet() -> None:
    """§5.1c"""
    working = turn(position(f"RED 41 T, RED 36 TT, {FAR}"), "T 36-35")
    assert (units(working, "35"), working.plot_of("35").anchor, working.seas) == ("RED T", "", {})


def test_each_unit_steps_again_next_turn() -> None:
    """§5.2.3: once a turn, and again in the next."""
    state = position(f"RED 41 TT, RED 45 T, {FAR}")
    first = turn(state, "T 41-40").freeze_state()
    assert units(turn(first, "T 40-42"), "42") == "RED T"
