"""Letters that wait together are done together: one commit, and yet each for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import event
from sqlmodel import col, select

from pbem.db import Store
from pbem.mail import inbox
from pbem.models import Game, MailIn, Outbox, Receipt, Submission
from pbem.play import phases
from tests.mail.conftest import Office, letter, opened_office
from tests.mail.test_case import statements
from tests.play.party import Party

PLAYERS = {"RED": "red@example.org", "BLU": "blue@example.org"}
A_LETTER = 16
"""Statements of a letter of orders that comes with others, on SQLite; savepoints among them."""


@pytest.fixture
def office(store: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    """On either database."""
    yield from opened_office(store, tmp_path, now)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine."""
    monkeypatch.setattr(inbox, "HOLD", 60)


def posted(office: Office, parties: list[Party], text: str) -> int:
    """A letter from each seat of some games; how many."""
    for party in parties:
        for code, address in PLAYERS.items():
            office.post(address, office.seat_address(party, code), letter(address, text).as_bytes())
    return len(parties) * len(PLAYERS)


@pytest.mark.parametrize("count", [1, 4])
def test_letters_that_wait_together_share_a_commit(office: Office, count: int) -> None:
    parties = [office.begun(slug=f"game-{n}") for n in range(count)]
    posted(office, parties, "bid 1")
    office.read()
    letters, commits = posted(office, parties, "bid 2"), list[object]()
    event.listen(office.store.engine, "commit", commits.append)
    with statements(office.store) as said:
        assert office.read() == letters
    assert len(commits) <= 3, "the claim, the letters, and the claim that finds no more"
    if office.store.is_sqlite:
        assert len(said) <= 8 + letters * A_LETTER, "\n".join(said)


def test_a_letter_that_breaks_takes_back_itself_alone(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even after it has written something; the letters before and after it are done."""
    parties = [office.begun(slug=f"game-{n}") for n in range(3)]
    whole = phases.set_alarm

    def broken(session: Any, game: Game, *given: Any) -> None:
        whole(session, game, *given)
        session.flush()
        if game.slug == "game-1":
            raise RuntimeError

    posted(office, parties, "bid 1")
    with monkeypatch.context() as patch:
        patch.setattr(phases, "set_alarm", broken)
        patch.setattr(inbox, "log", Mock())
        assert office.read() == 6
    assert [(mail.status, mail.note) for mail in office.mails()] == [
        ("done", "") if mail.game_id != parties[1].game_id else ("new", "RuntimeError") for mail in office.mails()
    ]
    with office.store.read() as session:
        assert len(session.exec(select(Submission)).all()) == len(session.exec(select(Receipt)).all()) == 4
    office.later(minutes=2)
    assert office.read() == 2 and {mail.status for mail in office.mails()} == {"done"}


class Died(BaseException):
    """What nobody catches: all that is left of the process is what it has committed."""


def dies(store: Store, at: int) -> Any:
    """Kills whoever asks the database so many times."""
    left = [at]

    def ask(*_: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Died

    event.listen(store.engine, "before_cursor_execute", ask)
    return ask


def test_readers_that_die_anywhere_do_nothing_twice(office: Office) -> None:
    """Each letter has one submission, one receipt with the next number, and one answer, wherever its readers died."""
    parties = [office.begun(slug=f"game-{n}") for n in range(2)]
    sent, deaths = 0, 0
    for round_, at in enumerate(range(3, 90, 15)):
        sent += posted(office, parties, f"bid {round_ % 8}\n// {round_}")
        ask = dies(office.store, at)
        try:
            office.read()
        except Died:
            deaths += 1
        event.remove(office.store.engine, "before_cursor_execute", ask)
        office.later(minutes=2)
        office.read()
    assert deaths >= 4 and {mail.status for mail in office.mails()} == {"done"}
    with office.store.read() as session:
        assert len(set(session.exec(select(Submission.mail_id)))) == len(session.exec(select(Submission)).all()) == sent
        numbers = session.exec(select(Receipt.seat_id, Receipt.number).order_by(col(Receipt.id))).all()
        rounds = sent // len(parties) // len(PLAYERS)
        assert Counter(numbers) == Counter((seat, n) for seat in {s for s, _ in numbers} for n in range(1, rounds + 1))
        assert len(session.exec(select(Outbox).where(Outbox.kind == "receipt")).all()) == sent


def test_the_lock_is_given_back_in_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for the database does not wait for all letters."""
    monkeypatch.setattr(inbox, "HOLD", 0)
    letters = posted(office, [office.begun(slug=f"game-{n}") for n in range(2)], "bid 1")
    commits: list[object] = []
    event.listen(office.store.engine, "commit", commits.append)
    assert office.read() == letters and len(commits) >= letters + 2


def test_two_letters_of_a_seat_that_are_done_together_have_a_receipt_each(office: Office) -> None:
    party = office.begun()
    for text in ("bid 1", "bid 2"):
        office.post(PLAYERS["RED"], office.seat_address(party, "RED"), letter(PLAYERS["RED"], text).as_bytes())
    assert office.read() == 2
    with office.store.read() as session:
        given = session.exec(select(Receipt).order_by(col(Receipt.number))).all()
        assert [(row.number, orders_of(row)) for row in given] == [(1, "BID 1"), (2, "BID 2")]
    assert office.receipt(PLAYERS["RED"])["receipt"]["number"] == 2


def orders_of(row: Receipt) -> str:
    return next(word for word in ("BID 1", "BID 2") if word in row.orders)


def test_what_came_while_others_died_is_not_lost(office: Office, now: datetime) -> None:
    """A letter whose claim is somebody else's by now is left to him."""
    party = office.begun()
    posted(office, [party], "bid 1")
    ids = inbox.claimed(office.store, office.now)
    some = inbox.opened(office.store, ids)
    with office.store.write() as session:
        row = session.get_one(MailIn, ids[0])
        row.ready_at = now.replace(year=now.year + 1)
    assert inbox.attend(office.store, office.config, some, office.now + inbox.LEASE, lambda: office.now) == 2
    assert [mail.status for mail in office.mails()] == ["new", "done"]
