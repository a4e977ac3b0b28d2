"""What is remarked on lines that are read together: level, words, and the line it is about (§4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europa import ENGINE
from engines.europa.state import State
from engines.language import read
from engines.language.ask import Remark
from tests.europa.tables import members, position, voting, with_markers
from tests.europa.test_language import PEACE, PLACING, VOTING


def remarks(state: State, text: str) -> list[tuple[str, str, str]]:
    """What is said to Blue once all lines are understood: level, text, line."""
    ask = ENGINE.ask(state, "BLU")
    assert ask is not None
    reading = read(ask, text.replace(" ; ", "\n"))
    assert all(verdict.order for verdict in reading.verdicts), reading.remarks
    found: list[Remark] = [*ENGINE.check(state, "BLU", reading.orders)]
    return [(remark.level, remark.text, remark.line) for remark in found]


def w16(left: int, asked: int, line: str) -> tuple[str, str, str]:
    return ("warning", f"W16 Only {left} pawns left for this line; {asked} asked.", line)


def w15(placed: int, half: int, sure: str = "") -> tuple[str, str, str]:
    told = f"W15 You place {placed} of the {half} pawns of this half{sure}; the rest goes by the default rule."
    return ("warning", told, "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PLACE 3 FRA", []),
        ("PLACE 1 FRA ; PLACE 2 DEU", []),
        ("PLACE 1 FRA", [w15(1, 3)]),
        ("PLACE 1 FRA, 1 DEU", [w15(2, 3)]),
        ("PLACE 2 FRA ; PLACE 2 DEU", [w16(1, 2, "PLACE 2 DEU")]),
        ("PLACE 3 FRA ; PLACE 1 DEU ; PLACE 2 BEL", [w16(0, 1, "PLACE 1 DEU"), w16(0, 2, "PLACE 2 BEL")]),
        ("PLACE 3 FRA IF TOTAL FRA < 2", [w15(0, 3, " for sure")]),
        ("PLACE 3 FRA IF TOTAL FRA < 2 ; PLACE 3 DEU", []),
        ("PLACE 3 FRA ; PLACE 3 DEU IF TOTAL DEU < 2", []),
        ("STANDING YES * ME", []),
    ],
)
def test_too_many_and_too_few_pawns(text: str, told: list[tuple[str, str, str]]) -> None:
    """W15 and W16: lines with a condition may or may not count, so they are not counted."""
    assert remarks(PLACING, text) == told


def w22(name: str, line: str) -> tuple[str, str, str]:
    told = f"W22 Wars must be ended before tensions; {name} (Tension) is taken after the wars."
    return ("warning", told, line)


def w23(names: str, line: str) -> tuple[str, str, str]:
    return ("warning", f"W23 {names} missing in your plan; missing ones follow, dearest first.", line)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("RESOLVE YUG > MKD > BGR > ALB > MDA", []),
        ("RESOLVE YUG > MKD > BGR > ALB", [w23("Moldavia is", "RESOLVE YUG > MKD > BGR > ALB")]),
        ("RESOLVE YUG > BGR > ALB", [w23("Moldavia and Macedonia are", "RESOLVE YUG > BGR > ALB")]),
        ("RESOLVE YUG > ALB > MKD > BGR > MDA", [w22("Albania", "RESOLVE YUG > ALB > MKD > BGR > MDA")]),
        ("PEACE 2", []),
    ],
)
def test_plans(text: str, told: list[tuple[str, str, str]]) -> None:
    """W22 and W23."""
    assert remarks(PEACE, text) == told


def test_a_plan_of_tensions_alone() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "ALB T, MDA T")
    assert remarks(state, "RESOLVE ALB > MDA") == []


def weak(parties: str, votes: int, name: str, need: int, line: str) -> tuple[str, str, str]:
    told = f"W35 At present {parties} has {votes} votes in {name}, {need} needed; kept in case pawns arrive."
    return ("warning", told, line)


def absent(party: str, name: str, line: str) -> tuple[str, str, str]:
    return ("warning", f"W36 {party} has no pawn in {name} at present; kept in case one arrives.", line)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PROPOSE GBR BLU+GRN", []),
        ("PROPOSE GBR AUTO", []),
        ("PROPOSE GBR PASS", []),
        ("PROPOSE * ALONE", []),
        ("PROPOSE GBR ALONE", [weak("BLU", 2, "Great Britain", 4, "PROPOSE GBR ALONE")]),
        ("PROPOSE GBR BLU+RED", [weak("BLU+RED", 3, "Great Britain", 4, "PROPOSE GBR BLU + RED")]),
        (
            "PROPOSE NLD BLU+GRN",
            [
                absent("BLU", "Netherlands", "PROPOSE NLD BLU + GRN"),
                absent("GRN", "Netherlands", "PROPOSE NLD BLU + GRN"),
                weak("BLU+GRN", 0, "Netherlands", 2, "PROPOSE NLD BLU + GRN"),
            ],
        ),
        ("PROPOSE GBR GRN+YEL", [("error", "E31 Your proposal must include your own party.", "PROPOSE GBR GRN + YEL")]),
        ("PROPOSE * BLU+GRN+BLU", [("error", "E32 BLU is named twice.", "PROPOSE * BLU + GRN + BLU")]),
        (
            "PROPOSE * BLU+GRN+RED+YEL",
            [("error", "E30 A coalition has at most three parties.", "PROPOSE * BLU + GRN + RED + YEL")],
        ),
        ("YES GBR ANY ; NO * WITH RED", []),
    ],
)
def test_proposals(text: str, told: list[tuple[str, str, str]]) -> None:
    """E30, E31, E32, W35 and W36; Blue 2, Green 2, Red 1 and Yellow 3 stand in Great Britain."""
    assert remarks(VOTING, text) == told


def earlier(level: str, name: str, line: str) -> tuple[str, str, str]:
    return (level, f"E37 {name} votes before Great Britain; a pawn cannot go there.", line)


def far(name: str, line: str) -> tuple[str, str, str]:
    return ("warning", f"W39 {name} does not border the EU at present; kept in case it does then.", line)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MOVE GBR > FRA", []),
        ("MOVE GBR > IRL > NONE", []),
        ("MOVE GBR > AUTO", []),
        ("MOVE * > LUX > BEL", []),
        ("MOVE GBR > LUX", [earlier("error", "Luxembourg", "MOVE GBR > LUX")]),
        ("MOVE GBR > GBR", [earlier("error", "Great Britain", "MOVE GBR > GBR")]),
        ("MOVE GBR > LUX > NONE", [earlier("warning", "Luxembourg", "MOVE GBR > LUX > NONE")]),
        ("MOVE GBR > LUX > FRA", [earlier("warning", "Luxembourg", "MOVE GBR > LUX > FRA")]),
        ("MOVE GBR > BEL", [far("Belgium", "MOVE GBR > BEL")]),
    ],
)
def test_moves(text: str, told: list[tuple[str, str, str]]) -> None:
    """E37 and W39: only a line that leaves no other country is lost. Luxembourg votes first; nobody is in the EU."""
    assert remarks(VOTING, text) == told


def test_a_country_that_borders_a_member_is_not_far() -> None:
    """W39 is not said of Belgium once France is in."""
    state = replace(voting("GBR BLU 4", "GBR BEL"), eu=members("FRA"))
    assert remarks(state, "MOVE GBR > BEL") == []
