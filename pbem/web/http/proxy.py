"""Who asks, behind a proxy: what a declared one says of whom it speaks for is believed, and from all others dropped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

from pbem.settings.networks import Peers, is_declared_peer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class ProxyAwareApp:
    """An application behind the proxies a host has declared. What comes from elsewhere speaks for itself alone."""

    def __init__(self, app: WSGIApplication, trusted: Peers) -> None:
        self.app, self.trusted = app, trusted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if is_declared_peer(environ.get("REMOTE_ADDR", ""), self.trusted):
            chain = [each.strip() for each in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
            fixed = ProxyFix(self.app, x_for=self.count_proxy_hops(chain), x_proto=1, x_host=1)
            return fixed(environ, start_response)
        return self.app(environ, start_response)

    def count_proxy_hops(self, chain: list[str]) -> int:
        """Return how many entries from the right were written by proxies of the host's: the last of them is who
        asks."""
        count = 1
        while count < len(chain) and is_declared_peer(chain[-count], self.trusted):
            count += 1
        return count
