"""The key that a server signs records with: made once, kept in the instance folder, its public half published.

When it is changed, the old key signs the new one: who trusts the old one can follow to the new. The library that signs
is loaded by the first signature: seven megabytes, which most processes of a server never need.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PRIVATE, FORMER = "signing_key", "signing_keys_former"
"""The files of an instance: the key, readable by its owner alone, and the public halves of those before it."""
HEX = re.compile(r"[0-9a-f]{64}")
NEXT = b"pbem key\n"
"""What a signature under a new key begins with, so that none can pass for one under a record."""


@dataclass(frozen=True)
class FormerKey:
    """A key that was in use until then, and its word for the next one."""

    key: str
    until: datetime
    next: str
    signature: str


def get_own_key(instance: Path) -> Ed25519PrivateKey:
    """The server's key, made if there is none yet; of several processes the first makes it."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    path = instance / PRIVATE
    if not path.exists():
        draft = save_key(path.with_name(f"{PRIVATE}.{os.getpid()}"), Ed25519PrivateKey.generate())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
        draft.unlink()
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text("ascii").strip()))


def save_key(path: Path, key: Ed25519PrivateKey) -> Path:
    path.unlink(missing_ok=True)
    path.touch(mode=0o600)
    path.write_text(key.private_bytes_raw().hex() + "\n", "ascii")
    return path


def public_key_hex(key: Ed25519PrivateKey) -> str:
    """The public half, in hexadecimal, as it is published."""
    return key.public_key().public_bytes_raw().hex()


def sign_message(key: Ed25519PrivateKey, message: bytes) -> str:
    return key.sign(message).hex()


def is_signature_valid(key: str, message: bytes, signature: str) -> bool:
    """Return whether a signature is that of a public key; False for what is neither."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


# --- the keys before it ------------------------------------------------------------------------------------------


def list_former_keys(instance: Path) -> list[FormerKey]:
    """The keys that were in use before, the oldest first."""
    path = instance / FORMER
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines if line.strip()]
    return [FormerKey(r["key"], datetime.fromisoformat(r["until"]), r["next"], r["signature"]) for r in rows]


def rotate_key(instance: Path, now: datetime) -> str:
    """Makes a new key; the old one signs it and is published as a former one. The new public half."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    old, new = get_own_key(instance), Ed25519PrivateKey.generate()
    row = {
        "key": public_key_hex(old),
        "until": now.astimezone(UTC).isoformat(),
        "next": public_key_hex(new),
        "signature": sign_message(old, NEXT + public_key_hex(new).encode()),
    }
    with (instance / FORMER).open("a", encoding="ascii") as file:
        file.write(json.dumps(row) + "\n")
    save_key(instance / f"{PRIVATE}.new", new).replace(instance / PRIVATE)
    return public_key_hex(new)


def leads_to(known: str, wanted: str, chain: Sequence[FormerKey]) -> bool:
    """Return whether the key `known` has, by the keys after it, given its word for `wanted`."""
    for one in chain:
        if one.key == known and is_signature_valid(one.key, NEXT + one.next.encode(), one.signature):
            known = one.next
    return known == wanted
