"""Signing in by a letter: once, soon, in the browser that asked, and not too often."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.games import Refusal
from pbem.games.people import people, sign_in
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Player, SignIn

MINUTE = timedelta(minutes=1)
KEY = "a key for tests only"
LIMITS = Limits()
ADA = "ada@example.org"


def token(store: Store, now: datetime, browser: str = "b") -> str:
    with store.write_session() as session:
        row = sign_in.request_sign_in(session, LIMITS, ADA, browser, now).row
        assert row is not None
        return sign_in.make_link_token(KEY, row)


def finish(store: Store, given: str, browser: str, now: datetime) -> Player:
    with store.write_session() as session:
        return sign_in.finish_sign_in(session, KEY, given, browser, now)


def test_a_link_signs_in_once_in_the_browser_that_asked(store: Store, now: datetime) -> None:
    """Nothing that is kept tells the token; using it proves the address."""
    given = token(store, now)
    with store.read_session() as session:
        letter, row = session.exec(select(Outbox)).one(), session.exec(select(SignIn)).one()
    assert (letter.kind, json.loads(letter.data)) == ("signin", {"sign_in": row.id})
    with pytest.raises(Refusal, match="other browser"):
        finish(store, given, "another", now)
    ada = finish(store, given, "b", now + 29 * MINUTE)
    assert (ada.address, ada.answered_at) == (ADA, now + 29 * MINUTE)
    with pytest.raises(Refusal, match="link used"):
        finish(store, given, "b", now + 29 * MINUTE)


def test_a_link_asked_for_by_letter_works_in_any_browser(sqlite: Store, now: datetime) -> None:
    """Once, like all others."""
    with sqlite.write_session() as session:
        row = sign_in.request_by_letter(session, LIMITS, people.get_or_register_player(session, ADA, now), now)
        assert row is not None
        given = sign_in.make_link_token(KEY, row)
    assert finish(sqlite, given, "whichever", now).address == ADA
    with pytest.raises(Refusal, match="link used"):
        finish(sqlite, given, "whichever", now)


@pytest.mark.parametrize("guess", ["guess", "", "-", "1", "1-", "٣-a", "99999999999999999999-a", "1-" + 40 * "0"])
def test_links_expire_and_cannot_be_guessed(sqlite: Store, now: datetime, guess: str) -> None:
    """After half an hour, and for tokens that were never made."""
    given = token(sqlite, now)
    with pytest.raises(Refusal, match="link expired"):
        finish(sqlite, given, "b", now + 30 * MINUTE)
    with pytest.raises(Refusal, match="link unknown"):
        finish(sqlite, guess, "b", now)


def ask_for_link(store: Store, address: str, now: datetime, familiar: str = "") -> bool:
    with store.write_session() as session:
        return sign_in.request_sign_in(session, LIMITS, address, "b", now, familiar).row is not None


@pytest.mark.slow
def test_strangers_get_few_letters_and_leave_few_traces(sqlite: Store, now: datetime) -> None:
    """So many to one address, so many to all; what is not written to is not kept."""
    assert [ask_for_link(sqlite, ADA, now) for _ in range(4)] == [True] * LIMITS.answers_to_one + [False]
    assert sum(ask_for_link(sqlite, f"{n}@example.org", now) for n in range(100)) == LIMITS.stranger_answers - 3
    with sqlite.read_session() as session:
        assert len(session.exec(select(Player)).all()) == LIMITS.stranger_answers - 2


def test_others_cannot_use_up_what_a_familiar_browser_may_ask_for(sqlite: Store, now: datetime) -> None:
    """It has a quota of its own, and so it has after a day."""
    with sqlite.write_session() as session:
        people.get_or_register_player(session, ADA, now).answered_at = now
    while ask_for_link(sqlite, ADA, now):
        pass
    assert sum(ask_for_link(sqlite, ADA, now, "hers") for _ in range(30)) == LIMITS.sign_ins_to_one
    assert ask_for_link(sqlite, ADA, now + timedelta(days=1))


@pytest.mark.parametrize(("count", "written"), [(7, True), (8, False)])
def test_it_takes_eight_neighbourhoods_to_keep_the_owner_out(
    sqlite: Store, now: datetime, count: int, written: bool
) -> None:
    """However many addresses they have; the owner asks from one more."""
    asking = [*(f"2001:db8:{n}:{house:x}::/64" for n in range(count) for house in range(9)), "198.51.100.7"]
    with sqlite.write_session() as session:
        people.get_or_register_player(session, ADA, now).answered_at = now
        *_, owner = [sign_in.request_sign_in(session, LIMITS, ADA, "b", now, "", peer) for peer in asking]
    assert (owner.row is not None) == written


def test_so_many_links_a_day_by_letter(sqlite: Store, now: datetime) -> None:
    """However many lines of however many letters ask; what is asked for on the web is counted apart."""
    with sqlite.write_session() as session:
        ada = people.get_or_register_player(session, ADA, now)
        ada.answered_at = now
        links = [sign_in.request_by_letter(session, LIMITS, ada, now) for _ in range(LIMITS.sign_ins_to_one + 1)]
    assert [link is None for link in links] == [False] * LIMITS.sign_ins_to_one + [True]
    assert ask_for_link(sqlite, ADA, now)
