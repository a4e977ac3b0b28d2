"""Each part of a server keeps in memory what it does: what a process has imported, looked at in a process as a host
starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from engines.all import PACKAGES
from pbem.games import games
from pbem.health.duty import Duty
from pbem.settings import config
from pbem.storage.database import Store
from tests.hosting import PATIENCE, free_port
from tests.size import take_some

pytestmark = pytest.mark.slow

WEB, PAPER, GAMES = {"flask", "waitress", "flask_wtf"}, {"reportlab", "PIL"}, {"engines.all"}
LETTERS_IN, BOOKS, HTML = {"aiosmtpd"}, {"markdown_it"}, {"css_inline"}
SELDOM = {"alembic", "cryptography", "icalendar", "holidays", "openskill", *BOOKS}
NOT = {
    Duty.WEB: LETTERS_IN | PAPER | SELDOM,
    Duty.RECEIVE: WEB | PAPER | GAMES | HTML | SELDOM | {"jinja2", "selectolax", "pbem.games.games"},
    Duty.WORK: WEB | LETTERS_IN | PAPER | HTML | SELDOM,
    Duty.SEND: WEB | LETTERS_IN | PAPER | HTML | SELDOM,
}
"""What a part that has just begun does without."""


def loaded_modules(instance: Path, command: str) -> set[str]:
    """The modules that a process of this command has when its doors are open."""
    ports = {f"PBEM_{door}_LISTEN": f"127.0.0.1:{free_port()}" for door in ("WEB", "SMTP")}
    line = [sys.executable, "-X", "importtime", "-m", "pbem.cli", "--instance", str(instance), command]
    with subprocess.Popen(
        line, env={**os.environ, **ports}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        found = set[str]()
        try:
            for row in process.stdout:
                if row.startswith("import time:"):
                    name = row.rpartition("|")[2].strip()
                    found |= {name, name.rpartition(".")[0]}  # `import_module` is not told of, but what it leads to is
                if f"pbem {command}" in row:  # perhaps behind what another thread imports just then
                    break
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert process.returncode == 0
    return found


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with up-to-date tables and a game of Europa under way."""
    folder = tmp_path_factory.mktemp("loaded") / "instance"
    store = Store(config.load_config(folder, {}).database)
    store.migrate()
    with store.write_session() as session:
        games.insert_game(session, "europa", slug="one", now=datetime(2026, 3, 2).astimezone())
    store.close()
    return folder


@pytest.mark.proof
@pytest.mark.parametrize("duty", take_some(Duty, 2))
def test_a_part_imports_what_it_does(instance: Path, duty: Duty) -> None:
    """And of the games those that are played here: nobody waits for one, and nobody keeps the others."""
    found = loaded_modules(instance, duty)
    assert "pbem.storage.database" in found and found & NOT[duty] == set()
    played = {code for code in PACKAGES if f"engines.{code}" in found}
    assert played == (set() if duty is Duty.RECEIVE else {"europa"})
