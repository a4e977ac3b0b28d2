"""Browsers that are signed in: each holds a random token, of which the server keeps the hash alone.

What a browser may do ends when its row is gone: by signing out, by signing out everywhere, or by its time.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games.people.sign_in import hash_secret
from pbem.storage.models import Player, WebSession

SIGNED_IN_BROWSER = (
    select(WebSession, Player)
    .join(Player, col(WebSession.player_id) == Player.id)
    .where(WebSession.token_hash == sa.bindparam("token"), col(WebSession.expires_at) > sa.bindparam("now"))
)
SESSION_LIFE = timedelta(days=31)
"""How long a browser that is not used stays signed in."""
RENEWAL_AGE = timedelta(days=1)
"""How much of that has passed before it is begun anew: pages that are only looked at should write nothing."""


def open_web_session(session: Session, player: Player, now: datetime) -> str:
    """The token of a browser in which a player has just signed in; those of theirs whose time is over are forgotten."""
    token = secrets.token_urlsafe(32)
    over = sa.delete(WebSession).where(col(WebSession.player_id) == player.id, col(WebSession.expires_at) <= now)
    session.execute(over)
    row = WebSession(token_hash=hash_secret(token), player_id=player.id, created_at=now, expires_at=now + SESSION_LIFE)
    session.add(row)
    return token


def find_web_session(session: Session, token: str, now: datetime) -> tuple[WebSession, Player] | None:
    """The row of a browser that is signed in now, and whose it is."""
    found = session.execute(SIGNED_IN_BROWSER, {"token": hash_secret(token), "now": now}).one_or_none()
    return (found[0], found[1]) if found else None


def is_session_stale(row: WebSession, now: datetime) -> bool:
    """Return whether it is time to renew a browser's session."""
    return row.expires_at < now + SESSION_LIFE - RENEWAL_AGE


def renew_web_session(session: Session, token: str, now: datetime) -> None:
    """A session's time begins anew, unless it was signed out meanwhile."""
    mine = col(WebSession.token_hash) == hash_secret(token)
    session.execute(sa.update(WebSession).where(mine).values(expires_at=now + SESSION_LIFE))


def end_web_session(session: Session, token: str) -> None:
    """Ends one browser's session."""
    session.execute(sa.delete(WebSession).where(col(WebSession.token_hash) == hash_secret(token)))


def end_all_web_sessions(session: Session, player: Player) -> None:
    """Ends all sessions of a player."""
    session.execute(sa.delete(WebSession).where(col(WebSession.player_id) == player.id))
