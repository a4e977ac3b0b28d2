"""Deadlines moved: more time, an exact time, another pace, a pause, the time lost in an outage, somebody who is away.
Everybody is told, with the reason. Whatever is wanted, no deadline falls in quiet times."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

from sqlmodel import Session

from pbem.games import Refusal, games
from pbem.games.notify import NO_MORE, Kind, add_ledger_entry, queue_to_all
from pbem.games.phases import pacing, phases
from pbem.games.rules import Rules, dump_rules, rules_of
from pbem.pace import LONGEST, Deadline
from pbem.pace.reasons import Reason, make_reason, parse_reasons
from pbem.storage.models import Game, Phase

NOTICE = timedelta(hours=24)
"""Another pace, or a return, never brings a deadline nearer than this."""
BY_RULE = frozenset({"after", "daily", "weekly", "gap", "quiet", "hours", "first", "away", "repaced"})
"""The steps of a deadline that nobody moved by hand."""


def move_deadline(
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
        raise Refusal("not running", slug=game.slug, status=game.status)
    set_adjusted_deadline(session, game, phase, max(phase.deadline, now) + by, make_reason(who, span=by), now, more)


def set_adjusted_deadline(
    session: Session,
    game: Game,
    phase: Phase,
    at: datetime,
    why: Reason,
    now: datetime,
    more: Mapping[str, str] = NO_MORE,
) -> None:
    """Sets the deadline anew, or as soon after as may be. The steps before stay: the whole calculation can be read."""
    before = parse_reasons(phase.deadline_why)
    found = pacing.adjust_deadline(session, game, phase, Deadline(at, (*before, why)))
    change_deadline(session, game, phase, found, found.why[len(before) :], now, more)


def set_exact_deadline(
    session: Session, game: Game, phase: Phase, at: datetime, now: datetime, more: Mapping[str, str] = NO_MORE
) -> None:
    """Sets the deadline to exactly this instant, later or earlier than it was. Raises Refusal "not running", "deadline
    past", "deadline far", "deadline quiet"."""
    if phase.deadline is None or phase.resolved_at:
        raise Refusal("not running", slug=game.slug, status=game.status)
    if at <= now:
        raise Refusal("deadline past", at=at, zone=game.zone)
    if at > now + LONGEST:
        raise Refusal("deadline far", days=LONGEST.days)
    free = pacing.adjust_deadline(session, game, phase, Deadline(at, ()), wait=False)
    if free.at != at:
        raise Refusal("deadline quiet", at=at, free=free.at, zone=game.zone)
    why = (make_reason("exact"),)
    change_deadline(session, game, phase, Deadline(at, why), why, now, more)


def change_deadline(
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
        phases.refresh_alarm(session, game, phase, now)
    data = {"deadline": found.at.isoformat(), "why": [one.data for one in why]}
    add_ledger_entry(session, game, "SERVER", "deadline", now, phase=phase.name, **data)
    key = f"deadline:{phase.id}:{phase.moves}:{found.at:%Y%m%d%H%M%S}"
    queue_to_all(session, Kind.DEADLINE, game, key, phase=phase, data={**data, **more}, now=now)


# --- by the pace -------------------------------------------------------------------------------------------------


def change_pace(
    session: Session,
    game: Game,
    now: datetime,
    *,
    pace: str | None = None,
    zone: str | None = None,
    rules: Rules | None = None,
) -> None:
    """Gives a game another pace, zone or rules. The open phase gets the deadline that the new pace gives it, a day from
    now at the earliest unless it was nearer before. All are told. Raises Refusal "bad pace"."""
    chosen, engine = rules or rules_of(game), games.get_engine(game)
    text, place = pacing.parse_pace_and_zone(pace or game.pace, zone or game.zone, chosen, engine.kinds, now)
    game.pace, game.zone, game.rules = text, place, dump_rules(chosen)
    session.add(game)
    session.flush()
    add_ledger_entry(session, game, "SERVER", "repaced", now, pace=text, zone=place, quiet=list(chosen.quiet))
    phase = games.find_current_phase(session, game)
    if phase and phase.deadline and not phase.resolved_at and phase.deadline > now:
        reset_deadline_by_pace(session, game, phase, make_reason("repaced"), now)


def reset_deadline_by_pace(session: Session, game: Game, phase: Phase, why: Reason | None, now: datetime) -> None:
    """Gives an open phase the deadline of its pace anew, in fair time; told with a reason even if it stays."""
    assert phase.deadline is not None
    found = pacing.compute_deadline(session, game, phase, phase.opened_at)
    fair = min(phase.deadline, (game.paused_at or now) + NOTICE)
    if found.at < fair:
        found = pacing.adjust_deadline(session, game, phase, Deadline(fair, found.why))
    steps = (*found.why, *((why,) if why else ()))
    if why or found.at != phase.deadline:
        change_deadline(session, game, phase, Deadline(found.at, steps), steps, now)


def extend_for_absences(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Moves a deadline on for those who are away, if it must."""
    if phase.deadline is None or phase.resolved_at or phase.deadline <= now:
        return
    before = parse_reasons(phase.deadline_why)
    found = pacing.adjust_deadline(session, game, phase, Deadline(phase.deadline, before))
    if found.at > phase.deadline:
        change_deadline(session, game, phase, found, found.why[len(before) :], now)


def shorten_after_return(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Brings a deadline nearer after somebody is back, unless it was moved by hand."""
    steps = {one.kind for one in parse_reasons(phase.deadline_why)}
    if phase.deadline and phase.deadline > now and not phase.resolved_at and "away" in steps <= BY_RULE:
        reset_deadline_by_pace(session, game, phase, None, now)


# --- the clock stands --------------------------------------------------------------------------------------------


def stop_game_clock(session: Session, game: Game, why: str, now: datetime, more: Mapping[str, str] = NO_MORE) -> None:
    """Stops the clock of a running game. Orders are still taken. `more` is told besides."""
    games.lock_game(session, game)
    if game.status != "running":
        raise Refusal("not running", slug=game.slug, status=game.status)
    phase = games.find_current_phase(session, game)
    assert phase is not None
    game.status, game.paused_at, phase.due_at = "paused", now, None
    session.add_all((game, phase))
    session.flush()
    data = {"why": why, **more}
    queue_to_all(session, Kind.PAUSED, game, f"paused:{phase.id}:{now:%Y%m%d%H%M%S}", phase=phase, data=data, now=now)


def restart_game_clock(session: Session, game: Game, now: datetime) -> None:
    """Starts the clock again; the deadline moves by as long as it stood."""
    games.lock_game(session, game)
    if game.status != "paused" or game.paused_at is None:
        raise Refusal("not paused", slug=game.slug, status=game.status)
    phase = games.find_current_phase(session, game)
    assert phase is not None and phase.deadline is not None
    stood = now - game.paused_at
    game.status, game.paused_at = "running", None
    phase.early_at = None
    session.add(game)
    session.flush()
    set_adjusted_deadline(session, game, phase, phase.deadline + stood, make_reason("pause", span=stood), now)
