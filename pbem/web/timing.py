"""How long pages take, by their kind, for the host's monitoring."""

from __future__ import annotations

from time import perf_counter

from flask import Flask, Response, g, request

from pbem import metrics


def attach(app: Flask) -> None:
    app.before_request(begun)
    app.after_request(counted)


def begun() -> None:
    g.began = perf_counter()


def counted(response: Response) -> Response:
    """A request that was refused before it was looked at has not begun."""
    if "began" in g:
        metrics.PAGE.labels(request.endpoint or "none").observe(perf_counter() - g.began)
    return response
