"""The name of our cookie: `__Host-` where the public address is https, so that no other name of the same domain and
nobody on an open line can plant one."""

from __future__ import annotations

from pbem.settings.config import Config

PLAIN = "pbem"
HOST_ONLY = f"__Host-{PLAIN}"
SECURE_FOR = "max-age=31536000"
"""How long browsers that have seen us come by https alone."""


def is_secure(config: Config) -> bool:
    return config.public_url.startswith("https://")


def session_cookie_name(config: Config) -> str:
    return HOST_ONLY if is_secure(config) else PLAIN
