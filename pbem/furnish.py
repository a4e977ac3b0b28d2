"""A host's own data files for a game: instance/data/GAME/*.json replace those the game brings, or add to them.

They are read and checked once, at the start; a game that has begun keeps what it began with.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engines.abilities import Furnished
from engines.all import LEFT_OUT, SHIPPED
from engines.base import Engine
from engines.data import DataError, decoded
from pbem.config import ConfigError
from pbem.installed import ENGINES


def furnish(instance: Path) -> None:
    """Gives every engine the files its host has laid down for it. Raises ConfigError.

    Files of a game whose package cannot be used just now are left alone: the other games go on."""
    root, absent = instance / "data", {one.name for one in LEFT_OUT}
    for folder in sorted(path for path in root.glob("*") if path.is_dir()):
        if folder.name not in SHIPPED and folder.name not in absent:
            raise ConfigError(f"{folder}: there is no game “{folder.name}”. There are: {', '.join(SHIPPED)}.")
    for code, shipped in SHIPPED.items():
        ENGINES[code] = furnished(shipped, root / code)


def furnished(shipped: Engine[Any], folder: Path) -> Engine[Any]:
    paths = sorted(folder.glob("*.json"))
    if not paths:
        return shipped
    if not isinstance(shipped, Furnished):
        raise ConfigError(f"{folder}: {shipped.title} has no data files that can be replaced.")
    try:
        return shipped.with_files({path.name: decoded(path.name, path.read_bytes()) for path in paths})
    except DataError as error:
        raise ConfigError(f"{folder / error.file}, line {error.line}: {error.why}.") from error
