"""The end of a game: presidents, ranks, verdicts, and scores for comparing games."""

from __future__ import annotations

from typing import Any

import pytest

from engines.europa.ending import finish_europa
from engines.europa.state import EuropaOptions, EuropaVote, victory_quality
from engines.europa.turn_context import EuropaTurnContext
from tests.europa.tables import (
    members,
    position,
    with_markers,
    working,
)


@pytest.mark.parametrize(
    ("level", "word"), [(0, "Total"), (3, "Decisive"), (4, "Fragile"), (10, "Fragile"), (11, "Pyrrhic")]
)
def test_the_quality(level: int, word: str) -> None:
    assert victory_quality(level) == word


def end_game(pp: list[int], vp: list[int], markers: str = "", eu: str = "") -> EuropaTurnContext:
    who = ("BLU", "GRN", "RED", "YEL")[: len(pp)]
    fields: dict[str, Any] = {
        "pp": dict(zip(who, pp, strict=True)),
        "vp": dict(zip(who, vp, strict=True)),
        "eu": members(eu),
    }
    worked = working(with_markers(position("T4-VOTE", "elections", count=len(pp), **fields), markers))
    finish_europa(worked)
    return worked


@pytest.mark.parametrize(
    ("pp", "vp"),
    [([80, 80, 75, 70], [2, 2, 0, 0]), ([80, 80, 80, 70], [1, 1, 1, 0]), ([80, 80, 80, 80], [0, 0, 0, 0]),
     ([90, 80, 75, 70], [3, 0, 0, 0])],
    ids=["two", "three", "four", "one"],
)  # fmt: skip
def test_presidents(pp: list[int], vp: list[int]) -> None:
    assert list(end_game(pp, [0, 0, 0, 0]).state.vp.values()) == vp


def test_the_score_for_comparing() -> None:
    thirty = "AUT BEL CHE DEU DNK FIN FRA GBR IRL ISL ITA LUX NLD NOR SWE ESP GRC PRT TUR ALB BGR BIH CZE HRV HUN"
    worked = end_game([90, 80, 70], [6, 0, 0], "MDA T, UKR T, RUS T, BLR T", thirty + " MKD POL ROU SVK SVN")
    assert worked.events[-1].args["scores"]["BLU"] == 35


def test_points_break_a_tie() -> None:
    ranks = end_game([80, 75, 100], [5, 5, 0]).state.ranks
    assert ranks == {"BLU": 1, "GRN": 2, "RED": 3}


def test_equal_in_both_share_the_victory() -> None:
    """§5.12: Victory Points and Political Points equal; the next is third."""
    assert end_game([80, 80, 70], [5, 5, 0]).state.ranks == {"BLU": 1, "GRN": 1, "RED": 3}


def test_the_presidency_counts_for_the_victory() -> None:
    """§5.12: 3 Victory Points for most Political Points, before ranks are made."""
    worked = end_game([90, 80, 70], [3, 5, 5])
    assert worked.state.vp == {"BLU": 6, "GRN": 5, "RED": 5}
    assert worked.state.ranks == {"BLU": 1, "GRN": 2, "RED": 3}


def test_the_level_at_the_end_counts_wars_twice() -> None:
    """§5.5b and §5.12: 1 for a Tension, twice the votes for a War."""
    assert end_game([90, 80, 70], [0, 0, 0], "YUG W, ALB T").events[-1].args["level"] == 2 * 5 + 1


def test_nothing_is_left_open_at_the_end() -> None:
    """§5.12: all Victory Points are shown, no election, no pawn and no vote is left over."""
    state = position("T4-GBR-MOVE", "move", "GBR", reserve={"BLU": 1}, half={"BLU": 1}, sheet=EuropaVote("GBR"), vp=VPS)
    worked = working(state)
    finish_europa(worked)
    after = worked.state
    assert (after.phase, after.kind, after.track, after.sheet) == ("END", "end", (), None)
    assert (dict(after.reserve), dict(after.half)) == ({}, {})
    assert after.vp_shown == after.vp == {**VPS, "RED": 1}


VPS = {"BLU": 3, "GRN": 2, "RED": 1, "YEL": 1}


def test_a_party_that_was_removed_is_neither_president_nor_winner() -> None:
    """§3.4 and §5.12: it comes last, whatever it had."""
    pp = {"BLU": 90, "GRN": 50, "RED": 40, "YEL": 30}
    options = EuropaOptions(remove_resigned=True)
    state = position("T4-VOTE", "elections", options=options, pp=pp, vp=dict.fromkeys(pp, 1), resigned=("BLU",))
    worked = working(state)
    finish_europa(worked)
    assert worked.state.vp == {"BLU": 1, "GRN": 4, "RED": 1, "YEL": 1}
    assert worked.state.ranks == {"GRN": 1, "RED": 2, "YEL": 3, "BLU": 4}
    assert next(event for event in worked.events if event.kind == "president").args == {"seats": ["GRN"], "vp": 3}


def test_if_all_were_removed_the_game_still_ends() -> None:
    options = EuropaOptions(remove_resigned=True)
    worked = working(position("T4-VOTE", "elections", options=options, resigned=("BLU", "GRN", "RED", "YEL")))
    finish_europa(worked)
    assert worked.state.ranks == dict.fromkeys(("BLU", "GRN", "RED", "YEL"), 1)
