"""Placing pawns: halves, open countries, conditions, and what a letter leaves over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europa import peace
from engines.europa.placing import halves
from engines.europa.state import Options, State
from tests.europa.tables import (
    errors,
    members,
    play,
    position,
    run,
    with_markers,
)


def placing(count: int = 3, **fields: object) -> State:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), count)
    usual = {"half": four, "reserve": four, **fields}
    return position("T1-PLACE1", "place", "DEU FRA BEL GBR IRL", **usual)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["PLACE 1 DEU, 2 FRA", "PLACE 1 DEU ; PLACE 2 FRA", "place 3 Belgium"])
def test_pawns_anywhere_on_turn_1(text: str) -> None:
    assert errors(placing(), "BLU", text) == []


def test_halves_are_rounded_up() -> None:
    state = replace(placing(), reserve={"BLU": 5, "GRN": 1, "RED": 0, "YEL": 2})
    assert halves(run(state)) == {"BLU": 3, "GRN": 1, "RED": 0, "YEL": 1}


def test_one_pawn_owes_no_second_placement() -> None:
    one = {"BLU": 1, "GRN": 0, "RED": 0, "YEL": 0}
    after = play(placing(half=one, reserve=one), {"BLU": "PLACE 1 FRA"}).state
    assert after.kind == "elections"


def test_no_pawns_to_place_owe_nothing() -> None:
    state = placing(half={"BLU": 0, "GRN": 2}, reserve={"BLU": 0, "GRN": 2})
    assert errors(state, "BLU", "PLACE 1 FRA") == ["E06"]


def test_covered_by_an_overlay() -> None:
    assert errors(placing(), "BLU", "PLACE 1 ESP") == ["E11"]


@pytest.mark.parametrize(
    ("eu", "there", "missing"),
    [
        ("BEL LUX", "NLD DEU FRA", "GBR ESP ITA"),
        ("FRA", "GBR ESP BEL", "IRL PRT"),
        ("", "NLD DEU FRA GBR ESP IRL PRT BEL ITA", ""),
    ],
    ids=["borders on land", "dotted lines too", "an empty union"],
)
def test_open_countries(eu: str, there: str, missing: str) -> None:
    codes = ("NLD", "DEU", "FRA", "GBR", "ESP", "IRL", "PRT", "BEL", "ITA")
    track = " ".join(code for code in codes if code not in eu)
    state = position("T2-PLACE1", "place", track, eu=members(eu))
    assert set(there.split()) <= set(state.open_countries)
    assert not set(missing.split()) & set(state.open_countries)


def test_no_pawns_into_a_war() -> None:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 3)
    state = with_markers(position("T3-PLACE1", "place", "AUT DEU", half=four, reserve=four, eu=members("CHE")), "AUT W")
    worked = run(state)
    peace.set_wars_aside(worked)
    assert errors(worked.state, "BLU", "PLACE 1 AUT") == ["E13"]


@pytest.mark.parametrize(
    ("order", "gbr", "fra"), [(("RED", "BLU"), 2, 0), (("BLU", "RED"), 0, 2)], ids=["true by then", "not yet true"]
)
def test_conditions_look_at_the_board_of_the_moment(order: tuple[str, ...], gbr: int, fra: int) -> None:
    two = {"BLU": 2, "RED": 2, "GRN": 0, "YEL": 0}
    state = placing(order=(*order, "GRN", "YEL"), half=two, reserve=two)
    said = {"BLU": "PLACE 2 GBR IF RED GBR >= 1 ; PLACE 2 FRA", "RED": "PLACE 2 GBR"}
    after = play(state, said).state
    assert (after.pawns("GBR", "BLU"), after.pawns("FRA", "BLU")) == (gbr, fra)


def test_too_few_placed() -> None:
    three = {"BLU": 3, "GRN": 0, "RED": 0, "YEL": 0}
    state = placing(half=three, reserve=three)
    assert errors(state, "BLU", "PLACE 1 FRA") == ["W15"]
    after = play(state, {"BLU": "PLACE 1 FRA"}).state
    assert sum(sum(pawns.values()) for pawns in after.board.values()) == 3


def test_each_half_goes_once_around() -> None:
    """§5.9: all place their first half in the order of play, then all the rest in the same order."""
    three = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 3)
    state = replace(placing(options=Options(placement="one mail")), phase="T1-PLACE", half=three, reserve=three)
    step = play(state, dict.fromkeys(three, "PLACE 3 FRA"))
    placed = [(event.args["seat"], event.args["count"]) for event in step.events if event.kind == "placed"]
    assert placed == [(seat, 2) for seat in state.order] + [(seat, 1) for seat in state.order]


def test_nobody_keeps_pawns_back() -> None:
    """§5.9: what no letter places is placed by the rule."""
    after = play(placing(), {}).state
    assert sum(sum(pawns.values()) for pawns in after.board.values()) == 12


def test_pawns_are_lost_where_no_country_is_open() -> None:
    """§6.33: a union without neighbours that vote."""
    state = replace(placing(), turn=2, phase="T2-PLACE1", eu=members("TUR"))
    step = play(state, {})
    assert not state.open_countries
    assert {event.args["seat"]: event.args["count"] for event in step.events if event.kind == "lost"} == dict.fromkeys(
        ("BLU", "GRN", "RED", "YEL"), 3
    )
