"""The small cases of §7: those of the printed examples (E1a …) and 3 to 29; the others are in `test_more_small_cases`.
Each test says which cases it proves. Cases with two equal cards are played with two equal cards."""

from __future__ import annotations

import pytest

from engines.dice import LoadedDice
from engines.europe2028 import ending
from engines.europe2028.cards import compare_cards
from engines.europe2028.state import Holding
from engines.europe2028.turn_context import Europe2028TurnContext
from tests.europe2028.tables import coins_spent, disposed_cards, income, opening, play, position, remarks, token

ATTACK = "ATTACK MIL CYP WITH 4S"


# --- from the text ------------------------------------------------------------------------------------------------


def test_a_challenged_token_goes_home() -> None:
    """Case E1a."""
    state = position(hands={"RU": "4S", "EA": "5S"})
    step = play(state, {"RU": ATTACK, "EA": "CHALLENGE WITH 5S"})
    assert token(step, "RU", "MIL1") == ("MAT", 0)
    assert disposed_cards(state, step) == ["4S", "5S"]
    assert coins_spent(state, step, "RU") == 2


def test_a_reserve_wins_and_conquers() -> None:
    """Cases E1b and 13."""
    state = position(hands={"RU": "4S 2S", "EA": "5S"})
    step = play(state, {"RU": f"{ATTACK} RESERVE 2S", "EA": "CHALLENGE WITH 5S"})
    assert step.state.held["CYP"] == Holding("RU", damaged=True, kind="MIL")
    assert step.state.conquests["RU"]["MIL"] == 1
    assert token(step, "RU", "MIL1") == ("MAT", 0)
    assert coins_spent(state, step, "RU") == 2
    assert disposed_cards(state, step) == ["2S", "4S", "5S"]


def test_a_harder_region_is_not_conquered_at_once() -> None:
    """Case E1c."""
    step = play(
        position(hands={"RU": "4S 2S", "EA": "5S"}),
        {"RU": "ATTACK MIL GER WITH 4S RESERVE 2S", "EA": "CHALLENGE WITH 5S"},
    )
    assert token(step, "RU", "MIL1") == ("GER", 1)
    assert "GER" in step.state.market


def test_a_peaceful_conquest_does_no_damage() -> None:
    """Case E2a."""
    step = play(position(hands={"RU": "2D"}, tokens={"RU": "ECO GER 1"}), {"RU": "ATTACK ECO GER WITH 2D"})
    assert step.state.held["GER"] == Holding("RU", damaged=False, kind="ECO")
    assert step.state.conquests["RU"]["ECO"] == 1


@pytest.mark.parametrize(
    ("challenge", "level"), [("CHALLENGE WITH 3D", 0), ("PASS", 2)], ids=["E2b challenged", "E2c not"]
)
def test_a_level_is_lost_or_won(challenge: str, level: int) -> None:
    state = position(hands={"RU": "2D", "EA": "3D"}, tokens={"RU": "ECO UKR 1"})
    step = play(state, {"RU": "ATTACK ECO UKR WITH 2D", "EA": challenge})
    assert token(step, "RU", "ECO") == ("UKR", level)


def test_paris_and_berlin_begin_damaged() -> None:
    """Case E3."""
    state = opening()
    assert Europe2028TurnContext(state, LoadedDice()).total_income("PB") == 2 + 2
    assert ending.held_half_points(state, "PB") == 2 * (5 + 5)


def test_number_cards_and_faces_become_coins() -> None:
    """Case E4: 9 and 2 by number, the king as 15: 26 points are 2 coins."""
    state = position(hands={"RU": "9H KS 2C"})
    step = play(state, {"RU": "CONVERT 9H KS 2C"})
    assert coins_spent(state, step, "RU") == -2
    assert disposed_cards(state, step) == ["2C", "9H", "KS"]


@pytest.mark.parametrize(("codes", "over"), [("VLA STA UKR CZS CYP", True), ("VLA STA UKR CZS", False)])
def test_conquered_vp_end_the_game(codes: str, over: bool) -> None:
    """Cases E5 and 26."""
    held = dict.fromkeys(codes.split(), "RU POL")
    state = play(position(market="", held=held), {}).state
    assert (state.ranks is not None) is over
    assert (state.phase, state.kind) == (("END", "end") if over else ("R2", "round"))


def test_a_repaired_region_pays_at_once() -> None:
    """Case E6."""
    state = position(coins={"PB": 10})
    step = play(state, {"PB": "REPAIR PAR"})
    assert not step.state.held["PAR"].damaged
    assert step.state.coins["PB"] == 0 + 4 + 2


# --- comparing and the exchange -----------------------------------------------------------------------------------

FIGHTS: dict[str, tuple[str, str, str, int, str]] = {
    "3": ("7S", "", "7S", 0, "7S 7S"),
    "4 K v Q": ("KS", "", "QS", 1, "KS"),
    "4 Q v K": ("QS", "", "KS", -1, "KS QS"),
    "4 J v Q": ("JS", "", "QS", -1, "JS QS"),
    "5": ("10S 2S", "", "KS", 0, "10S 2S KS"),
    "6 A+A v joker": ("AS AS", "", "X1", -1, "AS AS X1"),
    "6 joker v A+K": ("X1", "", "AS KS", 1, "X1"),
    "7 joker v joker": ("X1", "", "X2", 0, "X1 X2"),
    "7 joker+2S v joker": ("X1 2S", "", "X2", 1, "2S X1"),
    "7 joker res 3S v joker+2S": ("X1", "3S", "X2 2S", 1, "2S 3S X1 X2"),
    "8": ("4S", "3S", "5S KS", -1, "3S 4S 5S KS"),
    "9": ("4S", "3S", "8S", -1, "4S 8S"),
    "10": ("4S", "4S", "8S", 0, "4S 4S 8S"),
    "11": ("4S", "10S", "5S BLOCK", 1, "10S 4S 5S"),
    "12": ("5S", "", "5S 9S BLOCK", 0, "5S 5S"),
}
"""Opening, reserve, challenge; then what becomes of the token's level, and the cards that are gone."""


@pytest.mark.parametrize("case", FIGHTS)
def test_exchange(case: str) -> None:
    opened, reserve, answer, result, gone = FIGHTS[case]
    cards, block = answer.removesuffix(" BLOCK"), "BLOCK" if answer.endswith("BLOCK") else ""
    state = position(
        hands={"RU": f"{opened} {reserve}", "EA": cards},
        tokens={"RU": "MIL1 UKR 1"},
    )
    opener = "ALL" if opened == "AS AS" else opened
    attack = f"ATTACK MIL UKR WITH {opener} {f'RESERVE {reserve}' if reserve else ''}"
    step = play(state, {"RU": attack, "EA": f"CHALLENGE {block} WITH {cards}"})
    assert token(step, "RU", "MIL1") == ("UKR", 1 + result)
    assert disposed_cards(state, step) == sorted(gone.split())


def test_how_cards_compare() -> None:
    """Cases 4, 5 and 6: two aces cannot be named one by one, so the bare comparison is looked at, both ways round."""
    cases = {("KH", "QS"): 1, ("JS", "QS"): -1, ("10S 2S", "KS"): 0, ("AS AH", "X1"): -1, ("X1", "AS KS"): 1}
    found = {pair: compare_cards(*(cards.split() for cards in pair)) for pair in cases}
    back = {pair: -compare_cards(*(cards.split() for cards in reversed(pair))) for pair in cases}
    assert found == back == cases


@pytest.mark.parametrize(
    ("before", "after"),
    [("MIL1 UKR 1", ("UKR", 0)), ("MIL1 UKR 0", ("MAT", 0))],
    ids=["15 from level 1", "16 from level 0"],
)
def test_a_defeat_costs_a_level_or_the_place(before: str, after: tuple[str, int]) -> None:
    """Cases 15 and 16."""
    state = position(hands={"RU": "4S", "EA": "5S"}, tokens={"RU": before})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S", "EA": "CHALLENGE WITH 5S"})
    assert token(step, "RU", "MIL1") == after


# --- coins and features -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "line", "whole", "price"),
    [
        ("NF", "LAND ECO GER", "", 0),
        ("OT", "LAND MIL GER", "", 1),
        ("EA", "LAND POL GER", "", 1),
        ("PB", "LAND CUL GER", "", 2),
        ("PB", "LAND CUL GER", "PAR", 1),
    ],
    ids=["17 NF", "17 OT", "17 EA", "17 PB", "18"],
)
def test_the_price_of_landing(seat: str, line: str, whole: str, price: int) -> None:
    """Cases 17 and 18."""
    state = position(held={whole: "PB"} if whole else {})
    step = play(state, {seat: line})
    assert coins_spent(state, step, seat) == price
    assert "GER" in {at.place for at in step.state.tokens[seat].values()}


def test_clubs_pay_in_place_of_coins() -> None:
    """Case 19."""
    state = position(hands={"PB": "5C"}, held={"BER": "PB"}, coins={"PB": 0})
    step = play(state, {"PB": "LAND POL UKR PAY 5C"})
    assert token(step, "PB", "POL") == ("UKR", 0)
    assert disposed_cards(state, step) == ["5C"]
    assert coins_spent(state, step, "PB") == 0


def test_income_and_vp_at_the_start() -> None:
    """Cases 20 and 21."""
    state = opening()
    step = play(position(), {})
    assert {seat: income(step, seat) for seat in state.seats} == {"PB": 4, "OT": 4, "RU": 4, "EA": 4, "NF": 6, "MC": 4}
    assert {seat: ending.held_half_points(state, seat) / 2 for seat in ("PB", "MC")} == {"PB": 10, "MC": 10}


def test_half_points_are_kept() -> None:
    """Case 22."""
    assert ending.vp_text(ending.held_half_points(position(held={"RME": "MC damaged"}), "MC")) == "7.5"


@pytest.mark.parametrize(("how", "coins"), [("OT POL", 4 + 4), ("OT POL damaged", 0 + 4)], ids=["whole", "damaged"])
def test_ottoman_regions_pay_double_while_whole(how: str, coins: int) -> None:
    """Case 23."""
    assert income(play(position(held={"ANA": how}), {}), "OT") == coins


def test_moscow_damages_for_five_coins() -> None:
    """Case 24."""
    state = position(coins={"RU": 5})
    step = play(state, {"RU": "DAMAGE RME"})
    assert step.state.held["RME"].damaged
    assert coins_spent(state, step, "RU") == 5


def test_originals_cannot_be_attacked() -> None:
    """Case 27."""
    found = remarks(position(hands={"RU": "4S"}), "RU", "ATTACK MIL PAR WITH 4S")
    why = "Greater Paris cannot be attacked now: it is an original region of the Paris-Berlin Union."
    assert any(text.startswith(why) for text in found)


def test_all_tokens_on_a_conquered_region_go_home() -> None:
    """Case 28."""
    state = position(hands={"RU": "2D"}, tokens={"RU": "ECO CYP 0", "EA": "CUL CYP 0"})
    step = play(state, {"RU": "ATTACK ECO CYP WITH 2D"})
    assert step.state.held["CYP"].seat == "RU"
    assert (token(step, "RU", "ECO"), token(step, "EA", "CUL")) == (("MAT", 0), ("MAT", 0))


def test_regions_of_absent_empires_join_the_others() -> None:
    """Case 29."""
    state = opening("PLAYERS 3")
    assert set(state.seats) == {"PB", "RU", "EA"}
    assert len(state.market) + len(state.deck) == 35 - 6
