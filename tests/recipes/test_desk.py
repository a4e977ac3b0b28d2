"""The desk as a host runs it: gunicorn or `pbem serve` behind the web servers of docs/hosting/web.md, in a real browser
that knows the site by its public name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem import create_app
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import browsers, people
from pbem.games.seating import seats
from pbem.settings import config
from pbem.storage.database import Store
from pbem.web.http.cookies import HOST_ONLY
from tests.attacks.test_gunicorn import gunicorn
from tests.browser.conftest import CHROMIUM, DESKTOP, MISSING, PHONE, launch_chromium
from tests.browser.test_desk import focused_text, tap
from tests.hosting import Host, free_port
from tests.recipes.servers import NAME, Site, caddy, cannot, nginx
from tests.size import proof_only

pytestmark = pytest.mark.slow

DESK = f"https://{NAME}/games/verdun/seat"
Servers = Callable[[Host, Path], AbstractContextManager[Site]]


@contextmanager
def gunicorn_behind_nginx(host: Host, folder: Path) -> Iterator[Site]:
    with gunicorn(host), nginx(folder, host.web, free_port(), free_port()) as site:
        yield site


@contextmanager
def serve_behind_caddy(host: Host, folder: Path) -> Iterator[Site]:
    with host.serving(), caddy(folder, host.web, free_port()) as site:
        yield site


@dataclass
class Table:
    """A game on a host's own store, and the cookie of the browser in which Austria is signed in."""

    store: Store
    cookie: dict[str, Any]

    def standing(self) -> tuple[str, ...]:
        with self.store.read_session() as db:
            return orders.current_answer(
                db, seats.get_seat_by_code(db, games.get_game(db, "verdun"), "AUSTRIA")
            ).standing


def lay_table(host: Host) -> Table:
    settings, now = config.load_config(host.folder, host.environment), datetime.now(UTC)
    store = Store(settings.database)
    store.migrate()
    with store.write_session() as db:
        game = games.insert_game(db, "diplomacy", slug="verdun", now=now)
        for seat in games.list_game_seats(db, game):
            seats.join_game(
                db, game, people.get_or_register_player(db, f"{seat.code.lower()}@example.org", now), [seat.code], now
            )
        token = browsers.open_web_session(db, people.get_or_register_player(db, "austria@example.org", now), now)
    client = create_app(settings, store).test_client()
    with client.session_transaction(base_url=f"https://{NAME}") as kept:
        kept["token"] = token
    cookie = client.get_cookie(HOST_ONLY, NAME)
    assert cookie is not None and cookie.secure and cookie.http_only
    return Table(store, {"name": HOST_ONLY, "value": cookie.value, "url": f"https://{NAME}", "secure": True})


def browser(playwright: Any, site: Site) -> AbstractContextManager[Any]:
    """Chromium, to which the public name is the server of the test."""
    if not CHROMIUM:
        cannot(MISSING)
    return launch_chromium(playwright, f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{site.port}")


@proof_only
@pytest.mark.parametrize("servers", [gunicorn_behind_nginx, serve_behind_caddy])
def test_orders_are_given_on_the_desk(playwright: Any, tmp_path: Path, servers: Servers) -> None:
    """With scripts and without: the fetches, what is led back, the cookie and the policies fit together out there."""
    settings = {"public_url": f"https://{NAME}", "trusted_proxies": "127.0.0.1"}
    host = Host(tmp_path / "instance", settings=settings)
    table = lay_table(host)
    with servers(host, tmp_path) as site, browser(playwright, site) as chromium:
        told = list[str]()
        context = chromium.new_context(**PHONE, ignore_https_errors=True)
        context.add_cookies([table.cookie])
        page = context.new_page()
        page.on("console", lambda message: told.append(message.text))
        page.on("pageerror", lambda error: told.append(str(error)))
        page.goto(DESK)
        tap(page, "A BUD")
        assert focused_text(page) == "asked"
        tap(page, "A BUD - GAL")
        assert table.standing() == ("A BUD - GAL",) and page.url == DESK and told == []
        plain = chromium.new_context(**DESKTOP, ignore_https_errors=True, java_script_enabled=False)
        plain.add_cookies([table.cookie])
        page = plain.new_page()
        page.goto(DESK)
        for value in ("A VIE", "A VIE - TYR"):
            with page.expect_navigation():
                page.locator(f'button[name="say"][value="{value}"]').first.click()
        assert page.url.startswith(f"{DESK}#o-") and "Army Vienna" in page.locator("li.order:target").text_content()
        assert table.standing() == ("A BUD - GAL", "A VIE - TYR")
