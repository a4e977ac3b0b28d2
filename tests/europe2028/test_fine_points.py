"""Fine points of the rules of Europe 2028 that no other test would notice if they were broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import Europe2028Options, Holding
from tests.europe2028.tables import coins_spent, disposed_cards, events_of_kind, play, position, token

# --- the exchange (§5.3.6) ------------------------------------------------------------------------------------------

EXCHANGES = {
    "rather ahead than level": ("5S", "5S 2S", "", -1, "2S 5S 5S"),
    "rather level, with BLOCK": ("5S", "5S 2S", "BLOCK", 0, "5S 5S"),
    "ahead with BLOCK where no part is level": ("5S", "6S 2S", "BLOCK", -1, "5S 6S"),
    "the first part that is level": ("9S", "5S 4S 2S", "BLOCK", 0, "4S 5S 9S"),
    "not more than it takes": ("5S", "6S 2S", "", -1, "5S 6S"),
    "in the order named": ("5S", "2S 6S", "", -1, "2S 5S 6S"),
}
"""Opening, what the challenger names, what comes of it, and the cards that are gone."""


@pytest.mark.parametrize("case", EXCHANGES)
def test_what_a_challenger_plays(case: str) -> None:
    opened, named, block, result, gone = EXCHANGES[case]
    state = position(hands={"RU": opened, "EA": named}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": f"ATTACK MIL UKR WITH {opened}", "EA": f"CHALLENGE {block} WITH {named}"})
    assert token(step, "RU", "MIL1") == ("UKR", 1 + result)
    assert disposed_cards(state, step) == sorted(gone.split())


def test_the_attacker_rather_adds_to_be_ahead() -> None:
    """4 against 6; 2 would be level, 2 and 3 are ahead."""
    state = position(hands={"RU": "4S 2S 3S", "EA": "6S"}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S RESERVE 2S 3S", "EA": "CHALLENGE WITH 6S"})
    assert token(step, "RU", "MIL1") == ("UKR", 2)
    assert disposed_cards(state, step) == ["2S", "3S", "4S", "6S"]


def test_a_tie_is_broken_by_whoever_can() -> None:
    """4 against 4: the attacker is not ahead, so he adds; then the challenger is behind and adds too."""
    state = position(hands={"RU": "4S 2S", "EA": "4S 3S"}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S RESERVE 2S", "EA": "CHALLENGE WITH 4S 3S"})
    assert events_of_kind(step, "attack")[0].args["answer"] == ["4S", "3S"]
    assert token(step, "RU", "MIL1") == ("UKR", 0)


def test_the_attacker_breaks_a_tie() -> None:
    """4 against 4: level is not ahead."""
    state = position(hands={"RU": "4S 2S", "EA": "4S"}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S RESERVE 2S", "EA": "CHALLENGE WITH 4S"})
    assert token(step, "RU", "MIL1") == ("UKR", 2)


def test_conquests_are_added_up() -> None:
    state = position(hands={"RU": "2D"}, tokens={"RU": "ECO CYP 0"}, conquests={"RU": {"ECO": 2}})
    assert play(state, {"RU": "ATTACK ECO CYP WITH 2D"}).state.conquests["RU"]["ECO"] == 3


# --- which token (§4) -----------------------------------------------------------------------------------------------


def test_mil_is_one_token_after_the_other() -> None:
    state = position(hands={"RU": "4S 5S"}, tokens={"RU": "MIL1, MIL2"}, coins={"RU": 4})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S ; ATTACK MIL GER WITH 5S"})
    assert (token(step, "RU", "MIL1"), token(step, "RU", "MIL2")) == (("UKR", 1), ("GER", 1))


@pytest.mark.parametrize(
    ("wish", "home"), [("RECALL MIL", "MIL1"), ("RECALL MIL2", "MIL2"), ("RECALL ECO", "ECO"), ("RECALL POL", "")]
)
def test_which_token_is_recalled(wish: str, home: str) -> None:
    """One that stands on a region; of two military ones the first."""
    state = position(tokens={"RU": "MIL1 UKR 1, MIL2 GER 0, ECO CYP 0, POL"})
    step = play(state, {"RU": wish})
    assert [event.args["token"] for event in events_of_kind(step, "recalled")] == ([home] if home else [])
    assert all(token(step, "RU", each)[0] != "MAT" or each == home for each in ("MIL1", "MIL2", "ECO"))


# --- coins (§1.5, §5.2) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("coins", "lands"), [(1, False), (2, True)])
def test_a_landing_takes_the_last_coins(coins: int, lands: bool) -> None:
    state = position(coins={"RU": coins})
    step = play(state, {"RU": "LAND MIL UKR"})
    assert (token(step, "RU", "MIL1")[0] == "UKR") is lands
    assert coins_spent(state, step, "RU") == (2 if lands else 0)


@pytest.mark.parametrize(("coins", "whole"), [(9, False), (10, True)])
def test_a_repair_takes_the_last_coins(coins: int, whole: bool) -> None:
    step = play(position(coins={"PB": coins}), {"PB": "REPAIR PAR"})
    assert step.state.held["PAR"] == Holding("PB", damaged=not whole)


@pytest.mark.parametrize(("cards", "paid"), [("5C", True), ("2C 3C", True), ("4C", False), ("2C 2S", False)])
def test_clubs_of_five_points_pay(cards: str, paid: bool) -> None:
    """§6.17: five points of clubs, of one card or several."""
    state = position(hands={"PB": cards}, held={"BER": "PB"}, coins={"PB": 0})
    step = play(state, {"PB": f"LAND POL UKR PAY {cards}"})
    assert (token(step, "PB", "POL")[0] == "UKR") is paid


def test_nothing_but_clubs_pays() -> None:
    """A joker that is named among them is kept, and opens."""
    state = position(hands={"PB": "10C X1"}, held={"BER": "PB"}, coins={"PB": 0})
    step = play(state, {"PB": "ATTACK POL UKR PAY X1 10C WITH X1"})
    assert [event.args["cards"] for event in events_of_kind(step, "landed")] == [["10C"]]
    assert [event.args["cards"] for event in events_of_kind(step, "attack")] == [["X1"]]


def test_only_one_region_is_damaged_in_a_turn() -> None:
    state = position(coins={"RU": 20})
    step = play(state, {"RU": "DAMAGE RME CAT"})
    assert [event.args["region"] for event in events_of_kind(step, "damaged")] == ["RME"]


# --- hands and markets (§5.2.4, §6.24) ------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "left"), [(2, 2), (3, 3), (4, 3), (0, 3)])
def test_a_hand_at_its_limit_is_kept(limit: int, left: int) -> None:
    """§6.24: nobody is told of cards that he need not give away."""
    state = position(hands={"RU": "2S 3S 4S"}, cards=(), options=Europe2028Options(hand_limit=limit))
    step = play(state, {})
    assert len(step.state.hands["RU"]) == left
    assert len(events_of_kind(step, "discarded")) == (left < 3)


def test_a_pile_that_is_shuffled_is_gone() -> None:
    """§5.7.1: what was discarded is drawn, and the pile is empty."""
    state = position(cards=(), pile=("2S", "3S", "4S", "5S", "6S", "7S", "8S"))
    after = play(state, {}).state
    assert (after.pile, len(after.cards)) == ((), 1)


def test_a_shuffle_can_be_proved() -> None:
    """§5.7.1: the pile is shuffled by the game's dice, in the stream of the cards."""
    dice = KeyedDice(b"seed", "R1")
    pile = ("2S", "3S", "4S", "5S", "6S", "7S", "8S")
    after = ENGINE.resolve(position(cards=(), pile=pile), {}, dice).state
    drawn = [card for hand in after.hands.values() for card in hand]
    assert sorted(pile) == sorted([*filter(None, drawn), *filter(None, after.cards)])
    assert [(roll.stream, roll.sides) for roll in dice.rolls] == [("cards", left) for left in range(7, 0, -1)]


def test_a_region_is_opened_once() -> None:
    """§5.2.4: what fills the market is the top of the deck, and no longer lies there."""
    state = position("GER")
    after = play(state, {}).state
    assert after.market == ("GER", *state.deck[: len(after.market) - 1])
    assert after.deck == state.deck[len(after.market) - 1 :]


@pytest.mark.parametrize(
    ("wishes", "freed", "left"),
    [
        (("POL", "MIL"), ["POL", "MIL"], {}),
        (("POL", "CUL", "POL"), ["POL", "CUL"], {"EA": ("POL",)}),
        (("MIL",), ["MIL", "MIL"], {}),
        (("MIL", "MIL", "MIL"), ["MIL", "MIL"], {"EA": ("MIL",)}),
    ],
)
def test_each_wish_for_a_token_is_granted_once(wishes: tuple[str, ...], freed: list[str], left: object) -> None:
    """§5.2.3d: first the first, at each of two levels; what is left of the wishes stands for later."""
    held = dict.fromkeys(("CZS", "ROM", "NBA", "SFR", "CYP"), "EA POL")
    before = position(
        "",
        held=held,
        conquests={"EA": {"POL": 5}},
        tokens={"EA": "ECO"},
        options=Europe2028Options(end_vp=60),
        wanted={"EA": wishes},
    )
    step = play(before, {})
    assert [event.args["kind"] for event in events_of_kind(step, "level", "EA")] == freed
    assert step.state.wanted == left


def test_levels_are_two_at_most() -> None:
    """§1.5: the fifth token stays in the warehouse."""
    held = dict.fromkeys(("CZS", "ROM", "NBA", "SFR", "CYP", "SWI"), "EA POL")
    state = position(
        "", held=held, levels={"EA": 2}, conquests={"EA": {"POL": 6}}, tokens={"EA": "MIL1, ECO, CUL, POL"}
    )
    after = play(replace(state, options=Europe2028Options(end_vp=60)), {}).state
    assert after.levels["EA"] == 2
    assert after.tokens["EA"]["MIL2"].place == ""
