"""How things stand now: the boards, the cards and the reader's plan on them (§2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from engines.base import Seat
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import Debt, EuropaxOptions, EuropaxState, Pending
from engines.language import complete_order, parse_orders
from engines.report import Boards, CardDemand, CardHand, Paragraph, PlayerBoard, Table, TableCard
from pbem.render.tables import row_cells
from tests.europax.tables import make_led_round, opening, orders, position

SISTERS = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}


def hands(state: EuropaxState, seat: Seat | None = "BLU", text: str = "") -> list[CardHand]:
    said = orders(state, seat, text) if seat and text else ()
    return [block for block in ENGINE.board(state, seat, said) if isinstance(block, CardHand)]


def own(state: EuropaxState, text: str = "") -> dict[str, TableCard]:
    """Blue's cards by number."""
    return {card.title: card for card in hands(state, "BLU", text)[0].cards}


def country(state: EuropaxState, code: str, seat: Seat | None = "BLU") -> PlayerBoard:
    (block,) = (block for block in ENGINE.board(state, seat) if isinstance(block, Boards))
    return next(board for board in block.boards if board.at == code)


def places(cards: dict[str, TableCard]) -> dict[str, int]:
    return {card.title: card.place for card in cards.values() if card.mark == "said"}


# --- the reader's hand ----------------------------------------------------------------------------------------------


def test_each_card_says_what_it_asks_what_it_brings_and_who_leads_then() -> None:
    """§5.3: the best first."""
    state = position("FR CER 1", hands={**position().hands, "FR": (25, 40)}, bare=("DE",))
    cereals = CardDemand("EN", "England", "CER", "cereals", 1, 1, "from you", "from you")
    timber = CardDemand("DE", "Germany", "BOI", "timber", 2, 1, "from you, then from England", "from you, then from EN")
    coal = CardDemand("DE", "Germany", "CHA", "coal", 1, 0, "from abroad", "abroad")
    face, note = "England: cereals\nGermany: timber ×2", "+230 M, then England leads"
    assert list(own(state).values()) == [
        TableCard("40", face, "card 40", note=note, demands=(cereals, timber)),
        TableCard("25", "Germany: coal", "card 25", note="0 M, then Germany leads", demands=(coal,)),
    ]


def test_cards_are_numbered_as_they_are_planned() -> None:
    """The plan that stands, until another is said."""
    state = replace(make_led_round(""), plan={"BLU": ("PLAN 12 7", "PLAY 33")})
    assert places(own(state)) == {"12": 1, "7": 2}
    assert places(own(state, "PLAY 40\nPLAN 5 12")) == {"40": 1, "5": 2, "12": 3}
    assert places(own(state, "CLEAR PLAN")) == {}


@pytest.mark.parametrize(("stock", "true"), [("", "true now"), ("EN CER 1", "not true now")])
def test_a_condition_says_whether_it_is_true(stock: str, true: str) -> None:
    """§4.3."""
    card = own(make_led_round(stock), "PLAY 40 IF EN HAS NO CER\nPLAY 12")["40"]
    assert card.note.splitlines()[1] == f"only if England has no cereals: {true}"


def test_a_card_may_have_two_conditions() -> None:
    notes = own(make_led_round(""), "PLAY 40 IF EN HAS CER\nPLAY 40 IF CASH EN >= 5")["40"].note.splitlines()[1:]
    assert notes == [
        "only if England has cereals: not true now",
        "only if the purse of England holds at least 5 M: true now",
    ]


def test_others_see_no_plan() -> None:
    state = replace(make_led_round(""), plan={"BLU": ("PLAN 12 7",)})
    marks = {card.title: (card.mark, card.place) for hand in hands(state, None) for card in hand.cards}
    assert marks["12"] == marks["40"] == ("shut", 0)
    assert ENGINE.board(state, "RED") == ENGINE.board(replace(state, plan={}), "RED")


def test_the_cards_of_others_stand_in_a_line_each() -> None:
    """They cannot be played, and the reader's own want the room; a bystander sees all."""
    (others,) = (b for b in ENGINE.board(make_led_round(""), "BLU") if isinstance(b, Table))
    told = [[cell.text for cell in row_cells(row)] for row in others.rows]
    assert told == [["England", "41"], ["Germany", "47"], ["Benelux", "44"], ["Italy", "53"]]
    assert [hand.title for hand in hands(make_led_round(""), None)][:2] == [
        "Demand cards of France",
        "Demand cards of England",
    ]


# --- the boards -----------------------------------------------------------------------------------------------------


def test_a_board_says_money_goods_and_who_leads() -> None:
    state = position("FR CER 2", hotels={"FR": 1}, ledger=(Debt("FR", "DE", 300, "aid"),), bare=("FR",))
    mine = country(state, "FR")
    assert (mine.title, mine.code, mine.seat, mine.own) == ("France (you)", "FR", "BLU", True)
    assert (mine.money, mine.change, mine.net) == ("3600 M", None, "net 3300 M")
    assert mine.marks == ("2 demand cards", "leads", "hotel")
    assert [(stock.code, stock.count) for stock in mine.stocks if stock.count] == [("CER", 2)]
    assert (country(state, "EN").marks, country(state, "EN").net) == (("2 demand cards",), "")


def test_the_readers_board_comes_first() -> None:
    state = replace(position(), boards={**position().boards, "FR": "PUR", "IT": "BLU"})
    (block,) = (block for block in ENGINE.board(state, "BLU") if isinstance(block, Boards))
    assert [board.at for board in block.boards] == ["IT", "FR", "EN", "DE", "BX"]


def test_a_player_with_two_countries_has_two_hands() -> None:
    """§3.4."""
    state = replace(position(order=tuple(SISTERS)), boards=SISTERS, seats=("BLU", "RED"))
    found = hands(state, "BLU", "EN: PLAY 2\nFR: PLAY 1")
    assert [(hand.title, {card.title: card.mark for card in hand.cards}) for hand in found] == [
        ("Your demand cards (France)", {"1": "said", "2": ""}),
        ("Your demand cards (England)", {"1": "", "2": "said"}),
    ]


def test_before_the_boards_are_dealt_wishes_are_numbered() -> None:
    state = ENGINE.start((), KeyedDice(b"x", "0")).state
    (block,) = hands(state, "BLU", "BOARD IT FR")
    assert [(card.at, card.place) for card in block.cards] == [("FR", 2), ("EN", 0), ("DE", 0), ("BX", 0), ("IT", 1)]
    assert {card.mark for card in hands(state, None)[0].cards} == {""}


def test_a_buyer_who_is_asked_is_told() -> None:
    """§3.2."""
    pending = Pending(12, "EN", "BOI")
    state = replace(position(), kind="buyer", phase="R1-BUY1", pending=pending, options=EuropaxOptions(book=True))
    told = {seat: ENGINE.board(state, seat)[0] for seat in ("RED", "BLU")}
    assert told["RED"] == Paragraph("Card 12 makes you buy 2 Mt timber, and several could sell: say from whom.")
    assert told["BLU"] == Paragraph("Card 12 makes England buy 2 Mt timber; several could sell, and it says which.")


def test_at_the_end_there_is_the_result_and_nobody_leads() -> None:
    state = replace(position(), kind="end", phase="END", ranks={"BLU": 1, "RED": 1, "GRN": 1, "YEL": 1, "PUR": 1})
    first = ENGINE.board(state, "BLU")[0]
    assert isinstance(first, Table) and first.name == "ranking"
    assert "leads" not in country(state, "FR").marks
    assert all(card.mark == "" for hand in hands(state) for card in hand.cards)


def test_it_is_told_in_french() -> None:
    state = replace(make_led_round("", language={"BLU": "FR"}), plan={"BLU": ("PLAY 40 IF NOBODY HAS CER",)})
    assert country(state, "FR").marks == ("4 demandes", "a la main")
    (block,) = (block for block in ENGINE.board(state, "BLU") if isinstance(block, Boards))
    assert block.styles["BLU"].name == "Bleu"
    note = own(state)["40"].note.splitlines()[1]
    assert note == "seulement si personne d'autre n'a de carte de céréales\u00a0: vrai maintenant"


# --- what is drawn, and what can be picked ---------------------------------------------------------------------------


def iter_drawn_places(state: EuropaxState, seat: Seat) -> Iterator[str]:
    for block in ENGINE.board(state, seat):
        if isinstance(block, CardHand):
            yield from (card.at for card in block.cards)
        if isinstance(block, Boards):
            yield from (board.at for board in block.boards)


def meant_cards(state: EuropaxState, seat: Seat, texts: Sequence[str]) -> set[str]:
    """Return what the open choices behind some texts stand for."""
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    steps = (step for text in texts for step in complete_order(grammar, text).steps)
    return {at for step in steps for choice in step.open_choices for at in choice.at}


def test_what_can_be_picked_is_drawn() -> None:
    """So that a click can pick it: countries while boards are dealt; cards and countries later."""
    dealing = ENGINE.start(parse_orders(ENGINE.setup, "PLAYERS 4\nWITHOUT DE").orders, KeyedDice(b"x", "0")).state
    assert meant_cards(dealing, "BLU", ["BOARD"]) == set(iter_drawn_places(dealing, "BLU")) == {"FR", "EN", "BX", "IT"}
    state = opening("EXTRA-AID ON")
    mine = {f"card {n}" for country in state.countries_of("BLU") for n in state.hands[country]}
    assert meant_cards(state, "BLU", ["PLAY"]) == mine < set(iter_drawn_places(state, "BLU"))
    card = state.hands[state.countries_of("BLU")[0]][0]
    others = meant_cards(state, "BLU", ["BUY CER FROM", "AID EXTRA 5 TO", f"PLAY {card} IF CASH"])
    assert others == set(state.order) < set(iter_drawn_places(state, "BLU"))
