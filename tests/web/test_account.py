"""The account: another address, what is kept, and being forgotten."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest
from sqlmodel import select

from pbem.games.people import people
from pbem.mail.outbound.compose import compose_letter
from pbem.storage.models import Outbox
from pbem.web.http import access
from tests.games.party import start_party
from tests.web.conftest import Site


def test_all_that_is_kept_is_a_file(site: Site, present: datetime) -> None:
    """For its owner alone."""
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/account")
    answer = red.client.get("/account/export")
    assert json.loads(answer.get_data(as_text=True))["player"][0]["address"] == "red@example.org"
    assert site.browser().client.get("/account/export").status_code == 302


@pytest.mark.slow
def test_being_forgotten_takes_ones_own_address(site: Site, present: datetime) -> None:
    """Anything else deletes nothing; afterwards nobody is signed in."""
    game = start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/account")
    red.send("/account/forget", address="blue@example.org")
    assert "Nothing was deleted" in red.page.body.text()  # type: ignore[union-attr]
    red.get("/account")
    red.send("/account/forget", address="Red@example.org")
    with site.store.read_session() as session:
        assert people.find_player(session, "red@example.org") is None
        assert game.seat(session, "RED").player_id is None
    red.get("/account")
    assert "sign-in" in red.url


def test_another_address_agrees_by_its_link(site: Site, present: datetime) -> None:
    """Looking at it does nothing; the button moves everything, once; the browser stays signed in."""
    game = start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/account")
    red.give("set address", address="new@example.org")
    with site.store.read_session() as session:
        row = session.exec(select(Outbox).where(Outbox.kind == "address-new")).one()
        body = compose_letter(session, access.config_of(red.client.application), row).get_body(("plain",))
    found = re.search(r"/account/address/\S+", body.get_content() if body else "")
    assert found
    other = site.browser()
    other.get(found[0])
    with site.store.read_session() as session:
        assert people.find_player(session, "red@example.org") is not None
    other.send(found[0])
    with site.store.read_session() as session:
        assert game.player(session, "RED").address == "new@example.org"
    other.get(found[0], status=400)
    red.get("/games/verdun/seat")
    red.get("/account")
    assert "new@example.org" in red.words


def test_an_address_that_is_none_is_given_back_with_why(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get("/account")
    red.give("set address", address="new@example", status=400)
    assert red.form_fields("/commands/account")["address"] == ["new@example"]
    assert red.page.css_first(".notice.bad")
