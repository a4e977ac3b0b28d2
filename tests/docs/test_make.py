"""What can be made, as `make` tells it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_make_alone_tells_what_can_be_made() -> None:
    """It makes nothing; every target stands there with what it is for."""
    targets = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[0].split()
    for asked in ([], ["help"]):
        told = subprocess.run(["make", "-s", *asked], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert re.findall(r"^make (\w+) +\S", told, re.M) == targets
