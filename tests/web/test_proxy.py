"""Who is believed about whom he speaks for, under every way a WSGI server names the other end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from werkzeug.datastructures import Headers
from werkzeug.test import Client, EnvironBuilder

from pbem.settings.networks import parse_peers
from pbem.web.http.proxy import ProxyAwareApp


def see_request(trusted: str, peer: str, **fields: str) -> tuple[str, str, str]:
    """The address, scheme and host that the application sees."""
    found: list[tuple[str, str, str]] = []

    def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        found.append((environ["REMOTE_ADDR"], environ["wsgi.url_scheme"], environ["HTTP_HOST"]))
        start_response("200 OK", [])
        return []

    headers = Headers([("Host", "here"), *((name.replace("_", "-"), value) for name, value in fields.items())])
    builder = EnvironBuilder(headers=headers, environ_overrides={"REMOTE_ADDR": peer})
    Client(ProxyAwareApp(app, parse_peers(trusted))).open(builder)
    return found[0]


SAID = {"X_Forwarded_For": "192.0.2.7", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "pbem.test"}


@pytest.mark.parametrize(
    ("trusted", "peer"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "::ffff:127.0.0.1"),
        ("10.0.0.0/8, ::1", "::1"),
        ("unix", ""),
        ("unix 10.0.0.1", "localhost"),
    ],
)
def test_a_declared_proxy_is_believed(trusted: str, peer: str) -> None:
    """By its address, its network, or the socket file it speaks through."""
    assert see_request(trusted, peer, **SAID) == ("192.0.2.7", "https", "pbem.test")


@pytest.mark.parametrize(
    ("trusted", "peer"),
    [("", "127.0.0.1"), ("127.0.0.1", ""), ("127.0.0.1", "localhost"), ("unix", "127.0.0.1"), ("10.0.0.1", "10.0.0.2")],
)
def test_nobody_else_is(trusted: str, peer: str) -> None:
    """Where a socket comes from says nothing."""
    assert see_request(trusted, peer, **SAID) == (peer, "http", "here")


def test_what_a_visitor_says_before_the_proxy_does_not_count() -> None:
    """Of a chain the last address that is no proxy of ours is who asks."""
    chain = {"X_Forwarded_For": "1.1.1.1, 192.0.2.7, 10.0.0.9"}
    assert see_request("127.0.0.1, 10.0.0.0/8", "127.0.0.1", **chain)[0] == "192.0.2.7"
    assert see_request("127.0.0.1", "127.0.0.1", **chain)[0] == "10.0.0.9"
    assert see_request("127.0.0.1, 10.0.0.0/8", "127.0.0.1", X_Forwarded_For="10.0.0.8, 10.0.0.9")[0] == "10.0.0.8"
    assert see_request("127.0.0.1", "127.0.0.1")[0] == "127.0.0.1"
