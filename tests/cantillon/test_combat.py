"""Attacks on land and at sea (§5.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.cantillon.combat import count_tosses, winning_odds
from engines.cantillon.stages import CantillonTurn, conditions_hold
from engines.cantillon.state import CantillonOptions, Permit, Plot
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import KeyedDice, LoadedDice
from tests.cantillon.tables import codes, factory, orders, position, turn, units

REPULSE = CantillonOptions(repulse=True)
FAR = "BLU 26 T"
"""A city of Blue's, far away: whoever has none is defeated."""


LAND = "RED 41 TA"
FIGHTS = {
    "a lone taxman": ("BLU 43 T", "ATT 43 FROM 41", [], "RED A"),
    "an army": ("BLU 43 A", "ATT 43 FROM 41", [4, 3], "RED A"),
    "equal tosses": ("BLU 43 A", "ATT 43 FROM 41", [3, 3], "BLU A"),
    "a lower toss": ("BLU 43 A", "ATT 43 FROM 41", [2, 5], "BLU A"),
    "the second of two tosses": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 3, 3], "BLU AA"),
    "an equal first toss of two": ("BLU 43 AA", "ATT 43 FROM 41", [3, 3], "BLU AA"),
    "both of two tosses": ("BLU 43 AA", "ATT 43 FROM 41", [5, 2, 4, 3], "RED A"),
    "step": ("BLU 43 T", "A 41-43", [], "RED A"),
    "if": ("BLU 43 T", "ATT 43 FROM 41 IF 43 HELD BLU", [], "RED A"),
    "if not": ("BLU 43 T", "ATT 43 FROM 41 IF NOT 43 HELD BLU", [], "BLU T"),
    "if armies": ("BLU 43 A", "ATT 43 FROM 41 IF 43 ARMIES 0", [], "BLU A"),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_fights(case: str) -> None:
    enemy, text, dice, there = FIGHTS[case]
    assert units(turn(position(f"{LAND}, {enemy}, {FAR}"), text, combat=dice), "43") == there


@pytest.mark.parametrize(
    ("dice", "won"), [([6, 1, 2, 5], False), ([6, 1, 5, 2], True)], ids=["one toss of two", "both tosses"]
)
def test_a_city_with_an_army(dice: list[int], won: bool) -> None:
    working = turn(
        position("RED 26 T, RED 43 TA, RED 38 T, RED 39 T, RED 31 T, RED 28 T, BLU 41 TA, BLU 6 T"),
        "ATT 41 FROM 43",
        combat=dice,
    )
    assert units(working, "41") == ("RED A" if won else "BLU TA")
    assert units(working, "43") == "RED T"


def test_stop_after_so_many_lost() -> None:
    working = turn(position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}"), "ATT 43 FROM 41,41 STOP 1", combat=[1, 6])
    assert units(working, "41") == "RED A"


def test_follow_but_not_if_it_cuts_off() -> None:
    state = position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}")
    held = turn(state, "ATT 43 FROM 41,41 FOLLOW", combat=[6, 1])
    assert codes(held) == ["C24"]  # Paris would be empty, and everything cut off
    assert units(held, "43") == "RED A"
    free = position(f"RED 41 T, RED 45 AA, BLU 43 A, {FAR}")
    both = turn(free, "ATT 43 FROM 45,45 FOLLOW", combat=[6, 1])
    assert units(both, "43") == "RED AA"


def test_repulsed() -> None:
    working = turn(position(f"{LAND}, BLU 43 A, {FAR}", REPULSE), "ATT 43 FROM 41 ; A 41-40", combat=[3, 3])
    assert units(working, "41") == "RED TA"
    assert codes(working) == ["C20"]


def test_each_that_was_repulsed_has_had_his_step() -> None:
    """§6.2, §6.6: two armies are thrown back from one land, and none may step; after one the other may."""
    state = position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}", REPULSE)
    assert codes(turn(state, "ATT 43 FROM 41,41 ; A 41-42", combat=[3, 3, 3, 3])) == ["C20"]
    assert units(turn(state, "ATT 43 FROM 41 ; A 41-42", combat=[3, 3]), "42") == "RED A"


def test_an_attack_is_told_with_each_toss() -> None:
    """§9: with which unit, from where against whom, each toss, attacker first, and the city that it was about."""

    def told(board: str, text: str, combat: list[int]) -> list[dict[str, object]]:
        events = turn(position(f"{board}, {FAR}"), text, combat=combat).events
        return [dict(event.args) for event in events if event.kind == "attack"]

    whom = {"seat": "RED", "defender": "BLU"}
    army = {**whom, "unit": "A", "start": "41", "goal": "43", "dice": [[5, 2], [3, 3]], "won": False, "city": ""}
    assert told(f"{LAND}, BLU 43 AA", "ATT 43 FROM 41", [5, 2, 3, 3]) == [army]
    paris = {**whom, "unit": "A", "start": "45", "goal": "41", "dice": [[6, 1]], "won": True, "city": "Paris"}
    assert told("RED 45 TA, RED 6 T, BLU 41 T", "ATT 41 FROM 45", [6, 1]) == [paris]
    fleet = {**whom, "unit": "F", "start": "O", "goal": "N", "dice": [[6, 1]], "won": True, "city": ""}
    assert told("RED 6 T, RED 5 T, RED O F, BLU N F", "ATT N FROM O", [6, 1]) == [fleet]


def test_odds() -> None:
    working = CantillonTurnContext(position("BLU 41 AA"), LoadedDice())
    assert count_tosses(working, "41") == 3
    assert [round(winning_odds(n), 3) for n in (1, 2, 3)] == [0.417, 0.174, 0.072]


def test_a_fleet_is_sunk_with_its_cargo() -> None:
    state = position(f"RED 6 T, RED 5 T, RED 4 T, RED O F, BLU N F+A, {FAR}")
    working = turn(state, "ATT N FROM O", combat=[6, 1])
    assert units(working, "N") == "RED F"
    assert "O" not in working.seas


def test_a_fleet_on_the_anchor_is_lost_with_the_land() -> None:
    working = turn(position(f"RED 41 T, RED 36 TA, BLU 35 T F, {FAR}"), "ATT 35 FROM 36", combat=[6, 1])
    assert units(working, "35") == "RED A"
    assert not working.plot_of("35").anchor


def test_goods_of_a_conquered_land() -> None:
    state = factory(position(f"{LAND}, BLU 43 T, {FAR}"), "43", y=1, Y=1)
    working = turn(state, "ATT 43 FROM 41")
    assert working.treasury_value("RED") == 3
    assert not working.plot_of("43").goods


def test_landing_from_a_fleet() -> None:
    working = turn(position(f"RED 6 T, RED N F+A, RED O F, BLU 7 T, {FAR}"), "ATT 7 FROM N")
    assert units(working, "7") == "RED A"


@pytest.mark.parametrize("case", ["equal tosses", "a lower toss", "the second of two tosses"])
def test_a_beaten_attacker_is_removed(case: str) -> None:
    """§5.4.2: the army is gone, who stood beside it stays."""
    enemy, text, dice, _ = FIGHTS[case]
    assert units(turn(position(f"{LAND}, {enemy}, {FAR}"), text, combat=dice), "41") == "RED T"


def test_a_winner_leaves_where_he_was() -> None:
    working = turn(position(f"{LAND}, BLU 43 A, {FAR}"), "ATT 43 FROM 41", combat=[4, 3])
    assert units(working, "41") == "RED T"


TOSSES = {
    "a city with a taxman": ("BLU 41 T", "41", 1),
    "a city with an army": ("BLU 41 TA", "41", 2),
    "an army": ("BLU 43 TA", "43", 1),
    "two armies": ("BLU 43 AA", "43", 2),
    "taxmen": ("BLU 43 TT", "43", 0),
    "a fleet with an army": ("BLU H F+A", "H", 1),
    "a fleet on the anchor": ("BLU 35 T F", "35", 1),
}


@pytest.mark.parametrize("case", TOSSES)
def test_how_many_tosses(case: str) -> None:
    """§5.4.1, §5.4.4, §6.3, §6.4, §6.10"""
    board, area, count = TOSSES[case]
    assert count_tosses(CantillonTurnContext(position(board), LoadedDice()), area) == count


def test_a_city_is_defended_by_a_taxman() -> None:
    """§6.3: one toss; equal ones do not win it."""
    state = position(f"RED 26 T, RED 40 TA, RED 36 T, RED 41 T, RED 35 T, BLU 50 T, {FAR.replace('26', '62')}")
    attack = replace(state, lands={**state.lands, "41": Plot("BLU", "T")})
    assert units(turn(attack, "ATT 41 FROM 40", combat=[4, 4]), "41") == "BLU T"


def test_the_same_land_is_attacked_again_with_another_unit() -> None:
    """§6.6: a second army after the first was lost, never the same one twice."""
    state = position(f"RED 41 T, RED 40 AA, BLU 43 A, RED 45 A, {FAR}")
    working = turn(state, "ATT 43 FROM 45 ; ATT 43 FROM 45", combat=[1, 6])
    assert units(working, "43") == "BLU A"
    state = position(f"RED 41 AA, RED 40 T, BLU 43 A, {FAR}".replace("41 AA", "41 TA") + ", RED 45 TA")
    working = turn(state, "ATT 43 FROM 41,45", combat=[1, 6, 6, 1])
    assert (units(working, "43"), units(working, "41"), units(working, "45")) == ("RED A", "RED T", "RED T")


def test_the_winner_has_had_his_step() -> None:
    """§6.6"""
    working = turn(position(f"{LAND}, BLU 43 T, BLU 38 T, {FAR}"), "ATT 43 FROM 41 ; ATT 38 FROM 43")
    assert codes(working) == ["C20"]
    sailing = position(f"RED 6 T, RED 4 T, RED 3 T, RED H F, BLU G F, {FAR}")
    assert codes(turn(sailing, "ATT G FROM H ; F G-F", combat=[6, 1])) == ["C20"]


LIMITED = {
    "MAX 1": ([1, 6], "RED TA"),
    "MAX 2": ([1, 6, 1, 6], "RED T"),
    "STOP 1": ([1, 6], "RED TA"),
    "STOP 2": ([1, 6, 1, 6], "RED T"),
    "": ([1, 6, 1, 6], "RED T"),
}


@pytest.mark.parametrize("limit", LIMITED)
def test_as_many_attackers_as_were_said(limit: str) -> None:
    """§5.4.3: MAX are used at most, STOP are lost at most."""
    dice, left = LIMITED[limit]
    state = position(f"RED 41 T, RED 45 TA, RED 36 TA, BLU 43 AA, {FAR}")
    working = turn(state, f"ATT 43 FROM 45,36 {limit}", combat=dice)
    assert (units(working, "45"), units(working, "36")) == ("RED T", left)


def test_the_first_win_ends_an_attack() -> None:
    """§5.4.3: the others stay, unless FOLLOW is said."""
    state = position(f"RED 41 T, RED 45 TA, RED 36 TA, BLU 43 A, {FAR}")
    working = turn(state, "ATT 43 FROM 45,36", combat=[6, 1])
    assert (units(working, "43"), units(working, "36")) == ("RED A", "RED TA")
    followed = turn(state, "ATT 43 FROM 45,36 FOLLOW", combat=[1, 6, 6, 1])
    assert (units(followed, "43"), units(followed, "36")) == ("RED A", "RED T")
    two = turn(state, "ATT 43 FROM 45,36 FOLLOW", combat=[6, 1])
    assert (units(two, "43"), units(two, "36")) == ("RED AA", "RED T")


def test_an_attack_on_free_land_is_a_step() -> None:
    """§5.4.3: no toss where nobody is any more."""
    working = turn(position(f"{LAND}, {FAR}"), "ATT 43 FROM 41")
    assert units(working, "43") == "RED A"
    at_sea = turn(position(f"RED 6 T, RED 4 T, RED H F, {FAR}"), "ATT P FROM H")
    assert units(at_sea, "P") == "RED F"


def test_a_friend_may_be_attacked() -> None:
    """§6.8: leave to pass and trade bind nobody's armies."""
    permit = Permit("RED", "BLU", ("H",), 9)
    state = position(f"{LAND}, BLU 43 T, {FAR}", permits={"RED": (permit,), "BLU": (permit,)})
    assert units(turn(state, "ATT 43 FROM 41"), "43") == "RED A"


WRONG = {
    "a taxman": ("RED 41 TT, BLU 43 T", "ATT 43 FROM 41", "C20"),
    "an army against a fleet": ("RED 6 TA, BLU H F", "ATT H FROM 6", "C20"),
    "a fleet against land": ("RED 6 T, RED H F, BLU 35 T", "ATT 35 FROM H", "C20"),
    "where it would cut off": ("RED 41 A, RED 40 T, BLU 43 T", "ATT 43 FROM 41", "C24"),
    "the fleet of a bridge": ("RED 6 T, RED P F, RED 40 T, BLU O F", "ATT O FROM P", "C27"),
}


@pytest.mark.parametrize("case", WRONG)
def test_who_may_not_attack(case: str) -> None:
    """§5.4.4, §5.4.5: it is refused before any die is thrown."""
    board, text, code = WRONG[case]
    assert codes(turn(position(f"{board}, {FAR}"), text)) == [code]


def test_a_lost_attacker_may_leave_a_hole() -> None:
    """§5.4.5: no rule is broken; what is isolated goes at the end of the stage."""
    state = position(f"RED 41 T, RED 36 T, RED 43 A, RED 38 T, BLU 37 A, {FAR}")
    won = turn(state, "ATT 37 FROM 43", combat=[6, 1])
    assert (units(won, "37"), units(won, "38")) == ("RED A", "RED T")
    lost = turn(state, "ATT 37 FROM 43", combat=[1, 6])
    assert (codes(lost), units(lost, "43"), units(lost, "38")) == ([], "", "")


def test_a_fleet_that_loses_is_gone_with_its_cargo() -> None:
    """§5.4.4: on either side."""
    working = turn(position(f"RED 6 T, RED 5 T, RED O F+A, BLU N F, {FAR}"), "ATT N FROM O", combat=[3, 3])
    assert (units(working, "N"), "O" in working.seas) == ("BLU F", False)


def test_a_fleet_attacks_from_the_anchor() -> None:
    working = turn(position(f"RED 6 T F, BLU H F, {FAR}"), "ATT H FROM 6", combat=[6, 1])
    assert (units(working, "H"), working.plot_of("6").anchor) == ("RED F", "")


def test_who_lands_in_force_and_loses_is_removed_alone() -> None:
    """§5.4.4: its fleet stays."""
    working = turn(position(f"RED 6 T, RED N F+A, RED O F, BLU 7 A, {FAR}"), "ATT 7 FROM N", combat=[1, 6])
    assert (units(working, "N"), units(working, "7")) == ("RED F", "BLU A")


def test_repulsed_at_sea_and_only_by_equal_tosses() -> None:
    """§6.2: with REPULSE equal tosses cost the step, lower ones the unit; without, both cost the unit."""
    board = f"RED 6 T, RED 5 T, RED O F, BLU N F, {FAR}"
    kept = turn(position(board, REPULSE), "ATT N FROM O ; F O-P", combat=[3, 3])
    assert (units(kept, "O"), codes(kept)) == ("RED F", ["C20"])
    assert "O" not in turn(position(board, REPULSE), "ATT N FROM O", combat=[2, 3]).seas
    landing = position(f"RED 6 T, RED N F+A, RED O F, BLU 7 A, {FAR}", REPULSE)
    ashore = turn(landing, "ATT 7 FROM N ; A N-8", combat=[3, 3])
    assert (units(ashore, "N"), codes(ashore)) == ("RED FA", ["C20"])


def test_a_conquered_factory_works_for_the_captor() -> None:
    """§5.2.3d, §6.46"""
    state = factory(position(f"{LAND}, BLU 43 T, {FAR}", stock={"RED": {"b": 1}}), "43", basic=True)
    working = turn(state, "ATT 43 FROM 41 ; RUN ALL", 3, 6)
    assert working.plot_of("43").goods == {"b": 1, "B": 1}


def test_conditions() -> None:
    """§4.1: FREE, MINE, HELD by anybody else or by somebody, exactly so many ARMIES."""
    state = position(f"{LAND}, RED 40 T, BLU 43 A, GRN 45 T, {FAR}")
    working = CantillonTurnContext(state, LoadedDice())
    true = ["42 FREE", "40 MINE", "43 HELD", "43 HELD BLU", "43 ARMIES 1", "45 ARMIES 0", "42 ARMIES 0"]
    false = ["43 FREE", "43 MINE", "42 MINE", "42 HELD", "40 HELD", "45 HELD BLU", "43 ARMIES 0", "43 ARMIES 2"]
    for text in (*true, *false):
        (order,) = orders(state, "RED", f"T 41-40 IF {text}")
        assert conditions_hold(working, "RED", order.args["if"]) is (text in true), text
        (order,) = orders(state, "RED", f"T 41-40 IF NOT {text}")
        assert conditions_hold(working, "RED", order.args["if"]) is (text in false), text


def test_fights_of_a_tournament_fall_alike() -> None:
    """§8: games of one number share the dice of their fights, whatever else differs."""

    def fight(tournament: int, secret: bytes) -> list[object]:
        state = position(f"{LAND}, BLU 43 AA, {FAR}", CantillonOptions(tournament=tournament))
        working = CantillonTurnContext(state, KeyedDice(secret, "1", b"common"))
        CantillonTurn(working, "RED", orders(state, "RED", "ATT 43 FROM 41")).play_stages(3, 3)
        return [event.args["dice"] for event in working.events if event.kind == "attack"]

    assert all(fight(4, b"one") == fight(4, bytes([n])) for n in range(6))
    assert any(fight(0, b"one") != fight(0, bytes([n])) for n in range(6))
