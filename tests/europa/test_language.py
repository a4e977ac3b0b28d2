"""The order language of Europa: every example and every code of §4."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europa import ENGINE
from engines.europa.state import EuropaOptions, EuropaState, EuropaVote, europa_phase_title
from engines.language import parse_orders
from engines.language.grammar import OrderGrammar
from tests.europa.tables import board, errors, members, opening, position, with_markers

FOUR = ("BLU", "GRN", "RED", "YEL")
TRACK = "LUX GBR DEU FRA BEL IRL NLD"
PLACING = position("T1-PLACE1", "place", TRACK, half=dict.fromkeys(FOUR, 3), reserve=dict.fromkeys(FOUR, 6))
PEACE = with_markers(
    position("T3-PEACE", "peace", TRACK, recruits=dict.fromkeys(FOUR, 6)), "YUG W, MKD W, BGR W, ALB T, MDA T"
)
VOTING = position("T1-VOTE", "elections", TRACK, board=board("GBR BLU 2 GRN 2 RED 1 YEL 3"))
PHASES = {"place": PLACING, "peace": PEACE, "vote": VOTING}


def grammar(state: EuropaState) -> OrderGrammar:
    found = ENGINE.grammar(state, "BLU")
    assert found is not None
    return found


EXAMPLES = {
    "PLACE 1 DEU, 2 FRA": ("place", "PLACE 1 DEU , 2 FRA"),
    "place 3 belgium": ("place", "PLACE 3 BEL"),
    "PLACE 2 GBR IF TOTAL GBR < 4": ("place", "PLACE 2 GBR IF TOTAL GBR < 4"),
    "place 2 ireland if red gbr >= 1 and me irl = 0.": ("place", "PLACE 2 IRL IF RED GBR >= 1 AND BLU IRL = 0"),
    "put 1 pawn in deutschland": ("place", "PLACE 1 DEU"),
    "PEACE 4": ("peace", "PEACE 4"),
    "RESOLVE POOL>=18: YUG > MKD": ("peace", "RESOLVE POOL >= 18 YUG > MKD"),
    "RESOLVE BGR > MKD > ALB > MDA": ("peace", "RESOLVE BGR > MKD > ALB > MDA"),
    "PROPOSE GBR BLU+GRN+RED > BLU+YEL": ("vote", "PROPOSE GBR BLU + GRN + RED > BLU + YEL"),
    "propose great britain me+green": ("vote", "PROPOSE GBR BLU + GRN"),
    "YES GBR GRN+YEL": ("vote", "YES GBR GRN + YEL"),
    "NO * WITH RED MAX 3": ("vote", "NO * WITH RED MAX 3"),
    "no all without me": ("vote", "NO * WITHOUT BLU"),
    "YES * ME MAX 2 SHARE>=6": ("vote", "YES * ME MAX 2 SHARE >= 6"),
    "yes gbr by yellow": ("vote", "YES GBR BY YEL"),
    "YES GBR RED": ("vote", "YES GBR RED"),
    "MOVE GBR > DEU > NLD > NONE": ("vote", "MOVE GBR > DEU > NLD > NONE"),
    "PROPOSE * ALONE > AUTO": ("vote", "PROPOSE * ALONE > AUTO"),
    "PROPOSE GBR PASS": ("vote", "PROPOSE GBR PASS"),
    "STANDING YES * ME": ("place", "STANDING YES * ME"),
    "standing peace 2": ("vote", "STANDING PEACE 2"),
    "RESIGN": ("place", "RESIGN"),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    phase, canonical = EXAMPLES[text]
    reading = parse_orders(grammar(PHASES[phase]), text)
    assert [order.text for order in reading.orders] == [canonical]


CODES = {
    "PROPOSE GBR ALONE": ("place", "E05"),
    "PLACE 1 SPAIN": ("place", "E11"),
    "PLACE 9 FRA": ("place", "E14"),
    "PLACE 1 FRA": ("place", "W15"),
    "PLACE 2 FRA ; PLACE 2 BEL": ("place", "W16"),
    "PEACE 7": ("peace", "E20"),
    "RESOLVE FRA": ("peace", "E21"),
    "RESOLVE ALB > YUG > MKD > BGR > MDA": ("peace", "W22"),
    "RESOLVE YUG > MKD > BGR > ALB": ("peace", "W23"),
    "PROPOSE GBR BLU+GRN+RED+YEL": ("vote", "E30"),
    "PROPOSE GBR GRN+YEL": ("vote", "E31"),
    "PROPOSE GBR BLU+BLU": ("vote", "E32"),
    "PROPOSE SPAIN ALONE": ("vote", "E33"),
    "PROPOSE GBR ALONE ": ("vote", "W35"),
    "PROPOSE NLD BLU+GRN": ("vote", "W36"),
    "MOVE GBR > LUX": ("vote", "E37"),
    "MOVE GBR > SPAIN": ("vote", "E38"),
    "MOVE GBR > NLD": ("vote", "W39"),
    "YES GBR BLACK": ("vote", "E04"),
}


@pytest.mark.parametrize("text", CODES)
def test_codes(text: str) -> None:
    phase, code = CODES[text]
    assert code in errors(PHASES[phase], "BLU", text)


def test_members_and_countries_out_of_reach_take_no_pawns() -> None:
    """E10 and E12."""
    state = replace(PLACING, turn=2, phase="T2-PLACE1", eu=members("FRA"))
    assert errors(state, "BLU", "PLACE 1 FRA") == ["E10"]
    assert errors(state, "BLU", "PLACE 1 IRL") == ["E12"]


def test_the_election_is_over() -> None:
    """E34."""
    state = replace(VOTING, part=2, options=EuropaOptions(election_parts=2))
    assert errors(state, "BLU", "PROPOSE GBR ALONE") == ["E34"]


@pytest.mark.parametrize(
    ("phase", "text", "told"),
    [
        ("place", "FOO GBR", "begins no order that is possible now"),
        ("place", "PLACE 1 GREAT BRITANY", "GBR"),
        ("place", "PLACE 1 IRLAND", "Did you mean “PLACE 1 IRL”?"),
        ("place", "PLACE FRA", "a number from 1 to 3"),
        ("vote", "YES GBR", "stops too early"),
    ],
    ids=["E01", "E02", "E02b", "E40", "short"],
)
def test_what_is_not_understood(phase: str, text: str, told: str) -> None:
    remarks = parse_orders(grammar(PHASES[phase]), text).remarks
    assert any(told in remark.text for remark in remarks), remarks


def test_a_late_line_replaces_those_for_the_same_country() -> None:
    from engines.language import slots

    def said(text: str) -> tuple[str, ...]:
        return tuple(order.text for order in standing if text in order.text)

    first = parse_orders(grammar(PLACING), "PLACE 1 DEU, 1 FRA\nPLACE 1 FRA IF TOTAL FRA < 2\nPLACE 1 GBR").orders
    assert len(first) == 3  # conditions of one letter stand side by side
    standing = slots.amend_orders(first, parse_orders(grammar(PLACING), "PLACE 2 FRA").orders)
    assert said("PLACE") == ("PLACE 2 FRA", "PLACE 1 GBR")


def test_a_vote_by_the_book() -> None:
    vote = EuropaVote("GBR", (), "GRN", ("BLU", "GRN"))
    state = replace(VOTING, kind="answer", phase="T1-GBR-ANSWER-GRN", sheet=vote, options=EuropaOptions(book=True))
    assert [order.verb for order in parse_orders(grammar(state), "yes").orders] == ["AYE"]
    assert [order.text for order in parse_orders(grammar(state), "No GBR").orders] == ["NO GBR"]
    assert errors(state, "GRN", "YES") == ["E06"]


def test_standing_lines_come_back_each_phase() -> None:
    state = replace(opening(), standing={"BLU": ("PROPOSE * ALONE > AUTO", "YES * ME", "PEACE 1")})
    voting = replace(state, kind="elections", phase="T1-VOTE", board=board("GBR BLU 2"))
    found = ENGINE.grammar(voting, "BLU")
    assert found is not None
    assert found.draft == ("PROPOSE * ALONE > AUTO", "YES * ME")


@pytest.mark.parametrize(
    ("phase", "called"),
    [
        ("T1-PLACE1", "Turn 1 of 4 (1945–1973), placing the first half"),
        ("T2-PLACE2-RED", "Turn 2 of 4 (1974–1988), Red: placing the other half"),
        ("T3-PEACE", "Turn 3 of 4 (1989–2005), peace"),
        ("T3-RESOLVE", "Turn 3 of 4 (1989–2005), ending conflicts"),
        ("T4-VOTE", "Turn 4 of 4 (2006–2030), elections"),
        ("T4-VOTE2", "Turn 4 of 4 (2006–2030), elections, part 2"),
        ("T4-NLD-CAMPAIGN", "Turn 4 of 4 (2006–2030), campaign in the Netherlands"),
        ("T4-GBR-PROPOSE-RED", "Turn 4 of 4 (2006–2030), proposal of Red in Great Britain"),
        ("T4-GBR-ANSWER-RED", "Turn 4 of 4 (2006–2030), answers to Red in Great Britain"),
        ("T4-GBR-MOVE", "Turn 4 of 4 (2006–2030), moving on from Great Britain"),
        ("END", "The end"),
    ],
)
def test_phases_are_called_by_turn_and_years(phase: str, called: str) -> None:
    """§1.1 and §3.1: in words, and how far the game is."""
    assert europa_phase_title(replace(VOTING, phase=phase)) == called
