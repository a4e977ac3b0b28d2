"""A game that is not open to all: to who has nothing to do with it, it is as if there were none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from werkzeug.routing import Rule

from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import invitations, watchers
from tests.games.party import Party, start_party
from tests.web.conftest import Browser, Site

EVE = "eve@example.org"
PRIVATE = Rules(open_to="invited")
NUMBERS = {"page": "game", "number": 1, "nth": 0, "form": "judge.txt"}


@pytest.fixture
def quiet(site: Site, present: datetime) -> Party:
    return start_party(site.store, present, PRIVATE, slug="quiet")


def doors(site: Site) -> Iterator[tuple[str, Rule]]:
    """Every way to ask for something of a game."""
    for rule in site.app.url_map.iter_rules():
        if rule.rule.startswith("/games/<slug>"):
            yield from ((method, rule) for method in sorted((rule.methods or set()) & {"GET", "POST"}))


def address(site: Site, rule: Rule, slug: str) -> str:
    with site.app.test_request_context():
        given = {name: NUMBERS.get(name, "1") for name in rule.arguments} | {"slug": slug}
        built = site.app.url_map.bind("localhost").build(rule.endpoint, given)
        assert isinstance(built, str)
        return built


def fetch_answer(browser: Browser, method: str, url: str, slug: str) -> tuple[int, str, str]:
    """Return where it leads and what is said, without what every page has anew."""
    browser.get("/")
    token = next((n.attributes.get("value") for n in browser.page.css("input[name=csrf_token]")), "")
    asked = browser.client.post if method == "POST" else browser.client.get
    sent = {"data": {"csrf_token": token, "phase": "1", "text": "BID 1", "act": "terms"}} if method == "POST" else {}
    came = asked(url, headers={"Referer": "http://localhost/"}, **sent)
    text = re.sub(r"csrf_token\W[^>]*>|nonce-\S+", "", came.get_data(as_text=True)).replace(slug, "…")
    return came.status_code, came.headers.get("Location", "").replace(slug, "…"), text


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("reader", ["", EVE])
def test_no_door_tells_a_stranger_that_there_is_such_a_game(site: Site, reader: str) -> None:
    """Each answers as it does for a game that there is not; both for who is signed in and for who is not."""
    site.app.config["WTF_CSRF_ENABLED"] = False
    browser, told = site.browser(reader), []
    for method, rule in doors(site):
        there, not_there = (
            fetch_answer(browser, method, address(site, rule, slug), slug) for slug in ("quiet", "quest")
        )
        told += [f"{method} {rule.rule}: {there[:2]} {not_there[:2]}"] if there != not_there else []
    assert told == []


@pytest.mark.slow
def test_who_has_to_do_with_it_reads_it(site: Site, quiet: Party, present: datetime) -> None:
    """Who plays, leads, watches, was invited, or has come by the link with its word, also once he signs in."""
    with site.store.write_session() as session:
        game, word = quiet.game(session), "x"
        invitations.renew_entry_word(session, game)
        word = invitations.entry_word(site.app.config["SECRET_KEY"], game)
        ada, bob = (people.get_or_register_player(session, f"{name}@example.org", present) for name in ("ada", "bob"))
        invitations.invite_guest(session, game, ada, present)
        watchers.watch_game(session, game, bob, present, knows_word=True)
    for name in ("red", "master", "ada", "bob"):
        site.browser(f"{name}@example.org").get("/games/quiet/proof")
    eve = site.browser()
    eve.get("/games/quiet", 404)
    assert "Sign in" in eve.words
    eve.get("/games/quiet?word=wrong", 404)
    eve.get(f"/games/quiet?word={word}")
    eve.get("/games/quiet/phases/1")
    eve.sign_in(EVE)
    eve.get("/games/quiet/phases/1")
    with site.store.write_session() as session:
        invitations.renew_entry_word(session, quiet.game(session))
    eve.get("/games/quiet", 404)


@pytest.mark.usefixtures("quiet")
def test_what_is_written_to_a_game_that_is_not_there_says_so(site: Site) -> None:
    """A form to give a seat of such a game away broke."""
    browser = site.browser(EVE)
    site.app.config["WTF_CSRF_ENABLED"] = False
    for slug in ("quiet", "nowhere"):
        came = browser.client.post(f"/games/{slug}/commands/seating", data={"act": "give", "address": "x@example.org"})
        assert came.status_code == 303
