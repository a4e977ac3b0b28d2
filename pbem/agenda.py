"""A player's calendar: his deadlines and the days he is away, as a file behind a secret address."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from pbem import ical, reports
from pbem.config import Config
from pbem.models import Absence, Game, Phase, Player, Seat
from pbem.play import absences
from pbem.play.rules import rules_of
from pbem.wording import ENGLISH, tongue

MOST_EVENTS = 200


def token(secret_key: str, player: Player) -> str:
    """What the address of a player's calendar ends with: his number, and a proof that only this server can make."""
    facts = f"calendar:{player.id}:{player.calendar}"
    return f"{player.id}-{hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()[:40]}"


def address(config: Config, player: Player) -> str:
    return f"{config.public_url}/calendar/{token(config.secret_key, player)}.ics"


def owner(session: Session, secret_key: str, text: str) -> Player | None:
    """Whose calendar has this address; None: nobody's."""
    number = text.partition("-")[0]
    known = number.isascii() and number.isdecimal() and len(number) < 10
    player = session.get(Player, int(number)) if known else None
    return player if player and hmac.compare_digest(token(secret_key, player).encode(), text.encode()) else None


def renew(session: Session, player: Player) -> None:
    """Gives a player's calendar another address; the one before is void."""
    player.calendar += 1
    session.add(player)


def file(session: Session, config: Config, player: Player, now: datetime) -> bytes:
    """The calendar as it stands."""
    entries = [*deadlines(session, config, player), *away(session, config, player)]
    return ical.written(ENGLISH("calendar name"), entries[:MOST_EVENTS], now)


def deadlines(session: Session, config: Config, player: Player) -> Iterator[ical.Entry]:
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
        say = tongue(game, phase, seat)
        title = reports.titled(game, phase, seat, say)
        grace = rules_of(game).grace
        yield ical.Entry(
            uid=f"phase-{phase.id}-{seat.id}@{config.mail_host}",
            revision=phase.moves,
            at=phase.deadline,
            title=say("calendar due", slug=game.slug, phase=title, seat=say.name(seat)),
            text=say("calendar grace", span=say.calendar.span(grace)) if grace else "",
            url=f"{config.public_url}/games/{game.slug}/seat",
        )


def away(session: Session, config: Config, player: Player) -> Iterator[ical.Entry]:
    """The days on which the player is away, as he said them, unless he took them back."""
    query = select(Absence).where(Absence.player_id == player.id, col(Absence.ended_at).is_(None))
    for absence in session.exec(query.order_by(col(Absence.first_day).desc()).limit(MOST_EVENTS)):
        uid = absence.uid or f"away-{absence.id}@{config.mail_host}"
        yield ical.Entry(uid, absence.revision, absences.days(absence), ENGLISH("calendar away"))
