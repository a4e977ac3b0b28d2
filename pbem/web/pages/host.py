"""How the server is, shown to its host alone: whoever is signed in with the address that the configuration names. There
is nothing to be done here; for anybody else the page is not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from flask import Blueprint, abort, g, render_template
from flask.typing import ResponseReturnValue
from sqlmodel import Session, select

from pbem.games.people import people
from pbem.health import alarms, milestones, queues
from pbem.health.alarms import Trouble
from pbem.health.clock_check import Beat
from pbem.health.queues import Queue
from pbem.storage.models import KnownTrouble, Pulse
from pbem.web.http import access, clock_notice
from pbem.wording import sentence_family

pages = Blueprint("host", __name__)


def is_host() -> bool:
    """Return whether the host is signed in, who has proved the address as all do: by a link that was mailed there."""
    address = access.current_config().host_address
    return bool(address) and g.get("player") is not None and g.player.address == people.normalize_address(address)


@pages.app_context_processor
def host_template_values() -> dict[str, object]:
    return {"is_host": is_host}


@pages.get("/host")
def show_server_state() -> ResponseReturnValue:
    if not is_host():
        abort(404)
    config, now = access.current_config(), access.request_time()
    found = [*iter_write_troubles(), *alarms.list_troubles(access.current_store(), config, now)]
    with access.current_store().read_session() as db:
        return render_template(
            "web/host.html",
            troubles=date_troubles(db, found),
            figures=[*iter_queue_figures(db, now)],
            duties=[*iter_duty_beats(db)],
            free=alarms.free_bytes(access.current_store(), config),
        )


def list_trouble_names() -> list[str]:
    """The names of what is wrong, for a line on the host's front page."""
    return [
        one.name for one in alarms.list_troubles(access.current_store(), access.current_config(), access.request_time())
    ]


def iter_write_troubles() -> Iterator[Trouble]:
    if why := clock_notice.unwritable_words():
        yield Trouble("database", why, stopping=True)


def date_troubles(db: Session, found: list[Trouble]) -> list[Trouble]:
    """Troubles with since when they are, or at least were seen; those first that stop the server."""
    seen = {one.name: one.since for one in db.exec(select(KnownTrouble)) if one.over_at is None}
    told = [replace(one, since=one.since or seen.get(one.name)) for one in found]
    return sorted(told, key=lambda one: not one.stopping)


@dataclass(frozen=True)
class Figure:
    """One line of what is known: how many there are, and since when the first is."""

    name: str
    count: int
    since: datetime | None = None


def iter_queue_figures(db: Session, now: datetime) -> Iterator[Figure]:
    yield build_queue_figure(access.say("server letters in"), queues.measure_letters_in(db, now), now)
    yield build_queue_figure(access.say("server letters out"), queues.measure_letters_out(db, now), now)
    yield Figure(access.say("server letters given up"), queues.count_given_up(db, now - alarms.LATELY))
    aside = queues.count_put_aside(db)
    yield Figure(access.say("server letters unread"), aside["parked"])
    yield Figure(access.say("server letters unpainted"), aside["unpaintable"])
    yield build_queue_figure(access.say("server deadlines passed"), queues.measure_deadlines(db, now), now)


def build_queue_figure(name: str, queue: Queue, now: datetime) -> Figure:
    return Figure(name, queue.count, now - timedelta(seconds=queue.seconds) if queue.count else None)


DUTIES = sentence_family("server duty", "work", "receive", "send")
"""The names of beats in words."""


def iter_duty_beats(db: Session) -> Iterator[tuple[str, datetime | None]]:
    """Yield when each duty was known to run last, and the last backup; None if never."""
    seen = {pulse.id: pulse.beat_at for pulse in db.exec(select(Pulse))}
    for beat in Beat:
        yield access.say(DUTIES[beat.name.lower()]), seen.get(beat)
    yield access.say("server backup"), milestones.read_instants(db).get(milestones.BACKUP)
