"""Whole games by mail alone and by web alone, each proved afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.replay.match import match
from tests.matches import by_web

GAMES = {"europa": ("PLAYERS 5", 15), "cantillon": ("PLAYERS 4\nGOAL ROUNDS 5", 7)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_mail(game: str, tmp_path: Path) -> None:
    """Five hands, slips and second letters, missed deadlines, one who resigns; every report is there, and the proof."""
    options, count = GAMES[game]
    done = match(game, options, tmp_path, lambda _: None, count)
    assert len(done.phases) == count
    mails = [path.read_text(errors="replace") for path in (tmp_path / "mails").glob("*/*.eml")]
    assert any("is not understood" in mail or "Did you mean" in mail for mail in mails)
    assert any(
        "resigned" in path.read_text() or "left the game" in path.read_text() for path in tmp_path.rglob("*.txt")
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_web(game: str, tmp_path: Path) -> None:
    """Every order of every player goes in by the form of his desk."""
    options, count = GAMES[game]
    done, boxed = by_web.match(game, options, tmp_path, count)
    assert (len(done.phases), boxed) == (count, 0)
