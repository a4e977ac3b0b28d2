"""Where a browser may be sent: to pages of this server alone, whatever a link, a form or a Referer says."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

LONGEST = 500


def safe_local_path(target: str) -> str:
    """The path and query that were given, if beyond doubt they are those of a page of ours; else the front page.

    Browsers strip control characters and turn backslashes round before they look for a host: nothing with either in
    it, written out or encoded, is followed."""
    home = url_for("home.show_front_page")
    if not target.startswith("/") or len(target) > LONGEST or not target.isascii() or not target.isprintable():
        return home
    target = target.partition("#")[0]
    path = unquote(target.partition("?")[0])
    if " " in target or "\\" in target + path or "//" in path or not path.isprintable():
        return home
    try:
        current_app.url_map.bind("").match(path, method="GET")
    except (HTTPException, RequestRedirect):
        return home
    return target


def referring_page() -> str:
    """The page of ours a form was sent from."""
    try:
        parts = urlsplit(request.referrer or "")
    except ValueError:
        return safe_local_path("")
    return safe_local_path(parts._replace(scheme="", netloc="").geturl() if parts.netloc == request.host else "")
