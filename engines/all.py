"""The engines that exist: those of this package, and those other packages offer as entry points `pbem.engines`.

What cannot be used, ours or another package's, is left out and kept in `LEFT_OUT` with the reason: one broken package
costs its own game only, and so does one damaged file of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from engines.base import Engine

GROUP = "pbem.engines"
PACKAGES = ("diplomacy", "europa", "cantillon", "europax", "europe2028")
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""Codes stand in addresses, in the names of folders and on the command line."""
NEEDED = (*Engine.__annotations__, *(name for name in vars(Engine) if not name.startswith("_")))
"""What an engine has, as `Engine` says."""


@dataclass(frozen=True)
class LeftOut:
    """An entry point that is not on offer: its name, the package it comes with, and why."""

    name: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}, of the package {self.package}: {self.why}"


def own() -> tuple[tuple[Engine[Any], ...], list[LeftOut]]:
    """The engines of this package, and those that a damaged file keeps from being used."""
    engines, damaged = list[Engine[Any]](), []
    for name in PACKAGES:
        try:
            engines.append(import_module(f"engines.{name}").ENGINE)
        except Exception as error:  # whatever a damaged module or file may raise
            damaged.append(LeftOut(name, "pbem", f"{type(error).__name__}: {error}; install pbem again"))
    return tuple(engines), damaged


def found(own: Iterable[Engine[Any]], points: Iterable[EntryPoint]) -> tuple[Mapping[str, Engine[Any]], list[LeftOut]]:
    """The engines by code, and what is left out. Our own come first; nobody can take a code that is taken."""
    engines, left_out = {engine.code: engine for engine in own}, []
    for point in sorted(points, key=lambda p: (p.name, package_of(p))):
        try:
            loaded = fitting(point.load())
            if loaded.code in engines:
                raise ValueError(f"its code “{loaded.code}” is taken by {engines[loaded.code].title}")
        except (Exception, SystemExit) as error:  # whatever a stranger's module may raise
            left_out.append(LeftOut(point.name, package_of(point), f"{type(error).__name__}: {error}"))
        else:
            engines[loaded.code] = loaded
    return MappingProxyType(engines), left_out


def fitting(loaded: Any) -> Engine[Any]:
    """What an entry point gave, if it is an engine as far as can be seen. Raises TypeError or ValueError."""
    if isinstance(loaded, type):
        raise TypeError(f"it names the class {loaded.__name__}, not an engine made of it")
    if missing := [name for name in NEEDED if not hasattr(loaded, name)]:
        raise TypeError(f"it is no engine: it has no {', '.join(missing)}")
    if not CODE.fullmatch(loaded.code):
        raise ValueError(f"its code “{loaded.code}” must be of small letters, digits and hyphens")
    engine: Engine[Any] = loaded
    return engine


def package_of(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else "unknown"


OWN, DAMAGED = own()
SHIPPED, FOREIGN_FAULTS = found(OWN, entry_points(group=GROUP))
"""The engines as they come, by code."""
LEFT_OUT = (*DAMAGED, *FOREIGN_FAULTS)
"""What is offered in vain."""
