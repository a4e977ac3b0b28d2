"""Resigning, ceding and burning, and the end of a game (§5.2.8d, §5.7)."""

from __future__ import annotations

from engines.cantillon import endings
from engines.cantillon.state import Options
from tests.cantillon.tables import (
    errors,
    play,
    position,
)


def test_the_other_wins() -> None:
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    assert play(state, {"RED": "RESIGN"}).state.ranks == {"BLU": 1, "RED": 2}


def test_ceded_and_burnt() -> None:
    state = position("RED 41 T, RED 40 TA, RED 36 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 1}})
    after = play(state, {"RED": "RESIGN ; CEDE 40,41 TO BLU ; BURN ALL"}).state
    assert (after.owner("40"), after.plot("40").units, after.owner("41")) == ("BLU", "TA", "BLU")
    assert after.owner("36") == ""
    assert after.out == ("RED",)


def test_cede_only_when_resigning() -> None:
    assert errors(position("RED 41 T, RED 40 T, BLU 26 T"), "CEDE 40 TO BLU") == ["C72"]


def test_a_goal_reached_by_two() -> None:
    options = Options(goal="cities", target=1)
    state = position("RED 41 T, BLU 26 T, BLU 25 T", options, ("RED", "BLU"))
    ranks = play(state, {}).state.ranks
    assert ranks == {"RED": 2, "BLU": 1}
    assert endings.reached(state, "RED") and endings.reached(state, "BLU")


def test_three_silent_rounds_are_a_resignation() -> None:
    state = position("RED 41 T, BLU 26 T, GRN 62 T")
    said = {"BLU": "RUN ALL", "GRN": "RUN ALL"}
    for _ in range(3):
        state = play(state, said).state
    assert state.out == ("RED",)
