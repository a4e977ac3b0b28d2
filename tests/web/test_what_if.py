"""“What if …” on the desk: orders laid out for any seat without scripts, what would come of them, and what never leaks."""

from __future__ import annotations

from datetime import datetime

import pytest

from pbem.db import Store
from pbem.play import foresight, games, master, orders
from tests.play.table import Table, begun
from tests.web import finger
from tests.web.conftest import Browser, Site
from tests.web.test_desk import SEAT, desk, opened, standing
from tests.web.test_pages import faults

PAGE = f"{SEAT}/what-if"


def press(browser: Browser, status: int = 200, **given: str) -> None:
    """Presses a button of the page. The browser adds what the form holds."""
    name, value = next(iter(given.items()))
    assert name in ("number", "text") or value in finger.buttons(browser.page, name), f"no button {name} {value}"
    box = browser.page.css_first("textarea[name=text]")
    held = browser.held(PAGE) | {"text": [box.text() if box else ""]} | {key: [text] for key, text in given.items()}
    browser.arrive(browser.client.post(PAGE, data=held), PAGE, status)
    assert faults(browser.response.get_data(as_text=True)) == []


def tried(browser: Browser) -> list[str]:
    """The lines that are laid out."""
    return finger.buttons(browser.page, "take")


def lay(browser: Browser, seat: str, text: str) -> None:
    """Presses until an order of a seat is laid out."""
    press(browser, turn=seat)
    for _ in range(6):
        if f"{seat}: {text}" in tried(browser):
            return
        pressed = finger.press(browser.page, text)
        assert pressed, f"no button leads to {text}: {browser.words}"
        press(browser, **pressed)
    raise AssertionError(text)


@pytest.fixture
def game(site: Site, present: datetime) -> Table:
    return opened(site.store, "diplomacy", present)


@pytest.fixture
def france(site: Site, game: Table) -> Browser:
    browser = desk(site, "FRANCE")
    browser.get(PAGE)
    return browser


def test_the_whole_way_without_scripts(site: Site, game: Table, france: Browser) -> None:
    """Orders of three seats button by button, drawn on the board; what would come of them in words and as a picture;
    nobody's orders are touched."""
    lay(france, "FRANCE", "A PAR - BUR")
    lay(france, "GERMANY", "A MUN - BUR")
    lay(france, "ITALY", "A VEN - TYR")
    assert tried(france) == ["FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR", "ITALY: A VEN - TYR"]
    press(france, tell="yes")
    sheet = france.page.css_first("#sheet")
    assert sheet and "bounce" in sheet.text().lower() and "If all ordered so" in sheet.text()
    assert france.page.css_first("#board svg image.land")
    assert [standing(game, code) for code in ("FRANCE", "GERMANY", "ITALY")] == [(), (), ()]
    press(france, take="GERMANY: A MUN - BUR")
    assert tried(france) == ["FRANCE: A PAR - BUR", "ITALY: A VEN - TYR"]
    assert not france.page.css_first("#sheet .lead")
