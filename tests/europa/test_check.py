"""What is remarked on lines that are understood: level, code and words (§4.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europa import ENGINE
from engines.europa.state import EuropaOptions, EuropaState
from engines.language import parse_orders
from tests.europa.tables import members, position, voting, with_markers
from tests.europa.test_language import PEACE, PLACING, VOTING

Told = tuple[str, str, str]


def remarks(state: EuropaState, text: str) -> list[Told]:
    """Return what is said to Blue, all lines being understood: level, code, text."""
    grammar = ENGINE.grammar(state, "BLU")
    assert grammar is not None
    reading = parse_orders(grammar, text.replace(" ; ", "\n"))
    assert all(verdict.order for verdict in reading.verdicts), reading.remarks
    checked = ENGINE.check(state, "BLU", reading.orders)
    assert {remark.line for remark in checked} <= {"", *(order.text for order in reading.orders)}
    return [(remark.level, remark.code, remark.text) for remark in (*reading.remarks, *checked)]


def w16(asked: int, left: str) -> Told:
    return ("warning", "W16", f"This line places {asked}, and {left}.")


def w15(placed: int, half: int, sure: str = "") -> Told:
    told = f"You place {placed} of the {half} pawns of this half{sure}; the rest goes by the default rule."
    return ("warning", "W15", told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PLACE 3 FRA", []),
        ("PLACE 1 FRA ; PLACE 2 DEU", []),
        ("PLACE 1 FRA", [w15(1, 3)]),
        ("PLACE 1 FRA, 1 DEU", [w15(2, 3)]),
        ("PLACE 2 FRA ; PLACE 2 DEU", [w16(2, "only 1 pawn is left for it")]),
        ("PLACE 1 FRA ; PLACE 3 DEU", [w16(3, "only 2 pawns are left for it")]),
        ("PLACE 3 FRA ; PLACE 1 DEU ; PLACE 2 BEL", [w16(1, "none is left"), w16(2, "none is left")]),
        ("PLACE 3 FRA IF TOTAL FRA < 2", [w15(0, 3, " for sure")]),
        ("PLACE 3 FRA IF TOTAL FRA < 2 ; PLACE 3 DEU", []),
        ("PLACE 3 FRA ; PLACE 3 DEU IF TOTAL DEU < 2", []),
        ("STANDING YES * ME", []),
    ],
)
def test_too_many_and_too_few_pawns(text: str, told: list[Told]) -> None:
    """W15 and W16: lines with a condition may or may not count, so they are not counted."""
    assert remarks(PLACING, text) == told


def w22(name: str) -> Told:
    return ("warning", "W22", f"Wars must be ended before tensions; {name} (Tension) is taken after the wars.")


def w23(names: str) -> Told:
    return ("warning", "W23", f"{names} missing in your plan; missing ones follow, dearest first.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("RESOLVE YUG > MKD > BGR > ALB > MDA", []),
        ("RESOLVE YUG > MKD > BGR > ALB", [w23("Moldavia is")]),
        ("RESOLVE YUG > BGR > ALB", [w23("Moldavia and Macedonia are")]),
        ("RESOLVE YUG > ALB > MKD > BGR > MDA", [w22("Albania")]),
        ("PEACE 2", []),
    ],
)
def test_plans(text: str, told: list[Told]) -> None:
    """W22 and W23."""
    assert remarks(PEACE, text) == told


def test_a_plan_of_tensions_alone() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "ALB T, MDA T")
    assert remarks(state, "RESOLVE ALB > MDA") == []


def weak(parties: str, votes: str, name: str, need: int) -> Told:
    return ("warning", "W35", f"At present {parties} {votes} in {name}, {need} needed; kept in case pawns arrive.")


def absent(who: str, name: str) -> Told:
    return ("warning", "W36", f"{who} no pawn in {name} at present; kept in case one arrives.")


E30 = ("error", "E30", "A coalition has at most three parties.")
E31 = ("error", "E31", "Your proposal must include your own party.")
E32 = ("error", "E32", "Blue is named twice.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PROPOSE GBR BLU+GRN", []),
        ("PROPOSE GBR AUTO", []),
        ("PROPOSE GBR PASS", []),
        ("PROPOSE * ALONE", []),
        ("PROPOSE GBR ALONE", [weak("Blue has", "2 votes", "Great Britain", 4)]),
        ("PROPOSE GBR BLU+RED", [weak("Blue and Red have", "3 votes", "Great Britain", 4)]),
        ("PROPOSE GBR RED + me", [weak("Blue and Red have", "3 votes", "Great Britain", 4)]),
        ("PROPOSE NLD BLU+GRN", [absent("Blue and Green have", "the Netherlands")]),
        ("PROPOSE NLD ALONE", [absent("You have", "the Netherlands")]),
        ("PROPOSE GBR GRN+YEL", [E31]),
        ("PROPOSE * GRN", [E31]),
        ("PROPOSE GBR AUTO > GRN+YEL > RED", [E31]),
        ("PROPOSE * BLU+GRN+BLU", [E32]),
        ("PROPOSE * BLU+GRN+RED+YEL", [E30]),
        ("YES GBR ANY ; NO * WITH RED", []),
    ],
)
def test_proposals(text: str, told: list[Told]) -> None:
    """E30, E31, E32, W35 and W36; Blue 2, Green 2, Red 1 and Yellow 3 stand in Great Britain."""
    assert remarks(VOTING, text) == told


@pytest.mark.parametrize("state", [VOTING, PEACE, PLACING])
@pytest.mark.parametrize(("coalition", "told"), [("GRN+YEL", [E31]), ("ME+ME", [E32]), ("ME+RED", []), ("AUTO", [])])
def test_proposals_for_later(state: EuropaState, coalition: str, told: list[Told]) -> None:
    """A standing line that could never be carried out was kept in silence."""
    assert remarks(state, f"STANDING PROPOSE * {coalition}") == told


def test_others_may_be_proposed_if_that_was_agreed() -> None:
    """§6.24."""
    state = replace(VOTING, options=EuropaOptions(propose_any=True))
    assert remarks(state, "PROPOSE GBR GRN+YEL") == []


W40 = ("warning", "W40", "You propose Blue and Green in Great Britain, and refuse the same from another: "
       "see your lines YES and NO.")  # fmt: skip


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PROPOSE GBR BLU+GRN", []),
        ("PROPOSE GBR BLU+GRN ; NO GBR WITH RED", []),
        ("PROPOSE GBR BLU+GRN ; NO GBR ANY", [W40]),
        ("PROPOSE GBR BLU+GRN ; NO * WITH GRN", [W40]),
        ("PROPOSE GBR BLU+GRN ; YES GBR GRN+BLU ; NO GBR ANY", []),
        ("PROPOSE GBR BLU+GRN ; NO GBR BY YEL", []),
        ("PROPOSE GBR BLU+GRN ; NO GBR BY GRN", [W40]),
        ("PROPOSE * BLU+GRN ; NO * ANY", []),
        ("PROPOSE GBR BLU+GRN ; NO GBR SHARE >= 15", [W40]),
        ("PROPOSE GBR BLU+GRN ; NO GBR SHARE >= 16", []),
        ("PROPOSE GBR PASS ; NO GBR ANY", []),
    ],
)
def test_whoever_refuses_what_he_proposes_is_told(text: str, told: list[Told]) -> None:
    """W40."""
    assert remarks(VOTING, text) == told


def earlier(level: str, name: str) -> Told:
    return (level, "E37", f"{name} votes before Great Britain; a pawn cannot go there.")


def far(name: str) -> Told:
    return ("warning", "W39", f"{name} does not border the EU at present; kept in case it does then.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MOVE GBR > FRA", []),
        ("MOVE GBR > IRL > NONE", []),
        ("MOVE GBR > AUTO", []),
        ("MOVE * > LUX > BEL", []),
        ("MOVE * > LUX", []),
        ("MOVE GBR > LUX", [earlier("error", "Luxembourg")]),
        ("MOVE GBR > GBR", [earlier("error", "Great Britain")]),
        ("MOVE GBR > LUX > NONE", [earlier("warning", "Luxembourg")]),
        ("MOVE GBR > LUX > FRA", [earlier("warning", "Luxembourg")]),
        ("MOVE GBR > BEL", [far("Belgium")]),
        ("MOVE GBR > NLD", [far("The Netherlands")]),
    ],
)
def test_moves(text: str, told: list[Told]) -> None:
    """E37 and W39: only a line that leaves no other country is lost. Luxembourg votes first; nobody is in the EU."""
    assert remarks(VOTING, text) == told


def test_a_country_that_borders_a_member_is_not_far() -> None:
    """W39 is not said of Belgium once France is in."""
    state = replace(voting("GBR BLU 4", "GBR BEL"), eu=members("FRA"))
    assert remarks(state, "MOVE GBR > BEL") == []


@pytest.mark.parametrize(
    ("state", "text", "code", "line"),
    [
        (VOTING, "PROPOSE * ALONE ; PROPOSE GBR GRN+YEL", "E31", "PROPOSE GBR GRN + YEL"),
        (PLACING, "PLACE 3 FRA ; PLACE 1 DEU", "W16", "PLACE 1 DEU"),
        (PLACING, "PLACE 1 FRA ; PLACE 1 DEU", "W15", ""),
        (PEACE, "PEACE 1 ; RESOLVE ALB > YUG", "W22", "RESOLVE ALB > YUG"),
        (PEACE, "PEACE 1 ; RESOLVE ALB > YUG", "W23", "RESOLVE ALB > YUG"),
        (VOTING, "NO GBR ANY ; PROPOSE GBR BLU+GRN", "W40", "PROPOSE GBR BLU + GRN"),
        (VOTING, "MOVE * > FRA ; MOVE GBR > LUX", "E37", "MOVE GBR > LUX"),
    ],
)
def test_a_remark_names_the_line_it_is_about(state: EuropaState, text: str, code: str, line: str) -> None:
    """§4.6: an error costs that line and no other; too few pawns in all are nobody's line."""
    grammar = ENGINE.grammar(state, "BLU")
    assert grammar is not None
    told = ENGINE.check(state, "BLU", parse_orders(grammar, text.replace(" ; ", "\n")).orders)
    assert [remark.line for remark in told if remark.code == code] == [line]
