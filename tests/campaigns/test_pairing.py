"""Tables of a round: everybody sits once, meets others rarely, and powers go round."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.campaigns.pairing import Meetings, Round, pair_round

SEATS = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")


def play_league_rounds(
    players: int, rounds: int, seed: int, seats: tuple[str, ...] = SEATS
) -> tuple[Meetings, list[Round]]:
    """A league of some rounds."""
    past, drawn = Meetings(), list[Round]()
    for number in range(rounds):
        drawn.append(pair_round(range(players), seats, past, Random(f"{seed}/{number}")))
        past.add_round(drawn[-1].tables, drawn[-1].resting)
    return past, drawn


@pytest.mark.slow
@settings(max_examples=25)
@given(players=st.integers(2, 40), size=st.integers(2, 7), rounds=st.integers(1, 4), seed=st.integers(0, 99))
def test_everybody_sits_once_or_rests(players: int, size: int, rounds: int, seed: int) -> None:
    """At full tables alone; nobody rests twice past all have rested once."""
    past, drawn = play_league_rounds(players, rounds, seed, SEATS[:size])
    for one in drawn:
        sitting = [player for table in one.tables for player in table.values()]
        assert sorted([*sitting, *one.resting]) == list(range(players))
        assert all(table.keys() == set(SEATS[:size]) for table in one.tables)
        assert len(one.resting) == players % size
    rests = [past.rested[player] for player in range(players)]
    assert max(rests) - min(rests) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_league_of_28_over_four_rounds(seed: int) -> None:
    """Nobody holds a power twice, and nobody meets another more than three times; four tables of seven cannot be drawn
    four times without some meeting twice, but they are few."""
    past, _ = play_league_rounds(28, 4, seed)
    assert max(past.held.values()) == 1
    assert max(past.met.values()) <= 2
    again = sum(times - 1 for times in past.met.values())
    assert again < 0.85 * by_chance()


@cache
def by_chance() -> float:
    return mean(chance(28, 4, Random(n)) for n in range(3))


def chance(players: int, rounds: int, luck: Random) -> int:
    """Meetings again when nobody looks at what was past."""
    past = Meetings()
    for _ in range(rounds):
        past.add_round(pair_round(range(players), SEATS, Meetings(), luck).tables)
    return sum(times - 1 for times in past.met.values())


def test_the_same_seed_draws_the_same_tables() -> None:
    """Whatever the order in which players are named."""
    assert pair_round(range(21), SEATS, Meetings(), Random(5)) == pair_round(
        [*reversed(range(21))], SEATS, Meetings(), Random(5)
    )


@pytest.mark.slow
def test_each_power_is_as_likely_for_everybody() -> None:
    """Over many draws of a first round."""
    held = Counter[tuple[int, str]]()
    for seed in range(700):
        for table in pair_round(range(7), SEATS, Meetings(), Random(seed)).tables:
            held.update((player, seat) for seat, player in table.items())
    assert all(60 < held[player, seat] < 145 for player in range(7) for seat in SEATS)
