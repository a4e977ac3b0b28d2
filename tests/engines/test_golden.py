"""Every engine has a game written out, and plays it the same way still."""

from __future__ import annotations

import pytest

from engines.all import ENGINES
from tests.engines.golden_games import FOLDER, written


@pytest.mark.parametrize("code", sorted(ENGINES))
def test_the_written_game_is_played_the_same(code: str) -> None:
    """If the change is meant, `python -m tests.engines.golden_games` writes it anew; read the difference."""
    path = FOLDER / f"{code}.txt"
    assert path.exists(), "an engine without a written game: python -m tests.engines.golden_games"
    assert path.read_text("utf-8") == written(ENGINES[code])
