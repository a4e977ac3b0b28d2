"""What is offered, said and done at positions of random games: python -m tests.europax.said POSITIONS counts it.

Sentences are made by taking steps at random, as somebody does who clicks on whatever there is.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random

from engines import states
from engines.base import Seat
from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.conditions import guard_holds
from engines.europax.plans import country_of_order, entries_of_order
from engines.europax.state import EuropaxState
from engines.language import CompiledGrammar, parse_orders
from engines.language.grammar import Order, OrderGrammar, Remark
from engines.language.walking import walk_grammar
from tests.engines.playing import steps

MODES = (
    "PLAYERS 5\nEXTRA-AID ON",
    "PLAYERS 2\nTWO-EACH ON",
    "PLAYERS 3\nMODE BOOK\nASK-BUYERS ON",
    "PLAYERS 6\nBANKER-DUTIES ON",
    "PLAYERS 4\nLENGTH LONG",
    "PLAYERS 2",
)


def positions() -> Iterator[EuropaxState]:
    """Positions of one random game after the other, in all modes; some players read French."""
    for seed in count():
        random = Random(seed)
        said = parse_orders(ENGINE.setup, MODES[seed % len(MODES)]).orders
        state = ENGINE.start(said, KeyedDice(str(seed).encode(), "0")).state
        state = replace(state, language={seat: random.choice(("EN", "FR")) for seat in state.seats})
        yield state
        for step in steps(ENGINE, state, seed, advised=bool(seed % 2)):
            if step.state.ranks is None:
                yield step.state


def looked_at(number: int) -> Counter[str]:
    """So many positions: how many sentences were tried there, and of what was warned. Raises AssertionError."""
    found, random = Counter[str](), Random(0)
    for state in islice(positions(), number):
        found["positions"] += 1
        for seat in state.seats:
            grammar = ENGINE.grammar(state, seat)
            assert grammar is not None
            found.update(try_sentences(state, seat, grammar, random))
    return found


def try_sentences(state: EuropaxState, seat: Seat, grammar: OrderGrammar, random: Random) -> Iterator[str]:
    """A sentence: it reads back as itself, costs no line, is plain language, and is done."""
    view = states.seat_view(state, seat)

    def judge(order: Order) -> Sequence[Remark]:
        return ENGINE.check(view, seat, [order])

    assert parse_orders(grammar, str(grammar.phrases["example"]).rpartition(": ")[2]).orders, grammar.phrases["example"]
    order = walk_grammar(CompiledGrammar(grammar), random, judge=judge)
    reading = parse_orders(grammar, order.text)
    assert reading.orders == (order,), order
    told = [*reading.remarks, *judge(order)]
    assert all(remark.level == "warning" and remark.code for remark in told), told
    assert order.words[:1].isupper() and not set(order.words.split()) & {"FR", "EN", "DE", "BX", "IT"}, order.words
    assert_done(state, seat, order)
    yield "sentences"
    yield from {f"warned {remark.code}" for remark in told}


def assert_done(state: EuropaxState, seat: Seat, order: Order) -> None:
    """Nothing of it is called gone; a leader's card is played if its condition is true."""
    step = ENGINE.resolve(state, {seat: [order]}, KeyedDice(b"said", state.phase))
    gone = {event.args["card"] for event in step.events if event.kind == "stale"}
    cards = list(entries_of_order(order))
    assert not gone & {card for card, _ in cards}, order
    if state.kind in ("round", "lead") and country_of_order(state, seat, order) == state.leader and cards:
        true = [card for card, guards in cards if all(guard_holds(state, state.leader, guard) for guard in guards)]
        played = [event.args["card"] for event in step.events if event.kind == "card"]
        waiting = [step.state.pending.card] if step.state.pending else []
        assert not true or [*played, *waiting][0] == true[0], order


if __name__ == "__main__":
    print(dict(looked_at(int(sys.argv[1]))))
