"""An address is never somebody else's: not after rows were deleted, and not after a server was put back."""

from __future__ import annotations

import smtplib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.games.people import people, privacy, sign_in
from pbem.games.seating import seats
from pbem.storage.models import Player
from tests.games.party import Party
from tests.mail.conftest import Office

ONE, TWO = "one@first.example", "two@second.example"


def mail_sign_in_link(office: Office, address: str) -> str:
    """Has a link mailed to somebody, and says where that letter is answered."""
    with office.store.write_session() as session:
        player = people.get_or_register_player(session, address, office.now)
        people.mark_address_proved(session, player, office.now)
        sign_in.queue_sign_in_letter(session, player, office.now)
    return office.reply_address(office.outbox(address, "signin")[-1])


def told_at_the_door(office: Office, sender: str, recipient: str) -> str:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        office.write(sender, recipient, "let us stab them: my secret plan")
    return refused.value.recipients[recipient][1].decode()


def test_a_letter_that_was_forgotten_is_nobodys(office: Office) -> None:
    """The next letter gets the number of the one that was deleted, and another address; who answers the first is told
    at the door, and nobody else reads a word of it."""
    first = mail_sign_in_link(office, ONE)
    number = office.outbox(ONE, "signin")[-1].id
    with office.store.write_session() as session:
        player = session.exec(select(Player).where(Player.address == ONE)).one()
        privacy.forget_player(session, player, office.now)
    second = mail_sign_in_link(office, TWO)
    assert office.outbox(TWO, "signin")[-1].id == number
    assert first != second
    assert "older than what this server knows" in told_at_the_door(office, ONE, first)
    assert not office.outbox(TWO, "question") and not office.mails()
    office.write(TWO, second, "games")
    assert office.outbox(TWO, "receipt")


def copy_database(source: str, target: str) -> None:
    with closing(sqlite3.connect(source)) as of, closing(sqlite3.connect(target)) as to:
        of.backup(to)


def renew_address(office: Office, party: Party) -> str:
    """Red's seat with a new address."""
    with office.store.write_session() as session:
        seats.renew_seat_address(session, party.seat(session, "RED"), office.now)
    return office.seat_address(party, "RED")


def test_addresses_made_after_a_backup_are_void_once_it_is_restored(office: Office, tmp_path: Path) -> None:
    """Letters and seats get the same numbers and generations again, and other addresses."""
    party, database, kept = office.start_party(), str(office.store.url.database), str(tmp_path / "kept.db")
    copy_database(database, kept)
    lost = [mail_sign_in_link(office, ONE), renew_address(office, party)]
    numbers = [row.id for row in office.outbox()]
    copy_database(kept, database)
    again = [mail_sign_in_link(office, TWO), renew_address(office, party)]
    assert [row.id for row in office.outbox()] == numbers
    assert not set(lost) & set(again)
    assert "older than what this server knows" in told_at_the_door(office, ONE, lost[0])
    assert "another address now" in told_at_the_door(office, ONE, lost[1])
    assert not office.mails()
