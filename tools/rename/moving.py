"""Files moved with their history."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path


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
                if is_tracked(one):
                    move(one, Path(*modules[name].split("."), one.name))
    for room in sorted(rooms):
        file = Path(*room.split("."), "__init__.py")
        if not file.exists() and any(file.parent.glob("*.py")):
            file.write_text('"""TODO: what lives here."""\n', "utf-8")
            print("new room", file)


def move(old: Path, new: Path) -> None:
    new.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "mv", str(old), str(new)], check=True)


def is_tracked(path: Path) -> bool:
    return bool(subprocess.run(["git", "ls-files", str(path)], capture_output=True, check=True).stdout)
