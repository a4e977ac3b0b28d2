"""Who may keep connections to the embedded web server open: one peer never so many that others find no room.

The web servers in `trusted_proxies` bring everybody's requests, and may have as many as there are.
"""

from __future__ import annotations

from typing import Any

from waitress.channel import HTTPChannel

from pbem.settings.networks import Peers, is_declared_peer, peer_bucket

CONNECTIONS = 500
PEER_CONNECTIONS = 20
"""Of one network address: three browsers' worth."""


def make_connection_class(trusted: Peers) -> type[Any]:
    """The class of connections of a server behind these proxies."""

    class Connection(HTTPChannel):  # type: ignore[misc]
        """One connection; the longest idle of its peer makes room for it."""

        def __init__(self, server: Any, sock: Any, addr: Any, *more: Any, **named: Any) -> None:
            self.peer = "" if is_declared_peer(addr[0], trusted) else peer_bucket(addr[0])
            super().__init__(server, sock, addr, *more, **named)
            others = [each for each in server.active_channels.values() if each is not self and each.peer == self.peer]
            idle = [each for each in others if not each.requests and not each.will_close]
            if self.peer and idle and len(others) >= PEER_CONNECTIONS:
                min(idle, key=lambda each: each.last_activity).will_close = True

    return Connection
