"""What the doors keep in memory for whoever is not done yet."""

from __future__ import annotations

import socket
from contextlib import ExitStack

import pytest

from pbem.storage.database import Store
from tests.attacks.test_door import FRONT, OTHER, letter, open_door  # noqa: F401  a fixture
from tests.hosting import PATIENCE, Host

BEGINNING = b"HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<%b>\r\nDATA\r\n" % FRONT.encode()


FLOODS = {"short lines": b"\r\n" * 45_000, "long lines": b"x" * 998 + b"\r\n", "no lines": b"x" * 150_000}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
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


@pytest.mark.slow
@pytest.mark.parametrize("beginning", [b"", b"GET / HTTP/1.1\r\nX: "], ids=["silent", "slow"])
def test_idle_visitors_keep_nobody_out(host: Host, beginning: bytes) -> None:
    """S11: a hundred connections of one peer that said nothing shut the pages to all for two minutes."""
    with host.serving(), ExitStack() as stack:
        for _ in range(130):
            mine = socket.create_connection(("127.0.0.1", host.web), PATIENCE, ("127.0.0.2", 0))
            stack.enter_context(mine).sendall(beginning)
        assert host.http("/healthz", headers={"Host": "pbem.test"})[0].status == 200


def test_a_trusted_proxy_may_have_many_connections(host: Host) -> None:
    """It brings everybody's requests."""
    host.settings["trusted_proxies"] = "127.0.0.2"
    with host.serving(), ExitStack() as stack:
        open_ = [
            stack.enter_context(socket.create_connection(("127.0.0.1", host.web), PATIENCE, ("127.0.0.2", 0)))
            for _ in range(60)
        ]
        open_[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: pbem.test\r\n\r\n")
        assert open_[0].recv(100).startswith(b"HTTP/1.1 200")
