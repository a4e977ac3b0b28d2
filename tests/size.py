"""How much a test proves: `make test` plays a beginning where `make proof` plays the whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from engines.base import Engine
from engines.contract import ALL_SEATS, MAX_PHASES, CheckedGame, check_game

T = TypeVar("T")
WHOLE = bool(os.environ.get("PBEM_TEST_PROOF"))

BEGINNING = 4
"""Phases of a game that the suite looks at, where the whole one is for a proof."""


def size(small: T, whole: T) -> T:
    """One of two sizes of the same proof; a test that has both is marked “proof”."""
    return whole if WHOLE else small


def take_some(every: Iterable[T], count: int, first: int = 0) -> list[T]:
    """So many of several cases of a test, from the `first` on, and in a proof all. Which they are differs from test to
    test, so that no game goes untried."""
    found = list(every)
    return found if WHOLE else found[first : first + count]


proof_only = pytest.mark.proof(only=True)
"""For a test that only `make proof` runs, since a quicker one of the suite fails for the same reasons, but for those
that come late in a game or by rare dice."""


def whole_game(engine: Engine[Any], seed: int, options: str) -> None:
    """The laws of the contract in a game by random orders: in its beginning, and in a proof to its end."""
    assert by_the_contract(engine, seed, options, size(BEGINNING, MAX_PHASES)).ended or not WHOLE


def by_the_contract(engine: Engine[Any], seed: int, options: str, phases: int = MAX_PHASES) -> CheckedGame:
    """A game by random orders. Two seats are looked at closely in each position, in a proof all: who it is changes
    from phase to phase, and what is right for one and wrong for another is seldom so in one phase only."""
    return check_game(engine, seed, options, phases, size(2, ALL_SEATS))
