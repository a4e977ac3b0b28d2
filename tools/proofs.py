"""python -m tools.proofs tells which proofs a change touches, in the words that `make proof ONLY=…` takes: those of a
game if only that game was changed, all (no words) if the server was or if nobody knows, “none” if only texts were.

A change is what differs from the newest commit that `origin/main` has too.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from engines.all import SHIPPED

ROOT = Path(__file__).parents[1]
GAME = re.compile(rf"(?:engines|tests|docs/engines|docs/rules)/({'|'.join(SHIPPED)})\b")
TEST = re.compile(r"tests/(?:\w+/)+(test_\w+)\.py")
CALLED = {
    "europa": "(europa and not europax)",
    "diplomacy": "diplomacy or test_replay",
    "europax": "europax or two_languages or club",
}
"""How the proofs of a game are called where not by its name alone: what else is played by it."""
TOLD = {"docs/evening.md": "club"}
"""A text that a proof compares with what happens."""
TEXT = re.compile(r"(?:docs|tests)/.*\.md|docs/.*\.(?:png|svg)|\w+\.md|LICENSE|bench/.*|tools/.*")
ALL, NONE = "", "none"


def list_changed_files() -> list[str] | None:
    """None if nobody knows: there is no `origin/main`, or it has this very commit."""
    common, here = (read_git("merge-base", "origin/main", "HEAD"), read_git("rev-parse", "HEAD"))
    changed = (read_git("diff", "--name-only", common) or "").split("\n") if common else []
    return None if common is None or (common == here and changed == [""]) else changed


def read_git(*words: str) -> str | None:
    """Return what git tells, or None if it cannot."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return None if done.returncode else done.stdout.strip()


def choose_proofs(changed: Iterable[str] | None) -> str:
    """An expression as `pytest -k` takes it, or “none”."""
    if changed is None:
        return ALL
    words = {word for path in changed for word in find_keywords(path)}
    return ALL if ALL in words else " or ".join(sorted(words)) or NONE


def find_keywords(path: str) -> list[str]:
    """Return how the proofs are called that a file touches; the empty word is in the names of all."""
    if found := GAME.match(path):
        return [CALLED.get(found[1], found[1])]
    if found := TEST.fullmatch(path):
        return [found[1]] if has_proofs(ROOT / path) else []
    return [TOLD[path]] if path in TOLD else [] if TEXT.fullmatch(path) else [ALL]


def has_proofs(test: Path) -> bool:
    """Return whether a module has proofs; one that is gone has none."""
    return test.is_file() and "proof" in test.read_text("utf-8")


if __name__ == "__main__":
    print(choose_proofs(list_changed_files()))
