"""Each page has one address: whatever is added to it, or written otherwise, leads there, and to its kept copy."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.games.party import open_party
from tests.web.conftest import Site


@pytest.mark.parametrize(
    ("asked", "own"),
    [
        ("/games/verdun?x=1", "/games/verdun"),
        ("/games/verdun?utm_source=n&word=ab+c&seat=RED&fbclid=1", "/games/verdun?word=ab+c&seat=RED"),
        ("/games/verdun/phases/1?x=1", "/games/verdun/phases/1"),
        ("/games?list=finished&utm_medium=mail", "/games?list=finished"),
        ("/?x", "/"),
        ("/games/verdun/", "/games/verdun"),
        ("/Games/Verdun", "/games/verdun"),
        ("/Games/Verdun/?x=1", "/games/verdun?x=1"),
        ("/games/VERDUN?x=1", "/games/verdun"),
        ("/login", "/sign-in"),
        ("/SignIn/", "/sign-in"),
        ("/register?utm_source=n", "/sign-in?utm_source=n"),
    ],
)
def test_what_is_added_to_an_address_is_led_away(site: Site, asked: str, own: str) -> None:
    """To the bare address, for good; what the page knows stays."""
    response = site.app.test_client().get(asked)
    assert (response.status_code, response.headers.get("Location")) == (301, own)


@pytest.mark.parametrize("path", ["//evil.example/", "//evil.example/Games/", "/\\evil.example/", "/nil/", "/Nil"])
def test_nobody_is_led_elsewhere(site: Site, path: str) -> None:
    """What is no page of ours is none after it was tidied up."""
    response = site.app.test_client().get("/", environ_overrides={"PATH_INFO": path})
    assert response.status_code == 404 or response.headers["Location"].startswith("http://localhost/")


def test_another_sites_name_leads_nowhere(site: Site) -> None:
    """Not to the page for signing in either."""
    assert site.app.test_client().get("/login?x=1", headers={"Host": "evil.example"}).status_code == 400


def test_a_key_is_read_as_it_stands(site: Site) -> None:
    """The address of a letter's link is not tidied up, and forms are not sent elsewhere."""
    client = site.app.test_client()
    assert client.get("/sign-in/1-ABC").status_code == 400
    assert client.post("/games/verdun?x=1").status_code in (400, 405)


def test_what_a_page_is_asked_for_stays(site: Site) -> None:
    """Words of a page are known to that page alone, and the options of a game to open are all its own."""
    open_party(site.store, datetime.now(UTC))
    client = site.app.test_client()
    for kept in ("/games/verdun?seat=RED", "/sign-in?next=/games", "/games?list=open&before=9", "/new?engine=toy&x=1"):
        assert client.get(kept).status_code in (200, 302), kept
    assert client.get("/games/verdun?near=2").status_code == 301
