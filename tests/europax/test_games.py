"""Whole games of Europax: laws at every step, all modes, their length, secrets, an owner's cards."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engines import states
from engines.base import DataError
from engines.contract import check_game
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.box import DEMANDS, EVENTS, FILES, PRODUCTS
from engines.europax.state import START_CASH, Debt, Pending, State
from engines.orders import read
from tests.engines.playing import MOST, steps
from tests.europax.tables import opening, orders, position

MODES = (
    "MODE BOOK\nPLAYERS 3",
    "MODE BOOK\nASK-BUYERS ON\nPLAYERS 2",
    "PLAYERS 2\nTWO-EACH ON",
    "PLAYERS 6\nBANKER-DUTIES ON\nEXTRA-AID ON\nEVENTS RESHUFFLE",
    "PLAYERS 4\nLENGTH LONG\nAID GIFT\nSTOCK-VALUE EUROPEAN",
)


def lawful(state: State) -> None:
    """Cards are neither lost nor made; the game begins with its cash; nobody is below zero."""
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


def played(seed: int, options: str, advised: bool, most: int = MOST) -> State:
    """A game, every position looked at."""
    state = opening(options, str(seed).encode())
    for step in steps(ENGINE, state, seed, advised, most):
        lawful(state)
        state = step.state
    return state


@pytest.mark.slow
@pytest.mark.parametrize("options", MODES)
def test_modes_keep_the_contract(options: str) -> None:
    assert check_game(ENGINE, 1, options).ended


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_invariants_hold(seed: int) -> None:
    end = played(seed, f"PLAYERS {2 + seed % 4}", advised=bool(seed % 2))
    lawful(end)
    assert end.ranks is not None


@pytest.mark.slow
def test_a_short_game_is_as_long_as_the_rules_say() -> None:
    """§10: with five countries 7 to 9 rounds, and some 42 cards."""
    games = [played(seed, "PLAYERS 5", advised=True) for seed in range(12)]
    assert 7 <= sum(game.round for game in games) / len(games) <= 8.5
    assert 40 <= sum(game.played for game in games) / len(games) <= 47


def test_talons_plans_and_preferences_are_hidden() -> None:
    """§2: the order of all three talons, and what others have planned."""
    state = replace(position(events=(1, 7, 23)), plan={"RED": ("PLAY 1",)}, prefs={"RED": ("SPREAD ON",)})
    other = replace(state, plan={}, prefs={}, demands=state.demands[::-1], production=state.production[::-1])
    other = replace(other, events=state.events[::-1])
    one, two = states.view(state, "BLU"), states.view(other, "BLU")
    assert one == two
    for talon, cards in ((one.demands, 10), (one.production, 20), (one.events, 3)):
        assert len(talon) == cards and set(talon) == {None}
    assert ENGINE.ask(one, "BLU") == ENGINE.ask(two, "BLU")
    assert ENGINE.report(one, "BLU", ()) == ENGINE.report(two, "BLU", ())


def test_all_else_lies_open() -> None:
    """§2: boards, hands, money, debts, hotels, what was played and drawn: for players and bystanders alike."""
    state = position("FR CER 2", ledger=(Debt("DE", "FR", 300, "aid"),), hotels={"EN": 2}, used=(5,), drawn=(2,))
    for seat in (*state.seats, None):
        seen = states.view(state, seat)
        assert (seen.stock, seen.hands, seen.cash, seen.ledger) == (state.stock, state.hands, state.cash, state.ledger)
        assert (seen.hotels, seen.used, seen.drawn, seen.leader) == (state.hotels, (5,), (2,), "FR")


def test_reports_speak_the_readers_language() -> None:
    state = position()
    french = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "LANGUE FR")}, KeyedDice(b"x", "1")).state
    titles = [str(ENGINE.report(states.view(french, seat), seat, (), state)[0]) for seat in ("BLU", "RED")]
    assert "Manche 1" in titles[0] and "Round 1" in titles[1]


def asking() -> State:
    """By the book: the card of France asks two cards of cereals of Benelux, and two others have one."""
    options = replace(position().options, book=True, ask_buyers=True)
    state = position("EN CER 1, DE CER 1", options=options)
    box = replace(state.box, demands={**state.box.demands, "40": (replace(state.box.card(37)[0], cards=2),)})
    return replace(state, box=box, hands={**state.hands, "FR": (40, 3)}, kind="lead", phase="R1-LEAD")


def test_a_buyer_is_asked_by_the_book() -> None:
    """The card is played from its start when he has answered."""
    ready = asking()
    asked = ENGINE.resolve(ready, {"BLU": orders(ready, "BLU", "PLAY 40")}, KeyedDice(b"x", "1")).state
    assert asked.pending == Pending(40, "BX", "CER")
    assert asked.cash == ready.cash
    done = ENGINE.resolve(asked, {"YEL": orders(asked, "YEL", "BUY CER FROM DE")}, KeyedDice(b"x", "2")).state
    assert done.pending is None
    assert (done.market, done.leader) == ({"CER": 2}, "EN")


def test_a_buyer_is_asked_once_for_a_product_and_buys_as_usual_if_silent() -> None:
    ready = asking()
    asked = ENGINE.resolve(ready, {"BLU": orders(ready, "BLU", "PLAY 40")}, KeyedDice(b"x", "1")).state
    assert asked.kind == "buyer"
    done = ENGINE.resolve(asked, {}, KeyedDice(b"x", "2")).state
    assert (done.kind, done.cash["BX"]) == ("lead", ready.cash["BX"] - 320)


@pytest.mark.parametrize("line", ["BUY CER FROM ALL", "BUY * FROM DE", "BUY CER FROM DE"])
def test_who_has_said_from_whom_he_buys_is_not_asked(line: str) -> None:
    ready = asking()
    said = {"BLU": orders(ready, "BLU", "PLAY 40"), "YEL": orders(ready, "YEL", line)}
    assert ENGINE.resolve(ready, said, KeyedDice(b"x", "1")).state.kind == "lead"


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (PRODUCTS, '"europe": 160', '"europe": 161', "multiples of 5"),
        (PRODUCTS, '"tonnes": 3000000, "europe": 160', '"tonnes": 0, "europe": 160', "above zero"),
        (DEMANDS, "DE ACI 1; FR CER 1", "DE XXX 1; FR CER 1", "“DE XXX 1” is no demand"),
        (DEMANDS, '"number": 2,', '"number": 1,', "second time"),
        (DEMANDS, '"number": 2,', '"number": 1000,', "numbers from 1 to 999"),
        (PRODUCTS, '"code": "ACI"', '"code": "{A}"', "letters and digits"),
        (EVENTS, '"kind": "TOURISTS", "amount": 100', '"kind": "TOURISTS"', "needs amount"),
        (EVENTS, '"product": "PET", "cards": 1', '"product": "XXX", "cards": 1', "no product XXX"),
        (EVENTS, '"product": "PET", "cards": 1', '"product": "PET", "cards": 0', "above zero"),
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


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        (DEMANDS, {"removed": {"3": "66 22"}}, "no demand card 66"),
        (DEMANDS, {"removed": ["3"]}, "must name players and cards"),
        (DEMANDS, {"removed": {"7": "6"}}, "players are 2 to 5"),
        (DEMANDS, {"removed": {"3": " ".join(map(str, range(1, 34)))}}, "for 3 players 24 cards are dealt"),
        (DEMANDS, {"demands": [{"number": 1, "demands": "FR CER 1"}], "removed": {}}, "40 cards are dealt"),
        (DEMANDS, {"demands": []}, "must be a list of objects"),
    ],
)
def test_faults_of_a_whole_file(name: str, changes: dict[str, object], why: str) -> None:
    with pytest.raises(DataError, match=why) as caught:
        ENGINE.with_files({name: json.dumps(json.loads(FILES[name]) | changes)})
    assert caught.value.file == name


def test_too_few_production_cards() -> None:
    products = json.loads(FILES[PRODUCTS])
    products["products"] = [row | {"cards": 1} for row in products["products"]]
    with pytest.raises(DataError, match="75 production cards"):
        ENGINE.with_files({PRODUCTS: json.dumps(products)})


def test_a_game_with_the_cards_of_an_owner() -> None:
    """Cards may have other numbers, products other prices; the words of messages follow."""
    demands = json.loads(FILES[DEMANDS])
    demands["demands"].append({"number": 60, "demands": "FR CER 3"})
    own = ENGINE.with_files(
        {DEMANDS: json.dumps(demands), PRODUCTS: FILES[PRODUCTS].replace('"europe": 160', '"europe": 165')}
    )
    state = own.resolve(own.start((), KeyedDice(b"own", "0")).state, {}, KeyedDice(b"own", "1")).state
    ask = own.ask(state, "BLU")
    assert ask is not None and "cards run from 1 to 60" in read(ask, "PLAY 61").remarks[0].text
    assert state.box.products["CER"].europe == 165
