"""How the server is, shown to its host alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.games.people import people
from pbem.health import clock_check, milestones
from pbem.health.clock_check import Beat
from pbem.server import clock
from pbem.storage.database import Store
from tests.games.party import clock_at
from tests.web.conftest import Site, site

HOST = "host@example.org"


@pytest.fixture
def hosted(sqlite: Store, tmp_path: Path) -> Site:
    """A server whose host has named an address; its clock runs."""
    found = site(sqlite, tmp_path, PBEM_HOST_ADDRESS="Host@example.org")
    clock.run_clock_tick(found.store, clock_at(datetime.now(UTC)))
    return found


def test_the_host_sees_what_is_wrong_since_when_and_what_to_do(hosted: Site) -> None:
    """First by one line on the front page, from which a link leads there."""
    host = hosted.browser(HOST)
    host.get("/")
    assert "Something is wrong" not in host.words
    host.get("/host")
    assert "All is well, as far as the server can tell by itself." in host.words
    gone = datetime.now(UTC) - timedelta(hours=2)
    clock_check.beat_duty(hosted.store, Beat.RECEIVE, gone)
    milestones.set_instant(hosted.store, milestones.BACKUP, datetime(2026, 1, 2, 3, 4, tzinfo=UTC))
    front = host.get("/")
    assert "Something is wrong with this server: no receive, backup." in host.words
    [link] = [one for one in front.css("main a") if one.attributes["href"] == "/host"]
    assert link.text() == "What it is, and what to do"
    host.get("/host")
    assert f"pbem receive is silent since {gone:%Y-%m-%d %H:%M} UTC: start it, or pbem serve" in host.words
    assert "The last backup is of 2026-01-02 03:04 UTC: look at what calls pbem backup" in host.words
    assert not host.page.css("main form, main button"), "there is nothing to be done"


def test_a_page_that_was_kept_hides_no_trouble(hosted: Site) -> None:
    """The front page of a minute ago is not shown to the host again."""
    host = hosted.browser(HOST)
    host.get("/")
    clock_check.beat_duty(hosted.store, Beat.SEND, datetime.now(UTC) - timedelta(hours=2))
    host.get("/")
    assert "no send" in host.words


def test_for_all_others_there_is_no_such_page(hosted: Site) -> None:
    """As for any address that leads nowhere; and no page tells that there is one."""
    clock_check.beat_duty(hosted.store, Beat.SEND, datetime.now(UTC) - timedelta(hours=2))
    for address in ("", "player@example.org", "host@example.org.example.net"):
        reader = hosted.browser(address)
        reader.get("/")
        assert "/host" not in reader.response.get_data(as_text=True) and "Something is wrong" not in reader.words
        reader.get("/nowhere", 404)
        nowhere = reader.response
        reader.get("/host", 404)
        assert reader.response.get_data() == nowhere.get_data()
        assert [*reader.response.headers.keys()] == [*nowhere.headers.keys()]


def test_who_was_the_host_is_none_any_more(hosted: Site) -> None:
    """The address counts, not the player: one who moves away takes nothing along."""
    host = hosted.browser(HOST)
    with hosted.store.write_session() as session:
        player = people.find_player(session, HOST)
        assert player is not None
        people.change_address(session, player, "elsewhere@example.org")
    host.get("/host", 404)


def test_without_an_address_nobody_is_the_host(sqlite: Store, tmp_path: Path) -> None:
    nobody = site(sqlite, tmp_path)
    nobody.browser(HOST).get("/host", 404)
    nobody.browser().get("/host", 404)
