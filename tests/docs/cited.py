"""What the code, the tests and the texts cite of the rule books, and what they say of code: read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engines.all import SHIPPED

ROOT = Path(__file__).parents[2]
RULES, GUIDES = ROOT / "docs" / "rules", ROOT / "docs" / "engines"
GAMES = [code for code in SHIPPED if (RULES / f"{code}.md").is_file()]
"""The games that have a book of rules."""
STATEMENTS = sorted((Path(__file__).parent / "statements").glob("*.md"))
"""The statements of each game's original document: where each is implemented, and the test that holds it."""
MUTANTS = sorted((ROOT / "tools" / "mutate" / "tables").glob("*.md"))
SECTION = re.compile(r"§ ?(\d+(?:\.\d+)*[a-z]?)")
CODE = re.compile(r"[A-Z]{1,2}\d{1,3}")
SPOKEN = re.compile(rf"({CODE.pattern}) \S")
"""A remark as an engine begins it: “E30 A coalition has …”."""
CODED = ("Message", "LineRefused")
"""What is made with a sentence and its code."""
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.-]+|[\w-]+\.\w+)(?::([\w.]+))?`")
"""A path in backticks, perhaps with what is in that file."""


def texts(code: str) -> Iterator[Path]:
    """All that may cite the rules of a game."""
    yield from (ROOT / "engines" / code).rglob("*.py")
    yield from (ROOT / "tests" / code).rglob("*.py")
    yield from GUIDES.glob(f"{code}*.md")
    yield RULES / f"{code}.md"
    yield from (path for path in (*STATEMENTS, *MUTANTS) if path.stem == code)


def sections(code: str) -> dict[str, str]:
    """Every section that is cited of a game, and one of the places that cite it."""
    return {
        number: str(path.relative_to(ROOT))
        for path in texts(code)
        for number in SECTION.findall(path.read_text("utf-8"))
    }


def remarks(code: str) -> set[str]:
    """The codes with which an engine begins what it remarks on orders, or that stand beside it."""
    found: set[str] = set()
    for path in (ROOT / "engines" / code).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(match[1] for match in [SPOKEN.match(node.value)] if match)
            elif isinstance(node, ast.Dict) and path.stem == "codes":
                keys = (str(key.value) for key in node.keys if isinstance(key, ast.Constant))
                found.update(filter(CODE.fullmatch, keys))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODED:
                given = (*node.args, *(each.value for each in node.keywords))
                values = (str(each.value) for each in given if isinstance(each, ast.Constant))
                found.update(filter(CODE.fullmatch, values))
    return found


def iter_cited_names(text: str) -> Iterator[tuple[str, str]]:
    """The paths that a text names in backticks, each with the name of what is meant in that file, or ""."""
    yield from NAMED.findall(text)


@cache
def defined_names(path: Path) -> set[str]:
    """Return what a module defines at its top and in its classes: functions, classes, constants. A method is found with
    its class before it or without."""
    found = set(names(ast.parse(path.read_text("utf-8")).body, ""))
    return found | {name.rpartition(".")[2] for name in found}


def names(body: list[ast.stmt], before: str) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name):
                yield before + name
            case ast.ClassDef(name=name):
                yield before + name
                yield from names(node.body, f"{before}{name}.")
            case ast.Assign(targets=targets):
                yield from (before + one.id for one in targets if isinstance(one, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield before + name
