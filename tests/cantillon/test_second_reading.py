"""The game agrees with a second reading of its rules; `python -m tests.cantillon.test_second_reading 5000` plays more."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import Any

import pytest

from engines.base import Order
from engines.cantillon import ENGINE
from engines.cantillon.state import State
from engines.dice import KeyedDice
from engines.orders import read
from tests.cantillon.second_reading import sealed_round
from tests.cantillon.second_reading_games import letters, random_options, random_position
from tests.cantillon.second_reading_pieces import Board, from_state


def seen(board: Board) -> dict[str, Any]:
    """What is compared of a position."""
    areas = {}
    for area in (*board.atlas.lands, *board.atlas.seas):
        units = sorted(f"{unit.owner} {unit.kind}" for unit in board.at(area))
        ground = board.ground.get(area)
        told = (ground.basic, ground.advanced, dict(sorted((+ground.goods).items()))) if ground else ()
        if units or (ground and (ground.basic or ground.advanced or +ground.goods)):
            areas[area] = units, told
    return {
        "areas": areas,
        "stock": {seat: dict(sorted((+board.stock[seat]).items())) for seat in board.seats},
        "halves": sorted(
            f"{half.giver} {half.partner} {sorted((+half.give).items())} {sorted((+half.get).items())} {half.at_start} {half.last}"
            for half in board.halves if not {half.giver, half.partner} & {*board.out}
        ),
        "leaves": sorted(str((x.giver, x.taker, x.seas, x.last, x.fee, x.used)) for x in board.leaves if not {x.giver, x.taker} & {*board.out}),
        "out": sorted(board.out), "ranks": board.ranks, "round": board.round, "order": board.order,
    }  # fmt: skip


def understood(state: State, texts: dict[str, str]) -> dict[str, tuple[Order, ...]]:
    found = {}
    for seat, text in texts.items():
        ask = ENGINE.ask(state, seat)
        assert ask
        found[seat] = read(ask, text).orders
    return found


def differences(board: Board, state: State) -> list[str]:
    mine, engine = seen(board), seen(from_state(state))
    engine["ranks"] = dict(state.ranks) if state.ranks else None
    if state.ranks:
        mine, engine = ({"ranks": told["ranks"], "areas": {}} for told in (mine, engine))
    told = [
        f"{key}: reading {mine[key]}, engine {engine[key]}"
        for key in mine
        if mine[key] != engine[key] and key != "areas"
    ]
    for area in {*mine["areas"], *engine["areas"]}:
        if mine["areas"].get(area) != engine["areas"].get(area):
            told.append(f"area {area}: reading {mine['areas'].get(area)}, engine {engine['areas'].get(area)}")
    return told


def compare_sealed(seed: int, rounds: int = 3, show: bool = False) -> Counter[str]:
    random = Random(seed)
    state = random_position(random, random_options(random))
    board = from_state(state)
    for _ in range(rounds):
        texts = letters(random, state)
        said = understood(state, texts)
        before = state
        step = ENGINE_RESOLVE(state, said, KeyedDice(str(seed).encode(), state.phase))
        sealed_round(board, said, KeyedDice(str(seed).encode(), state.phase))
        board.fired["rounds"] += 1
        told = differences(board, step.state)
        if told:
            if show:
                explain(before, said, step, told)
            raise AssertionError(f"{seed}: {told[:3]}")
        state = step.state
        if state.ranks:
            break
    return board.fired


ENGINE_RESOLVE = ENGINE.resolve


def explain(before: State, said: Any, step: Any, told: list[str]) -> None:
    print("options", before.options)
    print("order", before.order, before.phase)
    for k, p in before.lands.items():
        print("  ", k, p.owner, p.units, p.anchor, p.basic, p.advanced, dict(p.goods))
    for k, w in before.seas.items():
        print("  ", k, w.fleet, w.cargo)
    print("stock", before.stock)
    for s in before.seats:
        for p in before.permits.get(s, ()):
            if p.giver == s:
                print("  permit", p)
        for p in before.halves.get(s, ()):
            if p.giver == s:
                print("  half", p)
    for s in before.order:
        print(s, *[o.text for o in said.get(s, ())], sep="\n     ")
    for e in step.events:
        print(e.kind, dict(e.args))
    print("out", before.out, step.state.out)
    print(*told, sep="\n")


@pytest.mark.parametrize("seed", range(60))
def test_sealed(seed: int) -> None:
    compare_sealed(seed)


def main(count: int, first: int = 0) -> None:
    fired: Counter[str] = Counter()
    failed = []
    for seed in range(first, first + count):
        try:
            fired += compare_sealed(seed)
        except AssertionError as error:
            failed.append(seed)
            if len(failed) < 15:
                print(str(error)[:400])
    for rule, times in sorted(fired.items()):
        print(f"{times:8} {rule}")
    print(f"{count} games, {len(failed)} differ: {failed[:30]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
