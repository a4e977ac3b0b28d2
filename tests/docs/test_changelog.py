"""The changelog and the package tell one version, and the museum shows it."""

from __future__ import annotations

import re
from datetime import date
from importlib.metadata import version
from pathlib import Path

from tests.museum.making import HERE

ROOT = Path(__file__).parents[2]


def test_the_newest_version_is_that_of_the_package() -> None:
    """Behind what is not released yet, each with the day of its release, the newest first."""
    first, *released = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    told = [re.fullmatch(r"(\d+\.\d+\.\d+) \((.*)\)", heading) for heading in released]
    assert first == "Unreleased" and all(told)
    versions, days = zip(*(one.groups() for one in told if one), strict=True)
    assert versions[0] == version("pbem") and sorted(map(date.fromisoformat, days), reverse=True) == [
        date.fromisoformat(day) for day in days
    ]
    assert {folder.name for folder in HERE.iterdir() if (folder / "europa.pbem").is_file()} == {*versions}
