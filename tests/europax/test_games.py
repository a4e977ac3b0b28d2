"""Whole games of Europax: laws at every step, all modes, their length, secrets, an owner's cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import states
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import START_CASH, Debt, EuropaxState
from tests.engines.playing import MOST, steps
from tests.europax.tables import opening, orders, position
from tests.size import size, take_some, whole_game

MODES = (
    "MODE BOOK\nPLAYERS 3",
    "MODE BOOK\nASK-BUYERS ON\nPLAYERS 2",
    "PLAYERS 2\nTWO-EACH ON",
    "PLAYERS 6\nBANKER-DUTIES ON\nEXTRA-AID ON\nEVENTS RESHUFFLE",
    "PLAYERS 4\nLENGTH LONG\nAID GIFT\nSTOCK-VALUE EUROPEAN",
)


def lawful(state: EuropaxState) -> None:
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


def play_lawful_game(seed: int, options: str, advised: bool, most: int = MOST) -> EuropaxState:
    """A game, every position looked at."""
    state = opening(options, str(seed).encode())
    for step in steps(ENGINE, state, seed, advised, most):
        lawful(state)
        state = step.state
    return state


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("options", take_some(MODES, 2, 2))
def test_modes_keep_the_contract(options: str) -> None:
    whole_game(ENGINE, 1, options)


@pytest.mark.proof
@pytest.mark.parametrize("seed", take_some(range(6), 2))
def test_invariants_hold(seed: int) -> None:
    end = play_lawful_game(seed, f"PLAYERS {2 + seed % 4}", advised=bool(seed % 2))
    lawful(end)
    assert end.ranks is not None


@pytest.mark.slow
@pytest.mark.proof
def test_a_short_game_is_as_long_as_the_rules_say() -> None:
    """§10: with five countries 7 to 9 rounds, and some 42 cards."""
    games = [play_lawful_game(seed, "PLAYERS 5", advised=True) for seed in range(size(4, 12))]
    assert 7 <= sum(game.round for game in games) / len(games) <= 8.5
    assert 40 <= sum(game.played for game in games) / len(games) <= 47


def test_talons_plans_and_preferences_are_hidden() -> None:
    """§2: the order of all three talons, and what others have planned."""
    state = replace(position(events=(1, 7, 23)), plan={"RED": ("PLAY 1",)}, prefs={"RED": ("SPREAD ON",)})
    other = replace(state, plan={}, prefs={}, demands=state.demands[::-1], production=state.production[::-1])
    other = replace(other, events=state.events[::-1])
    one, two = states.seat_view(state, "BLU"), states.seat_view(other, "BLU")
    assert one == two
    for talon, cards in ((one.demands, 10), (one.production, 20), (one.events, 3)):
        assert len(talon) == cards and set(talon) == {None}
    assert ENGINE.grammar(one, "BLU") == ENGINE.grammar(two, "BLU")
    assert ENGINE.report(one, "BLU", ()) == ENGINE.report(two, "BLU", ())


def test_all_else_lies_open() -> None:
    """§2: boards, hands, money, debts, hotels, what was played and drawn: for players and bystanders alike."""
    state = position("FR CER 2", ledger=(Debt("DE", "FR", 300, "aid"),), hotels={"EN": 2}, used=(5,), drawn=(2,))
    for seat in (*state.seats, None):
        seen = states.seat_view(state, seat)
        assert (seen.stock, seen.hands, seen.cash, seen.ledger) == (state.stock, state.hands, state.cash, state.ledger)
        assert (seen.hotels, seen.used, seen.drawn, seen.leader) == (state.hotels, (5,), (2,), "FR")


@pytest.mark.parametrize(("chosen", "spoken"), [({}, "en"), ({"BLU": "FR"}, "fr"), ({"BLU": "EN", "RED": "FR"}, "en")])
def test_the_server_speaks_the_language_of_the_seat(chosen: dict[str, str], spoken: str) -> None:
    """§4.2: and calls seats by their names in it."""
    assert ENGINE.seat_language(position(language=chosen), "BLU") == spoken
    assert [ENGINE.name_seat(seat, "fr") for seat in ("GRN", "BANK")] == ["Vert", "Banque"]
    assert [ENGINE.name_seat(seat, "en") for seat in ("GRN", "BANK")] == ["Green", "Bank"]
    assert [ENGINE.phase_name_in(position(), language) for language in ("fr", "en")] == ["Manche 1", "Round 1"]


def test_reports_speak_the_readers_language() -> None:
    state = position()
    french = ENGINE.resolve(state, {"BLU": orders(state, "BLU", "LANGUE FR")}, KeyedDice(b"x", "1")).state
    titles = [str(ENGINE.report(states.seat_view(french, seat), seat, (), state)[0]) for seat in ("BLU", "RED")]
    assert "Manche 1" in titles[0] and "Round 1" in titles[1]
