"""What a browser can cause: how much it may send, and how often it may ask for what costs seconds of work."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Flask, abort, current_app, g, request
from flask.typing import ResponseReturnValue

from pbem.settings import networks
from pbem.storage import budgets, shared_budgets
from pbem.storage.shared_budgets import SharedBudget
from pbem.web.http import access

LONGEST_URL = 4_000
SHORT, LONG = 20_000, 300_000
"""Bytes of a form: of most, and of those in which people write. A page of orders in any script fits into the second."""
LONG_FORMS = frozenset(
    (
        "seat.text_orders",
        "seat.take_sentence_step",
        "seat.judge_box",
        "what_if.take_trial_step",
        "what_if.take_over",
        "commands.post_command",
        "new_game.post_new_game",
        "absences.ask_for_absence",
        "mailbox.post_letter_to_server",
    )
)
MOST_PARTS = 50
TOO_MUCH = "That was very much in a short time, so this was not done. Go back, and try it again in a while."
P = ParamSpec("P")


def attach_request_bounds(app: Flask) -> None:
    """Comes first, before anybody reads a form."""
    app.config.update(MAX_CONTENT_LENGTH=LONG, MAX_FORM_MEMORY_SIZE=LONG, MAX_FORM_PARTS=MOST_PARTS)
    app.before_request(refuse_oversized_request)


def refuse_oversized_request() -> None:
    """Refuses what is too long, and what no keyboard writes: a database need not be able to keep it."""
    request.max_content_length = LONG if request.endpoint in LONG_FORMS else SHORT
    if len(request.full_path) > LONGEST_URL:
        abort(414, "The address of this page is too long.")
    if not request.path.isprintable():
        abort(404)
    if any("\0" in value for given in (request.args, request.form) for _, value in given.items(multi=True)):
        abort(400, "What was sent has a sign in it that cannot be kept. Nothing was done; write it again.")


def count_posted_form() -> None:
    """Every form that is sent costs at least a write: no player needs more of them than the limit allows."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method == "POST" and view is not None and not getattr(view, "bounded", False):
        spend_request_limit("forms")


def requesting_network() -> str:
    """Return where a request comes from, as one that is counted."""
    return networks.peer_bucket(request.remote_addr or "")


def spend_request_limit(name: str) -> None:
    """Counts once more what the limit `name` counts, for the player who asks or for their network address. Raises
    TooManyRequests."""
    who = g.player.id if g.player else requesting_network()
    with access.current_store().write_session() as db:
        free = budgets.spend(db, access.current_config().limits, name, who, access.request_time())
    if not free:
        abort(429, TOO_MUCH)


def take_from_shared_budget(budget: SharedBudget) -> None:
    """Takes one of a budget that all share, for the network address that asks. Raises TooManyRequests."""
    with access.current_store().write_session() as db:
        free = shared_budgets.take_share(
            db,
            access.current_config().limits,
            budget,
            shared_budgets.asker_at_peer(requesting_network()),
            access.request_time(),
        )
    if not free:
        abort(429, TOO_MUCH)


def limit_requests(name: str) -> Callable[[Callable[P, ResponseReturnValue]], Callable[P, ResponseReturnValue]]:
    """For pages that cost much: no more of them than the limit `name` allows one player, or one network address."""

    def decorate_view(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
        @wraps(view)
        def limited_view(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            spend_request_limit(name)
            return view(*args, **kwargs)

        limited_view.bounded = True  # type: ignore[attr-defined]
        return limited_view

    return decorate_view
