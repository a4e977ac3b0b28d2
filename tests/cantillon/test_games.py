"""Whole games of Cantillon's Europe: laws that hold at every step, three modes, secrets, growth."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import states
from engines.cantillon import ENGINE, ending
from engines.cantillon.connect import isolated_areas
from engines.cantillon.state import INPUTS, CantillonOptions, CantillonState, goods_value
from engines.cantillon.turn_context import CantillonTurnContext
from engines.dice import LoadedDice
from engines.language import roll_orders
from tests.cantillon.tables import opening, orders, play, position, turn, units
from tests.engines.playing import MOST, steps
from tests.size import BEGINNING, by_the_contract, size, take_some

MODES = (
    "PLAYERS 3\nMODE TURN\nGOAL ROUNDS 3",
    "PLAYERS 2\nMODE BOOK\nGOAL ROUNDS 2",
    "PLAYERS 6\nGOAL LANDS 5\nREPULSE ON\nROTATE ON\nSPOILS ON\nCEDE-ANY ON\nLANDMASS ON\nTREASURY-OPEN ON",
    "PLAYERS 2\nFOLD NORDIC\nGOAL CITIES 2\nTOURNAMENT 4\nSTART-MONEY 9\nABSENT 1",
    "PLAYERS 4\nFOLD ATLANTIC\nGOAL WEALTH 30\nGIVEN-ORDER ON",
)


def lawful(state: CantillonState) -> None:
    """What is true of every position between turns."""
    for area, plot in state.lands.items():
        assert len(plot.units) <= 2 or plot.owner, area
        assert bool(plot.owner) == bool(plot.units), area
        assert plot.advanced in ("", *INPUTS)
        assert all(count > 0 for count in plot.goods.values())
    for seat in state.seats:
        assert all(count >= 0 for count in state.stock.get(seat, {}).values())
        assert state.worth.get(seat, 0) == goods_value(state.stock.get(seat, {}))
        if seat in state.out:
            assert not any(plot.owner == seat for plot in state.lands.values())
        elif state.kind == "round":
            assert ending.count_cities(state, seat)


def play_lawful_game(seed: int, options: str, advised: bool, most: int = MOST) -> list[CantillonState]:
    """The positions of a game, all but the last looked at."""
    found = [opening(options, str(seed).encode())]
    for step in steps(ENGINE, found[0], seed, advised, most):
        lawful(found[-1])
        found.append(step.state)
    return found


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("options", take_some(MODES, 2, 2))
def test_modes_keep_the_contract(options: str) -> None:
    by_the_contract(ENGINE, 1, options, size(BEGINNING, 24))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_invariants_hold_in_random_games(seed: int) -> None:
    play_lawful_game(seed, f"PLAYERS {3 + seed}\nGOAL ROUNDS 12", advised=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_an_expansion_nothing_is_isolated(seed: int) -> None:
    """Positions out of advised games, each seat's stage 3 with random lines."""
    random = Random(seed)
    for state in play_lawful_game(seed, "PLAYERS 4\nGOAL ROUNDS 6", advised=True)[2::2]:
        for seat in state.living_seats:
            grammar = ENGINE.grammar(state, seat)
            if grammar is not None:
                said = [order for order in roll_orders(grammar, random) if order.verb in ("STEP", "ATT")]
                text = " ; ".join(order.text for order in said)
                working = turn(state, text, seat=seat, combat=[random.randint(1, 6) for _ in range(400)])
                assert not isolated_areas(working, seat)


@pytest.mark.slow
def test_realms_grow_at_the_usual_speed() -> None:
    """§1.6: 2, 3 and 5 lands after rounds 1 to 3, in order of magnitude."""
    games = [play_lawful_game(seed, "PLAYERS 2\nGOAL ROUNDS 6", advised=True) for seed in range(4)]

    def average(number: int) -> float:
        found = [ending.count_lands(game[number + 1], seat) for game in games for seat in game[0].seats]
        return sum(found) / len(found)

    assert average(1) == 2
    assert 2.5 <= average(2) <= 3
    assert 4 <= average(3) <= 5
    assert 7 <= average(6) <= 14


def test_a_mail_gives_what_single_turns_give() -> None:
    """Without conditions a sealed round is executed move by move, as turns one by one are (§3.3)."""
    board = "RED 41 TA, BLU 26 TA, GRN 62 T"
    lines = {"RED": "T 41-40 ; BUILD T 41 ; RUN ALL", "BLU": "A 26-25 ; RUN ALL", "GRN": "RUN ALL"}
    stock = {seat: {"y": 3} for seat in ("RED", "BLU", "GRN")}
    sealed = play(position(board, stock=stock), lines).state
    state = replace(
        position(board, CantillonOptions(mode="turn"), stock=stock), kind="turn", phase="R1-RED", active="RED"
    )
    for seat in ("RED", "BLU", "GRN"):
        state = ENGINE.resolve(state, {seat: orders(state, seat, lines[seat])}, LoadedDice()).state
    assert (state.lands, state.seas, state.stock) == (sealed.lands, sealed.seas, sealed.stock)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from("rbyRBYPOGc"), st.integers(1, 9)), st.integers(0, 3))
def test_what_is_secret_changes_nothing_for_others(goods: dict[str, int], lines: int) -> None:
    """Another's treasury (but for its worth) and standing lines do not show in a view, an ask or a report."""
    state = position("RED 41 TA, BLU 26 TA, GRN 62 T")
    other = replace(state, stock={**state.stock, "BLU": goods}, standing={"BLU": ("RUN ALL",) * lines})
    one, two = states.seat_view(state, "RED"), states.seat_view(other, "RED")
    assert one == two
    assert ENGINE.grammar(one, "RED") == ENGINE.grammar(two, "RED")
    assert ENGINE.report(one, "RED", ()) == ENGINE.report(two, "RED", ())


# --- by the book -------------------------------------------------------------------------------------------------


def book(board: str, **fields: object) -> CantillonState:
    state = position(board, CantillonOptions(mode="book"), ("RED", "BLU"), **fields)
    opened = replace(state, kind="stage", stage=3, active="RED", phase="R1-RED-3")
    return replace(opened, closed={"3": states.dump_state(opened)})


def step(state: CantillonState, said: dict[str, str], combat: tuple[int, ...] = ()) -> CantillonState:
    found = {seat: orders(state, seat, text) for seat, text in said.items()}
    return ENGINE.resolve(state, found, LoadedDice({"combat": list(combat)})).state


def test_a_lost_attacker_is_asked_about() -> None:
    state = book("RED 41 AA, RED 45 TA, RED 40 T, BLU 43 A, BLU 26 T", stock={"RED": {"y": 9}})
    asked = step(state, {"RED": "ATT 43 FROM 41,45 ; T 45-42 ; BUILD T 40"}, (1, 6))
    assert (asked.attack, asked.kind, asked.phase) == (True, "stage", "R1-RED-3-1")
    again = step(asked, {"RED": "AGAIN"}, (6, 1))
    assert again.plot_of("43").owner == "RED"
    assert (again.plot_of("42").units, again.plot_of("40").units) == ("T", "TT")
    assert again.stage == 5
    stopped = step(asked, {"RED": "STOP"})
    assert (stopped.plot_of("43").owner, stopped.plot_of("42").units) == ("BLU", "T")


def test_what_is_kept_is_not_spent_once_an_attack_goes_on() -> None:
    """§3.2: SAVE and SPEND hold for the lines that waited."""
    state = book("RED 41 AA, RED 45 TA, RED 40 T, BLU 43 A, BLU 26 T", stock={"RED": {"y": 2, "b": 2, "c": 2}})
    for line, left in (
        ("SAVE 2y 1b 2c", {"y": 2, "b": 2, "c": 2}),
        ("SAVE 2y 2c", {"y": 2, "c": 2}),
        ("SPEND 1y 1b", {"y": 1, "b": 1, "c": 2}),
    ):
        asked = step(state, {"RED": f"ATT 43 FROM 41,45 ; BUILD A 40 ; {line}"}, (1, 6))
        assert step(asked, {"RED": "STOP"}).stock["RED"] == left


def test_a_letter_closes_all_stages_it_speaks_of() -> None:
    state = book("RED 41 TT, BLU 26 T", stock={"RED": {"y": 9}})
    after = step(state, {"RED": "T 41-40 ; FACTORY B 41"})
    assert (after.stage, after.active) == (8, "RED")
    assert after.plot_of("41").basic
    assert step(after, {}).active == "BLU"


def test_going_back_needs_all() -> None:
    state = book("RED 41 TT, BLU 26 T")
    after = step(state, {"RED": "T 41-40"})
    assert after.stage == 4
    alone = step(after, {"RED": "REOPEN 3"})
    assert alone.stage == 5
    back = step(after, {"RED": "REOPEN 3", "BLU": "REOPEN 3"})
    assert (back.stage, back.plot_of("41").units, back.phase) == (3, "TT", "R1-RED-3-1")


def test_others_may_trade_meanwhile() -> None:
    state = book("RED 41 TT, BLU 26 T", stock={"RED": {"y": 1}, "BLU": {"r": 1}})
    last = replace(state, stage=8, phase="R1-RED-8")
    after = step(last, {"RED": "TRADE BLU GIVE 1y GET 1r", "BLU": "TRADE RED GIVE 1r GET 1y"})
    assert (after.stock["RED"], after.stock["BLU"]) == ({"r": 1}, {"y": 1})


def test_a_standing_line_is_used_instead_of_silence() -> None:
    state = replace(position("RED 41 TT, BLU 26 T, GRN 62 T"), standing={"RED": ("T 41 - 40",)})
    after = play(state, {}).state
    assert after.plot_of("40").owner == "RED"
    assert units(CantillonTurnContext(after, LoadedDice()), "41") == "RED T"
