"""The options of Europe 2028 (§8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.dice import LoadedDice
from engines.europe2028 import ENGINE, ending
from engines.europe2028.options import read_europe2028_options
from engines.europe2028.state import Europe2028Options, Holding
from engines.europe2028.turn_context import Europe2028TurnContext
from engines.language import parse_orders
from tests.europe2028.tables import (
    coins_spent,
    count_drawn_cards,
    disposed_cards,
    events_of_kind,
    income,
    opening,
    play,
    position,
    token,
)

START = {
    "PB": ("PAR", "BER"),
    "OT": ("IST",),
    "RU": ("MOS", "SIB"),
    "EA": ("POL", "AUH"),
    "NF": ("LON", "DEN"),
    "MC": ("RME", "CAT"),
}
CHOICES = {
    "": Europe2028Options(),
    "PLAYERS 2": Europe2028Options(players=2),
    "JOKERS OFF": Europe2028Options(jokers=False),
    "END-VP 20": Europe2028Options(end_vp=20),
    "END-VP 15": Europe2028Options(end_vp=15),
    "END-COUNTS ALL": Europe2028Options(end_all=True),
    "EVEN-START ON": Europe2028Options(even_start=True),
    "PB-REQUIRED OFF\nPLAYERS 5": Europe2028Options(paris_berlin=False, players=5),
    "EMPIRES PB MC": Europe2028Options(players=2),
    "MODE BOOK": Europe2028Options(book=True),
    "FEATURE-SCOPE ALL": Europe2028Options(all_features=True),
    "MARKET 5": Europe2028Options(market=5),
    "MARKET 6": Europe2028Options(market=6),
    "MARKET PLAYERS+2\nPLAYERS 3": Europe2028Options(market=5, players=3),
    "market players + 2": Europe2028Options(market=8),
    "HAND-LIMIT 7": Europe2028Options(hand_limit=7),
    "LEVEL-UP-ORIGINALS OFF": Europe2028Options(originals_count=False),
    "MAX-ROUNDS 12": Europe2028Options(max_rounds=12),
}


@pytest.mark.parametrize("text", CHOICES)
def test_every_option_can_be_said(text: str) -> None:
    reading = parse_orders(ENGINE.setup, text)
    assert not reading.remarks
    assert read_europe2028_options(reading.orders) == CHOICES[text]


def test_what_is_usual() -> None:
    """The defaults of §8; nobody need say anything."""
    assert not ENGINE.setup.due and ENGINE.setup.title == "Options of Europe 2028"
    usual = Europe2028Options()
    assert (usual.players, usual.jokers, usual.end_vp, usual.market, usual.max_rounds) == (6, True, 25, 4, 60)
    off = (usual.end_all, usual.even_start, usual.book, usual.all_features, usual.hand_limit)
    assert not any(off)
    assert usual.paris_berlin and usual.originals_count


# --- players ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_players(players: int) -> None:
    state = opening(f"PLAYERS {players}")
    assert len(state.seats) == players and "PB" in state.seats
    assert sorted(state.order) == sorted(state.seats)
    assert state.held.keys() == {code for seat in state.seats for code in START[seat]}
    assert len(state.market) + len(state.deck) == 35 - len(state.held)
    assert (len(state.market), len(state.cards)) == (4, 54 - 2 * players)
    assert {len(hand) for hand in state.hands.values()} == {2}
    assert set(state.coins.values()) == {2}


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("EMPIRES PB MC", "PB MC"),
        ("EMPIRES MC, Paris-Berlin Union", "PB MC"),
        ("EMPIRES OT MC PB\nPLAYERS 3", "PB OT MC"),
        ("EMPIRES MC OT\nPB-REQUIRED OFF", "OT MC"),
        ("EMPIRES PB MC MC OT", "PB OT MC"),
    ],
)
def test_empires_are_chosen_by_name(text: str, seats: str) -> None:
    """§5.1.1: any empires may play, the Paris-Berlin Union among them unless the host leaves it out."""
    state = opening(text)
    assert list(state.seats) == seats.split()
    assert state.held.keys() == {code for seat in state.seats for code in START[seat]}


def test_empires_named_are_stored_without_commas() -> None:
    assert [order.text for order in parse_orders(ENGINE.setup, "EMPIRES PB, MC").orders] == ["EMPIRES PB MC"]


def test_a_market_of_players_and_two_counts_the_empires_named() -> None:
    assert opening("MARKET PLAYERS+2\nEMPIRES PB MC OT").options.market == 5


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("EMPIRES MC OT", "Paris-Berlin Union takes part: name PB among the EMPIRES, or say PB-REQUIRED OFF"),
        ("EMPIRES PB MC\nPLAYERS 3", "EMPIRES names 2 empires, and PLAYERS 3"),
        (
            "EMPIRES PB PB",
            "^EMPIRES names nobody but the Paris-Berlin Union; name two empires",
        ),
        ("PB-REQUIRED OFF\nPLAYERS 6", "^Without the Paris-Berlin Union there are only 5 empires.$"),
    ],
)
def test_empires_that_do_not_go_together(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        opening(text)


def test_without_the_union_paris_and_berlin_are_won_whole() -> None:
    """§6.9: ordinary regions, undamaged, of half the VP in levels; their features go to whoever holds them."""
    state = opening("PB-REQUIRED OFF\nPLAYERS 5")
    assert "PB" not in state.seats
    assert {"PAR", "BER"} <= {*state.market, *state.deck}
    won = position("PAR", {"RU": "2D"}, {"RU": "ECO PAR 4"}, order=("OT", "RU", "EA"), coins={"RU": 3})
    step = play(won, {"RU": "ATTACK ECO PAR WITH 2D"})
    assert step.state.held["PAR"] == Holding("RU", damaged=False, kind="ECO")
    assert income(step, "RU") == 2 + 2 + 4
    assert Europe2028TurnContext(step.state, LoadedDice()).landing_price("RU", "CUL", "GER") == 1


@pytest.mark.parametrize("code", ["PAR", "BER", "IST", "MOS", "AUH", "LON", "DEN", "RME", "CAT", "SWI", "GER", "UKR"])
def test_influence_is_half_the_vp_rounded_up(code: str) -> None:
    region = opening().get_region(code)
    assert region.influence == -(-region.vp // 2)


def test_too_few_empires() -> None:
    with pytest.raises(ValueError, match="only 5"):
        opening("PB-REQUIRED OFF\nPLAYERS 6")


# --- cards and the market -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "jokers"), [("", {"X1", "X2"}), ("JOKERS OFF", set())])
def test_jokers(text: str, jokers: set[str]) -> None:
    state = opening(text)
    cards = [*state.cards, *(card for hand in state.hands.values() for card in hand)]
    assert len(cards) == 52 + len(jokers)
    assert {card for card in cards if card and card.startswith("X")} == jokers


@pytest.mark.parametrize(("text", "size"), [("", 4), ("MARKET 6", 6), ("MARKET PLAYERS+2", 8)])
def test_market(text: str, size: int) -> None:
    state = opening(text)
    assert len(state.market) == size
    short = position("GER", options=state.options)
    assert len(play(short, {}).state.market) == size


def test_the_hand_limit_takes_the_lowest() -> None:
    """At the close of the round, after the draw; aces and jokers last."""
    state = position(hands={"RU": "2S KD 3H X1 AC"}, cards=("4D",) * 9, options=Europe2028Options(hand_limit=3))
    step = play(state, {})
    assert step.state.hands["RU"] == ("KD", "X1", "AC")
    assert disposed_cards(state, step) == ["2S", "3H", "4D"]
    assert [event.args["cards"] for event in events_of_kind(step, "discarded", "RU")] == [["2S", "3H", "4D"]]
    by_worth = play(replace(state, hands={**state.hands, "RU": ("10H", "9D", "2S", "3S")}, cards=()), {})
    assert by_worth.state.hands["RU"] == ("10H", "9D", "3S")
    free = play(replace(state, options=Europe2028Options()), {})
    assert len(free.state.hands["RU"]) == 5 + count_drawn_cards(free, "RU")


# --- features and levels --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("everywhere", "cost", "place"), [(False, 5, "GRE"), (True, 1, "GRE")])
def test_feature_scope(everywhere: bool, cost: int, place: str) -> None:
    state = position(held={"GRE": "OT POL"}, coins={"EA": 5}, options=Europe2028Options(all_features=everywhere))
    step = play(state, {"EA": "LAND ECO GRE"})
    assert (coins_spent(state, step, "EA"), token(step, "EA", "ECO")) == (cost, (place, 0))


@pytest.mark.parametrize(("everywhere", "cost"), [(False, 5), (True, 0)])
def test_feature_scope_of_clubs(everywhere: bool, cost: int) -> None:
    options = Europe2028Options(all_features=everywhere)
    held = {"BER": "PB", "GRE": "OT POL"}
    state = position(hands={"PB": "5C"}, held=held, coins={"PB": 5}, options=options)
    step = play(state, {"PB": "LAND POL GRE PAY 5C"})
    assert coins_spent(state, step, "PB") == cost
    assert ("5C" in step.state.pile) is everywhere


@pytest.mark.parametrize(("count", "conquered", "level"), [(True, 3, 2), (False, 3, 1), (False, 5, 2)])
def test_level_up_originals(count: bool, conquered: int, level: int) -> None:
    codes = ("GRE", "SBA", "CYP", "NFR", "SFR")[:conquered]
    options = Europe2028Options(originals_count=count)
    state = position(
        "", held=dict.fromkeys(codes, "EA POL"), options=options, conquests={"EA": {"POL": conquered}}, levels={"EA": 1}
    )
    assert play(state, {}).state.levels["EA"] == level


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "codes", "over"),
    [
        (Europe2028Options(), "VLA STA UKR CZS", False),
        (Europe2028Options(), "VLA STA UKR CZS SWI", True),
        (Europe2028Options(end_vp=20), "VLA STA UKR", False),
        (Europe2028Options(end_vp=20), "VLA STA UKR SWI", True),
        (Europe2028Options(end_vp=15), "VLA STA SWI", False),
        (Europe2028Options(end_vp=15), "VLA STA GER", True),
        (Europe2028Options(end_all=True), "VLA STA", False),
        (Europe2028Options(end_all=True), "VLA STA SWI", True),
    ],
)
def test_end_vp_and_what_is_counted(options: Europe2028Options, codes: str, over: bool) -> None:
    """With ALL, Moscow and Siberia (12) are counted as well."""
    state = position("", held=dict.fromkeys(codes.split(), "RU POL"), options=options)
    assert (play(state, {}).state.ranks is not None) is over


def test_damage_halves_vp_in_the_end_test_too() -> None:
    held = {**dict.fromkeys(("VLA", "STA", "UKR", "CZS"), "RU POL"), "SWI": "RU MIL damaged"}
    assert ending.conquered_half_points(position(held=held), "RU") == 2 * 25
    held["CZS"] = "RU MIL damaged"
    assert play(position("", held=held), {}).state.ranks is None


@pytest.mark.parametrize(("number", "over"), [(11, False), (12, True)])
def test_max_rounds(number: int, over: bool) -> None:
    state = position(round=number, phase=f"R{number}", options=Europe2028Options(max_rounds=12))
    assert (play(state, {}).state.ranks is not None) is over


@pytest.mark.parametrize("seat", START)
def test_even_start(seat: str) -> None:
    """The original regions of each empire count 12 VP together when they are whole, half of it when all are damaged."""
    options = Europe2028Options(even_start=True)
    whole = position(held=dict.fromkeys(START[seat], seat), options=options)
    assert ending.held_half_points(whole, seat) == 2 * 12
    damaged = position(held=dict.fromkeys(START[seat], f"{seat} damaged"), options=options)
    assert ending.held_half_points(damaged, seat) == 2 * 6
    more = position(held={**dict.fromkeys(START[seat], seat), "UKR": f"{seat} POL"}, options=options)
    assert ending.held_half_points(more, seat) == 2 * (12 + 6)


def test_even_start_is_scaled_by_damage() -> None:
    """One of Paris and Berlin is half of 12 VP; London is 6 of 10."""
    options = Europe2028Options(even_start=True)
    assert ending.held_half_points(position(held={"PAR": "PB", "BER": "PB damaged"}, options=options), "PB") == 2 * 9
    assert ending.held_half_points(position(held={"LON": "NF damaged"}, options=options), "NF") == 17


@pytest.mark.parametrize(
    ("fields", "ranks"),
    [
        ({}, (1, 1)),
        ({"conquests": {"RU": {"POL": 1}}}, (1, 2)),
        ({"coins": {"RU": 0, "EA": 1}}, (2, 1)),
        ({"conquests": {"RU": {"POL": 1}}, "coins": {"RU": 0, "EA": 9}}, (1, 2)),
    ],
    ids=["shared", "conquests", "coins", "conquests before coins"],
)
def test_ties(fields: dict[str, Any], ranks: tuple[int, int]) -> None:
    """RU and EA have 12 VP each; equal scores are told apart by conquests, then coins, or shared."""
    state = position(order=("RU", "EA"), secret={"RU": "S1", "EA": "S1"}, **fields)
    found = ending.final_ranks(state)
    assert (found["RU"], found["EA"]) == ranks
