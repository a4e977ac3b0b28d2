"""People whom the host does not want: their letters are answered once and not read, they have no seats and lead no
games, and no browser is signed in for them."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.games import Refusal
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import browsers, privacy
from pbem.storage.models import Player


def ban_player(session: Session, player: Player, now: datetime) -> None:
    """Raises Refusal "banned" for one who is."""
    privacy.lock_with_games(session, player)
    if player.banned_at or player.forgotten_at:
        raise Refusal("banned")
    privacy.leave_games(session, player, now, "ejected")
    browsers.end_all_web_sessions(session, player)
    player.banned_at = now
    session.add(player)
    session.flush()


def unban_player(session: Session, player: Player) -> None:
    """Lets somebody in again; their seats are not given back. Raises Refusal "not banned"."""
    if player.banned_at is None:
        raise Refusal("not banned", address=player.address)
    player.banned_at = None
    session.add(player)


def notify_ban(session: Session, player: Player, now: datetime) -> None:
    """The one letter that tells them."""
    queue_letter(session, Kind.BANNED, player, f"banned:{player.id}:{player.banned_at:%Y%m%d%H%M%S}", now=now)
