"""How long texts lie in the database: deflated with a primer, a text of what games usually say, so that even the orders
of one seat become a tenth. Hashes lie there as bytes.

A packed value begins with a byte that no UTF-8 has; what would not become smaller lies there as it is. Each names the
primer that it needs. Primers come with pbem and are never changed, only joined by others (`python -m tools.primer`):
what was packed can be read for ever, by one read of its row and nothing else.
"""

from __future__ import annotations

import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator

PRIMERS = Path(__file__).parent / "primers"
MARK = b"\xff"
"""The first byte of what is packed; the second is the number of its primer, or HASH."""
HASH = 0
HEX = re.compile(r"[0-9a-f]{64}")
COMMON = 1
"""The primer of short texts: orders, verdicts, words. The others are for positions and events."""
SHORT, LONG = 24, 1500
"""Bytes: below the one, packing gains nothing; from the other on, the primer is looked for that fits."""
PROBE = 250
"""Bytes of a long text by which its primer is chosen."""
LEVEL, RAW, MEMORY = 6, -15, 8


def pack_text(text: str) -> bytes:
    if HEX.fullmatch(text):
        return MARK + bytes((HASH,)) + bytes.fromhex(text)
    plain = text.encode()
    if len(plain) < SHORT:
        return plain
    number = COMMON if len(plain) < LONG else choose_primer(plain)
    packed = MARK + bytes((number,)) + deflate_with_primer(number, plain)
    return packed if len(packed) < len(plain) else plain


def unpack_text(value: bytes) -> str:
    """Raises ValueError for what cannot be unpacked: a newer version packed it, or it is damaged."""
    if value[:1] != MARK:
        return value.decode()
    if value == MARK:
        raise ValueError("a packed text is cut")
    number, content = value[1], value[2:]
    if number == HASH:
        return content.hex()
    machine = zlib.decompressobj(RAW, load_primer(number))
    try:
        plain = machine.decompress(content)
    except zlib.error as error:
        raise ValueError("a packed text is damaged") from error
    if not machine.eof:
        raise ValueError("a packed text is cut")
    return plain.decode()


def choose_primer(plain: bytes) -> int:
    """The number of the primer with which the middle of a text becomes smallest."""
    start = (len(plain) - PROBE) // 2
    return min(list_primer_numbers(), key=lambda number: len(deflate_with_primer(number, plain[start : start + PROBE])))


def deflate_with_primer(number: int, plain: bytes) -> bytes:
    machine = primed_compressor(number).copy()
    packed: bytes = machine.compress(plain) + machine.flush()
    return packed


@cache
def primed_compressor(number: int) -> Any:
    """A machine that knows a primer already: to copy it takes a fifth of the time."""
    return zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, MEMORY, zdict=load_primer(number))


@cache
def load_primer(number: int) -> bytes:
    """Raises ValueError if this version has none of that number."""
    try:
        return (PRIMERS / f"{number}.bin").read_bytes()
    except FileNotFoundError as error:
        raise ValueError(f"a text was packed by a newer version of pbem (with primer {number})") from error


@cache
def list_primer_numbers() -> tuple[int, ...]:
    return tuple(sorted(int(path.stem) for path in PRIMERS.glob("*.bin")))


class Packed(TypeDecorator[str]):
    """A text that is packed where it lies. The database can compare it with "" and short texts only, and not search."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, _: Dialect) -> bytes | None:
        return None if value is None else pack_text(value)

    def process_result_value(self, value: bytes | None, _: Dialect) -> str | None:
        return None if value is None else unpack_text(value)
