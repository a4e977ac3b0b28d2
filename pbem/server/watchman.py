"""What is wrong with the server (`pbem.health.alarms`), told to its host by letter: once when it begins and lasts, once
when it is over.

The sender looks, without whom no letter leaves: so it tells that a clock is away as well. What keeps every letter from
being written or sent nobody can tell in this way: a database that takes nothing, a sender that is away, all relays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from sqlmodel import Session, select

from pbem.games.notify import Kind
from pbem.health import alarms
from pbem.health.alarms import Trouble
from pbem.mail.inbound import postmaster
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.inserting import insert_missing_rows
from pbem.storage.models import KnownTrouble

LASTING = timedelta(minutes=5)
"""A trouble, or its end, that has lasted for as long is told."""
SELDOM = timedelta(days=1)
"""A trouble that comes and goes is told no more often, unless it stays."""
STAYING = timedelta(hours=1)
"""One that came again and has stayed for as long is told: the last that the host heard of it is that it was over."""


def report_troubles(store: Store, config: Config, now: datetime) -> None:
    """Compares what is wrong now with what the host knows, and writes to them if need be. They hear nothing if they
    have named no address."""
    if not config.host_address:
        return
    wrong = {one.name: one for one in alarms.list_troubles(store, config, now)}
    with store.read_session() as session:
        quiet = not wrong and session.exec(select(KnownTrouble.name).limit(1)).first() is None
    if not quiet:
        with store.write_session() as session:
            tell_host(session, config, wrong, note_troubles(session, wrong, now), now)


def note_troubles(session: Session, wrong: Mapping[str, Trouble], now: datetime) -> list[KnownTrouble]:
    """All troubles of which the host has heard or may still hear, as they are now."""
    insert_missing_rows(session, KnownTrouble, [{"name": name, "since": now, "owed": False} for name in wrong], "name")
    found = list(session.exec(select(KnownTrouble).order_by(KnownTrouble.name).with_for_update()))
    for one in found:
        if one.name not in wrong:
            one.over_at = one.over_at or now
        elif one.over_at is not None:
            one.since, one.over_at = now, None
        session.add(one)
    for one in filter(lambda one: is_past(one, now), found):
        session.delete(one)
    return [one for one in found if not is_past(one, now)]


def is_past(one: KnownTrouble, now: datetime) -> bool:
    """Return whether nothing of a trouble has to be known any more."""
    return one.over_at is not None and not one.owed and (one.told_at is None or now - one.told_at >= SELDOM)


def tell_host(
    session: Session, config: Config, wrong: Mapping[str, Trouble], known: Iterable[KnownTrouble], now: datetime
) -> None:
    """One letter about all that is new and all that is over."""
    new = [one for one in known if is_new(one, now)]
    over = [one for one in known if is_over(one, now)]
    if not new and not over:
        return
    still = [one for one in known if one.over_at is None and one not in new and one.told_at]
    data = {
        "new": [trouble_facts(wrong[one.name]) for one in new],
        "over": [one.name for one in over],
        "still": [trouble_facts(wrong[one.name]) for one in still],
    }
    postmaster.write_to_host_always(session, config, Kind.TROUBLE, f"trouble:{now.isoformat()}", data, now)
    for one in new:
        one.told_at, one.owed = now, True
    for one in over:
        one.owed = False
    session.add_all([*new, *over])


def is_new(one: KnownTrouble, now: datetime) -> bool:
    """Return whether a trouble lasts of which the host is to hear."""
    if one.owed or one.over_at is not None:
        return False
    comes_and_goes = one.told_at is not None and now - one.told_at < SELDOM
    return now - one.since >= (STAYING if comes_and_goes else LASTING)


def is_over(one: KnownTrouble, now: datetime) -> bool:
    """Return whether the host is to hear that a trouble has ended of which they were told."""
    return one.owed and one.over_at is not None and now - one.over_at >= LASTING


def trouble_facts(one: Trouble) -> dict[str, str]:
    return {"name": one.name, "words": one.words}
