"""The small cases of §7 from 30 on: levels, the end, chance, language, the round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.europe2028 import ending
from engines.europe2028.state import Europe2028Options, Holding
from tests.europe2028.tables import (
    By,
    canonical,
    codes,
    coins_spent,
    count_drawn_cards,
    disposed_cards,
    events_of_kind,
    orders,
    place_tokens,
    play,
    position,
    remarks,
    token,
)

ATTACK = "ATTACK MIL CYP WITH 4S"
LONG = Europe2028Options(end_vp=60)


# --- levels -------------------------------------------------------------------------------------------------------


def test_the_first_conquest_raises_the_level() -> None:
    """Case 30."""
    state = position(hands={"RU": "4S"}, tokens={"RU": "MIL1, ECO"})
    step = play(state, {"RU": f"{ATTACK} ; NEXT POL"})
    assert step.state.levels["RU"] == 1
    assert step.state.tokens["RU"] == place_tokens("MIL1, ECO, POL")
    assert count_drawn_cards(step, "RU") == 2


@pytest.mark.parametrize(
    ("seat", "conquered", "level"),
    [("OT", "VLA STA UKR", 1), ("OT", "VLA STA UKR CZS", 2), ("EA", "VLA STA", 1), ("EA", "VLA STA UKR", 2)],
    ids=["34 three", "34 four", "35 two", "35 three"],
)
def test_the_second_level_takes_five_regions(seat: str, conquered: str, level: int) -> None:
    """Cases 34 and 35."""
    codes = conquered.split()
    state = position(
        market="", held=dict.fromkeys(codes, f"{seat} CUL"), conquests={seat: {"CUL": len(codes)}}, options=LONG
    )
    assert play(state, {}).state.levels[seat] == level


def test_levels_are_never_lost() -> None:
    """Case 36."""
    held = {"GER": "RU CUL", "NFR": "RU CUL", "SFR": "RU CUL"}
    state = position(
        hands={"EA": "2D 3H"},
        held=held,
        levels={"RU": 2},
        coins={"EA": 10},
        tokens={"EA": "ECO GER 1, CUL NFR 1"},
    )
    step = play(state, {"EA": "ATTACK ECO GER WITH 2D ; ATTACK CUL NFR WITH 3H"})
    assert len(step.state.regions_held_by("RU")) == 3
    assert step.state.levels["RU"] == 2
    assert count_drawn_cards(step, "RU") == 3


# --- the end ------------------------------------------------------------------------------------------------------


def test_what_counts_for_the_score() -> None:
    """Cases 31 and 32: own regions 12, five conquered ones 26, all regions of the open objective 5."""
    held = dict.fromkeys(("VLA", "STA", "UKR", "SWE", "CYP"), "RU POL")
    state = position(market="", held=held, secret={"RU": "S1"})
    step = play(state, {})
    assert step.state.ranks is not None
    assert ending.final_score(step.state, "RU") == 2 * (12 + 26 + 5)


@pytest.mark.parametrize(("level", "vp"), [(1, 0), (2, 3)])
def test_the_secret_objective_counts_for_the_score(level: int, vp: int) -> None:
    """§5.6: what is kept, as far as it is reached."""
    state = position(secret={"RU": "S11"}, levels={"RU": level})
    assert ending.final_score(state, "RU") == 2 * (12 + vp)
    assert ending.final_score(replace(state, secret={}), "RU") == 2 * 12, "nobody knows it"


def test_an_open_objective_needs_no_region_more() -> None:
    """§6.31: the regions that it names, and none besides."""
    wanted = position().world.empires["NF"].objective
    state = replace(position(), held=dict.fromkeys(wanted, Holding("NF", kind="CUL")))
    assert ending.has_objective(state, "NF")
    assert not ending.has_objective(replace(state, held=dict(list(state.held.items())[1:])), "NF")


@pytest.mark.parametrize(
    ("secret", "deeds", "vp"),
    [("S1", {"RU": {"MIL": 2}, "EA": {"MIL": 2}}, 5), ("S3", {"RU": {"MIL": 2}}, 0)],
    ids=["48 tied", "49 nobody"],
)
def test_a_tie_for_most_conquests_counts_for_both_and_none_for_nobody(
    secret: str, deeds: dict[str, dict[str, int]], vp: int
) -> None:
    """Cases 48 and 49."""
    state = position(conquests=deeds)
    assert {ending.secret_vp(state, seat, secret) for seat in ("RU", "EA")} == {vp}


@pytest.mark.parametrize(
    ("seat", "held", "has"),
    [
        ("NF", {"FIN": "NF CUL", "SWE": "NF CUL", "ENG": "NF CUL", "ICE": "EA CUL"}, True),
        ("NF", {"FIN": "NF CUL", "SWE": "NF CUL", "ENG": "EA CUL"}, False),
        ("PB", {"GER": "PB MIL damaged", "NFR": "PB CUL", "SFR": "PB CUL"}, True),
    ],
    ids=["50", "50 one short", "51"],
)
def test_the_open_objective_counts_damaged_or_not(seat: str, held: By, has: bool) -> None:
    """Cases 50 and 51."""
    with_it, without = position(held=held), position()
    more = sum(ending.region_half_points(with_it, code) for code in held if with_it.held[code].seat == seat)
    plain = {**dict.fromkeys(without.secret, "S1")}
    scores = [ending.final_score(replace(state, secret=plain), seat) for state in (with_it, without)]
    assert scores[0] - scores[1] == more + (2 * 5 if has else 0)


# --- exhaustion, dice, the market -----------------------------------------------------------------------------------


def test_the_first_seat_takes_the_last_cards_of_the_deck() -> None:
    """Case 33: the first seat moves on from EA to RU before cards are drawn."""
    state = position(levels={"RU": 2}, cards=(), pile=("2S", "3H"), first="EA", order=("RU", "EA"))
    step = play(state, {})
    assert (count_drawn_cards(step, "RU"), count_drawn_cards(step, "EA"), step.state.pile) == (2, 0, ())


def test_dice_say_which_challenger_it_is() -> None:
    """Cases 37 and 38."""
    state = position(
        hands={"RU": "2S 2D", "EA": "5S", "NF": "6S", "OT": "7S 7D"}, tokens={"RU": "MIL1 UKR 1, ECO GER 0"}
    )
    text = {"RU": "ATTACK MIL UKR WITH 2S ; ATTACK ECO GER WITH 2D"}
    lines = "CHALLENGE MIL WITH 7S ; CHALLENGE ECO WITH 7D"
    others = {"EA": "CHALLENGE WITH 5S", "NF": "CHALLENGE WITH 6S", "OT": lines}
    step = play(state, {**text, **others}, dice=(4, 3, 4, 2, 5))
    first, second = events_of_kind(step, "attack", "RU")
    assert first.args["dice"] == [{"EA": 4, "NF": 3, "OT": 4}, {"EA": 2, "OT": 5}]
    assert (first.args["challenger"], second.args["challenger"]) == ("OT", "OT")
    assert "5S" in step.state.hands["EA"] and "6S" in step.state.hands["NF"]


def test_the_loser_of_the_dice_may_challenge_the_next() -> None:
    """Case 38."""
    state = position(hands={"RU": "2S 3S", "EA": "5S", "NF": "6S"}, tokens={"RU": "MIL1 UKR 1, MIL2 GER 0"})
    text = "ATTACK MIL1 UKR WITH 2S ; ATTACK MIL2 GER WITH 3S"
    step = play(state, {"RU": text, "EA": "CHALLENGE WITH 5S", "NF": "CHALLENGE WITH 6S"}, dice=(2, 6))
    assert [event.args["challenger"] for event in events_of_kind(step, "attack")] == ["NF", "EA"]


def test_a_card_is_used_once() -> None:
    """Case 39: RU challenges PB with the card it would attack with later in the round."""
    state = position(hands={"PB": "2S", "RU": "5S"}, tokens={"PB": "MIL1 GER 0", "RU": "MIL1 UKR 1"})
    step = play(state, {"PB": "ATTACK MIL GER WITH 2S", "RU": "ATTACK MIL UKR WITH 5S ; CHALLENGE WITH 5S"})
    assert token(step, "PB", "MIL1") == ("MAT", 0)
    assert token(step, "RU", "MIL1") == ("UKR", 1)


@pytest.mark.parametrize(
    ("other", "landed", "coins"), [(" ELSE SWI", ["SWI"], 2), ("", [], 0)], ids=["40 goes elsewhere", "41 stays"]
)
def test_who_finds_the_target_gone_goes_elsewhere_or_stays(other: str, landed: list[str], coins: int) -> None:
    """Cases 40 and 41: PB conquers Cyprus before RU's turn, and RU's 2 coins do not pay for it any more."""
    state = position(hands={"PB": "9D", "RU": "4S"})
    step = play(state, {"PB": "ATTACK ECO CYP WITH 9D", "RU": f"{ATTACK}{other}"})
    assert [event.args["region"] for event in events_of_kind(step, "landed", "RU")] == landed
    assert coins_spent(state, step, "RU") == coins
    assert ("4S" in step.state.pile) == bool(landed)


def test_held_regions_cost_five() -> None:
    """Cases 42 and 43."""
    state = position(hands={"RU": "4S", "EA": "2D"}, held={"GRE": "OT POL"}, coins={"RU": 4, "EA": 5})
    step = play(state, {"RU": "ATTACK MIL GRE WITH 4S", "EA": "ATTACK ECO GRE WITH 2D"})
    assert (token(step, "RU", "MIL1"), coins_spent(state, step, "RU")) == (("MAT", 0), 0)
    assert "4S" in step.state.hands["RU"]
    assert (token(step, "EA", "ECO"), coins_spent(state, step, "EA")) == (("GRE", 1), 5)


# --- what is said ---------------------------------------------------------------------------------------------------


def test_mil_is_the_token_that_is_there() -> None:
    """Case 44."""
    state = position(hands={"RU": "4S"}, tokens={"RU": "MIL1 UKR 1, MIL2"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S"})
    assert (token(step, "RU", "MIL1"), token(step, "RU", "MIL2")) == (("UKR", 2), ("MAT", 0))


@pytest.mark.parametrize("card", ["4 of spades", "S4", "4s"])
def test_a_card_is_read_in_any_order(card: str) -> None:
    """Case 45."""
    assert canonical(position(hands={"RU": "4S"}), "RU", f"ATTACK MIL CYP WITH {card}") == [ATTACK]


def test_cards_are_converted_before_all_else() -> None:
    """Case 46."""
    state = position(hands={"RU": "9H 4C"})
    text = "CONVERT 9H 4C ; ATTACK CUL GER WITH 9H"
    assert "The 9 of hearts is changed into coins first and will not be there." in remarks(state, "RU", text)
    step = play(state, {"RU": text})
    assert disposed_cards(state, step) == ["4C", "9H"]
    assert token(step, "RU", "CUL") == ("GER", 0)


def test_less_than_a_coin_changes_nothing() -> None:
    """Case 47."""
    state = position(hands={"RU": "4D 5D"})
    text = "These cards make 9 points, less than one coin: nothing is changed."
    assert text in remarks(state, "RU", "CONVERT 4D 5D")
    step = play(state, {"RU": "CONVERT 4D 5D"})
    assert not disposed_cards(state, step)
    assert {"4D", "5D"} <= set(step.state.hands["RU"])


# --- the round ------------------------------------------------------------------------------------------------------


def test_the_market_is_filled_at_the_end_of_the_round() -> None:
    """Case 52."""
    state = position(hands={"PB": "2D", "OT": "4D", "RU": "5D"})
    fresh = state.deck[0]
    step = play(state, {"PB": "ATTACK ECO CYP WITH 2D", "OT": "ATTACK ECO SWI WITH 4D"})
    assert step.state.market == ("GER", "UKR", *state.deck[:2])
    assert codes(state, "RU", f"LAND ECO {fresh}") == ["B06"]
    kinds = [event.kind for event in step.events]
    assert kinds.index("opened") > max(n for n, kind in enumerate(kinds) if kind == "income")


def test_the_round_is_played_to_its_end() -> None:
    """Case 53."""
    held = dict.fromkeys(("VLA", "STA", "CZS", "FIN"), "PB POL")
    state = position(
        market="UKR GER SWI CYP", hands={"PB": "2H", "RU": "4S"}, held=held, tokens={"PB": "CUL UKR 2", "RU": "MIL1"}
    )
    assert play(state, {}).state.ranks is None
    step = play(state, {"PB": "ATTACK CUL UKR WITH 2H", "RU": ATTACK})
    assert step.state.held["CYP"].seat == "RU"
    assert step.state.ranks is not None


def test_a_peaceful_conquest_clears_damage() -> None:
    """Case 54."""
    state = position(hands={"RU": "2H"}, held={"CZS": "EA MIL damaged"}, tokens={"RU": "CUL CZS 2"})
    step = play(state, {"RU": "ATTACK CUL CZS WITH 2H"})
    assert step.state.held["CZS"] == Holding("RU", damaged=False, kind="CUL")


def test_who_says_nothing_draws_and_keeps_his_tokens() -> None:
    """Case 55."""
    state = position(hands=dict.fromkeys(("PB", "OT", "RU", "EA", "NF", "MC"), ""))
    step = play(state, {})
    assert {event.kind for event in step.events} == {"turn", "income", "drew"}
    assert all(count_drawn_cards(step, seat) == 1 for seat in state.seats)
    assert step.state.tokens == state.tokens


def test_one_line_one_challenge() -> None:
    """Case 56."""
    state = position(hands={"RU": "4D 4D", "NF": "4D", "EA": "5D"}, tokens={"RU": "ECO GER 0", "NF": "ECO SWE 0"})
    state = replace(state, market=("GER", "SWE"))
    text = {"RU": "ATTACK ECO GER WITH 4D", "NF": "ATTACK ECO SWE WITH 4D", "EA": "CHALLENGE ANY WITH 5D"}
    step = play(state, text)
    assert [event.args["challenger"] for event in events_of_kind(step, "attack")] == ["EA", ""]
    assert (token(step, "RU", "ECO"), token(step, "NF", "ECO")) == (("MAT", 0), ("SWE", 1))


def test_a_challenge_up_to_a_strength() -> None:
    """Case 57."""
    state = position(hands={"RU": "9D", "EA": "10D"}, tokens={"RU": "ECO GER 0"})
    step = play(state, {"RU": "ATTACK ECO GER WITH 9D", "EA": "CHALLENGE UPTO 8 WITH 10D"})
    assert events_of_kind(step, "attack")[0].args["challenger"] == ""
    assert "10D" in step.state.hands["EA"]
    assert orders(state, "EA", "CHALLENGE UPTO 9 WITH 10D")
    met = play(state, {"RU": "ATTACK ECO GER WITH 9D", "EA": "CHALLENGE UPTO 9 WITH 10D"})
    assert events_of_kind(met, "attack")[0].args["challenger"] == "EA"
