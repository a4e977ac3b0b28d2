"""What reports say, in both languages, and what everybody can work out (§9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.base import Event
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.box import STANDARD
from engines.europax.prose import WORDS, sentences
from engines.europax.state import Debt, Options, State
from engines.report import Heading, Table, Text
from tests.europax.tables import EVERYTHING, LONG, asking, led, opening, orders, played, position, with_cash


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


def told(state: State) -> list[str]:
    """What happens when France plays the card of the test, in sentences."""
    found = played(state)
    return [words for _, words in sentences(found.frozen(), found.events, french=False)]


def test_rescues_and_advances_are_told() -> None:
    """§9: who gave, and what the bank had to add."""
    state = with_cash(asking(position(), ("DE", "CHI", 1)), DE=0, BX=50, IT=0, FR=0, EN=0)
    assert told(state) == [
        "France plays card 99.",
        "Germany is rescued: Benelux 50 M.",
        "The bank advances 210 M to Germany.",
        "– Germany: 500\u00a0000 t chemicals, from abroad for 260 M.",
        "Germany has the lead.",
    ]


def test_new_cards_and_imprevus_are_told() -> None:
    """§9: what a refill brought, which demand cards came, and what was drawn."""
    hands = {**position().hands, "FR": ()}
    state = position("FR CER 1", hands=hands, demands=(), used=(11,), bare=("FR",), events=(13, 1), options=LONG)
    lines = told(asking(state, ("EN", "CER", 1)))
    assert lines[:2] == ["France plays card 99.", "– England: 3 Mt cereals, from France for 160 M."]
    assert lines[2:6] == [
        "France has an empty board: 1000 M and 10 new cards.",
        "France has the lead.",
        "Imprévu for France: 5 Mt petroleum products to be bought at once.",
        "Nothing comes of it.",
    ]
    assert lines[6] == "The demand talon is made anew: 2 cards."
    assert lines[7] in ("France gets the demand cards 11, 99.", "France gets the demand cards 99, 11.")


def test_an_urgent_purchase_is_told() -> None:
    """§9: from whom, for how much."""
    lines = told(asking(position("FR CER 1, EN PET 2", events=(14,)), ("FR", "CER", 1)))
    assert lines[-2:] == ["France buys 5 Mt petroleum products from England for 150 M."] * 2


def test_who_ends_the_round_is_told() -> None:
    """§9."""
    state = led(f"FR {EVERYTHING}", options=Options(cards=3))
    step = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "PLAY 40 ; STOP")}, KeyedDice(b"x", "1"))
    assert [words for _, words in sentences(step.state, step.events, False)][-1] == "France ends the round."


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
