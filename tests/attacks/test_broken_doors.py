"""What the doors keep in memory for whoever is not done yet."""

from __future__ import annotations

import socket

import pytest

from pbem.db import Store
from tests.attacks.test_door import FRONT, OTHER, letter, open_door  # noqa: F401  a fixture
from tests.hosting import PATIENCE, Host

BEGINNING = b"HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<%b>\r\nDATA\r\n" % FRONT.encode()


@pytest.mark.parametrize("flood", [b"\r\n" * 45_000, b"x" * 998 + b"\r\n", b"x" * 150_000], ids=["short", "long", "none"])
def test_a_letter_that_does_not_end_is_ended(open_door: Store, host: Host, flood: bytes) -> None:  # noqa: F811
    """S11: a megabyte of empty lines took 42 MB for each connection and a second of work, and what was too much was
    listened to for five minutes."""
    assert open_door
    with socket.create_connection(("127.0.0.1", host.smtp), PATIENCE) as talk:
        talk.sendall(BEGINNING)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            for _ in range(20_000_000 // len(flood)):
                talk.sendall(flood)
    with host.door(OTHER) as next_:
        next_.sendmail("a@example.org", [FRONT], letter(1))
