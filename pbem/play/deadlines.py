"""Deadlines moved: more time, an exact time, another pace, a pause, the time lost in an outage, somebody who is away.
Everybody is told, with the reason. Whatever is wanted, no deadline falls in quiet times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import Session

from pbem.models import Game, Phase
from pbem.pace import LONGEST, Deadline
from pbem.play import Refused, games, pacing, phases
from pbem.play.rules import Rules, dumped, rules_of
from pbem.play.tell import NO_MORE, Kind, note, tell_all
from pbem.reasons import Reason, because, read

NOTICE = timedelta(hours=24)
"""Another pace, or a return, never brings a deadline nearer than this."""
BY_RULE = frozenset({"after", "daily", "weekly", "gap", "quiet", "hours", "first", "away", "repaced"})
"""The steps of a deadline that nobody moved by hand."""


def move(
    session: Session,
    game: Game,
    phase: Phase,
    by: timedelta,
    who: Literal["master", "host", "votes"],
    now: datetime,
    more: Mapping[str, str] = NO_MORE,
) -> None:
    """Moves the deadline by a length of time, counted from now if it has passed already. `who` gave more time; `more`
    is told besides."""
    if phase.deadline is None:
        raise Refused("not running", slug=game.slug, status=game.status)
    put(session, game, phase, max(phase.deadline, now) + by, because(who, span=by), now, more)


def put(
    session: Session,
    game: Game,
    phase: Phase,
    at: datetime,
    why: Reason,
    now: datetime,
    more: Mapping[str, str] = NO_MORE,
) -> None:
    """Sets the deadline anew, or as soon after as may be. The steps before stay: the whole calculation can be read."""
    before = read(phase.deadline_why)
    found = pacing.settled(session, game, phase, Deadline(at, (*before, why)))
    change(session, game, phase, found, found.why[len(before) :], now, more)


def put_at(
    session: Session, game: Game, phase: Phase, at: datetime, now: datetime, more: Mapping[str, str] = NO_MORE
) -> None:
    """Sets the deadline to exactly this instant, later or earlier than it was. Raises Refused "not running", "deadline
    past", "deadline far", "deadline quiet"."""
    if phase.deadline is None or phase.resolved_at:
        raise Refused("not running", slug=game.slug, status=game.status)
    if at <= now:
        raise Refused("deadline past", at=at, zone=game.zone)
    if at > now + LONGEST:
        raise Refused("deadline far", days=LONGEST.days)
    free = pacing.settled(session, game, phase, Deadline(at, ()), wait=False)
    if free.at != at:
        raise Refused("deadline quiet", at=at, free=free.at, zone=game.zone)
    why = (because("exact"),)
    change(session, game, phase, Deadline(at, why), why, now, more)


def change(
    session: Session,
    game: Game,
    phase: Phase,
    found: Deadline,
    why: tuple[Reason, ...],
    now: datetime,
    more: Mapping[str, str] = NO_MORE,
) -> None:
    """Gives a phase another deadline and tells everybody `why`, and what `more` says."""
    phases.set_deadline(game, phase, found, now)
    phase.moves += 1
    session.add(phase)
    session.flush()
    if game.status == "running":
        phases.hurry(session, game, phase, now)
    data = {"deadline": found.at.isoformat(), "why": [one.data for one in why]}
    note(session, game, "SERVER", "deadline", now, phase=phase.name, **data)
    key = f"deadline:{phase.id}:{phase.moves}:{found.at:%Y%m%d%H%M%S}"
    tell_all(session, Kind.DEADLINE, game, key, phase=phase, data={**data, **more}, now=now)


# --- by the pace -------------------------------------------------------------------------------------------------


def repace(
    session: Session,
    game: Game,
    now: datetime,
    *,
    pace: str | None = None,
    zone: str | None = None,
    rules: Rules | None = None,
) -> None:
    """Gives a game another pace, zone or rules. The open phase gets the deadline that the new pace gives it, a day from
    now at the earliest unless it was nearer before. All are told. Raises Refused "bad pace"."""
    chosen, engine = rules or rules_of(game), games.engine(game)
    text, place = pacing.understood(pace or game.pace, zone or game.zone, chosen, engine.kinds, now)
    game.pace, game.zone, game.rules = text, place, dumped(chosen)
    session.add(game)
    session.flush()
    note(session, game, "SERVER", "repaced", now, pace=text, zone=place, quiet=list(chosen.quiet))
    phase = games.current(session, game)
    if phase and phase.deadline and not phase.resolved_at and phase.deadline > now:
        by_rule(session, game, phase, because("repaced"), now)


def by_rule(session: Session, game: Game, phase: Phase, why: Reason | None, now: datetime) -> None:
    """Gives an open phase the deadline of its pace anew, in fair time; told with a reason even if it stays."""
    assert phase.deadline is not None
    found = pacing.deadline(session, game, phase, phase.opened_at)
    fair = min(phase.deadline, (game.paused_at or now) + NOTICE)
    if found.at < fair:
        found = pacing.settled(session, game, phase, Deadline(fair, found.why))
    steps = (*found.why, *((why,) if why else ()))
    if why or found.at != phase.deadline:
        change(session, game, phase, Deadline(found.at, steps), steps, now)


def wait(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Moves a deadline on for those who are away, if it must."""
    if phase.deadline is None or phase.resolved_at or phase.deadline <= now:
        return
    before = read(phase.deadline_why)
    found = pacing.settled(session, game, phase, Deadline(phase.deadline, before))
    if found.at > phase.deadline:
        change(session, game, phase, found, found.why[len(before) :], now)


def wait_no_more(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Brings a deadline nearer after somebody is back, unless it was moved by hand."""
    steps = {one.kind for one in read(phase.deadline_why)}
    if phase.deadline and phase.deadline > now and not phase.resolved_at and "away" in steps <= BY_RULE:
        by_rule(session, game, phase, None, now)


# --- the clock stands --------------------------------------------------------------------------------------------


def pause(session: Session, game: Game, why: str, now: datetime, more: Mapping[str, str] = NO_MORE) -> None:
    """Stops the clock of a running game. Orders are still taken. `more` is told besides."""
    games.lock(session, game)
    if game.status != "running":
        raise Refused("not running", slug=game.slug, status=game.status)
    phase = games.current(session, game)
    assert phase is not None
    game.status, game.paused_at, phase.due_at = "paused", now, None
    session.add_all((game, phase))
    session.flush()
    data = {"why": why, **more}
    tell_all(session, Kind.PAUSED, game, f"paused:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


def resume(session: Session, game: Game, now: datetime) -> None:
    """Starts the clock again; the deadline moves by as long as it stood."""
    games.lock(session, game)
    if game.status != "paused" or game.paused_at is None:
        raise Refused("not paused", slug=game.slug, status=game.status)
    phase = games.current(session, game)
    assert phase is not None and phase.deadline is not None
    stood = now - game.paused_at
    game.status, game.paused_at = "running", None
    phase.early_at = None
    session.add(game)
    session.flush()
    put(session, game, phase, phase.deadline + stood, because("pause", span=stood), now)
