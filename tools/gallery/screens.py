"""A desk and a report as a browser shows them: a server with one game, looked at through Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from pathlib import Path
from random import Random
from threading import Thread

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from pbem import create_app
from pbem.games import games
from pbem.games.leading import master
from pbem.games.people import browsers, people
from pbem.games.seating import seats
from pbem.server import bots
from pbem.server.serve import utc_now
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Player

GAME, SEAT, YOU = "verdun", "FRANCE", "you@example.org"
PHASES = 7
CHROMIUM = "/usr/bin/chromium"


def take_screenshots(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The pictures, by their names."""
    settings = replace(config.load_config(folder / "instance", {}), demo=True)
    store = Store(settings.database)
    store.migrate()
    play_game(store)
    app = create_app(settings, store)
    with serve_app(app) as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM)
        yield "desk", take_screenshot(browser, f"{url}/games/{GAME}/seat", (1280, 900), sign_in(app, store))
        yield "desk-phone", take_screenshot(browser, f"{url}/games/{GAME}/seat", (390, 844), sign_in(app, store))
        yield "report", take_screenshot(browser, f"{url}/games/{GAME}", (1000, 1300))
        browser.close()
    store.close()


def play_game(store: Store) -> None:
    """A game of Diplomacy among advisers, with one seat held by somebody."""
    now = utc_now()
    with store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug=GAME, now=now)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, YOU, now) if seat.code == SEAT else new_bot(seat.code, now)
            session.add(player)
            session.flush()
            seats.join_game(session, game, player, [seat.code], now)
    for number in range(PHASES):
        bots.play_bots(store, lambda: now, Random(number))
        with store.write_session() as session:
            master.process_phase(session, games.get_game(session, GAME), None, now)


def new_bot(code: str, now: datetime) -> Player:
    return Player(address=f"{code.lower()}@bot.invalid", name=code.title(), bot="advice", created_at=now)


def sign_in(app: Flask, store: Store) -> str:
    """The cookie of a browser in which that somebody is signed in."""
    with store.write_session() as session:
        player = people.find_player(session, YOU)
        assert player is not None
        token = browsers.open_web_session(session, player, utc_now())
    client = app.test_client()
    with client.session_transaction() as kept:
        kept["token"] = token
    cookie = client.get_cookie("pbem")
    assert cookie is not None
    return cookie.value


@contextmanager
def serve_app(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def take_screenshot(browser: Browser, url: str, size: tuple[int, int], cookie: str = "") -> bytes:
    """Return what of a page is seen at first."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    if cookie:
        context.add_cookies([{"name": "pbem", "value": cookie, "url": url}])
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    taken = page.screenshot()
    context.close()
    return reduce_colours(taken)


def reduce_colours(picture: bytes) -> bytes:
    """The same with fewer colours."""
    file = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()
