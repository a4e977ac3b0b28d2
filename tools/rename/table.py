"""What is renamed into what."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mypy.nodes import TypeInfo


@dataclass
class Table:
    """`modules`: old full names of modules and packages to new ones; `names`: old full names of what lies in a module
    to new last names."""

    modules: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, known: Iterable[str]) -> Table:
        """Of a file, where `known` are the modules that there are: what lies in a package moves with it."""
        rows = dict(parts for line in path.read_text("utf-8").splitlines() if (parts := line.split("#")[0].split()))
        every = frozenset(known)
        modules = {name: new for name in every if (new := new_name(name, rows, every)) != name}
        return cls(modules, {old: new for old, new in rows.items() if old not in every})

    def add_overrides(self, classes: Iterable[TypeInfo]) -> None:
        """A method that is renamed in a class is renamed in those that override it."""
        found = {
            f"{info.fullname}.{member}": new
            for info in classes
            for base in info.mro[1:]
            for member in info.names
            if (new := self.names.get(f"{base.fullname}.{member}"))
        }
        self.names |= found

    def new_last(self, full: str, written: str) -> str | None:
        """Return how a name is written from now on that means `full` and is `written` so; None if as before."""
        if written != full.rpartition(".")[2]:  # it has another name there
            return None
        return self.names.get(full) or (self.modules[full].rpartition(".")[2] if full in self.modules else None)


def new_name(module: str, rows: dict[str, str], known: Container[str]) -> str:
    home, within = module, ""
    while home not in rows or home not in known:
        home, dot, last = home.rpartition(".")
        if not dot:
            return module
        within = f".{last}{within}"
    return rows[home] + within
