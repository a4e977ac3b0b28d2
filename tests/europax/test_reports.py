"""What reports say, in both languages, and what everybody can work out (§9)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeGuard

import pytest

from engines.base import Event
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.flows import money_flows
from engines.europax.prose import WORDS, event_sentences
from engines.europax.state import Debt, EuropaxOptions, EuropaxState, Pending
from engines.language import parse_orders
from engines.report import Block, Boards, Change, Heading, Lead, Paragraph, Table
from pbem.render import tables
from tests.europax.tables import (
    EVERYTHING,
    LONG,
    asking,
    make_led_round,
    opening,
    orders,
    play_demand_card,
    position,
    with_cash,
)


def report_words(
    state: EuropaxState, french: bool = False, events: tuple[Event, ...] = (), before: EuropaxState | None = None
) -> str:
    """All words of Blue's report."""
    reader = replace(state, language={"BLU": "FR"} if french else {})
    found: list[str] = []
    for block in ENGINE.report(reader, "BLU", events, before):
        if isinstance(block, Heading | Lead | Paragraph):
            found.append(block.text)
        if isinstance(block, Table):
            cells = (cell.text for row in block.rows for cell in tables.row_cells(row))
            found += [block.title, *tables.column_heads(block), *cells]
    return "\n".join(found)


def test_what_is_left_in_the_talon_can_be_worked_out() -> None:
    """Production by product, and demand cards, are as they lie face down."""
    state = opening("PLAYERS 5")
    for number in range(3):
        state = ENGINE.resolve(state, {}, KeyedDice(b"talon", str(number))).state
    bank = picture(state).bank
    assert bank
    told = {price.code: price.left for price in bank.prices}
    assert told == {code: state.production.count(code) for code in told}
    cards = ", ".join(map(str, sorted(n for n in state.demands if n is not None)))
    assert f"Demand cards in the talon: {cards}." in report_words(state)


@pytest.mark.parametrize("french", [False, True], ids=["english", "french"])
def test_debts_are_told_to_all(french: bool) -> None:
    ledger = (Debt("DE", "FR", 300, "aid"), Debt("DE", "FR", 100, "extra"), Debt("DE", "BX", 150, "aid"))
    told = report_words(position(ledger=ledger), french)
    english = "Debts: Germany to France 400 M, Germany to Benelux 150 M."
    assert ("Dettes : l'Allemagne à la France 400 M, l'Allemagne au Benelux 150 M." if french else english) in told


def test_the_next_events_are_told_once_the_pile_went_round() -> None:
    every = tuple(range(43, 0, -1))
    assert "The next imprévus" not in report_words(position(drawn=every[:-1]))
    told = report_words(position(drawn=every, hotels={"FR": 1, "EN": 2}))
    assert "The next imprévus: 1. " in told
    assert "The next imprévus" not in report_words(position(drawn=every, options=EuropaxOptions(reshuffle=True)))


def picture(state: EuropaxState, seat: str | None = "BLU") -> Boards:
    return next(block for block in ENGINE.report(state, seat, ()) if isinstance(block, Boards))


def is_table(block: Block, name: str) -> TypeGuard[Table]:
    return isinstance(block, Table) and block.name == name


def table(state: EuropaxState, name: str, seat: str | None = "BLU") -> Table:
    return next(b for b in ENGINE.report(state, seat, ()) if is_table(b, name))


def test_the_readers_own_cards_are_in_the_picture_alone() -> None:
    rows = table(make_led_round(""), "hands").rows
    assert [cell.text for row in rows if len(row) == 1 for cell in tables.row_cells(row)] == [
        "England",
        "Germany",
        "Benelux",
        "Italy",
    ]
    assert [card.title for card in picture(make_led_round("")).hands[0].cards] == ["40", "12", "7", "5"]


def test_every_hand_is_told_with_a_star_for_what_can_be_sold() -> None:
    """§2 and §9: a star if the holder has something that a card asks of another."""
    hands = {"FR": (40, 56), "EN": (40,), "DE": (12,), "BX": (44,), "IT": (53,)}
    rows = table(position("FR CER 1 TLA 1, EN CER 1", hands=hands, bare=("EN",)), "hands", None).rows
    told = [cell.text for row in rows for cell in tables.row_cells(row)]
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


def test_equal_cards_of_a_demand_are_told_together() -> None:
    args = {"card": 23, "country": "FR", "product": "CER", "source": "DE", "price": 160}
    events = (Event("card", {"country": "FR", "card": 23, "valid": 1}), Event("supply", args), Event("supply", args))
    assert "– France: 6 Mt cereals, from Germany for 320 M." in report_words(position(), events=events)
    assert "– La France\u00a0: 6 Mt de céréales, auprès de l'Allemagne pour 320 M." in report_words(
        position(), True, events
    )


def demand_event_sentences(state: EuropaxState) -> list[str]:
    """Return what happens when France plays the card of the test, in sentences."""
    found = play_demand_card(state)
    return [words for _, words in event_sentences(found.freeze_state(), found.events, french=False)]


def test_rescues_and_advances_are_told() -> None:
    """§9: who gave, and what the bank had to add."""
    state = with_cash(asking(position(), ("DE", "CHI", 1)), DE=0, BX=50, IT=0, FR=0, EN=0)
    assert demand_event_sentences(state) == [
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
    lines = demand_event_sentences(asking(state, ("EN", "CER", 1)))
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
    lines = demand_event_sentences(asking(position("FR CER 1, EN PET 2", events=(14,)), ("FR", "CER", 1)))
    assert lines[-1] == "France buys 10 Mt petroleum products from England for 300 M."


def test_who_ends_the_round_is_told() -> None:
    """§9."""
    state = make_led_round(f"FR {EVERYTHING}", options=EuropaxOptions(cards=3))
    step = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "PLAY 40 ; STOP")}, KeyedDice(b"x", "1"))
    assert [words for _, words in event_sentences(step.state, step.events, False)][-1] == "France ends the round."


def test_every_sentence_is_there_in_both_languages() -> None:
    assert all(english and french and english != french for english, french in WORDS.values())


def test_a_plan_is_shown_in_the_language_read() -> None:
    state = replace(position(), plan={"BLU": ("PLAY 1 IF EN HAS NO CER",)}, prefs={"BLU": ("SPREAD ON",)})
    (plan,) = (b for b in ENGINE.report(replace(state, language={"BLU": "FR"}), "BLU", ()) if is_table(b, "plan"))
    assert plan.rows == (
        ("JOUER 1 SI EN A PAS CER", "Jouer la carte 1 si l'Angleterre n'a pas de carte de céréales"),
        ("RÉPARTIR OUI", "Si plusieurs vendent, acheter une carte à chacun à son tour"),
    )


TITLES = {
    "": ("Round 1", "Manche 1", " of about 7", " sur 7 environ"),
    "LENGTH LONG": ("Round 1", "Manche 1", " of about 11", " sur 11 environ"),
    "MODE BOOK": ("Card 1", "Carte 1", " of about 42", " sur 42 environ"),
}


@pytest.mark.parametrize(("options", "titles"), TITLES.items())
def test_phases_have_names_in_both_languages(options: str, titles: tuple[str, ...]) -> None:
    """A short one to speak of them, and in headings how far the game is (§10)."""
    state = opening(f"PLAYERS 3\n{options}")
    seat = state.boards[state.leader]
    for language, title, far in zip(("EN", "FR"), titles[:2], titles[2:], strict=True):
        view = replace(state, language={seat: language})
        grammar = ENGINE.grammar(view, seat)
        assert grammar is not None and grammar.title == title
        assert ENGINE.report(view, seat, (), view)[0] == Heading(title + far, 1)


def test_a_game_may_take_longer_than_most() -> None:
    state = replace(opening("PLAYERS 3"), round=8)
    assert ENGINE.report(state, None, (), state)[0] == Heading("Round 8", 1)


def test_the_banker_chooses_his_language_and_no_more() -> None:
    state = opening("PLAYERS 6")
    grammar = ENGINE.grammar(state, "BANK")
    assert grammar is not None and not grammar.due and [line.verb for line in grammar.lines] == ["LANGUAGE"]
    after = ENGINE.resolve(state, {"BANK": orders(state, "BANK", "LANGUE FRANÇAIS")}, KeyedDice(b"x", "1"))
    heading = ENGINE.report(after.state, "BANK", after.events, state)[0]
    assert isinstance(heading, Heading) and heading.text == "Manche 1 sur 7 environ"


# --- the first that is told ------------------------------------------------------------------------------------------


def first_told(
    state: EuropaxState, seat: str | None, events: tuple[Event, ...] = (), before: EuropaxState | None = None
) -> str:
    lead = ENGINE.report(state, seat, events, before)[1]
    assert isinstance(lead, Lead)
    return lead.text


def test_the_opening_says_what_the_game_is() -> None:
    step = ENGINE.start(parse_orders(ENGINE.setup, "PLAYERS 4\nWITHOUT IT").orders, KeyedDice(b"x", "0"))
    about = "Four countries trade with each other, and the richest wins. First the boards are dealt."
    assert first_told(step.state, None) == f"{about} Italy stays out of this game."
    assert first_told(step.state, "BLU").endswith("You may say which countries you would like.")


def test_who_is_dealt_a_country_is_told_which() -> None:
    before = EuropaxState(seats=position().seats, phase="SETUP", kind="setup")
    dealt = "The boards are dealt."
    assert first_told(position(), "RED", (), before) == f"{dealt} You play England. France leads the first card."
    assert first_told(position(), "BLU", (), before).endswith("France leads the first card: that is you.")
    assert first_told(position(), None, (), before) == f"{dealt} France leads the first card."


def after_cards(count: int, **cash: int) -> tuple[EuropaxState, tuple[Event, ...], EuropaxState]:
    """A round in which France played so many cards and purses changed to this."""
    card = Event("card", {"country": "FR", "card": 12, "valid": 1})
    return with_cash(position(leader="DE"), **cash), (card,) * count, position()


ROUND = {
    "BLU": "You (France) lost 100 M and stand fifth of five with 3500 M; first is England with 4000 M.",
    "RED": "You (England) gained 400 M and stand first of five with 4000 M, ahead of Germany with 3700 M.",
    "GRN": "You (Germany) gained 100 M and stand second of five with 3700 M, behind England with 4000 M.",
    "YEL": "You (Benelux) neither gained nor lost and stand third of five with 3600 M, level with Italy.",
    None: "England is richest with 4000 M.",
}


@pytest.mark.parametrize("seat", ROUND)
def test_a_round_says_who_gained_and_where_the_reader_stands(seat: str | None) -> None:
    state, events, before = after_cards(6, FR=3500, EN=4000, DE=3700)
    told = f"6 cards were played. England gained most, 400 M. {ROUND[seat]} Germany leads next"
    assert first_told(state, seat, events, before) == told + (": that is you." if seat == "GRN" else ".")


def test_it_is_told_in_french_as_well() -> None:
    state, events, before = after_cards(1, FR=3500, BX=3800)
    french = replace(state, language={"BLU": "FR"}, leader="FR")
    assert first_told(french, "BLU", events, before) == (
        "La France a joué la carte 12. Le Benelux a gagné le plus, 200 M. Vous (la France) avez perdu 100 M et êtes "
        "cinquième sur cinq avec 3500 M ; en tête\u00a0: le Benelux avec 3800 M. "
        "La France a la main\u00a0: c'est vous."
    )


def test_what_is_lent_changes_no_riches() -> None:
    """§5.7d: a rescue fills the purse, not the account."""
    state, events, before = after_cards(1, FR=3300, EN=3300, DE=1200, BX=3300, IT=3300)
    helpers = ("FR", "EN", "BX", "IT")
    lent = replace(state, ledger=tuple(Debt("DE", country, 300, "aid") for country in helpers))
    rescue = Event("rescue", {"country": "DE", "given": dict.fromkeys(helpers, 300)})
    told = first_told(lent, "GRN", (*events, rescue), with_cash(before, DE=100))
    assert told.startswith("France played card 12. Germany had to be rescued. You (Germany) lost 100 M and stand fifth")


def make_ended_game(**fields: Any) -> EuropaxState:
    """A game that is over: Blue is richest, and England has no demand card left."""
    usual: dict[str, Any] = {
        "hands": {**position().hands, "EN": ()},
        "demands": (),
        "cash": {"FR": 4000, "EN": 3900, "DE": 3800, "BX": 3700, "IT": 3600},
        "ranks": {"BLU": 1, "RED": 2, "GRN": 3, "YEL": 4, "PUR": 5},
    }
    return replace(position(**{**usual, **fields}), kind="end", phase="END")


WHY = "England has no demand card left, and there are none to draw."


def test_the_end_says_who_won_and_why_it_is_over() -> None:
    won = "The game is over: Blue (France) wins with 4000 M, ahead of England with 3900 M."
    assert first_told(make_ended_game(), None, (), position()) == f"{won} {WHY}"
    assert (
        first_told(make_ended_game(), "GRN", (), position())
        == f"{won} You (Germany) end third of five with 3800 M. {WHY}"
    )
    assert first_told(make_ended_game(), "BLU", (), position()).startswith(
        "The game is over, and you win with 4000 M, ahead of"
    )
    heading = ENGINE.report(make_ended_game(), "BLU", (), position())[0]
    assert heading == Heading("Round 1 of about 7, the last", 1)


def test_a_first_place_may_be_shared() -> None:
    both = make_ended_game(
        ranks={"BLU": 1, "RED": 1, "GRN": 3, "YEL": 4, "PUR": 5}, cash=dict.fromkeys(position().order, 4000)
    )
    shared = "Blue (France) and Red (England) share the first place with 4000 M each."
    assert first_told(both, None, (), position()) == f"The game is over: {shared} {WHY}"


def test_a_long_game_ends_with_production() -> None:
    """§5.7b."""
    state = make_ended_game(bare=("IT",), production=(), options=LONG)
    assert first_told(state, None, (), position()).endswith(
        "Italy has an empty board, and there are no production cards left."
    )


def test_whoever_is_asked_is_told_first() -> None:
    """§3.2."""
    state = replace(position(), kind="buyer", pending=Pending(12, "EN", "CER"), phase="R1-BUY1")
    asked = (Event("asked", {"country": "EN", "product": "CER", "card": 12}),)
    assert first_told(state, "RED", asked, position()).startswith("Card 12 makes you buy 3 Mt cereals")
    assert first_told(state, "BLU", asked, position()).startswith("Card 12 makes England buy 3 Mt cereals")


def test_where_the_money_came_from_and_went() -> None:
    """All that changed the purses is there, also what an imprévu brought; nothing else is."""
    state = asking(with_cash(position("FR CER 2", events=(23,), bare=("FR",)), EN=200), ("EN", "CER", 2))
    found = play_demand_card(state)
    (told,) = (
        b for b in ENGINE.report(found.freeze_state(), "BLU", tuple(found.events), state) if is_table(b, "flows")
    )
    rows = [[cell.text for cell in tables.row_cells(row)] for row in told.rows]
    assert tables.column_heads(told) == ["Country", "sold", "bought", "empty board", "aid", "imprévus", "+/-"]
    assert rows[0] == ["France", "+320", "", "+1000", "−300", "+150", "+1170"]
    assert rows[1] == ["England", "", "−320", "", "+1200", "", "+880"]
    assert {row[-1] for row in told.rows} == {Change(found.cash[c] - state.cash[c]) for c in state.order}


def flow_of(state: EuropaxState) -> dict[str, dict[str, int]]:
    """Return where money came from and went when France plays the card of the test."""
    found = play_demand_card(state)
    every = money_flows(found.freeze_state(), state, found.events).items()
    return {country: {kind: amount for kind, amount in mine.items() if amount} for country, mine in every}


def test_goods_from_abroad_and_advances_are_told_apart() -> None:
    """§5.2d, 4 and §5.4c: Benelux helps Germany with all it has, which pays abroad what the bank advanced."""
    flow = flow_of(with_cash(asking(position(), ("DE", "CHI", 1)), DE=0, BX=50, IT=0, FR=0, EN=0))
    assert (flow["DE"], flow["BX"], flow["IT"]) == ({"abroad": -260, "aid": 260}, {"aid": -50}, {})


def test_what_is_bought_at_once_is_bought() -> None:
    """§5.6c: it is no gain or loss by an imprévu; Germany draws one, and buys oil of England."""
    flow = flow_of(asking(position("DE CER 1, EN PET 1", events=(13,)), ("DE", "CER", 1)))
    assert (flow["DE"], flow["EN"], flow["IT"]) == ({"bought": -150}, {"sold": 150}, {})


def test_no_heading_or_sentence_holds_the_code_of_a_phase() -> None:
    """People read names."""
    state = opening("PLAYERS 3\nMODE BOOK\nASK-BUYERS ON")
    for number in range(12):
        step = ENGINE.resolve(state, {}, KeyedDice(b"words", str(number)))
        told = report_words(step.state, events=step.events, before=state)
        assert not re.search(r"\bR\d+\b|-LEAD|-BUY|\bX\d\d\b", told)
        state = step.state
