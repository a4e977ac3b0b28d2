"""The order language of Europe 2028: examples, spellings and messages (§4).

What differs on purpose: unknown words, cards and regions (B01, B02, B05) are answered by the reader that all games
share, in its own words; letters that are late or empty (B22, B23) by the post. B08, B09, B10, B16 with Moscow and B17
in part are warnings, since things may change before one's turn; B25 and B03 cost the target or card named, not the
line. “;” parts orders, as in all games, and begins no comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.europe2028 import ENGINE
from engines.europe2028.card_picks import fight_card_pick
from engines.europe2028.state import Europe2028State, Fight
from engines.language import outline_grammar, parse_orders
from engines.language.grammar import GrammarPart, OneOf, Pick, Repeat
from engines.language.names import Choice, Message
from engines.language.slots import amend_orders
from tests.europe2028.tables import (
    canonical,
    codes,
    judge_lines,
    opening,
    orders,
    play,
    position,
    remarks,
    seat_grammar,
)

BOARD = position(
    hands={"RU": "4S 2S 9H KS 2C 10H X1 5C 4D 5D", "PB": "3C 6C 2S"},
    held={"GRE": "OT POL", "BER": "PB"},
    tokens={"RU": "MIL1, ECO UKR 1, POL", "NF": "ECO"},
)

MESSAGES: dict[str, tuple[str, str, str, str]] = {
    "B03": ("RU", "ATTACK MIL CYP WITH 7S", "warning", "You do not hold the 7 of spades; it is left out."),
    "B04": (
        *("RU", "ATTACK MIL CYP WITH 10H", "warning"),
        "The 10 of hearts does not fit: a military token takes spades. It is left out.",
    ),
    "B04 in a reserve": (
        *("RU", "ATTACK MIL CYP WITH 4S RESERVE 4D", "warning"),
        "The 4 of diamonds does not fit: a military token takes spades. It is left out.",
    ),
    "B04 in a challenge": (
        *("RU", "CHALLENGE EA POL WITH 9H", "warning"),
        "The 9 of hearts does not fit: a political token takes clubs. It is left out.",
    ),
    "B06 in the deck": (
        *("RU", "ATTACK MIL POR WITH 4S", "error"),
        "Portugal & Spain cannot be attacked now: it is still in the deck.",
    ),
    "B06 an original region": (
        *("RU", "LAND MIL IST", "error"),
        "Greater Istanbul cannot be attacked now: it is an original region of the New Ottoman Sultanate.",
    ),
    "B07 no military one": ("NF", "LAND MIL GER", "error", "Your military token is not unlocked yet."),
    "B13 converted": (
        *("RU", "CONVERT 4S 10H ; ATTACK MIL CYP WITH 4S", "warning"),
        "No card opens: the token lands and waits.",
    ),
    "B16 nobody's": ("RU", "DAMAGE GER", "warning", "You cannot damage Germany: nobody holds it at present."),
    "B06 one's own": ("RU", "LAND MIL MOS", "error", "Greater Moscow cannot be attacked now: it is your own."),
    "B06 conquered by oneself": (
        *("OT", "LAND MIL1 GRE", "error"),
        "Greater Greece cannot be attacked now: it is your own.",
    ),
    "B07": ("RU", "LAND CUL CYP", "error", "Your cultural token is not unlocked yet."),
    "B07 the second one": ("RU", "LAND MIL2 CYP", "error", "Your military token is not unlocked yet."),
    "B08": ("RU", "LAND ECO CYP", "warning", "Your economic token stands at Ukraine: call it back first (RECALL)."),
    "B08 a recall that loses levels": (
        *("RU", "RECALL ECO ; ATTACK ECO UKR WITH 4D", "warning"),
        "It is called back first, and lands at Ukraine anew; its level 1 is lost.",
    ),
    "B09": ("RU", "LAND POL UKR", "warning", "Only one of your tokens may stand at Ukraine."),
    "B09 in one letter": (
        *("RU", "LAND MIL CYP ; LAND POL CYP", "warning"),
        "Only one of your tokens may stand at Cyprus.",
    ),
    "B10": (
        *("RU", "LAND POL GRE", "warning"),
        "Landing costs 5 coins, and you have 2; the line is kept in case you have more.",
    ),
    "B10 the second landing": (
        *("RU", "LAND POL GER ; LAND MIL CYP", "warning"),
        "Landing costs 2 coins, and you have 0; the line is kept in case you have more.",
    ),
    "B11": (
        *("RU", "LAND POL CYP PAY 5C", "warning"),
        "Clubs cannot pay this landing: you hold no undamaged region that allows it. It costs 2 coins instead.",
    ),
    "B11 too little": (
        *("PB", "LAND POL CYP PAY 3C", "warning"),
        "Clubs cannot pay this landing: 3 points, and it takes 5. It costs 2 coins instead.",
    ),
    "B11 no clubs": (
        *("PB", "LAND POL CYP PAY 2S", "warning"),
        "Clubs cannot pay this landing: 0 points, and it takes 5. It costs 2 coins instead.",
    ),
    "B11 a held region": (
        *("PB", "LAND POL GRE PAY 6C", "warning"),
        "Clubs cannot pay this landing: another empire holds the region. It costs 5 coins instead.",
    ),
    "B12": (
        *("RU", "ATTACK MIL1 CYP WITH 4S ; ATTACK MIL1 GER WITH 2S", "error"),
        "Your first military token attacks already, and may once a turn.",
    ),
    "B13": ("RU", "ATTACK MIL CYP", "warning", "No card opens: the token lands and waits."),
    "B13 on the region": ("RU", "ATTACK ECO UKR", "warning", "No card opens: the token stays where it is."),
    "B13 no card that fits": (
        "PB",
        "ATTACK CUL CYP WITH HIGH",
        "warning",
        "No card opens: the token lands and waits.",
    ),
    "B13 a card of another suit": (
        *("RU", "ATTACK MIL CYP WITH 10H", "warning"),
        "No card opens: the token lands and waits.",
    ),
    "B14": ("RU", "CHALLENGE RU WITH 4S", "error", "You cannot challenge your own attack."),
    "B16 without Moscow": (
        "PB",
        "DAMAGE RME",
        "error",
        "You cannot damage Greater Rome: you do not hold Greater Moscow.",
    ),
    "B16 one's own": ("RU", "DAMAGE SIB", "warning", "You cannot damage Greater Siberia: it is your own."),
    "B16 damaged": ("RU", "DAMAGE PAR", "warning", "You cannot damage Greater Paris: it is damaged already."),
    "B17 foreign": ("RU", "REPAIR PAR", "error", "Greater Paris is not yours."),
    "B17 perhaps one's own by then": ("RU", "REPAIR CYP", "warning", "Cyprus is not yours."),
    "B17 undamaged": ("RU", "REPAIR MOS", "warning", "Greater Moscow is not damaged at present."),
    "B18": (
        *("RU", "CONVERT 4D 5D", "warning"),
        "These cards make 9 points, less than one coin: nothing is changed.",
    ),
    "B21": ("RU", "SECRET S1", "error", "SECRET is for the setup."),
    "B21 by the book": ("RU", "ADD 4S", "error", "ADD is for games by the book."),
    "B24": (
        *("RU", "CONVERT 10H ; ATTACK MIL CYP WITH 10H", "warning"),
        "The 10 of hearts is changed into coins first and will not be there.",
    ),
    "B24 in a challenge": (
        *("RU", "CONVERT 10H ; CHALLENGE WITH 10H", "warning"),
        "The 10 of hearts is changed into coins first and will not be there.",
    ),
    "B24 as a payment": (
        *("PB", "CONVERT 6C 3C 2S ; LAND POL CYP PAY 6C", "warning"),
        "The 6 of clubs is changed into coins first and will not be there.",
    ),
    "B25": (
        *("RU", "ATTACK MIL CYP WITH 4S ELSE CYP", "warning"),
        "Cyprus is the first target already: it is passed over.",
    ),
    "B25 impossible": (
        *("RU", "ATTACK MIL CYP WITH 4S ELSE POR", "warning"),
        "Portugal & Spain is passed over: it is still in the deck.",
    ),
    "B25 one's own": (
        *("RU", "ATTACK MIL CYP WITH 4S ELSE SIB", "warning"),
        "Greater Siberia is passed over: it is your own.",
    ),
}
"""For each code who says what, how grave it is, and what is answered."""


def remarks_with_code(state: Europe2028State, seat: str, text: str, code: str) -> list[tuple[str, str]]:
    """Return what is said with a code; what is possible instead left out."""
    said = (remark for remark in judge_lines(state, seat, text)[1] if remark.code == code)
    return [(remark.level, remark.text.partition(" Possible:")[0]) for remark in said]


@pytest.mark.parametrize("case", MESSAGES)
def test_messages_name_their_line(case: str) -> None:
    """The last line of the letter is the one at fault; B18 is about all lines that convert."""
    seat, text, _, message = MESSAGES[case]
    (said,) = (remark for remark in judge_lines(BOARD, seat, text)[1] if message in remark.text)
    line = parse_orders(seat_grammar(BOARD, seat), text.split(" ; ")[-1]).orders
    assert said.line == ("" if case.startswith("B18") else line[0].text if line else text)


def test_a_remark_on_the_setup_names_its_line() -> None:
    (said,) = judge_lines(opening(), "RU", "TOKENS POL POL")[1]
    assert (said.code, said.line) == ("B20", "TOKENS POL POL")


def test_every_line_has_its_help() -> None:
    """On the form and in the order reference."""
    fight = Fight("PB", "ECO", "GER", ("2D",), "RU", ("9D",))
    adding = replace(BOARD, kind="add", round=3, turn="PB", fights=(fight,), asked=("RU",))
    lines = [line for state in (BOARD, opening(), adding) for line in seat_grammar(state, "RU").lines]
    assert [line.verb for line in (*lines, *ENGINE.setup.lines) if not line.help] == []


def test_a_fight_that_does_not_wait_for_you() -> None:
    fight = Fight("PB", "ECO", "GER", ("2D",), "RU", ("9D",))
    adding = replace(BOARD, kind="add", round=3, turn="PB", fights=(fight,), asked=("RU",))
    assert canonical(adding, "RU", "ADD AT Germany 4D") == ["ADD AT GER 4D"]
    assert remarks(adding, "RU", "ADD AT Ukraine 4D")[0].startswith("No cards of yours are waited for at Ukraine.")


def test_two_military_attacks_are_two_tokens() -> None:
    """Nothing is remarked: each is another token, and the coins are enough."""
    state = position(hands={"RU": "4S 5S"}, tokens={"RU": "MIL1, MIL2"}, coins={"RU": 4})
    assert remarks(state, "RU", "ATTACK MIL UKR WITH 4S ; ATTACK MIL GER WITH 5S") == []
    assert codes(state, "RU", "ATTACK MIL UKR WITH 4S ; ATTACK MIL GER WITH 5S ; ATTACK MIL CYP WITH 5S") == ["B12"]


@pytest.mark.parametrize("case", MESSAGES)
def test_messages(case: str) -> None:
    seat, text, level, message = MESSAGES[case]
    assert remarks_with_code(BOARD, seat, text, case.split()[0]) == [(level, message)]


@pytest.mark.parametrize(
    ("code", "text", "message"),
    [
        ("B19", "SECRET {other}", "That objective was not dealt to you."),
        ("B20", "TOKENS ECO ECO", "There is only one economic token: choose another for the second."),
        ("B21", "ATTACK MIL CYP WITH 4S", "ATTACK is for a round."),
    ],
)
def test_messages_of_the_setup(code: str, text: str, message: str) -> None:
    state = opening()
    mine = state.dealt["RU"]
    other = next(f"S{n}" for n in range(1, 13) if f"S{n}" not in mine)
    found = remarks_with_code(state, "RU", text.format(other=other), code)
    assert found == [("error", message)]


SHARED = {
    "B01": ("ATTAK MIL CYP WITH 4S", "Did you mean “ATTACK MIL CYP WITH 4S”?"),
    "B02": ("CONVERT ZZ", "“ZZ” is not understood after “CONVERT”"),
    "B05 unknown": ("ATTACK MIL Atlantis WITH 4S", "“Atlantis” is not understood"),
    "B05 ambiguous": ("ATTACK MIL SOUT WITH 4S", "“SOUT” could be SBA (Southern Balkans), SCA (South Caucasus) or"),
    "B15": ("STANDING CHALLENGE WITH 4S", "after “STANDING CHALLENGE WITH”. There it needs LOW, HIGH or ALL."),
    "B20 one token": ("TOKENS MIL", "after “TOKENS MIL” it needs MIL (military token), ECO (economic token)"),
    "B20 three tokens": ("TOKENS MIL ECO CUL", "“TOKENS MIL ECO” is a whole order; “CUL” after it"),
}


@pytest.mark.parametrize("case", SHARED)
def test_what_the_shared_reader_answers(case: str) -> None:
    text, words = SHARED[case]
    found, said = judge_lines(opening() if case.startswith("B20") else BOARD, "RU", text)
    assert not found
    assert [remark.level for remark in said] == ["error"]
    assert words in said[0].text


def test_what_was_standing_stays_for_the_next_round() -> None:
    """B22: the post tells that the round is over; what was standing stays."""
    state = replace(BOARD, standing={"RU": ("CHALLENGE ANY WITH LOW",)})
    after = play(state, {}).state
    assert (after.phase, after.standing) == ("R2", state.standing)


def test_an_empty_letter_is_a_pass() -> None:
    """B23."""
    grammar = seat_grammar(BOARD, "RU")
    assert parse_orders(grammar, " \n\n").orders == ()
    assert grammar.draft == ("PASS",)
    assert play(BOARD, {}).state == play(BOARD, {"RU": ""}).state == play(BOARD, {"RU": "PASS"}).state


def test_good_lines_still_count() -> None:
    text = "FOO ; LAND CUL CYP ; ATTACK MIL CYP WITH 4S ; RECALL ECO"
    found, said = judge_lines(BOARD, "RU", text)
    assert [order.text for order in found] == ["ATTACK MIL CYP WITH 4S", "RECALL ECO"]
    assert len([remark for remark in said if remark.level == "error"]) == 2


# --- what is understood -------------------------------------------------------------------------------------------

EXAMPLES = {
    "ATTACK MIL CYP WITH 4S RESERVE 2S": "ATTACK MIL CYP WITH 4S RESERVE 2S",
    "ATTACK ECO GER WITH 2 of diamonds RESERVE ALL ELSE SWI": "ATTACK ECO GER WITH 2D RESERVE ALL ELSE SWI",
    "LAND POL UKR PAY 5C": "LAND POL UKR PAY 5C",
    "CHALLENGE EA AT UKR FINAL WITH 5S 9S": "CHALLENGE EA AT UKR FINAL WITH 5S 9S",
    "STANDING CHALLENGE AT GER UPTO 12 WITH ALL MAX 2": "STANDING CHALLENGE AT GER UPTO 12 WITH ALL MAX 2",
    "CHALLENGE ANY MIL BLOCK WITH LOW": "CHALLENGE ANY MIL BLOCK WITH LOW",
    "CONVERT 9H KS 2C": "CONVERT 9H KS 2C",
    "REPAIR MOS SIB": "REPAIR MOS SIB",
    "DAMAGE RME PAR CAT": "DAMAGE RME PAR CAT",
    "CANCEL STANDING": "CANCEL STANDING",
    "PASS": "PASS",
    "NEXT CUL MIL": "NEXT CUL MIL",
    "recall the economic token": "RECALL ECO",
    "attack military on the region of cyprus with the card 4s": "ATTACK MIL CYP WITH 4S",
    "ATTACK MILITARY ON GERMANY WITH THE CARDS 4S, 2S": "ATTACK MIL GER WITH 4S 2S",
    "challenge northern front at any eco final block upto 9 with high max 1": (
        "CHALLENGE NF AT ANY ECO FINAL BLOCK UPTO 9 WITH HIGH MAX 1"
    ),
    "challenge new ottoman sultanate with all": "CHALLENGE OT WITH ALL",
    "challenge anyone with all": "CHALLENGE ANY WITH ALL",
    "challenge anybody with all": "CHALLENGE ANY WITH ALL",
    "challenge all with all": "CHALLENGE ANY WITH ALL",
    "challenge at anywhere with all": "CHALLENGE AT ANY WITH ALL",
    "ATTACK MIL GER WITH 4S ELSE Switzerland": "ATTACK MIL GER WITH 4S ELSE SWI",
    "ATTACK MIL GER WITH 4S ELSE Greece": "ATTACK MIL GER WITH 4S ELSE GRE",
    "damage rome": "DAMAGE RME",
    "next cultural military": "NEXT CUL MIL",
    "challenge military with 4S": "CHALLENGE MIL WITH 4S",
    "land political cyprus": "LAND POL CYP",
    "repair moscow, siberia": "REPAIR MOS SIB",
    "  - land pol cyp   # for later": "LAND POL CYP",
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    assert canonical(BOARD, "RU", text) == [EXAMPLES[text]]


CARDS = {
    "4S": ("4S", "4s", "S4", "s 4", "4 of spades", "4 spades", "4 spade", "4 s"),
    "10H": ("10H", "TH", "H10", "HT", "10 of hearts", "10 hearts", "T of hearts", "h t", "t h"),
    "KS": ("KS", "SK", "king of spades", "K of spades", "king s", "s king"),
    "5C": ("5C", "C5", "5 of clubs"),
    "4D": ("4D", "4 of diamonds"),
    "X1": ("X1", "x 1", "joker 1"),
}


@pytest.mark.parametrize(("card", "said"), [(card, said) for card, many in CARDS.items() for said in many])
def test_cards(card: str, said: str) -> None:
    assert canonical(BOARD, "RU", f"CONVERT {said} 9H") == [f"CONVERT {card} 9H"]


REGIONS = {
    "UKR": ("UKR", "ukraine", "Ukra"),
    "SWI": ("SWI", "Switzerland", "switz"),
    "GRE": ("GRE", "Greater Greece", "Greece", "gree"),
    "ENG": ("England, Wales & Scotland", "engl"),
    "ICE": ("Iceland & Ireland", "icel"),
    "SIC": ("Sicily, Sardinia et al.", "sici"),
    "VLA": ("Vladivostok", "vlad"),
}


@pytest.mark.parametrize(("code", "said"), [(code, said) for code, many in REGIONS.items() for said in many])
def test_region_names(code: str, said: str) -> None:
    assert canonical(BOARD, "RU", f"CHALLENGE AT {said} WITH LOW") == [f"CHALLENGE AT {code} WITH LOW"]


@pytest.mark.parametrize("text", ["", "# a comment", "// aside"])
def test_comments(text: str) -> None:
    assert remarks(BOARD, "RU", text) == []
    assert canonical(BOARD, "RU", f"{text}\nPASS") == ["PASS"]


def test_lines_keep_their_sequence_and_what_replaces_what() -> None:
    """Challenges stand side by side in a letter, as do the lines of a token."""
    text = "CHALLENGE AT GER WITH 4S ; CHALLENGE WITH LOW ; CHALLENGE EA WITH ALL"
    assert canonical(BOARD, "RU", text) == text.split(" ; ")
    text = "LAND MIL CYP ; ATTACK MIL CYP WITH 2S ; REPAIR MOS ; REPAIR SIB"
    assert canonical(BOARD, "RU", text) == ["LAND MIL CYP", "ATTACK MIL CYP WITH 2S", "REPAIR SIB"]
    text = "ATTACK MIL CYP ; ATTACK MIL GER"
    assert canonical(position(tokens={"RU": "MIL1, MIL2"}), "RU", text) == text.split(" ; ")


CHANGES = {
    "two recalls": ("RECALL ECO", "RECALL MIL", "RECALL ECO ; RECALL MIL"),
    "one recall twice": ("RECALL ECO ; PASS", "RECALL ECO", "RECALL ECO ; PASS"),
    "other damage": ("DAMAGE LON ; NEXT POL", "DAMAGE CAT", "DAMAGE CAT ; NEXT POL"),
    "other repairs": ("REPAIR MOS", "REPAIR SIB", "REPAIR SIB"),
    "other wishes": ("NEXT POL", "NEXT CUL", "NEXT CUL"),
    "cancel and go on": ("CANCEL STANDING", "NEXT CUL ; CANCEL STANDING", "CANCEL STANDING ; NEXT CUL"),
    "other standing lines": (
        "STANDING CHALLENGE WITH ALL ; STANDING CHALLENGE EA WITH LOW",
        "STANDING CHALLENGE WITH HIGH",
        "STANDING CHALLENGE WITH HIGH",
    ),
    "another target": ("ATTACK MIL CYP WITH 4S", "ATTACK MIL GER WITH 2S", "ATTACK MIL GER WITH 2S"),
    "another token": ("LAND POL GER", "ATTACK MIL GER WITH 2S", "LAND POL GER ; ATTACK MIL GER WITH 2S"),
    "advance instead": ("LAND MIL CYP", "ATTACK MIL GER WITH 2S", "ATTACK MIL GER WITH 2S"),
    "other cards": ("CONVERT 9H KS ; CONVERT 4D", "CONVERT 9H 4D", "CONVERT 9H 4D"),
    "other challenges": ("CHALLENGE WITH ALL ; CHALLENGE EA WITH 4S", "CHALLENGE WITH LOW", "CHALLENGE WITH LOW"),
}
"""Two letters, and what stands after the second."""


@pytest.mark.parametrize("case", CHANGES)
def test_a_later_letter_says_it_anew(case: str) -> None:
    first, second, found = CHANGES[case]
    standing = amend_orders(orders(BOARD, "RU", first), orders(BOARD, "RU", second))
    assert [order.text for order in standing] == found.split(" ; ")


def test_the_form_tells_which_cards_are_held() -> None:
    offered = {choice.code: choice for choice in fight_card_pick(("10H", "X1", "2H")).choices}
    assert list(offered) == ["X1", "2H", "10H"]
    assert [choice.label for choice in offered.values()] == ["first joker", "2 of hearts", "10 of hearts"]
    assert canonical(BOARD, "RU", "CONVERT joker 1 , 7 of spades 9H") == ["CONVERT X1 7S 9H"]


def test_what_cannot_be_said_now_is_no_pattern() -> None:
    """Who does not hold Moscow is not shown how to damage."""
    assert any(line.startswith("DAMAGE <") for line in outline_grammar(seat_grammar(BOARD, "RU")))
    assert not any(line.startswith("DAMAGE") or "<>" in line for line in outline_grammar(seat_grammar(BOARD, "PB")))


def test_what_may_be_said() -> None:
    words = "CONVERT RECALL LAND ATTACK CHALLENGE STANDING CANCEL DAMAGE REPAIR NEXT PASS"
    assert {line.verb for line in seat_grammar(BOARD, "RU").lines} == set(words.split())
    assert {line.verb for line in seat_grammar(opening(), "RU").lines} == {"SECRET", "TOKENS", "NEXT"}


FIGHTING = (Fight("PB", "ECO", "GER", ("2D",), "RU", ("9D",)),)
PHASES: dict[str, tuple[Europe2028State, str, bool, tuple[str, ...]]] = {
    "choosing": (opening(), "Choosing", True, ("SECRET", "TOKENS")),
    "a round": (replace(BOARD, round=3, phase="R3"), "Round 3", True, ("PASS",)),
    "one's own turn": (
        replace(BOARD, kind="turn", round=3, turn="RU", phase="R3-RU-TURN"),
        "Round 3: the turn of Russia",
        True,
        ("PASS",),
    ),
    "another's turn": (
        replace(BOARD, kind="turn", round=3, turn="PB", phase="R3-PB-TURN"),
        "Round 3: the turn of the Paris-Berlin Union",
        False,
        ("PASS",),
    ),
    "a challenge": (
        replace(BOARD, kind="challenge", round=3, turn="PB", phase="R3-PB-CHALLENGE"),
        "Round 3: challenges to the Paris-Berlin Union",
        True,
        ("PASS",),
    ),
    "a challenge to oneself": (
        replace(BOARD, kind="challenge", round=3, turn="RU", phase="R3-RU-CHALLENGE"),
        "Round 3: challenges to Russia",
        False,
        ("PASS",),
    ),
    "more cards": (
        replace(BOARD, kind="add", round=3, turn="PB", fights=FIGHTING, asked=("RU",), phase="R3-PB-ADD1"),
        "Round 3: more cards in the fights of the Paris-Berlin Union",
        True,
        ("PASS",),
    ),
    "more cards of others": (
        replace(BOARD, kind="add", round=3, turn="RU", fights=(), asked=("PB",), phase="R3-RU-ADD1"),
        "Round 3: more cards in the fights of Russia",
        False,
        ("PASS",),
    ),
}
"""Each phase with its title, whether Russia is waited for, and what stands if it is silent."""


@pytest.mark.parametrize("case", PHASES)
def test_who_is_waited_for_and_what_stands(case: str) -> None:
    state, title, due, draft = PHASES[case]
    grammar = seat_grammar(state, "RU")
    assert (grammar.title, grammar.due, tuple(line.split()[0] for line in grammar.draft)) == (title, due, draft)


def test_nobody_is_asked_after_the_end() -> None:
    assert ENGINE.grammar(replace(BOARD, ranks=dict.fromkeys(BOARD.seats, 1)), "RU") is None


def test_the_draft_of_the_choosing_is_what_silence_chooses() -> None:
    """§3.1: the objective with more VP, the kinds with most cards."""
    state = opening()
    state = replace(state, dealt={**state.dealt, "RU": ("S9", "S2")}, hands={**state.hands, "RU": ("2H", "3C")})
    assert seat_grammar(state, "RU").draft == ("SECRET S2", "TOKENS CUL POL")


@pytest.mark.parametrize("lines", [(), ("CHALLENGE WITH ALL",)])
def test_what_is_said_for_a_vacant_seat(lines: tuple[str, ...]) -> None:
    """§3.3: its standing challenges are forgotten."""
    state = replace(BOARD, standing={"RU": lines, "PB": ("CHALLENGE WITH LOW",)})
    assert seat_grammar(state, "RU").vacant == (("CANCEL STANDING",) if lines else ())


ELSEWHERE = {
    "choosing": {
        "a round": "CONVERT RECALL LAND ATTACK DAMAGE REPAIR CHALLENGE STANDING CANCEL PASS",
        "games by the book": "ADD",
    },
    "a round": {"the setup": "SECRET TOKENS", "games by the book": "ADD"},
}
BY_THE_BOOK = {
    "the setup": "SECRET TOKENS",
    "your own turn": "CONVERT RECALL LAND ATTACK DAMAGE REPAIR",
    "the turn of another, when their attacks are on the table": "CHALLENGE",
    "a fight that waits for your cards": "ADD",
}
"""For what phase each word is that cannot be said in another (B21)."""


def told_elsewhere(words: dict[str, str]) -> dict[str, Message]:
    return {word: Message(f"{word} is for {when}.", "B21") for when, some in words.items() for word in some.split()}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_words_of_other_phases(case: str) -> None:
    assert seat_grammar(PHASES[case][0], "RU").elsewhere == told_elsewhere(ELSEWHERE[case])


def test_words_of_other_phases_by_the_book() -> None:
    state = replace(PHASES["another's turn"][0], options=replace(BOARD.options, book=True))
    assert seat_grammar(state, "RU").elsewhere == told_elsewhere(BY_THE_BOOK)


def test_words_without_meaning() -> None:
    assert canonical(BOARD, "RU", "recall the token of economic card on cards region") == ["RECALL ECO"]


def choices(state: Europe2028State, seat: str, verb: str, part: int = 1) -> dict[str, Choice]:
    line = next(line for line in seat_grammar(state, seat).lines if line.verb == verb)
    pick = line.parts[part]
    assert isinstance(pick, Pick)
    return {choice.code: choice for choice in pick.choices}


def test_what_the_form_says_of_secrets_tokens_and_regions() -> None:
    start = opening()
    secrets = choices(replace(start, dealt={**start.dealt, "RU": ("S1", "S11")}), "RU", "SECRET")
    assert {code: (choice.label, choice.note) for code, choice in secrets.items()} == {
        "S1": ("most conquests by military tokens", "5 VP"),
        "S11": ("level 2 reached", "3 VP"),
    }
    labels = {code: choice.label for code, choice in choices(BOARD, "RU", "LAND").items()}
    numbered = {"MIL": "military token", "MIL1": "first military token", "MIL2": "second military token"}
    assert labels == {**numbered, "ECO": "economic token", "CUL": "cultural token", "POL": "political token"}
    lands = choices(BOARD, "RU", "LAND", 2)
    assert (lands["IST"].label, lands["IST"].at, len(lands)) == ("Greater Istanbul", ("IST",), 35)
    assert lands["GER"].group == ""


def test_coins_of_converted_cards_count_and_clubs_spare_coins() -> None:
    """B10 is judged on the coins known now."""
    text = "LAND POL GER ; LAND MIL CYP"
    assert "B10" in codes(BOARD, "RU", text)
    assert "B10" not in codes(BOARD, "RU", f"CONVERT 10H KS ; {text}")
    assert "B10" not in codes(BOARD, "PB", "LAND POL GER PAY 6C ; LAND MIL CYP")
    assert "B10" in codes(BOARD, "PB", "LAND POL GER PAY 3C ; LAND MIL CYP")
    poor = replace(BOARD, coins={**BOARD.coins, "PB": 0})
    assert codes(poor, "PB", "LAND POL GER PAY 6C") == []
    assert codes(poor, "PB", "LAND POL GER PAY 3C") == ["B11", "B10"]


def test_cards_that_make_no_coin_are_still_there() -> None:
    """B18 alone: nothing is changed, so nothing is missing (B24, B13)."""
    assert codes(BOARD, "RU", "CONVERT 4D 5D ; ATTACK ECO UKR WITH 4D") == ["B18"]


def test_a_cheap_landing_is_paid_with_one_coin() -> None:
    """§1.3: Istanbul lands military tokens for one; with a second landing nothing is left."""
    state = position(coins={"OT": 1})
    assert codes(state, "OT", "LAND MIL1 GER") == []
    assert codes(state, "OT", "LAND MIL1 GER ; LAND MIL2 CYP") == ["B10"]


def test_a_recall_from_the_landing_zone_loses_no_level() -> None:
    state = position(hands={"RU": "4D"}, tokens={"RU": "ECO UKR 0"})
    said = remarks(state, "RU", "RECALL ECO ; ATTACK ECO UKR WITH 4D")
    assert said == ["It is called back first, and lands at Ukraine anew."]


def picks(part: GrammarPart) -> Iterator[Pick]:
    """All picks of a part and of what is in it."""
    if isinstance(part, Pick):
        yield part
    elif isinstance(part, Repeat):
        yield from (pick for each in part.parts for pick in picks(each))
    elif isinstance(part, OneOf):
        yield from (pick for way in part.alternatives for each in way.parts for pick in picks(each))


@pytest.mark.parametrize("case", ["a round", "more cards"])
def test_regions_are_called_by_their_names_wherever_they_are_picked(case: str) -> None:
    state = PHASES[case][0]
    regions = {code: region.name for code, region in state.world.regions.items()}
    found = [pick for line in seat_grammar(state, "RU").lines for part in line.parts for pick in picks(part)]
    labels = {(c.code, c.label) for pick in found if pick.name in ("region", "other") for c in pick.choices}
    assert labels - {("ANY", "any region")} == set(regions.items())
    assert {pick.name for pick in found} >= ({"region", "other"} if case == "a round" else {"region"})
