"""Mail addresses of seats: whoever is written to at such an address can answer for that seat, and nobody else.

The part after "orders+" is 24 letters and digits: the seat and its generation, disguised, and a keyed check over both.
Raising a seat's generation makes its earlier addresses void.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import struct

PREFIX = "orders+"
HEAD = struct.Struct(">IH")
CHECK = 9
LENGTH = (HEAD.size + CHECK) * 8 // 5


def seat_address(secret_key: str, host: str, seat_id: int, generation: int) -> str:
    """The address a seat's letters come from: "orders+" and 24 base32 characters, at `host`."""
    head = HEAD.pack(seat_id, generation)
    check = keyed(secret_key, "check", head)[:CHECK]
    token = base64.b32encode(disguised(secret_key, check, head) + check).decode().lower()
    return f"{PREFIX}{token}@{host}"


def read_address(secret_key: str, address: str) -> tuple[int, int] | None:
    """The seat id and generation an address was made for; None if this server never made it."""
    local = address.rpartition("@")[0].strip().strip("<").lower()
    token = local.removeprefix(PREFIX)
    if token == local or len(token) != LENGTH:
        return None
    try:
        raw = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None
    check = raw[HEAD.size :]
    head = disguised(secret_key, check, raw[: HEAD.size])
    if not hmac.compare_digest(check, keyed(secret_key, "check", head)[:CHECK]):
        return None
    seat_id, generation = HEAD.unpack(head)
    return seat_id, generation


def disguised(secret_key: str, check: bytes, head: bytes) -> bytes:
    """Its own inverse: ids and generations are nobody's business."""
    return bytes(a ^ b for a, b in zip(head, keyed(secret_key, "disguise", check), strict=False))


def keyed(secret_key: str, purpose: str, data: bytes) -> bytes:
    return hmac.new(secret_key.encode(), f"seat address {purpose}:".encode() + data, hashlib.sha256).digest()
