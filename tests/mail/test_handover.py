"""LMTP: the host's mail server hands letters over, and hears of each recipient."""

from __future__ import annotations

import smtplib
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.mail.inbound.lmtp_door import Handover
from pbem.mail.inbound.smtp_door import Listener
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Seat
from tests.attacks import afoot
from tests.attacks.conftest import host, relay  # noqa: F401  fixtures
from tests.hosting import PATIENCE, Host, free_port

FRONT = "pbem@pbem.test"


@pytest.fixture
def open_door(host: Host) -> Iterator[Store]:  # noqa: F811
    """The host's LMTP door, open in this process where his settings say."""
    host.settings = {"limits_seat_letters": "1", "lmtp_listen": f"127.0.0.1:{free_port()}", **host.settings}
    settings = config.load_config(host.folder, host.environment)
    with afoot.store_of(host) as store:
        listener = Listener(store, settings, afoot.present, kind=Handover, listen=settings.lmtp_listen)
        listener.start_listening()
        yield store
        listener.stop_listening()


def connect_lmtp(host: Host) -> smtplib.LMTP:  # noqa: F811
    where = host.settings["lmtp_listen"]
    name, _, port = where.rpartition(":")
    return smtplib.LMTP(name or where, int(port) if name else 0, "mx.example.org", timeout=PATIENCE)


def verdicts(talk: smtplib.LMTP, recipients: list[str], body: str) -> list[tuple[int, int]]:
    """Return how each recipient is answered: at the envelope, and about the letter (0: nothing more is said)."""
    talk.ehlo_or_helo_if_needed()
    talk.mail("anna@example.org")
    codes = [talk.rcpt(address)[0] for address in recipients]
    talk.putcmd("data")
    assert talk.getreply()[0] == 354
    talk.send(f"From: anna@example.org\r\nMessage-ID: <{hash(body)}@example.org>\r\n\r\n{body}\r\n.\r\n")
    return [(code, talk.getreply()[0] if code == 250 else 0) for code in codes]


def list_kept_letters(store: Store) -> list[tuple[str, bool]]:
    with store.read_session() as session:
        return list(session.exec(select(MailIn.recipient, MailIn.vouched).order_by(col(MailIn.id))).all())


def test_each_recipient_has_a_verdict(open_door: Store, host: Host) -> None:  # noqa: F811
    """A seat that has had its letters for this hour is put off, and the others of the same letter get it; nobody is
    answered twice, and the next letter finds the conversation in step."""
    afoot.start_first_game(open_door, afoot.present())
    with open_door.read_session() as session:
        first, second = (afoot.seat_address(host, seat) for seat in session.exec(select(Seat).limit(2)).all())
    with connect_lmtp(host) as talk:
        assert verdicts(talk, [first], "one") == [(250, 250)]
        asked = [second, f"nobody@{host.environment['PBEM_MAIL_HOST']}", first, FRONT, FRONT]
        assert verdicts(talk, asked, "two") == [(250, 250), (550, 0), (250, 452), (250, 250), (250, 250)]
        assert talk.noop()[0] == 250
    assert [recipient for recipient, _ in list_kept_letters(open_door)] == [first, second, FRONT]


def test_what_is_wrong_with_a_letter_is_said_to_each(open_door: Store, host: Host) -> None:  # noqa: F811
    """Too large, or trouble on our side: one answer for each recipient, and the conversation stays in step."""
    with connect_lmtp(host) as talk:
        assert verdicts(talk, [FRONT, f"help@{FRONT[5:]}"], "x" * 70 + "\r\n" + ("y" * 70 + "\r\n") * 14_000) == [
            (250, 552),
            (250, 552),
        ]
        with open_door.write_engine.begin() as session:
            session.exec_driver_sql("ALTER TABLE mail_in RENAME TO away")
        assert verdicts(talk, [FRONT, f"help@{FRONT[5:]}"], "hello") == [(250, 451), (250, 451)]
        with open_door.write_engine.begin() as session:
            session.exec_driver_sql("ALTER TABLE away RENAME TO mail_in")
        assert verdicts(talk, [FRONT], "hello") == [(250, 250)]


def test_it_is_no_smtp(open_door: Store, host: Host) -> None:  # noqa: F811
    """Who speaks SMTP there has the wrong door, and takes no letter for kept."""
    assert list_kept_letters(open_door) == []
    with connect_lmtp(host) as talk:
        assert talk.docmd("EHLO", "client.example.org")[0] == 500
        assert talk.mail("anna@example.org")[0] == 503


@pytest.mark.parametrize(("declared", "believed"), [("", False), ("127.0.0.1", False), ("unix", True)])
def test_a_socket_file_is_believed_if_the_host_says_so(
    host: Host,  # noqa: F811
    tmp_path: Path,
    declared: str,
    believed: bool,
) -> None:
    """Only its owner and its group can speak through it; what they say about a writer counts where “unix” is declared.
    The file goes with the door."""
    path = tmp_path / "lmtp"
    host.settings |= {"lmtp_listen": str(path), "mail_servers": declared}
    settings = config.load_config(host.folder, host.environment)
    with afoot.store_of(host) as store:
        listener = Listener(store, settings, afoot.present, kind=Handover, listen=settings.lmtp_listen)
        listener.start_listening()
        assert stat.S_IMODE(path.stat().st_mode) == 0o660
        with connect_lmtp(host) as talk:
            assert verdicts(talk, [FRONT], "hello") == [(250, 250)]
        listener.stop_listening()
        assert list_kept_letters(store) == [(FRONT, believed)] and not path.exists()


def test_a_successor_keeps_its_socket_file(host: Host, tmp_path: Path) -> None:  # noqa: F811
    """A new process takes the place of the old one before that has ended."""
    settings, path = config.load_config(host.folder, host.environment), tmp_path / "lmtp"
    with afoot.store_of(host) as store:
        old, new = (Listener(store, settings, afoot.present, kind=Handover, listen=str(path)) for _ in range(2))
        old.start_listening()
        new.start_listening()
        old.stop_listening()
        with smtplib.LMTP(str(path), 0, "mx.example.org", timeout=PATIENCE) as talk:
            assert talk.noop()[0] == 250
        new.stop_listening()
    assert not path.exists()
