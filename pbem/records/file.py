"""A record as one file: gzip of JSON lines, the head first, the signature last. What is read may be made to harm: it is
unpacked no further than a game can be large."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.games.proof.game_record import Record
from pbem.records import keys, lines
from pbem.records.lines import Unreadable
from pbem.storage.models.base import canonical_json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FORMAT, VERSION = "pbem record", 1
ENDING = ".pbem"
PACKED, UNPACKED, LINE = 30_000_000, 200_000_000, 8_000_000
"""Bytes of a file as it lies on a disk, of all its lines, and of one."""
PIECE = 65_536


@dataclass(frozen=True)
class SignedRecord:
    """A file that could be read: who says to have signed it with which key, whether that is so, and what it says."""

    host: str
    made_at: datetime
    key: str
    signed: bool
    record: Record


def pack_record(record: Record, key: Ed25519PrivateKey, host: str, now: datetime) -> bytes:
    """The file of a record: the same bytes for the same game, key and instant."""
    made = now.astimezone(UTC).replace(microsecond=0).isoformat()
    head = {"format": FORMAT, "version": VERSION, "host": host, "made_at": made, "key": keys.public_key_hex(key)}
    text = "".join(f"{line}\n" for line in (canonical_json(head), *lines.iter_record_lines(record))).encode()
    last = canonical_json({"what": "signature", "signature": keys.sign_message(key, signed_message(text))})
    return gzip.compress(text + f"{last}\n".encode(), mtime=0)


def signed_message(text: bytes) -> bytes:
    """Return what is signed of the lines before the signature."""
    return f"{FORMAT} {VERSION}\n{hashlib.sha256(text).hexdigest()}".encode()


def unpack_record(data: bytes) -> SignedRecord:
    """Raises Unreadable."""
    if len(data) > PACKED:
        raise Unreadable(f"the file is larger than {PACKED // 10**6} MB")
    text = b"".join(iter_unpacked_pieces(data))
    body, _, last = text.rstrip(b"\n").rpartition(b"\n")
    body += b"\n"
    if any(len(line) > LINE for line in body.split(b"\n")):
        raise Unreadable(f"a line is longer than {LINE // 10**6} MB")
    try:
        first, *others = body.decode().rstrip("\n").split("\n")
        ending = lines.parse_record_line(last.decode())
    except UnicodeDecodeError as error:
        raise Unreadable("it is no text in UTF-8") from error
    head = parse_record_head(lines.parse_record_line(first))
    signature = ending.get("signature")
    if ending.get("what") != "signature" or not isinstance(signature, str):
        raise Unreadable("it does not end with a signature: it is cut, or no record")
    signed = keys.is_signature_valid(head["key"], signed_message(body), signature)
    return SignedRecord(head["host"], head["made_at"], head["key"], signed, lines.read_record_lines(others))


def iter_unpacked_pieces(data: bytes) -> Iterator[bytes]:
    """The lines, unpacked piece by piece. Raises Unreadable."""
    machine, room = zlib.decompressobj(wbits=31), UNPACKED
    try:
        for start in range(0, len(data), PIECE):
            left = data[start : start + PIECE]  # of the whole, all that is left would be copied for every piece
            while left:
                if machine.eof:
                    raise Unreadable("it is more than one file")
                piece = machine.decompress(left, PIECE)
                room -= len(piece)
                if room < 0:
                    raise Unreadable(f"unpacked it is larger than {UNPACKED // 10**6} MB")
                yield piece
                left = machine.unconsumed_tail
    except zlib.error as error:
        raise Unreadable("it is no record of a game, which is packed with gzip") from error
    if not machine.eof or machine.unused_data:
        raise Unreadable("it is cut, or more than one file")


def parse_record_head(head: dict[str, Any]) -> dict[str, Any]:
    """Return what the first line says. Raises Unreadable."""
    if head.get("format") != FORMAT:
        raise Unreadable("it is no record of a game")
    if head.get("version") != VERSION:
        raise Unreadable(f"it is of another version than {VERSION}: a newer pbem reads it")
    key = lines.read_text_value(head.get("key"), "key")
    if not keys.HEX.fullmatch(key):
        raise Unreadable("“key” is no key")
    host = lines.read_text_value(head.get("host"), "label")
    return {"key": key, "host": host, "made_at": lines.read_instant_value(head.get("made_at"), "made_at")}
