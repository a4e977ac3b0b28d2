"""Europax on the web: its picture on the page of a phase, and boards that are pressed on a desk."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.attacks.tables import address, codes, start_engine_party
from tests.web import finger
from tests.web.conftest import Browser, Site

GAME = "/games/try-europax"
SEAT = f"{GAME}/seat"
COUNTRIES = {"FR", "EN", "DE", "BX", "IT"}


@pytest.fixture
def player(site: Site, present: datetime) -> Browser:
    """One of five whose boards were dealt, with a round behind them."""
    party, at, closed = (
        start_engine_party(site.store, "europax", present - timedelta(days=30)),
        present - timedelta(days=29),
        0,
    )
    while closed < 2:
        at += timedelta(hours=12)
        closed += party.close(at) is not None
    return site.browser(address(codes(party)[0]))


def press(player: Browser, **given: str) -> None:
    held = player.form_fields(SEAT) | {name: [value] for name, value in given.items()}
    player.arrive(player.client.post(SEAT, data=held), SEAT, 200)


def list_pickable(player: Browser, kind: str) -> set[str | None]:
    return {a.attributes["data-at"] for a in player.page.css(f"#board .{kind} a.pick")}


@pytest.mark.slow
def test_boards_are_pressed_on_a_desk(player: Browser) -> None:
    """In the wide picture and in the tall one, of which the reader sees one."""
    player.get(SEAT)
    press(player, say="BUY")
    press(player, say="BUY *")
    assert list_pickable(player, "wide") == list_pickable(player, "tall") == COUNTRIES
    assert all(a.attributes["aria-label"] for a in player.page.css("#board a.pick"))
    press(player, at="FR")
    assert finger.text_so_far(player.page) == "BUY * FROM FR"


def test_cards_say_who_would_deliver(player: Browser) -> None:
    player.get(SEAT)
    faces = [face.text() for face in player.page.css("#board .face")]
    assert faces and all(": " in face for face in faces)


def test_the_page_of_a_phase_shows_what_was_sold(player: Browser) -> None:
    page = player.get(f"{GAME}/phases/3")
    wide, tall = page.css("figure.boards svg")
    for svg in (wide, tall):
        assert "sells to" in (svg.css_first("desc") or svg).text()
        assert svg.attributes["role"] == "img"
