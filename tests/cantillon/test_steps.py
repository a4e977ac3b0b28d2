"""Steps of taxmen, armies and fleets, and what must hang together (§5.2.3, §5.3)."""

from __future__ import annotations

import pytest

from engines.cantillon.connect import connected, isolated
from engines.cantillon.table import Table
from engines.dice import LoadedDice
from tests.cantillon.tables import (
    codes,
    errors,
    kinds,
    position,
    turn,
    units,
)

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
    "no such unit": ("RED 41 TT", "A 41-40", ["C20"], "41", "RED TT"),
    "twice": ("RED 41 TT", "T 41-40 ; T 40-36", ["C20"], "40", "RED T"),
    "aboard nothing": ("RED 6 TT", "T 6-H", ["C25"], "6", "RED TT"),
    "full boat": ("RED 6 TT, RED H F+A", "T 6-H", ["C26"], "H", "RED FA"),
    "onto land": ("RED 6 T, RED H F", "F H-4", ["C28"], "H", "RED F"),
    "anchor taken": ("RED 6 T F, RED H F", "F H-6", ["C28"], "H", "RED F"),
    "out": ("RED 6 TT F", "F 6-H ; T 6-H", [], "H", "RED FT"),
}


@pytest.mark.parametrize("case", STEPS)
def test_steps(case: str) -> None:
    board, text, wrong, area, there = STEPS[case]
    if case == "a free city":
        board = f"RED 41 T, RED 43 T, {board}"
    table = turn(position(f"{board}, {FAR}"), text)
    assert codes(table) == wrong
    assert units(table, area) == there


def test_a_step_that_does_not_touch() -> None:
    state = position("RED 6 T, RED 4 T, RED 3 T, RED H F+T")
    assert errors(state, "T G-4") == ["C21"]


def test_a_bridgehead_stays_until_the_owners_next_expansion() -> None:
    state = position(f"RED 6 T, RED 40 T, BLU H F, BLU P F, {FAR}")
    assert isolated(Table(state, LoadedDice()), "RED") == ["40"]
    after = turn(state, "", seat="BLU")
    assert units(after, "40") == "RED T"
    assert units(turn(state, ""), "40") == ""


def test_a_bridge_of_fleets() -> None:
    board = "RED 54 T, RED T F, RED R F, RED F F, RED E F, RED 76 TA, RED 1 T"
    state = position(f"{board}, {FAR}")
    assert connected(Table(state, LoadedDice()), "RED") == {"54", "T", "R", "F", "E", "76", "1"}
    table = turn(state, "POS A 76-1", 5, 5)
    assert not codes(table)
    assert units(table, "1") == "RED TA"


def test_what_is_joined_again_stays_and_what_is_isolated_goes() -> None:
    state = position(f"RED 6 T, RED 3 T, {FAR}")
    assert "isolated" not in kinds(turn(state, "T 3-4").events)
    gone = turn(state, "")
    assert units(gone, "3") == ""
    assert "isolated" in kinds(gone.events)
