"""What a browser can cause: how much it may send, and how often it may ask for what costs seconds of work."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address, ip_network
from typing import ParamSpec

from flask import Flask, abort, g, request
from flask.typing import ResponseReturnValue

from pbem import limits
from pbem.web import access

LONGEST_URL = 4_000
SHORT, LONG = 20_000, 300_000
"""Bytes of a form: of most, and of those in which people write. A page of orders in any script fits into the second."""
LONG_FORMS = frozenset(
    (
        "seat.text_orders",
        "seat.form_orders",
        "seat.judge",
        "seat.what_if",
        "seat.send",
        "master.act",
        "home.create",
        "mailbox.send",
    )
)
MOST_PARTS = 50
IPV6_NETWORK = 64
"""The bits of an IPv6 address that are one household's."""
P = ParamSpec("P")


def attach(app: Flask) -> None:
    """Comes first, before anybody reads a form."""
    app.config.update(MAX_CONTENT_LENGTH=LONG, MAX_FORM_MEMORY_SIZE=LONG, MAX_FORM_PARTS=MOST_PARTS)
    app.before_request(sized)


def sized() -> None:
    """Refuses what is too long, and what no keyboard writes: a database need not be able to keep it."""
    request.max_content_length = LONG if request.endpoint in LONG_FORMS else SHORT
    if len(request.full_path) > LONGEST_URL:
        abort(414, "The address of this page is too long.")
    if not request.path.isprintable():
        abort(404)
    if any("\0" in value for given in (request.args, request.form) for value in given.values()):
        abort(400, "What was sent has a sign in it that cannot be kept. Nothing was done; write it again.")


def network() -> str:
    """Where a request comes from, as one that is counted: an IPv4 address, or the network of an IPv6 one."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return "elsewhere"
    plain = getattr(address, "ipv4_mapped", None) or address
    return str(plain if plain.version == 4 else ip_network((plain, IPV6_NETWORK), strict=False))


def spent(name: str, who: object) -> bool:
    """Whether `who` may do once more what the limit `name` counts."""
    with access.store().write() as db:
        return limits.spend(db, access.config().limits, name, who, access.now())


def bounded(name: str) -> Callable[[Callable[P, ResponseReturnValue]], Callable[P, ResponseReturnValue]]:
    """For pages that cost much: no more of them than the limit `name` allows one player, or one network address."""

    def around(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            if not spent(name, g.player.id if g.player else network()):
                abort(429, "You asked for very much in a short time. Nothing is lost; go on in a while.")
            return view(*args, **kwargs)

        return counted

    return around
