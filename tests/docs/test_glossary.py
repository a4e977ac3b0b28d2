"""The glossary tells the truth: its words are where it says, and no class shares its name unless it says why."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from engines.all import list_own_engines
from tests.docs import cited
from tests.docs.cited import ROOT

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
RETURNING = GLOSSARY.partition("## Names that return")[2].partition("| --- | --- |")[2]
ROOMS = {f"engines/{engine.code}" for engine in list_own_engines()}


def room(path: Path) -> str:
    """The package of a game, or the file: a name may be at home once in it."""
    game = "/".join(path.relative_to(ROOT).parts[:2])
    return "games" if game in ROOMS else str(path)


def homes() -> dict[str, set[str]]:
    """Where classes of each name live, all games counted as one."""
    found = defaultdict(set)
    for path in (path for top in ("engines", "pbem") for path in (ROOT / top).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(room(path))
    return found


def test_each_word_is_where_it_is_said_to_be() -> None:
    named = list(cited.named(GLOSSARY))
    assert len(named) > 30
    files = [(ROOT / name, inside) for name, inside in named]
    assert [str(path) for path, inside in files if not path.is_file()] == []
    assert [inside for path, inside in files if inside and inside not in cited.defined(path)] == []


def test_a_class_shares_its_name_with_no_other_unless_the_glossary_says_why() -> None:
    """In both directions: what is no longer shared is no longer excused. Games extend `State`."""
    shared = {name for name, places in homes().items() if len(places) > 1} - {"State"}
    excused = {
        name.strip("` ") for line in RETURNING.splitlines() for name in line.split(" | ")[0].strip("| ").split(",")
    }
    assert shared == excused - {""}
