"""A game can be learned on the pages alone: its first turn, its books, and a booklet to print."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from engines.all import SHIPPED
from engines.language.grammar import Remark
from goofspiel import ENGINE as GOOFSPIEL
from pbem.books import booklet, shelf
from pbem.settings import installed_engines
from pbem.storage.database import Store
from tests.books import RULES, replace_books
from tests.games import toy
from tests.games.party import start_party
from tests.web.conftest import Browser, Site, site
from tests.web.test_pages import check_guarding_headers, faults

BOOKS = [(code, kind) for code, engine in SHIPPED.items() for kind in shelf.list_shelf_kinds(engine)]


@pytest.fixture(autouse=True)
def books(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_books(monkeypatch, rules=RULES)
    monkeypatch.setitem(installed_engines.ENGINES, "goofspiel", GOOFSPIEL)


def check_whole_page(browser: Browser, url: str) -> None:
    browser.get(url)
    assert faults(browser.response.get_data(as_text=True)) == []
    check_guarding_headers(browser.response.headers)


@pytest.mark.parametrize(("code", "kind"), BOOKS)
def test_every_book_is_a_whole_page(site: Site, code: str, kind: str) -> None:
    """For anybody; and its contents lead to what is on it."""
    nobody = site.browser()
    check_whole_page(nobody, f"/help/{code}/{kind}")
    names = {node.attributes["id"] for node in nobody.page.css("[id]")}
    anchors = [str(a.attributes["href"]) for a in nobody.page.css("nav.contents a")]
    assert anchors and {anchor.removeprefix("#") for anchor in anchors} <= names


@pytest.mark.slow
@pytest.mark.parametrize("code", [*SHIPPED, "goofspiel", "toy"])
def test_the_page_of_a_game(site: Site, code: str) -> None:
    """The first turn, ways to the books, who made the game; every link of it can be followed."""
    nobody = site.browser()
    check_whole_page(nobody, f"/help/{code}")
    assert installed_engines.ENGINES[code].credit in nobody.words
    links = {str(a.attributes["href"]) for a in nobody.page.css("main a")}
    assert f"/help/{code}/orders" in links and f"/help/{code}/booklet.pdf" in links
    for link in {urlsplit(urljoin(nobody.url, link)).path for link in links if not link.startswith("http")}:
        assert nobody.client.get(link).status_code == 200, link


def test_what_can_be_written_now(site: Site, present: datetime) -> None:
    """Whoever plays sees above the reference what he could write at this moment; nobody else does."""
    start_party(site.store, present, slug="marne")
    mine, nobody = site.browser("red@example.org"), site.browser()
    for browser in (mine, nobody):
        check_whole_page(browser, "/help/toy/orders")
    now = mine.page.css_first("#now h2")
    assert now is not None and now.text() == "Now, in marne: Round 1" and "Now, in" not in nobody.words


def test_a_section_has_a_name(site: Site) -> None:
    """Numbers of headings, paragraphs, items and codes; links of the text lead from book to book."""
    nobody = site.browser()
    nobody.get("/help/toy/rules")
    assert {"1", "1.1", "1.1a", "2.2.1", "E05", "W15"} <= {node.attributes["id"] for node in nobody.page.css("[id]")}
    assert nobody.page.css_first('article a[href="#2"]')
    nobody.get("/help/goofspiel")
    assert nobody.page.css_first('article a[href="/help/goofspiel/rules#2.4"]')


@pytest.mark.parametrize(
    "url", ["/help/chess", "/help/toy/examples", "/help/toy/..%2frules", "/help/chess/booklet.pdf"]
)
def test_what_does_not_exist(site: Site, url: str) -> None:
    nobody = site.browser()
    nobody.get(url, 404)
    assert faults(nobody.response.get_data(as_text=True)) == []


def test_pages_lead_to_the_books(site: Site, present: datetime) -> None:
    """The first page, that of a game, the desk, and that of a new game."""
    start_party(site.store, present)
    red = site.browser("red@example.org")
    for url in ("/", "/games/verdun", "/games/verdun/seat", "/new?engine=toy", "/help"):
        red.get(url)
        assert red.page.css_first('main a[href="/help/toy"]'), url


def test_a_code_on_the_desk_is_a_link(site: Site, present: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the place in the rules that explains it; what is no code stays words."""
    start_party(site.store, present)

    def check(*_: object) -> list[Remark]:
        return [Remark("error", "You hold no <7>.", "BID 7", code="E05")]

    monkeypatch.setattr(toy.Toy, "check", check)
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    red.send("/games/verdun/seat/orders", text="bid 7")
    link = red.page.css_first('main a[href="/help/toy/rules#E05"]')
    assert link is not None and link.text() == "E05" and "You hold no <7>." in red.words


# --- the booklet ----------------------------------------------------------------------------------------------------


def test_the_booklet_is_a_public_door_with_a_limit(sqlite: Store, tmp_path: Path) -> None:
    """Counted for a network address; and what was painted once is not painted again."""
    few = site(sqlite, tmp_path, PBEM_LIMITS_PAINTINGS="2")
    client = few.browser().client
    first = client.get("/help/goofspiel/booklet.pdf")
    assert first.mimetype == "application/pdf" and first.data.startswith(b"%PDF")
    painted = booklet.PAINTED["goofspiel", "A4", "normal"]
    assert client.get("/help/goofspiel/booklet.pdf").data == first.data
    assert booklet.PAINTED["goofspiel", "A4", "normal"] is painted
    assert client.get("/help/goofspiel/booklet.pdf").status_code == 429


def test_a_paper_that_does_not_exist(site: Site) -> None:
    """Is refused before anything is painted or kept."""
    client = site.browser().client
    kept = set(booklet.PAINTED)
    assert client.get("/help/goofspiel/booklet.pdf?paper=Letter").status_code == 200
    assert client.get("/help/goofspiel/booklet.pdf?paper=A9").status_code == 400
    assert set(booklet.PAINTED) - kept <= {("goofspiel", "Letter", "normal")}
