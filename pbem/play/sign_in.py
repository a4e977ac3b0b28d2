"""Signing in: a letter to an address brings a link of one use, and who uses it has proved that the address is his.

The token of a link is not kept: it is made from the row and the server's key when the letter is painted, and made again
when the link is used.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime, timedelta

from sqlmodel import Session

from pbem.limits import Limits, spend
from pbem.models import Player, SignIn
from pbem.play import Refused, people
from pbem.play.tell import Kind, tell

LINK_LIFE = timedelta(minutes=30)


def start(
    session: Session, limits: Limits, address: str, browser: str, now: datetime, familiar: str = "", peer: str = ""
) -> SignIn | None:
    """Queues a letter with a one-use link to an address, known or not; None if it gets no more letters for now.

    `browser` is a secret of the browser that asked: no other one can use the link. `familiar` names a browser in which
    this very player has been signed in before: whatever others have asked for, it has a quota of its own. `peer` is the
    network address that asks. An address that has never answered is a stranger's, and becomes a player's only within
    the limits for strangers. Raises Refused "bad address".
    """
    found = people.known(session, address)
    if found is not None and found.banned_at:
        return None
    quota = f"{people.plain_address(address)}/{familiar}" if familiar else people.plain_address(address)
    if not spend(session, limits, "sign_ins_to_one", quota, now):
        return None
    stranger = found is None or found.answered_at is None
    if stranger and not people.stranger_hears(session, limits, address, now, peer):
        return None
    return mail_link(session, found or people.player(session, address, now), now, digest(browser))


def start_by_letter(session: Session, limits: Limits, player: Player, now: datetime) -> SignIn | None:
    """Queues a letter with a one-use link that works in any browser: for a player who asked by a letter of his own,
    with a quota of its own; None if that is used up."""
    if not spend(session, limits, "sign_ins_to_one", f"{player.address}/letter", now):
        return None
    return mail_link(session, player, now)


def mail_link(session: Session, player: Player, now: datetime, browser_hash: str = "") -> SignIn:
    row = SignIn(player_id=player.id, browser_hash=browser_hash, expires_at=now + LINK_LIFE)
    session.add(row)
    session.flush()
    key = f"signin:{row.id}:{row.expires_at:%Y%m%d%H%M%S}"  # numbers of rows that were deleted come again
    tell(session, Kind.SIGNIN, player, key, data={"sign_in": row.id}, now=now)
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


def finish(session: Session, secret_key: str, given: str, browser: str, now: datetime) -> Player:
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
    if found.banned_at:
        raise Refused("link unknown")
    session.add(row)
    people.answered(session, found, now)
    return found


def digest(secret: str) -> str:
    """How a secret is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()
