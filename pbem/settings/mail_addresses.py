"""Secret mail addresses: whoever is written to at such an address can answer there, and nobody else.

A seat has one ("orders+…"), whoever stands in for its holder another ("deputy+…"), and every letter of ours has
one ("reply+…"); bounces come back to a fourth ("bounce+…"), the server's letters to itself to a fifth ("probe+…").
The part after the plus is 32 letters and digits: the number, generation and nonce of a row, disguised, and a keyed
check over them.
Raising a seat's generation makes its earlier addresses void. Numbers of rows come again when rows were deleted or a
server was put back from a backup; their nonces do not, so no address is ever somebody else's.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
import struct
from typing import Literal, NamedTuple, get_args

from engines.memo import memoize

HEAD = struct.Struct(">IHI")
CHECK = 10
NONCES = 2**31
"""A nonce is below this: both databases keep it as a plain integer."""
LENGTH = (HEAD.size + CHECK) * 8 // 5

AddressKind = Literal["orders", "deputy", "reply", "bounce", "probe"]
"""What an address is for: a seat's, a deputy's, the answer to a letter of ours, its coming back, or a letter of the
server to itself."""
ADDRESS_KINDS: tuple[AddressKind, ...] = get_args(AddressKind)
SECRET_ADDRESS = re.compile(r"\b(" + "|".join(ADDRESS_KINDS) + r")(\+|%2b)[a-z2-7]{20,}(@[\w.-]+)?", re.I)
SECRET_LINK = re.compile(r"(\bhttps?://[^\s/]+)?/(sign-in|account/address|calendar)/[\w-]{20,}(\.ics)?", re.I)


class AddressedRow(NamedTuple):
    """The row that an address was made for: it is meant only while all three are its own."""

    number: int
    generation: int
    nonce: int


def new_nonce() -> int:
    """Return what tells a row from all that ever had, or will have, its number."""
    return secrets.randbelow(NONCES)


def redact_secrets(text: str) -> str:
    """A text without any secret address or sign-in link in it: for whatever one person wrote and another reads."""
    return SECRET_LINK.sub("(secret link)", SECRET_ADDRESS.sub("(secret address)", text))


@memoize(4096)
def make_seat_address(secret_key: str, host: str, seat_id: int, generation: int, nonce: int) -> str:
    """The address a seat's letters come from: "orders+" and 32 base32 characters, at `host`."""
    return make_address(secret_key, "orders", host, seat_id, nonce, generation)


def parse_seat_address(secret_key: str, address: str) -> AddressedRow | None:
    """The seat an address was made for; None if this server never made it."""
    return parse_address(secret_key, "orders", address)


def local_name(address: str) -> str:
    """Return what stands at the beginning of an address, before a plus: "orders", "pbem"."""
    return address.lower().partition("@")[0].partition("+")[0]


def mailbox_key(address: str) -> str:
    """Return whose mailbox an address reaches, as far as can be counted: what stands after a plus, and dots, whoever
    has one can add as they like."""
    name, at, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '') or name}{at}{host}"


def address_kind(address: str) -> AddressKind | None:
    """Of which kind a secret address is, if it is written like one."""
    return next((kind for kind in ADDRESS_KINDS if address.lower().startswith(f"{kind}+")), None)


def make_address(secret_key: str, kind: AddressKind, host: str, number: int, nonce: int, generation: int = 0) -> str:
    """An address of a kind for a row with a number below 2^32: of a seat, or of a letter."""
    head = HEAD.pack(number, generation, nonce)
    check = address_hmac(secret_key, kind, "check", head)[:CHECK]
    token = base64.b32encode(disguise_head(secret_key, kind, check, head) + check).decode().lower()
    return f"{kind}+{token}@{host}"


def parse_address(secret_key: str, kind: AddressKind, address: str) -> AddressedRow | None:
    """The row an address of a kind was made for; None if this server never made it."""
    local = address.rpartition("@")[0].strip().strip("<").lower()
    token = local.removeprefix(f"{kind}+")
    if token == local or len(token) != LENGTH:
        return None
    try:
        raw = base64.b32decode(token.upper())
    except (binascii.Error, ValueError):
        return None
    check = raw[HEAD.size :]
    head = disguise_head(secret_key, kind, check, raw[: HEAD.size])
    if not hmac.compare_digest(check, address_hmac(secret_key, kind, "check", head)[:CHECK]):
        return None
    return AddressedRow(*HEAD.unpack(head))


def disguise_head(secret_key: str, kind: str, check: bytes, head: bytes) -> bytes:
    """Its own inverse: ids and generations are nobody's business."""
    return bytes(a ^ b for a, b in zip(head, address_hmac(secret_key, kind, "disguise", check), strict=False))


def address_hmac(secret_key: str, kind: str, purpose: str, data: bytes) -> bytes:
    return hmac.new(secret_key.encode(), f"{kind} address {purpose}:".encode() + data, hashlib.sha256).digest()
