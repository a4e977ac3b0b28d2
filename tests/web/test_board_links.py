"""What a click on the board can mean before a sentence is begun."""

from __future__ import annotations

from engines.base import Seat, State
from engines.dice import KeyedDice
from engines.language import CompiledGrammar, complete_order
from pbem.games import games
from pbem.web.desk import board_links
from tests.europe2028.tables import position

BOARD = position(
    hands={"RU": "4S 9S KD 2C"},
    tokens={"RU": "MIL1, ECO UKR 1, POL", "NF": "ECO UKR 2"},
    held={"GRE": "OT POL"},
    coins={"RU": 6},
)


def list_click_offers(code: str, state: State, seat: Seat) -> dict[str, list[str]]:
    """Return what is offered for each thing, in words."""
    engine = games.get_engine_by_code(code)
    grammar = engine.grammar(state, seat)
    assert grammar is not None
    compiled = CompiledGrammar(grammar)
    places = frozenset(code for block in engine.board(state, seat) for code in getattr(block, "owners", ()))
    touched = board_links.find_click_meanings(compiled, complete_order(compiled, ""), places)
    return {at: [offer.words for offer in offers] for at, offers in touched.items()}


def test_a_region_offers_all_that_can_be_said_of_it() -> None:
    """An open one: attacks and landings of tokens on the mat, and challenges; where a token stands, what it can do."""
    found = list_click_offers("europe2028", BOARD, "RU")
    assert found["GER"] == [
        "Attack with the military token at Germany",
        "Attack with the political token at Germany",
        "Challenge attacks at Germany",
        "Land the military token on Germany",
        "Land the political token on Germany",
    ]
    assert found["UKR"][0] == "Attack with the economic token"
    assert "Attack with the military token at Ukraine" not in found["UKR"], "one of Russia's tokens stands there"
    assert found["GRE"][0] == "Attack with the military token at Greater Greece"


def test_cards_offer_but_themselves() -> None:
    """What lies behind a card of a list that is said again is not looked through."""
    found = list_click_offers("europe2028", BOARD, "RU")
    assert found["card KD"] == [
        "Challenge attacks, with the king of diamonds",
        "Change into coins: the king of diamonds",
    ]
    assert found["token POL"] == ["Attack with the political token", "Land the political token"]


def test_where_all_lies_on_the_map_nothing_is_looked_through() -> None:
    """A click on an empty land means no unit of its neighbours."""
    start = games.get_engine_by_code("diplomacy").start((), KeyedDice(b"clicks", "0")).state
    found = list_click_offers("diplomacy", start, "FRANCE")
    assert {"PAR", "MAR", "BRE"} <= found.keys()
    assert not found.keys() & {"BUR", "PIC", "GAS"}
