"""Deadlines that would not be what their host meant, through the doors by which games are opened."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlmodel import select

from pbem.cli import main
from pbem.games.people import people
from pbem.storage.database import Store
from pbem.storage.models import Game
from tests.web.conftest import site

PACES = {
    "winter 24h": "“winter” is no kind of phase of this game",
    "mvement 48h": "Did you mean movement?",
    "weekly fri 20:00": "“weekly” is no kind of phase of this game",
    "daily 20h": "write daily 20:00",
}


@pytest.mark.parametrize("pace", PACES)
def test_the_command_line_refuses_what_is_no_kind(pace: str, tmp_path: Path) -> None:
    """C2: with what would be right, and the kinds there are."""
    answer = open_game_by_cli(tmp_path, "--pace", pace)
    assert answer[0] != 0 and PACES[pace] in answer[1]


def test_the_command_line_refuses_press_in_what_is_no_kind(tmp_path: Path) -> None:
    """C2's brother: press in “movment” only would have been none at all."""
    code, text = open_game_by_cli(tmp_path, "--rule", "PRESS IN movment")
    assert code != 0 and "movement" in text and "These rules are not possible" in text
    assert open_game_by_cli(tmp_path, "--rule", "press in Movement and retreat")[0] == 0


def open_game_by_cli(folder: Path, *options: str) -> tuple[int, str]:
    """Return what the command line answers to a new game."""
    words = ["--instance", str(folder), "game", "new", "diplomacy", "verdun", "--master", "gm@example.org"]
    done = CliRunner().invoke(main, [*words, *options])
    return done.exit_code, done.output


@pytest.mark.parametrize("pace", PACES)
def test_the_page_for_a_new_game_refuses_what_is_no_kind(pace: str, sqlite: Store, tmp_path: Path) -> None:
    """C2: the preview showed dates for it, and the game was opened."""
    with sqlite.write_session() as session:
        people.get_or_register_player(session, "gm@example.org", datetime.now(UTC))
    browser = site(sqlite, tmp_path).browser("gm@example.org")
    browser.get("/new?engine=diplomacy")
    browser.send("/new", slug="verdun", pace=pace, preview="1")
    assert PACES[pace] in browser.words
    browser.get("/new?engine=diplomacy")
    browser.send("/new", slug="verdun", pace=pace, status=400)
    assert PACES[pace] in browser.words
    with sqlite.read_session() as session:
        assert session.exec(select(Game)).all() == []
