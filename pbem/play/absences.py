"""Who is away when. A player says so for all his games; each game grants the days that its rules allow in a year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from sqlmodel import Session, col, select

from pbem.models import Absence, Game, Phase, Seat, Turn
from pbem.pace import Away, Span, instant, zone_info
from pbem.play.rules import rules_of
from pbem.reasons import because

DAY = timedelta(days=1)


# --- one absence -------------------------------------------------------------------------------------------------


def days(absence: Absence) -> Span:
    return Span(absence.first_day, absence.last_day)


def bounds(absence: Absence) -> tuple[datetime, datetime]:
    """The instants from which on, and until when, somebody is away: not before he said so, nor after he is back."""
    zone = zone_info(absence.zone)
    begins = max(instant(absence.first_day, time(), zone), absence.asked_at)
    ends = instant(absence.last_day + DAY, time(), zone)
    return begins, ends if absence.ended_at is None else max(begins, min(ends, absence.ended_at))


def spent(absence: Absence) -> frozenset[date]:
    """The days that an absence costs: all of them, or those up to his return, but one at least: it may have moved
    deadlines already."""
    if absence.ended_at is None:
        return frozenset(days(absence))
    back = absence.ended_at.astimezone(zone_info(absence.zone)).date()
    return frozenset(day for day in days(absence) if day <= max(back, absence.first_day))


# --- what a game grants ------------------------------------------------------------------------------------------


def granted(game: Game, absences: Iterable[Absence]) -> list[Absence]:
    """Those of one player's absences, in the order in which he said them, for which the days of each year suffice."""
    most, used = rules_of(game).absence_days, set[date]()
    found = []
    for absence in absences:
        wanted = used | spent(absence)
        if all(count <= most for count in by_year(wanted).values()):
            used = wanted
            found.append(absence)
    return found


def by_year(some: Iterable[date]) -> Mapping[int, int]:
    """How many of some days lie in each year."""
    counts: dict[int, int] = defaultdict(int)
    for day in some:
        counts[day.year] += 1
    return counts


def left(session: Session, game: Game, player_id: int, now: datetime) -> int:
    """How many days a player can still be away from a game in the year of now."""
    used = frozenset[date]().union(*map(spent, granted(game, said_by(session, player_id, now))))
    return max(0, rules_of(game).absence_days - by_year(used).get(now.year, 0))


def said_by(session: Session, player_id: int, now: datetime) -> Sequence[Absence]:
    """A player's absences that count for the year of now or later, the first said first."""
    query = select(Absence).where(Absence.player_id == player_id, col(Absence.last_day) >= since(now.year))
    return session.exec(query.order_by(col(Absence.id))).all()


def since(year: int) -> date:
    """From when on absences matter for the days of a year: one may have begun in the year before."""
    return date(year - 1, 1, 1)


# --- who is away -------------------------------------------------------------------------------------------------


def away(session: Session, game: Game, player_id: int, at: datetime) -> bool:
    """Whether an absence that the game grants covers an instant."""
    found = granted(game, said_by(session, player_id, at))
    return any(begins <= at < ends for begins, ends in map(bounds, found))


def owing(session: Session, game: Game, phase: Phase, year: int) -> list[tuple[Seat, Away]]:
    """Who is away of those that owe something in a phase, seat by seat."""
    query = (
        select(Seat, Absence)
        .join(Turn, col(Turn.seat_id) == Seat.id)
        .join(Absence, col(Absence.player_id) == Seat.player_id)
        .where(Turn.phase_id == phase.id, col(Turn.due).is_(True), col(Turn.given).is_(False))
        .where(col(Absence.last_day) >= since(year))
        .order_by(col(Seat.id), col(Absence.id))
    )
    by_seat: dict[int, list[Absence]] = defaultdict(list)
    seats: dict[int, Seat] = {}
    for seat, absence in session.exec(query):
        seats[seat.id] = seat
        by_seat[seat.id].append(absence)
    return [(seats[n], as_away(seats[n], one)) for n, some in by_seat.items() for one in granted(game, some)]


def as_away(seat: Seat, absence: Absence) -> Away:
    """An absence as the arithmetic of deadlines takes it; of the player nothing is told but his seat."""
    begins, ends = bounds(absence)
    return Away(begins, ends, because("away", seat=seat.code, label=seat.label, day=absence.last_day))


def waited_for(session: Session, game: Game, phase: Phase) -> list[Away]:
    """Those who are waited for in a phase."""
    return [one for _, one in owing(session, game, phase, phase.opened_at.year)]


def excused(session: Session, game: Game, phase: Phase) -> frozenset[int]:
    """The numbers of the seats that owe something still, and are excused: away when the phase had its deadline."""
    at = phase.deadline
    if at is None:
        return frozenset()
    return frozenset(seat.id for seat, one in owing(session, game, phase, phase.opened_at.year) if one.covers(at))
