"""Pages say when nothing is resolved, as under a WSGI server alone; asked of the database once in some seconds."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask, current_app

from pbem import pulse, queues, troubles
from pbem.db import TROUBLE, Store
from pbem.web import access


def attach(app: Flask, store: Store) -> None:
    """Gives an application what it remembers of its clock and of its test write, and templates the notice."""
    app.extensions["pbem-resting"] = {
        "overdue": troubles.Remembered(lambda: late(store)),
        "words": troubles.Remembered(lambda: silent(store)),
        "unwritable": troubles.Remembered(lambda: troubles.unwritable(store, datetime.now(UTC))),
    }
    app.context_processor(lambda: {"resting": notice})


def notice() -> str:
    """What players read while nothing is resolved ("" else)."""
    return access.say("page resting") if overdue() else ""


def overdue() -> str:
    """Not "" if nothing is resolved and somebody may notice."""
    return answer("overdue")


def words() -> str:
    """For the host: since when no clock runs, and what to start ("" if one does)."""
    return answer("words")


def unwritable() -> str:
    return answer("unwritable")


def answer(name: str) -> str:
    found: troubles.Remembered = current_app.extensions["pbem-resting"][name]
    return found()


def silent(store: Store) -> str:
    try:
        with store.read() as session:
            return next((one.words for one in troubles.clock(store, session, datetime.now(UTC))), "")
    except TROUBLE:
        return "the database is away"


def late(store: Store) -> str:
    """No clock for as long as an outage, or one that waits for another duty. Where none has ever run, nobody misses it
    before something is overdue. Without a database nothing is resolved either: the page that says so asks, too."""
    now = datetime.now(UTC)
    try:
        with store.read() as session:
            silence = queues.silence(session, now)
            if silence is None:
                silence = queues.deadlines(session, now).seconds
            waits = any(one.stopping for one in troubles.duties(session, now))
    except TROUBLE:
        return "resting"
    return "resting" if waits or silence >= pulse.OUTAGE.total_seconds() else ""
