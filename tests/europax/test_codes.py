"""Every message of §4.5 by its code, in English and in French. X18 and X19 are told by the
server, in the words of the game: `tests/mail/test_tongues.py`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from engines.europax import ENGINE
from engines.europax.codes import MESSAGES, reader_phrases
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.language import parse_orders
from engines.language.grammar import Remark
from engines.language.names import message_code
from engines.language.phrases import ENGLISH, FRENCH
from tests.europax.tables import position

FOUR = ("FR", "EN", "DE", "BX")
SISTERS = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}


def usual() -> EuropaxState:
    """France (Blue) leads among four countries; card 27 asks only of Italy, 11 was played, 53 lies in the talon."""
    hands = {"FR": (40, 12, 27), "EN": (41,), "DE": (47,), "BX": (44,)}
    return position(order=FOUR, hands=hands, demands=(53,), used=(11,))


def two_players() -> EuropaxState:
    return position(order=("FR", "BX"))


def two_each() -> EuropaxState:
    return replace(usual(), boards=SISTERS, seats=("BLU", "RED"))


def generous() -> EuropaxState:
    return replace(usual(), options=EuropaxOptions(extra_aid=True))


def led_by_another() -> EuropaxState:
    return replace(usual(), kind="lead", phase="R3-LEAD", leader="DE")


def dealing() -> EuropaxState:
    return EuropaxState(seats=("BLU", "RED"), phase="SETUP", kind="setup", lots=("BLU", "RED"))


CASES = [
    ("X01", usual, "PALY 40", "JUOER 40"),
    ("X01", usual, "SELL EVERYTHING", "VENDRE TOUT"),
    ("X02", usual, "PLAY 57", "JOUER 57"),
    ("X02", usual, "PLAN 40 1000", "PLAN 40 1000"),
    ("X03", usual, "PLAY 41", "JOUER 41"),
    ("X03", usual, "PLAN 40 11", "PLAN 40 11"),
    ("X03", usual, "PLAY THE CARD NO 53", "JOUER LA CARTE N° 53"),
    ("X04", two_players, "PLAY 6", "JOUER 6"),
    ("X05", usual, "PLAY 27", "JOUER 27"),
    ("X06", usual, "BUY GOLD FROM DE", "ACHETER OR CHEZ DE"),
    ("X10", usual, "PLAY 40 IF DE HAS GOLD", "JOUER 40 SI DE A DIAMANTS"),
    ("X07", usual, "BUY PROD FROM DE", "ACHETER TISSUS CHEZ DE"),
    ("X08", usual, "BUY CER FROM MARS", "ACHETER CER CHEZ MARS"),
    ("X08", usual, "BUY CER FROM ITALY", "ACHETER CER CHEZ L'ITALIE"),
    ("X08", dealing, "BOARD FR MARS", "TABLEAU FR MARS"),
    ("X09", usual, "BUY CER FROM FRANCE EN", "ACHETER CER CHEZ FRANCE EN"),
    ("X10", usual, "PLAY 40 IF PIGS FLY", "JOUER 40 SI JAMAIS"),
    ("X10", usual, "PLAY 40 IF DE HAS", "JOUER 40 SI DE A"),
    ("X11", usual, "PLAY 40\nPLAN 12 40", "JOUER 40\nPLAN 12 40"),
    ("X12", generous, "AID EXTRA 101 TO DE", "AIDE PLUS 101 À DE"),
    ("X12", generous, "AID EXTRA -100 TO DE", "AIDE PLUS -100 À DE"),
    ("X10", usual, "PLAY 40 IF CASH DE < 303", "JOUER 40 SI CAISSE DE < 303"),
    ("X13", usual, "AID EXTRA 100 TO DE", "AIDE PLUS 100 À DE"),
    ("X13", dealing, "AID GIFT", "AIDE DON"),
    ("X14", usual, "BOARD FR", "TABLEAU FR"),
    ("X14", dealing, "PLAY 40", "JOUER 40"),
    ("X15", two_each, "DE: PLAY 40", "DE: JOUER 40"),
    ("X16", two_each, "PLAY 40", "JOUER 40"),
    ("X17", led_by_another, "PLAY 40", "JOUER 40"),
]


def remarks_to_blue(state: EuropaxState, text: str) -> list[Remark]:
    """All that Blue is told of some lines."""
    grammar = ENGINE.grammar(state, "BLU")
    assert grammar is not None
    reading = parse_orders(grammar, text)
    return [*reading.remarks, *ENGINE.check(state, "BLU", reading.orders)]


def says_message(template: str, text: str) -> bool:
    """Return whether a text holds what a message says, whatever stands in its braces."""
    return bool(re.search(re.sub(r"\\\{\w+\\\}", ".+", re.escape(template)), text))


@pytest.mark.parametrize("french", [False, True], ids=["english", "french"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[2]}")
def test_a_message_is_given_in_the_language_of_its_reader(case: tuple, french: bool) -> None:  # type: ignore[type-arg]
    code, table, *lines = case
    state = table()
    if french:
        state = replace(state, language={"BLU": "FR"})
    found = [remark.text for remark in remarks_to_blue(state, lines[french]) if remark.code == code]
    assert any(says_message(MESSAGES[code][french], text) for text in found), remarks_to_blue(state, lines[french])


def test_every_message_is_tried() -> None:
    tried = {case[0] for case in CASES} | {message_code(reader_phrases(True)[key]) for key in ("late", "empty")}
    assert tried == set(MESSAGES) == {f"X{n:02}" for n in range(1, 20)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[2]}")
def test_the_other_language_is_understood_as_well(case: tuple) -> None:  # type: ignore[type-arg]
    """Who reads French may write English, and is answered in French; and the other way round."""
    code, table, english, french = case
    answers = remarks_to_blue(table(), french), remarks_to_blue(replace(table(), language={"BLU": "FR"}), english)
    assert all(code in [remark.code for remark in found] for found in answers)


def test_no_text_holds_its_code() -> None:
    """It stands in a field of its own; pages and letters show it beside the text."""
    texts = [remark.text for case in CASES for remark in remarks_to_blue(case[1](), case[2])]
    assert texts and not [text for text in texts if re.search(r"\bX\d\d\b|ignored", text)]


def test_the_reader_quotes_as_its_language_does() -> None:
    """Also in what a game says of a word, and of two things a line could mean."""
    french = replace(usual(), language={"BLU": "FR"})
    for text in ("JUOER 40", "ACHETER OR CHEZ DE", "JOUER 40 SI JAMAIS", "ACHETER TISSUS CHEZ DE", "JOUER 40 ET 12"):
        (answer,) = (remark.text for remark in remarks_to_blue(french, text))
        assert "« " in answer and not set("“”") & set(answer)


def test_every_sentence_of_the_reader_is_there_in_french() -> None:
    """With the same facts."""
    assert FRENCH.keys() == ENGLISH.keys()
    for key, english in ENGLISH.items():
        assert set(re.findall(r"{\w+}", FRENCH[key])) == set(re.findall(r"{\w+}", english))


def test_a_condition_is_answered_with_what_is_wrong_in_it() -> None:
    """X10 first, then X06 or X12."""
    (goods,), (cash,) = (remarks_to_blue(usual(), f"PLAY 40 IF {test}") for test in ("DE HAS GOLD", "CASH DE < 303"))
    assert goods.code == cash.code == "X10"
    assert "out of your plan. Unknown product “GOLD”. Products: ACI BOI" in goods.text
    assert "out of your plan. Amounts are whole multiples of 5." in cash.text


def test_where_a_card_is() -> None:
    """§4.5, X03: with another country, played, or in the talon."""
    answers = [remarks_to_blue(usual(), f"PLAY {number}")[0].text for number in (41, 11, 53)]
    for answer, place in zip(answers, ("England holds it", "it has been played", "it lies in the talon"), strict=True):
        assert f"beside your board: {place}." in answer


def by_the_book() -> EuropaxState:
    return replace(usual(), options=EuropaxOptions(book=True))


def dealing_generously() -> EuropaxState:
    return replace(dealing(), options=EuropaxOptions(extra_aid=True))


def two_each_generously() -> EuropaxState:
    return replace(two_each(), options=EuropaxOptions(extra_aid=True))


WHICH = "Which country? Begin the line with FR: or EN:."
NO_DEALING = "BOARD is only for the dealing of boards."
FACTS = [
    (dealing, "PLAY 40", "PLAY is only for the rounds."),
    (dealing_generously, "AID EXTRA 100 TO DE", "AID is only for the rounds."),
    (by_the_book, "STOP", "STOP is only for sealed rounds, not for single cards."),
    (by_the_book, "AUTO ON", "AUTO is only for sealed rounds, not for single cards."),
    (by_the_book, "BOARD FR", NO_DEALING),
    (usual, "BOARD FR", NO_DEALING),
    (two_each, "BOARD FR", NO_DEALING),
    (two_each, "PLAY 40", WHICH),
    (two_each_generously, "AID EXTRA 100 TO DE", WHICH),
    (usual, "AID EXTRA 100 TO DE", "AID is not used in this game (option EXTRA-AID)."),
]


@pytest.mark.parametrize(("table", "text", "answer"), FACTS, ids=lambda case: getattr(case, "__name__", case))
def test_what_is_said_in_vain_is_told_with_its_reason(
    table: Callable[[], EuropaxState], text: str, answer: str
) -> None:
    """§4.5, X13, X14 and X16: which order, and when or with which option it is said, or which countries are his."""
    assert [remark.text for remark in remarks_to_blue(table(), text)] == [answer]


WRONG = [
    (usual, "PLAY 57", "There is no demand card 57; cards run from 1 to 56."),
    (usual, "PLAY 9999", "There is no demand card “9999”; cards run from 1 to 56."),
    (two_players, "PLAY 6", "Card 6 is not in this game."),
    (usual, "PLAY 27", "Card 27 asks nothing of a country in play: you keep the lead, and no imprévu is drawn."),
    (usual, "BUY GOLD FROM DE", "Unknown product “GOLD”. Products: ACI BOI CER CHA CHI"),
    (usual, "BUY CER FROM MARS", "“MARS” is not a country of this game."),
    (usual, "BUY CER FROM IT", "Italy is not a country of this game."),
    (generous, "AID EXTRA 100 TO IT", "Italy is not a country of this game."),
    (two_each, "DE: PLAY 40", "Germany is not your country."),
]


@pytest.mark.parametrize(("table", "text", "answer"), WRONG, ids=lambda case: getattr(case, "__name__", case))
def test_what_is_wrong_is_called_by_its_name(table: Callable[[], EuropaxState], text: str, answer: str) -> None:
    """§4.5, X02, X04 to X06, X08 and X15."""
    assert remarks_to_blue(table(), text)[0].text.startswith(answer)


def test_who_names_no_seller_of_the_game_is_shown_all() -> None:
    """§4.5, X08: the countries, and anybody."""
    possible = (f"BUY CER FROM {seller}" for seller in (*FOUR, "ALL"))
    assert remarks_to_blue(usual(), "BUY CER FROM IT")[0].text.endswith(f"Possible: {', '.join(possible)}.")


def test_warnings_cost_nothing() -> None:
    for code in ("X05", "X09", "X11", "X17"):
        table, text = next((case[1], case[2]) for case in CASES if case[0] == code)
        assert {remark.level for remark in remarks_to_blue(table(), text)} == {"warning"}


LEADS = "Germany leads now: this is kept until you do."


def test_warnings_name_the_line_and_say_what_it_is_about() -> None:
    """§4.5: X09 the own country, X11 the card, X17 who leads; once for a line."""
    lines = "BUY CER FROM EN FR\nPLAY 40 IF EN HAS CER\nPLAN 12 40\nPLAY 40"
    found = remarks_to_blue(led_by_another(), lines)
    assert {remark.level for remark in found} == {"warning"}
    assert [(remark.code, remark.text, remark.line) for remark in found] == [
        ("X09", "France is your own country: it is passed over.", "BUY CER FROM EN FR"),
        *(("X17", LEADS, line) for line in ("PLAY 40 IF EN HAS CER", "PLAN 12 40", "PLAY 40")),
        ("X11", "Card 40 is already in your plan.", "PLAY 40"),
    ]


def test_the_leader_is_not_warned() -> None:
    """§4.5, X17: nor is anybody in a sealed round."""
    assert remarks_to_blue(replace(led_by_another(), leader="FR"), "PLAY 40") == []
    assert remarks_to_blue(replace(usual(), leader="DE"), "PLAY 40\nPLAN 12") == []


@pytest.mark.parametrize("kind", ["setup", "round"])
def test_the_banker_is_shown_an_order_of_his_own(kind: str) -> None:
    """Neither boards nor cards are his."""
    state = replace(dealing() if kind == "setup" else usual(), seats=("BLU", "RED", "BANK"), out=("BANK",))
    grammar = ENGINE.grammar(state, "BANK")
    assert grammar is not None
    example = parse_orders(grammar, "SHRUG").remarks[0].text.rpartition(": ")[2]
    assert example == "LANGUAGE FR" and parse_orders(grammar, example).orders
