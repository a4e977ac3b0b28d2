"""What an imprévu does to the country that draws it (§5.6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engines.dice import KeyedDice
from engines.europax.data import STANDARD, Happening
from engines.europax.market import Market
from engines.europax.state import EuropaxOptions, EuropaxState
from engines.europax.turn_context import Wishes
from tests.europax.tables import market, position, with_cash


def draw_from_pile(state: EuropaxState, times: int = 1, country: str = "FR", wishes: Wishes | None = None) -> Market:
    """After a country drew from the pile so often."""
    found = market(state, {country: wishes} if wishes else {})
    for _ in range(times):
        found.draw_event(country)
    return found


def idle(found: Market) -> int:
    """Return how many imprévus are said to have come to nothing."""
    return sum(event.kind == "idle" for event in found.events)


@pytest.mark.parametrize(
    ("first", "second", "cash", "pile", "in_vain"),
    [(1, 7, 3700, [7], 0), (7, 1, 3600, [7], 1), (1, 2, 3600, [2], 1), (1, 12, 3900, [12], 0)],
    ids=["hotels, then tourists", "no hotels yet", "a second hotel", "many tourists"],
)
def test_hotels_and_tourists(first: int, second: int, cash: int, pile: list[int], in_vain: int) -> None:
    """§7.12, §5.6a and §5.6b: the first hotel is kept, all else goes under the pile."""
    found = draw_from_pile(position(events=(first, second)), 2)
    assert (found.cash["FR"], found.pile, idle(found)) == (cash, pile, in_vain)
    assert found.hotels == {"FR": 1}


def test_another_countrys_hotels_bring_nothing() -> None:
    """§5.6b."""
    found = draw_from_pile(position(events=(7,), hotels={"EN": 1}))
    assert (found.cash["FR"], idle(found)) == (3600, 1)


def test_tourists_come_again() -> None:
    """§5.6a: a hotel serves the whole game."""
    assert draw_from_pile(position(events=(7, 8), hotels={"FR": 1}), 2).cash["FR"] == 3600 + 100 + 150


@pytest.mark.parametrize(("card", "cash"), [(23, 3750), (31, 3800), (35, 3450), (39, 3550)])
def test_windfalls_and_bills(card: int, cash: int) -> None:
    """§5.6d: between the country and the bank; the others have nothing to do with it."""
    found = draw_from_pile(position(events=(card, 1)))
    assert (found.cash["FR"], found.pile, idle(found)) == (cash, [1, card], 0)
    assert {found.cash[c] for c in ("EN", "DE", "BX", "IT")} == {3600}


@pytest.mark.parametrize(("card", "mine", "theirs"), [(40, 200, -50), (41, 100, -25), (42, -100, 25), (43, -200, 50)])
def test_from_and_to_every_partner(card: int, mine: int, theirs: int) -> None:
    """§5.6d: four partners."""
    found = draw_from_pile(position(events=(card,)))
    assert found.cash["FR"] == 3600 + mine
    assert {found.cash[c] for c in ("EN", "DE", "BX", "IT")} == {3600 + theirs}


def test_who_cannot_pay_every_partner_is_rescued_on_the_way() -> None:
    """§7.13: two are paid, then come four times 300 M, then the other two are paid."""
    found = draw_from_pile(with_cash(position(events=(42,)), FR=60, EN=1000, DE=1000, BX=1000, IT=1000))
    assert found.rescued == {"FR": 1}
    assert found.cash == {"FR": 1160, "EN": 725, "DE": 725, "BX": 725, "IT": 725}


def test_a_partner_without_money_is_rescued_first() -> None:
    """§7.14 and §5.4e."""
    found = draw_from_pile(with_cash(position(events=(40,)), FR=1000, EN=0, DE=1000, BX=1000, IT=1000))
    assert found.rescued == {"EN": 1}
    assert found.cash["EN"] == 4 * 300 - 50


def test_partners_pay_in_the_order_round_the_table() -> None:
    """§5.6d: Germany gets 50 M of each. England comes before Benelux, so Benelux helps it before it pays itself."""
    found = draw_from_pile(with_cash(position(events=(40,)), EN=0, BX=330), country="DE")
    assert found.rescued == {"EN": 1, "BX": 1}


# --- to be bought at once -------------------------------------------------------------------------------------------


def test_an_urgent_purchase() -> None:
    """§5.6c: at the European price, onto the own board."""
    found = draw_from_pile(position("EN PET 1", events=(13,)))
    assert (found.cash["EN"], found.cash["FR"], found.stock["FR"]["PET"]) == (3750, 3450, 1)
    assert (found.stock["EN"]["PET"], found.market, found.delivered) == (0, {}, {})


def test_nothing_is_bought_abroad() -> None:
    """§5.6c: nobody has any."""
    found = draw_from_pile(position(events=(13,)))
    assert (found.cash["FR"], idle(found), found.pile) == (3600, 1, [13])


def test_what_one_has_already_is_bought_nevertheless() -> None:
    """§5.6c; and one does not buy of oneself."""
    assert draw_from_pile(position("FR PET 1, EN PET 1", events=(13,))).stock["FR"]["PET"] == 2
    own = draw_from_pile(position("FR PET 1", events=(13,)))
    assert (own.stock["FR"]["PET"], own.cash["FR"], idle(own)) == (1, 3600, 1)


@pytest.mark.parametrize(("there", "bought"), [(1, 1), (2, 2), (3, 2)])
def test_as_many_as_there_are(there: int, bought: int) -> None:
    """§6.22: two are to be bought."""
    found = draw_from_pile(position(f"EN PET {there}", events=(14,)))
    assert (found.stock["FR"]["PET"], found.cash["FR"]) == (bought, 3600 - 150 * bought)


@pytest.mark.parametrize(
    ("wishes", "england", "germany"),
    [(Wishes({"PET": ["DE"]}), 2, 0), (Wishes({"PET": ["DE"]}, spread=True), 1, 1), (Wishes({"*": ["EN"]}), 0, 2)],
    ids=["as he wishes", "spread", "any product"],
)
def test_from_whom_it_likes(wishes: Wishes, england: int, germany: int) -> None:
    """§5.6c and §5.2h: two cards of oil, two sellers with two."""
    found = draw_from_pile(position("EN PET 2, DE PET 2", events=(14,)), wishes=wishes)
    assert (found.stock["EN"]["PET"], found.stock["DE"]["PET"]) == (england, germany)


def test_spread_goes_on_in_turn() -> None:
    """§5.6c: a card of an owner's box asks for four; England was named."""
    four = Happening(13, "URGENT", product="PET", cards=4)
    state = position("EN PET 3, DE PET 3", events=(13,))
    state = replace(state, box=replace(state.box, events={**state.box.events, "13": four}))
    found = draw_from_pile(state, wishes=Wishes({"PET": ["EN"]}, spread=True))
    assert (found.stock["EN"]["PET"], found.stock["DE"]["PET"]) == (1, 1)


def test_the_presenter_has_no_precedence() -> None:
    """§6.21: England leads and has oil, but Germany is poorer."""
    found = draw_from_pile(with_cash(position("EN PET 1, DE PET 1", "EN", events=(13,)), DE=3000))
    assert (found.stock["EN"]["PET"], found.stock["DE"]["PET"]) == (1, 0)


def test_the_seller_is_refilled_at_once() -> None:
    """§5.5a: its last card is bought."""
    found = draw_from_pile(position("EN PET 1", events=(13,), bare=("EN",)))
    assert (found.stock["EN"], found.cash["EN"]) == ({"PET": 0, "SUC": 10}, 3600 + 150 + 1000)


# --- the pile -------------------------------------------------------------------------------------------------------


def test_the_pile_goes_round() -> None:
    """§6.20: what was drawn first comes again first; kept hotels do not."""
    found = draw_from_pile(position(events=(23, 1, 32)), 5)
    assert (found.drawn, found.pile) == ([23, 1, 32, 23, 32], [23, 32])


@pytest.mark.parametrize("reshuffle", [False, True])
def test_the_pile_may_be_shuffled_after_as_many_draws_as_it_has_cards(reshuffle: bool) -> None:
    """§5.6e: not before, and each time."""
    hotels_last = tuple(sorted(map(int, STANDARD.events), reverse=True))
    found = market(position(events=hotels_last[:-1], hotels={"FR": 1}, options=EuropaxOptions(reshuffle=reshuffle)))
    piles = [tuple(found.pile)]
    for _ in range(43 * 2):
        found.draw_event("FR")
        piles.append(tuple(found.pile))
    turned = [n for n, (old, new) in enumerate(pairwise(piles), 1) if new != (*old[1:], old[0])]
    assert turned == ([43, 86] if reshuffle else [])


def test_nothing_is_drawn_from_an_empty_pile() -> None:
    found = Market(position(events=()), KeyedDice(b"x", "1"), {})
    found.draw_event("FR")
    assert (found.drawn, found.events) == ([], [])
