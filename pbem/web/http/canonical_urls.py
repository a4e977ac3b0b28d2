"""One address for each page: what newsletters, crawlers and memory add to it, or write otherwise, is led to the page's
own address, so that its kept copy is found."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import SecurityError

from pbem.web.http import access
from pbem.web.http.safe_paths import safe_local_path

OF_A_GAME = frozenset({access.WHICH, "word"})
"""What the address of any page of a game may say: as which seat its reader comes, and the word that opens it."""
PRINT = frozenset({"paper", "print", "toner"})
WORDS: Mapping[str, frozenset[str]] = {
    "account.sign_in": frozenset({"next"}),
    "game.show_ledger": frozenset({"before"}),
    "game.serve_phase_pdf": PRINT,
    "gamebook.serve_game_book": PRINT,
    "help.booklet_pdf": PRINT,
    "home.show_front_page": frozenset({"led"}),
    "game_lists.show_game_list": frozenset({"list", "before"}),
    "mailbox.show_mailbox": frozenset({"as"}),
    "maps.serve_map": frozenset({"v"}),
    "proof.list_receipts": frozenset({"before"}),
    "seat.serve_land": frozenset({"v"}),
    "seat.show_desk": frozenset({"so", "at", "instead", "near", "sent"}),
}
"""What else the address of a page may say."""
ANYTHING = frozenset({"static", "new_game.show_new_game", "campaigns.show_new_campaign"})
"""Pages that take whatever words an address has: the options of a game to open."""
SECRET = frozenset({"account.confirm_sign_in", "account.new_address", "absences.serve_calendar_feed"})
"""Pages whose address is a key, letter by letter."""
SIGN_IN = frozenset(
    {"login", "log-in", "logon", "signin", "sign_in", "signup", "sign-up", "sign_up", "register", "registration"}
)
"""Where people look who know other servers."""


def attach_bare_addresses(app: Flask) -> None:
    """Comes before anybody asks who is there."""
    app.before_request(redirect_to_bare)


def redirect_to_bare() -> ResponseReturnValue | None:
    """Send whoever asks under another address than the page's own there for good."""
    if request.method not in ("GET", "HEAD") or request.endpoint in ANYTHING:
        return None
    if isinstance(request.routing_exception, SecurityError):  # under another site's name there is no page of ours
        return None
    path, words = own_path(), known_words()
    if path == request.path and len(words) == sum(1 for _ in request.args.items(multi=True)):
        return None
    return redirect(f"{path}?{urlencode(words)}" if words else path, 301)


def own_path() -> str:
    """The path of the page that is meant; the one that is asked for if there is no such page."""
    plain = request.path.rstrip("/").lower() or "/"
    if request.endpoint is None and plain[1:] in SIGN_IN:
        return url_for("account.sign_in")
    if request.endpoint in SECRET:
        return request.path
    return plain if safe_local_path(plain) == plain else request.path


def known_words() -> list[tuple[str, str]]:
    """Return what the address says that its page knows; all of it if there is no such page."""
    given = list(request.args.items(multi=True))
    if request.endpoint is None:
        return given
    known = WORDS.get(request.endpoint, frozenset())
    known |= OF_A_GAME if request.path.startswith("/games/") else frozenset()
    return [(name, value) for name, value in given if name in known]
