"""The pages: everything that can be done by mail, for those who would rather click. No page needs JavaScript."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from pbem import config as configuration
from pbem.config import LOOPBACK, Config, templates_folder
from pbem.db import Store
from pbem.furnish import furnish
from pbem.web import access, account, errors, game, home, mailbox, master, seat

PAGES = (home.pages, account.pages, game.pages, seat.pages, master.pages)


def make_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The application on a configuration and a store; without them, on the instance folder the environment names."""
    config = config or configuration.load(Path(os.environ.get("PBEM_INSTANCE", "instance")), os.environ)
    if store is None:
        furnish(config.instance)
        store = Store(config.database)
        store.migrate()
    app = Flask(
        "pbem.web", template_folder=str(templates_folder()), static_folder=str(Path(__file__).parent / "static")
    )
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_NAME="pbem",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.public_url.startswith("https://"),
        MAX_CONTENT_LENGTH=1_000_000,
        TRUSTED_HOSTS=hosts(config),
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    CSRFProtect(app)
    access.attach(app, config, store)
    errors.attach(app)
    for pages in PAGES:
        app.register_blueprint(pages)
    if config.mailbox_page:
        app.register_blueprint(mailbox.pages)
    return app


def hosts(config: Config) -> list[str] | None:
    """The names a server on loopback answers to: no other site's name may lead a browser to its open mailbox."""
    return [*LOOPBACK, urlsplit(config.public_url).hostname or ""] if config.loopback else None
