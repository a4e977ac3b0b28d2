"""Files moved with their history, and their names where texts tell of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

WORDS = frozenset({".py", ".md", ".toml", ".yaml", ".yml", ".html", ".txt", ".mako", ""})
EXHIBITS = "tests/museum"
ALSO_FILES = frozenset({"pbem.db"})
"""Modules whose names are those of files as well."""


def move_files(modules: Mapping[str, str], paths: Mapping[str, Path]) -> None:
    """The innermost first; then what else lies in packages."""
    rooms = {new.rpartition(".")[0] for old, new in modules.items() if (paths[old].parent / "__init__.py").exists()}
    order = sorted(modules, key=lambda name: name.count("."), reverse=True)
    plain = [name for name in order if paths[name].is_file() and paths[name].name != "__init__.py"]
    for name in plain:
        move(paths[name], Path(*modules[name].split(".")).with_suffix(".py"))
    for name in order:
        if paths[name].name == "__init__.py":
            for one in sorted(paths[name].parent.iterdir()):
                if tracked(one):
                    move(one, Path(*modules[name].split("."), one.name))
    for room in sorted(rooms):
        file = Path(*room.split("."), "__init__.py")
        if not file.exists() and any(file.parent.glob("*.py")):
            file.write_text('"""TODO: what lives here."""\n', "utf-8")
            print("new room", file)


def move(old: Path, new: Path) -> None:
    new.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "mv", str(old), str(new)], check=True)


def tracked(path: Path) -> bool:
    return bool(subprocess.run(["git", "ls-files", str(path)], capture_output=True, check=True).stdout)


def replace_in_texts(modules: Mapping[str, str]) -> None:
    """In docs, comments, settings and strings: as a module (pbem.asked) and as a path (pbem/asked.py)."""
    told = {old: new for old, new in modules.items() if old not in ALSO_FILES}
    dotted = pattern(told, r"(?<![\w./-])", r"(?![\w/-])(?!\.(?:toml|json|dump|db|example|test|log|css|ics)\b)")
    paths = {old.replace(".", "/"): new.replace(".", "/") for old, new in modules.items()}
    slashed = pattern(paths, r"(?<!\w)", r"(?=(?:\.py|/|`|\b))(?!\w)")
    for path in map(Path, subprocess.check_output(["git", "ls-files"], text=True).splitlines()):
        if path.suffix in WORDS and path.is_file() and not str(path).startswith(EXHIBITS):
            try:
                text = path.read_text("utf-8")
            except UnicodeDecodeError:
                continue
            new = slashed.sub(lambda found: paths[found[1]], dotted.sub(lambda found: told[found[1]], text))
            if new != text:
                path.write_text(new, "utf-8")


def pattern(names: Mapping[str, str], before: str, behind: str) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile(f"{before}({'|'.join(map(re.escape, longest))}){behind}")
