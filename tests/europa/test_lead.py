"""The first words of a report: what happened, and what it means for the reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from engines import states
from engines.europa import ENGINE
from engines.europa.ending import finish_europa
from engines.europa.state import EuropaState, EuropaVote
from engines.report import Heading, Lead, Paragraph
from tests.engines.playing import steps
from tests.europa.tables import board, members, opening, play, position, with_markers, working
from tests.europa.test_grammars import BOOK, PHASES
from tests.europa.test_language import VOTING

VOTES = {
    "GRN": "PROPOSE GBR GRN+YEL ; NO GBR WITH RED ; MOVE GBR > NONE",
    "YEL": "YES GBR GRN+YEL ; NO GBR ANY ; MOVE GBR > NONE",
    "RED": "NO GBR ANY",
    "BLU": "PROPOSE GBR PASS",
}


def lead(
    state: EuropaState, texts: Mapping[str, str], seat: str | None, dice: Mapping[str, list[int]] | None = None
) -> str:
    """The lead of the report on a phase."""
    step = play(state, texts, dice)
    views = states.seat_view(step.state, seat), states.seat_view(state, seat)
    (found,) = (block for block in ENGINE.report(views[0], seat, step.events, views[1]) if isinstance(block, Lead))
    return found.text


@pytest.mark.parametrize(
    ("seat", "means"),
    [
        ("GRN", "You win Great Britain (15 points); with 45 points you share first place; "
                "now you place 2 pawns, and 2 later."),
        ("BLU", "You win no country; with 30 points you share third place; now you place 2 pawns, and 1 later."),
        (None, "Green and Yellow lead with 45 points."),
    ],
)  # fmt: skip
def test_elections(seat: str | None, means: str) -> None:
    """Green and Yellow win Great Britain."""
    state = replace(VOTING, track=VOTING.track[1:2])
    dice = {"order": [9, 3, 9, 3]}
    assert lead(state, VOTES, seat, dice) == f"Great Britain joins the union; turn 2 begins. {means}"


def test_elections_nobody_wins() -> None:
    state = replace(VOTING, track=VOTING.track[1:2])
    told = lead(state, {"BLU": "NO * ANY", "GRN": "NO * ANY", "RED": "NO * ANY", "YEL": "NO * ANY ; PROPOSE * PASS"},
                "BLU", {"order": [9, 5, 4, 3]})  # fmt: skip
    assert told.startswith(
        "No country joins the union; the nationalists win in Great Britain; turn 2 begins. You win no "
    )


def test_placing_tells_where_most_went_and_what_is_left() -> None:
    state = position("T1-PLACE1", "place", "IRL NLD DEU", half={"BLU": 2, "GRN": 2, "RED": 2, "YEL": 0},
                     reserve={"BLU": 3, "GRN": 2, "RED": 2, "YEL": 0})  # fmt: skip
    texts = {"BLU": "PLACE 2 NLD", "GRN": "PLACE 2 NLD", "RED": "PLACE 1 NLD, 1 IRL"}
    told = lead(state, texts, "BLU")
    assert told == "6 pawns are placed: 5 in the Netherlands and 1 in Ireland. Now you place 1 pawn."


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("PEACE 1", "The peace fails with 1 pawn against a conflict level of 20. "),
        ("PEACE 20", "Peace is made in all of Europe with 20 pawns against a conflict level of 20; turn 4 "),
    ],
)  # fmt: skip
def test_peace(given: str, told: str) -> None:
    state = replace(PHASES["peace"][0], recruits={"BLU": 20}, reserve={"BLU": 20, "GRN": 0, "RED": 0, "YEL": 0})
    assert lead(state, {"BLU": given}, "BLU").startswith(told)


def test_by_the_book_each_step_is_told_with_what_comes_next() -> None:
    state = position("T1-GBR-PROPOSE-BLU", "propose", "GBR IRL", board=board("GBR BLU 2 GRN 2 YEL 1"), options=BOOK,
                     sheet=replace(PHASES["propose"][0].sheet or EuropaVote(""), proposer="BLU"))  # fmt: skip
    first = "Blue proposes Blue and Green for Great Britain."
    assert lead(state, {"BLU": "PROPOSE GBR BLU+GRN"}, "GRN") == f"{first} Now you answer for Great Britain."
    assert lead(state, {"BLU": "PROPOSE GBR BLU+GRN"}, None) == first


@pytest.mark.parametrize(
    ("phase", "text", "told"),
    [
        ("campaign", "", "The campaign is over."),
        ("move", "MOVE GBR > NONE", "No pawn is sent on; turn 2 begins."),
    ],
)
def test_steps_in_which_little_happens(phase: str, text: str, told: str) -> None:
    """By the book."""
    state = replace(PHASES[phase][0], vp=dict.fromkeys(VOTING.seats, 0), phase="T1-GBR-MOVE")
    if phase == "move":
        tracked = (replace(state.track[0], status="EU"), replace(state.track[1], status="nationalist"))
        state = replace(state, track=tracked, board=board("GBR BLU 2 GRN 2"), eu=members("GBR"))
    assert lead(state, {"BLU": text, "GRN": text} if text else {}, None).startswith(told)


@pytest.mark.parametrize(
    ("seat", "means"),
    [("YEL", " You are second of 4 with 6 Victory Points."), ("GRN", " You are first of 4 with "), (None, "")],
)
def test_the_end_says_who_won_and_how(seat: str | None, means: str) -> None:
    before = replace(position("T4-VOTE", "elections"), vp={"BLU": 1, "GRN": 9, "RED": 2, "YEL": 6},
                     pp={"BLU": 20, "GRN": 50, "RED": 20, "YEL": 20})  # fmt: skip
    worked = working(with_markers(before, "YUG W"))
    finish_europa(worked)
    blocks = ENGINE.report(states.seat_view(worked.state, seat), seat, worked.events, states.seat_view(before, seat))
    (found,) = (block for block in blocks if isinstance(block, Lead))
    won = "Green wins the game with 12 Victory Points, and the peace that is left makes it a Fragile victory."
    assert found.text.startswith(won + means)


def test_the_opening_says_what_one_has() -> None:
    blocks = tuple(ENGINE.report(states.seat_view(opening("PLAYERS 5"), "BLU"), "BLU", ()))
    assert isinstance(blocks[1], Lead)
    assert blocks[1].text == (
        "1945–1973: 5 parties begin with 24 points each, and the union is empty. Now you place 1 pawn, and 1 later."
    )


# --- words, never codes ------------------------------------------------------------------------------------------

CODE = re.compile(r"\b(T\d-|[A-Z]{3}\b)")


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seat"), [("PLAYERS 5", None), ("PLAYERS 3\nMODE BOOK\nCAMPAIGN ON", "BLU")])
def test_no_code_stands_where_people_read(options: str, seat: str | None) -> None:
    """V7: in headings, leads and paragraphs of a whole game; tables may show how a country is written for short."""
    before = opening(options)
    for step in steps(ENGINE, before, 2, advised=True):
        views = states.seat_view(step.state, seat), states.seat_view(before, seat)
        before = step.state
        for block in ENGINE.report(views[0], seat, step.events, views[1]):
            if isinstance(block, Heading | Lead | Paragraph):
                assert not [found for found in CODE.findall(block.text) if not found.startswith("EU")], block.text


def test_the_most_important_comes_first() -> None:
    """What joined before what was lost, elections before throws and the order of play."""
    state = replace(VOTING, board=board("GBR BLU 4, LUX GRN 1, DEU RED 1"))
    step = play(state, {})
    blocks = [b for b in ENGINE.report(step.state, "BLU", step.events, state) if isinstance(b, Heading | Paragraph)]
    heads = [block.text for block in blocks if isinstance(block, Heading)]
    assert heads[:3] == ["Turn 1 of 4 (1945–1973), elections", "Elections", "The turn"]
    lines = blocks[[block.text for block in blocks].index("Elections") + 1].text.splitlines()
    assert [line.split(" ")[0] for line in lines[:3]] == ["1.", "2.", "3."]
    assert "joins the EU" in lines[0] and "joins the EU" in lines[1] and "nationalists" in lines[2]
