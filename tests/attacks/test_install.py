"""What is damaged on the host's own disk is told with its file and line, and costs nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hosting import PATIENCE, ROOT

pytestmark = pytest.mark.slow

CHART = Path("engines/europa/data/chart.json")


def doctor(home: Path, text: str) -> str:
    """What `pbem doctor` says of an installation whose chart of Europa holds this text."""
    for package in ("engines", "pbem", "templates"):
        if not (home / package).exists():
            shutil.copytree(ROOT / package, home / package, ignore=shutil.ignore_patterns("__pycache__"))
    (home / CHART).write_text(text, "utf-8")
    line = [sys.executable, "-m", "pbem.cli", "--instance", str(home / "instance"), "doctor"]
    return subprocess.run(
        line, cwd=home, env={"PYTHONPATH": str(home)}, capture_output=True, text=True, timeout=PATIENCE, check=False
    ).stdout


def test_a_damaged_chart_is_named(tmp_path: Path) -> None:
    """S29: cut short, or with a field gone, it was a traceback without a file; now a sentence, and the other games go
    on."""
    whole = (ROOT / CHART).read_text("utf-8")
    lines = whole.splitlines()
    said = doctor(tmp_path, whole[: len(whole) // 2])
    assert "europa, of the package pbem: DataError: engines/europa/data/chart.json, line" in said
    number = next(n for n, line in enumerate(lines, 1) if '"sides":["OFF","_SEA"]' in line)
    said = doctor(tmp_path, whole.replace('"sides":["OFF","_SEA"],"points"', '"sides":["OFF","_SEA"],"dots"', 1))
    assert f"{CHART}, line {number}: “points” is missing; install pbem again" in said
    number = next(n for n, line in enumerate(lines, 1) if '"AUT":' in line)
    said = doctor(tmp_path, whole.replace('"AUT":{', '"AUT":7,"ZZZ":{', 1))
    assert f"{CHART}, line {number}: this is not what tools/atlas writes" in said
    assert "ok     games" in said
