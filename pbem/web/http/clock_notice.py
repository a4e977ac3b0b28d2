"""Pages say when nothing is resolved, as under a WSGI server alone; asked of the database once in some seconds."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask, current_app

from pbem.health import alarms, clock_check, queues
from pbem.storage.database import TROUBLE, Store
from pbem.web.http import access


def attach_resting_notice(app: Flask, store: Store) -> None:
    """Gives an application what it remembers of its clock and of its test write, and templates the notice."""
    app.extensions["pbem-resting"] = {
        "overdue": alarms.RememberedAnswer(lambda: judge_late_clock(store)),
        "words": alarms.RememberedAnswer(lambda: describe_silent_clock(store)),
        "unwritable": alarms.RememberedAnswer(lambda: alarms.explain_unwritable(store, datetime.now(UTC))),
    }
    app.context_processor(lambda: {"resting": resting_notice})


def resting_notice() -> str:
    """Return what players read while nothing is resolved ("" else)."""
    return access.say("page resting") if overdue_state() else ""


def overdue_state() -> str:
    """Not "" if nothing is resolved and somebody may notice."""
    return remembered_words("overdue")


def missing_clock_words() -> str:
    """For the host: since when no clock runs, and what to start ("" if one does)."""
    return remembered_words("words")


def unwritable_words() -> str:
    return remembered_words("unwritable")


def remembered_words(name: str) -> str:
    found: alarms.RememberedAnswer = current_app.extensions["pbem-resting"][name]
    return found()


def describe_silent_clock(store: Store) -> str:
    try:
        with store.read_session() as session:
            return next((one.words for one in alarms.iter_clock_troubles(store, session, datetime.now(UTC))), "")
    except TROUBLE:
        return "the database is away"


def judge_late_clock(store: Store) -> str:
    """No clock for as long as an outage, or one that waits for another duty. Where none has ever run, nobody misses it
    before something is overdue. Without a database nothing is resolved either: the page that says so asks, too."""
    now = datetime.now(UTC)
    try:
        with store.read_session() as session:
            silence = queues.clock_silence(session, now)
            if silence is None:
                silence = queues.measure_deadlines(session, now).seconds
            waits = any(one.stopping for one in alarms.iter_duty_troubles(session, now))
    except TROUBLE:
        return "resting"
    return "resting" if waits or silence >= clock_check.OUTAGE.total_seconds() else ""
