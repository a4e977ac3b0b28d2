"""The engine by the book, side by side with a second, slow reading of the rules, over random games.

`python -m tests.europa.test_second_reading GAMES [FIRST]` plays more of them, and says how many positions agreed and
how often each rule had its part in that.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.dice import KeyedDice
from engines.europa import ENGINE
from engines.europa.due import list_due_seats
from engines.europa.state import EuropaState, Marker
from engines.language import parse_orders, roll_orders
from engines.language.grammar import Order
from tests.europa.second_reading import Reading
from tests.europa.tables import opening
from tests.size import size

GAMES = size(3, 8)
OPTIONS = (
    "PLAYERS 3\nCAMPAIGN ON",
    "PLAYERS 4\nVARIABLE-ORDER ON",
    "PLAYERS 5\nBLACK-HORSE ON\nCONSENT OFF",
    "PLAYERS 6\nVARIABLE-ORDER ON\nBLACK-HORSE ON\nCAMPAIGN ON",
    "PLAYERS 4\nON-RESIGN REMOVE\nPROPOSE-ANY ON",
    "PLAYERS 3\nSUPPLY PERMANENT\nVP-FLOOR NONE",
    "PLAYERS 5",
)


def dice(seed: int, number: int) -> KeyedDice:
    return KeyedDice(f"second {seed}".encode(), str(number))


# --- what both say of a position ----------------------------------------------------------------------------------


def of_the_engine(state: EuropaState) -> dict[str, Any]:
    """A position of the engine, in plain things."""
    vote = state.sheet
    return {
        "phase": state.phase,
        "turn": state.turn,
        "asked": sorted(list_due_seats(state)) if state.ranks is None else [],
        "pp": dict(state.pp),
        "vp": dict(state.vp),
        "raised": dict(state.recruits),
        "left": {s: n for s, n in state.reserve.items() if n} if state.kind == "place" else {},
        "half": {s: n for s, n in state.half.items() if n} if state.kind == "place" else {},
        "board": plain(state.board),
        "union": {code: (member.turn, sorted(member.coalition)) for code, member in state.eu.items()},
        "markers": dict(state.markers),
        "numbers": {card.country: card.number for card in state.track} if state.ranks is None else {},
        "pending": pending(state) if state.kind not in ("peace", "resolve") else [],
        "decides": (state.chooser, state.pool) if state.kind == "resolve" else (),
        "on the table": (vote.proposer, sorted(vote.coalition)) if vote and state.kind == "answer" else (),
        "resigned": sorted(state.resigned),
        "standing": {seat: len(lines) for seat, lines in state.standing.items() if lines},
        "ranks": dict(state.ranks or {}),
    }


def of_the_reading(game: Reading) -> dict[str, Any]:
    """A position of the second reading, said as `of_the_engine` says one."""
    placing, answering = "-PLACE" in game.phase, "-ANSWER-" in game.phase
    warring = game.phase.endswith(("-PEACE", "-RESOLVE"))
    ended = game.phase == "END"
    return {
        "phase": game.phase,
        "turn": game.turn,
        "asked": sorted(game.asked),
        "pp": game.pp,
        "vp": game.vp,
        "raised": game.raised,
        "left": {s: n for s, n in game.left.items() if n} if placing else {},
        "half": {s: game.half(s) for s in game.asked} if placing else {},
        "board": plain(game.board),
        "union": game.union,
        "markers": game.marker,
        "numbers": game.number if not ended else {},
        "pending": [code for code in game.number if game.votes_here(code)] if not warring else [],
        "decides": (game.decides, game.pool) if game.phase.endswith("RESOLVE") else (),
        "on the table": (game.on_the_table[0], sorted(game.on_the_table[1])) if answering else (),
        "resigned": sorted(game.resigned),
        "standing": {seat: len(lines) for seat, lines in game.standing.items() if lines},
        "ranks": game.ranks() if ended else {},
    }


def pending(state: EuropaState) -> list[str]:
    """The elections still to come; during peace it is open which these are."""
    return [card.country for card in state.track if card.status == "pending"]


def plain(board: Any) -> dict[str, dict[str, int]]:
    """Countries with pawns only."""
    found = {code: {seat: n for seat, n in pawns.items() if n} for code, pawns in board.items()}
    return {code: pawns for code, pawns in found.items() if pawns}


# --- random games ---------------------------------------------------------------------------------------------------


def roll_letter(state: EuropaState, seat: str, random: Random) -> tuple[Order, ...]:
    """A random letter: what makes sense, what the language allows, things rarely said; sometimes none."""
    asked = seat in list_due_seats(state)
    if random.random() < (0.12 if asked else 0.97) or not (grammar := ENGINE.grammar(state, seat)):
        return ()
    lines = list(extras(state, seat, random))
    if asked and random.random() < 0.7:
        wild = random.random() < 0.3
        lines += (
            [order.text for order in roll_orders(grammar, random, 0)] if wild else ENGINE.advise(state, seat, random)
        )
    said = parse_orders(grammar, "\n".join(lines)).orders
    faulty = {remark.line for remark in ENGINE.check(state, seat, said) if remark.level == "error"}
    return tuple(order for order in said if order.text not in faulty and not is_cut(order))


def is_cut(order: Order) -> bool:
    """Return whether the language might read only a part of it later: a standing line that places in several
    countries."""
    return order.verb == "STANDING" and len(order.args["line"].get("on", ())) > 1


def extras(state: EuropaState, seat: str, random: Random) -> Iterator[str]:
    """Lines that make rare things happen: lists, conditions, standing lines, resignations."""
    some = random.sample(sorted(state.table.countries), 2)
    open_ = random.choices(state.open_countries or some, k=2)
    one, other = random.choices(state.seats, k=2)
    sign = random.choice(("<", "<=", "=", ">=", ">"))
    if state.kind == "place" and random.random() < 0.5:
        yield f"PLACE 1 {open_[0]}, 2 {open_[1]} IF TOTAL {open_[0]} {sign} {random.randint(0, 4)}"
        yield f"PLACE 2 {open_[0]} IF {one} {open_[1]} {sign} {random.randint(0, 2)} AND me {open_[0]} < 4"
    if state.kind == "propose" and state.sheet and random.random() < 0.5:
        ways = ("ALONE", "AUTO", "PASS", f"me+{one}", f"{one}+{other}", f"me+{one}+{other}")
        yield f"PROPOSE {state.sheet.country} {' > '.join(random.choices(ways, k=3))}"
    if state.kind == "answer" and random.random() < 0.4:
        yield random.choice(("YES", "NO"))
    if state.kind == "resolve" and random.random() < 0.7:
        yield f"RESOLVE {' > '.join(random.sample(sorted(state.markers), random.randint(1, len(state.markers))))}"
    if state.kind == "peace" and random.random() < 0.3:
        yield f"PEACE {random.randint(0, state.recruits[seat])}"
    if random.random() < 0.15:
        where = random.choice(("*", "*", *open_))
        rule = random.choice(("ANY", "ME", f"WITH {one}", f"BY {one} MAX 2", "ME SHARE>=6", f"{one}+{other} > {one}"))
        yield random.choice(
            (
                f"STANDING {random.choice(('YES', 'NO'))} {where} {rule}",
                f"STANDING PEACE {random.randint(0, 6)}",
                f"STANDING PLACE 1 {random.choice((*some, *open_))} IF TOTAL {open_[1]} {sign} 2",
                f"STANDING PLACE {random.randint(1, 3)} {open_[0]}",
                f"STANDING PROPOSE {where} {random.choice(('ALONE > AUTO', 'PASS', f'me+{one} > {one}+{other}'))}",
                f"STANDING MOVE {where} > {random.choice(('NONE', some[0], open_[1]))} > {random.choice(some)} > AUTO",
                "STANDING CLEAR",
            )
        )
    if random.random() < (0.015 if state.options.remove_resigned else 0.003):
        yield "RESIGN"


def game(seed: int) -> tuple[int, Counter[str]]:
    """Plays a game twice at once: how many positions agreed, and how often rules fired. In every other game parties
    have more points than usual at the start, often equal ones, and there are more conflicts.

    Raises AssertionError at the first difference.
    """
    random, count = Random(seed), 0
    state = opening(f"MODE BOOK\n{OPTIONS[seed % len(OPTIONS)]}", f"second {seed}".encode())
    reading = Reading(state.seats, state.options, dice(seed, 0))
    if seed % 2:
        reading.pp = {seat: random.choice((40, 60, 190)) for seat in state.seats}
        state = replace(state, pp=dict(reading.pp))
    compare(state, reading, (seed, "the opening"))
    while state.ranks is None:
        count += 1
        said = {seat: orders for seat in state.seats if (orders := roll_letter(state, seat, random))}
        lines = {seat: [order.text for order in orders] for seat, orders in said.items()}
        before, state = state, ENGINE.resolve(state, said, dice(seed, count)).state
        reading.answer(said, dice(seed, count))
        compare(state, reading, (seed, before.phase, lines))
        if seed % 2 and state.phase.endswith("-PEACE"):
            reading.marker = add_conflicts(state, random)
            state = replace(state, markers=dict(reading.marker))
    return count, reading.fired


def add_conflicts(state: EuropaState, random: Random) -> dict[str, Marker]:
    """More conflicts than the dice of two turns bring, so that more has to be decided."""
    kinds: tuple[Marker, ...] = ("T", "W")
    found = random.sample(sorted(set(state.table.countries) - state.eu.keys()), 3)
    return {**state.markers, **{code: random.choice(kinds) for code in found}}


def compare(state: EuropaState, reading: Reading, where: object) -> None:
    one, other = of_the_engine(state), of_the_reading(reading)
    differ = {key: (one[key], other[key]) for key in one if one[key] != other[key]}
    assert not differ, (where, dict(state.standing), differ)


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("seed", range(GAMES))
def test_two_readings_of_the_rules_agree(seed: int) -> None:
    """§3.3, §3.4, §5: after every step the same phase, parties asked, points, pawns, union, conflicts and ranks."""
    assert game(seed)[0] > 20


def main(games: int, first: int) -> None:
    """Plays games and tells how many positions agreed."""
    count, fired, differences = 0, Counter[str](), 0
    for seed in range(first, first + games):
        try:
            found, rules = game(seed)
        except Exception as difference:
            sys.stdout.write(f"{type(difference).__name__} {seed} {difference}\n")
            differences += 1
        else:
            count, fired = count + found, fired + rules
    sys.stdout.write(f"{games} games, {count} positions agreed, {differences} differences\n")
    sys.stdout.writelines(f"{times:8} {rule}\n" for rule, times in sorted(fired.items()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)
