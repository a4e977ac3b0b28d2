"""The engines of this server by code: as they come, or with the tables that its host has laid down."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

from engines.all import SHIPPED
from engines.base import Engine


class InstalledEngines(MutableMapping[str, Engine[Any]]):
    """Those that are shipped, each of ours imported when it is first asked for, but for those `laid` in their place or
    beside them."""

    def __init__(self) -> None:
        self.laid = dict[str, Engine[Any]]()

    def __getitem__(self, code: str) -> Engine[Any]:
        return self.laid[code] if code in self.laid else SHIPPED[code]

    def __setitem__(self, code: str, engine: Engine[Any]) -> None:
        self.laid[code] = engine

    def __delitem__(self, code: str) -> None:
        """What was laid in its place or beside the others is there no longer; the one that is shipped is."""
        del self.laid[code]

    def __iter__(self) -> Iterator[str]:
        yield from SHIPPED
        yield from [code for code in self.laid if code not in SHIPPED]

    def __len__(self) -> int:
        return sum(1 for _ in self)


ENGINES = InstalledEngines()
"""Only `pbem.games.engine_data` changes it, at the start."""
