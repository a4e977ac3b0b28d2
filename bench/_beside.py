"""The tree of another commit, in which the same measurement is taken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent.parent
SHARED = ("_beside.py", "_repeatable.py")
"""What every measurement needs there, besides its own files."""


@contextmanager
def tree_of_commit(commit: str, files: Sequence[str]) -> Iterator[Path]:
    """A worktree of a commit for some time; `files` of `bench` are put into it as they are here."""
    with TemporaryDirectory(prefix="pbem-beside-") as folder:
        tree = Path(folder) / "tree"
        run_git("worktree", "add", "--quiet", "--detach", str(tree), commit)
        try:
            for name in (*SHARED, *files):
                shutil.copy(HERE / "bench" / name, tree / "bench" / name)
            yield tree
        finally:
            run_git("worktree", "remove", "--force", str(tree))


def run_git(*words: str) -> None:
    subprocess.run(["git", "-C", str(HERE), *words], check=True)


def run_module(tree: Path, module: str, *words: str) -> None:
    """Runs a module of a tree by itself, and drops what it prints; sets of texts are in the same order in every run."""
    surroundings = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", module, *words]
    subprocess.run(command, cwd=tree, env=surroundings, check=True, stdout=subprocess.DEVNULL)
