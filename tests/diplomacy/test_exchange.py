"""Games as other programs know them, there and back: the `diplomacy` package's saved games, and judges' results."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.abilities import Interchange, PlayedPhase, RecordReader
from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.state import DiplomacyState
from engines.language import parse_orders, rolling
from engines.language.grammar import Order
from engines.states import seat_view

DICE = LoadedDice()
Chooser = Callable[[DiplomacyState, str, Random], Sequence[Order]]


def advise_orders(state: DiplomacyState, seat: str, random: Random) -> Sequence[Order]:
    """Sensible orders: convoys, supports, builds."""
    grammar = ENGINE.grammar(seat_view(state, seat), seat)
    return (
        parse_orders(grammar, "\n".join(ENGINE.advise(seat_view(state, seat), seat, random))).orders if grammar else ()
    )


def roll_orders(state: DiplomacyState, seat: str, random: Random) -> Sequence[Order]:
    """Any orders, and now and then none: standoffs, retreats, civil disorder."""
    grammar = ENGINE.grammar(seat_view(state, seat), seat)
    if grammar is None or random.random() < 0.15:
        return ()
    return rolling.roll_orders(grammar, random)


def play(seed: int, phases: int) -> list[PlayedPhase]:
    """A game in which orders are sensible or not, by lot."""
    random, state, played = Random(seed), ENGINE.start((), DICE).state, []
    for _ in range(phases):
        if state.ranks is not None:
            break
        choose = random.choice((advise_orders, advise_orders, roll_orders))
        orders = {seat: choose(state, seat, random) for seat in state.seats}
        step = ENGINE.resolve(state, orders, DICE)
        played.append(PlayedPhase(seat_view(state, None), step.events))
        state = step.state
    return [*played, PlayedPhase(seat_view(state, None))]


def again(moments: Sequence[Any], played: Sequence[PlayedPhase]) -> None:
    """Plays a record again: every position comes out as it was, and is the one that the record tells. The record has
    phases besides that were passed over, since standing orders answered for everybody."""
    state, known = ENGINE.start((), DICE).state, {one.view.phase: one.view for one in played}
    for moment in moments:
        assert state.phase == moment.phase or state.ranks is not None
        assert moment.list_differences(state) == []
        if one := known.pop(state.phase, None):
            assert (state.units, state.centres, state.ranks) == (one.units, one.centres, one.ranks)
        if state.ranks is None:
            orders = {seat: parse_clean_lines(state, seat, lines) for seat, lines in moment.orders.items()}
            state = ENGINE.resolve(state, orders, DICE).state
    assert not {*known} - {state.phase}


def parse_clean_lines(state: DiplomacyState, seat: str, lines: Sequence[str]) -> Sequence[Order]:
    grammar = ENGINE.grammar(seat_view(state, seat), seat)
    assert grammar is not None, (state.phase, seat, lines)
    reading = parse_orders(grammar, "\n".join(lines))
    assert [(v.raw, [r.text for r in v.remarks]) for v in reading.verdicts if v.order is None] == [], state.phase
    return reading.orders


@pytest.mark.slow
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_a_game_there_and_back(seed: int) -> None:
    """Every phase is played again from what was written in either form, to the same positions."""
    played = play(seed, 14)
    assert isinstance(ENGINE, Interchange) and isinstance(ENGINE, RecordReader)
    for form in ("diplomacy.json", "judge.txt"):
        again(ENGINE.read_recorded_game(ENGINE.export_game(form, "verdun", played)), played)


def test_what_stands_in_a_saved_game() -> None:
    game = json.loads(ENGINE.export_game("diplomacy.json", "verdun", play(3, 4)))
    first = game["phases"][0]
    assert (game["id"], game["map"], first["name"]) == ("verdun", "standard", "S1901M")
    assert sorted(first["state"]["units"]["RUSSIA"]) == ["A MOS", "A WAR", "F SEV", "F STP/SC"]
    assert {*first["orders"]} == {*first["state"]["homes"]} and all(first["results"].values()) in (True, False)
    assert game["phases"][-1]["orders"]["FRANCE"] == []


def test_what_a_judge_prints() -> None:
    text = ENGINE.export_game("judge.txt", "verdun", play(3, 3))
    assert text.startswith("Starting position for Spring of 1901:\n\nAustria:  Army Budapest.\n")
    assert "Russia:   Fleet St Petersburg (south coast)" in text
    assert "Movement results for Spring of 1901.  (verdun.001)\n" in text
    assert "Ownership of supply centers:" in text


@pytest.mark.parametrize(
    "text",
    [
        "Starting position for Spring of 1901:\n\nNarnia:   Army Paris.",
        "Starting position for Spring of 1901:\n\nFrance:   Army Nowhere.",
        "Starting position for Spring of 1901:\n\nFrance:   Elephant Paris.",
        "Starting position for Spring of 1901:\nhello",
        "Starting position for Spring of 1901:\nMovement results for Spring of 1901.\nFrance: Army Paris dances.",
        "Starting position for Spring of 1901:\nAdjustment orders for Winter of 1901.\nFrance: Sleeps.",
        '{"id": 1, "phases": 7}',
        '{"phases": [{"name": "S1901M"}]}',
        '{"phases": [{"name": "S1901M", "state": [], "orders": {}}]}',
        '{"phases": ' + "[" * 100_000,
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no line|is none of|is no phase|Expecting"):
        ENGINE.read_recorded_game(text)


@pytest.mark.parametrize("seed", range(4))
def test_the_package_knows_the_game(seed: int) -> None:
    """It loads what was written, and comes by itself to the next position of every phase."""
    package = pytest.importorskip("diplomacy", reason="the extra “bench” is not installed")
    export = importlib.import_module("diplomacy.utils.export")
    saved = json.loads(ENGINE.export_game("diplomacy.json", "verdun", play(seed, 14)))
    game = export.from_saved_game_format(saved)
    assert len(game.state_history) + 1 >= len(saved["phases"])
    for before, after in pairwise(saved["phases"]):
        if ["no convoy"] in before["results"].values():
            continue  # it lets an army that asks for a convoy nobody gives walk; the rule book lets it stay
        one = package.Game(rules=["SOLITAIRE", "NO_PRESS", "POWER_CHOICE"])
        one.set_state(before["state"])
        for seat, orders in before["orders"].items():
            one.set_orders(seat, orders)
        one.process()
        for what in ("units", "centers"):
            theirs = {seat: sorted(x for x in mine if x[0] != "*") for seat, mine in one.get_state()[what].items()}
            ours = {seat: sorted(x for x in mine if x[0] != "*") for seat, mine in after["state"][what].items()}
            assert theirs == ours, (before["name"], what, before["orders"])


def test_what_the_package_saves_is_played_again() -> None:
    """A game of its own, at random, comes out here as it did there."""
    package = pytest.importorskip("diplomacy", reason="the extra “bench” is not installed")
    export, random = importlib.import_module("diplomacy.utils.export"), Random(5)
    game = package.Game()
    for _ in range(10):
        possible = game.get_all_possible_orders()
        for seat, places in game.get_orderable_locations().items():
            game.set_orders(seat, [random.choice(possible[at]) for at in places if possible[at]])
        game.process()
    moments = ENGINE.read_recorded_game(json.dumps(export.to_saved_game_format(game)))
    assert len(moments) > 8 and moments[0].orders
