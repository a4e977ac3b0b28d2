"""Names of modules and of what lies in them, where texts tell of them."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

WORDS = frozenset({".py", ".md", ".toml", ".yaml", ".yml", ".html", ".txt", ".mako", ""})
EXHIBITS = "tests/museum"
ALSO_FILES = frozenset({"pbem.db"})
"""Modules whose names are those of files as well."""
MENTION = re.compile(r"`([A-Za-z_][\w.]*)((?:\([^`\n]*\))?`)")
"""A name between backticks, as code is told of; its call, if it has one."""
IN_FILE = re.compile(r"`([\w/]+)\.py:(\w+)`")
"""A name with its file."""


def replace_modules(modules: Mapping[str, str]) -> None:
    """In docs, comments, settings and strings: as a module (pbem.storage) and as a path (pbem/storage)."""
    files = {old: new for old, new in modules.items() if old not in ALSO_FILES}
    dotted = pattern(files, r"(?<![\w./-])", r"(?![\w/-])(?!\.(?:toml|json|dump|db|example|test|log|css|ics)\b)")
    paths = {old.replace(".", "/"): new.replace(".", "/") for old, new in modules.items()}
    slashed = pattern(paths, r"(?<!\w)", r"(?=(?:\.py|/|`|\b))(?!\w)")
    for path, text in texts():
        new = slashed.sub(lambda found: paths[found[1]], dotted.sub(lambda found: files[found[1]], text))
        if new != text:
            path.write_text(new, "utf-8")


def replace_names(names: Mapping[str, str]) -> None:
    """Names between backticks: with what they lie in (`Store.close`) anywhere, alone (`close`) in the file of their
    module."""
    known: dict[str, set[str]] = defaultdict(set)
    for old, new in names.items():
        parts = old.split(".")
        for start in range(len(parts) - 1):
            known[".".join(parts[start:])].add(new)
    for path, text in texts():
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")

        def say(found: re.Match[str], module: str = module) -> str:
            written = found[1]
            fit = known.get(written, set()) if "." in written else {names.get(f"{module}.{written}", written)}
            last = next(iter(fit)) if len(fit) == 1 else written.rpartition(".")[2]
            return f"`{written[: len(written) - len(written.rpartition('.')[2])]}{last}{found[2]}"

        def say_in_file(found: re.Match[str]) -> str:
            full = f"{found[1].replace('/', '.')}.{found[2]}"
            return f"`{found[1]}.py:{names.get(full, found[2])}`"

        new = IN_FILE.sub(say_in_file, MENTION.sub(say, text))
        if new != text:
            path.write_text(new, "utf-8")


def texts() -> Iterator[tuple[Path, str]]:
    """The files of the tree that hold words, but for exhibits."""
    for path in map(Path, subprocess.check_output(["git", "ls-files"], text=True).splitlines()):
        if path.suffix in WORDS and path.is_file() and not str(path).startswith(EXHIBITS):
            try:
                yield path, path.read_text("utf-8")
            except UnicodeDecodeError:
                continue


def pattern(names: Mapping[str, str], before: str, behind: str) -> re.Pattern[str]:
    longest = sorted(names, key=len, reverse=True)
    return re.compile(f"{before}({'|'.join(map(re.escape, longest))}){behind}")
