"""Trade, and leave to pass (§5.2.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon import ENGINE
from engines.cantillon.state import CantillonState, Half, Permit
from tests.cantillon.tables import codes, errors, kinds, orders, play, position, turn


def traders(red: dict[str, int], blu: dict[str, int]) -> tuple[str, object]:
    state = position("RED 41 T, BLU 26 T, GRN 62 T", stock={"RED": red, "BLU": blu})
    step = play(state, {"RED": "TRADE BLU GIVE 2y GET 1R ROUNDS 2", "BLU": "TRADE RED GIVE 1R GET 2y ROUNDS 2"})
    told = "traded" if "traded" in kinds(step.events) else "open"
    return told, step.state.halves.get("RED", ())


def test_both_halves_and_both_goods() -> None:
    told, left = traders({"y": 2}, {"R": 1})
    assert (told, left) == ("traded", ())


def test_without_the_goods_it_stays_open() -> None:
    told, left = traders({"y": 1}, {"R": 1})
    assert told == "open" and len(left) == 2  # type: ignore[arg-type]


def test_halves_that_do_not_meet() -> None:
    """W71: only where the other has said something else; that a half waits is as it should be."""
    state = position("RED 41 T, BLU 26 T")
    assert errors(state, "TRADE BLU GIVE 2y GET 1R") == []
    for theirs, told in (({"R": 1}, []), ({"R": 2}, ["W71"])):
        half = Half("BLU", "RED", theirs, {"y": 2}, False, 3)
        met = replace(state, halves={"RED": (half,), "BLU": (half,)}, stock={"RED": {"y": 2}})
        assert errors(met, "TRADE BLU GIVE 2y GET 1R") == told
        said = ENGINE.check(met, "RED", orders(met, "RED", "TRADE BLU GIVE 2y GET 1R"))
        assert {remark.level for remark in said} <= {"warning"}


def test_at_start_both_must_say_so() -> None:
    state = position("RED 41 T, BLU 26 T", stock={"RED": {"y": 2}, "BLU": {"R": 1}}, seats=("RED", "BLU"))
    said = {"RED": "TRADE BLU GIVE 2y GET 1R AT START", "BLU": "TRADE RED GIVE 1R GET 2y AT START"}
    events = kinds(play(state, said).events)
    assert events.index("traded") < events.index("tax")


def test_permit_and_revoke() -> None:
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    after = play(state, {"RED": "PERMIT BLU SEA G,H ROUNDS 2 FEE 1"}).state
    assert after.permits["BLU"] == after.permits["RED"] == (Permit("RED", "BLU", ("G", "H"), 3, 1),)
    assert not play(after, {"RED": "REVOKE BLU"}).state.permits


# --- contracts ----------------------------------------------------------------------------------------------------

BOARD = "RED 41 T, BLU 26 T, GRN 62 T"
RICH = {"RED": {"y": 9}, "BLU": {"R": 9}, "GRN": {"b": 9}}


def market(**stock: dict[str, int]) -> CantillonState:
    return position(BOARD, stock=RICH | stock)


UNMATCHED = {
    "other goods": ("TRADE BLU GIVE 2y GET 1R", "TRADE RED GIVE 1R GET 3y"),
    "more for it": ("TRADE BLU GIVE 2y GET 1R", "TRADE RED GIVE 2R GET 2y"),
    "somebody else": ("TRADE BLU GIVE 2y GET 1R", "TRADE GRN GIVE 1R GET 2y"),
    "land goods for basic ones": ("TRADE BLU GIVE 2y GET 1R", "TRADE RED GIVE 1r GET 2y"),
    "one half only": ("TRADE BLU GIVE 2y GET 1R", "RUN ALL"),
}


@pytest.mark.parametrize("case", UNMATCHED)
def test_halves_that_do_not_match(case: str) -> None:
    """§5.2.8a: the same goods the other way round, between the same two."""
    red, blu = UNMATCHED[case]
    assert "traded" not in kinds(play(market(), {"RED": red, "BLU": blu}).events)


def test_goods_change_hands_once() -> None:
    """§5.2.8a: both sides give and get; a line that stands in two letters is one contract."""
    said = {"RED": "TRADE BLU GIVE 2y 1b GET 1R ROUNDS 9", "BLU": "TRADE RED GIVE 1R GET 1b 2y ROUNDS 9"}
    state = position("RED 41 T, BLU 26 T", stock={"RED": {"y": 2, "b": 1}, "BLU": {"R": 1}}, seats=("RED", "BLU"))
    step = play(state, said)
    assert (step.state.stock["RED"], step.state.stock["BLU"]) == ({"R": 1}, {"y": 2, "b": 1})
    assert kinds(step.events).count("traded") == 1
    assert not step.state.halves


@pytest.mark.parametrize("short", ["RED", "BLU"])
def test_whole_or_not_at_all(short: str) -> None:
    """§6.52: if either side has not got the goods nothing changes hands."""
    said = {"RED": "TRADE BLU GIVE 2y GET 1R ROUNDS 2", "BLU": "TRADE RED GIVE 1R GET 2y ROUNDS 2"}
    state = market(**{short: {"c": 1}})
    after = play(state, said).state
    assert after.stock == state.stock
    later = replace(after, stock=RICH)
    assert play(later, {}).state.stock["BLU"]["R"] == 8


@pytest.mark.parametrize(("rounds", "open_for"), [("", 1), (" ROUNDS 2", 2), (" ROUNDS 3", 3)])
def test_an_offer_stays_open_as_long_as_was_said(rounds: str, open_for: int) -> None:
    """§5.2.8a: this round alone without a word."""
    state = play(market(), {"RED": f"TRADE BLU GIVE 2y GET 1R{rounds}"}).state
    for _ in range(open_for - 1):
        assert state.halves["RED"] == state.halves["BLU"] and "GRN" not in state.halves
        state = play(state, dict.fromkeys(state.seats, "RUN ALL")).state
    assert not state.halves


def test_an_offer_is_taken_in_a_later_round() -> None:
    state = play(market(), {"RED": "TRADE BLU GIVE 2y GET 1R ROUNDS 2"}).state
    after = play(state, {"BLU": "TRADE RED GIVE 1R GET 2y"})
    assert "traded" in kinds(after.events)


def test_one_says_at_start_and_the_other_does_not() -> None:
    """§5.2.8a: before the tax only if both say so."""
    said = {"RED": "TRADE BLU GIVE 2y GET 1R AT START", "BLU": "TRADE RED GIVE 1R GET 2y"}
    events = kinds(play(market(), said).events)
    assert events.index("traded") > events.index("tax")


def test_goods_that_were_spent_are_not_traded() -> None:
    """§6.52: goods are checked when the contract is carried out."""
    state = position("RED 41 T, BLU 26 T", stock={"RED": {"y": 2}, "BLU": {"R": 1}}, seats=("RED", "BLU"))
    said = {"RED": "BUILD A 41 ; TRADE BLU GIVE 2y GET 1R", "BLU": "TRADE RED GIVE 1R GET 2y"}
    assert "traded" not in kinds(play(state, said).events)


# --- gifts --------------------------------------------------------------------------------------------------------


def test_a_gift() -> None:
    """§5.2.8b"""
    working = turn(market(), "GIVE BLU 2y ; GIVE GRN 9P", 8, 8)
    assert (working.stock["RED"]["y"], working.stock["BLU"]) == (7, {"R": 9, "y": 2})
    assert codes(working) == ["C70"]


def test_goods_that_are_named_twice_are_added() -> None:
    """§5.2.8b"""
    assert turn(market(), "GIVE BLU 2y 3y", 8, 8).stock["BLU"] == {"R": 9, "y": 5}


def test_nothing_is_given_to_who_is_out() -> None:
    """§4.2, C05"""
    state = replace(market(), out=("GRN",))
    assert errors(state, "GIVE GRN 1y") == ["C05"]


# --- passage ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "last"), [("", 2), (" ROUNDS 1", 2), (" ROUNDS 3", 4)])
def test_leave_lasts_to_the_end_of_the_next_round_or_longer(rounds: str, last: int) -> None:
    """§5.2.8c: given in round 1."""
    state = play(market(), {"RED": f"PERMIT BLU SEA H{rounds}"}).state
    assert state.permits["BLU"] == (Permit("RED", "BLU", ("H",), last),)
    assert "GRN" not in state.permits
    while state.permits:
        assert state.round <= last
        state = play(state, dict.fromkeys(state.seats, "RUN ALL")).state
    assert state.round == last + 1


def test_new_leave_replaces_the_old_for_the_same_seas() -> None:
    """§5.2.8c"""
    state = play(market(), {"RED": "PERMIT BLU SEA H FEE 1 ; PERMIT BLU SEA G ; PERMIT GRN SEA H"}).state
    after = turn(state, "PERMIT BLU SEA H FEE 3", 8, 8)
    assert sorted((p.taker, p.seas, p.fee) for p in after.permits) == [
        ("BLU", ("G",), 0),
        ("BLU", ("H",), 3),
        ("GRN", ("H",), 0),
    ]


def test_only_the_leave_of_one_player_is_taken_back() -> None:
    state = play(market(), {"RED": "PERMIT BLU SEA H ; PERMIT GRN SEA H", "BLU": "PERMIT RED SEA G"}).state
    after = turn(state, "REVOKE BLU", 8, 8)
    assert [(p.giver, p.taker) for p in after.permits] == [("RED", "GRN"), ("BLU", "RED")]


def test_what_is_agreed_with_who_is_gone_is_over() -> None:
    """§5.2.8: leave he gave, and halves with him."""
    halves = (Half("RED", "GRN", {"y": 1}, {"b": 1}, False, 9),)
    permits = (Permit("GRN", "RED", ("H",), 9),)
    state = replace(market(), halves={"RED": halves, "GRN": halves}, permits={"RED": permits, "GRN": permits})
    after = play(state, {"GRN": "RESIGN"}).state
    assert not after.halves and not after.permits
