"""How a house of Python reads, in figures: `python -m tools.measure FOLDER …`, each folder one column.

Bare participles among the names of functions (as `tests/tools/test_names.py` counts them), names that are defined in
five files or more, class names that stand twice, and how long functions and files are.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median

PARTICIPLE = re.compile(r"_?[a-z]+(ed|en|own|aid|old|ept|ound|ught|ung|un|ut)")
GOOD_NAMES = frozenset(
    {"accept", "listen", "round", "token", "run", "put", "cut", "shut", "seed", "embed", "feed", "need", "open", "hold"}
)
"""Verbs and nouns that only end like participles."""
MANY_FILES = 5
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_participle(name: str) -> bool:
    return bool(PARTICIPLE.fullmatch(name)) and name.lstrip("_") not in GOOD_NAMES


@dataclass(frozen=True)
class HouseFigures:
    """The figures of one house, a row each."""

    functions: int
    participles: str
    names_in_five_files: int
    class_names_twice: int
    median_function: float
    longest_function: int
    functions_over_40: int
    median_file: float
    longest_file: int
    lines: int


def measure_house(folders: Iterable[Path]) -> HouseFigures:
    """Measure all Python files below some folders, without migrations. Raises SyntaxError."""
    files = [file for folder in folders for file in sorted(folder.rglob("*.py")) if "migrations" not in file.parts]
    homes, classes, functions = defaultdict[str, set[Path]](set), defaultdict[str, int](int), list[Function]()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, Function):
                functions.append(node)
                homes[node.name].add(file)
            elif isinstance(node, ast.ClassDef):
                classes[node.name] += 1
    sizes = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in functions]
    lengths = [len(file.read_text("utf-8").splitlines()) for file in files]
    share = sum(is_participle(node.name) for node in functions) / len(functions)
    return HouseFigures(
        functions=len(functions),
        participles=f"{share:.1%}",
        names_in_five_files=sum(
            len(there) >= MANY_FILES for name, there in homes.items() if not re.fullmatch(r"__\w+__|main", name)
        ),
        class_names_twice=sum(count > 1 for count in classes.values()),
        median_function=median(sizes),
        longest_function=max(sizes),
        functions_over_40=sum(size > 40 for size in sizes),
        median_file=median(length for length in lengths if length),
        longest_file=max(lengths),
        lines=sum(lengths),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.measure", description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", help="A folder, or several joined by “+”, for a column.")
    columns = parser.parse_args().folders
    found = [measure_house(map(Path, column.split("+"))) for column in columns]
    print(f"| | {' | '.join('+'.join(Path(one).name for one in column.split('+')) for column in columns)} |")
    print(f"| --- |{' --- |' * len(columns)}")
    for row in fields(HouseFigures):
        cells = " | ".join(str(getattr(one, row.name)) for one in found)
        print(f"| {row.name.replace('_', ' ')} | {cells} |")


if __name__ == "__main__":
    main()
