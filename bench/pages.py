"""The pages people open most: of a server with five games and of one with ten thousand, of a game of a hundred phases.

Each page is measured beside a bare Flask page with one query in the same run, as CPU of the server's process for one
request over HTTP: at first without anything kept, then as it is asked for again. Statements and bytes are exact.
"""

from __future__ import annotations

import gzip
import http.client
import logging
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import quantiles
from threading import Thread
from typing import Any

import sqlalchemy as sa
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from sqlmodel import select

from bench import Row
from bench._servers import free_port
from bench._town import LONG, READER, build_town
from pbem import create_app
from pbem.games import Refusal, games
from pbem.games.people import browsers
from pbem.server import bots
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Game, Player
from pbem.web.http import page_cache

SIZES = (5, 10_000)
ASKED = 60
"""Requests of which the least counts, in batches of ten."""
IN_FLIGHT, EACH = 10, 30
PAGES = {
    "front page": "/",
    "page of a game": f"/games/{LONG}",
    "phase 50 of 100": f"/games/{LONG}/phases/50",
    "its PDF": f"/games/{LONG}/phases/50.pdf",
    "desk": f"/games/{LONG}/seat",
}


def run() -> list[Row]:
    return [row for size in SIZES for row in of_size(size)]


def of_size(size: int) -> Iterator[Row]:
    """The rows of a server with so many games."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{Path(folder) / 'pages.db'}")
        store.migrate()
        build_town(store, size)
        yield from pages(store, Path(folder), size)
        yield from lists(store, size)
        store.close()


# --- over HTTP ----------------------------------------------------------------------------------------------------


def pages(store: Store, folder: Path, size: int) -> Iterator[Row]:
    cookie = signed_in(store, folder)
    with serve_pages(store.url.render_as_string(), folder) as ask:
        floor = ask("/bare", "")
        yield Row(f"{size} games: bare page with a query", floor["cpu"], "ms CPU", None, "")
        for name, path in PAGES.items():
            for who, token in (("", ""), (", a player's", cookie)):
                if name == "desk" and not token:
                    continue
                told = f"{size} games: {name}{who}"
                anew, again = ask(path, token, anew=True), ask(path, token)
                yield Row(f"{told}, made anew", anew["cpu"], "ms CPU", floor["cpu"], "")
                yield Row(f"{told}, kept", again["cpu"], "ms CPU", floor["cpu"], "<= 2.5 (0.4 of the bare page)")
                yield Row(f"{told}, 95th of 10 in flight", again["p95"], "ms", floor["p95"], "<= 50 ms")
                yield Row(f"{told}, statements anew", anew["statements"], "", again["statements"], "")
                yield Row(f"{told}, bytes", again["bytes"], "", again["compressed"], "")


def signed_in(store: Store, folder: Path) -> str:
    """The cookie of the reader's browser."""
    app = create_app(config.load_config(folder, {}), store)
    with store.write_session() as session:
        reader = session.exec(select(Player).where(Player.address == READER)).one()
        token = browsers.open_web_session(session, reader, datetime.now(UTC))
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    return "pbem=" + str(signer.dumps({"token": token, "browser": "bench", "_permanent": True}))


Asked = Callable[..., dict[str, float]]


@contextmanager
def serve_pages(url: str, folder: Path) -> Iterator[Asked]:
    """A server in a process of its own; gives what asks it for a page many times, and tells what that cost."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    port = free_port()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(url, folder, port, there), daemon=True)
    process.start()
    here.recv()

    def ask(path: str, cookie: str, anew: bool = False) -> dict[str, float]:
        here.send("anew" if anew else "keep")
        here.recv()
        first = fetch_page(port, path, cookie, gzipped=False)
        packed = fetch_page(port, path, cookie, gzipped=True)
        spent, statements = [], 0.0
        for _ in range(ASKED // 10):
            before = ask_counts(here)
            with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
                for _ in range(10):
                    get_content(line, path, cookie, True)
            after = ask_counts(here)
            spent.append((after[0] - before[0]) * 100)
            statements = (after[1] - before[1]) / 10
        late = [] if anew else crowd(port, path, cookie)
        return {
            "cpu": min(spent),
            "statements": statements,
            "bytes": len(first),
            "compressed": len(packed),
            "p95": quantiles(late, n=20)[-1] * 1000 if late else 0.0,
        }

    yield ask
    process.terminate()
    process.join()


def ask_counts(line: Connection) -> tuple[float, int]:
    line.send("count")
    told: tuple[float, int] = line.recv()
    return told


def crowd(port: int, path: str, cookie: str) -> list[float]:
    """Seconds of each of many requests, ten in flight."""
    late = list[float]()

    def one() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
            for _ in range(EACH):
                start = time.perf_counter()
                get_content(line, path, cookie, True)
                late.append(time.perf_counter() - start)

    threads = [Thread(target=one) for _ in range(IN_FLIGHT)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return late


def fetch_page(port: int, path: str, cookie: str, gzipped: bool) -> bytes:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as line:
        return get_content(line, path, cookie, gzipped)


def get_content(line: http.client.HTTPConnection, path: str, cookie: str, gzipped: bool) -> bytes:
    headers = {"Cookie": cookie, **({"Accept-Encoding": "gzip"} if gzipped else {})}
    line.request("GET", path, headers={key: value for key, value in headers.items() if value})
    answer = line.getresponse()
    content = answer.read()
    assert answer.status == 200, (path, answer.status)
    if gzipped and answer.headers.get("Content-Encoding") == "gzip":
        assert gzip.decompress(content)
    return content


def serve(url: str, folder: Path, port: int, line: Connection) -> None:
    """In the other process: the application as `pbem serve` has it, and the bare page."""
    from waitress import create_server

    logging.getLogger("waitress").setLevel(logging.ERROR)  # it tells of every request that waits
    store = Store(url)
    settings = config.load_config(folder, {})
    app = create_app(replace(settings, limits=replace(settings.limits, paintings=10**9)), store)
    bare, statements = Flask("bare"), [0]
    bare.add_url_rule("/bare", view_func=lambda: one_query(store))
    sa.event.listen(store.engine, "before_cursor_execute", lambda *_: statements.__setitem__(0, statements[0] + 1))

    def either(environ: dict[str, Any], start: Any) -> Any:
        return (bare if environ["PATH_INFO"] == "/bare" else app)(environ, start)

    Thread(target=create_server(either, host="127.0.0.1", port=port, threads=8).run, daemon=True).start()
    line.send("ready")
    keep = page_cache.Shelf.get
    while True:
        match line.recv():
            case "count":
                used = resource.getrusage(resource.RUSAGE_SELF)
                line.send((used.ru_utime + used.ru_stime, statements[0]))
            case how:
                page_cache.Shelf.get = keep if how == "keep" else lambda *_: None  # type: ignore[method-assign]
                line.send(os.getpid())


def one_query(store: Store) -> str:
    with store.read_session() as session:
        return f"<!DOCTYPE html><title>{session.exec(select(Game).where(Game.slug == LONG)).one().slug}</title>"


# --- lists --------------------------------------------------------------------------------------------------------


def lists(store: Store, size: int) -> Iterator[Row]:
    """Yield what grew with the number of games."""
    now = datetime.now(UTC)

    def unknown() -> None:
        with store.read_session() as session:
            try:
                games.get_game(session, "lomg")
            except Refusal:
                return

    yield Row(
        f"{size} games: what bots owe", least(lambda: bots.play_bots(store, lambda: now, Random(1))), "ms CPU", None, ""
    )
    yield Row(f"{size} games: an unknown game", least(unknown), "ms CPU", None, "")


def least(work: Callable[[], object]) -> float:
    """CPU of the cheapest of some runs, in ms."""
    spent = []
    for _ in range(30):
        start = time.process_time()
        work()
        spent.append((time.process_time() - start) * 1000)
    return min(spent)
