"""What a browser can cause: how much it may send, and how often it may ask for what costs seconds of work."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Flask, abort, current_app, g, request
from flask.typing import ResponseReturnValue

from pbem import peers, shares, spending
from pbem.shares import SharedBudget
from pbem.web import access

LONGEST_URL = 4_000
SHORT, LONG = 20_000, 300_000
"""Bytes of a form: of most, and of those in which people write. A page of orders in any script fits into the second."""
LONG_FORMS = frozenset(
    (
        "seat.text_orders",
        "seat.step",
        "seat.judge",
        "what_if.step",
        "what_if.take_over",
        "seat.send",
        "master.act",
        "new.create",
        "away.ask",
        "mailbox.send",
    )
)
MOST_PARTS = 50
TOO_MUCH = "That was very much in a short time, so this was not done. Go back, and try it again in a while."
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


def counted() -> None:
    """Every form that is sent costs at least a write: no player needs more of them than the limit allows."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method == "POST" and view is not None and not getattr(view, "bounded", False):
        spend("forms")


def network() -> str:
    """Where a request comes from, as one that is counted."""
    return peers.counted(request.remote_addr or "")


def spend(name: str) -> None:
    """Counts once more what the limit `name` counts, for the player who asks or for his network address. Raises
    TooManyRequests."""
    who = g.player.id if g.player else network()
    with access.store().write() as db:
        free = spending.spend(db, access.config().limits, name, who, access.now())
    if not free:
        abort(429, TOO_MUCH)


def share(budget: SharedBudget) -> None:
    """Takes one of a budget that all share, for the network address that asks. Raises TooManyRequests."""
    with access.store().write() as db:
        free = shares.take(db, access.config().limits, budget, shares.at(network()), access.now())
    if not free:
        abort(429, TOO_MUCH)


def bounded(name: str) -> Callable[[Callable[P, ResponseReturnValue]], Callable[P, ResponseReturnValue]]:
    """For pages that cost much: no more of them than the limit `name` allows one player, or one network address."""

    def around(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
        @wraps(view)
        def seldom(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            spend(name)
            return view(*args, **kwargs)

        seldom.bounded = True  # type: ignore[attr-defined]
        return seldom

    return around
