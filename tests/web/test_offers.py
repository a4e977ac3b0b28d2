"""A page never offers what is not there: every link that it shows leads somewhere."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urljoin, urlsplit

import pytest

from engines.all import list_own_engines
from tests.attacks.tables import address, codes, start_engine_party
from tests.size import take_some
from tests.web.conftest import Browser, Site

ENGINES = [engine.code for engine in list_own_engines()]


def list_linked_paths(browser: Browser, url: str) -> set[str]:
    """The paths on this site to which the page at a path links."""
    page = browser.get(url)
    links = (urlsplit(urljoin(url, node.attributes["href"] or "")) for node in page.css("a[href]"))
    return {link.path for link in links if link.netloc in ("", "localhost")}


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("engine", take_some(["toy", *ENGINES], 2))
def test_every_link_of_a_game_leads_somewhere(engine: str, site: Site) -> None:
    """On its page, on those of its phases and on a desk: for a bystander and for a player. A page that does not tell of
    the game is the same for both."""
    now = datetime.now(UTC)
    party = start_engine_party(site.store, engine, now - timedelta(days=5))
    party.close(now)
    game = f"/games/try-{engine}"
    player = site.browser(address(codes(party)[1]))
    followed = set[str]()
    for browser, pages in ((site.browser(), ("", "/phases/1")), (player, ("", "/phases/1", "/seat"))):
        links = {link for page in pages for link in list_linked_paths(browser, game + page)}
        assert f"{game}/phases/2.pdf" in links
        new = {link for link in links if link not in followed or link.startswith(game)}
        assert {link: code for link in new if (code := browser.client.get(link).status_code) >= 400} == {}
        followed |= links


def test_a_report_without_a_map_says_so(site: Site) -> None:
    """Who has kept an address of a picture reads why there is none; the phase itself is there."""
    start_engine_party(site.store, "europax", datetime.now(UTC))
    browser = site.browser()
    assert not any(link.endswith(".svg") for link in list_linked_paths(browser, "/games/try-europax"))
    browser.get("/games/try-europax/phases/1.svg", status=404)
    assert "no map" in browser.words and "no phase" not in browser.words
