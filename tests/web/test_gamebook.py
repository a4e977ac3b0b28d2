"""The page of a game book: asked for, watched, fetched; for each reader his own."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlmodel import select

from pbem.documents.gamebook import making
from pbem.games.leading import master
from pbem.games.talk import press
from pbem.storage.models import GameBook
from tests.games.party import Party, clock_at, start_party
from tests.web.conftest import Browser, Site

HOUR = timedelta(hours=1)
BOOK, FILE = "/games/verdun/book", "/games/verdun/book.pdf"


@pytest.fixture
def party(site: Site, present: datetime) -> Party:
    """A game with a phase behind it, in which Red has written to Blue."""
    party = start_party(site.store, present, players=3)
    with site.store.write_session() as session:
        game = party.game(session)
        press.post_press(session, game, party.seat(session, "RED"), ["BLU"], "the vineyard at dusk", present, "a")
        master.process_phase(session, game, None, present)
    return party


def words(browser: Browser) -> str:
    """Return what stands in the file that the browser's page leads to."""
    response = browser.client.get(FILE)
    assert response.status_code == 200 and response.mimetype == "application/pdf"
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(response.data)).pages)


@pytest.mark.usefixtures("party")
def test_a_book_is_asked_for_watched_and_fetched(site: Site, present: datetime) -> None:
    """A button, a bar while it is made, then a link; the page of the game leads there."""
    red = site.browser("red@example.org")
    assert red.get("/games/verdun").css_first(f'a[href="{BOOK}"]')
    red.get(BOOK)
    red.send(BOOK)
    bar = red.page.css_first("progress")
    assert bar is not None and (bar.attributes["value"], bar.attributes["max"]) == ("0", "2")
    assert red.page.css_first('meta[http-equiv="refresh"]')
    assert red.client.get(FILE).status_code == 404
    making.make_waiting_books(site.store, clock_at(present + HOUR))
    assert red.get(BOOK).css_first(f'a[href="{FILE}"]')
    assert "the vineyard at dusk" in words(red)


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_each_reader_has_his_own(site: Site, present: datetime) -> None:
    """A player who was not written to, and a visitor, get none of another's book."""
    red, green, anybody = site.browser("red@example.org"), site.browser("green@example.org"), site.browser()
    red.get(BOOK)
    red.send(BOOK)
    making.make_waiting_books(site.store, clock_at(present + HOUR))
    assert green.client.get(FILE).status_code == anybody.client.get(FILE).status_code == 404
    reader = site.browser("reader@example.org")
    for browser in (green, reader):
        browser.get(BOOK)
        browser.send(BOOK)
    making.make_waiting_books(site.store, clock_at(present + HOUR))
    for browser in (green, reader, anybody):
        assert "vineyard" not in words(browser)


@pytest.mark.usefixtures("party")
def test_a_stranger_causes_none(site: Site) -> None:
    """He is led to the page that signs in, and nothing is made."""
    stranger = site.browser()
    stranger.get(BOOK)
    stranger.send(BOOK)
    assert "/sign-in" in stranger.url
    with site.store.read_session() as session:
        assert not session.exec(select(GameBook)).all()


def test_there_is_none_yet(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    assert "There is none yet" in (red.get(BOOK).text() or "")
    assert red.client.get(FILE).status_code == 404


def test_press_is_opened_by_a_button(site: Site, party: Party) -> None:
    red = site.browser("red@example.org")
    red.get(BOOK)
    red.give("open press")
    assert opens(party)
    red.give("close press")
    assert not opens(party)
    visitor = site.browser("reader@example.org")
    visitor.get(BOOK)
    assert visitor.page.css_first(f'form[action="{BOOK}/press"]') is None


def opens(party: Party) -> bool:
    with party.store.read_session() as session:
        return party.seat(session, "RED").opens_press
