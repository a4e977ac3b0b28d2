"""Who is away when. A player says so for all their games; each game grants the days that its rules allow in a year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from sqlmodel import Session, col, select

from pbem.games import Refusal
from pbem.games.phases.phase_turns import Everyone, list_turns
from pbem.games.rarities import has_any
from pbem.games.rules import rules_of
from pbem.pace import AwayPeriod, DaySpan, utc_instant, zone_info
from pbem.pace.reasons import make_reason
from pbem.storage.models import Absence, Game, Phase, Player, Seat

DAY = timedelta(days=1)
LONGEST = 60
"""Days that somebody can be away at once."""
AHEAD = 366
"""Days ahead that an absence can be told."""
MOST = 40
"""Absences of one player that are kept of a year."""

# --- one absence -------------------------------------------------------------------------------------------------


def absence_span(absence: Absence) -> DaySpan:
    return DaySpan(absence.first_day, absence.last_day)


def absence_bounds(absence: Absence) -> tuple[datetime, datetime]:
    """The instants from which on, and until when, somebody is away: not before saying so, nor after coming back."""
    zone = zone_info(absence.zone)
    begins = max(utc_instant(absence.first_day, time(), zone), absence.asked_at)
    ends = utc_instant(absence.last_day + DAY, time(), zone)
    return begins, ends if absence.ended_at is None else max(begins, min(ends, absence.ended_at))


def spent_days(absence: Absence) -> frozenset[date]:
    """The days that an absence costs: all of them, or those up to the return, but one at least: it may have moved
    deadlines already."""
    if absence.ended_at is None:
        return frozenset(absence_span(absence))
    back = absence.ended_at.astimezone(zone_info(absence.zone)).date()
    return frozenset(day for day in absence_span(absence) if day <= max(back, absence.first_day))


# --- what a game grants ------------------------------------------------------------------------------------------


def granted_absences(game: Game, absences: Iterable[Absence]) -> list[Absence]:
    """Those of one player's absences, in the order in which they were said, for which the days of each year suffice."""
    most, used = rules_of(game).absence_days, set[date]()
    found = []
    for absence in absences:
        wanted = used | spent_days(absence)
        if all(count <= most for count in count_by_year(wanted).values()):
            used = wanted
            found.append(absence)
    return found


def count_by_year(some: Iterable[date]) -> Mapping[int, int]:
    """Return how many of some days lie in each year."""
    counts: dict[int, int] = defaultdict(int)
    for day in some:
        counts[day.year] += 1
    return counts


def count_days_left(session: Session, game: Game, player_id: int, now: datetime) -> int:
    """Return how many days a player can still be away from a game in the year of now."""
    used = frozenset[date]().union(
        *map(spent_days, granted_absences(game, list_player_absences(session, player_id, now)))
    )
    return max(0, rules_of(game).absence_days - count_by_year(used).get(now.year, 0))


def check_absence_limits(session: Session, player: Player, span: DaySpan, now: datetime) -> None:
    """Raises Refusal "absence far", "absence long", "too many absences"."""
    today = now.astimezone(zone_info(player.zone)).date()
    if len(span) > LONGEST:
        raise Refusal("absence long", count=len(span), most=LONGEST)
    if (span.first - today).days > AHEAD:
        raise Refusal("absence far", first=span.first, days=AHEAD)
    recent = select(Absence.id).where(Absence.player_id == player.id, Absence.asked_at > now - timedelta(days=365))
    if len(session.exec(recent.limit(MOST)).all()) >= MOST:
        raise Refusal("too many absences", most=MOST)


def list_player_absences(session: Session, player_id: int, now: datetime) -> Sequence[Absence]:
    """A player's absences that count for the year of now or later, the first said first."""
    query = select(Absence).where(
        Absence.player_id == player_id, col(Absence.last_day) >= earliest_relevant_day(now.year)
    )
    return session.exec(query.order_by(col(Absence.id))).all()


def earliest_relevant_day(year: int) -> date:
    """From when on absences matter for the days of a year: one may have begun in the year before."""
    return date(year - 1, 1, 1)


# --- who is away -------------------------------------------------------------------------------------------------


def is_away(session: Session, game: Game, player_id: int, at: datetime) -> bool:
    """Return whether an absence that the game grants covers an instant."""
    found = granted_absences(game, list_player_absences(session, player_id, at))
    return any(begins <= at < ends for begins, ends in map(absence_bounds, found))


def list_absent_debtors(
    session: Session, game: Game, phase: Phase, everyone: Everyone | None = None
) -> list[tuple[Seat, AwayPeriod]]:
    """Return who is away of those that owe something in a phase, seat by seat. `everyone`: what they owe in a phase
    that is not stored yet."""
    if not has_any(session, game.id, Absence):
        return []
    turns = list_turns(session, phase) if everyone is None else everyone
    owing = [seat for turn, seat in turns if turn.due and not turn.given and seat.player_id is not None]
    found = list_absences_by_player(session, {seat.player_id for seat in owing}, phase.opened_at.year)
    return [(seat, build_away(seat, one)) for seat in owing for one in granted_absences(game, found[seat.player_id])]


def list_absences_by_player(
    session: Session, player_ids: Collection[int | None], year: int
) -> defaultdict[int | None, list[Absence]]:
    """The absences of some players that count for a year or later, the first said first."""
    query = select(Absence).where(col(Absence.player_id).in_(player_ids))
    query = query.where(col(Absence.last_day) >= earliest_relevant_day(year)).order_by(col(Absence.id))
    found = defaultdict[int | None, list[Absence]](list)
    for absence in session.exec(query):
        found[absence.player_id].append(absence)
    return found


def build_away(seat: Seat, absence: Absence) -> AwayPeriod:
    """An absence as the arithmetic of deadlines takes it; of the player nothing is told but their seat."""
    begins, ends = absence_bounds(absence)
    return AwayPeriod(begins, ends, make_reason("away", seat=seat.code, label=seat.label, day=absence.last_day))


def list_awaited_absences(
    session: Session, game: Game, phase: Phase, everyone: Everyone | None = None
) -> list[AwayPeriod]:
    """Those who are waited for in a phase. `everyone`: as in `list_absent_debtors`."""
    return [one for _, one in list_absent_debtors(session, game, phase, everyone)]


def excused_seat_ids(session: Session, game: Game, phase: Phase) -> frozenset[int]:
    """The numbers of the seats that owe something still, and are excused: away when the phase had its deadline."""
    at = phase.deadline
    if at is None:
        return frozenset()
    return frozenset(seat.id for seat, one in list_absent_debtors(session, game, phase) if one.is_away_at(at))
