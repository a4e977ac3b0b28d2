"""A turn is rehearsed on the board as it stands: what is tried, for whom, and what is taken for granted (§4.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.rehearsal import StageTrial, may_play_now, rehearse_turn
from engines.cantillon.state import CantillonOptions, CantillonState, Half
from tests.cantillon.tables import kinds, orders, position

BOARD = position("RED 41 TA, RED 40 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 2}}, homes={"RED": "41"})


def rehearse_red_turn(state: CantillonState, text: str) -> list[StageTrial]:
    return rehearse_turn(state, "RED", orders(state, "RED", text))


def test_what_is_promised_is_taken_for_granted() -> None:
    """§4.1: those you trade with have what they promised; without their half nothing is traded."""
    half = Half("BLU", "RED", {"R": 2}, {"y": 2}, False, 3)
    met = replace(BOARD, halves={"RED": (half,), "BLU": (half,)})
    alone, both = (rehearse_red_turn(state, "DISBAND A 41 ; TRADE BLU GIVE 2y GET 2R")[-1] for state in (BOARD, met))
    assert ("traded" in kinds(alone.events), "traded" in kinds(both.events)) == (False, True)
    assert both.worth - alone.worth == 4 - 2


def test_all_stages_that_are_left_are_tried() -> None:
    """§5.2: each with what it leaves in the treasury; upkeep of one army comes first."""
    found = rehearse_red_turn(BOARD, "BUILD T 40")
    assert [trial.stage for trial in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [trial.worth for trial in found] == [2, 1, 1, 0, 0, 0, 0, 0]
    assert {trial.stage: kinds(trial.events) for trial in found if trial.events} == {
        1: ["tax"],
        2: ["upkeep"],
        4: ["built"],
    }


@pytest.mark.parametrize("text", ["RESIGN", "RESIGN CEDE 40 TO BLU BURN 41", "CEDE 40 TO BLU", "BURN ALL"])
def test_what_cannot_be_undone_is_not_tried(text: str) -> None:
    """§5.2.8d: the board shows the realm as it is until it is given up."""
    state = replace(BOARD, options=CantillonOptions(cede_any=True))
    assert rehearse_red_turn(state, text) == rehearse_red_turn(state, "")


def by_the_book(stage: int, active: str = "RED") -> CantillonState:
    options = CantillonOptions(mode="book")
    return replace(BOARD, options=options, kind="stage", stage=stage, active=active, phase=f"R1-{active}-{stage}")


def test_by_the_book_it_begins_with_the_open_stage() -> None:
    """§3.2: but not while it is asked whether an attack goes on."""
    assert [trial.stage for trial in rehearse_turn(by_the_book(5), "RED", ())] == [5, 6, 7, 8]
    assert rehearse_turn(replace(by_the_book(3), attack=True), "RED", ()) == []


@pytest.mark.parametrize(
    ("state", "may"),
    [
        (BOARD, True),
        (by_the_book(4), True),
        (by_the_book(4, "BLU"), False),
        (replace(BOARD, kind="turn", active="RED"), True),
        (replace(BOARD, kind="turn", active="BLU"), False),
        (replace(BOARD, kind="setup"), False),
        (replace(BOARD, out=("RED",)), False),
        (replace(BOARD, ranks={"RED": 1, "BLU": 2, "GRN": 2}), False),
    ],
)
def test_whose_turn_is_rehearsed(state: CantillonState, may: bool) -> None:
    """§3.1 and §3.2: everybody's in a round of all, else that of whose turn it is; none once it is over."""
    assert may_play_now(state, "RED") is may
