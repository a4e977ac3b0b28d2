"""The SMTP door: one peer's doing is no other's harm, and whatever goes wrong inside stays inside."""

from __future__ import annotations

import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlmodel import col, select

from pbem.mail.inbound import smtp_door
from pbem.mail.inbound.smtp_door import Listener
from pbem.settings import config
from pbem.settings.networks import peer_bucket
from pbem.storage.database import Store
from pbem.storage.models import MailIn, Seat
from tests.attacks import afoot
from tests.hosting import PATIENCE, ROOT, Host

FRONT = "pbem@pbem.test"
OTHER = "127.0.0.9"


@pytest.fixture
def open_door(host: Host) -> Iterator[Store]:
    """The host's door, open in this process; tests set limits before."""
    host.settings |= {"limits_peer_letters": "3", "limits_seat_letters": "2", "mail_servers": "127.0.0.7"}
    with afoot.store_of(host) as store:
        listener = Listener(store, config.load_config(host.folder, host.environment), afoot.present)
        listener.start_listening()
        yield store
        listener.stop_listening()


def letter(number: int) -> str:
    return f"From: a@example.org\r\nMessage-ID: <{number}@example.org>\r\n\r\nhello\r\n"


def codes(host: Host, recipient: str, count: int, source: str) -> list[int]:
    """Return how the door answers so many letters of one peer."""
    answers = []
    with host.door(source) as talk:
        for n in range(count):
            try:
                talk.sendmail("a@example.org", [recipient], letter(hash((source, n)) % 10**9))
                answers.append(250)
            except smtplib.SMTPDataError as error:
                answers.append(error.smtp_code)
    return answers


def test_slow_connections_shut_the_door_to_nobody_else(open_door: Store, host: Host) -> None:
    """S11: twenty connections that said a byte now and then were all there was room for."""
    assert open_door
    with ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", host.smtp), PATIENCE)) for _ in range(20)]
        greetings = [each.recv(200)[:3] for each in slow]
        assert greetings.count(b"220") == smtp_door.PEER_CONNECTIONS and greetings.count(b"421") == 15
        for each in slow[: smtp_door.PEER_CONNECTIONS]:
            each.sendall(b"E")
        with host.door(OTHER) as talk:
            assert talk.noop()[0] == 250


def test_a_full_door_makes_room(open_door: Store, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """S11: of the peer with most connections, the one that has been silent for longest makes room."""
    assert open_door
    monkeypatch.setattr(smtp_door, "CONNECTIONS", 6)
    with ExitStack() as stack:
        mine = [stack.enter_context(host.door("127.0.0.2")) for _ in range(4)]
        others = [stack.enter_context(host.door(f"127.0.0.{n}")) for n in (3, 4)]
        assert mine[0].noop()[0] == 250
        assert stack.enter_context(host.door("127.0.0.5")).noop()[0] == 250
        assert all(each.noop()[0] == 250 for each in (mine[0], *others))
        assert mine[1].sock is not None and mine[1].sock.recv(100).startswith(b"421 4.7.0")


def test_a_slow_command_has_an_end(open_door: Store, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """S11: a byte every 25 seconds kept a connection for ever. All of a command has its time, and all of a letter."""
    assert open_door
    monkeypatch.setattr(smtp_door, "COMMAND_SECONDS", 0.5)
    monkeypatch.setattr(smtp_door, "LETTER_SECONDS", 0.5)
    for said in (b"", b"HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<%b>\r\nDATA\r\n" % FRONT.encode()):
        with socket.create_connection(("127.0.0.1", host.smtp), PATIENCE) as slow:
            slow.sendall(said)
            heard = b""
            while more := slow.recv(1000):
                heard += more
                slow.sendall(b"x")
            assert heard.startswith(b"220")


def test_one_peer_floods_alone(open_door: Store, host: Host) -> None:
    """S11: what goes beyond is put off, and not kept; others, and the host's own mail server, are not affected."""
    assert codes(host, FRONT, 5, "127.0.0.2") == [250, 250, 250, 452, 452]
    assert codes(host, FRONT, 1, OTHER) == [250]
    assert codes(host, FRONT, 5, "127.0.0.7") == [250] * 5
    with open_door.read_session() as session:
        kept = session.exec(select(MailIn.peer, MailIn.vouched).order_by(col(MailIn.id))).all()
    assert kept == [("127.0.0.2", False)] * 3 + [(OTHER, False)] + [("127.0.0.7", True)] * 5


def test_a_secret_address_has_a_limit_of_its_own(open_door: Store, host: Host) -> None:
    """S11: so much to one seat in an hour, whoever sends it; other seats are not affected."""
    afoot.start_first_game(open_door, afoot.present())
    with open_door.read_session() as session:
        first, second = session.exec(select(Seat).order_by(col(Seat.id))).all()[:2]
    assert codes(host, afoot.seat_address(host, first), 4, "127.0.0.2") == [250, 250, 452, 452]
    assert codes(host, afoot.seat_address(host, second), 1, OTHER) == [250]


def test_guessing_addresses_ends(open_door: Store, host: Host) -> None:
    """S11: after so many unknown recipients a connection is over."""
    assert open_door
    with host.door() as talk:
        talk.ehlo()
        talk.mail("a@example.org")
        answers = [talk.rcpt(f"guess{n}@pbem.test")[0] for n in range(smtp_door.MOST_UNKNOWN + 1)]
        assert answers == [550] * smtp_door.MOST_UNKNOWN + [421]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("192.0.2.7:4711", "elsewhere"),
        ("", "elsewhere"),
    ],
)
def test_peers(address: str, name: str) -> None:
    """Whoever has one address of an IPv6 network has all of it; what is no address is nobody in particular."""
    assert peer_bucket(address) == name


@pytest.mark.slow
@pytest.mark.parametrize("closed", [False, True])
def test_a_log_that_cannot_be_written_changes_nothing(host: Host, closed: bool) -> None:
    """S19: 451 became 500 and the sender bounced, when the disk was full or nobody read the log."""
    with afoot.store_of(host) as store, Path("/dev/full").open("w") as full:
        line = [sys.executable, "-m", "pbem.cli", "--instance", str(host.folder), "serve"]
        process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 2>&-', "sh", *line] if closed else line,
            env=host.environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=full,
        )
        try:
            assert process.stdout is not None and b"pbem serves" in process.stdout.readline()
            with store.engine.begin() as connection:
                connection.execute(sa.text("ALTER TABLE mail_in RENAME TO gone"))
            with host.door() as talk, pytest.raises(smtplib.SMTPDataError) as refused:
                talk.sendmail("a@example.org", [FRONT], letter(1))
            assert refused.value.smtp_code == 451
        finally:
            process.kill()
            process.communicate()
