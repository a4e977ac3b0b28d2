"""Browsers that are signed in, until they are signed out or their time is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import select

from pbem.games.people import browsers, people
from pbem.storage.database import Store
from pbem.storage.models import WebSession

DAY = timedelta(days=1)


def open_browser_session(store: Store, now: datetime, address: str = "ada@example.org") -> str:
    with store.write_session() as session:
        return browsers.open_web_session(session, people.get_or_register_player(session, address, now), now)


def knows(store: Store, token: str, now: datetime) -> bool:
    with store.read_session() as session:
        return browsers.find_web_session(session, token, now) is not None


def test_what_is_kept_signs_nobody_in(store: Store, now: datetime) -> None:
    """The hash is no token, and each browser has a token of its own."""
    one, two = open_browser_session(store, now), open_browser_session(store, now)
    with store.read_session() as session:
        kept = {row.token_hash for row in session.exec(select(WebSession)).all()}
    assert one != two and len(kept) == 2
    assert knows(store, one, now) and not any(knows(store, given, now) for given in (*kept, "", "guess"))


def test_the_server_ends_a_session(store: Store, now: datetime) -> None:
    """After its time, whatever the cookie says; one that is used is renewed, but not at every page."""
    token = open_browser_session(store, now)
    with store.write_session() as session:
        known = browsers.find_web_session(session, token, now + DAY / 2)
        assert known is not None
        row, player = known
        assert player.address == "ada@example.org" and not browsers.is_session_stale(row, now + DAY / 2)
        assert browsers.is_session_stale(row, now + 2 * DAY)
        browsers.renew_web_session(session, token, now + 2 * DAY)
    assert knows(store, token, now + browsers.SESSION_LIFE)
    assert not knows(store, token, now + 2 * DAY + browsers.SESSION_LIFE)


def test_signing_out_here_and_everywhere(store: Store, now: datetime) -> None:
    """One row, or all of one player's; what is over is forgotten at the next signing in."""
    one, two, bobs = (
        open_browser_session(store, now),
        open_browser_session(store, now),
        open_browser_session(store, now, "bob@example.org"),
    )
    with store.write_session() as session:
        browsers.end_web_session(session, one)
    assert [knows(store, t, now) for t in (one, two, bobs)] == [False, True, True]
    with store.write_session() as session:
        browsers.end_all_web_sessions(session, people.get_or_register_player(session, "ada@example.org", now))
    assert [knows(store, t, now) for t in (one, two, bobs)] == [False, False, True]
    open_browser_session(store, now + 2 * browsers.SESSION_LIFE, "bob@example.org")
    with store.read_session() as session:
        assert len(session.exec(select(WebSession)).all()) == 1
