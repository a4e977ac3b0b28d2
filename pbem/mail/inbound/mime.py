"""The parts of a mail, read within bounds: its fields, its leaves, and the text of one. Pure; nothing here raises."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from email.header import decode_header, make_header
from email.message import Message
from typing import Any, TypeAlias, TypeVar

HEADER_LIMIT = 64 * 1024
DEPTH_LIMIT = 20
PART_LIMIT = 200
CHARSETS = re.compile(
    r"(utf[-_]?(8|16|32)([-_]?(le|be|sig))?|us-ascii|ascii|(iso[-_]?)?8859[-_]?\d+|latin[-_]?\d+|iso-8859-\d+-[ie]"
    r"|(windows|cp)[-_]?\d+|koi8[-_][rut]|mac[-_]?\w+|gb\d+|gbk|hz|big5\w*|euc[-_]\w+|shift[-_]?jis|iso[-_]?2022[-_]\w+)",
    re.I,
)
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
ENCRYPTED_TYPE = "multipart/encrypted"

T = TypeVar("T")
Part: TypeAlias = "Message[Any, Any]"


def attempt(call: Callable[[], T], otherwise: T) -> T:
    """Return what a call into the standard library's parsers gives; odd input makes them raise nearly anything."""
    try:
        return call()
    except Exception:
        return otherwise


def list_fields(message: Part, name: str) -> list[str]:
    """Every field of this name; what is not ASCII is read as UTF-8, which it may be by RFC 6532."""
    found = (str(value) for key, value in message.raw_items() if str(key).lower() == name.lower())
    return [value.encode("ascii", "surrogateescape").decode("utf-8", "replace") for value in found]


def first_field(message: Part, name: str) -> str:
    return next(iter(list_fields(message, name)), "")


def plain_field(message: Part, name: str) -> str:
    """A field decoded for people: one line, no control characters."""
    raw = first_field(message, name)[:1000]
    text = attempt(lambda: str(make_header(decode_header(raw))), raw)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:200]


def part_type(part: Part) -> str:
    """The type of a part, in small letters; "" if it cannot be told."""
    return attempt(part.get_content_type, "")


def printable_name(name: str) -> str:
    """The name of a file on one line, without anything that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:60]


def iter_leaves(message: Part) -> Iterator[Part]:
    """The parts that hold something, in order, within the bounds. Attached messages and what is encrypted are one part
    each, and never looked into."""
    waiting: list[tuple[int, Part]] = [(0, message)]
    seen = 0
    while waiting and seen < PART_LIMIT:
        depth, part = waiting.pop()
        if not (part.is_multipart() and part_type(part).startswith("multipart/")) or part_type(part) == ENCRYPTED_TYPE:
            seen += 1
            if sum(len(str(name)) + len(str(value)) for name, value in part.raw_items()) <= HEADER_LIMIT:
                yield part
        elif depth < DEPTH_LIMIT:
            inside: Any = part.get_payload()
            waiting += [(depth + 1, inner) for inner in reversed(inside) if isinstance(inner, Message)]


def decode_part(part: Part) -> str:
    payload: Any = attempt(lambda: part.get_payload(decode=True), None)
    if not isinstance(payload, bytes):
        return ""
    text = decode_text(payload, attempt(lambda: str(part.get_content_charset("")), ""))
    flowed = attempt(lambda: str(part.get_param("format", "")).lower(), "") == "flowed"
    joined = attempt(lambda: str(part.get_param("delsp", "")).lower(), "") == "yes"
    return unflow_lines(text, joined) if flowed else text


def decode_text(data: bytes, charset: str) -> str:
    """Text in a charset that may be missing, wrong or a joke."""
    marked = next((name for mark, name in BOMS if data.startswith(mark)), "")
    for name in (marked, charset if CHARSETS.fullmatch(charset) else "", "utf-8"):
        if name:
            try:
                return data.decode(name)
            except (LookupError, ValueError):
                continue
    return data.decode("cp1252", "replace")


def unflow_lines(text: str, delsp: bool) -> str:
    """Lines that RFC 3676 folded, joined again; quoted lines stay as they are, stuffed blanks go."""
    out: list[list[str]] = []
    open_ = False
    for line in text.replace("\r\n", "\n").split("\n"):
        own = line if line.startswith(">") else line.removeprefix(" ")
        if open_ and not own.startswith(">"):
            out[-1][-1] = out[-1][-1][:-1] if delsp else out[-1][-1]
            out[-1].append(own)
        else:
            out.append([own])
        open_ = own.endswith(" ") and own != "-- " and not own.startswith(">")
    return "\n".join(map("".join, out))
