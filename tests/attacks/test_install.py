"""What is damaged on the host's own disk is told with its file and line, and costs nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engines.atlas.chart import read_chart
from engines.data import DataError, Source
from tests.hosting import PATIENCE, ROOT

CHART = Path("engines/europa/data/chart.json")
WHOLE = (ROOT / CHART).read_text("utf-8")


def doctor(home: Path, text: str) -> str:
    """Return what `pbem doctor` says of an installation whose chart of Europa holds this text."""
    for package in ("engines", "pbem", "templates"):
        if not (home / package).exists():
            shutil.copytree(ROOT / package, home / package)
    (home / CHART).write_text(text, "utf-8")
    line = [sys.executable, "-m", "pbem.cli", "--instance", str(home / "instance"), "doctor"]
    return subprocess.run(
        line, cwd=home, env={"PYTHONPATH": str(home)}, capture_output=True, text=True, timeout=PATIENCE, check=False
    ).stdout


@pytest.mark.slow
def test_a_damaged_chart_is_named(tmp_path: Path) -> None:
    """S29: cut short it was a traceback without a file; now a sentence, and the other games go on."""
    said = doctor(tmp_path, WHOLE[: len(WHOLE) // 2])
    assert "europa, of the package pbem: DataError: engines/europa/data/chart.json, line" in said
    assert "; install pbem again" in said and "ok     games\n" in said


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"sides":["OFF","_SEA"],"points"', '"sides":["OFF","_SEA"],"dots"', "“points” is missing"),
        ('"AUT":{"kind"', '"AUT":{"sort"', "“kind” is missing"),
        ('"AUT":{', '"AUT":7,"ZZZ":{', "this is not what tools/atlas writes"),
    ],
)
def test_what_is_wrong_with_it_is_named(old: str, new: str, why: str) -> None:
    """S29: a field that is gone or of another kind, at its line."""
    line = next(n for n, text in enumerate(WHOLE.splitlines(), 1) if old in text)
    with pytest.raises(DataError, match=why) as told:
        read_chart("x", Source(str(CHART), WHOLE.replace(old, new, 1)))
    assert (told.value.file, told.value.line) == (str(CHART), line)
