"""Rules of Europe 2028 that no small case names: setup, features, objectives, exhaustion (§5 and §6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.base import Step
from engines.dice import LoadedDice
from engines.europe2028 import ENGINE, ending, prose
from engines.europe2028.cards import compare_cards, convert_to_coins
from engines.europe2028.state import SECRETS, Europe2028State
from tests.europe2028.tables import (
    By,
    coins_spent,
    count_drawn_cards,
    disposed_cards,
    events_of_kind,
    income,
    opening,
    orders,
    place_tokens,
    play,
    position,
    token,
)

# --- setup --------------------------------------------------------------------------------------------------------


def choices(state: Europe2028State, texts: By, *dice: int) -> Step[Europe2028State]:
    said = {seat: orders(state, seat, text) for seat, text in texts.items()}
    return ENGINE.resolve(state, said, LoadedDice({"dice": dice}))


def test_the_choices_of_the_setup() -> None:
    """Equal dice are thrown again; the first seat draws first, everybody one card."""
    state = opening("PLAYERS 3", LoadedDice())
    second = state.dealt["RU"][1]
    step = choices(state, {"RU": f"SECRET {second} ; TOKENS MIL MIL ; NEXT POL CUL"}, 5, 5, 2, 1, 6)
    assert (step.state.phase, step.state.round, step.state.first) == ("R1", 1, "RU")
    assert step.state.secret["RU"] == second
    assert step.state.tokens["RU"] == place_tokens("MIL1, MIL2")
    assert step.state.wanted["RU"] == ("POL", "CUL")
    assert [event.args["seat"] for event in events_of_kind(step, "drew")] == ["RU", "EA", "PB"]
    assert {count_drawn_cards(step, seat) for seat in state.seats} == {1}
    assert set(step.state.levels.values()) == {0}


@pytest.mark.parametrize(
    ("dealt", "kept"), [(("S3", "S1"), "S1"), (("S9", "S12"), "S9"), (("S11", "S4"), "S4"), (("S2", "S1"), "S1")]
)
def test_the_secret_kept_by_who_does_not_choose(dealt: tuple[str, str], kept: str) -> None:
    """The one with more VP, then the lower number."""
    state = opening("PLAYERS 2", LoadedDice())
    step = choices(replace(state, dealt={**state.dealt, "RU": dealt}), {}, 2, 1)
    assert step.state.secret["RU"] == kept


@pytest.mark.parametrize(
    ("hand", "tokens"),
    [("2C 3C", "POL, MIL1"), ("2C 3H", "CUL, POL"), ("2D 3C", "ECO, POL"), ("X1 3C", "POL, MIL1"), ("", "MIL1, ECO")],
)
def test_the_tokens_of_who_does_not_choose(hand: str, tokens: str) -> None:
    """The two kinds with most matching cards; ties MIL ECO CUL POL."""
    state = opening("PLAYERS 2", LoadedDice())
    step = choices(replace(state, hands={**state.hands, "RU": tuple(hand.split())}), {}, 2, 1)
    assert step.state.tokens["RU"] == place_tokens(tokens)


def test_the_secrets_and_their_vp() -> None:
    """§1.5."""
    assert {secret: vp for secret, (_, vp) in SECRETS.items()} == {
        "S1": 5,
        "S2": 5,
        **{f"S{n}": 3 for n in range(3, 13)},
    }


# --- the round ----------------------------------------------------------------------------------------------------


def test_the_first_seat_moves_on() -> None:
    step = play(position(first="MC"), {})
    assert [event.args["seat"] for event in events_of_kind(step, "turn")] == ["MC", "PB", "OT", "RU", "EA", "NF"]
    assert (step.state.first, step.state.phase, step.state.round) == ("PB", "R2", 2)


def test_all_convert_before_the_first_turn() -> None:
    """EA's turn comes later, but its converted card does not challenge any more."""
    state = position(hands={"RU": "4S", "EA": "KS"}, tokens={"RU": "MIL1 UKR 1"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S", "EA": "CONVERT KS ; CHALLENGE WITH KS"})
    assert events_of_kind(step, "attack")[0].args["challenger"] == ""
    assert token(step, "RU", "MIL1") == ("UKR", 2)
    assert coins_spent(state, step, "EA") == -1


@pytest.mark.parametrize(
    ("cards", "points", "coins"), [("10H 9C", 19, 1), ("AS X1", 30, 3), ("JD QD KD", 45, 4), ("2C", 2, 0)]
)
def test_conversion_points(cards: str, points: int, coins: int) -> None:
    assert convert_to_coins(iter(cards.split())) == (points, coins)


def test_lines_of_conversion_are_added_up() -> None:
    state = position(hands={"RU": "6H 4C"})
    assert coins_spent(state, play(state, {"RU": "CONVERT 6H ; CONVERT 4C"}), "RU") == -1


def test_a_recalled_token_may_land_again() -> None:
    """Recall is free; coins paid for a landing are gone."""
    state = position(tokens={"RU": "MIL1 UKR 2"})
    step = play(state, {"RU": "LAND MIL GER ; RECALL MIL"})
    assert token(step, "RU", "MIL1") == ("GER", 0)
    assert coins_spent(state, step, "RU") == 2


def test_a_conquered_region_is_attacked_from_its_landing_zone() -> None:
    state = position(
        hands={"RU": "2H"}, tokens={"RU": "CUL GRE 1", "OT": "ECO"}, held={"GRE": "EA POL"}, coins={"OT": 5}
    )
    step = play(state, {"RU": "ATTACK CUL GRE WITH 2H"})
    assert step.state.held["GRE"].seat == "RU"
    again = play(replace(step.state, coins={**step.state.coins, "OT": 5}), {"OT": "LAND ECO GRE"})
    assert token(again, "OT", "ECO") == ("GRE", 0)


def test_several_empires_may_stand_on_one_region_but_one_token_of_each() -> None:
    state = position(tokens={"RU": "ECO UKR 1, POL", "EA": "ECO UKR 2, POL"}, coins={"RU": 9})
    step = play(state, {"RU": "LAND POL UKR", "EA": "LAND POL GER"})
    assert (token(step, "RU", "POL"), coins_spent(state, step, "RU")) == (("MAT", 0), 0)
    assert token(step, "EA", "ECO") == ("UKR", 2)


@pytest.mark.parametrize(
    ("one", "other", "ahead"),
    [
        ("X1 X2", "X1", 1),
        ("X1 2S", "X2", 1),
        ("KS 2S", "QS 2S", 1),
        ("KS 2S", "10S 4S", 0),
        ("KS QS", "KS JS", 1),
        ("JS KS", "QS QH", 1),
        ("AS", "10S 9S", 1),
        ("JS 8S", "AS", 0),
        ("KS 8S", "AS", 0),
    ],
)
def test_comparing(one: str, other: str, ahead: int) -> None:
    """Jokers, points, then faces as far as both sides show them (§5.4)."""
    assert compare_cards(one.split(), other.split()) == ahead == -compare_cards(other.split(), one.split())


# --- features -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "kind", "held", "price"),
    [
        ("PB", "CUL", {"PAR": "PB damaged"}, 2),
        ("PB", "ECO", {"PAR": "PB"}, 2),
        ("OT", "MIL", {"IST": "OT damaged"}, 1),
        ("OT", "ECO", {}, 2),
        ("EA", "ECO", {"AUH": "EA damaged"}, 1),
        ("EA", "CUL", {}, 2),
        ("NF", "ECO", {"LON": "NF damaged"}, 2),
        ("NF", "POL", {}, 2),
    ],
)
def test_what_lowers_the_price(seat: str, kind: str, held: By, price: int) -> None:
    """Paris, Berlin and London help while they are undamaged, Istanbul and Austria-Hungary always."""
    state = position(held=held)
    assert coins_spent(state, play(state, {seat: f"LAND {kind} GER"}), seat) == price


@pytest.mark.parametrize("held", [{"BER": "PB damaged"}, {"BER": "PB"}], ids=["damaged", "whole"])
def test_clubs_pay_while_berlin_is_undamaged_and_give_no_change(held: By) -> None:
    state = position(hands={"PB": "KC 2H"}, held=held)
    step = play(state, {"PB": "LAND POL GER PAY KC"})
    whole = held["BER"] == "PB"
    assert disposed_cards(state, step) == (["KC"] if whole else [])
    assert coins_spent(state, step, "PB") == (0 if whole else 2)


@pytest.mark.parametrize(
    ("how", "coins"),
    [("OT MIL", 2), ("OT ECO", 2), ("OT CUL", 4), ("OT POL", 4), ("OT MIL damaged", 0), ("OT CUL damaged", 0)],
)
def test_ottoman_regions(how: str, coins: int) -> None:
    assert income(play(position(held={"SBA": how}), {}), "OT") == 4 + coins


@pytest.mark.parametrize(
    ("line", "coins", "held", "hit"),
    [
        ("DAMAGE CAT RME", 20, {}, ["CAT"]),
        ("DAMAGE CAT", 4, {}, []),
        ("DAMAGE CAT", 5, {"MOS": "RU damaged"}, ["CAT"]),
        ("DAMAGE GRE", 5, {"GRE": "OT MIL damaged"}, []),
        ("DAMAGE GRE", 5, {"GRE": "OT POL"}, ["GRE"]),
        ("DAMAGE GER", 5, {}, []),
    ],
)
def test_moscow(line: str, coins: int, held: By, hit: list[str]) -> None:
    """Once a turn, for 5 coins, an undamaged region of another; damage to Moscow does not matter (§6.18)."""
    state = position(held=held, coins={"RU": coins})
    step = play(state, {"RU": line})
    assert [event.args["region"] for event in events_of_kind(step, "damaged")] == hit
    assert coins_spent(state, step, "RU") == 5 * len(hit)


# --- objectives ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret", "vp"),
    [("S2", 5), ("S4", 0), ("S6", 3), ("S8", 0), ("S10", 3), ("S11", 3), ("S12", 0)],
)
def test_secret_objectives(secret: str, vp: int) -> None:
    """RU has most military conquests and most in all, shares the cultural ones, is of level 2 and holds most cards."""
    state = position(
        order=("RU", "EA", "NF"),
        conquests={"RU": {"MIL": 2, "CUL": 1}, "EA": {"CUL": 1, "POL": 1}},
        levels={"RU": 2, "EA": 1},
        held={"GER": "RU MIL", "NFR": "RU MIL"},
    )
    assert ending.secret_vp(state, "RU", secret) == vp


def test_fewest_counts_original_regions_and_may_be_shared() -> None:
    state = position(order=("RU", "EA", "NF"), held={"GER": "RU MIL"})
    assert [ending.secret_vp(state, seat, "S12") for seat in state.seats] == [0, 3, 3]


def test_deeds_stay_when_regions_are_lost() -> None:
    state = position(
        hands={"EA": "2D"}, tokens={"EA": "ECO GRE 1"}, held={"GRE": "RU POL"}, conquests={"RU": {"POL": 1}}
    )
    step = play(state, {"EA": "ATTACK ECO GRE WITH 2D"})
    assert step.state.held["GRE"].seat == "EA"
    assert step.state.conquests["RU"]["POL"] == 1


# --- exhaustion ---------------------------------------------------------------------------------------------------


def test_the_market_shrinks_with_the_deck_empty() -> None:
    state = position(hands={"RU": "2D"}, deck=())
    step = play(state, {"RU": "ATTACK ECO CYP WITH 2D"})
    assert step.state.market == ("GER", "UKR", "SWI")


def test_with_market_and_deck_empty_held_regions_are_left() -> None:
    state = position("", deck=(), held={"GRE": "OT POL"}, coins={"RU": 5})
    step = play(state, {"RU": "LAND MIL GRE"})
    assert token(step, "RU", "MIL1") == ("GRE", 0)


def test_no_cards_at_all() -> None:
    step = play(position(cards=(), pile=()), {})
    assert {count_drawn_cards(step, seat) for seat in step.state.seats} == {0}
    assert step.state.ranks is None


VOID = {
    "no coins": ("ATTACK MIL CYP WITH 4S", "MIL1", "landing costs 2, and you have 1"),
    "elsewhere": ("ATTACK ECO CYP WITH 4D", "ECO GER 0, MIL1", "it is on GER"),
    "two on a region": ("ATTACK MIL GER WITH 4S", "ECO GER 0, MIL1", "another token of yours is there"),
    "conquered before": ("ATTACK MIL UKR WITH 4S", "MIL1", "landing costs 5, and you have 1"),
    "conquered just now": (
        *("ATTACK ECO GER WITH 4D ; ATTACK MIL GER WITH 4S", "ECO GER 1, MIL1"),
        "that region cannot be attacked",
    ),
}


@pytest.mark.parametrize("case", VOID)
def test_a_void_attack_says_why(case: str) -> None:
    line, tokens, why = VOID[case]
    state = position(hands={"RU": "4S 4D", "EA": "2C"}, tokens={"RU": tokens, "EA": "POL UKR 2"}, coins={"RU": 1})
    step = play(replace(state, first="EA"), {"RU": line, "EA": "ATTACK POL UKR WITH 2C"})
    (void,) = events_of_kind(step, "void", "RU")
    assert void.args["why"] == why
    words = why.replace("is on GER", "stands at Germany").replace(", and", " coins, and")
    assert words in prose.tell_europe2028_event(step.state, void)
