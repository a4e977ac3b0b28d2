"""The pages: everything that can be done by mail, for those who would rather click. No page needs JavaScript."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from pbem.games.engine_data import furnish_engines
from pbem.settings import config as configuration
from pbem.settings.config import LOOPBACK, Config, templates_folder
from pbem.storage.database import Store
from pbem.web.desk import what_if
from pbem.web.http import (
    access,
    canonical_urls,
    clock_notice,
    cookies,
    errors,
    memo_expiry,
    page_cache,
    request_limits,
    request_timing,
    sessions,
)
from pbem.web.http.form_values import PostedRequest
from pbem.web.http.proxy import ProxyAwareApp
from pbem.web.pages import (
    absences,
    account,
    campaigns,
    command_forms,
    game,
    game_lists,
    gamebook,
    help,
    home,
    host,
    leading,
    mailbox,
    maps,
    new_game,
    players,
    proof,
    ratings,
    seat,
    seating,
)

EVERY_ADDRESS = ("0.0.0.0", "::")
"""What a public address looks like that was never declared: it was taken from a listener open to all."""
PAGES = (
    home.pages,
    host.pages,
    game_lists.pages,
    maps.pages,
    new_game.pages,
    help.pages,
    account.pages,
    absences.pages,
    game.pages,
    gamebook.pages,
    campaigns.pages,
    ratings.pages,
    proof.pages,
    seat.pages,
    seating.pages,
    players.pages,
    command_forms.pages,
    what_if.pages,
    leading.pages,
)


def make_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The application on a configuration and a store; without them, on the instance folder the environment names."""
    config = config or configuration.load_config(Path(os.environ.get("PBEM_INSTANCE", "instance")), os.environ)
    alone = store is None
    if store is None:
        furnish_engines(config.instance)
        store = Store(config.database)
        store.migrate()
    app = Flask(
        "pbem.web", template_folder=str(templates_folder()), static_folder=str(Path(__file__).parent / "static")
    )
    app.request_class = PostedRequest
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_NAME=cookies.session_cookie_name(config),
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # a cookie that stays the same lets browsers keep what varies by it
        SESSION_COOKIE_SECURE=cookies.is_secure(config),
        TRUSTED_HOSTS=list_answered_hosts(config),
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    request_timing.attach_page_timing(app)
    access.attach_access(app, config, store)
    request_limits.attach_request_bounds(app)
    canonical_urls.attach_bare_addresses(app)
    sessions.attach_sessions(app)
    CSRFProtect(app)
    page_cache.attach_copy_shelves(app)
    clock_notice.attach_resting_notice(app, store)
    if alone:
        memo_expiry.attach_hourly_forgetting(app)
    app.before_request(request_limits.count_posted_form)
    errors.attach_error_pages(app)
    for pages in PAGES:
        app.register_blueprint(pages)
    if config.mailbox_page:
        app.register_blueprint(mailbox.pages)
    app.wsgi_app = ProxyAwareApp(app.wsgi_app, config.trusted_proxies)  # type: ignore[method-assign]
    return app


def list_answered_hosts(config: Config) -> list[str] | None:
    """The names a server answers to: the one players see, and this machine's own for those who look whether it lives.
    No other site's name leads a browser here. None: no name was declared, and every one is answered."""
    name = urlsplit(config.public_url).hostname or ""
    return None if name in EVERY_ADDRESS else [*LOOPBACK, f"[{name}]" if ":" in name else name]
