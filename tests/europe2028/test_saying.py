"""What is offered looks at the board: what can be said, in which words, and that it does what it says (§4)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from engines import states
from engines.base import Event
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import Europe2028State, Fight
from engines.language import complete_order, parse_orders
from engines.language.grammar import Order, Remark
from engines.language.index import CompiledGrammar
from engines.language.names import Choice
from engines.language.walking import walk_grammar
from tests.europe2028.tables import codes, judge_lines, opening, orders, position, seat_grammar
from tests.size import take_some

BOARD = position(
    hands={"RU": "4S 2S 9H KS 2C 10H X1 5C 4D 5D", "PB": "3C 6C 2S", "EA": "5S"},
    held={"GRE": "OT POL", "BER": "PB"},
    tokens={"RU": "MIL1, ECO UKR 1, POL", "NF": "ECO UKR 2"},
    coins={"RU": 6},
)
FIGHT = Fight("PB", "ECO", "GER", ("2D",), "RU", ("9D",), attackers_move=False)
ADDING = replace(BOARD, kind="add", turn="PB", fights=(FIGHT,), asked=("RU",))
CHALLENGING = replace(BOARD, kind="challenge", turn="PB", fights=(replace(FIGHT, challenger="", answer=()),))


def choices_after(text: str, words: str = "", state: Europe2028State = BOARD, seat: str = "RU") -> dict[str, Choice]:
    """The choices that go on from a text after some words."""
    steps = (step for step in complete_order(seat_grammar(state, seat), text).steps if step.words == words)
    return {choice.code: choice for step in steps for choice in step.choices}


def near(found: dict[str, Choice]) -> list[str]:
    """Return what is neither refused nor folded away."""
    return [code for code, choice in found.items() if not choice.why_not and not choice.group]


# --- cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("ATTACK MIL CYP WITH", ["X1", "2S", "4S", "KS"]),
        ("ATTACK ECO UKR WITH 4D RESERVE", ["X1", "4D", "5D"]),
        ("ATTACK POL CYP WITH LOW RESERVE", ["X1", "2C", "5C"]),
    ],
)
def test_only_cards_that_fit_the_token_lie_open(text: str, cards: list[str]) -> None:
    found = choices_after(text)
    assert near(found) == cards
    assert {choice.group for choice in found.values()} == {"", "Of another suit"}
    assert found["9H"].hint


def test_cards_that_are_not_held_are_read_and_left_out() -> None:
    """Nobody is offered fifty-six cards (V4); whoever names another is told (B03)."""
    assert set(choices_after("", "CONVERT")) == set(BOARD.known_hand("RU"))
    for text in ("CONVERT 7S KS", "ATTACK MIL CYP WITH 4S RESERVE 7S", "LAND POL CYP PAY 7C", "CHALLENGE WITH AH KS"):
        (order,), said = judge_lines(BOARD, "RU", text)
        assert order.text == text and "B03" in [remark.code for remark in said]


def test_a_card_that_was_said_is_not_offered_again() -> None:
    assert near(choices_after("ATTACK MIL CYP WITH KS")) == ["X1", "2S", "4S"]


def test_cards_say_what_they_are_worth() -> None:
    """In a fight, in coins, and as a payment."""
    assert choices_after("ATTACK MIL CYP WITH")["KS"].note == "12 points"
    assert choices_after("ATTACK MIL CYP WITH")["X1"].note == "beats any number"
    assert choices_after("", "CONVERT")["KS"].note == "15 points"
    paying = replace(BOARD, tokens={**BOARD.tokens, "PB": BOARD.tokens["RU"]})
    assert choices_after("LAND POL CYP", "PAY", paying, "PB")["6C"].note == "6 of 5 points"
    assert near(choices_after("LAND POL CYP", "PAY", paying, "PB")) == ["3C", "6C"]
    assert near(choices_after("LAND POL CYP", "PAY")) == []


def test_cards_that_make_no_coin_are_folded_away() -> None:
    poor = position(hands={"RU": "4S 2S"})
    assert near(choices_after("", "CONVERT", poor)) == []
    assert {choices_after("", "CONVERT", poor)[code].group for code in ("4S", "2S")} == {
        "All your cards make 6 points, and ten are a coin"
    }


def test_a_click_on_a_card_means_it() -> None:
    assert choices_after("", "CONVERT")["10H"].at == ("card 10H",)


def test_a_card_is_played_once() -> None:
    """What opens one attack, or pays a landing, opens no other; each line is told (B13)."""
    state = position(
        hands={"RU": "4S 5C 6C"}, tokens={"RU": "MIL1, MIL2, POL"}, held={"BER": "RU POL"}, coins={"RU": 9}
    )
    assert codes(state, "RU", "ATTACK MIL1 CYP WITH 4S ; ATTACK MIL2 GER WITH LOW") == ["B13"]
    assert codes(state, "RU", "ATTACK POL CYP PAY 5C WITH 5C") == ["B13"]
    assert codes(state, "RU", "ATTACK POL CYP PAY 5C WITH ALL") == []


def test_only_clubs_that_pay_are_gone_before_the_attack() -> None:
    """What pays no landing may open: a joker, clubs of an empire that holds no such region, clubs on a held region."""
    hand = {"RU": "5C 10C X1"}
    state = position(hands=hand, held={"BER": "RU POL", "GRE": "OT POL"}, tokens={"RU": "POL"}, coins={"RU": 9})
    assert codes(state, "RU", "ATTACK POL CYP PAY 10C WITH 10C") == ["B13"]
    assert codes(state, "RU", "ATTACK POL CYP PAY 5C X1 WITH X1") == []
    assert codes(state, "RU", "ATTACK POL GRE PAY 5C WITH 5C") == ["B11"]
    without = position(hands=hand, tokens={"RU": "POL"}, coins={"RU": 9})
    assert codes(without, "RU", "ATTACK POL CYP PAY 5C WITH 5C") == ["B11"]


# --- tokens ---------------------------------------------------------------------------------------------------------


def test_tokens_say_where_they_are_and_a_click_there_means_them() -> None:
    tokens = choices_after("", "ATTACK")
    assert (tokens["ECO"].note, tokens["ECO"].at) == ("at Ukraine, level 1 of 3", ("token ECO", "UKR"))
    assert (tokens["POL"].note, tokens["POL"].at) == ("on your mat", ("token POL",))
    assert near(tokens) == ["MIL", "ECO", "POL"]
    assert tokens["CUL"].why_not and tokens["CUL"].group == "Not unlocked yet"
    assert tokens["MIL1"].group == "By number"


def test_two_military_tokens_are_told_apart() -> None:
    both = choices_after("", "ATTACK", position(hands={"RU": "4S"}, tokens={"RU": "MIL1 UKR 0, MIL2"}))
    assert near(both) == ["MIL1", "MIL2"]
    assert (both["MIL1"].label, both["MIL2"].label) == ("first military token", "second military token")


@pytest.mark.parametrize(
    ("verb", "open_", "folded"),
    [
        ("LAND", ["MIL", "POL"], "On a region: call it back first"),
        ("RECALL", ["ECO"], "On your mat already"),
    ],
)
def test_tokens_that_cannot_be_used_so_are_folded_away(verb: str, open_: list[str], folded: str) -> None:
    found = choices_after("", verb)
    assert near(found) == open_
    assert folded in {choice.group for choice in found.values()}


def test_a_token_that_no_card_fits_is_folded_away() -> None:
    state = position(hands={"RU": "4S"}, tokens={"RU": "MIL1, ECO"})
    assert near(choices_after("", "ATTACK", state)) == ["MIL"]


def test_the_second_token_is_given_by_the_first() -> None:
    """There are two military ones, and one of each other kind (B20)."""
    start = opening()
    assert near(choices_after("TOKENS MIL", "", start)) == ["MIL", "ECO", "CUL", "POL"]
    assert near(choices_after("TOKENS ECO", "", start)) == ["MIL", "CUL", "POL"]
    assert [order.text for order in orders(start, "RU", "TOKENS MIL MIL")] == ["TOKENS MIL MIL"]


# --- regions --------------------------------------------------------------------------------------------------------


def test_regions_say_what_it_costs_and_what_they_bring() -> None:
    found = choices_after("ATTACK POL")
    assert found["SWI"].note == "2 coins to land · 1 level · 2 VP · 4 coins a turn"
    assert found["CYP"].note.endswith("coins doubled or none")
    assert near(found) == ["CYP", "GER", "SWI"]
    assert found["GRE"].group == "Conquered by others: landing costs 5"
    assert found["UKR"].group == "Another token of yours stands there"
    assert found["POR"].why_not and found["POR"].group == "Cannot be attacked now"


def test_prices_are_those_of_the_token_that_was_picked() -> None:
    """Austria-Hungary lands economic and political tokens for one coin."""
    state = position(hands={"EA": "4S"})
    assert choices_after("LAND ECO", "", state, "EA")["GER"].note.startswith("1 coin to land")
    assert choices_after("LAND MIL1", "", state, "EA")["GER"].note.startswith("2 coins to land")
    assert choices_after("LAND ECO", "", position(), "NF")["GER"].note.startswith("lands free")


def test_a_token_on_a_region_goes_on_there_or_is_called_back() -> None:
    found = choices_after("ATTACK ECO")
    assert near(found) == ["UKR"]
    assert found["UKR"].note.startswith("climbs to level 2 of 3")
    assert "Northern Front’s economic token, level 2 of 3" in found["UKR"].note
    assert found["GER"].group == "Call it back from Ukraine first"
    last = position(hands={"RU": "4D"}, tokens={"RU": "ECO UKR 2"})
    assert choices_after("ATTACK ECO", "", last)["UKR"].note.startswith("the last step takes it")


def test_either_of_two_is_the_one_that_stands_there() -> None:
    """§5.2.3b: where none of the two stands, one comes from the mat."""
    found = choices_after(
        "ATTACK MIL", "", position(coins={"RU": 9}, tokens={"RU": "MIL1, MIL2 UKR 0"}, hands={"RU": "4S"})
    )
    assert found["UKR"].note.startswith("climbs to level 1 of 3")
    assert found["GER"].note.startswith("2 coins to land")


def test_what_cannot_be_paid_is_folded_away() -> None:
    found = choices_after("LAND POL", "", replace(BOARD, coins={**BOARD.coins, "RU": 1}))
    assert near(found) == []
    assert found["GER"].group == "Landing costs more than you have: 1 coin"


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        (BOARD, "ATTACK MIL", ""),
        (BOARD, "ATTACK MIL CYP WITH 4S", "ELSE"),
        (BOARD, "", "DAMAGE"),
        (BOARD, "", "REPAIR"),
        (BOARD, "CHALLENGE", "AT"),
        (ADDING, "ADD", "AT"),
    ],
)
def test_a_click_on_a_region_means_it_wherever_one_is_picked(state: Europe2028State, text: str, words: str) -> None:
    """V19: choices that are made anew keep what they stand for."""
    found = choices_after(text, words, state)
    assert found
    assert all(choice.at == (code,) for code, choice in found.items() if code != "ANY")


def test_the_second_choice_is_not_the_first_and_can_be_attacked() -> None:
    found = choices_after("ATTACK MIL CYP WITH 4S", "ELSE")
    assert near(found) == ["GER", "SWI", "UKR"]
    assert found["CYP"].hint and found["POR"].hint


@pytest.mark.parametrize(("coins", "open_"), [(10, ["PAR"]), (9, [])])
def test_what_is_repaired_is_damaged_and_can_be_paid(coins: int, open_: list[str]) -> None:
    state = position(held={"BER": "PB"}, coins={"PB": coins})
    assert near(choices_after("", "REPAIR", state, "PB")) == open_


def test_what_a_repair_costs_and_of_what() -> None:
    """§5.2.3e: of what is whole it is said so, of what is damaged nothing."""
    found = choices_after("", "REPAIR", position(coins={"PB": 9}, held={"BER": "PB"}), "PB")
    assert (found["PAR"].hint, found["PAR"].group) == ("", "It costs 10 coins")
    assert str(found["BER"].hint).endswith("is not damaged at present.")


def test_what_is_damaged_is_whole_and_another_s() -> None:
    found = choices_after("", "DAMAGE")
    assert "LON" in near(found) and not {"PAR", "MOS", "GER"} & set(near(found))
    assert found["LON"].note == "Northern Front’s, 6 VP"


# --- against others -------------------------------------------------------------------------------------------------


def test_challenges_are_offered_where_attacks_can_be() -> None:
    """In a sealed round that is the market and what was conquered; by the book the attacks on the table."""
    assert near(choices_after("CHALLENGE", "AT")) == ["CYP", "GER", "GRE", "SWI", "UKR", "ANY"]
    assert near(choices_after("CHALLENGE", "AT", CHALLENGING)) == ["GER", "ANY"]
    assert near(choices_after("CHALLENGE", "", CHALLENGING)) == ["PB", "ANY", "ECO"]
    assert near(choices_after("CHALLENGE", ""))[:5] == ["PB", "OT", "EA", "NF", "MC"]
    assert near(choices_after("CHALLENGE WITH", "", CHALLENGING)) == ["X1", "4D", "5D"]


def test_a_standing_challenge_names_no_cards() -> None:
    """It cannot be said (B15)."""
    ways = [step.words for step in complete_order(seat_grammar(BOARD, "RU"), "STANDING CHALLENGE WITH").steps]
    assert ways == ["LOW", "HIGH", "ALL"]


def test_cards_are_added_to_the_fight_that_waits() -> None:
    assert near(choices_after("ADD", "", ADDING)) == ["X1", "4D", "5D"]
    (said,) = judge_lines(ADDING, "RU", "ADD 9H")[1]
    assert (said.level, said.code) == ("warning", "B04")
    assert choices_after("ADD", "AT", ADDING)["GER"].note == "1 card of yours against 1"


# --- in words -------------------------------------------------------------------------------------------------------

WORDS = {
    "CONVERT 9H KS": "Change into coins: the 9 of hearts and the king of spades",
    "RECALL ECO": "Call back the economic token",
    "LAND POL GER PAY 5C": "Land the political token on Germany, paying the landing with the 5 of clubs",
    "ATTACK MIL CYP WITH 4S 2S RESERVE ALL ELSE SWI": (
        "Attack with the military token at Cyprus, opening with the 4 of spades and the 2 of spades, "
        "keeping in reserve all cards that fit, or else at Switzerland"
    ),
    "ATTACK MIL1 CYP WITH X1": "Attack with the first military token at Cyprus, opening with the first joker",
    "ATTACK MIL CYP ELSE SWI": "Attack with the military token at Cyprus, or else at Switzerland",
    "DAMAGE LON RME": "Damage Greater London or Greater Rome",
    "REPAIR MOS SIB": "Repair Greater Moscow, then Greater Siberia",
    "CHALLENGE EA AT UKR FINAL WITH 4S": (
        "Challenge attacks of the Eastern Alliance at Ukraine, on the last step only, with the 4 of spades"
    ),
    "CHALLENGE ANY MIL BLOCK WITH LOW": (
        "Challenge attacks of anyone by the military token, content with a tie, with the weakest card that fits"
    ),
    "CHALLENGE UPTO 12 WITH ALL MAX 2": (
        "Challenge attacks, opened with up to 12 points, with all cards that fit, but no more than 2 cards"
    ),
    "STANDING CHALLENGE AT GER WITH HIGH": (
        "From the next phase on, challenge attacks at Germany, with the strongest card that fits"
    ),
    "STANDING CLEAR": "From the next phase on, say nothing more",
    "CANCEL STANDING": "Forget all standing challenges",
    "NEXT CUL MIL": "Unlock next the cultural token, then the military token",
    "PASS": "Do nothing more",
}


@pytest.mark.parametrize("text", WORDS)
def test_sentences_in_words(text: str) -> None:
    (order,) = parse_orders(seat_grammar(BOARD, "RU"), text).orders
    assert (order.text, order.words) == (text, WORDS[text])


def test_added_cards_in_words() -> None:
    (order,) = orders(ADDING, "RU", "ADD AT GER 4D")
    assert order.words == "Add at Germany the 4 of diamonds"


def test_choices_in_words() -> None:
    start = replace(opening(), dealt={"RU": ("S11", "S5")})
    words = [order.words for order in orders(start, "RU", "SECRET S5 ; TOKENS MIL ECO")]
    assert words == [
        "Keep the secret objective: most conquests by cultural tokens",
        "Begin with one military token and one economic token",
    ]


# --- what is offered is sound ---------------------------------------------------------------------------------------

CODES = re.compile(r"\b(B\d\d|MIL\d?|ECO|CUL|S\d\d?)\b")
"""What people do not read: codes of remarks, tokens and objectives."""
OPTIONS = ("", "PLAYERS 3\nMAX-ROUNDS 9", "MODE BOOK\nPLAYERS 4\nMAX-ROUNDS 9")
FAULTS = ("refused", "void")
"""Events that tell an empire that a line of its own came to nothing."""


def judge(view: Europe2028State, seat: str) -> Callable[[Order], Sequence[Remark]]:
    return lambda order: [r for r in ENGINE.check(view, seat, [order]) if r.line in ("", order.text)]


def positions(seed: int, count: int) -> Iterator[tuple[Europe2028State, int]]:
    """Positions of games in which all play what is advised, and now and then what is offered."""
    random = Random(seed)
    state = opening(OPTIONS[seed % len(OPTIONS)], KeyedDice(str(seed).encode(), "0"))
    for n in range(count):
        if state.ranks is not None:
            return
        yield state, n
        said = {seat: roll_orders(state, seat, random) for seat in state.seats}
        state = ENGINE.resolve(state, said, KeyedDice(str(seed).encode(), str(n + 1))).state


def roll_orders(state: Europe2028State, seat: str, random: Random) -> tuple[Order, ...]:
    view, grammar = states.seat_view(state, seat), seat_grammar(state, seat)
    if not grammar.due:
        return ()
    if random.random() < 0.7:
        return judge_lines(state, seat, "\n".join(ENGINE.advise(view, seat, random)))[0]
    return judge_lines(
        state,
        seat,
        "\n".join(walk_grammar(grammar, random, "", judge(view, seat), folded=False).text for _ in range(3)),
    )[0]


def walk_all_sentences(state: Europe2028State, random: Random, paths: int) -> Iterator[tuple[str, Order, list[Remark]]]:
    """Sentences that the steps lead to, for each seat, with all that is said to them; they are read as they stand."""
    for seat in state.seats:
        view, grammar = states.seat_view(state, seat), seat_grammar(state, seat)
        compiled, told = CompiledGrammar(grammar), judge(view, seat)
        for _ in range(paths):
            order = walk_grammar(compiled, random, "", told, folded=False)
            reading = parse_orders(grammar, order.text)
            assert reading.orders == (order,)
            yield seat, order, [*reading.remarks, *told(order)]


def sound(state: Europe2028State, random: Random, paths: int) -> tuple[int, int]:
    """Return how many sentences were walked to, and how many of them are warned of. None costs a line, has a code in
    its words, or comes to nothing by the fault of who says it."""
    count = warned = 0
    for seat, order, said in walk_all_sentences(state, random, paths):
        count, warned = count + 1, warned + bool(said)
        assert not [remark for remark in said if remark.level == "error"], order.text
        assert not CODES.search(order.words), order.words
        assert not [remark for remark in said if CODES.search(remark.text)], said
        if not said and state.kind != "setup":
            assert not own_faults(state, seat, order), order.text
    return count, warned


def own_faults(state: Europe2028State, seat: str, order: Order) -> list[Event]:
    """Return what an order that nothing was remarked on comes to, if all others are silent and its empire is first."""
    alone = replace(state, first=seat) if state.kind == "round" else state
    events = ENGINE.resolve(alone, {seat: (order,)}, KeyedDice(b"alone", "1")).events
    return [event for event in events if event.kind in FAULTS and event.args["seat"] == seat]


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("seed", take_some(range(6), 2))
def test_what_is_offered_is_read_passes_and_works(seed: int) -> None:
    """At seventy positions; not one line in ten is warned of."""
    found = [sound(state, Random(f"{seed} {n}"), 4) for state, n in positions(seed, 12)]
    assert sum(warned for _, warned in found) <= sum(count for count, _ in found) / 10
