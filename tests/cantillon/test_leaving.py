"""Resigning, ceding and burning, and the end of a game (§5.2.8d, §5.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.base import Presence
from engines.cantillon import ENGINE, ending
from engines.cantillon.phases import resolve_cantillon
from engines.cantillon.state import CantillonOptions
from engines.dice import LoadedDice
from tests.cantillon.tables import codes, errors, factory, play, position, turn, units


def test_the_other_wins() -> None:
    state = position("RED 41 T, BLU 26 T", seats=("RED", "BLU"))
    assert play(state, {"RED": "RESIGN"}).state.ranks == {"BLU": 1, "RED": 2}


def test_ceded_and_burnt() -> None:
    state = position("RED 41 T, RED 40 TA, RED 36 T, BLU 26 T, GRN 62 T", stock={"RED": {"y": 1}})
    after = play(state, {"RED": "RESIGN CEDE 40,41 TO BLU BURN ALL"}).state
    assert (after.owner_of("40"), after.plot_of("40").units, after.owner_of("41")) == ("BLU", "TA", "BLU")
    assert after.owner_of("36") == ""
    assert after.out == ("RED",)


def test_cede_only_when_resigning() -> None:
    assert errors(position("RED 41 T, RED 40 T, BLU 26 T"), "CEDE 40 TO BLU") == ["C72"]


def test_a_goal_reached_by_two() -> None:
    options = CantillonOptions(goal="cities", target=1)
    state = position("RED 41 T, BLU 26 T, BLU 25 T", options, ("RED", "BLU"))
    ranks = play(state, {}).state.ranks
    assert ranks == {"RED": 2, "BLU": 1}
    assert ending.has_reached_goal(state, "RED") and ending.has_reached_goal(state, "BLU")


def test_a_realm_without_a_player_is_given_up_after_three_rounds() -> None:
    """§3.4"""
    state = position("RED 41 T, BLU 26 T, GRN 62 T")
    said = {"BLU": "RUN ALL", "GRN": "RUN ALL"}
    for left in (3, 2, 1):
        assert ENGINE.phases_until_forfeit(state, "RED") == left
        state = play(state, said, vacant=["RED"]).state
    assert (state.out, ENGINE.phases_until_forfeit(state, "RED")) == (("RED",), 0)


@pytest.mark.parametrize("presence", [one for one in Presence if one != Presence.VACANT])
def test_whoever_holds_a_seat_keeps_the_realm(presence: Presence) -> None:
    """§3.4: be he silent, away, or have nothing to say."""
    state = position("RED 41 T, BLU 26 T, GRN 62 T")
    for _ in range(6):
        state = resolve_cantillon(state, {}, LoadedDice(), {"RED": presence}).state
    assert not state.out and state.lands["41"].owner == "RED"


# --- leaving ------------------------------------------------------------------------------------------------------

REALM = "RED 41 T, RED 40 TA, RED 36 T, RED P F+A, RED 6 T F, BLU 26 T, GRN 62 T"


def test_what_is_neither_ceded_nor_burnt_is_left_empty() -> None:
    """§5.2.8d: units go, factories and goods stay; the treasury is lost."""
    state = factory(position(REALM, stock={"RED": {"P": 2}}), "40", basic=True, advanced="P", b=1)
    working = turn(state, "RESIGN", 8, 8)
    assert working.out == ["RED"]
    assert not working.seas and not any(plot.owner == "RED" or plot.anchor for plot in working.lands.values())
    assert (working.plot_of("40").basic, working.plot_of("40").advanced, working.plot_of("40").goods) == (
        True,
        "P",
        {"b": 1},
    )
    assert working.stock["RED"] == {}


def test_everything_burnt() -> None:
    """§5.2.8d: units, factories and goods; of the others nothing."""
    state = factory(factory(position(REALM), "40", basic=True, advanced="P", b=1), "62", basic=True)
    working = turn(state, "RESIGN BURN ALL", 8, 8)
    assert (working.plot_of("40").basic, working.plot_of("40").advanced, working.plot_of("40").goods) == (False, "", {})
    assert not working.seas and not working.plot_of("6").anchor
    assert {event.args["area"] for event in working.events if event.kind == "burnt"} == {"6", "36", "40", "41", "P"}
    assert working.plot_of("62").basic and units(working, "62") == "GRN T"


def test_some_burnt_some_ceded() -> None:
    """§5.2.8d: both, without limit; a fleet goes with its cargo, a land with the fleet on its anchor."""
    state = factory(position(REALM), "36", basic=True)
    working = turn(state, "RESIGN CEDE 6,P TO BLU CEDE 40 TO GRN BURN 36", 8, 8)
    assert (units(working, "6"), working.plot_of("6").anchor, units(working, "P")) == ("BLU T", "BLU", "BLU FA")
    assert (units(working, "40"), working.plot_of("36").basic, units(working, "41")) == ("GRN TA", False, "")
    assert working.plot_of("40").anchor == ""


def test_only_what_is_mine_is_ceded_and_burnt() -> None:
    state = position(REALM)
    assert codes(turn(state, "RESIGN CEDE 62 TO BLU", 8, 8)) == ["C62"]
    burnt = turn(state, "RESIGN BURN 62, 36", 8, 8)
    assert (codes(burnt), units(burnt, "62")) == (["C62"], "GRN T")
    assert [event.args["area"] for event in burnt.events if event.kind == "burnt"] == ["36"]


def test_what_is_not_mine_stops_nothing_else() -> None:
    """§4.1, §8 CEDE-ANY: each area counts for itself; of the others one is told, with the line."""
    working = turn(position(REALM, CantillonOptions(cede_any=True)), "CEDE 62, 40 TO BLU ; BURN 26, 36", 8, 8)
    assert (units(working, "62"), units(working, "40"), units(working, "26")) == ("GRN T", "BLU TA", "BLU T")
    assert units(working, "36") == ""
    refused = [event.args for event in working.events if event.kind == "refused"]
    assert [(each["line"], each["text"]) for each in refused] == [
        ("CEDE 62 , 40 TO BLU", "C62 62 is not yours."),
        ("BURN 26 , 36", "C62 26 is not yours."),
    ]


def test_who_went_before_in_the_round_gets_nothing() -> None:
    """C05: neither gifts nor leave nor land; what goes to others still does."""
    state = position(f"{REALM}, RED 42 T", order=("GRN", "BLU", "RED"), stock={"RED": {"y": 9}})
    said = "GIVE GRN 1y ; PERMIT GRN SEA P ; RESIGN CEDE 40 TO GRN CEDE 42 TO BLU"
    step = play(state, {"GRN": "RESIGN", "RED": said})
    refused = [(event.to, event.args["text"]) for event in step.events if event.kind == "refused"]
    assert refused == [(frozenset({"RED"}), "C05 'GRN' is not in this game (or is defeated).")] * 3
    assert (step.state.owner_of("40"), step.state.owner_of("42")) == ("", "BLU")


def test_what_is_ceded_twice_is_remarked_on() -> None:
    """C62: the first counts."""
    state = position(REALM, stock={"RED": {"y": 9}})
    assert errors(state, "RESIGN CEDE 40, 41 TO BLU CEDE 41 TO GRN") == ["C62"]
    assert errors(state, "RESIGN CEDE 40, 41 TO BLU CEDE 36 TO GRN") == []


def test_what_no_city_reaches_is_told_by_number() -> None:
    """§5.2.3e: 9 before 10."""
    events = turn(position("RED 41 T, RED 10 T, RED 9 T, BLU 26 T, GRN 62 T"), "").events
    assert [event.args["areas"] for event in events if event.kind == "isolated"] == [["9", "10"]]


def test_ceding_without_resigning_with_the_option() -> None:
    """§8, CEDE-ANY"""
    state = position(REALM, CantillonOptions(cede_any=True))
    working = turn(state, "CEDE 40 TO BLU ; BURN P", 8, 8)
    assert (units(working, "40"), units(working, "41"), working.out) == ("BLU TA", "RED T", [])
    assert "P" not in working.seas
    assert units(turn(position(REALM), "", 8, 8), "40") == "RED TA"


def test_who_cedes_his_last_city_is_defeated() -> None:
    """§5.7.1: tested after stage 8 too."""
    working = turn(
        position("RED 41 T, RED 40 T, BLU 26 T, GRN 62 T", CantillonOptions(cede_any=True)), "CEDE 41 TO BLU", 8, 8
    )
    assert (working.out, units(working, "40")) == (["RED"], "")


@pytest.mark.parametrize(("absent", "rounds"), [(1, 1), (2, 2), (0, None)])
def test_vacant_as_long_as_was_agreed(absent: int, rounds: int | None) -> None:
    """§3.4: ABSENT, 0 for never."""
    state = position("RED 41 T, BLU 26 T, GRN 62 T", CantillonOptions(absent=absent))
    said = {"BLU": "RUN ALL", "GRN": "RUN ALL"}
    for number in range(1, 5):
        state = play(state, said, vacant=["RED"]).state
        assert (state.out == ("RED",)) is (rounds is not None and number >= rounds)


def test_a_player_ends_the_count_of_vacant_rounds() -> None:
    """§3.4: three in a row."""
    state = position("RED 41 T, BLU 26 T, GRN 62 T")
    others = {"BLU": "RUN ALL", "GRN": "RUN ALL"}
    for vacant in (["RED"], ["RED"], [], ["RED"], ["RED"]):
        state = play(state, others, vacant=vacant).state
    assert not state.out


# --- goals --------------------------------------------------------------------------------------------------------

GOALS = {
    "cities": (2, "RED 41 T, RED 50 T, BLU 26 T", {}),
    "lands": (3, "RED 41 T, RED 40 T, RED 43 T, BLU 26 T", {}),
    "wealth": (8, "RED 41 T, BLU 26 T", {"RED": {"P": 1}}),
    "rounds": (1, "RED 41 T, RED 40 T, BLU 26 T", {}),
}


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_ends_the_game_as_soon_as_it_is_reached(goal: str) -> None:
    """§5.7.2, §8: not one before."""
    target, board, stock = GOALS[goal]
    seats = ("RED", "BLU")
    reached = position(board, CantillonOptions(goal=goal, target=target), seats, stock=stock)  # type: ignore[arg-type]
    assert play(reached, {}).state.ranks == {"RED": 1, "BLU": 2}
    short = position(board, CantillonOptions(goal=goal, target=target + 1), seats, stock=stock)  # type: ignore[arg-type]
    assert play(short, {}).state.ranks is None


def test_the_last_player_left_wins() -> None:
    """§5.7.2: whatever the goal."""
    state = position(
        "RED 36 TA, RED 41 T, BLU 35 T", CantillonOptions(goal="last"), ("RED", "BLU"), stock={"RED": {"c": 1}}
    )
    after = play(state, {"RED": "ATT 35 FROM 36"}, combat=[6, 1]).state
    assert (after.ranks, after.phase, after.kind) == ({"RED": 1, "BLU": 2}, "END", "end")
    assert play(position("RED 41 T, BLU 26 T", seats=("RED", "BLU")), {}).state.ranks is None


RANKED = {
    "cities first": ("RED 41 T, RED 50 T, BLU 26 T, BLU 25 T, BLU 27 T", {"BLU": {"P": 9}}, {"RED": 1, "BLU": 2}),
    "then lands": ("RED 41 T, RED 40 T, BLU 26 T", {"BLU": {"P": 9}}, {"RED": 1, "BLU": 2}),
    "then worth": ("RED 41 T, BLU 26 T", {"BLU": {"y": 1}}, {"BLU": 1, "RED": 2}),
    "all equal": ("RED 41 T, BLU 26 T", {}, {"RED": 1, "BLU": 1}),
}


@pytest.mark.parametrize("case", RANKED)
def test_the_ranking_when_the_rounds_are_over(case: str) -> None:
    """§5.7.2"""
    board, stock, ranks = RANKED[case]
    state = position(board, CantillonOptions(goal="rounds", target=1), ("RED", "BLU"), stock=stock)
    assert play(state, {}).state.ranks == ranks


def test_who_reached_the_goal_comes_before_who_has_more() -> None:
    """§5.7.2"""
    state = position(
        "RED 41 T, BLU 26 T, BLU 25 T, BLU 62 T", CantillonOptions(goal="wealth", target=8), ("RED", "BLU")
    )
    assert ending.ranks_by_goal(replace(state, worth={"RED": 8, "BLU": 7})) == {"RED": 1, "BLU": 2}


def test_of_those_who_are_out_the_last_to_go_ranks_higher() -> None:
    """§5.7.2"""
    state = replace(position("GRN 41 T"), out=("BLU", "RED"), worth=dict.fromkeys(("RED", "BLU", "GRN"), 0))
    assert ending.ranks_by_goal(state) == {"GRN": 1, "RED": 2, "BLU": 3}


def test_nothing_is_open_after_the_end() -> None:
    """§5.7.2: no turn, no lines that wait, and everybody hears who won with what."""
    options = CantillonOptions(mode="turn", goal="rounds", target=1)
    state = position("RED 41 T, BLU 26 T", options, ("RED", "BLU"), plan={"RED": ("RUN ALL",)}, active="BLU")
    step = play(replace(state, kind="turn"), {})
    assert (step.state.active, step.state.plan, step.state.phase) == ("", {}, "END")
    assert (step.events[-1].kind, step.events[-1].to) == ("end", None)
    assert step.events[-1].args == {"ranks": {"RED": 1, "BLU": 1}, "worth": {"RED": 0, "BLU": 0}}


def test_treasuries_are_opened_at_the_end() -> None:
    """§2"""
    state = position(
        "RED 41 T, BLU 26 T", CantillonOptions(goal="rounds", target=1), ("RED", "BLU"), stock={"BLU": {"P": 1}}
    )
    assert play(state, {}).state.stock_shown == {"RED": {}, "BLU": {"P": 1}}


@pytest.mark.parametrize("rotate", [False, True])
def test_the_order_of_play_stays_unless_it_is_to_rotate(rotate: bool) -> None:
    """§5.1a, §6.54"""
    state = play(position("RED 41 T, BLU 26 T, GRN 62 T", CantillonOptions(rotate=rotate)), {}).state
    assert state.order == (("BLU", "GRN", "RED") if rotate else ("RED", "BLU", "GRN"))
