"""The engines that exist: those of this package, and those other packages offer as entry points `pbem.engines`.

What cannot be used, ours or another package's, is left out with the reason: one broken package costs its own game only,
and so does one damaged file of ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from engines.base import Engine

GROUP = "pbem.engines"
PACKAGES = ("diplomacy", "europa", "cantillon", "europax", "europe2028")
"""Of ours; each is named as the code of its engine."""
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Codes stand in addresses, in the names of folders and on the command line."""
ENGINE_MEMBERS = (*Engine.__annotations__, *(name for name in vars(Engine) if not name.startswith("_")))
"""What an engine has, as `Engine` says."""


@dataclass(frozen=True)
class LeftOut:
    """An entry point that is not on offer: its name, the package it comes with, and why."""

    name: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}, of the package {self.package}: {self.why}"


class Catalogue(Mapping[str, Engine[Any]]):
    """Engines by code, and what is left out.

    Ours come first, and each is imported when it is asked for: a process keeps in memory what it plays. Those of other
    packages are imported at once, since they alone know their codes; nobody can take a code that is taken.
    """

    def __init__(self, own: Iterable[str], points: Iterable[EntryPoint]) -> None:
        self.own_codes, self.loaded = tuple(own), dict[str, Engine[Any]]()
        self.damaged, self.refused = dict[str, LeftOut](), list[LeftOut]()
        self.on_left_out: Callable[[LeftOut], object] = lambda _: None
        for point in sorted(points, key=lambda p: (p.name, package_version(p))):
            try:
                self.add_engine(require_engine(point.load()))
            except (Exception, SystemExit) as error:  # whatever a stranger's module may raise
                self.refused.append(LeftOut(point.name, package_version(point), f"{type(error).__name__}: {error}"))

    def add_engine(self, loaded: Engine[Any]) -> None:
        """Raises ValueError."""
        if loaded.code in self:
            raise ValueError(f"its code “{loaded.code}” is taken by {self[loaded.code].title}")
        self.loaded[loaded.code] = loaded

    def __getitem__(self, code: str) -> Engine[Any]:
        if code in self.own_codes and code not in self.loaded and code not in self.damaged:
            self.load_own_engine(code)
        return self.loaded[code]

    def load_own_engine(self, code: str) -> None:
        """One of ours, or why it cannot be used. What two threads do at once comes to the same. Raises OSError and
        MemoryError: of what the machine lacks just now another try may know nothing."""
        try:
            self.loaded[code] = import_module(f"engines.{code}").ENGINE
        except (OSError, MemoryError):
            raise
        except Exception as error:  # whatever a damaged module or file may raise
            self.damaged[code] = LeftOut(code, "pbem", f"{type(error).__name__}: {error}; install pbem again")
            self.on_left_out(self.damaged[code])

    def __iter__(self) -> Iterator[str]:
        """Ours as they are wanted, then the others."""
        yield from (code for code in self.own_codes if code in self)
        yield from [code for code in self.loaded if code not in self.own_codes]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def list_left_out(self) -> tuple[LeftOut, ...]:
        """Return what is offered in vain; each of ours is imported to know it."""
        return (*(self.damaged[code] for code in self.own_codes if code not in self), *self.refused)

    def listen_for_left_out(self, told: Callable[[LeftOut], object]) -> None:
        """Has `told` called for what is known to be left out, and later for what is found to be."""
        self.on_left_out = told
        for one in (*self.damaged.values(), *self.refused):
            told(one)


def require_engine(loaded: Any) -> Engine[Any]:
    """Return what an entry point gave, if it is an engine as far as can be seen. Raises TypeError or ValueError."""
    if isinstance(loaded, type):
        raise TypeError(f"it names the class {loaded.__name__}, not an engine made of it")
    if missing := [name for name in ENGINE_MEMBERS if not hasattr(loaded, name)]:
        raise TypeError(f"it is no engine: it has no {', '.join(missing)}")
    if not CODE.fullmatch(loaded.code):
        raise ValueError(f"its code “{loaded.code}” must be of small letters, digits and hyphens")
    engine: Engine[Any] = loaded
    return engine


def package_version(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "unknown"


def list_own_engines() -> tuple[Engine[Any], ...]:
    """The engines of this package that can be used, all imported."""
    return tuple(SHIPPED[code] for code in PACKAGES if code in SHIPPED)


SHIPPED = Catalogue(PACKAGES, entry_points(group=GROUP))
"""The engines as they come."""
