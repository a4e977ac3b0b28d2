"""Every engine has a game written out, and plays it the same way still."""

from __future__ import annotations

from typing import Any

import pytest

from engines.base import Engine
from tests.engines.golden_games import ENGINES, FOLDER, write_golden_game


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.code)
def test_the_written_game_is_played_the_same(engine: Engine[Any]) -> None:
    """If the change is meant, `tests.engines.golden_games` writes it anew; read the difference."""
    path = FOLDER / f"{engine.code}.txt"
    assert path.exists(), "an engine without a written game: run tests.engines.golden_games"
    assert path.read_text("utf-8") == write_golden_game(engine)
