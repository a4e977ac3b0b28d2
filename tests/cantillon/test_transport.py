"""New units, and moves within one's own realm (§5.2.4, §5.2.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.state import CantillonOptions, CantillonState, Permit
from tests.cantillon.tables import (
    codes,
    position,
    turn,
    units,
)

FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


RICH = {"RED": {"y": 20}}
BUILDS = {
    "a fleet is there": ("RED 41 T, RED 36 T, BLU H F", "BUILD F H", ["C34"]),
    "isolated land": ("RED 41 T, RED 4 T", "BUILD A 4", ["C31"]),
    "full": ("RED 41 TT", "BUILD A 41", ["C32"]),
    "no coast": ("RED 41 T", "BUILD F H", ["C33"]),
    "twice": ("RED 41 T, RED 40 T", "BUILD T 40 x2", ["C32"]),
    "at sea": ("RED 41 T, RED 36 T", "BUILD F P", []),
    "on the anchor": ("RED 6 T", "BUILD F 6", []),
    "army at sea": ("RED 6 T, RED H F", "BUILD A H", ["C31"]),
}


@pytest.mark.parametrize("case", BUILDS)
def test_builds(case: str) -> None:
    board, text, wrong = BUILDS[case]
    assert codes(turn(position(f"{board}, {FAR}", stock=RICH), text, 4, 4)) == wrong


def test_money_runs_out() -> None:
    state = position(f"RED 41 T, RED 40 T, {FAR}", stock={"RED": {"y": 1}})
    assert codes(turn(state, "BUILD T 41 ; BUILD T 40", 4, 4)) == ["C30"]


POSITIONS = {
    "onto free land": ("RED 41 TT, RED 45 T, RED 44 T, RED 42 T", "POS T 41-49", ["C41"]),
    "a taxman over free land": ("RED 41 TT, RED 38 T, RED 62 T", "POS T 41-38", ["C40"]),
    "an army over free land": ("RED 41 TA, RED 38 T, RED 62 T", "POS A 41-38", []),
    "an army onto free land": ("RED 41 TA", "POS A 41-40", ["C41"]),
    "left empty": ("RED 41 T, RED 40 T, RED 36 T", "POS T 40-41", ["W45"]),
    "the middle of a chain": ("RED 6 T, RED 4 T, RED 3 T", "POS T 4-6", ["C24"]),
    "the fleet of a bridge": ("RED 6 T, RED P F, RED 40 T", "POS F P-O", ["C27"]),
    "a third unit": ("RED 41 TA, RED 40 TT", "POS A 41-40", ["C23"]),
    "a full boat": ("RED 6 TT, RED H F+A", "POS T 6-H", ["C26"]),
    "no such unit": ("RED 41 TT, RED 40 T", "POS A 41-40", ["C20"]),
    "nothing of that kind aboard": ("RED 6 T, RED H F+A", "POS T H-6", ["C20"]),
    "the unit of another": ("RED 41 T, RED 40 T, BLU 43 T", "POS T 43-41", ["C20"]),
    "no fleet on the anchor": ("RED 6 TT", "POS F 6-H", ["C20"]),
    "ashore": ("RED 6 T, RED H F+A", "POS A H-6", []),
    "over fleets to an island": ("RED 46 TT, RED W F, RED 61 T, RED 41 T, RED 43 T", "POS T 46-61", []),
    "an army past an enemy": ("RED 19 TA, BLU 15 T, RED 14 T", "POS A 19-14", ["C40"]),
    "a fleet onto the anchor": ("RED 6 T, RED H F+A", "POS F H-6", []),
    "a fleet onto land": ("RED 6 T, RED 4 T, RED H F", "POS F H-4", ["C28"]),
    "a fleet onto a taken anchor": ("RED 6 T F, RED H F", "POS F H-6", ["C28"]),
    "a fleet onto the anchor of another": ("RED 6 T, RED H F, BLU 35 T", "POS F H-35", ["C28"]),
    "no room for the cargo": ("RED 6 TT, RED H F+A", "POS F H-6", ["C23"]),
    "a fleet where one is": ("RED 6 T, RED H F, RED P F", "POS F H-P", ["C34"]),
    "a fleet through free seas": ("RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T", "POS F G-O", []),
    "a fleet at the end of a chain of fleets": ("RED 6 T, RED H F, RED O F, RED N F", "POS F N-R", []),
    "no water between": ("RED 6 T, RED H F, RED 41 T, RED 36 T, RED 35 T, RED 37 T", "POS F H-AA", ["C42"]),
    "a sea of others": ("RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F", "POS F G-P", ["C43"]),
    "next to where it was alone": ("RED 6 T, RED H F", "POS F H-G", ["C42"]),
    "rest": ("RED 6 T, RED H F", "POS F H-A", ["C42"]),
    "aboard": ("RED 6 TT, RED H F", "POS T 6-H", []),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_positions(case: str) -> None:
    board, text, wrong = POSITIONS[case]
    assert codes(turn(position(f"{board}, {FAR}"), text, 5, 5)) == wrong


def test_passage_for_a_fee() -> None:
    permit = Permit("BLU", "RED", ("H",), 1, 1)
    state = position(
        f"RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, {FAR}",
        stock={"RED": {"y": 1}},
        permits={"RED": (permit,), "BLU": (permit,)},
    )
    assert codes(turn(state, "POS F G-P", 5, 5)) == ["C44"]
    working = turn(state, "POS F G-P PAYING 1", 5, 5)
    assert units(working, "P") == "RED F"
    assert (working.treasury_value("RED"), working.stock["BLU"]) == (0, {"c": 1})


@pytest.mark.parametrize(("letter", "cost"), [("T", 1), ("A", 2), ("F", 2)])
def test_what_units_cost(letter: str, cost: int) -> None:
    """§1.1: a taxman 1, an army and a fleet 2."""
    working = turn(position(f"RED 6 T, {FAR}", stock={"RED": {"y": 5}}), f"BUILD {letter} 6", 4, 4)
    assert working.treasury_value("RED") == 5 - cost


def test_a_second_fleet_on_one_anchor() -> None:
    """§1.1: an anchor holds one fleet."""
    assert codes(turn(position(f"RED 6 T F, {FAR}", stock=RICH), "BUILD F 6", 4, 4)) == ["C33"]


def test_what_is_built_may_be_positioned_but_not_step() -> None:
    """§5.2.4: it steps next turn at the earliest."""
    working = turn(position(f"RED 41 T, RED 40 T, {FAR}", stock=RICH), "BUILD T 41 ; POS T 41-40", 3, 5)
    assert (units(working, "41"), units(working, "40")) == ("RED T", "RED TT")


def test_a_unit_may_be_positioned_again_and_again() -> None:
    """§5.2.5: any number of times."""
    working = turn(position(f"RED 41 TT, RED 40 T, RED 42 T, {FAR}"), "POS T 41-40 ; POS T 40-42", 5, 5)
    assert units(working, "42") == "RED TT"


def test_cargo_comes_along_and_goes_ashore_at_the_anchor() -> None:
    """§5.2.5b: a fleet that is positioned takes its cargo along."""
    state = position(f"RED 6 T, RED H F+A, {FAR}")
    away = turn(state, "POS F H-P", 5, 5)
    assert (units(away, "P"), "H" in away.seas) == ("RED FA", False)
    home = turn(state, "POS F H-6", 5, 5)
    assert (units(home, "6"), home.plot_of("6").anchor) == ("RED TA", "RED")


def test_what_is_isolated_does_not_hold_a_fleet() -> None:
    """§5.2.5b: a fleet rests where a city reaches; a lone bridgehead is none."""
    state = position(f"RED 6 T, RED H F, RED 10 T, {FAR}")
    assert codes(turn(state, "POS F H-B", 5, 5)) == ["C42"]
    assert codes(turn(state, "BUILD F B", 4, 4)) == ["C33"]


def test_no_water_between_two_parts_of_a_fold() -> None:
    """§1.5c, C40: nobody bars the way, but only land lies between."""
    state = position("RED 14 T, RED 15 T, RED K F, BLU 6 T", CantillonOptions(fold="6 14 15 I K"))
    events = turn(state, "POS F K-I", 5, 5).events
    assert [event.args["text"] for event in events] == ["C40 No way for the fleet from K to I."]


def passage(*permits: Permit, stock: int = 0, red: str = "RED G F") -> CantillonState:
    return position(
        f"RED 6 T, {red}, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, BLU N F, {FAR}",
        stock={"RED": {"y": stock}},
        permits={"RED": permits, "BLU": permits},
    )


def test_passage_for_nothing() -> None:
    """§5.2.8c: leave may be given away."""
    assert units(turn(passage(Permit("BLU", "RED", ("H",), 1)), "POS F G-P", 5, 5), "P") == "RED F"


def test_of_several_leaves_the_cheapest_is_used() -> None:
    """§5.2.5b, §5.2.8c: and only that is paid for."""
    dear, cheap = Permit("BLU", "RED", ("H",), 1, 3), Permit("BLU", "RED", ("H", "O"), 1, 1)
    working = turn(passage(dear, cheap, stock=9), "POS F G-P PAYING 9", 5, 5)
    assert working.treasury_value("RED") == 8
    assert [(permit.fee, permit.used) for permit in working.permits] == [(3, 0), (1, 1)]


def test_of_equally_cheap_ways_the_shortest_is_taken() -> None:
    """§5.2.5b: by H rather than by F and O."""
    working = turn(passage(Permit("BLU", "RED", ("O",), 1, 1), Permit("BLU", "RED", ("H",), 1, 1), stock=9),
                   "POS F G-P PAYING 9", 5, 5)  # fmt: skip
    assert [(permit.seas, permit.used) for permit in working.permits] == [(("O",), 0), (("H",), 1)]


LEAVE = {
    "for another sea": Permit("BLU", "RED", ("R",), 1),
    "that is over": Permit("BLU", "RED", ("H",), 0),
    "for somebody else": Permit("BLU", "GRN", ("H",), 1),
    "of somebody else": Permit("GRN", "RED", ("H",), 1),
}


@pytest.mark.parametrize("case", LEAVE)
def test_leave_that_does_not_help(case: str) -> None:
    """§5.2.8c: leave is that of the sea's holder, for one player, for the seas it names, for a time."""
    assert codes(turn(passage(LEAVE[case]), "POS F G-P", 5, 5)) == ["C43"]


def test_the_fee_is_for_each_sea_and_the_cheapest_way_is_taken() -> None:
    """§6.50: around by three seas for 1 each, or straight through one for 2."""
    dear, cheap = Permit("BLU", "RED", ("H",), 1, 2), Permit("BLU", "RED", ("N", "O"), 1, 1)
    working = turn(passage(dear, stock=9), "POS F G-P PAYING 9", 5, 5)
    assert working.treasury_value("RED") == 7
    with_f = passage(cheap, stock=9, red="RED F F")
    assert turn(with_f, "POS F F-P PAYING 9", 5, 5).treasury_value("RED") == 8  # F-O-P: one sea of Blue's
    assert codes(turn(passage(cheap, stock=0, red="RED F F"), "POS F F-P PAYING 9", 5, 5)) == ["C44"]
    assert codes(turn(with_f, "POS F F-P ; SAVE 9y", 5, 5)) == ["C44"]


def test_leave_that_was_paid_for_is_not_taken_back_this_round() -> None:
    """§6.53: it can be revoked unless a fee was paid for it this round."""
    state = passage(Permit("BLU", "RED", ("H",), 3, 1), stock=3)
    working = turn(state, "POS F G-P PAYING 1", 5, 5)
    after = working.freeze_state()
    assert after.permits["BLU"][0].used == 1
    assert turn(after, "REVOKE RED", 8, 8, seat="BLU").permits
    later = replace(after, round=2)
    assert not turn(later, "REVOKE RED", 8, 8, seat="BLU").permits
