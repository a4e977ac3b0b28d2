"""Sentences walked through as they are offered, at positions out of whole games, and what is said of them:
`python -m tests.cantillon.offered POSITIONS [WALKS]` counts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from engines import states
from engines.cantillon import ENGINE
from engines.cantillon.state import CantillonState
from engines.cantillon.turn_context import LuckyDice
from engines.language import CompiledGrammar, complete_order, parse_orders
from engines.language.grammar import Order, Remark
from engines.language.walking import next_texts, walk_grammar
from tests.cantillon.tables import opening
from tests.engines.playing import steps

GAMES = (
    ("PLAYERS 4\nGOAL ROUNDS 12", True),
    ("PLAYERS 3\nGOAL ROUNDS 12\nFOLD CONTINENTAL", True),
    ("PLAYERS 6\nGOAL ROUNDS 8", False),
    ("PLAYERS 2\nMODE BOOK\nGOAL ROUNDS 5", True),
    ("PLAYERS 3\nMODE TURN\nGOAL ROUNDS 6\nSTART-MONEY 9", True),
    ("PLAYERS 4\nGOAL ROUNDS 10\nCEDE-ANY ON\nSTART-MONEY 20\nFOLD ATLANTIC", False),
)
"""Options, and whether advised players or random ones play."""


def positions(count: int, seed: int = 0) -> Iterator[tuple[CantillonState, str]]:
    """Positions, each with a seat that is waited for, from all kinds of games in turn."""
    games = [iter_asking_positions(options, advised, seed) for options, advised in GAMES]
    random = Random(seed)
    for n in range(count):
        state = next(games[n % len(games)])
        yield state, random.choice([s for s, debt in ENGINE.obligations(state).items() if debt == "due"])


def iter_asking_positions(options: str, advised: bool, seed: int) -> Iterator[CantillonState]:
    """Every position of game after game in which somebody owes something."""
    while True:
        seed += 1
        state = opening(options, str(seed).encode())
        yield state
        for step in steps(ENGINE, state, seed, advised):
            if step.state.ranks is None:
                yield step.state


def walk_seat_sentences(
    state: CantillonState, seat: str, random: Random, walks: int
) -> Iterator[tuple[Order, Sequence[Remark]]]:
    """Sentences of a seat, as one finds them without unfolding anything, and what is remarked on each."""
    view = states.seat_view(state, seat)
    grammar = ENGINE.grammar(view, seat)
    assert grammar is not None
    compiled, anyway = CompiledGrammar(grammar), ENGINE.check(view, seat, ())
    judge = partial(judge_order, view, seat)
    for _ in range(walks):
        order = walk_grammar(
            compiled,
            random,
            random.choice(next_texts(complete_order(compiled, ""), random, False)),
            judge,
            folded=False,
        )
        reading = parse_orders(grammar, order.text)
        assert reading.orders == (order,), order.text
        yield order, [remark for remark in (*reading.remarks, *judge(order)) if remark not in anyway]


def judge_order(view: CantillonState, seat: str, order: Order) -> Sequence[Remark]:
    return ENGINE.check(view, seat, [order])


def carried_out(state: CantillonState, seat: str, order: Order) -> list[str]:
    """Return what the seat is refused if it says nothing else, and its attacks are won."""
    events = ENGINE.resolve(state, {seat: (order,)}, LuckyDice()).events
    return [event.args["text"] for event in events if event.kind == "refused" and event.args["seat"] == seat]


if __name__ == "__main__":
    count, walks = int(sys.argv[1]), int([*sys.argv[2:], "4"][0])
    random, total, warned, lost, codes = Random(1), 0, 0, 0, Counter[str]()
    for state, seat in positions(count):
        for order, remarks in walk_seat_sentences(state, seat, random, walks):
            total, warned = total + 1, warned + bool(remarks)
            lost += any(remark.level == "error" for remark in remarks)
            if len(sys.argv) > 3:
                print(state.phase, order.text, [r.text for r in remarks]) if remarks else 0
            codes.update(f"{order.verb} {remark.code}" for remark in remarks)
    print(f"{count} positions, {total} lines: {warned} warned of, {lost} lost")
    for what, number in codes.most_common(20):
        print(f"{number:6} {what}")
