"""The cards of the box keep what their reconstruction was built on (§1.2 to §1.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.europax.data import CODES, STANDARD

DEMANDS = {int(number): demands for number, demands in STANDARD.demands.items()}
ASKED = [demand for demands in DEMANDS.values() for demand in demands]


def test_counts() -> None:
    assert (len(DEMANDS), len(STANDARD.events), sum(g.cards for g in STANDARD.products.values())) == (56, 43, 173)
    assert Counter(map(len, DEMANDS.values())) == {1: 10, 2: 22, 3: 24}
    kinds = Counter(event.kind for event in STANDARD.events.values())
    assert kinds["HOTEL"] == kinds["TOURISTS"] == 6 and kinds["URGENT"] == 10


@pytest.mark.parametrize(("players", "boards"), [("2", {"FR", "BX"}), ("3", {"FR", "EN", "BX"})])
def test_what_is_left_out_asks_nothing_of_the_boards(players: str, boards: set[str]) -> None:
    """Exactly those cards: 23 with two players, 9 with three."""
    void = {number for number, demands in DEMANDS.items() if not {d.country for d in demands} & boards}
    assert set(STANDARD.removed[players]) == void


def test_countries_and_products_of_a_card_differ() -> None:
    for demands in DEMANDS.values():
        assert len({d.country for d in demands}) == len({d.product for d in demands}) == len(demands)


def test_each_country_has_two_cards_of_its_own() -> None:
    single = Counter(demands[0].country for demands in DEMANDS.values() if len(demands) == 1)
    assert single == dict.fromkeys(CODES, 2)


def test_as_much_is_asked_as_there_is() -> None:
    asked: Counter[str] = Counter()
    for demand in ASKED:
        asked[demand.product] += demand.cards
    assert asked == {code: goods.cards for code, goods in STANDARD.products.items()}


def test_countries_are_asked_alike() -> None:
    pairs = Counter((d.country, d.product) for d in ASKED)
    units = Counter[str]()
    worth = Counter[str]()
    for demand in ASKED:
        units[demand.country] += demand.cards
        worth[demand.country] += demand.cards * STANDARD.products[demand.product].europe
    assert sorted(pairs.values()) == [1] * 14 + [2] * 56
    assert set(units.values()) == {34, 35}
    assert all(4170 <= value <= 4250 for value in worth.values())


def test_the_cards_that_the_rules_name() -> None:
    first, last = DEMANDS[40][0], DEMANDS[23][-1]
    assert (first.country, first.product, first.cards) == ("EN", "CER", 1)
    assert (DEMANDS[1][0].country, DEMANDS[1][0].product) == ("DE", "ACI")
    assert (last.country, last.product, last.cards) == ("FR", "CER", 2)


def test_what_comes_from_abroad_is_dearer() -> None:
    """§1.2: about half as much again."""
    for goods in STANDARD.products.values():
        assert 1.4 <= goods.abroad / goods.europe <= 1.7
