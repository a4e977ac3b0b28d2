"""Whole games of Europe 2028: laws at every step, sealed and by the book, random and advised; figures; secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engines import states
from engines.dice import KeyedDice
from engines.europe2028 import ENGINE
from engines.europe2028.state import MAT, WAREHOUSE, Europe2028Options, Europe2028State, Plan
from engines.language import roll_orders
from engines.language.grammar import Order
from tests.europe2028.laws import cards_in, check_step_laws, lawful, reports_are_discreet
from tests.europe2028.tables import judge_lines, opening, play, position
from tests.size import size, take_some, whole_game

MODES = (
    "PLAYERS 2\nMODE BOOK\nMAX-ROUNDS 6",
    "PLAYERS 4\nMODE BOOK\nJOKERS OFF\nHAND-LIMIT 5\nMAX-ROUNDS 4",
    "PLAYERS 3\nEND-VP 15\nEND-COUNTS ALL",
    "PLAYERS 6\nMARKET PLAYERS+2\nMAX-ROUNDS 12",
    "PLAYERS 5\nPB-REQUIRED OFF\nEVEN-START ON\nFEATURE-SCOPE ALL\nLEVEL-UP-ORIGINALS OFF\nMAX-ROUNDS 12",
)


def play_lawful_game(seed: int, options: str, advised: bool, most: int = 400) -> list[Europe2028State]:
    """A game, every law looked at in each phase."""
    random = Random(seed)
    state = opening(options, KeyedDice(str(seed).encode(), "0"))
    lawful(state)
    found = [state]
    while state.ranks is None and len(found) < most:
        said = {seat: roll_judged_letter(state, seat, random, advised) for seat in state.seats}
        step = ENGINE.resolve(state, said, KeyedDice(str(seed).encode(), str(len(found))))
        lawful(step.state)
        check_step_laws(state, step)
        reports_are_discreet(state, step, (random.choice(state.seats), None))
        state = step.state
        found.append(state)
    return found


def roll_judged_letter(state: Europe2028State, seat: str, random: Random, advised: bool) -> tuple[Order, ...]:
    """A letter, judged as the server does; advice is for those who are waited for."""
    grammar = ENGINE.grammar(state, seat)
    if grammar is None or (advised and not grammar.due):
        return ()
    if advised:
        lines = ENGINE.advise(states.seat_view(state, seat), seat, random)
    else:
        rolled = [order.text for _ in range(2) for order in roll_orders(grammar, random)]
        lines = rolled if random.random() < 0.3 else [*eager(state, seat, random), *filter(lasting, rolled)]
    return judge_lines(state, seat, "\n".join(lines))[0]


def eager(state: Europe2028State, seat: str, random: Random) -> Iterator[str]:
    """Yield what random letters seldom say: every token attacks where it is or anywhere, and cards answer cards."""
    ways = ("LOW", "HIGH", "ALL", *state.known_hand(seat))
    open_ = [*state.market, *(code for code, at in state.held.items() if at.kind and at.seat != seat)] or ["ANY"]
    for token, at in state.tokens[seat].items():
        region = random.choice(open_) if at.place in (MAT, WAREHOUSE) else at.place
        yield f"ATTACK {token} {region} WITH {random.choice(ways)} {random.choice(('', 'RESERVE ALL'))}"
    yield f"CHALLENGE {random.choice(('', 'BLOCK', 'FINAL'))} WITH {random.choice(ways)}"
    yield f"ADD {random.choice(ways)}"


def lasting(line: str) -> bool:
    """Return whether a line neither calls a token back nor spends the cards it needs."""
    return line.split()[0] not in ("RECALL", "CONVERT")


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("options", take_some(MODES, 2, 0))
def test_modes_keep_the_contract(options: str) -> None:
    whole_game(ENGINE, 1, options)


@pytest.mark.proof
@pytest.mark.parametrize("seed", take_some(range(6), 2))
def test_invariants_hold(seed: int) -> None:
    games = play_lawful_game(seed, f"PLAYERS {2 + seed % 5}\nMAX-ROUNDS {size(6, 25)}", advised=bool(seed % 2))
    assert games[-1].ranks is not None


@pytest.mark.slow
@pytest.mark.proof
def test_invariants_hold_by_the_book() -> None:
    """Games which between them have windows of all kinds: a short one, and three long ones in a proof."""
    some = size([(9, 4, 4)], [(0, 3, 12), (1, 4, 12), (2, 5, 12)])
    games = [play_lawful_game(n, f"MODE BOOK\nPLAYERS {p}\nMAX-ROUNDS {r}", advised=False) for n, p, r in some]
    assert all(game[-1].ranks is not None for game in games)
    assert {"turn", "challenge", "add"} <= {state.kind for game in games for state in game}


def test_the_laws_find_cards_in_words() -> None:
    assert cards_in("the 4, 10 and king of spades and the ace of hearts, 3 of 4") == {"4S", "10S", "KS", "AH"}


# --- secrets ------------------------------------------------------------------------------------------------------


def test_a_view_hides_what_others_hold_and_mean() -> None:
    """Two positions that differ in hidden things alone look alike, are asked and reported alike."""
    one = position(hands={"RU": "4S", "EA": "5S 9S"})
    other = replace(
        position(hands={"RU": "4S", "EA": "2H KD"}),
        secret={**one.secret, "EA": "S12"},
        dealt={**one.dealt, "EA": ("S11", "S12")},
        wanted={"EA": ("CUL",)},
        standing={"EA": ("CHALLENGE WITH ALL",)},
        plans={"EA": {"CYP": Plan(("9S",))}},
        deck=one.deck[::-1],
        cards=one.cards[::-1],
    )
    seen = [states.seat_view(state, "RU") for state in (one, other)]
    assert seen[0] == seen[1]
    assert ENGINE.grammar(seen[0], "RU") == ENGINE.grammar(other, "RU")
    assert ENGINE.report(seen[0], "RU", ()) == ENGINE.report(seen[1], "RU", ())
    assert states.seat_view(one, "EA") != states.seat_view(other, "EA")


def test_what_was_not_carried_out_stays_secret() -> None:
    """An unused reserve, a challenge that did not fit, a void attack: only their owner is told, if anybody."""
    state = position(hands={"RU": "4S 9S", "EA": "3S 2D", "NF": "8H"})
    letters = {
        "RU": "ATTACK MIL UKR WITH 4S RESERVE 9S",
        "EA": "CHALLENGE WITH 3S ; STANDING CHALLENGE AT GER WITH ALL",
        "NF": "ATTACK CUL GER WITH 8H ; ATTACK POL CYP ELSE SWI",
        "PB": "NEXT POL",
    }
    step = play(state, letters)
    public = cards_in([event.args for event in step.events if event.to is None])
    assert public == {"4S", "8H"}
    void = [event for event in step.events if event.kind == "void"]
    assert [event.to for event in void] == [frozenset({"NF"})]
    told = str([event for event in step.events if event.to is None])
    assert "SWI" not in told and "standing" not in told


def test_secrets_are_shown_at_the_end() -> None:
    state = position(options=Europe2028Options(max_rounds=1), secret={"RU": "S3", "EA": "S12"}, order=("RU", "EA"))
    assert states.seat_view(state, "EA").secret == {"EA": "S12"}
    end = play(state, {}).state
    assert states.seat_view(end, None).shown == {"RU": "S3", "EA": "S12"}
