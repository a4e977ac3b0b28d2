"""What a game's rules make of time: where its pace leads, when it is quiet there, and who is waited for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from engines.memo import memoize
from pbem.games import Refusal
from pbem.games.phases.phase_turns import Everyone
from pbem.games.rules import Rules, rules_of
from pbem.games.seating import absences
from pbem.pace import (
    AwayPeriod,
    Deadline,
    Pace,
    PaceError,
    QuietTimes,
    check_pace,
    first_free_instant,
    next_deadline,
    wait_for_absent,
    zone_info,
)
from pbem.pace.reasons import make_reason
from pbem.storage.models import Game, Phase

NIGHT = QuietTimes.parse(("23:00 to 08:00",))
"""When no deadline falls that the server itself has moved, in the zone of its game."""
BY_DAY = timedelta(hours=6)
"""What takes less time than this goes on by night as well."""
DRIFT = timedelta(minutes=10)
"""A phase closed at most this late counts as closed on time, so that deadlines do not creep."""


def game_quiet(game: Game) -> QuietTimes:
    return QuietTimes.parse(rules_of(game).quiet)


def game_pace(game: Game) -> Pace:
    return parse_stored_pace(game.pace)


@memoize(256)
def parse_stored_pace(text: str) -> Pace:
    """A pace that was accepted before."""
    return Pace.parse(text)


def allowed_drift(game: Game) -> timedelta:
    """Return how late a phase may be closed and count as closed on time: what the next one loses by it is no more than
    a quarter of it."""
    shortest = game_pace(game).shortest_span
    return min(DRIFT, shortest / 4) if shortest else DRIFT


def next_free_time(game: Game, at: datetime) -> datetime:
    """The first instant from then on that is not quiet in a game."""
    return first_free_instant(at, zone_info(game.zone), game_quiet(game)).at


def move_to_daytime(game: Game, at: datetime, length: timedelta) -> datetime:
    """The end of what takes so long, when the server moves it to an instant."""
    return first_free_instant(at, zone_info(game.zone), NIGHT).at if length >= BY_DAY else at


def compute_deadline(
    session: Session, game: Game, phase: Phase, opened: datetime, everyone: Everyone | None = None
) -> Deadline:
    """The deadline the pace gives a phase opened then, as who owes something in it is away or not. `everyone`: what
    they owe in a phase that is not stored yet."""
    return deadline_by_pace(game, phase, opened, absences.list_awaited_absences(session, game, phase, everyone))


def deadline_by_pace(game: Game, phase: Phase, opened: datetime, away: Collection[AwayPeriod] = ()) -> Deadline:
    """The deadline the pace gives a phase opened then, if some are away."""
    rules = rules_of(game)
    first = timedelta(hours=rules.first_hours if phase.number == 1 else 0)
    gap = timedelta(hours=rules.gap_hours)
    found = next_deadline(game_pace(game), phase.kind, opened + first, game.zone, game_quiet(game), gap, away)
    return Deadline(found.at, (*found.why, make_reason("first", span=first))) if first else found


def adjust_deadline(session: Session, game: Game, phase: Phase, found: Deadline, *, wait: bool = True) -> Deadline:
    """A deadline that was made otherwise, moved on from quiet times and, unless it is not to `wait`, for who is away.
    Raises Refusal "bad pace" if there is no time left for it."""
    zone, silent = zone_info(game.zone), game_quiet(game)
    away = absences.list_awaited_absences(session, game, phase) if wait else ()
    try:
        free = first_free_instant(found.at, zone, silent)
        known = Deadline(free.at, (*found.why, *free.why))
        if not away:
            return known
        plain = deadline_by_pace(game, phase, phase.opened_at).at
        return wait_for_absent(known, game_pace(game).rule_for_kind(phase.kind), away, zone, silent, plain)
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def parse_pace_and_zone(pace: str, zone: str, rules: Rules, kinds: Sequence[str], now: datetime) -> tuple[str, str]:
    """Pace and zone as a game keeps them. Raises Refusal "bad pace" if they are none, or leave no time for a
    deadline."""
    try:
        found, place = Pace.parse(pace, kinds), zone_info(zone).key
        check_pace(found, place, QuietTimes.parse(rules.quiet), now)
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error
    return str(found), place
