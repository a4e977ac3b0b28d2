"""Another mail address for the same person, who proves both: the old one asks for it, the new one agrees.

The code that the new address gets is not kept: it is made from both rows and the server's key when the letter is
painted, and again when it comes back.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

from sqlmodel import Session

from pbem.limits import Limits
from pbem.models import Player
from pbem.play import Refused, people, privacy
from pbem.play.tell import Kind, tell
from pbem.shares import VOUCHED, Asker

LIFE = timedelta(days=3)


def ask(session: Session, limits: Limits, player: Player, address: str, now: datetime) -> None:
    """Asks a new address whether it is the same person's, and tells the old one. What else that address is here shows
    to nobody before it has agreed. Raises Refused "bad address", "same person", "too many addresses"."""
    plain = people.plain_address(address)
    if plain == player.address:
        raise Refused("same person", address=plain)
    if not people.stranger_hears(session, limits, plain, now, VOUCHED, Asker(f"player {player.id}")):
        raise Refused("too many addresses")
    new, expires = people.player(session, plain, now), now + LIFE
    data = {"player": player.id, "old": player.address, "expires": int(expires.timestamp()), "days": LIFE.days}
    key = f"{player.id}:{new.id}:{now:%Y%m%d%H%M%S}"
    tell(session, Kind.ADDRESS_NEW, new, f"address-new:{key}", data=data, now=now)
    tell(session, Kind.ADDRESS_ASKED, player, f"address-asked:{key}", data={"new": plain}, now=now)


def code(secret_key: str, player: Player, new: Player, expires: int) -> str:
    """What the new address sends back; void once either address is another."""
    facts = f"move:{player.id}:{player.address}:{new.id}:{new.address}:{expires}"
    mac = hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()
    return f"{player.id}-{new.id}-{expires}-{mac[:24]}"


def meant(session: Session, secret_key: str, given: str, now: datetime) -> tuple[Player, Player]:
    """Who moves, and to whose address. Raises Refused "address code"."""
    parts = given.strip().lower().split("-")
    if len(parts) != 4 or not all(one.isascii() and one.isdecimal() and len(one) < 11 for one in parts[:3]):
        raise Refused("address code")
    if max(map(len, parts[:2])) > 9:  # no number of a row
        raise Refused("address code")
    player, new = (session.get(Player, int(number), with_for_update=True) for number in parts[:2])
    if player is None or new is None:
        raise Refused("address code")
    right = hmac.compare_digest(code(secret_key, player, new, int(parts[2])).encode(), given.strip().lower().encode())
    if not right or datetime.fromtimestamp(int(parts[2]), UTC) <= now:
        raise Refused("address code")
    return player, new


def confirm(session: Session, secret_key: str, given: str, now: datetime) -> Player:
    """The person under his new address, with all he had under the old one. Raises Refused "address code", and what
    `privacy.merge` raises."""
    player, new = meant(session, secret_key, given, now)
    people.take_settings(new, player)
    privacy.merge(session, player, new)
    people.answered(session, new, now)
    return new
