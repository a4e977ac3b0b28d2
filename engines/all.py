"""The engines that exist: those of this package, and those other packages offer as entry points `pbem.engines`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any

from engines.base import Engine
from engines.cantillon import ENGINE as CANTILLON
from engines.diplomacy import ENGINE as DIPLOMACY
from engines.europa import ENGINE as EUROPA
from engines.europax import ENGINE as EUROPAX
from engines.europe2028 import ENGINE as EUROPE2028

OWN: tuple[Engine[Any], ...] = (DIPLOMACY, EUROPA, CANTILLON, EUROPAX, EUROPE2028)


def installed() -> Iterator[Engine[Any]]:
    """Our own engines first; another package cannot take the code of one of them."""
    yield from OWN
    for point in sorted(entry_points(group="pbem.engines"), key=lambda p: p.name):
        yield point.load()


SHIPPED: dict[str, Engine[Any]] = {}
"""The engines as they come."""
for found in installed():
    SHIPPED.setdefault(found.code, found)
ENGINES: dict[str, Engine[Any]] = dict(SHIPPED)
"""The engines as they are played here: a host may give one his own tables."""


def engine(code: str) -> Engine[Any]:
    """The engine with this code. Raises KeyError."""
    return ENGINES[code]
