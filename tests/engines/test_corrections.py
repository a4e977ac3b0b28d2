"""Every game can be put right, and says which lines are for one seat alone."""

from __future__ import annotations

from typing import Any

import pytest

from engines.abilities import Correctable
from engines.all import list_own_engines
from engines.cantillon import ENGINE as CANTILLON
from engines.europa import ENGINE as EUROPA
from engines.europax import ENGINE as EUROPAX
from engines.europe2028 import ENGINE as EUROPE2028
from tests.engines.putting import idle_position


@pytest.mark.parametrize("engine", list_own_engines(), ids=lambda engine: engine.code)
def test_every_game_can_be_put_right(engine: Any) -> None:
    """And each sentence has words that tell what it does."""
    state = idle_position(engine)
    assert isinstance(engine, Correctable)
    asked = engine.correction_grammar(state)
    assert len(asked.lines) >= 3
    assert all(line.help for line in asked.lines)


@pytest.mark.parametrize(
    ("engine", "options", "hidden"),
    [
        pytest.param(CANTILLON, "", {"TREASURY"}, id="cantillon"),
        pytest.param(CANTILLON, "TREASURY-OPEN ON", set(), id="cantillon, open treasuries"),
        pytest.param(EUROPA, "", {"VICTORY"}, id="europa"),
        pytest.param(EUROPA, "VP-OPEN ON", set(), id="europa, open points"),
        pytest.param(EUROPAX, "", set(), id="europax"),
        pytest.param(EUROPE2028, "", {"TAKE", "DEAL", "SECRET"}, id="europe2028"),
    ],
)
def test_lines_about_what_is_hidden_are_for_one_alone(engine: Any, options: str, hidden: set[str]) -> None:
    """So it is as long as the game hides it."""
    asked = engine.correction_grammar(idle_position(engine, options))
    assert {line.verb for line in asked.lines if line.only_for} == hidden
