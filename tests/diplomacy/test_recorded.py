"""Games that people played, of 26 and 50 phases, come out here as they did there, phase by phase."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.diplomacy.record import read_record
from engines.language import parse_orders
from engines.states import dump_state, load_state, seat_view

GAME, LONGER = (Path(__file__).parent / "games" / f"1901-{end}.jsonl" for end in (1906, 1912))
DICE = LoadedDice()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "phases", "impossible"), [(GAME, 26, 0), (LONGER, 50, 1)], ids=["to 1906", "to 1912"])
def test_every_position_is_the_recorded_one(game: Path, phases: int, impossible: int) -> None:
    """Orders are read as their players wrote them, but for those that nobody could carry out; states go through storage
    on the way."""
    moments = {moment.phase: moment for moment in ENGINE.read_recorded_game(game.read_text("utf-8"))}
    assert len(moments) == phases
    state, seen, refused = ENGINE.start((), DICE).state, [], []
    while state.ranks is None and state.phase in moments:
        moment = moments[state.phase]
        assert moment.list_differences(state) == []
        seen.append(state.phase)
        orders = {}
        for seat, lines in moment.orders.items():
            grammar = ENGINE.grammar(seat_view(state, seat), seat)
            assert grammar is not None, (state.phase, seat)
            reading = parse_orders(grammar, "\n".join(lines))
            refused += [v.raw for v in reading.verdicts if v.order is None]
            orders[seat] = reading.orders
        state = load_state(ENGINE.State, dump_state(ENGINE.resolve(state, orders, DICE).state))
    if state.phase in moments:  # its end is recorded, too
        assert moments[state.phase].list_differences(state) == []
        seen.append(state.phase)
    assert seen == [*moments] and len(refused) == impossible, refused


def test_the_sandbox_agrees() -> None:
    """The phases of the recorded game, each by itself, as JSON."""
    lines = GAME.read_text("utf-8").splitlines()
    for line, after in pairwise(lines):
        answer, expected = json.loads(ENGINE.resolve_json(line)), json.loads(after)
        standing = {(seat, u) for seat, units in answer["units"].items() for u in units if not u.startswith("*")}
        assert standing == {(s, u) for s, units in expected["units"].items() for u in units if not u.startswith("*")}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("nonsense", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "A position is an object"),
        ('{"phase": "X1901M", "units": {}}', "is no phase"),
        ('{"phase": "S1901M", "units": {"NARNIA": []}}', "there is no power 'NARNIA'"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["A MAO"]}}', "A MAO cannot stand there"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["F SPA"]}}', "Say which coast: SPA/NC or SPA/SC"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["PARIS"]}}', "is no unit"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}', "Two units stand in PAR"),
        ('{"phase": "S1901M", "units": {"FRANCE": ["*A PAR"]}}', "is no phase of retreats"),
        ('{"phase": "S1901M", "units": {}, "centers": {"FRANCE": ["BUR"]}}', "no supply centre"),
        ('{"phase": "S1901M", "units": {"FRANCE": "A PAR"}}', "must be a list"),
    ],
)
def test_a_bad_line_is_answered(line: str, fault: str) -> None:
    """With what is wrong with it."""
    assert fault in json.loads(ENGINE.resolve_json(line))["error"]
    assert ENGINE.resolve_json_to_text(line).startswith("Error: ")


def test_the_sandbox_retreats() -> None:
    """To the places given, or without them to any vacant neighbour; a line that is no order is a result too."""
    position = {"phase": "F1903R", "units": {"FRANCE": ["*A BUR"]}, "orders": {"FRANCE": ["A BUR - MUN", "dance"]}}
    answer = json.loads(ENGINE.resolve_json(json.dumps(position)))
    assert answer["units"]["FRANCE"] == ["A MUN"]
    assert [(r["order"], r["outcome"]) for r in answer["results"]] == [
        ("A BUR R MUN", "succeeds"),
        ("dance", "invalid"),
    ]
    given = {**position, "retreats": {"FRANCE": {"A BUR": ["PAR"]}}}
    assert json.loads(ENGINE.resolve_json(json.dumps(given)))["units"]["FRANCE"] == []


def test_what_is_no_record_is_refused() -> None:
    """With the number of the line."""
    with pytest.raises(ValueError, match="line 1"):
        read_record('{"phase": 3}')
    with pytest.raises(ValueError, match="line 2"):
        read_record("PHASE 1901 Spring Movement\nPHASE 1901 Sometime\n")
