"""All games are laid out alike, as the table in docs/engines.md says: who knows one finds his way in the next."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from engines.all import ENGINE_MEMBERS, list_own_engines
from tests.engines.test_engines_guide import TEXT

GAMES = {engine.code: Path(__file__).parents[2] / "engines" / engine.code for engine in list_own_engines()}
TABLE = TEXT.partition("| file | what it holds | model |")[2].partition("\n\n")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if line.startswith("| `")]
SKELETON = {name.strip("`"): model for name, _, model in ROWS}
"""The game that is named as a model of each file, or "all"."""


def files(code: str) -> set[str]:
    return {path.stem for path in GAMES[code].glob("*.py")}


@pytest.mark.parametrize("code", GAMES)
def test_each_game_has_the_files_that_all_have(code: str) -> None:
    """And those of which it is the model."""
    assert len(SKELETON) > 20
    assert {name for name, model in SKELETON.items() if model in ("all", code)} <= files(code)


def test_a_file_that_every_game_has_is_said_to_be_in_all() -> None:
    assert set.intersection(*map(files, GAMES)) == {name for name, model in SKELETON.items() if model == "all"}


def test_what_several_games_call_alike_is_of_the_skeleton() -> None:
    """A name means the same in every game, so what is not in the table is of one game alone."""
    counted = Counter(name for code in GAMES for name in files(code))
    assert {name for name, count in counted.items() if count > 1} == set(SKELETON)


@pytest.mark.parametrize("code", GAMES)
def test_every_file_says_what_it_is_for(code: str) -> None:
    said = {path.stem: ast.get_docstring(ast.parse(path.read_text("utf-8"))) for path in GAMES[code].glob("*.py")}
    assert [name for name, text in said.items() if not text or len(text.split()) < 4] == []


@pytest.mark.parametrize("engine", list_own_engines(), ids=lambda engine: engine.code)
def test_what_the_server_asks_for_is_where_its_file_says(engine: object) -> None:
    """`Engine.board` is answered by the game's `board`, or in a few words by the engine itself."""
    package = type(engine).__module__
    homes = {name: name for name in ("check", "report", "board")}
    homes |= {"grammar": "grammars", "obligations": "grammars", "advise": "advice"}
    assert homes.keys() - {"advise"} <= set(ENGINE_MEMBERS)
    for name, home in homes.items():
        assert getattr(engine, name).__module__ in (package, f"{package}.{home}"), name
