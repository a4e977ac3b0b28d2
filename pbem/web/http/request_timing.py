"""How long pages take, by their kind, for the host's monitoring."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, Response, g, request

from pbem.health import metrics


def attach_page_timing(app: Flask) -> None:
    app.before_request(note_request_start)
    app.after_request(observe_page_time)


def note_request_start() -> None:
    g.began = perf_counter()


def observe_page_time(response: Response) -> Response:
    """A request that was refused before it was looked at has not begun."""
    if "began" in g:
        metrics.PAGE_WORK.labels(request.endpoint or "none").observe(perf_counter() - g.began)
    return response
