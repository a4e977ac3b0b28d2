"""People: found by their mail address, and signed in by a letter to it."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from pbem.addresses import redacted
from pbem.db import add_once
from pbem.models import Player, SignIn
from pbem.pace import PaceError, zone_info
from pbem.play import Refused
from pbem.play.tell import tell

PAPERS = ("A4", "Letter")
LINK_LIFE = timedelta(minutes=30)
OPEN_LINKS = 5
"""Sign-in letters a person can have under way at once: more would be flooding somebody's mailbox."""


def plain_address(address: str) -> str:
    """An address as it is stored. Raises Refused "bad address"."""
    plain = address.strip().lower()
    local, _, host = plain.rpartition("@")
    if not local or not host or len(plain) > 254 or any(c.isspace() or ord(c) < 32 or c in '<>,;"' for c in plain):
        raise Refused("bad address", address=address[:80])
    return plain


def player(session: Session, address: str, now: datetime, name: str = "") -> Player:
    """Whoever has this address, registered if new; `name` is taken if none is known yet."""
    plain = plain_address(address)
    add_once(session, Player(address=plain, name=shown_name(name), created_at=now), "address")
    found = session.exec(select(Player).where(Player.address == plain)).one()
    if name and not found.name:
        found.name = shown_name(name)
    return found


def shown_name(name: str) -> str:
    """A name as others read it: one line, and no secret in it."""
    return redacted(" ".join(name.split()))[:80]


def bot(session: Session, kind: str, number: int, now: datetime) -> Player:
    """The `number`th bot of a kind: a player without a mailbox."""
    found = player(session, f"{kind}-{number}@bot.invalid", now, f"{kind.title()} {number}")
    found.bot = kind
    return found


def settings(
    session: Session,
    player: Player,
    *,
    name: str | None = None,
    zone: str | None = None,
    paper: str | None = None,
    attach_pdf: bool | None = None,
) -> None:
    """Changes what is given. Raises Refused "bad zone", "bad paper"."""
    if zone is not None:
        try:
            player.zone = zone_info(zone).key
        except PaceError as error:
            raise Refused("bad zone", why=str(error)) from error
    if paper is not None:
        if paper not in PAPERS:
            raise Refused("bad paper", paper=paper[:20], papers=PAPERS)
        player.paper = paper
    if name is not None:
        player.name = shown_name(name)
    if attach_pdf is not None:
        player.attach_pdf = attach_pdf
    session.add(player)


def start_sign_in(session: Session, address: str, browser: str, now: datetime) -> str:
    """Queues a letter with a one-use link to an address, known or not; returns the token that is in it.

    `browser` is a secret of the browser that asked: no other one can use the link; with "" any can.
    """
    found = player(session, address, now)
    under_way = select(func.count()).where(
        SignIn.player_id == found.id, col(SignIn.used_at).is_(None), SignIn.expires_at > now
    )
    if session.exec(under_way).one() >= OPEN_LINKS:
        raise Refused("too many sign-in letters", minutes=int(LINK_LIFE.total_seconds() // 60))
    token = secrets.token_urlsafe(24)
    row = SignIn(token_hash=digest(token), player_id=found.id, browser_hash=digest(browser), expires_at=now + LINK_LIFE)
    session.add(row)
    session.flush()
    data = {"token": token, "expires": row.expires_at.isoformat(), "any_browser": not browser}
    tell(session, "signin", found, f"signin:{row.id}", data=data, now=now)
    return token


def mail_sign_in(session: Session, player: Player, now: datetime) -> None:
    """Queues a letter with a one-use link for any browser, asked for by a letter that was proved to be the player's.
    Raises Refused "too many sign-in letters"."""
    start_sign_in(session, player.address, "", now)


def finish_sign_in(session: Session, token: str, browser: str, now: datetime) -> Player:
    """Whom the token signs in; it is used up. Raises Refused "link unknown", "link used", "link expired", "other
    browser"."""
    row = session.exec(select(SignIn).where(SignIn.token_hash == digest(token)).with_for_update()).one_or_none()
    if row is None:
        raise Refused("link unknown")
    if row.used_at:
        raise Refused("link used")
    if row.expires_at <= now:
        raise Refused("link expired")
    if row.browser_hash not in (digest(browser), digest("")):
        raise Refused("other browser")
    row.used_at = now
    session.add(row)
    found = session.get(Player, row.player_id)
    assert found is not None
    return found


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
