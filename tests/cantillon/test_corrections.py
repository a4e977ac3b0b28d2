"""Positions of Cantillon's Europe put right: what was said is so, and what cannot be is refused in words."""

from __future__ import annotations

from typing import Any

from engines import states
from engines.cantillon import ENGINE as CANTILLON
from tests.engines.putting import begun, put, refused


def test_lands_units_and_treasuries_of_cantillon() -> None:
    """Units come and go, lands change hands with what stands there, factories and goods are as they are said."""
    state = begun(CANTILLON)
    mine, free = city(state, "RED"), a_free_land(state)
    text = f"""
        place A in {free} for Blue
        factory purple in {free}
        goods in {free} = 2y 1R
        treasury Red = 3c
        heard Red
        remove T from {mine}"""
    after = put(CANTILLON, state, text)
    plot = after.plot(free)
    assert (plot.owner, plot.units, plot.advanced, dict(plot.goods)) == ("BLU", "A", "P", {"y": 2, "R": 1})
    assert after.stock["RED"] == {"c": 3} and after.worth["RED"] == 3
    assert after.plot(mine).units == state.plot(mine).units.replace("T", "", 1)
    given = put(CANTILLON, after, f"give {free} to Red\ngoods in {free} none\nraze purple in {free}")
    assert given.plot(free).owner == "RED" and not given.plot(free).goods and not given.plot(free).advanced
    assert put(CANTILLON, given, f"give {free} to nobody").plot(free).owner == ""


def test_what_cannot_be_in_cantillon() -> None:
    """Full lands, lands of others, inland harbours, factories twice; and nobody is defeated by a correction."""
    state = begun(CANTILLON)
    mine, free = city(state, "RED"), a_free_land(state)
    inland = next(code for code, land in state.board.lands.items() if not land.port)
    assert "holds 2 units" in refused(CANTILLON, state, f"place A in {mine} for Red")
    assert "Red’s" in refused(CANTILLON, state, f"place A in {mine} for Blue")
    assert "no port" in refused(CANTILLON, state, f"place F in {inland} for Red")
    assert "Nothing stands" in refused(CANTILLON, state, f"give {free} to Red")
    assert "no army" in refused(CANTILLON, state, f"remove A from {mine}")
    assert "defeats nobody" in refused(CANTILLON, state, f"give {mine} to Blue")
    assert "once" in refused(CANTILLON, state, "order red red red red")


def test_who_is_out_of_cantillon_comes_back_with_a_city() -> None:
    """And stages that can be opened again are put right, too."""
    state = begun(CANTILLON, "MODE BOOK", 3)
    assert state.closed
    mine, free = city(state, "RED"), a_free_land(state)
    gone = type(state)(**{**vars(state), "out": ("RED",), "lands": {k: p for k, p in state.lands.items() if k != mine}})
    assert put(CANTILLON, gone, f"place T in {mine} for Red").out == ()
    after = put(CANTILLON, state, f"place A in {free} for Red")
    earlier = [states.load(CANTILLON.State, text) for text in after.closed.values()]
    assert earlier and all(one.plot(free).owner == "RED" for one in earlier)


def city(state: Any, seat: str) -> str:
    return str(next(code for code in state.board.cities if state.plot(code).owner == seat))


def a_free_land(state: Any) -> str:
    free = (code for code in state.board.lands if not state.plot(code).owner and code not in state.board.cities)
    return str(next(free))
