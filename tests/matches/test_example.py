"""The example of `docs/engines.md` as a host installs it: built, laid down beside pbem, and played to its end.

The package and the server meet in processes of their own, by the entry point alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.size import proof_only

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example"
INSTALL = ("pip", "--isolated", "--disable-pip-version-check", "install", "--quiet")
OFFLINE = ("--no-index", "--no-deps", "--no-build-isolation")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the example was installed; nothing is asked of the network."""
    folder = tmp_path_factory.mktemp("site")
    run(Path(), *INSTALL, *OFFLINE, "--target", str(folder), str(EXAMPLE))
    return folder


def run(site: Path, *module: str, ok: bool = True) -> str:
    """Return what `python -m MODULE` prints where the packages of a folder are installed."""
    paths = {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, "-m", *module], env=os.environ | paths, capture_output=True, text=True)
    assert (done.returncode == 0) is ok, done.stderr
    return done.stdout + done.stderr


def pbem(site: Path, instance: Path, *args: str, ok: bool = True) -> str:
    return run(site, "pbem.cli", "--instance", str(instance), *args, ok=ok)


@pytest.mark.slow
def test_it_is_played_by_mail(site: Path, tmp_path: Path) -> None:
    """From the first letter to the last; whoever forgets a round bids by default; every phase can be proved."""
    match = ("demo", "match", "goofspiel", "--options", "PLAYERS 3, CARDS 5", "--phases", "5", "--out")
    assert "6 phases, 18 reports" in pbem(site, tmp_path, *match, str(tmp_path))
    assert "every phase follows" in pbem(site, tmp_path / "instance", "verify", "replay")
    forgot, end = (tmp_path / "reports" / f"replay-{phase}" / "red.txt" for phase in ("005-R5", "006-END"))
    assert "You bid the" in forgot.read_text("utf-8")
    assert "That was the last prize." in end.read_text("utf-8")


@proof_only
def test_it_is_played_by_web(site: Path, tmp_path: Path) -> None:
    """Every order of every player goes in by the form of his desk."""
    by_web = ("tests.matches.by_web", "goofspiel", str(tmp_path), "PLAYERS 3", "CARDS 4", "TIES LOT")
    assert "5 phases, 15 reports, 0 orders by text box" in run(site, *by_web)


@pytest.mark.slow
def test_a_broken_package_beside_it_is_named(site: Path, tmp_path: Path) -> None:
    """By the doctor; all the other games go on, whatever the host has laid down for that one."""
    info = tmp_path / "broken-0.3.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 0.3\n")
    (info / "entry_points.txt").write_text("[pbem.engines]\nchess = broken:ENGINE\nwhist = goofspiel:ENGINE\n")
    (tmp_path / "instance" / "data" / "chess").mkdir(parents=True)
    both = Path(f"{site}{os.pathsep}{tmp_path}")
    told = pbem(both, tmp_path / "instance", "doctor", ok=False)
    assert "chess, of the package broken 0.3: ModuleNotFoundError: No module named 'broken'" in told
    assert "whist, of the package broken 0.3: ValueError: its code “goofspiel” is taken by Goofspiel" in told
    assert told.count("FAULT") == 2, "one for each"
    new = ("game", "new", "goofspiel", "goose", "--master", "gm@example.org", "--option", "PLAYERS 2")
    assert "join goose" in pbem(both, tmp_path / "instance", *new)
