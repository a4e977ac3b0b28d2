"""What an ask holds besides its sentences: examples, help, what an empty seat says, what is stored of an order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.europax import ENGINE
from engines.europax.conditions import guard_holds
from engines.europax.data import STANDARD
from engines.europax.state import BANK, EuropaxOptions, EuropaxState
from engines.language import parse_orders
from engines.language.grammar import OrderGrammar, Pick
from engines.language.slots import amend_orders
from tests.europax.tables import USUAL, make_led_round, opening, orders, position

SISTERS = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}
GENEROUS = EuropaxOptions(extra_aid=True)
DUTIES = EuropaxOptions(banker_duties=True)


def two_each(**fields: Any) -> EuropaxState:
    """Blue plays France and England, Red Germany and Benelux."""
    return replace(position(order=tuple(SISTERS), **fields), boards=SISTERS, seats=("BLU", "RED"))


def dealing(options: EuropaxOptions = USUAL) -> EuropaxState:
    return EuropaxState(seats=("BLU", "RED", BANK), phase="SETUP", kind="setup", options=options, lots=("BLU", "RED"))


def french(state: EuropaxState) -> EuropaxState:
    return replace(state, language=dict.fromkeys(state.seats, "FR"))


def seat_grammar(state: EuropaxState, seat: str = "BLU") -> OrderGrammar:
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    return grammar


# --- examples -------------------------------------------------------------------------------------------------------

NO_CARD = {"FR": (), "EN": (41,), "DE": (47,), "BX": (44,), "IT": (53,)}
EXAMPLES = {
    "a card of his": (make_led_round(""), "PLAY 40", "JOUER 40"),
    "no card": (position(hands=NO_CARD), "SPREAD ON", "RÉPARTIR OUI"),
    "two countries": (two_each(), "FR PLAY 1", "FR JOUER 1"),
    "no card of two countries": (two_each(hands=NO_CARD), "FR SPREAD ON", "FR RÉPARTIR OUI"),
    "boards are dealt": (dealing(), "BOARD FR EN", "TABLEAU FR EN"),
}


@pytest.mark.parametrize("case", EXAMPLES)
def test_who_is_not_understood_is_shown_an_order_that_would_do(case: str) -> None:
    """§4.5, X01: in his language, for a country of his."""
    state, *texts = EXAMPLES[case]
    for view, text in zip((state, french(state)), texts, strict=True):
        told = parse_orders(seat_grammar(view), "SHRUG").remarks[0].text
        assert told.endswith((f": {text}", f"\u00a0: {text}")), told
        assert parse_orders(seat_grammar(view), text).orders


def test_the_banker_is_shown_his_language_in_his_language() -> None:
    """§3.3 and §4.2: he may ask for the other one."""
    state = opening("PLAYERS 6")
    for view, text in ((state, "LANGUAGE FR"), (french(state), "LANGUE EN")):
        assert parse_orders(seat_grammar(view, BANK), "SHRUG").remarks[0].text.endswith(f" {text}")


# --- what is said in the reader's language ----------------------------------------------------------------------------


def test_every_sentence_says_what_it_is_for() -> None:
    """In one line, in the language of the reader."""
    for state, seat in ((make_led_round("", options=GENEROUS), "BLU"), (dealing(), "BLU"), (dealing(DUTIES), BANK)):
        pairs = zip(seat_grammar(state, seat).lines, seat_grammar(french(state), seat).lines, strict=True)
        assert all(english.help and own.help and english.help != own.help for english, own in pairs)


@pytest.mark.parametrize(("language", "note", "now"), [("EN", "as now", "EN"), ("FR", "comme maintenant", "FR")])
def test_the_language_that_is_read_now_is_marked(language: str, note: str, now: str) -> None:
    """§4.2."""
    (line,) = (
        line
        for line in seat_grammar(replace(make_led_round(""), language={"BLU": language})).lines
        if line.verb == "LANGUAGE"
    )
    notes = {choice.code: choice.note for part in line.parts for choice in getattr(part, "choices", ())}
    assert notes == {"EN": "", "FR": "", now: note}


def test_dealing_is_said_in_french_as_well() -> None:
    """§4.2 and §3.3."""
    state = french(dealing(DUTIES))
    assert orders(state, "BLU", "TABLEAU IT FR")[0].words == "Demander l'Italie, puis la France"
    assert orders(state, BANK, "AIDE DON")[0].words == "Ce que paient les partenaires est donné"
    assert orders(french(two_each()), "BLU", "EN JOUER 2")[0].words == "Pour l'Angleterre : jouer la carte 2"


def test_one_board_alone_may_be_wished_for() -> None:
    """§5.1c: a list of wishes is as long as its writer likes."""
    for text in ("BOARD IT", "BOARD IT FR EN DE BX"):
        assert [order.text for order in orders(dealing(), "BLU", text)] == [text]


def test_a_phase_is_called_in_english_among_hosts() -> None:
    """Whatever its players read."""
    assert ENGINE.phase_name(french(make_led_round(""))) == "Round 1"


def test_every_card_of_the_box_is_in_the_list_once() -> None:
    """§4.5, X03: to be played, or refused with where it is."""
    (line,) = (line for line in seat_grammar(make_led_round("")).lines if line.verb == "PLAY")
    (cards,) = (part.choices for part in line.parts if isinstance(part, Pick))
    assert sorted(int(choice.code) for choice in cards) == sorted(map(int, STANDARD.demands))
    assert {choice.code for choice in cards if not choice.why_not} == {"40", "12", "7", "5"}


# --- what stands ----------------------------------------------------------------------------------------------------

KEPT = {"BLU": ("PLAN 12 7",)}


def test_an_empty_seat_forgets_what_its_last_player_said_for_longer() -> None:
    """§4.2: plan and preferences, for each of two countries; who said nothing leaves nothing to forget."""
    assert seat_grammar(replace(make_led_round(""), plan=KEPT)).vacant == ("CLEAR ALL",)
    assert seat_grammar(replace(make_led_round(""), prefs={"BLU": ("SPREAD ON",)})).vacant == ("CLEAR ALL",)
    assert seat_grammar(make_led_round("")).vacant == ()
    sisters = replace(two_each(), plan={"BLU": ("EN PLAY 1",)})
    assert seat_grammar(sisters).vacant == ("FR CLEAR ALL", "EN CLEAR ALL")
    assert len(parse_orders(seat_grammar(sisters), "\n".join(seat_grammar(sisters).vacant)).orders) == 2


def test_who_is_not_waited_for_is_free() -> None:
    """§3.2 and §3.3: by the book all but the leader, and the banker always."""
    lead = replace(make_led_round(""), kind="lead", leader="DE")
    assert ENGINE.obligations(lead) == {seat: "due" if seat == "GRN" else "free" for seat in lead.seats}
    banker = opening("PLAYERS 6")
    assert (ENGINE.obligations(banker)[BANK], seat_grammar(banker, BANK).due) == ("free", False)


TWICE = {
    "SPREAD ON ; SPREAD OFF": "SPREAD OFF",
    "BUY CER FROM DE ; BUY CER FROM IT": "BUY CER FROM IT",
    "AUTO OFF ; AUTO ON": "AUTO ON",
    "AID EXTRA 100 TO DE ; AID EXTRA 50 TO DE": "AID EXTRA 50 TO DE",
    "LANGUAGE FR ; LANGUAGE EN": "LANGUAGE EN",
}


@pytest.mark.parametrize("text", TWICE)
def test_of_two_lines_about_the_same_thing_the_later_counts(text: str) -> None:
    """§4.2: also within one letter."""
    said = orders(make_led_round("", options=GENEROUS), "BLU", text)
    assert [order.text for order in said] == [TWICE[text]]


def test_the_plan_has_as_many_lines_as_one_likes() -> None:
    """§4.2: those of one letter stand side by side."""
    said = orders(make_led_round(""), "BLU", "PLAY 40 IF EN HAS CER ; PLAY 12 ; PLAN 7 5")
    assert [order.text for order in said] == ["PLAY 40 IF EN HAS CER", "PLAY 12", "PLAN 7 5"]


@pytest.mark.parametrize(("first", "later"), [("BOARD IT", "BOARD FR"), ("LANGUAGE FR", "LANGUAGE EN")])
def test_a_later_letter_takes_the_place_of_a_wish(first: str, later: str) -> None:
    state = dealing()
    both = amend_orders(orders(state, "BLU", first), orders(state, "BLU", later))
    assert [order.text for order in both] == [later]


# --- what is stored ---------------------------------------------------------------------------------------------------

HAS = {"way": "has", "who": {"way": "nation", "nation": "EN"}, "product": "CER", "least": []}
LACKS = {"way": "lacks", "who": {"way": "i"}, "product": "LEG", "least": [{"n": 2}]}
PURSE = {"way": "cash", "purse": "DE", "sign": "<", "n": 300}
GUARDED = "PLAY 40 IF EN HAS CER AND I HAS NO LEG >= 2 AND CASH DE < 300"
STORED: dict[str, tuple[str, dict[str, Any]]] = {
    GUARDED: ("+PLAY", {"card": "40", "if": [{"tests": [{"test": test} for test in (HAS, LACKS, PURSE)]}]}),
    "PLAN 12 7": ("+PLAY", {"cards": [{"card": "12"}, {"card": "7"}]}),
    "BUY CER FROM DE IT": ("BUY CER", {"what": "CER", "sellers": [{"seller": "DE"}, {"seller": "IT"}]}),
    "BUY * FROM ALL": ("BUY *", {"what": "*", "sellers": [{"seller": "ALL"}]}),
    "SPREAD ON": ("SPREAD", {"flag": {"way": "on"}}),
    "AUTO OFF": ("AUTO", {"flag": {"way": "off"}}),
    "STOP": ("STOP", {}),
    "AID EXTRA 100 TO DE": ("AID DE", {"n": 100, "to": "DE"}),
    "CLEAR BUY": ("CLEAR", {"what": {"way": "buys"}}),
    "LANGUAGE FR": ("language", {"language": "FR"}),
    "BOARD IT FR": ("board", {"list": [{"country": "IT"}, {"country": "FR"}]}),
    "AID GIFT": ("aid", {"aid": "GIFT"}),
}


@pytest.mark.parametrize("text", STORED)
def test_what_is_stored_of_an_order_stays_as_it_is(text: str) -> None:
    """Rows of running games hold it, and their hashes cover it; a later order is compared with it by its slot."""
    dealt = text.startswith(("BOARD", "AID GIFT"))
    state, seat = (
        (dealing(DUTIES), BANK if "GIFT" in text else "BLU") if dealt else (make_led_round("", options=GENEROUS), "BLU")
    )
    (order,) = orders(state, seat, text)
    assert (order.text, order.slot, order.args) == (text, *STORED[text])


@pytest.mark.parametrize("way", ["has", "lacks"])
def test_a_condition_and_its_contrary(way: str) -> None:
    """§4.3: HAS and HAS NO."""
    guard = {"tests": [{"test": {**HAS, "way": way}}]}
    assert guard_holds(make_led_round("EN CER 1"), "FR", guard) is (way == "has")
    assert guard_holds(make_led_round(""), "FR", guard) is (way == "lacks")
