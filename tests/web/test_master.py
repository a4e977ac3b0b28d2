"""The game master's page: every act once, what players read of it, and that it is nobody else's."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem import clock
from pbem.play import press
from tests.play.party import MASTER, Party, at, begun
from tests.web.conftest import Browser, Site

PAGE = "/games/verdun/master"


@pytest.fixture
def game(site: Site, present: datetime) -> Party:
    return begun(site.store, present)


@pytest.fixture
def host(site: Site, game: Party) -> Browser:
    assert game
    return site.browser(MASTER)


def act(host: Browser, name: str, status: int = 200, **given: str) -> None:
    """Fills in the form with this button, and presses it."""
    host.get(PAGE)
    forms = [f for f in host.page.css("form") if f.css_first(f"button[value='{name}']")]
    assert forms, f"no button for {name}"
    held = host.held(PAGE)
    for field in given:
        assert forms[0].css_first(f"[name={field}]"), f"{name} has no control {field}"
    same = {"csrf_token": held["csrf_token"], "phase": held["phase"]}
    host.arrive(host.client.post(PAGE, data={**same, "act": name, **given}), PAGE, status)


def test_more_time(host: Browser, game: Party) -> None:
    """The deadline moves, and the ledger says so to everybody."""
    before = game.now_at().deadline
    act(host, "extend", length="24h")
    after = game.now_at().deadline
    assert before and after and after - before == timedelta(hours=24)
    host.get("/games/verdun")
    assert "The game master moved the deadline by 1 day." in host.words


def test_a_length_that_is_none_is_refused_in_words(host: Browser, game: Party) -> None:
    """Nothing moves."""
    before = game.now_at().deadline
    act(host, "extend", status=400, length="soon")
    assert "no length of time" in host.words
    assert host.held(PAGE)["length"] == ["soon"]
    assert game.now_at().deadline == before


def test_the_clock_is_stopped_and_started(host: Browser, game: Party) -> None:
    """One button, then the other."""
    act(host, "pause")
    assert game.status() == "paused"
    act(host, "resume")
    assert game.status() == "running"


def test_resolving_now_and_going_back(host: Browser, game: Party) -> None:
    """The phase closes without waiting; the one before comes again under a new number."""
    act(host, "process")
    assert game.now_at().name == "R2"
    act(host, "rollback", number="1")
    assert (game.now_at().name, game.now_at().number) == ("R1", 3)
    host.get("/games/verdun/phases/3")


def test_orders_in_somebodys_place(host: Browser, game: Party) -> None:
    """They stand, and the player is told."""
    act(host, "correct", seat="RED", text="BID 4")
    assert len(game.letters("corrected", "RED")) == 1
    act(host, "correct", 400, seat="RED", text="BID 5\nBIDD 6")
    assert "Nothing was changed" in host.words and "BIDD 6" in host.words
    assert len(game.letters("corrected", "RED")) == 1


def test_a_seat_is_handed_on(host: Browser, game: Party, site: Site) -> None:
    """The new player gets the desk, the old one loses it."""
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    act(host, "replace", seat="RED", address="new@example.org")
    red.get("/games/verdun/seat", status=403)
    site.browser("new@example.org").get("/games/verdun/seat")
    with site.store.read() as session:
        assert game.player(session, "RED").address == "new@example.org"


def test_a_word_to_all(host: Browser, site: Site) -> None:
    """Everybody reads it."""
    act(host, "message", text="Dinner is served.")
    red = site.browser("red@example.org")
    red.get("/games/verdun/seat")
    assert "Dinner is served." in red.words


def test_the_page_tells_no_secrets(host: Browser, game: Party, site: Site, present: datetime) -> None:
    """No orders, and no press that is not for the master; before the phase is resolved and after."""
    game.submit("RED", "BID 7", present)
    with site.store.write() as session:
        press.send(session, game.game(session), game.seat(session, "RED"), ["BLU"], "entre nous", present, "k")
    for _ in range(2):
        host.get(PAGE)
        assert "BID 7" not in host.words and "entre nous" not in host.words
        clock.tick(site.store, at(present + timedelta(hours=61)))


def test_it_is_the_masters_alone(site: Site, game: Party) -> None:
    """Players neither see nor use it; what no button offers is refused."""
    red = site.browser("red@example.org")
    red.get(PAGE, status=403)
    red.get("/account")
    token = red.held("/account")["csrf_token"]
    for name in ("pause", "process", "nonsense"):
        assert red.client.post(PAGE, data={"csrf_token": token, "act": name}).status_code == 403
    assert game.status() == "running"
