"""Another mail address for the same person, who proves both: the old one asks for it, the new one agrees.

The code that the new address gets is not kept: it is made from both rows and the server's key when the letter is
painted, and again when it comes back.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime

from sqlmodel import Session

from pbem.games import Refusal
from pbem.games.notify import Kind, queue_letter
from pbem.games.people import people, privacy
from pbem.games.waiting_for_yes import NEW_ADDRESS
from pbem.settings.limits import Limits
from pbem.storage.models import Player
from pbem.storage.shared_budgets import VOUCHED, Asker


def ask_new_address(session: Session, limits: Limits, player: Player, address: str, now: datetime) -> None:
    """Asks a new address whether it is the same person's, and tells the old one. What else that address is here shows
    to nobody before it has agreed. Raises Refusal "bad address", "same person", "too many addresses"."""
    plain = people.normalize_address(address)
    if plain == player.address:
        raise Refusal("same person", address=plain)
    if not people.can_write_to_stranger(session, limits, plain, now, VOUCHED, Asker(f"player {player.id}")):
        raise Refusal("too many addresses")
    new, expires = people.get_or_register_player(session, plain, now), now + NEW_ADDRESS
    data = {"player": player.id, "old": player.address, "expires": int(expires.timestamp()), "days": NEW_ADDRESS.days}
    key = f"{player.id}:{new.id}:{now:%Y%m%d%H%M%S}"
    queue_letter(session, Kind.ADDRESS_NEW, new, f"address-new:{key}", data=data, now=now)
    queue_letter(session, Kind.ADDRESS_ASKED, player, f"address-asked:{key}", data={"new": plain}, now=now)


def make_address_code(secret_key: str, player: Player, new: Player, expires: int) -> str:
    """Return what the new address sends back; void once either address is another."""
    facts = f"move:{player.id}:{player.address}:{new.id}:{new.address}:{expires}"
    mac = hmac.new(secret_key.encode(), facts.encode(), hashlib.sha256).hexdigest()
    return f"{player.id}-{new.id}-{expires}-{mac[:24]}"


def get_moving_players(session: Session, secret_key: str, given: str, now: datetime) -> tuple[Player, Player]:
    """Return who moves, and to whose address. Raises Refusal "address code"."""
    parts = given.strip().lower().split("-")
    if len(parts) != 4 or not all(one.isascii() and one.isdecimal() and len(one) < 11 for one in parts[:3]):
        raise Refusal("address code")
    if max(map(len, parts[:2])) > 9:  # no number of a row
        raise Refusal("address code")
    player, new = (session.get(Player, int(number), with_for_update=True) for number in parts[:2])
    if player is None or new is None:
        raise Refusal("address code")
    right = hmac.compare_digest(
        make_address_code(secret_key, player, new, int(parts[2])).encode(), given.strip().lower().encode()
    )
    if not right or datetime.fromtimestamp(int(parts[2]), UTC) <= now:
        raise Refusal("address code")
    return player, new


def confirm_new_address(session: Session, secret_key: str, given: str, now: datetime) -> Player:
    """The person under their new address, with all they had under the old one. Raises Refusal "address code", and what
    `privacy.merge_players` raises."""
    player, new = get_moving_players(session, secret_key, given, now)
    people.copy_settings(new, player)
    privacy.merge_players(session, player, new)
    people.mark_address_proved(session, new, now)
    return new
