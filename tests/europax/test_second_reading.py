"""The engine against a second, slow reading of the rules; `tests.europax.side_by_side` plays any number of games."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.europax.side_by_side import compare_random_game
from tests.size import size

RARE = {"rescues", "advances", "talons made anew", "last rewards"}
ALWAYS = {"positions", "cards", "imprévus", "games ended"}


@pytest.mark.proof
def test_by_the_book() -> None:
    """§3.2: card by card, with and without buyers who are asked; all that can happen does in time."""
    found = sum((compare_random_game(seed, book=True) for seed in range(size(2, 12))), Counter[str]())
    assert found.keys() >= ALWAYS | size(set(), RARE) | {"buyers asked"}


@pytest.mark.slow
@pytest.mark.proof
def test_in_sealed_rounds() -> None:
    """§3.1: plans, conditions and preferences of all."""
    found = sum((compare_random_game(seed, book=False) for seed in range(size(6, 24))), Counter[str]())
    assert found.keys() >= ALWAYS | size(set(), RARE)
