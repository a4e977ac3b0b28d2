"""The command line: a game written to a file on one server, proved anywhere, taken in by another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.records import checking
from pbem.storage.database import Store
from tests.games.party import play_advised_party

Pbem = Callable[..., Result]


@pytest.fixture
def pbem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pbem:
    monkeypatch.chdir(tmp_path)

    def run(*args: str, at: str = "here") -> Result:
        (tmp_path / at).mkdir(exist_ok=True)
        return CliRunner().invoke(main, ["--instance", str(tmp_path / at), *args])

    return run


@pytest.mark.slow
def test_a_game_goes_from_server_to_server(pbem: Pbem, tmp_path: Path, now: datetime) -> None:
    """Written whole by its host; proved without a server; taken in elsewhere with an invited player; proved again."""
    pbem("db", "upgrade")
    store = Store(f"sqlite:///{tmp_path / 'here/pbem.db'}")
    play_advised_party(store, "diplomacy", 2, now)
    store.close()
    key = pbem("key", "show").output.strip()
    told = pbem("game", "export", "verdun")
    assert told.exit_code == 0 and "keep it to yourself" in told.output
    path = tmp_path / "verdun.pbem"
    assert path.stat().st_mode & 0o777 == 0o600
    proved = pbem("verify", "verdun.pbem", "--key", key, at="nowhere")
    assert proved.exit_code == 0, proved.output
    assert "3 phases, each resolved again" in proved.output and "signed with the key you name" in proved.output
    assert not (tmp_path / "nowhere/pbem.db").exists()
    taken = pbem("game", "import", "verdun.pbem", "--player", "FRANCE=fr@example.org", at="there")
    assert taken.exit_code == 0 and "stands still" in taken.output, taken.output
    assert pbem("verify", "verdun", at="there").exit_code == 0
    assert "fr@example.org" in pbem("player", "list", at="there").output
    again = pbem("game", "import", "verdun.pbem", at="there")
    assert again.exit_code == 1 and "Choose another name" in again.output
    assert pbem("game", "import", "verdun.pbem", "--as", "marne", "--key", "ab" * 32, at="there").exit_code == 1
    assert pbem("game", "export", "verdun", "--form", "judge.txt").exit_code == 0
    assert (tmp_path / "verdun.judge.txt").read_text().startswith("Starting position")


@pytest.mark.slow
def test_what_does_not_hold_is_said(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "x.pbem").write_bytes(b"hello")
    told = pbem("verify", "x.pbem", at="nowhere")
    assert told.exit_code == 1 and "gzip" in told.output


def test_a_file_that_is_missing_is_not_looked_into(pbem: Pbem, monkeypatch: pytest.MonkeyPatch) -> None:
    """No process of its own is begun for it."""
    monkeypatch.delattr(checking, "check_in_process")
    told = pbem("verify", "missing.pbem", at="nowhere")
    assert told.exit_code == 1 and told.output == "missing.pbem: there is no such file.\n"


def test_the_key_is_changed(pbem: Pbem) -> None:
    first = pbem("key", "show").output.strip()
    pbem("key", "change")
    second, former = pbem("key", "show").output.splitlines()
    assert first != second and former.startswith(first)
