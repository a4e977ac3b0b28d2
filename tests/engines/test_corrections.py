"""Every game can be put right, and says which lines are for one seat alone."""

from __future__ import annotations

from typing import Any

import pytest

from engines.abilities import Correctable
from engines.all import OWN
from engines.cantillon import ENGINE as CANTILLON
from engines.europa import ENGINE as EUROPA
from engines.europax import ENGINE as EUROPAX
from engines.europe2028 import ENGINE as EUROPE2028
from tests.engines.putting import begun


@pytest.mark.parametrize("engine", OWN, ids=lambda engine: engine.code)
def test_every_game_can_be_put_right(engine: Any) -> None:
    """And each sentence has words that tell what it does."""
    state = begun(engine)
    assert isinstance(engine, Correctable)
    asked = engine.corrections(state)
    assert len(asked.lines) >= 3
    assert all(line.help for line in asked.lines)


@pytest.mark.parametrize(
    ("engine", "options", "hidden"),
    [
        (CANTILLON, "", {"TREASURY"}),
        (CANTILLON, "TREASURY-OPEN ON", set()),
        (EUROPA, "", {"VICTORY"}),
        (EUROPA, "VP-OPEN ON", set()),
        (EUROPAX, "", set()),
        (EUROPE2028, "", {"TAKE", "DEAL", "SECRET"}),
    ],
    ids=str,
)
def test_lines_about_what_is_hidden_are_for_one_alone(engine: Any, options: str, hidden: set[str]) -> None:
    """So it is as long as the game hides it."""
    asked = engine.corrections(begun(engine, options))
    assert {line.verb for line in asked.lines if line.only_for} == hidden
