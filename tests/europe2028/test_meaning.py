"""What the orders of Europe 2028 do when they are carried out (§4 and §5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.europe2028.tables import coins_spent, events_of_kind, place_tokens, play, position, remarks, token


@pytest.mark.parametrize(
    ("wish", "cards"),
    [("LOW", ["2S"]), ("HIGH", ["X1"]), ("ALL", ["2S", "JS", "QS", "KS", "AS", "X1"]), ("KS 2S", ["KS", "2S"])],
)
def test_low_high_all(wish: str, cards: list[str]) -> None:
    """The weakest or the strongest that matches, jokers last; ALL the weakest first; named ones in their order."""
    state = position(hands={"RU": "KS 3H AS X1 QS 2S JS 9D"})
    step = play(state, {"RU": f"ATTACK MIL UKR WITH {wish}"})
    assert events_of_kind(step, "attack")[0].args["cards"] == cards


ATTACKER = {"RU": "ATTACK MIL UKR WITH 9S"}


@pytest.mark.parametrize(
    ("line", "level", "answer"),
    [
        ("CHALLENGE WITH 10S", 1, True),
        ("CHALLENGE RU WITH 10S", 1, True),
        ("CHALLENGE NF WITH 10S", 1, False),
        ("CHALLENGE AT UKR WITH 10S", 1, True),
        ("CHALLENGE AT GER WITH 10S", 1, False),
        ("CHALLENGE AT ANY WITH 10S", 1, True),
        ("CHALLENGE ANY WITH 10S", 1, True),
        ("CHALLENGE MIL WITH 10S", 1, True),
        ("CHALLENGE ECO WITH 10S", 1, False),
        ("CHALLENGE FINAL WITH 10S", 1, False),
        ("CHALLENGE FINAL WITH 10S", 2, True),
        ("CHALLENGE UPTO 9 WITH 10S", 1, True),
        ("CHALLENGE UPTO 8 WITH 10S", 1, False),
        ("CHALLENGE WITH 2S 3S", 1, False),
        ("CHALLENGE WITH LOW", 1, False),
        ("CHALLENGE WITH ALL", 1, True),
        ("CHALLENGE WITH ALL MAX 2", 1, False),
        ("CHALLENGE AT GER WITH 10S ; CHALLENGE WITH 10S", 1, True),
        ("CHALLENGE WITH 2S ; CHALLENGE WITH 10S", 1, False),
    ],
)
def test_which_attacks_a_challenge_means(line: str, level: int, answer: bool) -> None:
    """EA holds 2, 3 and 10 of spades against a nine. The first line that fits the attack counts for it."""
    state = position(hands={"RU": "9S", "EA": "2S 3S 10S"}, tokens={"RU": f"MIL1 UKR {level}"})
    step = play(state, {**ATTACKER, "EA": line})
    assert (events_of_kind(step, "attack")[0].args["challenger"] == "EA") is answer


def test_upto_means_no_joker() -> None:
    """A joker beats everything: it is worth more than any number of points."""
    state = position(hands={"RU": "X1", "EA": "X2"}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH X1", "EA": "CHALLENGE UPTO 8 WITH X2"})
    assert events_of_kind(step, "attack")[0].args["challenger"] == ""


def test_standing_challenges_stay_are_replaced_and_forgotten() -> None:
    state = position(hands={"EA": "5S"})
    one = play(state, {"EA": "STANDING CHALLENGE AT GER WITH ALL ; STANDING CHALLENGE AT SWI WITH LOW"}).state
    assert one.standing["EA"] == ("CHALLENGE AT GER WITH ALL", "CHALLENGE AT SWI WITH LOW")
    two = play(one, {"EA": "CHALLENGE AT CYP WITH LOW"}).state
    assert two.standing == one.standing
    three = play(two, {"EA": "STANDING CHALLENGE NF WITH HIGH"}).state
    assert three.standing["EA"] == ("CHALLENGE NF WITH HIGH",)
    assert "EA" not in play(three, {"EA": "CANCEL STANDING"}).state.standing
    assert "EA" not in play(three, {"EA": "STANDING CLEAR"}).state.standing
    changed = play(three, {"EA": "CANCEL STANDING ; STANDING CHALLENGE OT WITH LOW"}).state
    assert changed.standing["EA"] == ("CHALLENGE OT WITH LOW",)


def test_a_standing_challenge_challenges_after_the_lines_of_the_letter() -> None:
    state = position(
        hands={"RU": "4S", "EA": "5S 9S"}, tokens={"RU": "MIL1 UKR 1"}, standing={"EA": ("CHALLENGE WITH HIGH",)}
    )
    alone = play(state, {"RU": "ATTACK MIL UKR WITH 4S"})
    assert events_of_kind(alone, "attack")[0].args["answer"] == ["9S"]
    with_line = play(state, {"RU": "ATTACK MIL UKR WITH 4S", "EA": "CHALLENGE WITH 5S"})
    assert events_of_kind(with_line, "attack")[0].args["answer"] == ["5S"]


def test_the_first_that_can_be_damaged_and_repairs_while_coins_last() -> None:
    state = position(first="RU", coins={"RU": 10, "PB": 25}, held={"SIB": "RU damaged"})
    step = play(state, {"RU": "DAMAGE PAR SIB CAT RME", "PB": "REPAIR BER PAR"})
    assert [event.args["region"] for event in events_of_kind(step, "damaged")] == ["CAT"]
    assert [event.args["region"] for event in events_of_kind(step, "repaired")] == ["BER", "PAR"]
    poor = play(replace(state, coins={**state.coins, "PB": 19}), {"PB": "REPAIR BER PAR"})
    assert [event.args["region"] for event in events_of_kind(poor, "repaired")] == ["BER"]


def test_landing_comes_before_an_attack_of_the_same_token() -> None:
    """A token may land and advance in one turn (§6.10), in one line or in two; it pays once."""
    state = position(hands={"RU": "4S"}, tokens={"RU": "MIL1, MIL2"})
    text = "LAND MIL UKR ; ATTACK MIL UKR WITH 4S"
    assert remarks(state, "RU", text) == []
    step = play(state, {"RU": text})
    assert (token(step, "RU", "MIL1"), token(step, "RU", "MIL2")) == (("UKR", 1), ("MAT", 0))


@pytest.mark.parametrize("other", ["PAR", "MOS", "GRE", "POR"])
def test_no_else_for_what_cannot_be_attacked(other: str) -> None:
    """An original region, one's own ones, one still in the deck: nothing is paid. (On Germany stands another token.)"""
    tokens, held = {"RU": "ECO GER 1, MIL1"}, {"GRE": "RU POL"}
    state = position("GER", hands={"RU": "4S"}, tokens=tokens, held=held, coins={"RU": 9})
    step = play(state, {"RU": f"ATTACK MIL GER WITH 4S ELSE {other}"})
    assert [event.args["region"] for event in events_of_kind(step, "landed")] == []
    assert (token(step, "RU", "MIL1"), coins_spent(state, step, "RU")) == (("MAT", 0), 0)


def test_a_token_called_back_is_free_to_land() -> None:
    state = position(tokens={"RU": "ECO UKR 1, POL"})
    assert remarks(state, "RU", "RECALL ECO ; LAND ECO CYP") == []
    assert remarks(state, "RU", "LAND POL UKR ; RECALL ECO") == []


def test_clubs_that_do_not_pay_leave_the_coins_to_pay() -> None:
    state = position(hands={"RU": "5C"}, tokens={"RU": "POL"})
    step = play(state, {"RU": "LAND POL GER PAY 5C"})
    assert token(step, "RU", "POL") == ("GER", 0)
    assert "5C" in step.state.hands["RU"]


@pytest.mark.parametrize(("wish", "tokens"), [("MIL POL", "MIL1, ECO, CUL, POL"), ("MIL MIL", "MIL1, MIL2, ECO, CUL")])
def test_each_wish_for_a_token_is_granted_once(wish: str, tokens: str) -> None:
    """NEXT names the tokens of level 1 and level 2; here both levels are reached by one conquest."""
    state = position(hands={"RU": "4D"}, held={"STA": "RU POL", "VLA": "RU POL"}, tokens={"RU": "ECO, CUL"})
    step = play(state, {"RU": f"NEXT {wish} ; ATTACK ECO CYP WITH 4D"})
    assert step.state.levels["RU"] == 2
    assert step.state.tokens["RU"] == place_tokens(tokens)
