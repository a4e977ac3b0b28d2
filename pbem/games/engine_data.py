"""A host's own data files for a game: instance/data/GAME/*.json replace those the game brings, or add to them.

They are read and checked once, at the start; a game that has begun keeps what it began with.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import structlog
from sqlmodel import select

from engines.abilities import DataDriven
from engines.all import SHIPPED
from engines.base import Engine
from engines.data import DataError, decode_data_file
from pbem.settings.config import ConfigError
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game

log = structlog.get_logger()


def furnish_engines(instance: Path) -> None:
    """Gives every engine the files its host has laid down for it. Raises ConfigError.

    Files of a game whose package cannot be used just now are left alone: the other games go on."""
    folders = {path.name: path for path in sorted((instance / "data").glob("*")) if path.is_dir()}
    for code in {*ENGINES.laid} - {*folders}:
        if code in SHIPPED:
            del ENGINES[code]
    for code, folder in folders.items():
        if code in SHIPPED:
            ENGINES[code] = furnish_engine(SHIPPED[code], folder)
        elif code not in {one.name for one in SHIPPED.list_left_out()}:
            raise ConfigError(f"{folder}: there is no game “{code}”. There are: {', '.join(SHIPPED)}.")


def prepare_engines(store: Store) -> None:
    """What a server does before its doors open: the log tells of games that are not on offer, now and whenever one is
    found, and what is played here is imported, so that nobody waits for it."""
    SHIPPED.listen_for_left_out(lambda one: log.warning("a game is not on offer", game=str(one)))
    with store.read_session() as session:
        for code in session.exec(select(Game.engine).where(Game.status != "finished").distinct()).all():
            ENGINES.get(code)


def furnish_engine(shipped: Engine[Any], folder: Path) -> Engine[Any]:
    paths = sorted(folder.glob("*.json"))
    return replace_data_files(shipped, folder, paths) if paths else shipped


def replace_data_files(shipped: Engine[Any], folder: Path, paths: Sequence[Path]) -> Engine[Any]:
    if not isinstance(shipped, DataDriven):
        raise ConfigError(f"{folder}: {shipped.title} has no data files that can be replaced.")
    try:
        return shipped.with_files({path.name: decode_data_file(path.name, path.read_bytes()) for path in paths})
    except DataError as error:
        raise ConfigError(f"{folder / error.file}, line {error.line}: {error.why}.") from error
