"""Renames by a table, wherever a name is meant: `python -m tools.rename TABLE [--write]`, in the root of a clean tree.

A line of TABLE is “OLD NEW”. For a module or package (pbem.storage.memo) NEW is its full name from then on, and what
lies in a package moves with it; for a function, class, method or field (pbem.db.Store.bold) NEW is its last name. “#”
begins a comment. mypy says what every name means. Without --write it only says how many places would change, and which
it cannot place.

Then: `ruff check --select I --fix .`, `ruff format .`, `python -m tools.rename.wrap`, mypy, the suite. What no type
tells is left: keywords that fill a field, names in templates, strings that name an attribute.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from mypy import build
from mypy.fscache import FileSystemCache
from mypy.main import process_options
from mypy.nodes import MypyFile, TypeInfo

from tools.rename import finding, moving, texts
from tools.rename.edits import Edits, rewrite
from tools.rename.table import Table


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.rename", description=__doc__.partition("\n")[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    result = check_tree()
    files = own_files(result)
    table = Table.read(asked.table, result.files)
    table.add_overrides(classes(files))
    print(sum(rename_in(name, file, result, table, asked.write) for name, file in files.items()), "places")
    if asked.write:
        texts.replace_names(table.names)
    if asked.write and table.modules:
        moving.move_files(table.modules, {name: Path(result.files[name].path) for name in table.modules})
        texts.replace_modules(table.modules)


def check_tree() -> build.BuildResult:
    """The whole tree as mypy understands it."""
    sources, options = process_options(["--no-error-summary"], fscache=FileSystemCache())
    options.export_types = options.preserve_asts = True
    options.incremental, options.cache_dir = False, "/dev/null"
    return build.build(sources=sources, options=options)


def own_files(result: build.BuildResult) -> Mapping[str, MypyFile]:
    """The files of this tree, by the names of their modules."""
    inside = {name: file for name, file in result.files.items() if file.path and not file.path.startswith("/")}
    return {name: file for name, file in inside.items() if ".venv" not in file.path and Path(file.path).is_file()}


def classes(files: Mapping[str, MypyFile]) -> Iterator[TypeInfo]:
    for file in files.values():
        yield from (symbol.node for _, symbol, _ in file.local_definitions() if isinstance(symbol.node, TypeInfo))


def rename_in(name: str, file: MypyFile, result: build.BuildResult, table: Table, write: bool) -> int:
    """Renames in one file; how many places."""
    path = Path(file.path)
    text = path.read_text("utf-8")
    tree, found = ast.parse(text), Edits()
    finding.find_expressions(file, result.types, table, found)
    finding.find_definitions(name, tree, text.splitlines(), table, found)
    scope = finding.find_imports(tree, file, table, found)
    scope |= finding.own_names(name, tree)
    finding.find_annotations(tree, scope, table, found)
    new, count = rewrite(path, text, found)
    if write and new != text:
        path.write_text(new, "utf-8")
    return count


if __name__ == "__main__":
    main()
