"""When a game is over, and who has won (§5.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.ending import finish_europax
from engines.europax.state import Debt, EuropaxOptions, EuropaxState
from tests.europax.tables import (
    EVERYTHING,
    LONG,
    OWN,
    USUAL,
    asking,
    cards_played,
    make_led_round,
    market,
    orders,
    position,
)

LAST = {"FR": (OWN,), "EN": (1,), "DE": (2,), "BX": (3,), "IT": (4,)}


def over_after(state: EuropaxState) -> bool:
    """Return whether the game is over when France, which leads, has played its card."""
    found = market(state)
    found.play_card(OWN)
    return found.has_game_ended()


@pytest.mark.parametrize(("talon", "over"), [((), True), ((41,), False)])
def test_a_short_game_ends_without_demand_cards(talon: tuple[int, ...], over: bool) -> None:
    """§5.7a: a country has none and the talon neither; a talon of one card goes on (§6.23)."""
    assert over_after(asking(position(hands=LAST, demands=talon), ("EN", "CER", 1))) is over


def test_the_end_asks_for_an_empty_hand_and_an_empty_talon() -> None:
    """§5.7a: each hand has a card."""
    assert not over_after(asking(position(hands={**LAST, "FR": (OWN, 5)}, demands=()), ("EN", "CER", 1)))


def test_a_short_game_does_not_end_with_production() -> None:
    """§5.7a: Germany's board is empty, and no production cards are left."""
    state = position("DE ACI 1", bare=("DE",), production=(), hands={**LAST, "FR": (OWN, 5)})
    assert not over_after(asking(state, ("DE", "ACI", 1)))


def test_a_long_game_does_not_end_without_demand_cards() -> None:
    """§5.7b: the talon is made anew of the cards played."""
    assert not over_after(asking(position(hands=LAST, demands=(), used=(11,), options=LONG), ("EN", "CER", 1)))


@pytest.mark.parametrize(
    ("stock", "bare", "production", "over"),
    [("DE ACI 1", ("DE",), (), True), ("DE ACI 1", (), (), False), ("DE ACI 1", ("DE",), ("SUC",), False)],
    ids=["empty", "a card on the board", "a card in the talon"],
)
def test_a_long_game_ends_with_production(
    stock: str, bare: tuple[str, ...], production: tuple[str, ...], over: bool
) -> None:
    """§5.7b: an empty board, and no production cards."""
    state = position(stock, bare=bare, production=production, hands={**LAST, "FR": (OWN, 5)}, options=LONG)
    assert over_after(asking(state, ("DE", "ACI", 1))) is over


@pytest.mark.parametrize(
    ("cap", "rebuilt", "hand", "over"),
    [(2, 2, (OWN,), True), (2, 1, (OWN,), False), (0, 9, (OWN,), False), (2, 2, (OWN, 5), False)],
)
def test_a_long_game_ends_with_the_cap(cap: int, rebuilt: int, hand: tuple[int, ...], over: bool) -> None:
    """§5.7b and §6.31: only when cards are needed; 0 is without bound."""
    options = replace(LONG, cap=cap)
    state = position(hands={**LAST, "FR": hand}, demands=(), rebuilt=rebuilt, options=options)
    assert over_after(asking(state, ("EN", "CER", 1))) is over


def test_the_end_ends_the_round() -> None:
    """§3.1: after three cards of six; nobody is asked any more, and the last imprévu was drawn (§5.7c)."""
    state = make_led_round(
        f"FR {EVERYTHING}", (12, 40, 7), demands=(), options=EuropaxOptions(cards=6), events=tuple(range(1, 44))
    )
    step = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "PLAN 40 12 7")}, KeyedDice(b"europax", "2"))
    assert cards_played(step.events) == [40, 12, 7]
    assert (step.state.kind, len(step.state.drawn)) == ("end", 3)
    assert step.state.ranks is not None and ENGINE.grammar(step.state, "BLU") is None


@pytest.mark.parametrize("options", [LONG, replace(LONG, book=True)], ids=["sealed", "by the book"])
def test_a_long_game_goes_on_with_cards_shuffled_anew(options: EuropaxOptions) -> None:
    """§5.2f: in a whole phase."""
    state = asking(position(hands=LAST, demands=(), used=(11,), options=replace(options, cards=1)), ("EN", "CER", 1))
    after = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "PLAY 99")}, KeyedDice(b"x", "1")).state
    assert sorted(after.hands["FR"]) == [11, OWN] and after.ranks is None


# --- who has won ----------------------------------------------------------------------------------------------------


def test_the_richest_wins_and_ties_are_broken() -> None:
    """§5.7d: England has been rescued, so Germany, as rich, comes before it."""
    state = position(cash={"FR": 5000, "EN": 4000, "DE": 4000, "BX": 1000, "IT": 900}, rescued={"EN": 1})
    assert finish_europax(state, ()).state.ranks == {"BLU": 1, "GRN": 2, "RED": 3, "YEL": 4, "PUR": 5}


def test_equals_who_were_never_rescued_are_told_apart_by_deliveries() -> None:
    """§5.7d: who brought more to the market; rescues count before that, and money before both."""
    state = position(delivered={"FR": 1, "EN": 2, "DE": 9, "BX": 2}, rescued={"DE": 1})
    richer = replace(state, cash={**state.cash, "IT": 3605}, rescued={"DE": 1, "IT": 9})
    assert finish_europax(richer, ()).state.ranks == {"PUR": 1, "RED": 2, "YEL": 2, "BLU": 4, "GRN": 5}


def test_who_brought_nothing_comes_behind_who_brought_a_card() -> None:
    """§5.7d."""
    assert finish_europax(position(delivered={"FR": 1}), ()).state.ranks == {
        "BLU": 1,
        "RED": 2,
        "GRN": 2,
        "YEL": 2,
        "PUR": 2,
    }


def test_debts_are_paid_back() -> None:
    """§5.7c: Germany has more in its purse, and owes it to France."""
    state = position(cash=dict.fromkeys(("FR", "EN", "DE", "BX", "IT"), 1000))
    state = replace(state, cash={**state.cash, "DE": 1200}, ledger=(Debt("DE", "FR", 300, "aid"),))
    step = finish_europax(state, ())
    assert step.events[-1].args["worth"] == {"FR": 1300, "EN": 1000, "DE": 900, "BX": 1000, "IT": 1000}
    assert step.state.ranks is not None and step.state.ranks["BLU"] == 1 and step.state.ranks["GRN"] == 5


@pytest.mark.parametrize(("counts", "winner"), [(False, "BLU"), (True, "RED")])
def test_goods_count_by_option_only(counts: bool, winner: str) -> None:
    """§6.24: England has 5 M less and two cards of cereals, 160 M each in Europe."""
    state = position("EN CER 2", bare=("FR", "EN"), options=replace(USUAL, stock_counts=counts))
    state = replace(state, cash={"FR": 3600, "EN": 3595, "DE": 0, "BX": 0, "IT": 0})
    ranks = finish_europax(state, ()).state.ranks
    assert ranks is not None and ranks[winner] == 1
    assert state.country_worth("EN") == 3595 + 320 * counts


def test_two_countries_of_a_player_count_together() -> None:
    """§3.4: with money, rescues and deliveries."""
    state = position(order=("FR", "EN", "DE", "BX"))
    state = replace(state, boards={"FR": "BLU", "DE": "BLU", "EN": "RED", "BX": "RED"}, seats=("BLU", "RED"))
    poor_and_rich = replace(state, cash={"FR": 5000, "EN": 3000, "DE": 900, "BX": 3000})
    assert finish_europax(poor_and_rich, ()).state.ranks == {"BLU": 2, "RED": 1}
    assert finish_europax(replace(state, rescued={"DE": 1}), ()).state.ranks == {"BLU": 2, "RED": 1}
    assert finish_europax(replace(state, delivered={"DE": 2, "EN": 1}), ()).state.ranks == {"BLU": 1, "RED": 2}


def test_the_banker_is_last_and_wins_nothing() -> None:
    """§3.3."""
    state = position()
    seats = (*state.seats, "BANK")
    ranks = finish_europax(replace(state, seats=seats, out=("BANK",)), ()).state.ranks
    assert ranks == {"BLU": 1, "RED": 1, "GRN": 1, "YEL": 1, "PUR": 1, "BANK": 6}
