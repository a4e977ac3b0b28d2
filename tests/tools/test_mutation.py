"""The lists of changes that change nothing name what exists, and give their reasons."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.mutate.games import GAMES, SHARED, target
from tools.mutate.known import FOLDER, entries

CODES = (*GAMES, SHARED)


@pytest.mark.parametrize("code", CODES)
def test_what_is_listed_exists(code: str) -> None:
    """Each entry names a function of a rule module, and the line it changes is there."""
    modules = {path.stem: path.read_text("utf-8") for path in target(code).files}
    for name, change in entries((FOLDER / f"{code}.md").read_text("utf-8")):
        module, _, function = name.partition(".")
        assert re.search(rf"def {re.escape(function.rpartition('.')[2])}\b", modules[module]), name
        for line in (line[2:] for line in change.splitlines() if line.startswith("- ")):
            assert line in modules[module], f"{name}: {line}"


@pytest.mark.parametrize("code", CODES)
def test_every_change_on_the_list_has_its_reason(code: str) -> None:
    """Below the block stands a sentence."""
    page = (FOLDER / f"{code}.md").read_text("utf-8")
    for after in re.split(r"^```diff\n.*?^```\n", page, flags=re.MULTILINE | re.DOTALL)[1:]:
        assert re.match(r"\w.*\.", after, re.DOTALL), after[:80]


def test_an_entry_is_known_by_its_function_and_its_text() -> None:
    """Indentation does not matter; several changes may stand under one heading."""
    first = "### a.f\n```diff\n-     x = 1\n+     x = 2\n```\nWhy.\n\n```diff\n- y\n```\nWhy.\n"
    page = f"{first}### b.C.g\n```diff\n- z\n+ é\n```\nSo.\n"
    assert entries(page) == [("a.f", "- x = 1\n+ x = 2"), ("a.f", "- y"), ("b.C.g", "- z\n+ é")]


def test_an_entry_without_a_function_is_refused() -> None:
    with pytest.raises(ValueError, match="no function"):
        entries("```diff\n- x\n+ y\n```\n")


def test_every_rule_module_is_one_of_its_game() -> None:
    """A new game or a renamed folder must not be looked past."""
    for code in CODES:
        assert all(path.is_file() and isinstance(path, Path) for path in target(code).files)
        assert len(target(code).files) > 5
