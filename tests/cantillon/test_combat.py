"""Attacks on land and at sea (§5.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.combat import odds, tosses
from engines.cantillon.state import Options, Plot
from engines.cantillon.table import Table
from engines.dice import LoadedDice
from tests.cantillon.tables import (
    codes,
    factory,
    position,
    turn,
    units,
)

REPULSE = Options(repulse=True)
FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


LAND = "RED 41 TA"
FIGHTS = {
    "a lone taxman": ("BLU 43 T", "ATT 43 FROM 41", [], "RED A"),
    "an army": ("BLU 43 A", "ATT 43 FROM 41", [4, 3], "RED A"),
    "equal tosses": ("BLU 43 A", "ATT 43 FROM 41", [3, 3], "BLU A"),
    "a lower toss": ("BLU 43 A", "ATT 43 FROM 41", [2, 5], "BLU A"),
    "the second of two tosses": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 3, 3], "BLU AA"),
    "both of two tosses": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 4, 3], "RED A"),
    "step": ("BLU 43 T", "A 41-43", [], "RED A"),
    "if": ("BLU 43 T", "ATT 43 FROM 41 IF 43 HELD BLU", [], "RED A"),
    "if not": ("BLU 43 T", "ATT 43 FROM 41 IF NOT 43 HELD BLU", [], "BLU T"),
    "if armies": ("BLU 43 A", "ATT 43 FROM 41 IF 43 ARMIES 0", [], "BLU A"),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_fights(case: str) -> None:
    enemy, text, dice, there = FIGHTS[case]
    assert units(turn(position(f"{LAND}, {enemy}, {FAR}"), text, combat=dice), "43") == there


@pytest.mark.parametrize(
    ("dice", "won"), [([6, 1, 2, 5], False), ([6, 1, 5, 2], True)], ids=["one toss of two", "both tosses"]
)
def test_a_city_with_an_army(dice: list[int], won: bool) -> None:
    table = turn(
        position(f"RED 26 T, RED 43 TA, RED 38 T, RED 39 T, RED 31 T, RED 28 T, BLU 41 TA, {'BLU 6 T'}"),
        "ATT 41 FROM 43",
        combat=dice,
    )
    assert units(table, "41") == ("RED A" if won else "BLU TA")
    assert units(table, "43") == "RED T"


def test_stop_after_so_many_lost() -> None:
    table = turn(position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}"), "ATT 43 FROM 41,41 STOP 1", combat=[1, 6])
    assert units(table, "41") == "RED A"


def test_follow_but_not_if_it_cuts_off() -> None:
    state = position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}")
    held = turn(
        replace(state, lands={**state.lands, "41": Plot("RED", "AAT"[:2])}), "ATT 43 FROM 41,41 FOLLOW", combat=[6, 1]
    )
    assert codes(held) == ["C24"]  # Paris would be empty, and everything cut off
    assert units(held, "43") == "RED A"
    free = position(f"RED 41 T, RED 45 AA, BLU 43 A, {FAR}")
    both = turn(free, "ATT 43 FROM 45,45 FOLLOW", combat=[6, 1])
    assert units(both, "43") == "RED AA"


def test_repulsed() -> None:
    table = turn(position(f"{LAND}, BLU 43 A, {FAR}", REPULSE), "ATT 43 FROM 41 ; A 41-40", combat=[3, 3])
    assert units(table, "41") == "RED TA"
    assert codes(table) == ["C20"]


def test_odds() -> None:
    table = Table(position("BLU 41 AA"), LoadedDice())
    assert tosses(table, "41") == 3
    assert [round(odds(n), 3) for n in (1, 2, 3)] == [0.417, 0.174, 0.072]


def test_a_fleet_is_sunk_with_its_cargo() -> None:
    state = position(f"RED 6 T, RED 5 T, RED 4 T, RED O F, BLU N F+A, {FAR}")
    table = turn(state, "ATT N FROM O", combat=[6, 1])
    assert units(table, "N") == "RED F"
    assert "O" not in table.seas


def test_a_fleet_on_the_anchor_is_lost_with_the_land() -> None:
    table = turn(position(f"RED 41 T, RED 36 TA, BLU 35 T F, {FAR}"), "ATT 35 FROM 36", combat=[6, 1])
    assert units(table, "35") == "RED A"
    assert not table.plot("35").anchor


def test_goods_of_a_conquered_land() -> None:
    state = factory(position(f"{LAND}, BLU 43 T, {FAR}"), "43", y=1, Y=1)
    table = turn(state, "ATT 43 FROM 41")
    assert table.worth("RED") == 3
    assert not table.plot("43").goods


def test_landing_from_a_fleet() -> None:
    table = turn(position(f"RED 6 T, RED N F+A, RED O F, BLU 7 T, {FAR}"), "ATT 7 FROM N")
    assert units(table, "7") == "RED A"
