"""Whole games of Europa: laws that hold at every step, both modes, standing lines, resignations, secrets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines import states
from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.state import EuropaState
from tests.engines.playing import MOST, steps
from tests.europa.tables import opening, play
from tests.size import size, take_some, whole_game

MODES = (
    "PLAYERS 3\nMODE BOOK\nCAMPAIGN ON",
    "PLAYERS 6\nELECTION-PARTS 3\nPLACEMENT ONE-MAIL\nON-RESIGN REMOVE",
    "PLAYERS 4\nPLACEMENT SEQUENTIAL\nVARIABLE-ORDER ON\nBLACK-HORSE ON\nSUPPLY PERMANENT",
    "PLAYERS 5\nTOURNAMENT 7\nSHARE-TRACK ON\nCONSENT OFF\nPROPOSE-ANY ON\nVP-FLOOR NONE\nVP-OPEN ON",
)


def lawful(state: EuropaState) -> None:
    """The invariants of §2."""
    for code, pawns in state.board.items():
        card = state.find_card(code)
        moving = state.kind == "move" and state.sheet is not None and state.sheet.country == code
        assert not any(pawns.values()) or moving or (card is not None and card.status == "pending"), code
    for seat in state.seats:
        on_board = sum(pawns.get(seat, 0) for pawns in state.board.values())
        moved = sum(1 for member in state.eu.values() if seat in member.coalition and member.turn == state.turn)
        spent = state.commits.get(seat, 0)
        assert on_board + state.reserve.get(seat, 0) + spent <= state.recruits.get(seat, 0) + moved
        assert state.pp[seat] >= 0
    assert not state.markers.keys() & state.eu.keys()
    at_war = {code for code, marker in state.markers.items() if marker == "W"}
    if state.kind == "elections":
        assert not any(card.country in at_war and card.status == "pending" for card in state.track)


def play_lawful_game(seed: int, options: str, advised: bool, most: int = MOST) -> EuropaState:
    """A game, every position looked at."""
    state = opening(options, str(seed).encode())
    for step in steps(ENGINE, state, seed, advised, most):
        lawful(state)
        state = step.state
    return state


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("options", take_some(MODES, 2, 1))
def test_modes_keep_the_contract(options: str) -> None:
    whole_game(ENGINE, 1, options)


@pytest.mark.proof
@pytest.mark.parametrize("seed", take_some(range(6), 2))
def test_invariants_hold_in_random_games(seed: int) -> None:
    play_lawful_game(seed, f"PLAYERS {3 + seed % 4}", advised=bool(seed % 2))


def test_a_game_goes_through_its_phases() -> None:
    """§3.1: two halves of placing and the elections on each turn, peace before them on turns 3 and 4, then the end."""
    state, count, phases = opening("PLAYERS 4"), 0, []
    while state.ranks is None:
        phases.append(state.phase)
        state, count = ENGINE.resolve(state, {}, KeyedDice(b"phases", str(count))).state, count + 1
    turns = [[f"T{turn}-PEACE"] * (turn > 2) + [f"T{turn}-{name}" for name in ("PLACE1", "PLACE2", "VOTE")]
             for turn in (1, 2, 3, 4)]  # fmt: skip
    assert phases == [phase for turn in turns for phase in turn]
    assert state.phase == "END"


def left_alone(seed: int, players: int) -> list[int]:
    """The countries in the union after each turn of a game in which nobody ever writes."""
    state, count, sizes = opening(f"PLAYERS {players}", str(seed).encode()), 0, []
    while state.ranks is None:
        count, before = count + 1, state.turn
        state = ENGINE.resolve(state, {}, KeyedDice(str(seed).encode(), str(count))).state
        if state.turn != before or state.ranks is not None:
            sizes.append(len(state.eu))
    return sizes


@pytest.mark.slow
@pytest.mark.proof
def test_the_union_grows_where_nobody_cares() -> None:
    """§1.5: with careless players the union grows on every turn, and 20 to 29 of the 38 countries are in it at last."""
    games = [left_alone(seed, players) for players in (3, 4, 5, 6) for seed in range(size(2, 6))]
    mean = [sum(sizes) / len(games) for sizes in zip(*games, strict=True)]
    assert len(mean) == 4
    assert all(later - earlier >= 3 for earlier, later in pairwise(mean))
    assert 20 <= mean[-1] <= 29


def test_two_modes_give_the_same_result_for_the_same_wishes() -> None:
    """A sealed mail is a strategy: by the book, asked step by step, the defaults lead to the same union."""
    results = []
    for options in ("PLAYERS 3\nPLACEMENT ONE-MAIL", "PLAYERS 3\nMODE BOOK"):
        state, count = opening(options, b"same"), 0
        while state.turn == 1:
            count += 1
            state = ENGINE.resolve(state, {}, KeyedDice(b"same", f"book {count}")).state
        results.append((dict(state.pp), set(state.eu)))
    assert results[0] == results[1]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_what_is_secret_changes_nothing_for_others(seed: int, points: int) -> None:
    """Another's Victory Points and standing lines do not show in a view, an ask, a check or a report."""
    state = opening("PLAYERS 3", str(seed).encode())
    other = ENGINE.State(**{
        **vars(state),
        "vp": {**state.vp, "GRN": points},
        "standing": {"GRN": ("YES * ME", f"PEACE {points}")},
    })  # fmt: skip
    one, two = states.seat_view(state, "BLU"), states.seat_view(other, "BLU")
    assert one == two
    assert ENGINE.grammar(one, "BLU") == ENGINE.grammar(two, "BLU")
    assert ENGINE.report(one, "BLU", ()) == ENGINE.report(two, "BLU", ())
    assert states.seat_view(other, "GRN") != one


def test_a_resigned_party_plays_by_default() -> None:
    state = opening("PLAYERS 3")
    after = play(state, {"GRN": "RESIGN"}).state
    assert after.out == ("GRN",)
    assert ENGINE.grammar(after, "GRN") is None
    assert sum(pawns.get("GRN", 0) for pawns in after.board.values()) == 2  # its half was placed all the same


def test_standing_lines_are_kept_and_cleared() -> None:
    state = opening("PLAYERS 3")
    kept = play(state, {"GRN": "STANDING YES * ME ; STANDING PEACE 1"}).state
    assert kept.standing == {"GRN": ("YES * ME", "PEACE 1")}
    assert play(kept, {"GRN": "STANDING PEACE 2"}).state.standing["GRN"] == ("YES * ME", "PEACE 2")
    assert not play(kept, {"GRN": "STANDING CLEAR"}).state.standing
