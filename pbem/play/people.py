"""People: found by their mail address, and signed in by a letter to it."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from sqlmodel import Session, select

from pbem.db import add_once
from pbem.limits import Limits, spend
from pbem.models import Player, SignIn
from pbem.pace import PaceError, zone_info
from pbem.play import Refused
from pbem.play.tell import tell

PAPERS = ("A4", "Letter")
LINK_LIFE = timedelta(minutes=30)


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
    add_once(session, Player(address=plain, name=name.strip()[:80], created_at=now), "address")
    found = session.exec(select(Player).where(Player.address == plain)).one()
    if name and not found.name:
        found.name = name.strip()[:80]
    return found


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
        player.name = " ".join(name.split())[:80]
    if attach_pdf is not None:
        player.attach_pdf = attach_pdf
    session.add(player)


def known(session: Session, address: str) -> Player | None:
    """Whoever has this address, if anybody. Raises Refused "bad address"."""
    return session.exec(select(Player).where(Player.address == plain_address(address))).one_or_none()


# --- signing in -------------------------------------------------------------------------------------------------


def start_sign_in(
    session: Session, limits: Limits, address: str, browser: str, now: datetime, familiar: str = ""
) -> SignIn | None:
    """Queues a letter with a one-use link to an address, known or not; None if it gets no more letters for now.

    `browser` is a secret of the browser that asked: no other one can use the link. `familiar` names a browser in which
    this very player has been signed in before: whatever others have asked for, it has a quota of its own. An address
    that has never answered is a stranger's, and becomes a player's only within the limits for strangers. Raises Refused
    "bad address".
    """
    found = known(session, address)
    quota = f"{plain_address(address)}/{familiar}" if familiar else plain_address(address)
    if not spend(session, limits, "sign_ins_to_one", quota, now):
        return None
    if (found is None or found.answered_at is None) and not stranger_hears(session, limits, address, now):
        return None
    return mail_link(session, found or player(session, address, now), now, digest(browser))


def stranger_hears(session: Session, limits: Limits, address: str, now: datetime) -> bool:
    """Whether an address that has proved nothing may get a letter now."""
    return (
        spend(session, limits, "answers_to_one", plain_address(address), now)
        and spend(session, limits, "stranger_answers", "", now)
        and spend(session, limits, "stranger_answers_daily", "", now)
    )


def mail_sign_in(session: Session, player: Player, now: datetime) -> SignIn:
    """Queues a letter with a one-use link that works in any browser: for a player who asked by a letter of his own."""
    return mail_link(session, player, now)


def mail_link(session: Session, player: Player, now: datetime, browser_hash: str = "") -> SignIn:
    row = SignIn(player_id=player.id, browser_hash=browser_hash, expires_at=now + LINK_LIFE)
    session.add(row)
    session.flush()
    key = f"signin:{row.id}:{row.expires_at:%Y%m%d%H%M%S}"  # numbers of rows that were deleted come again
    tell(session, "signin", player, key, data={"sign_in": row.id}, now=now)
    return row


def token(secret_key: str, row: SignIn) -> str:
    """What the link of a sign-in letter ends with: the row's number, and a proof that only this server can make."""
    facts = f"sign in:{row.id}:{row.player_id}:{row.browser_hash}:{row.expires_at.timestamp()}"
    return f"{row.id}-{hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()[:40]}"


def link(session: Session, secret_key: str, given: str) -> SignIn:
    """The link a token belongs to. Raises Refused "link unknown"."""
    number = given.partition("-")[0]
    small = number.isascii() and number.isdecimal() and len(number) < 10
    row = session.get(SignIn, int(number), with_for_update=True) if small else None
    if row is None or not hmac.compare_digest(token(secret_key, row).encode(), given.encode()):
        raise Refused("link unknown")
    return row


def finish_sign_in(session: Session, secret_key: str, given: str, browser: str, now: datetime) -> Player:
    """Whom the token signs in, whose address has answered by it; it is used up. Raises Refused "link unknown", "link
    used", "link expired", "other browser"."""
    row = link(session, secret_key, given)
    if row.used_at:
        raise Refused("link used")
    if row.expires_at <= now:
        raise Refused("link expired")
    if row.browser_hash and row.browser_hash != digest(browser):
        raise Refused("other browser")
    row.used_at = now
    found = session.get_one(Player, row.player_id)
    found.answered_at = found.answered_at or now
    session.add_all((row, found))
    return found


def digest(secret: str) -> str:
    """How a secret is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()
