"""The guide for authors of engines stays true: its code is the example's, and nothing of the interface is left out."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType

import click
import pytest

from engines import base, contract, report
from engines.all import ENGINE_MEMBERS, list_own_engines
from engines.dice import LoadedDice
from engines.language import grammar, names, parse_orders
from goofspiel import ENGINE
from pbem.cli import main

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "engines.md").read_text("utf-8")
SOURCES = {
    "python": [*(DOCS / "example").rglob("*.py"), Path(__file__).with_name("test_example.py")],
    "toml": [DOCS / "example" / "pyproject.toml"],
}


def blocks(language: str) -> list[str]:
    """The code of one language, "" for letters."""
    return [code for kind, code in re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.M | re.S) if kind == language]


def rows() -> Iterator[list[str]]:
    """The cells of all tables."""
    for line in re.findall(r"^\|(.*)\|$", TEXT, re.M):
        yield [cell.strip() for cell in line.split("|")]


@pytest.mark.parametrize("language", SOURCES)
def test_code_is_taken_from_the_example(language: str) -> None:
    sources = [path.read_text("utf-8") for path in SOURCES[language]]
    assert blocks(language)
    assert [block for block in blocks(language) if not any(block in source for source in sources)] == []


def test_letters_are_understood() -> None:
    asked = ENGINE.grammar(ENGINE.start((), LoadedDice()).state, "BLU")
    assert asked is not None
    lines = [line for block in blocks("") for line in block.splitlines()]
    assert len(lines) > 5
    assert [
        line for line in lines if not parse_orders(asked, line).orders and not parse_orders(ENGINE.setup, line).orders
    ] == []


def test_commands_exist() -> None:
    """With the options they are given."""
    lines = [shlex.split(line) for block in blocks("sh") for line in block.splitlines()]
    typed = [words[1:] for words in lines if Path(words[0]).name == "pbem"]
    assert len(typed) > 5
    for words in typed:
        command: click.Command = main
        options = {name for param in command.params for name in param.opts}
        for word in words:
            if isinstance(command, click.Group) and (found := command.get_command(click.Context(command), word)):
                command = found
                options |= {name for param in command.params for name in param.opts}
        assert command is not main, words
        assert {word for word in words if word.startswith("--")} <= options


# --- nothing is left out ----------------------------------------------------------------------------------------


def members(module: ModuleType) -> set[str]:
    """Every field of every dataclass of a module: "Word.text"."""
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and is_dataclass(kind)]
    return {f"{kind.__name__}.{f.name}" for kind in kinds if is_of(kind, module) for f in fields(kind)}


def is_of(kind: type, module: ModuleType) -> bool:
    """Return whether it is declared there, or in a file of that room."""
    return f"{kind.__module__}.".startswith(f"{module.__name__}.")


def test_every_field_of_the_interface_is_explained() -> None:
    """Each in a row of a table; and no row speaks of what is not there."""
    named = [name for row in rows() for name in re.findall(r"`(\w+\.\w+)`", row[0])]
    assert len(named) == len(set(named))
    interface = members(base) | members(grammar) | members(names) - {"Token"} | members(report)
    assert set(named) == interface | {f"Engine.{name}" for name in ENGINE_MEMBERS}


def test_models_are_games_there_are() -> None:
    codes = {engine.code for engine in list_own_engines()} | {"goofspiel", "all", "–"}
    models = [row[2] for row in rows() if len(row) == 3 and row[2] not in ("model", "---")]
    assert len(models) > 80
    assert {name for model in models for name in model.split(", ")} <= codes


def laws() -> set[str]:
    """Return what the contract can raise, out of its source."""
    tree = ast.parse(Path(contract.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    places = {"demand_same": 0, "demand": 1}
    stated = [c.args[places[c.func.id]] for c in calls if c.func.id in places]  # type: ignore[attr-defined]
    return {law.value for law in stated if isinstance(law, ast.Constant) and isinstance(law.value, str)}


def test_every_law_is_listed() -> None:
    assert set(re.findall(r"^  \* (.*)$", TEXT, re.M)) == laws()


def test_links_lead_somewhere() -> None:
    """To files that are there, and to headings of this page."""
    headings = {re.sub(r"[^\w -]", "", line).replace(" ", "-").lower() for line in re.findall(r"^## (.*)$", TEXT, re.M)}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        path, _, anchor = target.partition("#")
        assert (DOCS / path).exists() if path else anchor in headings, target


def test_files_that_are_named_are_there() -> None:
    """Paths in backticks, from the root of the repository."""
    named = re.findall(r"`((?:engines|tests|pbem|tools)/[\w/.]+)`", TEXT)
    assert len(named) > 5
    assert [name for name in named if not (DOCS.parent / name).exists()] == []
