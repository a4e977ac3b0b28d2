"""Sieges, and who inherits from the defeated (§5.6, §5.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.connect import besieged
from engines.cantillon.leaving import defeats, strongest
from engines.cantillon.state import Options, Plot
from engines.cantillon.table import Table
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
    "a fleet outside": ("BLU 6 TT, RED 4 T, GRN 5 T, BLU H F", False),
}


@pytest.mark.parametrize("case", SIEGES)
def test_sieges(case: str) -> None:
    board, shut = SIEGES[case]
    city = "19" if case == "one neighbour only" else "6"
    assert besieged(Table(position(board), LoadedDice()), "BLU", city) is shut


def test_a_siege_runs_its_course_and_factories_stay() -> None:
    state = factory(position(f"{LONDON}, BLU 54 T"), "6", basic=True, y=2)
    table = turn(state, "", seat="BLU")
    assert units(table, "6") == ""
    assert table.plot("6") == Plot("", "", "", True, "", {"y": 2})
    after = turn(replace(state, lands=table.lands), "T 5-6", seat="GRN")
    assert after.plot("6").basic and units(after, "6") == "GRN T"
    assert after.stock["GRN"] == {"y": 2}


def test_a_siege_is_broken() -> None:
    table = turn(position(f"{LONDON.replace('BLU 6 TT', 'BLU 6 TA')}, BLU 54 T"), "A 6-4", seat="BLU")
    assert "siege broken" in kinds(table.events)
    assert units(table, "6") == "BLU T"


def test_no_siege_at_the_start_of_the_stage() -> None:
    state = position(f"{LONDON}, BLU 54 T")
    away = replace(state, lands={**state.lands, "5": Plot()})
    assert "siege" not in kinds(turn(away, "", seat="BLU").events)


def test_the_strongest_besieger_wins() -> None:
    state = position("BLU 6 TT, RED 4 T, GRN 5 TT, RED 41 T, GRN 26 T")
    assert strongest(Table(state, LoadedDice()), "BLU", "6") == "GRN"
    table = turn(state, "", seat="BLU")
    assert table.out == ["BLU"]


def test_the_victor_inherits() -> None:
    board = "RED 6 T, RED 41 T, RED 43 TA, BLU 62 T, BLU 38 T, BLU 63 T, BLU Y F, GRN 26 T"
    state = factory(position(board), "63", basic=True)
    spread = replace(state, lands={**state.lands, "38": Plot("RED", "TA")})
    table = turn(spread, "ATT 62 FROM 38", combat=[6, 1])
    assert table.out == ["BLU"]
    assert units(table, "63") == "RED T" and table.plot("63").basic
    assert units(table, "Y") == "RED F"


@pytest.mark.parametrize(("spoils", "worth"), [(False, 0), (True, 12)], ids=["lost", "spoils"])
def test_the_treasury_of_the_defeated(spoils: bool, worth: int) -> None:
    options = Options(spoils=spoils)
    table = Table(position("RED 6 T, BLU 4 T", options, stock={"BLU": {"y": 12}}), LoadedDice())
    table.takers["BLU"] = "RED"
    defeats(table)
    assert table.worth("RED") == worth
    assert table.out == ["BLU", "GRN"]
