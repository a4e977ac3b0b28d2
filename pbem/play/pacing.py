"""What a game's rules make of time: where its pace leads, when it is quiet there, and who is waited for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from engines.kept import keeps
from pbem.models import Game, Phase
from pbem.pace import Away, Deadline, Pace, PaceError, Quiet, agreed, awaited, next_deadline, rested, zone_info
from pbem.play import Refused, absences
from pbem.play.rules import Rules, rules_of
from pbem.reasons import because

NIGHT = Quiet.parse(("23:00 to 08:00",))
"""When no deadline falls that the server itself has moved, in the zone of its game."""
BY_DAY = timedelta(hours=6)
"""What takes less time than this goes on by night as well."""
DRIFT = timedelta(minutes=10)
"""A phase closed at most this late counts as closed on time, so that deadlines do not creep."""


def quiet(game: Game) -> Quiet:
    return Quiet.parse(rules_of(game).quiet)


def pace(game: Game) -> Pace:
    return known_pace(game.pace)


@keeps(256)
def known_pace(text: str) -> Pace:
    """A pace that was accepted before."""
    return Pace.parse(text)


def drift(game: Game) -> timedelta:
    """How late a phase may be closed and count as closed on time: what the next one loses by it is no more than a
    quarter of it."""
    shortest = pace(game).shortest
    return min(DRIFT, shortest / 4) if shortest else DRIFT


def free(game: Game, at: datetime) -> datetime:
    """The first instant from then on that is not quiet in a game."""
    return rested(at, zone_info(game.zone), quiet(game)).at


def by_day(game: Game, at: datetime, length: timedelta) -> datetime:
    """The end of what takes so long, when the server moves it to an instant."""
    return rested(at, zone_info(game.zone), NIGHT).at if length >= BY_DAY else at


def deadline(session: Session, game: Game, phase: Phase, opened: datetime) -> Deadline:
    """The deadline the pace gives a phase opened then, as who owes something in it is away or not."""
    return by_pace(game, phase, opened, absences.waited_for(session, game, phase))


def by_pace(game: Game, phase: Phase, opened: datetime, away: Collection[Away] = ()) -> Deadline:
    """The deadline the pace gives a phase opened then, if some are away."""
    rules = rules_of(game)
    first = timedelta(hours=rules.first_hours if phase.number == 1 else 0)
    gap = timedelta(hours=rules.gap_hours)
    found = next_deadline(pace(game), phase.kind, opened + first, game.zone, quiet(game), gap, away)
    return Deadline(found.at, (*found.why, because("first", span=first))) if first else found


def settled(session: Session, game: Game, phase: Phase, found: Deadline, *, wait: bool = True) -> Deadline:
    """A deadline that was made otherwise, moved on from quiet times and, unless it is not to `wait`, for who is away.
    Raises Refused "bad pace" if there is no time left for it."""
    zone, silent = zone_info(game.zone), quiet(game)
    away = absences.waited_for(session, game, phase) if wait else ()
    try:
        free = rested(found.at, zone, silent)
        known = Deadline(free.at, (*found.why, *free.why))
        if not away:
            return known
        plain = by_pace(game, phase, phase.opened_at).at
        return awaited(known, pace(game).rule(phase.kind), away, zone, silent, plain)
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error


def understood(pace: str, zone: str, rules: Rules, kinds: Sequence[str], now: datetime) -> tuple[str, str]:
    """Pace and zone as a game keeps them. Raises Refused "bad pace" if they are none, or leave no time for a
    deadline."""
    try:
        found, place = Pace.parse(pace, kinds), zone_info(zone).key
        agreed(found, place, Quiet.parse(rules.quiet), now)
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error
    return str(found), place
