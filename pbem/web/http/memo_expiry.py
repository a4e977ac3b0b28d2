"""Under a WSGI server of the host's choice there is no scheduler of ours: there requests see to what is forgotten."""

from __future__ import annotations

from time import monotonic

from flask import Flask, Response

from engines import memo

HOUR = 3600


def attach_hourly_forgetting(app: Flask) -> None:
    """The first request of every hour forgets what was kept for the next who asks, as `pbem web` does."""
    forgot = monotonic()

    def forget_hourly(response: Response) -> Response:
        nonlocal forgot
        if monotonic() - forgot >= HOUR:
            forgot = monotonic()
            memo.clear_caches()
        return response

    app.after_request(forget_hourly)
