"""Placing pawns: halves, open countries, conditions, and what a letter leaves over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europa import peace
from engines.europa.placing import first_halves, place_in_parts
from engines.europa.state import EuropaOptions, EuropaState
from tests.europa.tables import (
    board,
    errors,
    members,
    play,
    position,
    with_markers,
    working,
)


def placing(count: int = 3, **fields: object) -> EuropaState:
    four = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), count)
    usual = {"half": four, "reserve": four, **fields}
    return position("T1-PLACE1", "place", "DEU FRA BEL GBR IRL", **usual)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["PLACE 1 DEU, 2 FRA", "PLACE 1 DEU ; PLACE 2 FRA", "place 3 Belgium"])
def test_pawns_anywhere_on_turn_1(text: str) -> None:
    assert errors(placing(), "BLU", text) == []


def test_halves_are_rounded_up() -> None:
    state = replace(placing(), reserve={"BLU": 5, "GRN": 1, "RED": 0, "YEL": 2})
    assert first_halves(working(state)) == {"BLU": 3, "GRN": 1, "RED": 0, "YEL": 1}


def test_one_pawn_owes_no_second_placement() -> None:
    one = {"BLU": 1, "GRN": 0, "RED": 0, "YEL": 0}
    after = play(placing(half=one, reserve=one), {"BLU": "PLACE 1 FRA"}).state
    assert (after.kind, after.half) == ("elections", {})


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
    worked = working(state)
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
    assert (after.count_pawns("GBR", "BLU"), after.count_pawns("FRA", "BLU")) == (gbr, fra)


def test_too_few_placed() -> None:
    three = {"BLU": 3, "GRN": 0, "RED": 0, "YEL": 0}
    state = placing(half=three, reserve=three)
    assert errors(state, "BLU", "PLACE 1 FRA") == ["W15"]
    after = play(state, {"BLU": "PLACE 1 FRA"}).state
    assert sum(sum(pawns.values()) for pawns in after.board.values()) == 3


def test_each_half_goes_once_around() -> None:
    """§5.9: all place their first half in the order of play, then all the rest in the same order."""
    three = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 3)
    state = replace(placing(options=EuropaOptions(placement="one mail")), phase="T1-PLACE", half=three, reserve=three)
    step = play(state, dict.fromkeys(three, "PLACE 3 FRA"))
    placed = [(event.args["seat"], event.args["count"]) for event in step.events if event.kind == "placed"]
    assert placed == [(seat, 2) for seat in state.order] + [(seat, 1) for seat in state.order]


def test_in_one_letter_a_line_goes_on_where_the_first_half_ended() -> None:
    """§5.9 and §8: PLACEMENT ONE-MAIL; what a line has placed it does not place again."""
    three = dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 3)
    one = replace(placing(options=EuropaOptions(placement="one mail")), phase="T1-PLACE", half=three, reserve=three)
    for text, found in (
        ("PLACE 2 FRA ; PLACE 1 DEU", {"FRA": 2, "DEU": 1}),
        ("PLACE 1 FRA ; PLACE 2 DEU", {"FRA": 1, "DEU": 2}),
        ("PLACE 1 FRA, 1 DEU, 1 BEL", {"FRA": 1, "DEU": 1, "BEL": 1}),
    ):
        after = play(one, {"BLU": text}).state
        assert {code: pawns["BLU"] for code, pawns in after.board.items() if pawns.get("BLU")} == found
        assert after.reserve["BLU"] == 0


@pytest.mark.parametrize(
    ("sign", "truth"),
    [("<", (True, False, False)), ("<=", (True, True, False)), ("=", (False, True, False)),
     (">=", (False, True, True)), (">", (False, False, True))],
)  # fmt: skip
def test_conditions_of_every_sign(sign: str, truth: tuple[bool, ...]) -> None:
    """§4.1: with 1, 2 and 3 pawns there, compared with 2; of one party or of all."""
    for there, holds in zip((1, 2, 3), truth, strict=True):
        state = placing(board=board(f"GBR RED {there - 1} GRN 1"))
        for who, number in (("TOTAL", 2), ("RED", 1)):
            after = play(state, {"BLU": f"PLACE 3 IRL IF {who} GBR {sign} {number} ; PLACE 3 FRA"}).state
            assert after.count_pawns("IRL" if holds else "FRA", "BLU") == 3


def test_all_conditions_must_hold() -> None:
    """§4.1: joined by AND; of a country in which nobody stands there are none."""
    state = placing(board=board("GBR RED 2"))
    for text, code in (("RED GBR = 2 AND TOTAL BEL = 0", "IRL"), ("RED GBR = 2 AND TOTAL BEL >= 1", "FRA")):
        assert play(state, {"BLU": f"PLACE 3 IRL IF {text} ; PLACE 3 FRA"}).state.count_pawns(code, "BLU") == 3


def test_a_condition_may_look_at_any_country() -> None:
    """§4.1: also at one that is closed, as Spain is on turn 1."""
    state = placing()
    for sign, code in (("=", "IRL"), (">=", "FRA")):
        text = f"PLACE 3 IRL IF TOTAL ESP {sign} {int(sign == '>=')} ; PLACE 3 FRA"
        assert play(state, {"BLU": text}).state.count_pawns(code, "BLU") == 3


def test_a_line_for_a_country_that_is_not_open_is_left_out() -> None:
    """§5.8: standing lines may name one."""
    state = replace(placing(standing={"BLU": ("PLACE 3 FRA",)}), turn=2, phase="T2-PLACE1", eu=members("GBR"))
    assert play(replace(state, eu=members("FRA")), {}).state.count_pawns("FRA", "BLU") == 0
    assert play(state, {}).state.count_pawns("FRA", "BLU") == 3


@pytest.mark.parametrize(
    ("there", "order"),
    [
        ("", ["ITA", "ITA", "ITA", "DEU"]),
        ("ITA RED 2", ["ITA", "DEU", "DEU", "DEU"]),
        ("ITA RED 3, DEU RED 3", ["DEU", "GBR", "GBR", "GBR"]),
        ("ITA RED 3, DEU RED 4, GBR RED 4, BEL RED 2, IRL RED 2", ["ITA", "ITA", "ITA", "ITA"]),
    ],
    ids=["most points for a vote", "until there are enough", "then the next", "all have enough"],
)
def test_where_pawns_go_by_themselves(there: str, order: list[str]) -> None:
    """§3.4: Italy brings 10 for each vote, Germany 9, Great Britain 7.5, Belgium 6, Ireland 3."""
    four = {"BLU": 4, "GRN": 0, "RED": 0, "YEL": 0}
    state = position("T1-PLACE1", "place", "IRL BEL GBR DEU ITA", half=four, reserve=four, board=board(there))
    placed = [event.args for event in play(state, {}).events if event.kind == "placed"]
    assert [args["country"] for args in placed] == order
    assert not any(args["given"] for args in placed)


def test_of_equal_countries_the_lower_number_comes_first() -> None:
    """§3.4: the Netherlands and Belgium bring 6 for each vote both; Tension makes a country dearer."""
    one = {"BLU": 1, "GRN": 0, "RED": 0, "YEL": 0}
    for track, marked, code in (("NLD BEL", "", "NLD"), ("BEL NLD", "", "BEL"), ("BEL NLD", "BEL T", "NLD")):
        state = with_markers(position("T1-PLACE1", "place", track, half=one, reserve=one), marked)
        assert play(state, {}).state.count_pawns(code, "BLU") == 1


def test_nobody_keeps_pawns_back() -> None:
    """§5.9: what no letter places is placed by the rule."""
    after = play(placing(), {}).state
    assert sum(sum(pawns.values()) for pawns in after.board.values()) == 12


def test_pawns_are_lost_where_no_country_is_open() -> None:
    """§6.33: a union without neighbours that vote."""
    state = replace(placing(), turn=2, phase="T2-PLACE1", eu=members("TUR"))
    step = play(state, {})
    assert not state.open_countries
    worked = working(state)
    place_in_parts(worked, [state.half], state.order)
    assert worked.state.reserve == dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 0)
    assert {event.args["seat"]: event.args["count"] for event in step.events if event.kind == "lost"} == dict.fromkeys(
        ("BLU", "GRN", "RED", "YEL"), 3
    )
