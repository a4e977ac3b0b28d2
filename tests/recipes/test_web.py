"""The web servers of docs/hosting/web.md, in front of a real `pbem serve`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.client import RemoteDisconnected
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.hosting import Host, Relay, free_port, words
from tests.recipes.servers import NAME, Site, caddy, nginx

pytestmark = pytest.mark.slow

Front = Callable[[Path, int], AbstractContextManager[Site]]
FRONTS: dict[str, Front] = {
    "nginx": lambda folder, web: nginx(folder, web, free_port(), free_port()),
    "caddy": lambda folder, web: caddy(folder, web, free_port()),
}
ALLOWED = 2
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
FORGED = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "Forwarded": "for=198.51.100.1;host=evil.example",
}


@contextmanager
def serve_recipe_site(front: Front, folder: Path) -> Iterator[tuple[Site, Relay]]:
    """A site and its relay, set up as the page says."""
    relay = Relay()
    relay.controller.start()
    settings = {
        "public_url": f"https://{NAME}",
        "trusted_proxies": "127.0.0.1",
        "limits_sign_ins_from_one": str(ALLOWED),
    }
    host = Host(folder / "instance", relay, settings)
    with host.serving(), front(folder, host.web) as site:
        yield site, relay
    relay.controller.stop()


def asks(site: Site, address: str, source: str, **forged: str) -> int:
    """A visitor asks for a sign-in letter; the status of the answer."""
    site.cookies.clear()
    page = site.ask("/sign-in", source=source)[2]
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    form = urlencode({"csrf_token": token[1], "address": address, "next": ""})
    headers = {**FORM, "Referer": f"https://{NAME}/sign-in", **forged}
    return site.ask("/sign-in", "POST", form, headers, source)[0]


@pytest.mark.parametrize("front", FRONTS.values(), ids=FRONTS)
def test_a_web_server_in_front(front: Front, tmp_path: Path) -> None:
    """S1, S7: what a visitor forges moves neither limits nor links; each visitor has limits of his own; there is no
    mailbox; what is too big is refused; the pages know that they are read over TLS; no other name leads here."""
    with serve_recipe_site(front, tmp_path) as (site, relay):
        for n in range(ALLOWED):
            forged = {**FORGED, "X-Forwarded-For": f"198.51.100.{n}"}
            assert asks(site, f"a{n}@example.org", "127.0.0.3", **forged) == 200
        assert asks(site, "b@example.org", "127.0.0.3", **{"X-Forwarded-For": "198.51.100.9"}) == 429
        assert asks(site, "c@example.org", "127.9.0.4") == 200
        letter = words(relay.wait_for_letter("a0@example.org"))
        assert f"https://{NAME}/sign-in/" in letter and "evil.example" not in letter
        for path in ("/mailbox", "/mailbox/1", "/mailbox/send"):
            assert site.ask(path)[0] == 404
        status, headers, page = site.ask("/sign-in", headers=FORGED)
        assert status == 200 and "evil.example" not in page
        assert all("Secure" in cookie for cookie in headers.get_all("Set-Cookie", []))
        # Caddy passes on what it reads, and may find pbem's door shut before it has counted: then it says 502,
        # or passes on a refusal without its words
        assert site.ask("/sign-in", "POST", "x" * 2_000_000)[0] in (413, 502)
        assert asks(site, "d@example.org", "127.9.0.5", Referer="") == 400  # over TLS a form says where it is from
        assert not relay.to("b@example.org") and not relay.to("d@example.org")
        assert not shown_to_another_name(site)


def shown_to_another_name(site: Site) -> bool:
    """Return whether somebody who leads a browser here under a name of his own shows it anything."""
    try:
        _, _, page = site.ask("/", headers={"Host": "evil.example"})
    except RemoteDisconnected:  # nginx hangs up
        return False
    return "pbem" in page or "evil.example" in page
