"""pbem: games played slowly, by letter. `create_app` makes the web application; nothing starts by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from pbem.settings.config import Config
    from pbem.storage.database import Store


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The web application; without arguments on the instance folder PBEM_INSTANCE names, or `instance`."""
    from pbem.web import make_app

    return make_app(config, store)
