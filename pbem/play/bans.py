"""People whom the host does not want: their letters are answered once and not read, they have no seats and lead no
games, and no browser is signed in for them."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.models import Player
from pbem.play import Refused, browsers, privacy
from pbem.play.tell import Kind, tell


def ban(session: Session, player: Player, now: datetime) -> None:
    """Raises Refused "banned" for one who is."""
    privacy.hold(session, player)
    if player.banned_at or player.forgotten_at:
        raise Refused("banned")
    privacy.leave_games(session, player, now, "ejected")
    browsers.signed_out_everywhere(session, player)
    player.banned_at = now
    session.add(player)
    session.flush()


def unban(session: Session, player: Player) -> None:
    """Lets somebody in again; his seats are not given back. Raises Refused "not banned"."""
    if player.banned_at is None:
        raise Refused("not banned", address=player.address)
    player.banned_at = None
    session.add(player)


def answer(session: Session, player: Player, now: datetime) -> None:
    """The one letter that tells him."""
    tell(session, Kind.BANNED, player, f"banned:{player.id}:{player.banned_at:%Y%m%d%H%M%S}", now=now)
