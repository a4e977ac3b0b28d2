"""What reports say, in both languages, and what everybody can work out (§9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.base import Event
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.box import STANDARD
from engines.europax.prose import WORDS
from engines.europax.state import Debt, Options, State
from engines.report import Heading, Table, Text
from tests.europax.tables import opening, orders, position


def said(state: State, french: bool = False, events: tuple[Event, ...] = (), before: State | None = None) -> str:
    """All words of Blue's report."""
    reader = replace(state, language={"BLU": "FR"} if french else {})
    found: list[str] = []
    for block in ENGINE.report(reader, "BLU", events, before):
        if isinstance(block, Heading | Text):
            found.append(block.text)
        if isinstance(block, Table):
            cells = (cell if isinstance(cell, str) else cell.text for row in block.rows for cell in row)
            found += [block.title, *block.head, *cells]
    return "\n".join(found)


def test_what_is_left_in_the_talon_can_be_worked_out() -> None:
    """Production by product, and demand cards, are as they lie face down."""
    state = opening("PLAYERS 5")
    for number in range(3):
        state = ENGINE.resolve(state, {}, KeyedDice(b"talon", str(number))).state
    table = next(
        block for block in ENGINE.report(state, "BLU", ()) if isinstance(block, Table) and block.name == "stock"
    )
    told = {str(row[0])[:3]: int(str(row[-1]) or 0) for row in table.rows}
    assert told == {code: state.production.count(code) for code in told}
    cards = ", ".join(map(str, sorted(n for n in state.demands if n is not None)))
    assert f"Demand cards in the talon: {cards}." in said(state)


@pytest.mark.parametrize("french", [False, True], ids=["english", "french"])
def test_debts_are_told_to_all(french: bool) -> None:
    ledger = (Debt("DE", "FR", 300, "aid"), Debt("DE", "FR", 100, "extra"), Debt("DE", "BX", 150, "aid"))
    told = said(position(ledger=ledger), french)
    english = "Debts: Germany to France 400 M, Germany to Benelux 150 M."
    assert ("Dettes : l'Allemagne à la France 400 M, l'Allemagne au Benelux 150 M." if french else english) in told


def test_the_next_events_are_told_once_the_pile_went_round() -> None:
    every = tuple(range(43, 0, -1))
    assert "The next imprévus" not in said(position(drawn=every[:-1]))
    told = said(position(drawn=every, hotels={"FR": 1, "EN": 2}))
    assert "The next imprévus: 1. " in told
    assert "The next imprévus" not in said(position(drawn=every, options=Options(reshuffle=True)))


def table(state: State, name: str) -> Table:
    return next(b for b in ENGINE.report(state, "BLU", ()) if isinstance(b, Table) and b.name == name)


def test_every_hand_is_told_with_a_star_for_what_can_be_sold() -> None:
    """§2 and §9: a star if the holder has something that a card asks of another."""
    hands = {"FR": (40, 56), "EN": (40,), "DE": (12,), "BX": (44,), "IT": (53,)}
    rows = table(position("FR CER 1 TLA 1, EN CER 1", hands=hands, bare=("EN",)), "hands").rows
    told = [cell if isinstance(cell, str) else cell.text for row in rows for cell in row]
    assert told[:9] == [
        "France",
        "40*",
        "EN CER, DE BOI ×2",
        "56",
        "FR TLA ×2",
        "England",
        "40",
        "EN CER, DE BOI ×2",
        "Germany",
    ]


def test_prices_stand_beside_each_product() -> None:
    """§1.2 and §9: in Europe and abroad."""
    told = {str(row[0])[:3]: row[1] for row in table(position(), "stock").rows}
    assert told == {code: f"{goods.europe}/{goods.abroad}" for code, goods in STANDARD.products.items()}


def test_what_each_own_card_would_bring() -> None:
    """§5.3 and §9: the best first."""
    state = position("FR CER 1", hands={**position().hands, "FR": (25, 29, 40)}, bare=("DE",))
    assert [row[::2] for row in table(state, "values").rows] == [("40", "+230"), ("25", "0"), ("29", "0")]


def test_the_reader_comes_first() -> None:
    state = replace(position(), boards={"FR": "RED", "EN": "BLU", "DE": "GRN", "BX": "YEL", "IT": "PUR"})
    stock = next(b for b in ENGINE.report(state, "BLU", ()) if isinstance(b, Table) and b.name == "stock")
    assert stock.head[2] == "EN"


def test_equal_cards_of_a_demand_are_told_together() -> None:
    args = {"card": 23, "country": "FR", "product": "CER", "source": "DE", "price": 160}
    events = (Event("card", {"country": "FR", "card": 23, "valid": 1}), Event("supply", args), Event("supply", args))
    assert "– France: 6 Mt cereals, from Germany for 320 M." in said(position(), events=events)
    assert "– La France\u00a0: 6 Mt de céréales, chez l'Allemagne pour 320 M." in said(position(), True, events)


def test_every_sentence_is_there_in_both_languages() -> None:
    assert all(english and french and english != french for english, french in WORDS.values())


def test_a_plan_is_shown_in_the_language_read() -> None:
    state = replace(position(), plan={"BLU": ("PLAY 1 IF EN HAS NO CER",)}, prefs={"BLU": ("SPREAD ON",)})
    assert "JOUER 1 SI EN A PAS CER\nRÉPARTIR OUI" in said(state, True)


@pytest.mark.parametrize(("options", "titles"), [("MODE BOOK", ("Card 1", "Carte 1")), ("", ("Round 1", "Manche 1"))])
def test_phases_have_names_in_both_languages(options: str, titles: tuple[str, str]) -> None:
    state = opening(f"PLAYERS 3\n{options}")
    seat = state.boards[state.leader]
    for language, title in zip(("EN", "FR"), titles, strict=True):
        ask = ENGINE.ask(replace(state, language={seat: language}), seat)
        assert ask is not None and ask.title == title


def test_the_banker_chooses_his_language_and_no_more() -> None:
    state = opening("PLAYERS 6")
    ask = ENGINE.ask(state, "BANK")
    assert ask is not None and not ask.due and [line.verb for line in ask.lines] == ["LANGUAGE"]
    after = ENGINE.resolve(state, {"BANK": orders(state, "BANK", "LANGUE FRANÇAIS")}, KeyedDice(b"x", "1"))
    heading = ENGINE.report(after.state, "BANK", after.events, state)[0]
    assert isinstance(heading, Heading) and heading.text == "Manche 1"
