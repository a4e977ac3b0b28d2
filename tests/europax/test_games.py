"""Whole games of Europax: laws at every step, all modes, figures of the specification, secrets, an owner's cards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines import states
from engines.base import DataError
from engines.contract import check_game
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.box import DEMANDS, EVENTS, FILES, PRODUCTS
from engines.europax.state import START_CASH, Pending, State
from engines.orders import read, roll
from tests.europax.tables import opening, orders, position

MODES = (
    "MODE BOOK\nPLAYERS 3",
    "MODE BOOK\nASK-BUYERS ON\nPLAYERS 2",
    "PLAYERS 2\nTWO-EACH ON",
    "PLAYERS 6\nBANKER-DUTIES ON\nEXTRA-AID ON\nEVENTS RESHUFFLE",
    "PLAYERS 4\nLENGTH LONG\nAID GIFT\nSTOCK-VALUE EUROPEAN",
)


def lawful(state: State) -> None:
    """Cards are neither lost nor made; money is what the bank gave or took; nobody is below zero."""
    if not state.order:
        return
    cards = sum(sum(goods.values()) for goods in state.stock.values())
    gone = sum(state.delivered.values())
    assert cards + gone + len(state.production) == sum(g.cards for g in state.box.products.values())
    held = [n for hand in state.hands.values() for n in hand]
    numbers = [*held, *state.used, *(n for n in state.demands if n is not None)]
    assert len(numbers) == len(set(numbers))
    assert len(state.events) + len(state.hotels) == len(state.box.events)
    assert all(cash >= 0 for cash in state.cash.values())
    if state.played == 0:
        assert set(state.cash.values()) == {START_CASH}


def played(seed: int, options: str, advised: bool, most: int = 400) -> State:
    random, count = Random(seed), 1
    state = opening(options, str(seed).encode())
    while state.ranks is None and count < most:
        lawful(state)
        count += 1
        said = {}
        for seat in state.seats:
            ask = ENGINE.ask(state, seat)
            if ask and ask.due:
                lines = ENGINE.advise(states.view(state, seat), seat, random)
                said[seat] = read(ask, "\n".join(lines)).orders if advised else tuple(roll(ask, random))
        state = ENGINE.resolve(state, said, KeyedDice(str(seed).encode(), str(count))).state
    return state


@pytest.mark.slow
@pytest.mark.parametrize("options", MODES)
def test_modes_keep_the_contract(options: str) -> None:
    assert check_game(ENGINE, 1, options).ended


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_invariants_hold(seed: int) -> None:
    played(seed, f"PLAYERS {2 + seed % 4}", advised=bool(seed % 2))


@pytest.mark.slow
def test_a_short_game_is_as_long_as_specified() -> None:
    """Section 10: with five countries 7.7 rounds and 43 cards."""
    games = [played(seed, "PLAYERS 5", advised=True) for seed in range(12)]
    assert 7 <= sum(game.round for game in games) / len(games) <= 8.5
    assert 40 <= sum(game.played for game in games) / len(games) <= 47


def test_talons_plans_and_preferences_are_hidden() -> None:
    state = replace(position(), plan={"RED": ("PLAY 1",)}, prefs={"RED": ("SPREAD ON",)})
    other = replace(state, plan={}, prefs={}, demands=state.demands[::-1], production=state.production[::-1])
    one, two = states.view(state, "BLU"), states.view(other, "BLU")
    assert one == two
    assert len(one.demands) == len(state.demands) and set(one.demands) == {None}
    assert ENGINE.ask(one, "BLU") == ENGINE.ask(two, "BLU")
    assert ENGINE.report(one, "BLU", ()) == ENGINE.report(two, "BLU", ())


def test_reports_speak_the_readers_language() -> None:
    state = position()
    french = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "LANGUE FR")}, KeyedDice(b"x", "1")).state
    titles = [str(ENGINE.report(states.view(french, seat), seat, (), state)[0]) for seat in ("BLU", "RED")]
    assert "Manche 1" in titles[0] and "Round 1" in titles[1]


def test_preferences_stay_and_are_forgotten() -> None:
    state = position()
    kept = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "SPREAD ON ; BUY * FROM BX")}, KeyedDice(b"x", "1")).state
    assert kept.prefs["BLU"] == ("SPREAD ON", "BUY * FROM BX")
    assert kept.ranks is None
    gone = ENGINE.resolve(kept, {"BLU": orders(kept, "BLU", "CLEAR ALL")}, KeyedDice(b"x", "2")).state
    assert "BLU" not in gone.prefs


def test_a_buyer_is_asked_by_the_book() -> None:
    """The card is played from its start when he has answered."""
    options = replace(position().options, book=True, ask_buyers=True)
    state = position("EN CER 1, DE CER 1", options=options)
    box = replace(state.box, demands={**state.box.demands, "40": state.box.card(37)[:1]})
    ready = replace(state, box=box, hands={**state.hands, "FR": (40, 3)}, kind="lead", phase="R1-LEAD")
    asked = ENGINE.resolve(ready, {"BLU": orders(ready, "BLU", "PLAY 40")}, KeyedDice(b"x", "1")).state
    assert asked.pending == Pending(40, "BX", "CER")
    assert asked.cash == ready.cash
    done = ENGINE.resolve(asked, {"YEL": orders(asked, "YEL", "BUY CER FROM DE")}, KeyedDice(b"x", "2")).state
    assert (done.pending, done.cash["DE"] - ready.cash["DE"]) == (None, 160)


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (PRODUCTS, '"europe": 160', '"europe": 161', "multiples of 5"),
        (PRODUCTS, '"tonnes": 3000000, "europe": 160', '"tonnes": 0, "europe": 160', "above zero"),
        (DEMANDS, "DE ACI 1; FR CER 1", "DE XXX 1; FR CER 1", "“DE XXX 1” is no demand"),
        (DEMANDS, '"number": 2,', '"number": 1,', "second time"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS"', "needs amount"),
        (EVENTS, '"product": "PET", "cards": 1', '"product": "XXX", "cards": 1', "no product XXX"),
        (EVENTS, '{"number": 1, "kind": "HOTEL"},', '{"number": 1, "kind": "HOTEL"}', "no JSON"),
    ],
)
def test_faults_in_the_cards_of_a_box(name: str, old: str, new: str, why: str) -> None:
    text = FILES[name]
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(DataError) as caught:
        ENGINE.with_files({name: changed})
    assert caught.value.file == name and why in caught.value.why
    assert caught.value.line > 1
