"""Letters that wait together are done together: one commit, and yet each for itself."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlmodel import Session, col, select

from pbem.games import Refusal
from pbem.games.orders import orders
from pbem.games.phases import phases
from pbem.games.results import votes
from pbem.mail.inbound import inbox
from pbem.mail.inbound.intake import Arrival, Destination, IntakeFull, LetterOrigin
from pbem.mail.inbound.smtp_door import WaitingLetter
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Receipt, Submission, Vote
from tests.games.party import Party
from tests.games.test_closing_together import everything
from tests.mail.conftest import Office, letter, opened_office
from tests.mail.test_case import statements

PLAYERS = {"RED": "red@example.org", "BLU": "blue@example.org"}
A_LETTER, ALL = 4, 20
"""Statements of a letter of orders that comes with others, on SQLite, and those for all of them."""


@pytest.fixture
def office(store: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    """On either database."""
    yield from opened_office(store, tmp_path, now)


def post_letters(office: Office, parties: list[Party], text: str) -> int:
    """A letter from each seat of some games; how many."""
    for party in parties:
        for code, address in PLAYERS.items():
            office.post(address, office.seat_address(party, code), letter(address, text).as_bytes())
    return len(parties) * len(PLAYERS)


@pytest.mark.parametrize("count", [1, 4])
def test_letters_that_wait_together_share_a_commit(office: Office, count: int) -> None:
    parties = [office.start_party(slug=f"game-{n}") for n in range(count)]
    post_letters(office, parties, "bid 1")
    office.read()
    letters, commits = post_letters(office, parties, "bid 2"), list[object]()
    event.listen(office.store.engine, "commit", commits.append)
    with statements(office.store) as said:
        assert office.read() == letters
    assert len(commits) == 2, "the claim, and the letters"
    if office.store.is_sqlite:
        assert len(said) <= ALL + letters * A_LETTER, "\n".join(said)


def test_a_letter_that_breaks_takes_back_itself_alone(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even after it has written something; the letters before and after it are done."""
    parties = [office.start_party(slug=f"game-{n}") for n in range(3)]
    whole = phases.set_alarm

    def broken(session: Any, game: Game, *given: Any) -> None:
        whole(session, game, *given)
        session.flush()
        if game.slug == "game-1":
            raise RuntimeError

    post_letters(office, parties, "bid 1")
    with monkeypatch.context() as patch:
        patch.setattr(phases, "set_alarm", broken)
        patch.setattr(inbox, "log", Mock())
        assert office.read() == 6
    assert [(mail.status, mail.note) for mail in office.mails()] == [
        ("done", "") if mail.game_id != parties[1].game_id else ("new", "RuntimeError") for mail in office.mails()
    ]
    with office.store.read_session() as session:
        assert len(session.exec(select(Submission)).all()) == len(session.exec(select(Receipt)).all()) == 4
    office.later(minutes=2)
    assert office.read() == 2 and {mail.status for mail in office.mails()} == {"done"}


def test_who_is_at_fault_shows_even_at_the_commit(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a letter writes may fail when another one asks something, or at the end: it alone is put off."""
    parties = [office.start_party(slug=f"game-{n}") for n in range(3)]
    whole = orders.keep_submission

    def keep(session: Session, row: Submission) -> int:
        return whole(session, row if "9" not in row.text else Submission(**{**row.model_dump(), "phase_id": 10**6}))

    for party, text in zip(parties, ("bid 1", "bid 9", "bid 2"), strict=True):
        office.post(PLAYERS["RED"], office.seat_address(party, "RED"), letter(PLAYERS["RED"], text).as_bytes())
    monkeypatch.setattr(orders, "keep_submission", keep)
    monkeypatch.setattr(inbox, "log", Mock())
    assert office.read() == 3
    assert [(mail.status, mail.note) for mail in office.mails()] == [
        ("done", ""),
        ("new", "IntegrityError"),
        ("done", ""),
    ]


def test_no_letter_of_a_seat_is_read_before_one_that_is_put_off(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what was written first would stand in the end."""
    party, whole = office.start_party(), phases.set_alarm
    for code, text in (("RED", "bid 1"), ("BLU", "bid 2"), ("RED", "bid 3")):
        office.post(PLAYERS[code], office.seat_address(party, code), letter(PLAYERS[code], text).as_bytes())

    def broken(session: Session, game: Game, phase: Phase, *given: Any) -> None:
        if any("BID 1" in turn.orders for turn, _ in given[1]):
            raise RuntimeError
        whole(session, game, phase, *given)

    with monkeypatch.context() as patch:
        patch.setattr(phases, "set_alarm", broken)
        patch.setattr(inbox, "log", Mock())
        office.read()
    assert [mail.status for mail in office.mails()] == ["new", "done", "new"]
    office.later(minutes=2)
    assert office.read() == 2 and office.receipt(PLAYERS["RED"])["standing"] == ["BID 3"]


class MailProcessDied(BaseException):
    """What nobody catches: all that is left of the process is what it has committed."""


def dies(store: Store, at: int) -> Any:
    """Kills whoever asks the database so many times."""
    left = [at]

    def ask(*_: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise MailProcessDied

    event.listen(store.engine, "before_cursor_execute", ask)
    return ask


@pytest.mark.slow
def test_readers_that_die_anywhere_do_nothing_twice(office: Office) -> None:
    """Each letter has one submission, one receipt with the next number, and one answer, wherever its readers died."""
    parties = [office.start_party(slug=f"game-{n}") for n in range(2)]
    sent, deaths = 0, 0
    for round_, at in enumerate(range(2, 40, 5)):
        sent += post_letters(office, parties, f"bid {round_ % 8}\n// {round_}")
        ask = dies(office.store, at)
        try:
            office.read()
        except MailProcessDied:
            deaths += 1
        event.remove(office.store.engine, "before_cursor_execute", ask)
        office.later(minutes=2)
        office.read()
    assert deaths >= 4 and {mail.status for mail in office.mails()} == {"done"}
    with office.store.read_session() as session:
        assert len(set(session.exec(select(Submission.mail_id)))) == len(session.exec(select(Submission)).all()) == sent
        numbers = session.exec(select(Receipt.seat_id, Receipt.number).order_by(col(Receipt.id))).all()
        rounds = sent // len(parties) // len(PLAYERS)
        assert Counter(numbers) == Counter((seat, n) for seat in {s for s, _ in numbers} for n in range(1, rounds + 1))
        assert len(session.exec(select(Outbox).where(Outbox.kind == "receipt")).all()) == sent


def test_the_lock_is_given_back_in_time(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for the database does not wait for all letters."""
    monkeypatch.setattr(inbox, "INBOX_BATCH", 2)
    letters = post_letters(office, [office.start_party(slug=f"game-{n}") for n in range(3)], "bid 1")
    commits: list[object] = []
    event.listen(office.store.engine, "commit", commits.append)
    assert office.read() == letters and len(commits) == letters, "a claim for two letters, and what they say"


EVERYTHING = (
    ("RED", "bid 1"),
    ("BLU", "press to RED\nShall we?\nendpress"),
    ("RED", "bid 2\nready"),
    ("BLU", "bid 3\nvote draw\nnonsense"),
    ("RED", "press to nobody\nHello\nendpress"),
    ("BLU", "status\nclear\nbid 7\nhelp\nbid ?\nwait"),
    ("RED", "press to BLU\nNo.\nendpress\nbid 5\npress to BLU"),
    ("RED", "bid 6\nprocess\nbid 4\nstatus"),
    ("BLU", "bid 1"),
    ("BLU", "resign"),
    ("BLU", "resign {slug}"),
    ("BLU", "bid 8\npress to RED\nI go\nendpress"),
    ("RED", "broadcast\nAlone!\nendbroadcast\nready"),
)


@pytest.fixture
def copiable(sqlite: Store, tmp_path: Path, now: datetime) -> Iterator[Office]:
    """One whose database is a file."""
    yield from opened_office(sqlite, tmp_path, now)


@pytest.mark.slow
def test_it_comes_to_the_same(copiable: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of every kind, two games and one that is forged: every row is as if each had been done by itself."""
    office = copiable
    for slug in ("verdun", "marne"):
        party = office.start_party(slug=slug)
        with office.store.write_session() as session:
            party.game(session).master_id = party.player(session, "RED").id
        for number, (code, text) in enumerate(EVERYTHING):
            said = letter(PLAYERS[code], text.format(slug=slug))
            office.post(PLAYERS[code], office.seat_address(party, code), said.as_bytes())
            if number == 4:
                forged = letter("somebody@example.org", "bid 9").as_bytes()
                office.post("somebody@example.org", office.seat_address(party, "RED"), forged)
    copy_store(office.store, tmp_path / "other.db")
    other = replace(office, store=Store(f"sqlite:///{tmp_path / 'other.db'}"))
    assert office.read() == 2 * (len(EVERYTHING) + 1)
    monkeypatch.setattr(inbox, "INBOX_BATCH", 1)
    assert other.read() == 2 * (len(EVERYTHING) + 1)
    found, expected = everything(office.store), everything(other.store)
    other.store.close()
    assert [name for name in found if found[name] != expected[name]] == []
    assert len(found["press"]) == 6 and len(found["phase"]) == 4 and "held" in "".join(found["mail_in"])


def copy_store(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(str(store.url.database))) as one, closing(sqlite3.connect(path)) as two:
        one.backup(two)


def test_what_cannot_be_done_leaves_no_trace(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what was written before it was refused; the letters beside it are done."""
    parties = [office.start_party(slug=f"game-{n}") for n in range(3)]
    texts = ("bid 1", "vote draw\nbid 2", "bid 3")
    for party, text in zip(parties, texts, strict=True):
        office.post(PLAYERS["BLU"], office.seat_address(party, "BLU"), letter(PLAYERS["BLU"], text).as_bytes())
    with monkeypatch.context() as patch:
        patch.setattr(votes, "announce_proposal", Mock(side_effect=Refusal("no vote", seat="Blue")))
        assert office.read() == 3
    with office.store.read_session() as session:
        assert not session.exec(select(Vote)).all()
        assert len(session.exec(select(Submission)).all()) == 3
    assert {mail.status for mail in office.mails()} == {"done"}
    assert Counter(level for row in office.outbox(kind="receipt") for level in levels(row)) == {"ok": 3, "no": 1}


def levels(row: Outbox) -> list[str]:
    return [line["level"] for line in json.loads(row.data)["lines"]]


def damage_state(office: Office, party: Party) -> None:
    """The position of a game can no longer be read."""
    with office.store.write_session() as session:
        session.execute(sa.text("UPDATE phase SET state = :junk WHERE game_id = :game"), JUNK | {"game": party.game_id})


JUNK = {"junk": b"\xff\x01\x02"}


def test_a_game_that_cannot_be_read_is_in_no_other_ones_way(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """The letters to others are done at once; those to it are tried again, and parked in the end."""
    monkeypatch.setattr(inbox, "log", Mock())
    sick, sound = (office.start_party(slug=slug) for slug in ("sick", "sound"))
    post_letters(office, [sick, sound], "bid 1")
    damage_state(office, sick)
    assert office.read() == 4
    told = {(mail.game_id, mail.status) for mail in office.mails()}
    assert told == {(sick.game_id, "new"), (sound.game_id, "done")}
    for _ in range(inbox.READER_ATTEMPTS + 1):
        office.later(minutes=2)
        office.read()
    assert {mail.status for mail in office.mails() if mail.game_id == sick.game_id} == {"parked"}


@pytest.mark.slow
def test_long_letters_are_not_read_again_and_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are short enough are done together."""
    party = office.start_party()
    long = "accept nothing\n-- \n" + "x" * 70 * 2000
    for _ in range(6):
        office.post(PLAYERS["RED"], office.seat_address(party, "RED"), letter(PLAYERS["RED"], long).as_bytes())
    read = Mock(wraps=inbox.lock_batch)
    monkeypatch.setattr(inbox, "lock_batch", read)
    assert office.read() == 6
    assert sum(len(call.args[1]) for call in read.call_args_list) == 6 and 1 < read.call_count < 6


def test_a_letter_that_has_its_yes_waits_no_longer(office: Office) -> None:
    """Neither its own receipt nor the next one says so."""
    party, other = office.start_party(slug="verdun"), office.start_party(slug="marne")
    red = PLAYERS["RED"]
    office.write("somebody@example.org", office.seat_address(party, "RED"), "bid 1")
    (asked,) = office.outbox(red, "question")
    office.post(red, office.reply_address(asked), letter(red, "yes").as_bytes())
    office.post(red, office.seat_address(other, "RED"), letter(red, "bid 2").as_bytes())
    assert office.read() == 2
    assert [json.loads(row.data)["notes"] for row in office.outbox(red, "receipt")] == [[], []]


def test_two_letters_of_a_seat_that_are_done_together_have_a_receipt_each(office: Office) -> None:
    party = office.start_party()
    for text in ("bid 1", "bid 2"):
        office.post(PLAYERS["RED"], office.seat_address(party, "RED"), letter(PLAYERS["RED"], text).as_bytes())
    assert office.read() == 2
    with office.store.read_session() as session:
        given = session.exec(select(Receipt).order_by(col(Receipt.number))).all()
        assert [(row.number, orders_of(row)) for row in given] == [(1, "BID 1"), (2, "BID 2")]
    assert office.receipt(PLAYERS["RED"])["receipt"]["number"] == 2


def orders_of(row: Receipt) -> str:
    return next(word for word in ("BID 1", "BID 2") if word in row.orders)


def test_what_came_while_others_died_is_not_lost(office: Office, now: datetime) -> None:
    """A letter whose claim is somebody else's by now is left to him."""
    party = office.start_party()
    post_letters(office, [party], "bid 1")
    ids = inbox.claim_unread_letters(office.store, office.now)
    some = inbox.open_letters(office.store, ids)
    with office.store.write_session() as session:
        row = session.get_one(MailIn, ids[0])
        row.ready_at = now.replace(year=now.year + 1)
    lease = office.now + inbox.INBOX_LEASE
    inbox.process_letters(office.store, office.config, some, lease, lambda: office.now)
    assert [mail.status for mail in office.mails()] == ["new", "done"]


# --- at the door ---------------------------------------------------------------------------------------------------


def make_waiting_letter(raw: bytes, recipient: str = "pbem@pbem.test", sender: str = "a@example.org") -> WaitingLetter:
    return Arrival(raw, recipient, LetterOrigin(sender, "192.0.2.1"), Destination()), Future()


def test_letters_that_come_together_share_a_commit(office: Office) -> None:
    """Each has an answer of its own: kept, known already, too many, or broken."""
    door, commits = office.listener.door, list[object]()
    door.config = replace(office.config, limits=replace(office.config.limits, peer_letters=3))
    some = [make_waiting_letter(b"From: a@example.org\r\n\r\nhelp %d" % n) for n in (1, 2, 1, 3, 4)]
    door.waiting.extend(some)
    event.listen(office.store.engine, "commit", commits.append)
    for _ in some:
        door.store_waiting_letters()
    assert len(commits) == (1 if office.store.is_sqlite else len(some))
    found = [future.result(0) for _, future in some]
    assert found[2] is None, "a copy, which counts for nothing"
    assert isinstance(found[4], IntakeFull) and len({one for one in found if isinstance(one, int)}) == 3
    assert len(office.mails()) == 3


def test_a_letter_that_cannot_be_kept_takes_no_other_with_it(office: Office) -> None:
    """No database takes half of a character."""
    door = office.listener.door
    some = [
        make_waiting_letter(b"one"),
        make_waiting_letter(b"two", sender="\udcff@example.org"),
        make_waiting_letter(b"three"),
        make_waiting_letter(b"four"),
    ]
    some[3][1].cancel()
    door.waiting.extend(some)
    for _ in some:
        door.store_waiting_letters()
    assert isinstance(some[1][1].exception(0), UnicodeError)
    assert [mail.raw for mail in office.mails()] == [b"one", b"three"]
