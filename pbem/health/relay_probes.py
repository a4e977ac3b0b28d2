"""Whether a relay delivers what it takes: now and then the server writes to itself, and notes when that came back.

A relay that takes letters and drops them looks like a good one while one talks to it. But once such letters have come
back through it, their staying away for long is an outage: what left since the last that came back counts as not
delivered, and is sent again when they come back. Where none ever came back nothing is concluded.

A letter goes the way of the first probe after it, whichever relay took that: what that one proves, it proves of the
letter. Of a relay a probe proves something only if it went through it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection
from sqlmodel import Session, col, select

from pbem.health.clock_check import LONGEST_SILENCE
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Probe
from pbem.storage.questions import ask_once

PROBE_EVERY = timedelta(minutes=10)
"""How often a probe is sent at most; as long, after they came back, those that are still under way are waited for."""
PROBE_SELDOM = timedelta(days=1)
"""The same where none has come back: their way may lead nowhere."""
LATE_AFTER = timedelta(minutes=30)
"""A probe that has not come back by then is late; probes that were late for so long are an outage."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Route:
    """A probe, and what went the same way: the letters that left `after` the probe before it, of any relay."""

    after: datetime
    probe: Probe

    def covers_departure(self, sent_at: datetime) -> bool:
        return self.after < sent_at <= self.probe.sent_at


@dataclass(frozen=True)
class Gap:
    """A time in which a relay took letters and its probes were late. `since`: when the last one left that came back in
    time; `ways`: those of the late ones, the first first; `until`: the next that came back in time, if one has."""

    since: datetime
    ways: Sequence[Route]
    until: Probe | None

    def leaves_in_doubt(self, sent_at: datetime) -> bool:
        """Return whether it is not known that a letter arrived which left then."""
        goes_on = self.until is None and sent_at > self.ways[-1].probe.sent_at
        return goes_on or any(way.covers_departure(sent_at) for way in self.ways)

    def is_over(self, now: datetime) -> bool:
        """Return whether those that came late would have come by now."""
        return self.until is not None and self.until.back_at is not None and now - self.until.back_at >= PROBE_EVERY


# --- there and back -----------------------------------------------------------------------------------------------


def make_due_probe(store: Store, now: datetime, letters: bool) -> Probe | None:
    """A probe to be sent now; None if it is not yet time. `letters`: some have left since the last one."""
    with store.read_session() as session:
        if not is_probe_due(session, now, letters):
            return None
    with store.write_session() as session:
        probe = Probe(sent_at=now)
        session.add(probe)
        session.flush()
    return probe


def is_probe_due(session: Session, now: datetime, letters: bool) -> bool:
    """Return whether it is time for a probe: while letters leave, and until one comes back that was sent."""
    last = session.exec(select(Probe).order_by(col(Probe.sent_at).desc()).limit(1)).first()
    if last is None:
        return letters
    known = session.exec(select(Probe.id).where(col(Probe.back_at).is_not(None)).limit(1)).first() is not None
    awaited = known and not is_back_in_time(last)
    return (letters or awaited) and now - last.sent_at >= (PROBE_EVERY if known else PROBE_SELDOM)


def note_relay(store: Store, probe: Probe, relay: str) -> None:
    """Notes which relay took a probe; one that none took ("") was never sent."""
    with store.write_session() as session:
        session.execute(sa.update(Probe).where(col(Probe.id) == probe.id).values(relay=relay))
        session.execute(sa.delete(Probe).where(col(Probe.id) == probe.id, col(Probe.relay) == ""))


def note_probe_back(connection: Connection, number: int, nonce: int, now: datetime) -> None:
    """Notes that a probe has come back; one that nobody waits for is forgotten."""
    mine = (col(Probe.id) == number, col(Probe.nonce) == nonce, col(Probe.back_at).is_(None))
    connection.execute(sa.update(Probe).where(*mine).values(back_at=now))


# --- what follows -------------------------------------------------------------------------------------------------


def list_gaps(session: Session, now: datetime) -> list[Gap]:
    """The outages that are known and not settled yet, of all relays."""
    return find_gaps(load_probes_by_relay(session), now)


def load_probes_by_relay(session: Session) -> dict[str, list[Probe]]:
    """The probes that are kept, by their relays, the first first."""
    query = select(Probe).order_by(col(Probe.relay), col(Probe.sent_at))
    every = ask_once(session, "probes", lambda: session.exec(query).all())
    return {relay: list(some) for relay, some in groupby(every, lambda one: one.relay)}


def find_gaps(by_relay: Mapping[str, Sequence[Probe]], now: datetime) -> list[Gap]:
    every = sorted((one for relay, some in by_relay.items() if relay for one in some), key=lambda one: one.sent_at)
    return [gap for relay, some in by_relay.items() if relay for gap in iter_relay_gaps(some, every, now)]


def iter_relay_gaps(some: Sequence[Probe], every: Sequence[Probe], now: datetime) -> Iterator[Gap]:
    """The outages of one relay, `every` probe of any given, the first first. The last may end by its not being used any
    more: another then brings probes back."""
    before = {one.id: last.sent_at for last, one in pairwise(every)}
    since, late = None, list[Probe]()
    for probe in some:
        if not is_back_in_time(probe):
            late.append(probe)
            continue
        if since and late and is_long_gap(late, probe.sent_at):
            yield Gap(since, [Route(before[one.id], one) for one in late], probe)
        since, late = probe.sent_at, []
    if since and late:
        until = next((one for one in every if one.sent_at > late[-1].sent_at and is_back_in_time(one)), None)
        if is_long_gap(late, until.sent_at if until else now):
            yield Gap(since, [Route(before[one.id], one) for one in late], until)


def is_back_in_time(probe: Probe) -> bool:
    return probe.back_at is not None and probe.back_at - probe.sent_at < LATE_AFTER


def is_long_gap(late: Sequence[Probe], until: datetime) -> bool:
    return until - late[0].sent_at >= LATE_AFTER


def settle_gaps(store: Store, now: datetime) -> None:
    """Sends again what was lost in outages that are over, and forgets probes from which nothing follows any more."""
    with store.read_session() as session:
        by_relay = load_probes_by_relay(session)
    known = find_gaps(by_relay, now)
    over = [gap for gap in known if gap.is_over(now)]
    first = min((gap.since for gap in known if gap not in over), default=now)
    spent = {one.id for some in by_relay.values() for one in list_spent_probes(some, first, now)}
    spent |= {way.probe.id for gap in over for way in gap.ways}
    if spent:
        with store.write_session() as session:
            for gap in over:
                send_lost_again(session, gap, now)
            session.execute(sa.delete(Probe).where(col(Probe.id).in_(spent)))


def list_spent_probes(some: Sequence[Probe], first: datetime, now: datetime) -> list[Probe]:
    """Those of a relay's probes that are no longer needed: nothing is looked for before the last that came back, nor
    before the `first` outage that is not settled. An outage that has taken too long is waited for no more, as if none
    had ever come back."""
    last = max((one.sent_at for one in some if is_back_in_time(one)), default=None)
    since = next((one.sent_at for one in some if last is None or one.sent_at > last), now)
    if now - since >= LONGEST_SILENCE:
        return list(some)
    return [one for one in some if last and one.sent_at < min(last, first, now - LATE_AFTER)]


def send_lost_again(session: Session, gap: Gap, now: datetime) -> None:
    """What went the way of a probe that was lost leaves again, with the same Message-ID; what went that of a late one
    left when that came."""
    log.warning("letters that a relay lost are sent again", since=gap.since.isoformat(), probes=len(gap.ways))
    for way in reversed(gap.ways):  # else what comes late would be looked at twice
        back_at = way.probe.back_at
        its = (col(Outbox.sent_at) > way.after, col(Outbox.sent_at) <= way.probe.sent_at, col(Outbox.error) == "")
        values = {"sent_at": back_at} if back_at else {"sent_at": None, "ready_at": now}
        session.execute(sa.update(Outbox).where(*its).values(**values))
