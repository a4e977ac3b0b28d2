"""The journeys that docs/architecture.md tells are those of the code: each function calls, or hands on, the next."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from tests.docs.cited import ROOT

TOLD = (ROOT / "docs" / "architecture.md").read_text("utf-8").partition("## Three journeys")[2].partition("\n## ")[0]
LINES = re.findall(r"^ {2}(\w+(?: → \w+)*)", TOLD, re.M)
"""Names with arrows between them, a line each; what stands behind them is for the reader."""


@cache
def functions() -> dict[str, list[set[str]]]:
    """Return what every function and method of pbem names in its code, by its own name."""
    found = defaultdict[str, list[set[str]]](list)
    for path in (ROOT / "pbem").rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[node.name].append(set(names_in(node)))
    return found


def names_in(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def steps() -> Iterator[tuple[str, str]]:
    for line in LINES:
        yield from pairwise(line.split(" → "))


def test_there_are_three() -> None:
    assert len(list(steps())) > 20 and TOLD.count("### ") == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({name for step in steps() for name in step}))
def test_each_function_is_one(name: str) -> None:
    assert len(functions()[name]) == 1, "a name that is searched is found once"


@pytest.mark.parametrize(("caller", "called"), sorted(set(steps())))
def test_each_leads_to_the_next(caller: str, called: str) -> None:
    (names,) = functions()[caller]
    assert called in names
