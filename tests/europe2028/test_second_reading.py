"""The engine by the book, side by side with a second, slow reading of the rules, over random games.

`python -m tests.europe2028.test_second_reading GAMES [FIRST]` plays more of them and says how many positions agreed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

import pytest

from engines.base import Dice
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import Europe2028State, Holding
from engines.language import roll_orders
from engines.language.grammar import Order
from tests.europe2028.second_reading import Reading
from tests.europe2028.tables import judge_lines, opening
from tests.europe2028.test_games import eager
from tests.size import size

T = TypeVar("T")
GAMES = size(5, 24)
"""All options, with few cards and with many."""
OPTIONS = (
    "PLAYERS 2\nMAX-ROUNDS 12",
    "PLAYERS 3\nFEATURE-SCOPE ALL\nEND-VP 15\nMAX-ROUNDS 7",
    "PLAYERS 4\nHAND-LIMIT 6\nEND-COUNTS ALL\nMAX-ROUNDS 5",
    "EMPIRES PB EA NF\nEVEN-START ON\nLEVEL-UP-ORIGINALS OFF\nMAX-ROUNDS 6",
    "PLAYERS 5\nPB-REQUIRED OFF\nJOKERS OFF\nMARKET PLAYERS+2\nMAX-ROUNDS 4",
    "EMPIRES PB OT RU\nMAX-ROUNDS 7",
    "PLAYERS 6\nMAX-ROUNDS 3",
)


class Even:
    """Dice that do not care in which order things lie that are shuffled: the rules do not say."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def roll(self, stream: str, sides: int) -> int:
        return self.dice.roll(stream, sides)

    def shuffle(self, stream: str, items: Iterable[T]) -> list[T]:
        return self.dice.shuffle(stream, sorted(items, key=str))

    def shared_dice(self, name: str) -> Dice:
        return self.dice.shared_dice(name)


def dice(seed: int, number: int) -> Even:
    return Even(KeyedDice(f"second {seed}".encode(), str(number)))


# --- what both say of a position ----------------------------------------------------------------------------------


def of_the_engine(state: Europe2028State) -> dict[str, Any]:
    """A position of the engine, in plain things."""
    fights = [
        (f.token, f.region, sorted(f.attack), f.challenger, sorted(f.answer), f.challenger and f.passes)
        for f in state.fights
    ]
    return {
        "window": state.kind,
        "turn": state.turn,
        "round": state.round,
        "coins": dict(state.coins),
        "levels": dict(state.levels),
        "place": {s: {t: at.place for t, at in mine.items()} for s, mine in state.tokens.items()},
        "step": {s: {t: at.level for t, at in mine.items()} for s, mine in state.tokens.items()},
        "holder": {code: holding.seat for code, holding in state.held.items()},
        "damaged": sorted(code for code, holding in state.held.items() if holding.damaged),
        "taken by": {code: holding.kind for code, holding in state.held.items() if holding.kind},
        "deeds": {seat: dict(kinds) for seat, kinds in state.conquests.items()},
        "market": list(state.market),
        "deck": list(state.deck),
        "cards": list(state.cards),
        "pile": sorted(state.pile),
        "hands": {seat: sorted(state.known_hand(seat)) for seat in state.seats},
        "wanted": {seat: list(kinds) for seat, kinds in state.wanted.items() if kinds},
        "standing": {seat: len(lines) for seat, lines in state.standing.items() if lines},
        "fights": fights,
        "asked": sorted(state.asked) if state.kind == "add" else [],
        "ending": state.ending,
        "ranks": dict(state.ranks or {}),
    }


def of_the_reading(game: Reading) -> dict[str, Any]:
    """A position of the second reading, said as `of_the_engine` says one."""
    fights = [
        (f.token, f.region, sorted(f.mine), f.challenger, sorted(f.theirs), f.challenger and f.passes)
        for f in game.fights
    ]
    asked = {game.turn if fight.attacker_acts else fight.challenger for fight in game.waiting()}
    return {
        "window": game.window,
        "turn": game.turn,
        "round": game.round,
        "coins": game.coins,
        "levels": game.levels,
        "place": game.place,
        "step": game.step,
        "holder": game.holder,
        "damaged": sorted(game.damaged),
        "taken by": game.taken_by,
        "deeds": game.deeds,
        "market": game.market,
        "deck": game.deck,
        "cards": game.cards,
        "pile": sorted(game.pile),
        "hands": {seat: sorted(hand) for seat, hand in game.hands.items()},
        "wanted": {seat: kinds for seat, kinds in game.wanted.items() if kinds},
        "standing": {seat: len(lines) for seat, lines in game.standing.items() if lines},
        "fights": fights,
        "asked": sorted(asked) if game.window == "add" else [],
        "ending": game.last_round,
        "ranks": game.ranks() if game.window == "end" else {},
    }


# --- random games ---------------------------------------------------------------------------------------------------


def roll_letter(state: Europe2028State, seat: str, random: Random) -> tuple[Order, ...]:
    """A random letter that is mostly about attacks, challenges and cards; sometimes none."""
    grammar = ENGINE.grammar(state, seat)
    if grammar is None or random.random() < (0.1 if grammar.due else 0.9):
        return ()
    lines = [*extras(state, seat, random), *eager(state, seat, random)]
    if random.random() < 0.1:
        lines = [order.text for order in roll_orders(grammar, random)]
    verbs = {line.verb for line in grammar.lines}
    return judge_lines(state, seat, "\n".join(line for line in lines if line.split()[0] in verbs))[0]


def extras(state: Europe2028State, seat: str, random: Random) -> Iterator[str]:
    """Lines that make rare things happen: payments, damage, repairs, wishes, standing challenges."""
    hand = state.known_hand(seat)
    clubs = [card for card in hand if card.endswith("C")]
    if clubs and random.random() < 0.5:
        yield f"LAND POL {random.choice(state.market or ('GER',))} PAY {' '.join(random.sample(clubs, len(clubs)))}"
    if len(hand) > 4 and random.random() < 0.3:
        yield f"CONVERT {' '.join(random.sample(hand, random.randint(1, 3)))}"
    if random.random() < 0.3:
        yield f"DAMAGE {' '.join(random.sample(sorted(state.held), 3))}"
    if mine := state.regions_held_by(seat):
        yield f"REPAIR {' '.join(random.sample(mine, min(2, len(mine))))}"
    if random.random() < 0.2:
        yield f"NEXT {' '.join(random.choices(('MIL', 'ECO', 'CUL', 'POL'), k=2))}"
    if random.random() < 0.1:
        yield random.choice(("STANDING CHALLENGE WITH ALL", "STANDING CHALLENGE FINAL WITH LOW", "CANCEL STANDING"))
    if hand and random.random() < 0.6:
        cards = " ".join(random.sample(hand, random.randint(1, min(3, len(hand)))))
        limit = random.choice(("", "", " MAX 1", " MAX 2"))
        words = random.choice(("", "BLOCK ", "FINAL ", "UPTO 12 ", "MIL ", "ECO "))
        yield f"CHALLENGE {words}WITH {cards}{limit}"
        yield f"ADD {cards}"


def deal_setup(seed: int) -> Europe2028State:
    """A setup; in every other game with many cards and coins, and Paris and Berlin whole, so that more is tried."""
    state = opening(f"MODE BOOK\n{OPTIONS[seed % len(OPTIONS)]}", dice(seed, 0))
    if seed % 2:
        return state
    more = {seat: (*hand, *state.cards[n * 5 : n * 5 + 5]) for n, (seat, hand) in enumerate(state.hands.items())}
    held = {code: Holding(holding.seat) for code, holding in state.held.items()}
    rich = dict.fromkeys(state.seats, 12)
    return replace(state, hands=more, cards=state.cards[5 * len(more) :], held=held, coins=rich)


def game(seed: int) -> int:
    """Plays a game twice at once; how many positions agreed. Raises AssertionError at the first difference."""
    random, count = Random(seed), 0
    state = deal_setup(seed)
    reading = Reading(state)
    while state.ranks is None:
        count += 1
        said = {seat: orders for seat in state.seats if (orders := roll_letter(state, seat, random))}
        lines = {seat: [order.text for order in orders] for seat, orders in said.items()}
        before, state = state, ENGINE.resolve(state, said, dice(seed, count)).state
        reading.answer(said, dice(seed, count))
        one, other = of_the_engine(state), of_the_reading(reading)
        differ = {key: (one[key], other[key]) for key in one if one[key] != other[key]}
        assert not differ, (seed, before.phase, lines, differ)
    return count


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(GAMES))
def test_two_readings_of_the_rules_agree(seed: int) -> None:
    """§3.2 and §5: after every window the same coins, cards, tokens, regions, levels, and at the end the same ranks."""
    assert game(seed) > 20


def main(games: int, first: int) -> None:
    """Plays games and tells how many positions agreed."""
    count = sum(game(seed) for seed in range(first, first + games))
    sys.stdout.write(f"{games} games, {count} positions, no difference\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
