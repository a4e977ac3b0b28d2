"""Real browsers: the system's Chromium through Playwright, on a server of this machine; skipped where it is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from goofspiel import ENGINE as GOOFSPIEL
from pbem import installed
from pbem.db import Store
from pbem.play import games, orders, people, seats
from tests.web.conftest import Site, site

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome") or ""
MISSING = "There is no Chromium on this machine: install Debian's chromium"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
SEAT = "/games/verdun/seat"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One for all tests; each page is a browser of its own."""
    if not CHROMIUM and os.environ.get("PBEM_TEST_NO_SKIP"):
        pytest.fail(MISSING)
    if not CHROMIUM:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class House:
    """A server with one game, and its desks in real browsers."""

    site: Site
    root: str
    chromium: Any

    def desk(self, seat: str, **device: Any) -> Any:
        """The desk of a seat; what goes wrong in its scripts fails the test."""
        client = self.site.browser(f"{seat.lower()}@example.org").client
        context = self.chromium.new_context(**device)
        cookie = client.get_cookie("pbem")
        assert cookie is not None
        context.add_cookies([{"name": "pbem", "value": cookie.value, "url": self.root}])
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"script: {error}"))
        page.goto(self.root + SEAT)
        return page

    def standing(self, seat: str) -> tuple[str, ...]:
        with self.site.store.read() as db:
            return orders.receipt(db, seats.by_code(db, games.find(db, "verdun"), seat)).standing


@pytest.fixture
def engine() -> str:
    return "diplomacy"


@pytest.fixture
def house(
    sqlite: Store, tmp_path: Path, chromium: Any, engine: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    monkeypatch.setitem(installed.ENGINES, "goofspiel", GOOFSPIEL)
    now = datetime.now(UTC)
    with sqlite.write() as db:
        game = games.create(db, engine, slug="verdun", now=now)
        for seat in games.seats(db, game):
            seats.join(db, game, people.player(db, f"{seat.code.lower()}@example.org", now), [seat.code], now)
    place = site(sqlite, tmp_path)
    server = make_server("127.0.0.1", 0, place.app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield House(place, f"http://localhost:{server.server_port}", chromium)
    server.shutdown()
    thread.join()
    server.server_close()
