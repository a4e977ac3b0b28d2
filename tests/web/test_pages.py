"""Every page: it is there, it is whole, it is guarded, and it says what is wrong in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.health import clock_check
from pbem.health.monitoring import Backlog
from pbem.server import clock
from pbem.settings import config
from tests.games.party import clock_at, play_advised_party, start_party
from tests.web.conftest import Site, site

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
PAGES = (
    "/",
    "/help",
    "/sign-in",
    "/account",
    "/new",
    "/new?engine=toy",
    "/games/verdun",
    "/games/verdun/phases/1",
    "/games/verdun/phases/2",
    "/games/verdun/seat",
    "/mailbox",
)


class Balance(HTMLParser):
    """Collects what is wrong with the nesting of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id" and value in self.ids:
                self.faults.append(f"id {value} twice")
            if name == "id":
                self.ids.add(value or "")
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{name} on {tag}: forbidden by our own policy")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open = self.open[:-1] if tag not in VOID else self.open

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def faults(html: str) -> list[str]:
    """Return what is wrong with a page: elements badly nested, an id twice, styles or scripts inline, unfinished
    templates."""
    balance = Balance()
    balance.feed(html)
    unfinished = [sign for sign in ("{{", "{%", "Undefined") if sign in html]
    return balance.faults + balance.open + unfinished


@pytest.mark.parametrize("url", PAGES)
def test_every_page_is_whole(site: Site, url: str) -> None:
    """For a player: status 200, well formed, in a language, with a title, and guarded."""
    now = datetime.now(UTC)
    start_party(site.store, now)
    clock.run_clock_tick(site.store, clock_at(now + timedelta(hours=61)))
    red = site.browser("red@example.org")
    red.get(url)
    html = red.response.get_data(as_text=True)
    assert faults(html) == []
    assert html.lstrip().lower().startswith("<!doctype html>")
    assert red.page.css_first("html[lang]") and red.page.css_first("title") and red.page.css_first("main h1")
    check_guarding_headers(red.response.headers)


def check_guarding_headers(headers: object) -> None:
    said = dict(headers)  # type: ignore[call-overload]
    policy = said["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert said["X-Content-Type-Options"] == "nosniff"
    assert said["Referrer-Policy"] in ("same-origin", "no-referrer", "strict-origin")


@pytest.mark.parametrize("url", ["/", "/help", "/games/verdun", "/sign-in"])
def test_strangers_see_public_pages(site: Site, url: str) -> None:
    """Nobody must sign in to look."""
    start_party(site.store, datetime.now(UTC))
    nobody = site.browser()
    nobody.get(url)
    assert faults(nobody.response.get_data(as_text=True)) == []


@pytest.mark.slow
def test_a_diplomacy_game_shows_its_map(site: Site) -> None:
    """Large: a page of the game fetches it as a picture; a desk has what can be picked there."""
    now = datetime.now(UTC)
    host = site.browser("host@example.org")
    host.get("/new?engine=diplomacy")
    assert all(label.text(strip=True) for label in host.page.css("label.way")), "a choice without a word"
    host.send("/new", slug="map", pace="24h")
    for seat in ("ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY", "AUSTRIA"):
        browser = site.browser(f"{seat.lower()}@example.org")
        browser.get("/games/map")
        browser.give("join", seat=seat)
    assert now
    for url in ("/games/map", "/games/map/seat"):
        browser.get(url)
        html = browser.response.get_data(as_text=True)
        if url == "/games/map":
            picture = browser.client.get(browser.page.css_first("figure.map img").attributes["src"])  # type: ignore[union-attr]
            assert picture.mimetype == "image/svg+xml" and b"<svg" in picture.data
        else:
            assert 'data-at="BUD"' in html
        assert faults(html) == []


@pytest.mark.slow
def test_a_long_game_shows_the_phases_around_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the first and the last, however many there are: nobody asks for all of them."""
    play_advised_party(site.store, "diplomacy", 4, datetime.now(UTC))
    monkeypatch.setattr("pbem.web.pages.game.AROUND", 1)
    browser = site.browser()
    for number, shown in ((1, [1, 2, 5]), (5, [1, 4, 5])):
        browser.get(f"/games/verdun/phases/{number}")
        assert [int(item.attributes["value"] or 0) for item in browser.page.css("ol > li[value]")] == shown


@pytest.mark.slow
def test_numbers_that_no_row_has(every_site: Site) -> None:
    """PostgreSQL counts no further than 2,147,483,647, and a stranger asks for more."""
    start_party(every_site.store, datetime.now(UTC))
    red = every_site.browser("red@example.org")
    for said in ("2147483648", "9" * 15, "9" * 40, "-1", "1e3", "٩٩٩", "²", "x"):
        for path in ("/games?before={}", "/games/verdun/ledger?before={}", "/games/verdun/phases/{}", "/players/{}"):
            red.get(path.format(said), 404)
        for path in ("/games/verdun/seat?sent={}", "/games/verdun/receipts?before={}"):
            red.get(path.format(said))


def test_downloads(site: Site) -> None:
    """The report on a phase as PDF and as text."""
    start_party(site.store, datetime.now(UTC))
    client = site.app.test_client()
    pdf = client.get("/games/verdun/phases/1.pdf")
    assert pdf.status_code == 200 and pdf.data.startswith(b"%PDF-")
    assert client.get("/games/verdun/phases/1.pdf?paper=Letter").status_code == 200
    assert client.get("/games/verdun/phases/1.pdf?paper=letter&print=large&toner=low").status_code == 200
    wishes = (("paper=A9", "A4 and Letter"), ("print=huge", "normal and large"), ("toner=no", "full and low"))
    for wish, known in wishes:
        refused = client.get(f"/games/verdun/phases/1.pdf?{wish}")
        assert refused.status_code == 400 and f"{wish} is not possible here. There is {known}." in refused.text
    text = client.get("/games/verdun/phases/1.txt")
    assert text.status_code == 200 and text.mimetype == "text/plain"


@pytest.mark.parametrize(
    ("url", "status"),
    [("/nowhere", 404), ("/games/nowhere", 404), ("/games/verdun/phases/99", 404), ("/games/verdun/master", 403)],
)
def test_errors_are_said_in_words(site: Site, url: str, status: int) -> None:
    """On a page like all others."""
    start_party(site.store, datetime.now(UTC))
    red = site.browser("red@example.org")
    red.get(url, status=status)
    assert red.page.css_first("main h1")
    assert faults(red.response.get_data(as_text=True)) == []
    check_guarding_headers(red.response.headers)


def test_too_much_at_once_is_refused(site: Site) -> None:
    """With its own page."""
    red = site.browser("red@example.org")
    response = red.client.post("/account", data={"name": "x" * 2_000_000})
    assert response.status_code == 413
    assert b"<h1" in response.data


def test_a_fault_of_ours_leaks_nothing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that says sorry, without a word of what broke."""

    def broken(*_: object) -> None:
        raise RuntimeError("the secret of it all")

    monkeypatch.setattr("pbem.games.listing.load_games_page", broken)
    response = site.app.test_client().get("/")
    assert response.status_code == 500
    assert b"secret of it all" not in response.data


def test_a_strange_name_leads_to_no_page(site: Site) -> None:
    """On loopback only its own names are answered, so that no other site can read the mailbox through a browser."""
    client = site.app.test_client()
    assert client.get("/mailbox", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/mailbox", headers={"Host": "127.0.0.1:5000"}).status_code == 200


def test_health(site: Site) -> None:
    """Alive at once; ready once the clock has run."""
    client = site.app.test_client()
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
    clock.run_clock_tick(site.store, clock_at(datetime.now(UTC)))
    assert client.get("/readyz").status_code == 200


def test_troubles_are_told_to_strangers_by_name_and_age_alone(site: Site, tmp_path: Path) -> None:
    """On the page that monitoring reads, and at the port of Prometheus."""
    now = datetime.now(UTC)
    clock.run_clock_tick(site.store, clock_at(now))
    clock_check.beat_duty(site.store, clock_check.Beat.RECEIVE, now - timedelta(hours=2))
    answer = site.app.test_client().get("/readyz").json
    assert answer and not answer["ok"] and 7190 < answer["troubles"]["no receive"] < 7300
    metrics = {
        one.name: one.samples for one in Backlog(site.store, config.load_config(tmp_path, {}), lambda: now).collect()
    }
    assert "no receive" in [sample.labels["name"] for sample in metrics["pbem_trouble"]]
    assert metrics["pbem_disk_free_bytes"][0].value > 0


def test_the_demonstration_is_joined_with_one_click(sqlite: object, tmp_path: Path) -> None:
    """A free seat under a fresh name, and the browser signed in."""
    from pbem.games import demo
    from pbem.storage.database import Store

    assert isinstance(sqlite, Store)
    show = site(sqlite, tmp_path, PBEM_DEMO="true")
    now = datetime.now(UTC)
    with sqlite.write_session() as session:
        demo.create_demo(session, now)
    with sqlite.write_session() as session:
        demo.maintain_demo(session, now)
    visitor = show.browser()
    visitor.get("/")
    visitor.send("/demo/sit")
    assert visitor.url == "/games/demo/seat"
    visitor.get("/account")
    assert "visitor-1@pbem.test" in visitor.words


def test_there_is_no_demonstration_elsewhere(site: Site) -> None:
    """Without the setting nobody gets a seat by a click."""
    red = site.browser("red@example.org")
    red.get("/account")
    token = red.form_fields("/account")["csrf_token"]
    red.client.post("/demo/sit", data={"csrf_token": token})
    red.get("/account")
    assert "red@example.org" in red.words
