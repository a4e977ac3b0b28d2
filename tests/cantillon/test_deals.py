"""Trade, and leave to pass (§5.2.8)."""

from __future__ import annotations

from engines.cantillon.state import Permit
from tests.cantillon.tables import (
    errors,
    kinds,
    play,
    position,
)


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


def test_waiting_for_the_other_half() -> None:
    assert errors(position("RED 41 T, BLU 26 T"), "TRADE BLU GIVE 2y GET 1R") == ["W71"]


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
