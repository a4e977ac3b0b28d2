"""The name of our cookie: `__Host-` where the public address is https, so that no other name of the same domain and
nobody on an open line can plant one; and how much it carries."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.settings.config import Config

PLAIN = "pbem"
HOST_ONLY = f"__Host-{PLAIN}"
SECURE_FOR = "max-age=31536000"
"""How long browsers that have seen us come by https alone."""


def is_secure(config: Config) -> bool:
    return config.public_url.startswith("https://")


def session_cookie_name(config: Config) -> str:
    return HOST_ONLY if is_secure(config) else PLAIN


ROOM = 1_800
"""Bytes of answers that travel to the next page in a cookie: no browser keeps one of 4 kB."""


def fit_into_cookie(answers: Iterable[str]) -> bool:
    """Return whether the next page can show them; else they are shown at once."""
    return sum(len(text.encode()) for text in answers) <= ROOM
