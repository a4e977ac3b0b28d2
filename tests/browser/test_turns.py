"""Whole turns of every game in a real browser: by a finger on a phone, by a mouse, by keys alone, and without scripts.

The orders that stand then are, to the letter, those that a letter with the same sentences leaves. The suite enters the
second turn of one game by a mouse; `make proof` enters five turns of each in every way (minutes).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from engines.language import CompiledGrammar
from engines.language.grammar import Order
from engines.language.walking import walk_grammar
from pbem.games.leading import master
from pbem.games.orders import orders
from pbem.games.orders.orders import OrderContext
from pbem.storage.models import Turn
from tests.browser.conftest import House
from tests.browser.hands import HANDS, Hand, ready, say
from tests.games.party import Party, advice, asking
from tests.size import WHOLE

TURNS = {
    "diplomacy": ("ITALY", (1, 2, 3, 4, 5)),
    "europa": ("GRN", (1, 2, 3, 6, 7)),
    "europax": ("RED", (1, 2, 3, 4, 5)),
    "europe2028": ("RU", (1, 2, 3, 4, 5)),
    "cantillon": ("BLU", (1, 2, 4, 6, 9)),
}
"""Who plays each game in a browser, and in which of its phases: of as many kinds as there are."""
SAID = {
    ("diplomacy", 1, "AUSTRIA"): "A VIE - TYR\nF TRI H\nA BUD - SER",
    ("diplomacy", 1, "ITALY"): "F NAP - TYS\nA ROM H\nA VEN H",
    ("diplomacy", 2, "AUSTRIA"): "A TYR - VEN\nF TRI S A TYR - VEN",
    ("diplomacy", 2, "ITALY"): "F TYS S A ROM\nA ROM - APU\nA VEN S A ROM - APU",
    ("diplomacy", 3, "ITALY"): "A VEN - TUS",
}
"""What is said besides what is advised: so somebody must retreat, and remove a unit."""
LEAVING = "RESIGN"
CASES = [(engine, (way,) * 5) for engine in TURNS for way in HANDS] if WHOLE else [("europa", ("click",))]
ROLLED = 3 if WHOLE else 1
"""Sentences of a turn that nobody would advise."""


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.timeout(1800 if WHOLE else 300)
@pytest.mark.parametrize(
    ("engine", "ways"), CASES, ids=lambda one: one if isinstance(one, str) else "-".join(dict.fromkeys(one))
)
def test_a_turn_leaves_what_a_letter_leaves(house: House, engine: str, ways: Sequence[str]) -> None:
    """What an adviser would say, and more, entered one by one; every second by way of the board, no place of which is
    out of reach."""
    seat, numbers = TURNS[engine]
    turns, hands = dict(zip(numbers if WHOLE else numbers[1:], ways, strict=False)), []
    for number in range(1, max(turns) + 1):
        if number in turns:
            hands.append(enter_turn(house, seat, turns[number]))
        resolve_with_advice(house.party, engine, number, {seat} if number in turns else set())
    assert [hand.missed for hand in hands] == [[]] * len(hands)
    assert sum(hand.hits for hand in hands) >= len(hands)


def enter_turn(house: House, seat: str, way: str) -> Hand:
    """A turn said by letter and taken back, then pressed; both leave the same."""
    texts, grammar = list_turn_sentences(house.party, house.engine, seat)
    letter = by_letter(house.party, seat, texts)
    hand = HANDS[way](house.desk(seat, **HANDS[way].device))
    for count, text in enumerate(texts):
        say(hand, grammar, text, board=count % 2 == 0)
    ready(hand)
    assert stored_orders(house.party, seat) == letter
    with house.party.store.read_session() as session:
        assert orders.current_answer(session, house.party.seat(session, seat)).ready
    hand.page.context.close()
    return hand


def list_turn_sentences(party: Party, engine: str, seat: str) -> tuple[tuple[str, ...], CompiledGrammar]:
    """The sentences of a turn, as they would stand."""
    with party.store.read_session() as session:
        asked = next(asked for one, asked in asking(session, party) if one.code == seat)
        advised = dict(advice(session, party))[seat]
        more = SAID.get((engine, asked.phase.number, seat), "")
        lines = [*advised, *(more.splitlines() or roll_sentences(asked))]
        found = orders.judge_text(asked, "\n".join(lines), alone=True)[1]
        return tuple(order.text for order in together(found)), CompiledGrammar(asked.grammar)


def together(found: Sequence[Order]) -> list[Order]:
    """Orders that share a slot one after the other, as they stand on a desk that adds them one by one."""
    slots = list(dict.fromkeys(order.slot for order in found))
    return sorted(found, key=lambda order: slots.index(order.slot))


def roll_sentences(asked: OrderContext) -> Iterator[str]:
    random, judge = Random(asked.phase.number), orders.build_order_judge(asked)
    grammar = replace(asked.grammar, lines=tuple(line for line in asked.grammar.lines if line.verb != LEAVING))
    for _ in range(ROLLED):
        yield walk_grammar(grammar, random, judge=judge, folded=False).text


def by_letter(party: Party, seat: str, texts: Sequence[str]) -> str:
    """Return what the sentences leave if they come in a letter; then they are taken back."""
    now = datetime.now(UTC)
    receipt = party.submit(seat, "\n".join(texts), now)
    assert receipt.standing == tuple(texts)
    left = stored_orders(party, seat)
    with party.store.write_session() as session:
        orders.clear_orders(session, party.seat(session, seat), now)
    assert stored_orders(party, seat) == "[]"
    return left


def stored_orders(party: Party, seat: str) -> str:
    """The orders of a seat as they lie in the database."""
    with party.store.read_session() as session:
        turn: Turn = orders.build_order_context(session, party.game(session), party.seat(session, seat)).turn
        return turn.orders


def resolve_with_advice(party: Party, engine: str, number: int, besides: set[str]) -> None:
    """All others say what they are advised, and the phase is over."""
    now = datetime.now(UTC)
    with party.store.read_session() as session:
        lines = {code: "\n".join(texts) for code, texts in advice(session, party)}
    for code, text in lines.items():
        if code not in besides:
            party.submit(code, f"{text}\n{SAID.get((engine, number, code), '')}", now)
    with party.store.write_session() as session:
        master.process_phase(session, party.game(session), None, now)
