"""A player's calendar: their deadlines and the days they are away, as a file behind a secret address."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from pbem.documents import icalendar_files, reports
from pbem.games.rules import rules_of
from pbem.games.seating import absences
from pbem.settings.config import Config
from pbem.storage.models import Absence, Game, Phase, Player, Seat
from pbem.wording import ENGLISH, seat_tongue

MOST_EVENTS = 200


def calendar_token(secret_key: str, player: Player) -> str:
    """Return what the address of a player's calendar ends with: their number, and a proof that only this server can
    make."""
    facts = f"calendar:{player.id}:{player.calendar}"
    return f"{player.id}-{hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()[:40]}"


def calendar_url(config: Config, player: Player) -> str:
    return f"{config.public_url}/calendar/{calendar_token(config.secret_key, player)}.ics"


def find_calendar_owner(session: Session, secret_key: str, text: str) -> Player | None:
    """Return whose calendar has this address; None: nobody's."""
    number = text.partition("-")[0]
    known = number.isascii() and number.isdecimal() and len(number) < 10
    player = session.get(Player, int(number)) if known else None
    return (
        player if player and hmac.compare_digest(calendar_token(secret_key, player).encode(), text.encode()) else None
    )


def renew_calendar(session: Session, player: Player) -> None:
    """Gives a player's calendar another address; the one before is void."""
    player.calendar += 1
    session.add(player)


def build_player_calendar(session: Session, config: Config, player: Player, now: datetime) -> bytes:
    """The calendar as it stands."""
    entries = [*iter_deadline_events(session, config, player), *iter_absence_events(session, config, player)]
    return icalendar_files.format_calendar(ENGLISH("calendar name"), entries[:MOST_EVENTS], now)


def iter_deadline_events(session: Session, config: Config, player: Player) -> Iterator[icalendar_files.CalendarEvent]:
    """The deadline of each open phase in which the player has a seat, in the language of the seat."""
    query = (
        select(Seat, Game, Phase)
        .join(Game, col(Seat.game_id) == Game.id)
        .join(Phase, col(Phase.game_id) == Game.id)
        .where(Seat.player_id == player.id, Game.status == "running", col(Phase.resolved_at).is_(None))
    )
    for seat, game, phase in session.exec(query.order_by(col(Phase.deadline), col(Seat.id)).limit(MOST_EVENTS)):
        if phase.deadline is None:
            continue
        say = seat_tongue(game, phase, seat)
        title = reports.phase_title_for(game, phase, seat, say)
        grace = rules_of(game).grace_span
        yield icalendar_files.CalendarEvent(
            uid=f"phase-{phase.id}-{seat.id}@{config.mail_host}",
            revision=phase.moves,
            at=phase.deadline,
            title=say("calendar due", slug=game.slug, phase=title, seat=say.seat_name(seat)),
            text=say("calendar grace", span=say.calendar.format_span(grace)) if grace else "",
            url=f"{config.public_url}/games/{game.slug}/seat",
        )


def iter_absence_events(session: Session, config: Config, player: Player) -> Iterator[icalendar_files.CalendarEvent]:
    """The days on which the player is away, as the player said them, unless they were taken back."""
    query = select(Absence).where(Absence.player_id == player.id, col(Absence.ended_at).is_(None))
    for absence in session.exec(query.order_by(col(Absence.first_day).desc()).limit(MOST_EVENTS)):
        uid = absence.uid or f"away-{absence.id}@{config.mail_host}"
        yield icalendar_files.CalendarEvent(
            uid, absence.revision, absences.absence_span(absence), ENGLISH("calendar away")
        )
