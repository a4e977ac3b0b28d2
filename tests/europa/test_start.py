"""The start of a turn: points, pawns, and the risks of war."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europa import start
from engines.europa.phases import START_POINTS
from engines.europa.run import Run
from engines.europa.state import Options
from tests.europa.tables import (
    members,
    opening,
    play,
    position,
    rolled,
    voting,
    with_markers,
)


@pytest.mark.parametrize(
    ("pp", "pawns"),
    [(49, 4), (29, 2), (215, 20), (69, 6), (9, 0)],
    ids=["the printed 49", "below 30", "no more than 20", "the printed 69", "none"],
)
def test_recruits(pp: int, pawns: int) -> None:
    state = position("T2-VOTE", "elections", pp=dict.fromkeys(("BLU", "GRN", "RED", "YEL"), pp))
    assert start.recruits(state, "BLU") == pawns


def test_a_permanent_supply_runs_out() -> None:
    options = Options(permanent_supply=True)
    state = position("T4-VOTE", "elections", options=options, spent={"BLU": 18}, pp={"BLU": 90})
    assert start.recruits(state, "BLU") == 2


@pytest.mark.parametrize(("players", "points"), [(3, 40), (4, 30), (5, 24), (6, 20)])
def test_points_at_the_start(players: int, points: int) -> None:
    state = opening(f"PLAYERS {players}")
    assert set(state.pp.values()) == {points} == {START_POINTS[players]}
    assert len(state.seats) == players


BALKANS = position("T3-PEACE", "peace", eu=members("GRC"))


def test_the_printed_six_rolls() -> None:
    after = rolled(BALKANS, 11, 9, 5, 8, 9, 9)
    assert after.markers == {"YUG": "W", "MKD": "W", "BGR": "W", "ALB": "T", "MDA": "T"}


def test_the_level() -> None:
    assert rolled(BALKANS, 11, 9, 5, 8, 9, 9).level == 10 + 8 + 8 + 1 + 1


def test_war_spreads() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "YUG W")
    first = rolled(state, 11)
    around = set(state.country("YUG").land)
    assert {code for code, marker in first.markers.items() if marker == "T"} == around
    second = rolled(first, 11)
    assert {code for code, marker in second.markers.items() if marker == "W"} == {*around, "YUG"}
    assert len(second.markers) == 8


def test_rolls_on_members_do_nothing() -> None:
    assert rolled(position("T3-PEACE", "peace", eu=members("YUG")), *[11] * 6).level == 0


def test_peace_is_skipped_at_level_0() -> None:
    state = replace(voting("", "LUX"), turn=2, phase="T2-VOTE", eu=members("YUG"))
    after = play(state, {}, {"order": [10, 9, 8, 7], "risk": [10, 1] * 6}).state
    assert (after.turn, after.kind, after.level) == (3, "place", 0)


def test_a_neighbour_at_war_is_rolled() -> None:
    state = with_markers(position("T3-PEACE", "peace"), "MKD W, ALB T, YUG W")
    assert rolled(state, 9).markers == {"MKD": "W", "ALB": "W", "YUG": "W", "BGR": "T", "GRC": "T"}


def test_dotted_lines_do_not_spread_war() -> None:
    after = rolled(with_markers(position("T3-PEACE", "peace"), "ALB W"), 12)
    assert "ITA" not in after.markers
    assert {"GRC", "MKD", "YUG"} <= after.markers.keys()


def test_games_of_a_tournament_share_the_risks() -> None:
    def rolls(seed: bytes, options: str) -> object:
        worked = Run(replace(opening(options), turn=3), KeyedDice(seed, "7", b"server"))
        start.risks(worked)
        return worked.state.rolls["3"]

    assert rolls(b"one", "TOURNAMENT 9") == rolls(b"two", "TOURNAMENT 9")
    assert rolls(b"one", "TOURNAMENT 9") != rolls(b"one", "TOURNAMENT 8")
    assert rolls(b"one", "") != rolls(b"two", "")
