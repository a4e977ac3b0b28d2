"""What is folded away, and under which heading; what stands beside what is offered, and what a click means (§4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europe2028.state import Europe2028Options, Fight
from tests.europe2028.tables import canonical, opening, position, remarks, seat_grammar
from tests.europe2028.test_saying import ADDING, BOARD, CHALLENGING, choices_after, near

START = opening()
CHOOSING = replace(START, dealt={"RU": ("S11", "S5")}, hands={**START.hands, "RU": ("9C", "QD", "X1")})

# --- the choosing ---------------------------------------------------------------------------------------------------


def test_how_many_cards_fit_each_token_to_begin_with() -> None:
    """A joker fits all of them (§6.20)."""
    found = choices_after("", "TOKENS", CHOOSING)
    fit = ["1 card of yours fits", "2 cards of yours fit"]
    assert {kind: choice.note for kind, choice in found.items()} == dict(
        zip(("MIL", "ECO", "CUL", "POL"), fit * 2, strict=True)
    )
    assert {choice.group for choice in found.values()} == {""}


def test_a_click_on_an_objective_keeps_it_and_so_do_its_words() -> None:
    assert [choice.at for choice in choices_after("", "SECRET", CHOOSING).values()] == [("secret S11",), ("secret S5",)]
    assert canonical(CHOOSING, "RU", "SECRET level 2 reached") == ["SECRET S11"]


def test_tokens_that_are_unlocked_are_not_wished_for() -> None:
    """One military token is in the warehouse, the other is not: it can be wished for."""
    found = choices_after("", "NEXT")
    assert near(found) == ["MIL", "CUL"]
    assert {found[kind].group for kind in ("ECO", "POL")} == {"Unlocked already"}
    assert {choice.note for choice in found.values()} == {""}


# --- cards ----------------------------------------------------------------------------------------------------------


def test_a_card_of_another_suit_says_what_it_is_worth_as_well() -> None:
    assert choices_after("ATTACK MIL CYP WITH")["9H"].note == "9 points"


def test_cards_that_make_coins_lie_open() -> None:
    found = choices_after("", "CONVERT")
    assert near(found) == list(found) == ["X1", "2C", "5C", "4D", "5D", "9H", "10H", "2S", "4S", "KS"]
    assert found["X1"].at == ("card X1",)


def test_clubs_pay_for_a_political_token_alone() -> None:
    """§6.17; a joker is no club, and has no points."""
    state = position(hands={"PB": "10C 4S X1"}, held={"BER": "PB"}, tokens={"PB": "MIL1, MIL2, POL"})
    political = choices_after("LAND POL CYP", "PAY", state, "PB")
    assert {code: (choice.note, choice.group) for code, choice in political.items()} == {
        "X1": ("0 of 5 points", "No clubs"),
        "10C": ("10 of 5 points", ""),
        "4S": ("4 of 5 points", "No clubs"),
    }
    military = choices_after("LAND MIL CYP", "PAY", state, "PB")
    assert {choice.group for choice in military.values()} == {"Only a political token lands for clubs"}


# --- tokens and regions ---------------------------------------------------------------------------------------------


def test_a_token_that_is_at_home_is_not_called_back() -> None:
    assert remarks(BOARD, "RU", "RECALL POL") == ["Your political token is on your mat: nothing is to be called back."]
    assert remarks(BOARD, "RU", "RECALL ECO") == []


def test_a_token_is_not_brought_to_where_it_stands() -> None:
    assert choices_after("LAND ECO")["UKR"].group == "It stands there already"
    assert choices_after("ATTACK ECO")["UKR"].group == ""


def test_only_tokens_of_others_are_named_beside_a_region() -> None:
    note = "climbs to level 2 of 3 · 3 levels · 6 VP · 2 coins a turn · Northern Front’s economic token, level 2 of 3"
    assert choices_after("ATTACK ECO")["UKR"].note == note


def test_a_locked_token_has_no_note() -> None:
    assert choices_after("", "ATTACK")["CUL"].note == ""


def test_attacks_that_no_card_opens_stand_apart() -> None:
    lines = [line for line in seat_grammar(BOARD, "RU").lines if line.verb == "ATTACK"]
    assert [line.section for line in lines] == ["", "Attacks without cards"]


@pytest.mark.parametrize(("hand", "open_"), [("10C", ["CYP", "GER", "SWI", "UKR"]), ("3C", []), ("6S", [])])
def test_clubs_open_what_coins_do_not_pay(hand: str, open_: list[str]) -> None:
    state = position(hands={"PB": hand}, held={"BER": "PB"}, tokens={"PB": "POL"}, coins={"PB": 0})
    assert sorted(near(choices_after("LAND POL", "", state, "PB"))) == open_


def test_clubs_pay_for_no_region_that_is_held() -> None:
    """§6.17."""
    state = position(hands={"PB": "10C"}, held={"BER": "PB", "GRE": "OT POL"}, tokens={"PB": "POL"}, coins={"PB": 0})
    assert choices_after("LAND POL", "", state, "PB")["GRE"].group == "Landing costs more than you have: 0 coins"


@pytest.mark.parametrize(("coins", "open_"), [(2, True), (1, False)])
def test_tokens_that_cannot_pay_are_folded_away(coins: int, open_: bool) -> None:
    """The last coins are enough (§1.5)."""
    state = position(tokens={"RU": "POL, ECO UKR 1"}, coins={"RU": coins})
    found = choices_after("", "LAND", state)
    assert found["POL"].group == ("" if open_ else "Landing costs more than you have")
    assert (near(choices_after("LAND POL", "", state)) == ["CYP", "GER", "SWI"]) is open_
    assert near(choices_after("", "RECALL", state)) == ["ECO"]


def test_no_token_lands_where_no_region_is_open() -> None:
    found = choices_after("", "LAND", position("", tokens={"RU": "POL"}))
    assert found["POL"].group == "No region is open"


def test_either_military_token_has_its_price() -> None:
    assert choices_after("ATTACK MIL")["SWI"].note == "2 coins to land · 1 level · 2 VP · 4 coins a turn"


def test_held_regions_that_a_feature_makes_cheap_lie_open() -> None:
    """§6.16: Istanbul lands military tokens for one, if agreed on held regions too."""
    state = position(held={"SFR": "EA ECO"}, coins={"OT": 9}, options=Europe2028Options(all_features=True))
    assert choices_after("LAND MIL1", "", state, "OT")["SFR"].group == ""
    assert choices_after("LAND ECO", "", state, "OT")["SFR"].group == "Conquered by others: landing costs 5"


def test_the_second_target_says_what_it_brings() -> None:
    found = choices_after("ATTACK MIL CYP WITH 4S", "ELSE")
    assert found["SWI"].note == "1 level · 2 VP · 4 coins a turn"
    groups = {code: found[code].group for code in ("CYP", "GRE", "POR")}
    assert groups == {
        "CYP": "The first target",
        "GRE": "Conquered by others: landing costs 5",
        "POR": "Cannot be attacked now",
    }
    assert choices_after("ATTACK MIL CYP", "ELSE")["SWI"].group == "Name cards to open with first"


@pytest.mark.parametrize(("coins", "group"), [(5, ""), (4, "It costs 5 coins")])
def test_damage_takes_five_coins(coins: int, group: str) -> None:
    found = choices_after("", "DAMAGE", position(coins={"RU": coins}))
    assert found["LON"].group == group
    assert found["MOS"].group == "Cannot be damaged now"


def test_repairs_say_what_they_cost() -> None:
    found = choices_after("", "REPAIR", position(held={"BER": "PB"}, coins={"PB": 10}), "PB")
    assert {code: (found[code].note, found[code].group) for code in ("PAR", "BER", "GER", "MOS")} == {
        "PAR": ("10 coins", ""),
        "BER": ("10 coins", "Not damaged"),
        "GER": ("", "Not yours"),
        "MOS": ("", "Not yours"),
    }


# --- fights -----------------------------------------------------------------------------------------------------------


def test_cards_are_added_where_they_are_waited_for() -> None:
    """A fight that is over waits for nobody, one that waits for another not for me."""
    (waits,) = ADDING.fights
    over = replace(waits, region="CYP", passes=2)
    other = Fight("PB", "MIL1", "SWI", ("2S",), "RU", ("3S",), attackers_move=True)
    state = replace(ADDING, fights=(waits, over, other))
    assert list(choices_after("ADD", "AT", state)) == ["GER"]


def test_who_may_attack_there_stands_beside_a_region() -> None:
    """Tokens of others alone."""
    both = "Russia’s economic token, level 1 of 3, Northern Front’s economic token, level 2 of 3"
    assert choices_after("CHALLENGE", "AT", BOARD, "PB")["UKR"].note == both
    assert choices_after("CHALLENGE", "AT")["UKR"].note == "Northern Front’s economic token, level 2 of 3"
    assert {choices_after("CHALLENGE", "AT")[code].group for code in ("UKR", "ANY", "GRE")} == {""}
    assert choices_after("CHALLENGE", "AT", CHALLENGING)["UKR"].group == "No attack there now"
    assert choices_after("CHALLENGE", "AT")["POR"].group == "Cannot be attacked now"


def test_while_cards_are_added_every_token_can_be_challenged_later() -> None:
    """§4: what stands holds for the fights to come, whatever those are that go on."""
    found = choices_after("STANDING CHALLENGE", "", ADDING)
    assert {found[kind].group for kind in ("MIL", "ECO", "CUL", "POL")} == {""}


def test_a_fight_goes_by_the_names_of_its_region() -> None:
    (fight,) = ADDING.fights
    state = replace(ADDING, fights=(replace(fight, region="GRE"),))
    assert canonical(state, "RU", "ADD AT Greece 4D") == ["ADD AT GRE 4D"]
    assert choices_after("ADD", "AT", state)["GRE"].names == ("Greece",)


def test_cards_are_added_to_two_fights_in_two_lines() -> None:
    (fight,) = ADDING.fights
    state = replace(ADDING, fights=(fight, replace(fight, region="UKR")))
    assert canonical(state, "RU", "ADD AT GER 4D ; ADD AT UKR 5D") == ["ADD AT GER 4D", "ADD AT UKR 5D"]
