"""Pages and letters of the games of a hall: game pages and desks, made anew and kept; reports with their PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlmodel import col, select

from bench._core_games import Given, Hall
from pbem import create_app
from pbem.games.people import browsers
from pbem.mail.outbound import painting
from pbem.mail.outbound.painting import PaintedLetter
from pbem.mail.outbound.pictures import Album
from pbem.storage.models import Game, Outbox, Phase, Player

PAGED = 8
"""Games whose pages are asked for."""
KEPT = 5
"""How often a kept page is asked for again."""
WITH_PICTURES, SEATS = 2, 3
"""Games of which some reports are painted with pictures, two seconds each; all those of the others go without."""


def measure_pages(hall: Hall) -> None:
    """The pages of some games in which two seats can write orders: one of them looks, the other one writes."""
    limits = replace(hall.settings.limits, paintings=10**9)
    app = create_app(replace(hall.settings, limits=limits), hall.store)
    for number, slug in enumerate([hall.slugs[0], *hall.slugs[:PAGED]]):
        letters = [hall.write_letters(f"page {n}", [slug])[-1:] for n in range(3)]
        owing = hall.write_letters("who", [slug])
        if len(owing) > 1:
            measure_game_pages(hall, app, owing[0], letters, "" if number else "unmeasured ")


def measure_game_pages(hall: Hall, app: Flask, reader: Given, changes: Sequence[Sequence[Given]], before: str) -> None:
    """Three pages, each after a letter that changes something of its game, and then as it was kept."""
    player, game = sign_in(hall, app, reader.sender), f"/games/{reader.game}"
    pages = (
        ("game page, a stranger's", app.test_client(), game),
        ("game page, a player's", player, game),
        ("desk", player, f"{game}/seat"),
    )
    for (name, client, path), letters in zip(pages, changes, strict=True):
        ask(hall, client, path, "unmeasured")
        hall.hand_in(letters)
        hall.read_letters()
        ask(hall, client, path, f"{before}{name}, anew")
        for _ in range(KEPT):
            ask(hall, client, path, f"{before}{name}, kept")


def sign_in(hall: Hall, app: Flask, address: str) -> FlaskClient:
    """The browser of a player."""
    with hall.store.write_session() as session:
        player = session.exec(select(Player).where(Player.address == address)).one()
        token = browsers.open_web_session(session, player, datetime.now(UTC))
    client = app.test_client()
    with client.session_transaction() as kept:
        kept.update(token=token, browser="bench", _permanent=True)
    return client


def ask(hall: Hall, client: FlaskClient, path: str, name: str) -> None:
    with hall.meter.measure(name, tidy=False):
        answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    hall.meter.add_pieces(1, name)


def measure_reports(hall: Hall) -> None:
    """The reports of every phase that is open, without pictures and with them."""
    album = make_album(hall)
    for slug in hall.slugs[WITH_PICTURES:]:
        paint_reports(hall, list_reports(hall, slug), None, "report with PDF")
    for slug in hall.slugs[:WITH_PICTURES]:
        paint_reports(hall, list_reports(hall, slug)[:SEATS], album, "report with PDF and pictures")


def make_album(hall: Hall) -> Album:
    """The pictures of a hall; commits of before want to know where the letters of their pictures lie."""
    needs = {"store": hall.store, "fonts": hall.settings.instance / "fonts", "clock": lambda: hall.now}
    known: dict[str, Any] = {name: value for name, value in needs.items() if name in Album.__dataclass_fields__}
    return Album(**known)


def paint_reports(hall: Hall, rows: Sequence[int], album: Album | None, name: str) -> None:
    """Reports of one phase; the first one is also measured by itself."""
    for place, row_id in enumerate(rows):
        names = (name,) if place else (name, f"{name}, first of its phase")
        with hall.meter.measure(*names, tidy=False):
            painted = painting.paint_letter(hall.store, hall.settings, row_id, album)
        assert isinstance(painted, PaintedLetter), painted
        hall.meter.add_pieces(1, *names)


def list_reports(hall: Hall, slug: str) -> Sequence[int]:
    """The newest report to each seat."""
    with hall.store.read_session() as session:
        mine = (
            select(Outbox.id).join(Game, col(Outbox.game_id) == Game.id).join(Phase, col(Outbox.phase_id) == Phase.id)
        )
        open_phase = col(Phase.resolved_at).is_(None)
        return session.exec(
            mine.where(Game.slug == slug, Outbox.kind == "report", open_phase).order_by(col(Outbox.id))
        ).all()
