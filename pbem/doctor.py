"""What may be wrong with an installation, checked one thing at a time."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pymupdf_fonts

from engines.all import ENGINES, LEFT_OUT
from pbem import config as configuration
from pbem.config import Config
from pbem.db import Store
from pbem.furnish import furnish


def examine(instance: Path, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each check's name and its fault in words ("" if all is well); stops where nothing further can work."""
    try:
        config = configuration.load(instance, environ)
    except configuration.ConfigError as error:
        yield "configuration", str(error)
        return
    yield "configuration", ""
    checks: tuple[tuple[str, Callable[[Config], None]], ...] = (
        ("database", lambda c: Store(c.database).migrate()),
        ("games", games),
        ("games of other packages", foreign_games),
        ("templates", templates),
        ("fonts", fonts),
        ("mail relay", relay),
    )
    for name, check in checks:
        try:
            check(config)
        except Exception as error:
            yield name, str(error) or type(error).__name__
        else:
            yield name, ""


def games(config: Config) -> None:
    """At least one game engine is installed, and the host's own data files can be used."""
    if not ENGINES:
        raise LookupError("no game engine is installed; install one with an entry point in the group pbem.engines")
    furnish(config.instance)


def foreign_games(_: Config) -> None:
    """What other packages offer can be played. If not, the other games go on."""
    if LEFT_OUT:
        raise LookupError(f"not on offer: {'; '.join(map(str, LEFT_OUT))}")


def templates(_: Config) -> None:
    """Pages and letters can be found."""
    from pbem.config import templates_folder

    if not (templates_folder() / "mail").is_dir():
        raise LookupError(f"no templates in {templates_folder()}; install pbem again")


def fonts(_: Config) -> None:
    """The font of the printed reports is there."""
    if not pymupdf_fonts.myfont("notos"):
        raise LookupError("Noto Sans is missing; install pymupdf-fonts")


def relay(config: Config) -> None:
    """The mail relay answers; without one, letters stay in the embedded mailbox."""
    if config.relay:
        parts = urlsplit(config.relay)
        port = parts.port or (465 if parts.scheme == "smtps" else 25)
        try:
            socket.create_connection((parts.hostname or "", port), timeout=5).close()
        except OSError as error:
            raise LookupError(f"{parts.hostname}:{port} does not answer ({error}); is it the right relay?") from error
