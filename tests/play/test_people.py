"""People: one for each address, signed in by a letter."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from pbem.db import Store
from pbem.limits import Limits
from pbem.models import Outbox, Player, SignIn
from pbem.play import Refused, people, seats
from tests.play.table import Table, begun, said

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


KEY = "a key for tests only"
LIMITS = Limits()
ADA = "ada@example.org"


def token(store: Store, now: datetime, browser: str = "b") -> str:
    with store.write() as session:
        row = people.start_sign_in(session, LIMITS, ADA, browser, now)
        assert row is not None
        return people.token(KEY, row)


def finish(store: Store, given: str, browser: str, now: datetime) -> Player:
    with store.write() as session:
        return people.finish_sign_in(session, KEY, given, browser, now)


def test_a_link_signs_in_once_in_the_browser_that_asked(store: Store, now: datetime) -> None:
    """Nothing that is kept tells the token; using it proves the address."""
    given = token(store, now)
    with store.read() as session:
        letter, row = session.exec(select(Outbox)).one(), session.exec(select(SignIn)).one()
    assert (letter.kind, json.loads(letter.data)) == ("signin", {"sign_in": row.id})
    with pytest.raises(Refused, match="other browser"):
        finish(store, given, "another", now)
    ada = finish(store, given, "b", now + 29 * MINUTE)
    assert (ada.address, ada.answered_at) == (ADA, now + 29 * MINUTE)
    with pytest.raises(Refused, match="link used"):
        finish(store, given, "b", now + 29 * MINUTE)


def test_a_link_asked_for_by_letter_works_in_any_browser(sqlite: Store, now: datetime) -> None:
    """Once, like all others."""
    with sqlite.write() as session:
        given = people.token(KEY, people.mail_sign_in(session, people.player(session, ADA, now), now))
    assert finish(sqlite, given, "whichever", now).address == ADA
    with pytest.raises(Refused, match="link used"):
        finish(sqlite, given, "whichever", now)


@pytest.mark.parametrize("guess", ["guess", "", "-", "1", "1-", "٣-a", "99999999999999999999-a", "1-" + 40 * "0"])
def test_links_expire_and_cannot_be_guessed(sqlite: Store, now: datetime, guess: str) -> None:
    """After half an hour, and for tokens that were never made."""
    given = token(sqlite, now)
    with pytest.raises(Refused, match="link expired"):
        finish(sqlite, given, "b", now + 30 * MINUTE)
    with pytest.raises(Refused, match="link unknown"):
        finish(sqlite, guess, "b", now)


def asked(store: Store, address: str, now: datetime, familiar: str = "") -> bool:
    with store.write() as session:
        return people.start_sign_in(session, LIMITS, address, "b", now, familiar) is not None


def test_strangers_get_few_letters_and_leave_few_traces(sqlite: Store, now: datetime) -> None:
    """So many to one address, so many to all; what is not written to is not kept."""
    assert [asked(sqlite, ADA, now) for _ in range(4)] == [True] * LIMITS.answers_to_one + [False]
    assert sum(asked(sqlite, f"{n}@example.org", now) for n in range(100)) == LIMITS.stranger_answers - 3
    with sqlite.read() as session:
        assert len(session.exec(select(Player)).all()) == LIMITS.stranger_answers - 2


def test_others_cannot_use_up_what_a_familiar_browser_may_ask_for(sqlite: Store, now: datetime) -> None:
    """It has a quota of its own, and so it has after a day."""
    with sqlite.write() as session:
        people.player(session, ADA, now).answered_at = now
    while asked(sqlite, ADA, now):
        pass
    assert sum(asked(sqlite, ADA, now, "hers") for _ in range(20)) == LIMITS.sign_ins_to_one
    assert asked(sqlite, ADA, now + timedelta(days=1))


# --- whether they can be written to ------------------------------------------------------------------------------


def seated(store: Store, now: datetime) -> tuple[Table, int]:
    """A game in which Red was handed to somebody who has never answered."""
    table = begun(store, now)
    with store.write() as session:
        new = people.player(session, "new@example.org", now)
        seats.replace(session, table.game(session), "RED", new, now)
        return table, new.id


def kinds(table: Table, player_id: int) -> list[str]:
    return [row.kind for row in table.letters() if row.player_id == player_id]


def test_one_invitation_until_an_answer(store: Store, now: datetime) -> None:
    """Whatever happens in the game; then welcome and report, once."""
    table, new = seated(store, now)
    table.ready("BLU", now)
    table.close(now + timedelta(days=9))
    assert kinds(table, new) == ["invitation"]
    for _ in range(2):
        with store.write() as session:
            people.answered(session, session.get_one(Player, new), now)
    assert kinds(table, new) == ["invitation", "welcome", "report"]


def test_who_cannot_be_reached(store: Store, now: datetime) -> None:
    """Three letters in a row that came back, none a week after the one before; told once, mended by an answer."""
    table = begun(store, now)
    for day in (0, 8, 9, 15, 16):
        with store.write() as session:
            people.bounced(session, table.player(session, "RED"), now + timedelta(days=day))
    with store.read() as session:
        red = table.player(session, "RED")
        assert (red.bounces, red.unreachable_at) == (4, now + timedelta(days=15))
    assert [said(x)["code"] for x in table.letters("notice")] == ["unreachable"]
    with store.write() as session:
        people.answered(session, table.player(session, "RED"), now)
        assert (table.player(session, "RED").bounces, table.player(session, "RED").unreachable_at) == (0, None)
