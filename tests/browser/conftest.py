"""Real browsers: the system's Chromium through Playwright, on a server of this machine; skipped where it is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import make_server

from goofspiel import ENGINE as GOOFSPIEL
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.settings import installed_engines
from pbem.storage.database import Store
from tests.browser.hands import DESKTOP as DESKTOP
from tests.browser.hands import LOOKED
from tests.browser.hands import PHONE as PHONE
from tests.games.party import Party
from tests.size import WHOLE
from tests.web.conftest import Site, site

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), "")
"""Best the same browser without windows, which takes half of the processor's time."""
MISSING = "There is no Chromium on this machine: install Debian's chromium"
SEAT = "/games/verdun/seat"
LOOKS = [(PHONE, "light"), (DESKTOP, "dark"), *([(PHONE, "dark"), (DESKTOP, "light")] if WHOLE else [])]
"""Devices and colours in which pages are looked at. No colour hangs on the width."""
FAULTS: dict[str, Any] = {"resultTypes": ["violations"], "selectors": False, "preload": False}
"""What axe is asked for: not where in the page all that stands which is right, which takes it longest."""


@contextmanager
def launch_chromium(playwright: Any, *more: str) -> Iterator[Any]:
    """The system's Chromium; each page is a browser of its own."""
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *more])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[Any]:
    """One for all tests."""
    if not CHROMIUM and os.environ.get("PBEM_TEST_NO_SKIP"):
        pytest.fail(MISSING)
    if not CHROMIUM:
        pytest.skip(MISSING)
    with launch_chromium(playwright) as browser:
        yield browser


@dataclass
class House:
    """A server with one game, and its desks in real browsers."""

    site: Site
    root: str
    chromium: Any
    party: Party
    engine: str

    def desk(self, seat: str, **device: Any) -> Any:
        """The desk of a seat; what goes wrong in its scripts fails the test."""
        client = self.site.browser(f"{seat.lower()}@example.org").client
        context = self.chromium.new_context(**device)
        cookie = client.get_cookie("pbem")
        assert cookie is not None
        context.add_cookies([{"name": "pbem", "value": cookie.value, "url": self.root}])
        page = context.new_page()
        page.add_init_script(LOOKED)
        page.on("pageerror", lambda error: pytest.fail(f"script: {error}"))
        page.goto(self.root + SEAT)
        return page

    def standing(self, seat: str) -> tuple[str, ...]:
        with self.site.store.read_session() as db:
            return orders.current_answer(db, seats.get_seat_by_code(db, games.get_game(db, "verdun"), seat)).standing


@contextmanager
def serve_site(site: Site) -> Iterator[str]:
    """The address of a site that real browsers can reach."""
    server = make_server("127.0.0.1", 0, site.app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@contextmanager
def open_house(store: Store, folder: Path, chromium: Any, engine: str) -> Iterator[House]:
    """A house with a game in which everybody has sat down."""
    now = datetime.now(UTC)
    with store.write_session() as db:
        game = games.insert_game(db, engine, slug="verdun", now=now)
        for seat in games.list_game_seats(db, game):
            seats.join_game(
                db, game, people.get_or_register_player(db, f"{seat.code.lower()}@example.org", now), [seat.code], now
            )
        party = Party(store, game.id or 0)
    here = site(store, folder, PBEM_HOST_ADDRESS="player@example.org")
    with serve_site(here) as root:
        yield House(here, root, chromium, party, engine)
        for context in chromium.contexts:  # their pages would go on until all tests are over
            context.close()


@pytest.fixture
def engine() -> str:
    return "diplomacy"


@pytest.fixture
def house(
    sqlite: Store, tmp_path: Path, chromium: Any, engine: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[House]:
    """The dice of its game fall alike every time."""
    monkeypatch.setitem(installed_engines.ENGINES, "goofspiel", GOOFSPIEL)
    monkeypatch.setattr("pbem.games.games.secrets.token_hex", lambda size: "5e" * size)
    with open_house(sqlite, tmp_path, chromium, engine) as house:
        yield house
