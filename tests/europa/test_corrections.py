"""Positions of Europa put right: what was said is so, and what cannot be is refused in words."""

from __future__ import annotations

from engines.europa import ENGINE as EUROPA
from tests.engines.putting import correct_state, correction_refusal, idle_position


def test_the_map_and_the_points_of_europa() -> None:
    """Pawns, members, conflicts, points; a country admitted has no pawns and no conflict any more."""
    state = idle_position(EUROPA)
    first, second, *_ = state.open_countries
    text = f"pawns in {first} Blue 3\npawns in {second} Red 2\npoints Blue 44\nvictory Red 5\nmark {second} tension"
    after = correct_state(EUROPA, state, text)
    assert (after.count_pawns(first, "BLU"), after.count_pawns(second, "RED")) == (3, 2)
    assert (after.pp["BLU"], after.vp["RED"], after.markers[second]) == (44, 5, "T")
    joined = correct_state(EUROPA, after, f"admit {second} for Blue Red")
    assert joined.eu[second].coalition == ("BLU", "RED") and joined.find_card(second).status == "EU"
    assert not joined.count_all_pawns(second) and second not in joined.markers
    assert joined.pp == after.pp
    left = correct_state(EUROPA, joined, f"expel {second}")
    assert second not in left.eu and left.find_card(second).status == "nationalist"
    assert correct_state(EUROPA, left, f"call {second}").find_card(second).status == "pending"
    war = correct_state(EUROPA, after, f"mark {first} war")
    assert war.find_card(first).status == "war" and not war.count_all_pawns(first)
    assert correct_state(EUROPA, war, f"mark {first} peace").find_card(first).status == "pending"


def test_what_cannot_be_in_europa() -> None:
    state = idle_position(EUROPA)
    later = next(c for c in state.table.countries.values() if c.turn > state.turn).code
    here = state.open_countries[0]
    assert "no election" in correction_refusal(EUROPA, state, f"pawns in {later} Blue 1")
    assert "has not entered" in correction_refusal(EUROPA, state, f"admit {later} for Blue")
    assert "no member" in correction_refusal(EUROPA, state, f"expel {here}")
    assert "each party has 20" in correction_refusal(EUROPA, state, f"pawns in {here} Blue 20\nreserve Blue 1")
    assert "once each" in correction_refusal(EUROPA, state, "order blue blue red yellow purple")
    member = correct_state(EUROPA, state, f"admit {here} for Blue")
    assert "in the Union" in correction_refusal(EUROPA, member, f"mark {here} war")
    assert "in the Union" in correction_refusal(EUROPA, member, f"call {here}")
