"""Signing in: a letter to an address brings a link of one use, and who uses it has proved that the address is theirs.

The token of a link is not kept: it is made from the row and the server's key when the letter is painted, and made again
when the link is used.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel import Session, select

from pbem.games import Refusal
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people
from pbem.settings import mail_addresses, networks
from pbem.settings.limits import Limits
from pbem.storage.budgets import Cost, is_used_up, limit_span_end, refund_costs, spend, spend_all
from pbem.storage.models import Outbox, Player, SignIn
from pbem.storage.shared_budgets import WEB, asker_at_peer

LINK_LIFE = timedelta(minutes=30)


@dataclass(frozen=True)
class SignInRequest:
    """What came of asking for a letter. `why` there may be none: "one": its address got enough; "many": nothing more is
    sent to who is new here; "" if it was written whoever it is. `until`: when that ends.

    Neither says whether the address is known: of one that is, `row` is there beside "many"."""

    row: SignIn | None
    why: str = ""
    until: datetime | None = None


def request_sign_in(
    session: Session, limits: Limits, address: str, browser: str, now: datetime, familiar: str = "", peer: str = ""
) -> SignInRequest:
    """Queues a letter with a one-use link to an address, known or not, within the limits.

    `browser` is a secret of the browser that asked: no other one can use the link. `familiar` names a browser in which
    this very player has been signed in before: whatever others have asked for, it has a quota of its own. `peer` is the
    network address that asks. An address that has never answered is a stranger's, and becomes a player's only within
    the limits for strangers. Raises Refusal "bad address".
    """
    plain, hashed = people.normalize_address(address), hash_secret(browser)
    found = people.find_player(session, plain)
    if familiar and found is not None:
        enough = not spend(session, limits, "sign_ins_to_one", f"{plain}/{familiar}", now)
        return (
            request_over_limit("one", "sign_ins_to_one", now)
            if enough
            else SignInRequest(queue_sign_in_letter(session, found, now, hashed))
        )
    if not spend_one_letter(session, limits, plain, now, peer):
        return request_over_limit("one", "sign_ins_to_one", now)
    asked = SignInRequest(None)
    if not people.can_write_to_stranger(session, limits, plain, now, WEB, asker_at_peer(peer)):
        asked = request_over_limit("many", limit_to_wait_for(session, limits, plain, peer, now), now)
        if found is None or found.answered_at is None:
            return asked
    row = queue_sign_in_letter(session, found or people.get_or_register_player(session, plain, now), now, hashed)
    return replace(asked, row=row)


def request_over_limit(why: str, limit: str, now: datetime) -> SignInRequest:
    return SignInRequest(None, why, limit_span_end(limit, now))


def spend_one_letter(session: Session, limits: Limits, plain: str, now: datetime, peer: str) -> bool:
    """Return whether an address may get one more letter on this day. Neighbourhoods that ask again and again have but a
    part of what there is, all together: the owner, elsewhere, still gets one, unless many neighbourhoods have asked."""
    costs: list[Cost] = [("sign_ins_to_one", plain, 1)]
    if peer and not spend(session, limits, "firsts", f"sign-in {plain} {networks.peer_neighbourhood(peer)}", now):
        costs.insert(0, ("sign_ins_again", plain, 1))
    free = spend_all(session, limits, costs, now)
    if not free:
        refund_costs(session, limits, costs, now)
    return free


def limit_to_wait_for(session: Session, limits: Limits, plain: str, peer: str, now: datetime) -> str:
    """The limit whose end a stranger has to wait for."""
    of_day = (
        ("answers_to_one", mail_addresses.mailbox_key(plain)),
        ("peer_answers", peer),
        ("stranger_answers_daily", ""),
    )
    is_over = any(is_used_up(session, limits, name, f"{WEB.name} {who}".strip(), now) for name, who in of_day)
    return "stranger_answers_daily" if is_over else "stranger_answers"


def request_by_letter(session: Session, limits: Limits, player: Player, now: datetime) -> SignIn | None:
    """Queues a letter with a one-use link that works in any browser: for a player who asked by a letter of their own,
    with a quota of its own; None if that is used up."""
    if not spend(session, limits, "sign_ins_to_one", f"{player.address}/letter", now):
        return None
    return queue_sign_in_letter(session, player, now)


def queue_sign_in_letter(session: Session, player: Player, now: datetime, browser_hash: str = "") -> SignIn:
    row = SignIn(player_id=player.id, browser_hash=browser_hash, expires_at=now + LINK_LIFE)
    session.add(row)
    session.flush()
    kind = Kind.BANNED if player.banned_at else Kind.SIGNIN  # who is shut out is told so, and nobody else is
    queue_letter(session, kind, player, sign_in_letter_key(row), data={"sign_in": row.id}, now=now)
    return row


def sign_in_letter_key(row: SignIn) -> str:
    """The key of its letter; numbers of rows that were deleted come again."""
    return f"signin:{row.id}:{row.expires_at:%Y%m%d%H%M%S}"


def find_sign_in_letter(session: Session, number: int) -> Outbox | None:
    """The letter of a sign-in; None if neither is kept any more."""
    row = session.get(SignIn, number)
    return session.exec(select(Outbox).where(Outbox.key == sign_in_letter_key(row))).one_or_none() if row else None


def make_link_token(secret_key: str, row: SignIn) -> str:
    """Return what the link of a sign-in letter ends with: the row's number, and a proof that only this server can
    make."""
    facts = f"sign in:{row.id}:{row.player_id}:{row.browser_hash}:{row.expires_at.timestamp()}"
    return f"{row.id}-{hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()[:40]}"


def get_sign_in(session: Session, secret_key: str, given: str) -> SignIn:
    """The link a token belongs to. Raises Refusal "link unknown"."""
    number = given.partition("-")[0]
    small = number.isascii() and number.isdecimal() and len(number) < 10
    row = session.get(SignIn, int(number), with_for_update=True) if small else None
    if row is None or not hmac.compare_digest(make_link_token(secret_key, row).encode(), given.encode()):
        raise Refusal("link unknown")
    return row


def finish_sign_in(session: Session, secret_key: str, given: str, browser: str, now: datetime) -> Player:
    """Return whom the token signs in, whose address has answered by it; it is used up. Raises Refusal "link unknown",
    "link used", "link expired", "other browser"."""
    row = get_sign_in(session, secret_key, given)
    if row.used_at:
        raise Refusal("link used")
    if row.expires_at <= now:
        raise Refusal("link expired")
    if row.browser_hash and row.browser_hash != hash_secret(browser):
        raise Refusal("other browser")
    row.used_at = now
    found = session.get_one(Player, row.player_id)
    if found.banned_at:
        raise Refusal("link unknown")
    session.add(row)
    people.mark_address_proved(session, found, now)
    return found


def hash_secret(secret: str) -> str:
    """Return how a secret is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()
