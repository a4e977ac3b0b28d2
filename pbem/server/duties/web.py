"""Shows the pages: the embedded web server."""

from __future__ import annotations

import threading
from typing import Any

from waitress import create_server

from pbem import create_app
from pbem.server.duties.part import DutyPart, port_of
from pbem.web.http import connections

LONGEST_BODY = 1_000_000
"""Bytes after which the web server hangs up; pages take less and say so in words."""


class Web(DutyPart):
    """The web's door; `talks` are its connections."""

    def bind_port(self) -> None:
        self.talks: dict[int, Any] = {}
        host, _, port = self.config.web_listen.rpartition(":")
        with port_of("web_listen", self.config.web_listen):
            self.server: Any = create_server(
                create_app(self.config, self.store),
                map=self.talks,
                host=host,
                port=int(port),
                threads=8,
                connection_limit=connections.CONNECTIONS,
                asyncore_use_poll=True,
                ident="pbem",
                max_request_body_size=LONGEST_BODY,
                clear_untrusted_proxy_headers=False,  # `pbem.web.http.proxy` judges them, under every WSGI server alike
            )
        self.server.channel_class = connections.make_connection_class(self.config.trusted_proxies)

    def open_doors(self) -> None:
        threading.Thread(target=self.server.run, daemon=True, name="web").start()

    def close_doors(self) -> None:
        """Answers the requests in hand and closes the door."""
        self.server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)
        for _ in range(20):
            if not any(getattr(talk, "total_outbufs_len", 0) for talk in list(self.talks.values())):
                break
            threading.Event().wait(0.05)
        self.server.close()


PART = Web
