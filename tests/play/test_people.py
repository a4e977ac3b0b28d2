"""People: one for each address, signed in by a letter."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.db import Store
from pbem.models import Outbox, Player
from pbem.play import Refused, people

MINUTE = timedelta(minutes=1)


def test_an_address_is_one_person(store: Store, now: datetime) -> None:
    """However it is written, and when several letters come at once."""

    def meet(address: str) -> int | None:
        with store.write() as session:
            return people.player(session, address, now, "Ada").id

    with ThreadPoolExecutor(4) as pool:
        ids = set(pool.map(meet, ["ada@example.org", " Ada@Example.ORG"] * 4))
    assert len(ids) == 1


@pytest.mark.parametrize(
    "address", ["", "ada", "@example.org", "a b@example.org", "a@b,c@d", "a@b\r\nBcc: c@d", "x" * 300 + "@y"]
)
def test_what_is_no_address_is_refused(sqlite: Store, now: datetime, address: str) -> None:
    """Nothing that could add a header or a second recipient is an address."""
    with pytest.raises(Refused, match="bad address"), sqlite.write() as session:
        people.player(session, address, now)


def test_settings_are_judged(sqlite: Store, now: datetime) -> None:
    """A zone that exists, paper that exists; a name in one line."""
    with sqlite.write() as session:
        ada = people.player(session, "ada@example.org", now)
        people.settings(session, ada, name=" Ada \n Lovelace ", zone="Europe/London", paper="Letter", attach_pdf=False)
        assert (ada.name, ada.zone, ada.paper, ada.attach_pdf) == ("Ada Lovelace", "Europe/London", "Letter", False)
        with pytest.raises(Refused, match="bad zone"):
            people.settings(session, ada, zone="Mars/Olympus")
        with pytest.raises(Refused, match="bad paper"):
            people.settings(session, ada, paper="A0")


def token(store: Store, now: datetime, browser: str = "b") -> str:
    with store.write() as session:
        return people.start_sign_in(session, "ada@example.org", browser, now)


def finish(store: Store, given: str, browser: str, now: datetime) -> Player:
    with store.write() as session:
        return people.finish_sign_in(session, given, browser, now)


def test_a_link_signs_in_once_in_the_browser_that_asked(store: Store, now: datetime) -> None:
    """The token is in the letter, only its hash is kept with the link."""
    given = token(store, now)
    with store.read() as session:
        letter = session.exec(select(Outbox)).one()
    assert (letter.kind, json.loads(letter.data)["token"]) == ("signin", given)
    with pytest.raises(Refused, match="other browser"):
        finish(store, given, "another", now)
    assert finish(store, given, "b", now + 29 * MINUTE).address == "ada@example.org"
    with pytest.raises(Refused, match="link used"):
        finish(store, given, "b", now + 29 * MINUTE)


def test_links_expire_and_cannot_be_guessed(sqlite: Store, now: datetime) -> None:
    """After half an hour, and for tokens that were never made."""
    given = token(sqlite, now)
    with pytest.raises(Refused, match="link expired"):
        finish(sqlite, given, "b", now + 30 * MINUTE)
    with pytest.raises(Refused, match="link unknown"):
        finish(sqlite, "guess", "b", now)


def test_nobodys_mailbox_is_flooded(sqlite: Store, now: datetime) -> None:
    """Five letters under way at most, for known and unknown addresses alike."""
    for _ in range(5):
        token(sqlite, now)
    with pytest.raises(Refused, match="too many"):
        token(sqlite, now)
    token(sqlite, now + 31 * MINUTE)
