"""Players go away and come back: what they say of it, and what becomes of the deadlines that wait for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.phases import deadlines
from pbem.games.rules import rules_of
from pbem.games.seating import absences
from pbem.pace import DaySpan
from pbem.storage.models import Absence, Game, Player, Seat


@dataclass(frozen=True)
class GameOutOfDays:
    """A game that does not wait, since no more than so many of its days are left."""

    slug: str
    left: int
    most: int


@dataclass(frozen=True)
class NotedAbsence:
    """An absence, the games that wait, and those that do not."""

    absence: Absence
    waits: Sequence[str] = ()
    short: Sequence[GameOutOfDays] = ()


def note_absence(session: Session, player: Player, span: DaySpan, now: datetime, uid: str = "") -> NotedAbsence:
    """Notes that a player is away, in all of their games whose days suffice; open phases there wait for them. Raises
    Refusal "absence far", "absence long", "too many absences", and "no absence left" if all of their games have too few
    days left."""
    absences.check_absence_limits(session, player, span, now)
    absence = next(
        (one for one in list_current_absences(session, player, now) if absences.absence_span(one) == span), None
    )
    if absence is None:
        absence = Absence(
            player_id=player.id,
            first_day=span.first,
            last_day=span.last,
            zone=player.zone,
            uid=uid,
            asked_at=now,
        )
        session.add(absence)
        session.flush()
    mine = list_unfinished_games(session, player)
    waits, short = [], []
    for game in mine:
        found = absences.granted_absences(game, absences.list_player_absences(session, player.id, now))
        if absence.id in {one.id for one in found}:
            waits.append(game)
        else:
            short.append(
                GameOutOfDays(
                    game.slug, absences.count_days_left(session, game, player.id, now), rules_of(game).absence_days
                )
            )
    if short and not waits:
        most = max(short, key=lambda one: one.left)
        raise Refusal("no absence left", slug=most.slug, left=most.left, most=most.most)
    for game in waits:
        recheck_absences(session, game, now)
    return NotedAbsence(absence, [game.slug for game in waits], short)


def list_unfinished_games(session: Session, player: Player) -> list[Game]:
    """The games in which a player holds a seat that are not over, in the order of their numbers, so that two who lock
    some of them never wait for each other."""
    query = select(Game).join(Seat, col(Seat.game_id) == Game.id)
    found = query.where(Seat.player_id == player.id, Game.status != "finished").distinct()
    return list(session.exec(found.order_by(col(Game.id))))


def recheck_absences(session: Session, game: Game, now: datetime) -> None:
    """Moves the deadline of a game's open phase on if somebody is away."""
    games.lock_game(session, game)
    phase = games.find_current_phase(session, game)
    if phase and game.status in ("running", "paused"):
        deadlines.extend_for_absences(session, game, phase, now)


# --- back --------------------------------------------------------------------------------------------------------


def list_current_absences(session: Session, player: Player, now: datetime) -> list[Absence]:
    """A player's absences that are not over, the first first."""
    found = absences.list_player_absences(session, player.id, now)
    left = (one for one in found if one.ended_at is None and absences.absence_bounds(one)[1] > now)
    return sorted(left, key=lambda one: (one.first_day, one.id))


def return_from_absence(session: Session, player: Player, now: datetime) -> list[Absence]:
    """Ends the absence that a player is in, or, if they are not away, those ahead. Raises Refusal "not away"."""
    ahead = list_current_absences(session, player, now)
    begun = [one for one in ahead if absences.absence_bounds(one)[0] <= now]
    if not ahead:
        raise Refusal("not away")
    return end_absences(session, player, begun or ahead, now)


def end_absences(session: Session, player: Player, some: Iterable[Absence], now: datetime) -> list[Absence]:
    """Takes absences back; deadlines that waited for nothing else come nearer, in fair time."""
    ended = list(some)
    for absence in ended:
        absence.ended_at, absence.revision = now, absence.revision + 1
        session.add(absence)
    session.flush()
    for game in list_unfinished_games(session, player):
        games.lock_game(session, game)
        phase = games.find_current_phase(session, game)
        if phase and game.status in ("running", "paused"):
            deadlines.shorten_after_return(session, game, phase, now)
    return ended
