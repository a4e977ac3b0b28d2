"""How things stand now, with the orders of a seat drawn on it; and what a report says first (§9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from engines import states
from engines.base import Event, Seat
from engines.europe2028 import ENGINE, prose
from engines.europe2028.state import Europe2028Options, Europe2028State, Fight
from engines.language.grammar import Order
from engines.report import STANDINGS, Block, CardHand, Heading, Lead, Map, Paragraph, Table, TableCard
from pbem.render.tables import row_cells
from tests.europe2028.tables import opening, orders, play, position

T = TypeVar("T", bound=Block)
BOARD = position(
    hands={"RU": "4S 9S KD X1"},
    held={"GRE": "OT POL", "BER": "PB"},
    tokens={"RU": "MIL1, ECO UKR 1, POL", "NF": "ECO UKR 2"},
    coins={"RU": 6},
)
FIGHT = Fight("PB", "ECO", "GER", ("2D",), "RU", ("9D",))


def blocks(
    kind: type[T], state: Europe2028State = BOARD, seat: Seat | None = "RU", said: Sequence[Order] = ()
) -> list[T]:
    return [block for block in ENGINE.board(state, seat, said) if isinstance(block, kind)]


def draw_board_map(text: str) -> Map:
    return blocks(Map, said=orders(BOARD, "RU", text))[0]


def cards(title: str, text: str = "PASS", state: Europe2028State = BOARD) -> dict[str, TableCard]:
    found = blocks(CardHand, state, said=orders(state, "RU", text))
    return {card.title: card for hand in found if hand.title == title for card in hand.cards}


# --- the map --------------------------------------------------------------------------------------------------------


def marked_tokens(map_: Map) -> dict[tuple[str, str], tuple[str, str]]:
    """The tokens that are marked: by region and suit the mark and what is said of it."""
    return {
        (code, part.glyphs[0]): (part.mark, part.words)
        for code, plate in map_.plates.items()
        for part in plate.all_parts
        if part.kind == "token" and part.mark
    }


def test_a_landing_and_an_attack_are_drawn() -> None:
    """A token that comes from the mat stands where it goes, and where it goes otherwise."""
    assert marked_tokens(draw_board_map("ATTACK MIL CYP WITH 4S ELSE SWI ; LAND POL GER")) == {
        ("CYP", "spade"): (
            "sent",
            "Russia’s first military token in the landing zone (lands and attacks by your orders)",
        ),
        ("GER", "club"): ("built", "Russia’s political token in the landing zone (lands by your orders)"),
        ("SWI", "spade"): ("instead", "Russia’s first military token in the landing zone (goes there otherwise)"),
    }


def test_a_token_that_stands_there_climbs_and_one_called_back_is_struck_out() -> None:
    assert marked_tokens(draw_board_map("ATTACK ECO UKR WITH KD")) == {
        ("UKR", "diamond"): ("moved", "Russia’s economic token on level 1 of 3 (attacks)")
    }
    assert marked_tokens(draw_board_map("RECALL ECO")) == {
        ("UKR", "diamond"): ("removed", "Russia’s economic token on level 1 of 3 (called back by your orders)")
    }


@pytest.mark.parametrize(
    ("text", "at", "name"),
    [
        ("DAMAGE LON", "LON", "you damage the first you can"),
        ("REPAIR MOS", "MOS", "you repair it"),
        ("CHALLENGE AT GER WITH LOW", "GER", "you challenge here"),
    ],
)
def test_other_orders_are_signs(text: str, at: str, name: str) -> None:
    assert signs(draw_board_map(text)) - signs(draw_board_map("PASS")) == {(at, name)}


def signs(map_: Map) -> set[tuple[str, str]]:
    """Return what is said of regions, beside their tokens."""
    return {
        (code, part.words) for code, plate in map_.plates.items() for part in plate.all_parts if part.kind != "token"
    }


def test_what_matters_to_the_reader_is_in_focus() -> None:
    """His regions, where his tokens stand, what is open, and what his orders name."""
    assert draw_board_map("LAND POL GRE").focus == ("MOS", "SIB", "UKR", "CYP", "GER", "SWI", "GRE")
    assert blocks(Map, seat=None)[0].focus == ()


def test_attacks_on_the_table_are_drawn_for_everybody() -> None:
    there = position(tokens={"PB": "ECO GER 1"})
    state = replace(BOARD, kind="add", turn="PB", tokens=there.tokens, fights=(FIGHT,), asked=("RU",))
    for seat in ("RU", None):
        assert marked_tokens(blocks(Map, state, seat)[0]) == {
            ("GER", "diamond"): ("moved", "the Paris-Berlin Union’s economic token on level 1 of 2 (attacks)")
        }
        (fights,) = (table for table in blocks(Table, state, seat) if table.name == "fights")
        assert "the 2 of diamonds" in fights.rows[0] and "Russia with the 9 of diamonds" in fights.rows[0]


# --- hand, tokens, coins ----------------------------------------------------------------------------------------------


def test_the_hand_shows_what_each_card_is_good_for() -> None:
    hand = cards("Your cards")
    assert list(hand) == ["Joker", "K♦", "4♠", "9♠"]
    king = hand["K♦"]
    assert (king.at, king.kind, king.text, king.note) == ("card KD", "diamonds", "12 points", "fits economic tokens")
    assert hand["Joker"].note == "fits any token"
    assert [card.mark for card in hand.values()] == ["", "", "", ""]
    fighting = cards("Your cards", state=replace(BOARD, kind="add", turn="PB", fights=(FIGHT,), asked=("RU",)))
    assert fighting["K♦"].note == "fits the attack at Germany"
    assert fighting["4♠"].note == "fits no attack on the table"


def test_cards_that_orders_name_have_their_place_there() -> None:
    said = {t: (c.mark, c.place) for t, c in cards("Your cards", "ATTACK MIL CYP WITH 9S RESERVE 4S X1").items()}
    assert said == {"9♠": ("said", 1), "4♠": ("said", 2), "Joker": ("said", 3), "K♦": ("", 0)}
    assert cards("Your cards", "CHALLENGE WITH KD")["K♦"].place == 1
    assert cards("Your cards", "CONVERT X1 KD")["K♦"].place == 2


def test_cards_meant_by_low_high_or_all_are_named_too() -> None:
    said = cards("Your cards", "ATTACK MIL CYP WITH LOW RESERVE ALL")
    assert [title for title, card in said.items() if card.mark] == ["Joker", "4♠", "9♠"]


def test_the_tokens_lie_beside_it() -> None:
    tokens = cards("Your tokens", "ATTACK MIL CYP WITH 4S ; RECALL ECO")
    assert [(title, card.text, card.mark) for title, card in tokens.items()] == [
        ("First military", "on the mat", "said"),
        ("Second military", "not unlocked yet", "shut"),
        ("Economic", "Ukraine, level 1 of 3", "said"),
        ("Cultural", "not unlocked yet", "shut"),
        ("Political", "on the mat", ""),
    ]
    assert (tokens["Economic"].at, tokens["Economic"].note) == ("token ECO", "takes diamonds; 2 cards of yours fit")


def test_the_purse_counts_what_orders_take() -> None:
    (purse, *_) = blocks(Paragraph, said=orders(BOARD, "RU", "CONVERT KD X1 ; LAND POL GRE ; LAND MIL GER"))
    assert purse.text == (
        "You have 6 coins, and 3 more for cards; your landings cost 7. Your regions bring 4 at the end of your turn."
    )
    assert blocks(Paragraph)[0].text == "You have 6 coins. Your regions bring 4 at the end of your turn."


def test_the_choosing_shows_the_objectives() -> None:
    start = replace(opening(), dealt={"RU": ("S11", "S5")})
    found = cards("Your secret objectives", "SECRET S5", start)
    assert [(title, card.at, card.note, card.mark) for title, card in found.items()] == [
        ("Level 2 reached", "secret S11", "3 VP", ""),
        ("Most conquests by cultural tokens", "secret S5", "3 VP", "said"),
    ]


def test_a_bystander_sees_no_hand_and_the_end_says_who_is_first() -> None:
    assert blocks(CardHand, seat=None) == []
    end = play(position(options=Europe2028Options(max_rounds=1)), {}).state
    assert blocks(CardHand, end) == []
    assert "share the first place" in blocks(Lead, end)[0].text


@pytest.mark.parametrize("seat", ["RU", None])
def test_picture_and_panel_count_alike(seat: Seat | None) -> None:
    """Board and report have one table of standings, of the same position."""
    report = [b for b in ENGINE.report(BOARD, seat, ()) if isinstance(b, Table) and b.name == STANDINGS]
    assert report == [table for table in blocks(Table, seat=seat) if table.name == STANDINGS]


# --- what is owed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "due"),
    [
        ({"kind": "setup"}, "PB OT RU EA NF MC"),
        ({"kind": "round"}, "PB OT RU EA NF MC"),
        ({"kind": "turn", "turn": "EA"}, "EA"),
        ({"kind": "challenge", "turn": "EA"}, "RU"),
        ({"kind": "challenge", "turn": "RU"}, ""),
        ({"kind": "add", "turn": "EA", "asked": ("EA", "RU")}, "RU EA"),
    ],
)
def test_who_is_waited_for(changes: dict[str, object], due: str) -> None:
    """Nobody is asked for a card who holds none; the others may speak all the same."""
    owed = ENGINE.obligations(replace(BOARD, **changes))  # type: ignore[arg-type]
    assert {seat for seat, debt in owed.items() if debt == "due"} == set(due.split())
    assert set(owed) == set(BOARD.seats) and set(owed.values()) <= {"due", "free"}


def test_nothing_is_owed_after_the_end() -> None:
    assert ENGINE.obligations(replace(BOARD, ranks=dict.fromkeys(BOARD.seats, 1))) == {}


# --- what a report says first ---------------------------------------------------------------------------------------


def report_heading(
    before: Europe2028State | None, after: Europe2028State, seat: Seat | None, events: Sequence[Event]
) -> tuple[str, str]:
    """The heading and the lead of a report."""
    seen = [event for event in events if event.to is None or seat in event.to]
    views = states.seat_view(after, seat), states.seat_view(before, seat) if before else None
    heading, lead, *_ = ENGINE.report(views[0], seat, seen, views[1])
    assert isinstance(heading, Heading) and isinstance(lead, Lead)
    return heading.text, lead.text


CONQUEST = position(
    hands={"RU": "4S", "EA": "5H", "NF": "9H 2C"},
    tokens={"RU": "MIL1 CYP 0", "EA": "CUL GRE 1", "NF": "CUL, POL"},
    held={"GRE": "OT POL"},
    coins={"NF": 2},
)
LETTERS = {"RU": "ATTACK MIL CYP WITH 4S", "EA": "ATTACK CUL GRE WITH 5H", "NF": "LAND POL GER"}


@pytest.mark.parametrize(
    ("seat", "begins"),
    [
        ("RU", "You conquered Cyprus. The Eastern Alliance conquered Greater Greece. You hold 13 VP; "),
        ("OT", "You lost Greater Greece to the Eastern Alliance. Russia conquered Cyprus. You hold 10 VP; "),
        ("EA", "You conquered Greater Greece. Russia conquered Cyprus. You lead with 16 VP."),
        (None, "Russia conquered Cyprus and the Eastern Alliance conquered Greater Greece. The Eastern Alliance leads"),
    ],
)
def test_conquests_come_first_and_what_they_mean(seat: Seat | None, begins: str) -> None:
    step = play(CONQUEST, LETTERS)
    heading, lead = report_heading(CONQUEST, step.state, seat, step.events)
    assert heading == "Round 1"
    assert lead.startswith(begins), lead


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("RU", "Your first military token was held on level 1 at Ukraine by the Eastern Alliance."),
        ("EA", "You held Russia’s first military token at Ukraine."),
        ("PB", "Your economic token climbed to level 1 of 2 at Germany."),
    ],
)
def test_fights_come_first_where_nothing_changed_hands(seat: Seat, words: str) -> None:
    state = position(hands={"RU": "4S", "EA": "4S", "PB": "2D"}, tokens={"RU": "MIL1 UKR 1", "PB": "ECO GER 0"})
    letters = {"RU": "ATTACK MIL UKR WITH 4S", "EA": "CHALLENGE WITH 4S", "PB": "ATTACK ECO GER WITH 2D"}
    step = play(state, letters)
    assert report_heading(state, step.state, seat, step.events)[1].startswith(words)


def test_the_first_report_says_what_one_leads_and_does() -> None:
    start = opening()
    heading, lead = report_heading(None, start, "RU", ())
    assert heading == "The game begins"
    assert lead.startswith("You lead Russia and hold Greater Moscow and Greater Siberia. Choose ")
    assert report_heading(None, start, None, ())[1].startswith("6 empires begin")
    step = play(start, {"RU": "TOKENS MIL ECO"}, dice=(6, 1, 2, 3, 4, 5))
    assert report_heading(start, step.state, "RU", step.events)[1].startswith(
        "You begin with a military token and an economic token. You drew the "
    )


def test_windows_say_what_is_asked() -> None:
    """By the book."""
    book = Europe2028Options(book=True)
    tokens = {"RU": "MIL1 UKR 1"}
    state = position(
        hands={"RU": "4S 9S", "EA": "5S", "NF": "2H"}, tokens=tokens, order=("RU", "EA", "NF"), options=book
    )
    step = play(state, {"RU": "ATTACK MIL UKR WITH 4S"})
    heading, lead = report_heading(state, step.state, "EA", step.events)
    assert heading == "Round 1: the turn of Russia"
    assert lead.startswith("Russia attacks Ukraine; you may challenge.")
    assert report_heading(state, step.state, "NF", step.events)[1].startswith(
        "Russia attacks Ukraine; you hold no card that fits."
    )
    assert report_heading(state, step.state, "RU", step.events)[1].startswith(
        "You attack Ukraine; the others may challenge."
    )
    more = play(step.state, {"EA": "CHALLENGE WITH 5S"})
    assert "You are asked for more cards." in report_heading(step.state, more.state, "RU", more.events)[1]
    assert "Russia is asked for more cards." in report_heading(step.state, more.state, None, more.events)[1]


def test_the_end_says_who_has_won_and_why() -> None:
    held = {"UKR": "EA ECO", "CYP": "EA ECO"}
    state = position(
        "SWI", held=held, options=Europe2028Options(max_rounds=1), order=("RU", "EA"), secret={"RU": "S1", "EA": "S3"}
    )
    step = play(state, {})
    assert report_heading(state, step.state, "EA", step.events) == (
        "Round 1 of 1: the end",
        "The game is over, and you have won with 20 VP. All rounds that were agreed are played.",
    )
    assert report_heading(state, step.state, "RU", step.events)[1] == (
        "The game is over: the Eastern Alliance has won with 20 VP. You are second of 2 with 12. "
        "All rounds that were agreed are played."
    )


CODES = re.compile(r"\b(MIL\d?|ECO|CUL|[A-Z]+-TURN|B\d\d)\b")


@pytest.mark.parametrize("seat", ["RU", "EA", None])
def test_no_codes_of_tokens_or_phases_are_read(seat: Seat | None) -> None:
    step = play(CONQUEST, LETTERS)
    events = [event for event in step.events if event.to is None or seat in event.to]
    found = (*ENGINE.report(step.state, seat, events, CONQUEST), *ENGINE.board(step.state, seat))
    texts = [block.text for block in found if isinstance(block, Heading | Lead | Paragraph)]
    texts += [cell.text for b in found if isinstance(b, Table) for row in b.rows for cell in row_cells(row)]
    assert [text for text in texts if CODES.search(text)] == []


def test_what_is_stored_with_codes_is_told_without() -> None:
    stored = {
        "B12 A token attacks once a turn; second line left out.": "A token attacks once a turn; second line left out.",
        "No opening card is left for MIL1 at GER: it waits.": (
            "No opening card is left for the first military token at Germany: it waits."
        ),
    }
    told = {text: prose.tell_europe2028_event(BOARD, Event("refused", {"seat": "RU", "text": text})) for text in stored}
    assert told == stored


def test_signs_of_conquest_are_on_the_map_of_the_report() -> None:
    step = play(CONQUEST, LETTERS)
    (map_,) = (block for block in ENGINE.report(step.state, None, step.events, CONQUEST) if isinstance(block, Map))
    assert [code for code, words in sorted(signs(map_)) if words == "just conquered"] == ["CYP", "GRE"]
