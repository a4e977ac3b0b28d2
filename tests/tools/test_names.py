"""Names that can be searched and guessed: no function is a bare participle, and a class name stands once in the house.

`names_left.txt` holds what is still to be renamed. It only shrinks: what is new must not need it, and what has been
renamed is taken out of it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

import pytest

from tools.measure.__main__ import is_participle

ROOT = Path(__file__).parents[2]
HOUSE = ("pbem", "engines")
LEFT = Path(__file__).with_name("names_left.txt")


@lru_cache(maxsize=1)
def list_definitions() -> list[tuple[str, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every class and function of the house, with the name of its module."""
    return [
        (".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), node)
        for path in sorted(file for folder in HOUSE for file in (ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def list_names_left() -> set[str]:
    return {line for line in LEFT.read_text("utf-8").splitlines() if line and not line.startswith("#")}


@pytest.mark.slow
def test_no_function_is_a_bare_participle() -> None:
    functions = [(module, node.name) for module, node in list_definitions() if not isinstance(node, ast.ClassDef)]
    found = {f"{module}.{name}" for module, name in functions if is_participle(name)}
    assert sorted(found - list_names_left()) == [], "give them a verb and its object: `render_line`, `list_open_gifts`"
    assert sorted(one for one in list_names_left() - found if one.rpartition(".")[2].islower()) == [], (
        "take them out of the list"
    )


def test_a_class_name_stands_once() -> None:
    places = defaultdict[str, list[str]](list)
    for module, node in list_definitions():
        if isinstance(node, ast.ClassDef):
            places[node.name].append(f"{module}.{node.name}")
    found = {place for several in places.values() if len(several) > 1 for place in several}
    assert sorted(found - list_names_left()) == [], "say in the name what it is about: `WriterLine`, `PdfCardLine`"
    assert sorted(one for one in list_names_left() - found if not one.rpartition(".")[2].islower()) == [], (
        "take them out"
    )


QUESTION_WORDS = frozenset({"What", "Whether", "Who", "Whose", "Whom", "Which", "When", "Where", "How", "Why"})


@pytest.mark.slow
def test_docstrings_of_functions_say_what_is_done() -> None:
    """In the indicative: “Return whether …”. Those that return nothing may describe, and contexts do."""
    found = [
        f"{module}.{node.name}"
        for module, node in list_definitions()
        if not isinstance(node, ast.ClassDef)
        and not (isinstance(node.returns, ast.Constant) and node.returns.value is None)
        and "contextmanager" not in map(ast.unparse, node.decorator_list)
        and (ast.get_docstring(node) or "-").split(maxsplit=1)[0] in QUESTION_WORDS
    ]
    assert found == []
