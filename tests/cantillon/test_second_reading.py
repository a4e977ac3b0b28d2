"""The game agrees with a second reading of its rules.

`python -m tests.cantillon.test_second_reading book 0 5000` plays many more games by the book (or turn, or sealed) and
counts how often each rule was tried; `… book 17` shows where game 17 differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from engines.base import Presence, Step
from engines.cantillon import ENGINE
from engines.cantillon.phases import begin_round
from engines.cantillon.state import CantillonState
from engines.dice import KeyedDice
from engines.language import parse_orders
from engines.language.grammar import Order
from tests.cantillon.second_reading import choose_cities, order_of_play
from tests.cantillon.second_reading_games import random_options, random_position
from tests.cantillon.second_reading_letters import letters
from tests.cantillon.second_reading_modes import Game
from tests.cantillon.second_reading_pieces import Board, from_state
from tests.size import take_some

PHASES = {"sealed": 3, "turn": 10, "book": 40}
"""How long a game is played on."""


def goods(counted: Mapping[str, int]) -> str:
    return " ".join(f"{count}{kind}" for kind, count in sorted(counted.items()) if count)


def comparable_position(board: Board) -> dict[str, object]:
    """Return what is compared of a position; agreements with those who are out are none."""
    found: dict[str, object] = {f"stock of {seat}": goods(board.stock[seat]) for seat in board.seats}
    for area in (*board.atlas.lands, *board.atlas.seas):
        found[area] = " ".join(sorted(f"{unit.owner}-{unit.kind}" for unit in board.at(area)))
    for land, ground in board.ground.items():
        found[f"ground of {land}"] = ground.basic, ground.advanced, goods(ground.goods)
    found["halves"] = sorted(
        (half.giver, half.partner, goods(half.give), goods(half.get), half.at_start, half.last)
        for half in board.halves
        if not {half.giver, half.partner} & {*board.out}
    )
    found["leaves"] = sorted(
        (leave.giver, leave.taker, leave.seas, leave.last, leave.fee, leave.used)
        for leave in board.leaves
        if not {leave.giver, leave.taker} & {*board.out}
    )
    return found | {"out": board.out, "round": board.round, "order": board.order}


def differences(game: Game, state: CantillonState) -> list[str]:
    """Return where the game and the reading are not at one; after the end only the ranks count."""
    if state.ranks or game.board.ranks:
        ranks = dict(state.ranks or {}), game.board.ranks
        return [] if ranks[0] == ranks[1] else [f"ranks: engine {ranks[0]}, reading {ranks[1]}"]
    engine, reading = comparable_position(from_state(state)), comparable_position(game.board)
    engine["turn"], reading["turn"] = (
        (state.active, state.stage, state.attack),
        (game.active, game.stage, bool(game.asking)),
    )
    return [f"{key}: engine {engine[key]}, reading {reading[key]}" for key in engine if engine[key] != reading[key]]


def parse_seat_texts(state: CantillonState, texts: Mapping[str, str]) -> dict[str, Sequence[Order]]:
    found: dict[str, Sequence[Order]] = {}
    for seat, text in texts.items():
        grammar = ENGINE.grammar(state, seat)
        assert grammar
        found[seat] = parse_orders(grammar, text).orders
    return found


def compare(seed: int, mode: str, show: bool = False) -> Counter[str]:
    """Plays some phases side by side; how often each rule fired. Raises AssertionError where the positions differ."""
    random = Random(f"{mode} {seed}")
    start = random_position(random, random_options(random, mode))
    return side_by_side(Game(from_state(start)), begin_round(start).state, random, f"{mode} {seed}", show)


def compare_start(seed: int, mode: str, show: bool = False) -> Counter[str]:
    """Plays side by side from the first letters on: the order of play, cities, and some rounds."""
    random, key = Random(f"start {seed}"), str(seed).encode()
    fold, players = random.choice((("NORDIC", 3), ("ATLANTIC", 4), ("FULL", 6), ("EASTERN", 2)))
    options = f"PLAYERS {players}\nMODE {mode}\nFOLD {fold}\nSTART-MONEY {random.choice((0, 9))}"
    state = ENGINE.start(parse_orders(ENGINE.setup, options).orders, KeyedDice(key, "start")).state
    assert state.order == tuple(order_of_play(state.seats, KeyedDice(key, "start")))
    board = from_state(state)
    wishes = {seat: random.sample(board.atlas.cities, 2) for seat in state.seats[1:]}
    choose_cities(board, wishes)
    board.round = 1
    said = parse_seat_texts(state, {seat: f"CITY {' > '.join(cities)}" for seat, cities in wishes.items()})
    state = ENGINE.resolve(state, said, KeyedDice(key, "CITY")).state
    return side_by_side(Game(board), state, random, f"{mode} start {seed}", show)


def side_by_side(game: Game, state: CantillonState, random: Random, title: str, show: bool) -> Counter[str]:
    mode = state.options.mode
    assert not differences(game, state)
    for _ in range(PHASES[mode]):
        said = parse_seat_texts(state, letters(random, state))
        dice = [KeyedDice(title.encode(), state.phase) for _ in "12"]
        empty = {seat: Presence.VACANT for seat in state.seats if not said.get(seat)}
        before, step = state, ENGINE.resolve(state, said, dice[0], empty)
        game.play(said, dice[1])
        game.board.fired["phases"] += 1
        state = step.state
        told = differences(game, state)
        if told and show:
            explain(before, said, step)
        assert not told, f"{title}, {before.phase}: {told[:4]}"
        if state.ranks:
            break
    return game.board.fired


def explain(before: CantillonState, said: Mapping[str, Sequence[Order]], step: Step[CantillonState]) -> None:
    """The phase in which they parted, for people."""
    print(before.phase, before.options, before.order, before.out, before.besieged, sep="\n")
    print(*before.lands.items(), *before.seas.items(), *before.stock.items(), sep="\n   ")
    print(*before.permits.values(), *before.halves.values(), before.plan, sep="\n   ")
    for seat, orders in said.items():
        print(seat, *(order.text for order in orders), sep="\n      ")
    print(*((event.kind, *event.args.items()) for event in step.events), sep="\n")


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("mode", ["sealed", "turn", "book"])
@pytest.mark.parametrize("seed", take_some(range(5), 2))
def test_games_side_by_side(seed: int, mode: str) -> None:
    """Crowded positions with many agreements, and letters in which all is tried."""
    compare(seed, mode)


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("mode", ["sealed", "turn", "book"])
@pytest.mark.parametrize("seed", take_some(range(2), 1))
def test_games_from_the_start(seed: int, mode: str) -> None:
    """The order of play, the choice of cities, and what follows."""
    compare_start(seed, mode)


def main(mode: str, first: int, count: int = 0) -> None:
    """Plays `count` games; tells how often each rule fired, and what differs. Without a count one game, for show."""
    if not count:
        (compare if first % 5 else compare_start)(first, mode, show=True)
        return
    fired: Counter[str] = Counter()
    differing = 0
    for seed in range(first, first + count):
        try:
            fired += compare(seed, mode) if seed % 5 else compare_start(seed, mode)
        except AssertionError as error:
            differing += 1
            print(str(error)[:500])
    for rule, times in sorted(fired.items()):
        print(f"{times:9} {rule}")
    print(f"{count} games {mode}, {fired['phases']} phases, {differing} differ")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
