"""What is written about the house names nothing that is not there: files, folders, and what `make` can make."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.cited import LINK, ROOT

GUIDES = [ROOT / name for name in ("CONTRIBUTING.md", "README.md", "docs/architecture.md")]
TEXTS = [*GUIDES, *sorted((ROOT / "docs").rglob("*.md")), ROOT / "tools/mutate/README.md", ROOT / "CHANGELOG.md"]
ROOMS = ("pbem", "engines", "tests", "templates", "bench", "tools", "docs", "locks")
PATH = re.compile(rf"`((?:{'|'.join(ROOMS)})/[^`\s:]*)")
"""A path in backticks from the top of the checkout; capitals or a star in it stand for any name."""
MODULE = re.compile(r"`([a-z_]+(?:/[a-z_]+)*\.py|[a-z_]+/)`")
"""A file or a folder by its own name, as tables say it below the name of their room."""
TARGET = re.compile(r"`make ([a-z]+)")


def guide_name(path: Path) -> str:
    return path.name


def list_missing_paths(text: str) -> list[str]:
    paths = (re.sub(r"\b[A-Z…]+\b|…", "*", found.rstrip("/")) for found in PATH.findall(text))
    return [path for path in paths if not list(ROOT.glob(path))]


@cache
def list_known_paths() -> list[str]:
    """Folders and modules, each with a slash before it."""
    folders = [path for room in ROOMS for path in (ROOT / room, *(ROOT / room).rglob("*/"))]
    modules = [f"/{path.relative_to(ROOT)}" for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return [*(f"/{path.relative_to(ROOT)}" for path in folders), *modules]


def list_missing_modules(text: str) -> list[str]:
    """Those that no folder has."""
    wanted = [name.rstrip("/") for name in MODULE.findall(text)]
    return [name for name in wanted if not any(path.endswith(f"/{name}") for path in list_known_paths())]


def test_every_path_is_there() -> None:
    missing = {str(path): list_missing_paths(path.read_text("utf-8")) for path in TEXTS}
    assert {path: names for path, names in missing.items() if names} == {}
    assert all(PATH.findall(path.read_text("utf-8")) for path in GUIDES if path.name != "README.md")


@pytest.mark.parametrize("path", GUIDES, ids=guide_name)
def test_every_module_is_there(path: Path) -> None:
    assert list_missing_modules(path.read_text("utf-8")) == []


def test_every_link_leads_to_a_file() -> None:
    links = [(path, to.partition("#")[0]) for path in TEXTS for to in LINK.findall(path.read_text("utf-8"))]
    assert [link for link in links if ":" not in link[1] and not (link[0].parent / link[1]).exists()] == []


@pytest.mark.parametrize("path", GUIDES, ids=guide_name)
def test_every_target_can_be_made(path: Path) -> None:
    known = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.M)[0].split()
    assert set(TARGET.findall(path.read_text("utf-8"))) <= {*known}


def test_what_is_gone_is_seen() -> None:
    assert list_missing_paths("`pbem/gone.py`, `pbem/cli/`, `docs/rules/GAME.md`, `tools/mutate/none/GAME.md`") == [
        "pbem/gone.py",
        "tools/mutate/none/*.md",
    ]
    assert list_missing_modules("`clerk.py`, `never_there.py`, `maps/`") == ["never_there.py"]
