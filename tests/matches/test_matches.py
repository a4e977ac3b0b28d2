"""Whole games by mail alone and by web alone, each proved afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.replay.match import match
from tests.matches import by_web

GAMES = {
    "europa": ("PLAYERS 5", 15),
    "cantillon": ("PLAYERS 4\nGOAL ROUNDS 5", 7),
    "europax": ("PLAYERS 5", 0),
    "europe2028": ("MAX-ROUNDS 7", 0),
}
"""Options, and how many phases there are; 0: that is for the dice to say."""


def left(report: str) -> bool:
    """Whether a report tells that somebody has gone."""
    return "resigned" in report or "left the game" in report


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_mail(game: str, tmp_path: Path) -> None:
    """Five hands, slips and second letters, missed deadlines, one who resigns; every report is there, and the proof."""
    options, count = GAMES[game]
    done = match(game, options, tmp_path, lambda _: None, count or 9)
    assert len(done.phases) == count or not count
    mails = [path.read_text(errors="replace") for path in (tmp_path / "mails").glob("*/*.eml")]
    assert any("is not understood" in mail or "Did you mean" in mail for mail in mails)
    assert count == 0 or any(left(path.read_text()) for path in tmp_path.rglob("*.txt"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_web(game: str, tmp_path: Path) -> None:
    """Every order of every player goes in by the form of his desk."""
    options, count = GAMES[game]
    done, boxed = by_web.match(game, options, tmp_path, count or 9)
    assert boxed == 0
    assert len(done.phases) == count or not count
