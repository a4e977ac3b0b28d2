"""People: found by their mail address, invited until they have answered once, and signed in by a letter to it."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

import sqlalchemy as sa
from email_validator import EmailNotValidError, validate_email
from sqlmodel import Session, col, func, select

from pbem.db import add_once
from pbem.models import Game, MailIn, Outbox, Player, Seat, SignIn
from pbem.pace import PaceError, zone_info
from pbem.play import Refused, games, phases
from pbem.play.tell import tell, tell_master

PAPERS = ("A4", "Letter")
LINK_LIFE = timedelta(minutes=30)
OPEN_LINKS = 5
"""Sign-in letters a person can have under way at once: more would be flooding somebody's mailbox."""
LONGEST_ADDRESS = 254
BOUNCES = 3
BOUNCE_SPAN = timedelta(days=7)
"""So many letters that came back for good, none longer than this after the one before: he cannot be reached."""


# --- known by an address -----------------------------------------------------------------------------------------


def plain_address(address: str) -> str:
    """An address as it is stored: in lower case, its domain in ASCII. Raises Refused "bad address"."""
    wanted = address.strip()
    try:
        if len(wanted) > LONGEST_ADDRESS or "=?" in wanted:  # "=?": mail programs decode it into something else
            raise EmailNotValidError
        found = validate_email(wanted, check_deliverability=False, test_environment=True)
    except (EmailNotValidError, UnicodeError) as error:
        raise Refused("bad address", address=wanted[:80]) from error
    return (found.ascii_email or found.normalized).lower()


def player(session: Session, address: str, now: datetime, name: str = "") -> Player:
    """Whoever has this address, registered if new; `name` is taken if none is known yet. Raises Refused "bad
    address"."""
    return registered(session, plain_address(address), now, name)


def registered(session: Session, plain: str, now: datetime, name: str = "") -> Player:
    """The same for an address that is plain already, or that the server made up itself."""
    add_once(session, Player(address=plain, name=name.strip()[:80], created_at=now), "address")
    found = session.exec(select(Player).where(Player.address == plain)).one()
    if name and not found.name:
        found.name = name.strip()[:80]
    return found


def bot(session: Session, kind: str, number: int, now: datetime) -> Player:
    """The `number`th bot of a kind: a player without a mailbox."""
    found = registered(session, f"{kind}-{number}@bot.invalid", now, f"{kind.title()} {number}")
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
        player.name = " ".join(name.split())[:80]
    if attach_pdf is not None:
        player.attach_pdf = attach_pdf
    session.add(player)


# --- whether they can be written to ------------------------------------------------------------------------------


def seated(session: Session, game: Game, seat: Seat, player: Player, now: datetime) -> None:
    """Lets a player know all he needs for the seat he has got. An address that has never answered gets one
    invitation, whoever invites it how often, and the rest once it answers."""
    if player.answered_at is None and not player.bot:
        tell(session, "invitation", player, f"invitation:{player.id}", game=game, seat=seat, now=now)
        return
    tell(session, "welcome", player, f"welcome:{seat.id}:{seat.generation}", game=game, seat=seat, now=now)
    phase = games.current(session, game)
    if phase:
        phases.report_to(session, game, phase, seat, player, now)


def answered(session: Session, player: Player, now: datetime) -> None:
    """Notes that somebody has shown that an address is his: by a proven letter, a sign-in, a seat he took himself.
    From then on it gets letters; those that waited go out."""
    player.bounces, player.unreachable_at = 0, None
    session.add(player)
    if player.answered_at is None:
        player.answered_at = now
        session.flush()
        for seat in session.exec(select(Seat).where(Seat.player_id == player.id).order_by(col(Seat.id))).all():
            seated(session, session.get_one(Game, seat.game_id), seat, player, now)


def bounced(session: Session, player: Player, now: datetime) -> None:
    """Counts a letter that came back for good. Too many in a row: the masters of his games are told."""
    recent = player.bounced_at is not None and now - player.bounced_at <= BOUNCE_SPAN
    player.bounces, player.bounced_at = (player.bounces if recent else 0) + 1, now
    session.add(player)
    if player.bounces < BOUNCES or player.unreachable_at is not None:
        return
    player.unreachable_at = now
    query = select(Seat, Game).join(Game, col(Seat.game_id) == Game.id)
    for seat, game in session.exec(query.where(Seat.player_id == player.id, Game.status != "finished")).all():
        if game.master_id != player.id:
            data = {"code": "unreachable", "seat": seat.label}
            tell_master(session, "notice", game, f"unreachable:{seat.id}:{now:%Y%m%d%H%M%S}", data=data, now=now)


def forget(session: Session, before: datetime) -> int:
    """Deletes who came up before then, has never answered, holds no seat and leads no game, with the letters to him;
    how many they were. Else forged senders would fill the table."""
    taken = (select(Seat.player_id), select(Game.master_id), select(MailIn.player_id))
    columns: tuple[sa.Column[int | None], ...] = (col(Seat.player_id), col(Game.master_id), col(MailIn.player_id))  # type: ignore[assignment]
    idle = select(Player.id).where(col(Player.answered_at).is_(None), Player.bot == "", Player.created_at < before)
    for query, column in zip(taken, columns, strict=True):
        idle = idle.where(col(Player.id).not_in(query.where(column.is_not(None))))
    ids = session.exec(idle).all()
    for table in (Outbox, SignIn):
        session.execute(sa.delete(table).where(col(table.player_id).in_(ids)))
    session.execute(sa.delete(Player).where(col(Player.id).in_(ids)))
    return len(ids)


# --- signing in --------------------------------------------------------------------------------------------------


def start_sign_in(session: Session, address: str, browser: str, now: datetime) -> str:
    """Queues a letter with a one-use link to an address, known or not; returns the token that is in it.

    `browser` is a secret of the browser that asked: no other one can use the link.
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
    data = {"token": token, "expires": row.expires_at.isoformat()}
    tell(session, "signin", found, f"signin:{row.id}", data=data, now=now)
    return token


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
    if row.browser_hash != digest(browser):
        raise Refused("other browser")
    row.used_at = now
    session.add(row)
    found = session.get(Player, row.player_id)
    assert found is not None
    answered(session, found, now)
    return found


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
