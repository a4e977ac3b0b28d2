"""Proof on pages: receipts of one's own, the game as a file, what its hashes mean."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from pbem.games.proof import build_record
from pbem.games.rules import Rules
from pbem.records import checking, file, keys
from pbem.server import clock
from pbem.web.http import access
from tests.games.party import MASTER, Party, clock_at, open_party, start_party
from tests.web.conftest import Site

RED, BLU = "red@example.org", "blue@example.org"


@pytest.fixture
def party(site: Site, present: datetime) -> Party:
    party = start_party(site.store, present, Rules(grace_hours=0))
    party.submit("RED", "BID 7", present)
    party.submit("BLU", "BID 3", present)
    return party


def test_a_receipt_stands_on_the_desk_and_on_a_page_of_its_own(site: Site, party: Party) -> None:
    browser = site.browser(RED)
    with site.store.read_session() as session:
        (row,) = [r for r in build_record.build_proof_record(session, party.game(session)).receipts if r.seat == "RED"]
    browser.get("/games/verdun/seat")
    assert "Receipt 1" in browser.words and row.hash in browser.words
    browser.get("/games/verdun/receipts")
    assert row.hash in browser.words and "UTC" in browser.words
    browser.get("/games/verdun/receipts/1")
    assert "BID 7" in browser.words and row.digest in browser.words
    browser.get("/games/verdun/receipts/2", 400)


def fetch_refused_receipt(site: Site, who: str) -> str:
    browser = site.browser(who)
    response = browser.client.get("/games/verdun/receipts/1")
    assert response.status_code in (303, 403, 404)
    return response.text


@pytest.mark.usefixtures("party")
def test_nobody_sees_the_receipts_of_others(site: Site) -> None:
    """Neither a stranger nor the master, nor the other seat by any number."""
    for who in ("", MASTER):
        assert "Hash" not in fetch_refused_receipt(site, who)
    browser = site.browser(BLU)
    browser.get("/games/verdun/receipts/1")
    assert "BID 3" in browser.words and "BID 7" not in browser.words


@pytest.mark.slow
def test_the_file_is_for_who_asks(site: Site, party: Party, present: datetime) -> None:
    """Under way a player gets his view, the master and strangers what all may know; the end is for who took part."""

    def got(who: str) -> str:
        response = site.browser(who).client.get("/games/verdun/record")
        assert response.headers["Content-Disposition"] == 'attachment; filename="verdun.pbem"'
        found = checking.check_record_bytes(response.data)
        assert found.is_sound
        return found.reader

    assert [got(who) for who in (RED, MASTER, "")] == ["RED", "", ""]
    for n in (1, 2, 3):
        clock.run_clock_tick(site.store, clock_at(present + 49 * n * timedelta(hours=1)))
    assert party.status() == "finished"
    assert [got(who) for who in (RED, MASTER, "")] == ["whole", "whole", ""]


@pytest.mark.usefixtures("party")
def test_the_page_says_what_to_do_with_it(site: Site) -> None:
    browser = site.browser(RED)
    browser.get("/games/verdun")
    hrefs = [link.attributes.get("href") for link in browser.page.css("a")]
    assert "/games/verdun/proof" in hrefs and "/games/verdun/record" in hrefs
    browser.get("/games/verdun/proof")
    key = keys.public_key_hex(keys.get_own_key(access.config_of(site.app).instance))
    assert f"--key {key}" in browser.words
    site.browser().get("/games/verdun/proof")
    key_page = site.browser()
    key_page.get("/key")
    assert key_page.response.text.splitlines() == [key]


def test_a_game_that_has_not_begun(site: Site, present: datetime) -> None:
    open_party(site.store, present)
    browser = site.browser()
    browser.get("/games/verdun/proof")
    browser.get("/games/verdun/record", 400)
    assert "has not begun" in browser.words


@pytest.mark.slow
@pytest.mark.usefixtures("party")
def test_files_are_counted(site: Site) -> None:
    browser = site.browser(RED)
    for _ in range(access.config_of(site.app).limits.records):
        assert browser.client.get("/games/verdun/record").status_code == 200
    browser.get("/games/verdun/record", 429)


@pytest.mark.usefixtures("party")
def test_what_is_too_large_is_said(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "PACKED", 100)
    site.browser(RED).get("/games/verdun/record", 413)
