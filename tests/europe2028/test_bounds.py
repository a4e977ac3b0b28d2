"""The least and the most that a line may say (§4, §8)."""

from __future__ import annotations

import pytest

from engines.europe2028 import ENGINE
from engines.europe2028.cards import DECK
from engines.language import parse_orders
from tests.europe2028.tables import opening, position, seat_grammar

CLUBS = [card for card in DECK if card.endswith("C")]
STATE = position(hands={"RU": "4S"}, held={"BER": "RU POL"})
REGIONS = ["PAR", "BER", "IST", "LON", "DEN", "RME", "CAT", "POL", "AUH", "MOS"]
OPTIONS = {
    "PLAYERS": (2, 6),
    "END-VP": (5, 60),
    "HAND-LIMIT": (0, 30),
    "MAX-ROUNDS": (1, 200),
}
LISTS = {
    "CONVERT {}": (1, 20, list(DECK)),
    "LAND POL GER PAY {}": (1, 5, CLUBS),
    "ATTACK MIL GER PAY {}": (1, 5, CLUBS),
    "ATTACK MIL GER WITH {}": (1, 12, list(DECK)),
    "ATTACK MIL GER WITH 4S RESERVE {}": (1, 12, list(DECK)),
    "CHALLENGE WITH {}": (1, 12, list(DECK)),
    "DAMAGE {}": (1, 9, REGIONS),
    "REPAIR {}": (1, 9, ["MOS"] * 10),
    "NEXT {}": (1, 4, ["MIL", "ECO", "CUL", "POL", "MIL"]),
}
NUMBERS = {
    "CHALLENGE UPTO {} WITH LOW": (1, 200),
    "CHALLENGE WITH LOW MAX {}": (1, 20),
}


def is_understood(text: str) -> bool:
    return bool(parse_orders(seat_grammar(STATE, "RU"), text).orders)


@pytest.mark.parametrize("option", OPTIONS)
def test_options(option: str) -> None:
    least, most = OPTIONS[option]
    read_so = {n: bool(parse_orders(ENGINE.setup, f"{option} {n}").orders) for n in (least - 1, least, most, most + 1)}
    assert read_so == {least - 1: False, least: True, most: True, most + 1: False}


def test_empires_named() -> None:
    """§8: two at least, six at most."""
    named = {n: " ".join(("PB", "RU", "EA", "OT", "NF", "MC", "PB")[:n]) for n in (1, 2, 6, 7)}
    found = {n: bool(parse_orders(ENGINE.setup, f"EMPIRES {text}").orders) for n, text in named.items()}
    assert found == {1: False, 2: True, 6: True, 7: False}


@pytest.mark.parametrize("line", LISTS)
def test_lists(line: str) -> None:
    least, most, words = LISTS[line]
    found = {n: is_understood(line.format(" ".join(words[:n]))) for n in (least - 1, least, most, most + 1)}
    assert found == {least - 1: False, least: True, most: True, most + 1: False}


@pytest.mark.parametrize("line", NUMBERS)
def test_numbers(line: str) -> None:
    least, most = NUMBERS[line]
    found = {n: is_understood(line.format(n)) for n in (least - 1, least, most, most + 1)}
    assert found == {least - 1: False, least: True, most: True, most + 1: False}


@pytest.mark.parametrize(("text", "good"), [("MIL", False), ("MIL MIL", True), ("MIL MIL ECO", False)])
def test_two_tokens_begin(text: str, good: bool) -> None:
    assert bool(parse_orders(seat_grammar(opening(), "RU"), f"TOKENS {text}").orders) is good
