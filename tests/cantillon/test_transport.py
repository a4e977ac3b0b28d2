"""New units, and moves within one's own realm (§5.2.4, §5.2.5)."""

from __future__ import annotations

import pytest

from engines.cantillon.state import Permit
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
    "cut off": ("RED 41 T, RED 40 T, RED P F, RED 5 T", "POS T 40-41", []),
    "a sea of others": ("RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F", "POS F G-P", ["C43"]),
    "rest": ("RED 6 T, RED H F", "POS F H-A", ["C42"]),
    "aboard": ("RED 6 TT, RED H F", "POS T 6-H", []),
}


@pytest.mark.parametrize("case", POSITIONS)
def test_positions(case: str) -> None:
    board, text, wrong = POSITIONS[case]
    if case == "cut off":
        board = board.replace(", RED P F, RED 5 T", "")
        wrong = ["W45"]
    assert codes(turn(position(f"{board}, {FAR}"), text, 5, 5)) == wrong


def test_passage_for_a_fee() -> None:
    permit = Permit("BLU", "RED", ("H",), 1, 1)
    state = position(
        f"RED 6 T, RED G F, RED 2 T, RED 3 T, RED 4 T, BLU H F, BLU O F, {FAR}",
        stock={"RED": {"y": 1}},
        permits={"RED": (permit,), "BLU": (permit,)},
    )
    assert codes(turn(state, "POS F G-P", 5, 5)) == ["C44"]
    table = turn(state, "POS F G-P PAYING 1", 5, 5)
    assert units(table, "P") == "RED F"
    assert (table.worth("RED"), table.stock["BLU"]) == (0, {"c": 1})
