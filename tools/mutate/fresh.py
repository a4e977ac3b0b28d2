"""Tries a change from the very start: python -m tools.mutate.fresh MODULE FILE TEST…; FILE holds the changed module.

For what is run while modules are imported, such as a table that a function makes. Ends as pytest ends.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tools.mutate.games import ROOT
from tools.mutate.mutants import Mutant

QUICK = ("-x", "-q", "-n0", "-m", "not slow", "-p", "no:cacheprovider", "-o", "timeout=0")


class Changed(SourceFileLoader):
    """Finds one module only, and loads it with the change. To be put before all other finders."""

    def __init__(self, module: str, source: str) -> None:
        super().__init__(module, str(ROOT.joinpath(*module.split(".")).with_suffix(".py")))
        self.source = source

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def get_data(self, path: str) -> bytes:
        """No bytecode is kept of it, nor an old one used."""
        if path != self.path:
            raise OSError(path)
        return self.source.encode()

    def set_data(self, *_: object, **__: object) -> None:
        """It is gone when the process ends."""


def is_noticed(mutant: Mutant, tests: Iterable[str], limit: float) -> bool:
    """Return whether tests fail, or do not end in so many seconds."""
    with TemporaryDirectory() as folder:
        changed = Path(folder) / "changed.py"
        changed.write_text(mutant.source, "utf-8")
        command = [sys.executable, "-m", "tools.mutate.fresh", mutant.module, str(changed), *tests]
        try:
            return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=limit, check=False).returncode != 0
        except subprocess.TimeoutExpired:
            return True


if __name__ == "__main__":
    sys.meta_path.insert(0, Changed(sys.argv[1], Path(sys.argv[2]).read_text("utf-8")))
    sys.exit(pytest.main([*QUICK, *sys.argv[3:]]))
