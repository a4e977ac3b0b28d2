"""What is installed is what the lock names: lists, bill of materials, the wheel and this environment agree."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import chain, combinations
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.hosting import ROOT
from tools.lock.__main__ import APART, BELOW, beneath
from tools.lock.bill import LISTS, NAME, bill, parts

NAMES = sorted(path.stem for path in (ROOT / "locks").glob("*.txt"))
EVERY = {name: {part.name: part for part in parts(ROOT / "locks" / f"{name}.txt")} for name in NAMES}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
AGAIN = "pyproject.toml wants what the lock does not have: `make lock` makes it anew"


def beside(name: str) -> dict[str, str]:
    """All that is installed with a list, with the versions."""
    return {part.name: part.version for of in (name, *beneath(name)) for part in EVERY[of].values()}


def test_every_list_is_read_whole() -> None:
    """Each entry has hashes, and no line tells where anything comes from."""
    assert {*NAMES} == {*BELOW}
    for name in NAMES:
        text = (ROOT / "locks" / f"{name}.txt").read_text("utf-8")
        assert len(re.findall(r"^\S", text, re.M)) == len(EVERY[name]) > 0
        assert text.count("sha256:") == sum(len(part.hashes) for part in EVERY[name].values())
        assert all(part.hashes for part in EVERY[name].values())
        assert not re.search(r"://|^-|^#", text, re.M)


@pytest.mark.slow
def test_what_the_project_wants_is_locked() -> None:
    """By the list of that name, or one that is installed before it; and nobody's needs are forgotten."""
    wanted = {"run": PROJECT["project"]["dependencies"], **PROJECT["project"]["optional-dependencies"]}
    wanted |= {name: PROJECT["dependency-groups"][name] for name in APART}
    assert {*wanted} == {*NAMES}
    for name, lines in wanted.items():
        there = beside(name)
        for one in map(Requirement, chain(lines, *(needs(other) for other in there))):
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                assert one.specifier.contains(there[canonicalize_name(one.name)], prereleases=True), AGAIN


def needs(name: str) -> list[str]:
    """Return what a package says it needs, if it is installed here."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        return []


def test_a_package_has_one_version() -> None:
    """And stands in one list of those that are installed together."""
    for one, other in combinations(NAMES, 2):
        for name in EVERY[one].keys() & EVERY[other].keys():
            assert EVERY[one][name] == EVERY[other][name], name
    for name in NAMES:
        assert all(EVERY[name].keys().isdisjoint(EVERY[below]) for below in beneath(name))


@pytest.mark.parametrize("name", ["run", "postgres", "build", "dev"])
def test_this_environment_is_the_locked_one(name: str) -> None:
    for part in EVERY[name].values():
        if not part.marker or Marker(part.marker).evaluate():
            assert version(part.name) == part.version, "`make .venv/.dev` installs what the lock names"


@pytest.mark.slow
def test_the_wheel_brings_its_bill(tmp_path: Path) -> None:
    """Every package of which a host installs something, with the hashes by which the suite's were installed."""
    line = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        [name] = [one for one in packed.namelist() if one.endswith(f".dist-info/sboms/{NAME}")]
        found: dict[str, Any] = json.loads(packed.read(name))
    assert found == bill(ROOT, version("pbem"))
    assert (found["bomFormat"], found["metadata"]["component"]["version"]) == ("CycloneDX", version("pbem"))
    told = {one["name"]: (one["version"], {entry["content"] for entry in one["hashes"]}) for one in found["components"]}
    assert told == {part.name: (part.version, {*part.hashes}) for of in LISTS for part in EVERY[of].values()}
    assert all(one["purl"] == f"pkg:pypi/{one['name']}@{one['version']}" for one in found["components"])
