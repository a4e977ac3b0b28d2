"""Bytes to letter: what a mail says, read within bounds. Pure; whatever the bytes, all it raises is `UnreadableError`.

The standard library's `compat32` policy is used on purpose: the newer policies parse header fields deeply, and single
lines exist that cost them seconds, gigabytes or an exception. Attached messages are never looked into.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    InvalidHeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.header import decode_header, make_header
from email.message import Message
from email.policy import compat32
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from pbem.mail import absence
from pbem.mail.html import SIZE_LIMIT, read_page

AUTOMATIC = ("X-Autoreply", "X-Autorespond")
HEADER_LIMIT = 64 * 1024
DEPTH_LIMIT = 20
PART_LIMIT = 200
RESULTS_LIMIT = 20
TEXT_LIMIT = 200_000
BOUNDARY_LIMIT = 100
CALENDARS, CALENDAR_LIMIT = 3, 100_000
"""Calendar files that are read of a letter, and the characters of each."""
RECEIVED_LIMIT = 30
LOOP_HEADER = "X-Pbem-Server"
OWN = "a letter of our own"
FAILED = "X-Failed-Recipients"

T = TypeVar("T")
Part: TypeAlias = "Message[Any, Any]"

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
RETURN_OR_END = re.compile(rb"(?P<bare>\r(?!\n))|\r?\n\r?\n")
"""A return in the head that ends no line, or where the head ends."""
TWO_WAYS = (
    FirstHeaderLineIsContinuationDefect,
    InvalidHeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
"""What mail servers read in one way and Python in another: where a field begins, and where the head ends."""
BOUNDARY = re.compile(rb"boundary\*?\d*\*?\s*=|content-type\s*:\s*message/", re.I)
KNOWN_FIELD = re.compile(
    rb"^(from|to|subject|date|message-id|received|return-path|reply-to|sender|mime-version|content-[a-z-]+|x-[\w-]+)"
    rb"[ \t]*:",
    re.I | re.M,
)
QUOTED_STRING = re.compile(r'"(?:\\.|[^"\\])*"')
ANGLED = re.compile(r"[^<>]*<([^\s<>()\",;:@]+@[^\s<>()\",;:@]+)>\s*(?:\([^()]*\)\s*)?")
BARE = re.compile(r"\s*([^\s<>()\",;:@]+@[^\s<>()\",;:@]+)\s*(?:\([^()]*\)\s*)?")
MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
DAEMON = re.compile(
    r"\b(mailer-?daemon|mail-?daemon|postmaster|double-?bounce|bounces?)@|<mailer-?daemon"
    r"|^[\s\"]*(mailer-?daemon|postmaster|mail delivery)",
    re.I,
)
CHARSETS = re.compile(
    r"(utf[-_]?(8|16|32)([-_]?(le|be|sig))?|us-ascii|ascii|(iso[-_]?)?8859[-_]?\d+|latin[-_]?\d+|iso-8859-\d+-[ie]"
    r"|(windows|cp)[-_]?\d+|koi8[-_][rut]|mac[-_]?\w+|gb\d+|gbk|hz|big5\w*|euc[-_]\w+|shift[-_]?jis|iso[-_]?2022[-_]\w+)",
    re.I,
)
BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
SEE_HTML = re.compile(r"\b(html|does not support|view (it|this)|view the message)\b", re.I)


class UnreadableError(Exception):
    """A letter beyond the bounds. `why`: its "header" is too long, it has too many "parts", its "structure" is beyond
    making out, or it is "killing" its readers."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Letter:
    """What a mail says. `sender` is the one address of its one From field in lower case, "" if that is not so simple.

    `machine` says why no person wrote it ("" if one may have). `source` is where the text was found: "text", "html",
    "attachment" or "empty". `flags` are oddities worth a word in the answer. `refers` lists the Message-IDs it answers,
    the nearest first; `results` its Authentication-Results, the topmost first; `to` is what stands in its To and Cc;
    `calendars` are the calendar files that hang on it, each with its name.
    """

    sender: str
    subject: str
    message_id: str
    refers: tuple[str, ...]
    text: str
    source: str
    machine: str = ""
    flags: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    to: str = ""
    calendars: tuple[tuple[str, str], ...] = ()


def read(raw: bytes) -> Letter:
    """The letter in these bytes. Raises UnreadableError."""
    head_end = HEAD_END.search(raw)
    head = raw[: head_end.start()] if head_end else raw
    if not KNOWN_FIELD.search(head[:HEADER_LIMIT]):
        text = decoded(raw, "")
        return Letter("", "", "", (), whole_lines(text), "text", flags=("no header", *too_long(text)))
    if len(head) > HEADER_LIMIT:
        raise UnreadableError("header")
    if len(BOUNDARY.findall(raw)) > BOUNDARY_LIMIT:
        raise UnreadableError("parts")
    try:
        message = message_from_bytes(raw, policy=compat32)
    except (Exception, RecursionError) as error:
        raise UnreadableError("structure") from error
    text, source, flags = body(message)
    return Letter(
        sender="" if two_ways(raw, message) else sender(message),
        subject=plain_field(message, "Subject"),
        message_id=next(iter(ids(message, "Message-ID")), ""),
        refers=tuple(dict.fromkeys((*ids(message, "In-Reply-To"), *reversed(ids(message, "References"))))),
        text=text,
        source=source,
        machine=machine(message),
        flags=flags,
        results=tuple(" ".join(r[:4000].split()) for r in fields(message, "Authentication-Results")[:RESULTS_LIMIT]),
        to=", ".join((*fields(message, "To"), *fields(message, "Cc"))),
        calendars=tuple(islice(calendars(message), CALENDARS)),
    )


# --- header fields -----------------------------------------------------------------------------------------------


def attempt(call: Callable[[], T], otherwise: T) -> T:
    """What a call into the standard library's parsers gives; odd input makes them raise nearly anything."""
    try:
        return call()
    except Exception:
        return otherwise


def fields(message: Part, name: str) -> list[str]:
    """Every field of this name; what is not ASCII is read as UTF-8, which it may be by RFC 6532."""
    found = (str(value) for key, value in message.raw_items() if str(key).lower() == name.lower())
    return [value.encode("ascii", "surrogateescape").decode("utf-8", "replace") for value in found]


def field(message: Part, name: str) -> str:
    return next(iter(fields(message, name)), "")


def plain_field(message: Part, name: str) -> str:
    """A field decoded for people: one line, no control characters."""
    raw = field(message, name)[:1000]
    text = attempt(lambda: str(make_header(decode_header(raw))), raw)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:200]


def two_ways(raw: bytes, message: Part) -> bool:
    """Whether others may take other lines for its fields than we do: then the From that a mail server judged may be
    another one than ours."""
    found = RETURN_OR_END.search(raw)
    return bool(found and found["bare"]) or any(isinstance(defect, TWO_WAYS) for defect in message.defects)


def sender(message: Part) -> str:
    """The address in From if there is exactly one: nothing that could be read in two ways is anybody's."""
    given = fields(message, "From")
    if len(given) != 1 or len(given[0]) > 2000:
        return ""
    value = QUOTED_STRING.sub("", given[0])
    found = ANGLED.fullmatch(value) or BARE.fullmatch(value)
    return found[1].lower() if found else ""


def ids(message: Part, name: str) -> list[str]:
    return MESSAGE_ID.findall(field(message, name)[:8000])


def machine(message: Part) -> str:
    """Why no person wrote this; "" if one may have."""
    checks: tuple[tuple[str, bool], ...] = (
        (OWN, bool(field(message, LOOP_HEADER))),
        ("an automatic answer", field(message, "Auto-Submitted").split(";")[0].strip().lower() not in ("", "no")),
        ("an automatic answer", any(field(message, name) for name in AUTOMATIC)),
        ("an automatic answer", field(message, "X-Auto-Response-Suppress").strip().lower() == "all"),
        ("an automatic answer", bool(absence.SUBJECT.match(plain_field(message, "Subject")))),
        ("bulk mail", field(message, "Precedence").strip().lower() in ("bulk", "list", "junk", "auto_reply")),
        ("a mailing list", any(field(message, name) for name in ("List-Id", "List-Post"))),
        ("a newsletter", any(field(message, name) for name in ("List-Unsubscribe", "Feedback-ID"))),
        ("a message that was read", kind(message) == "message/disposition-notification"),
        ("an answer by a calendar", any(by_calendar(part) for part in leaves(message))),
        ("a delivery report", attempt(message.get_content_type, "") in ("multipart/report", "message/delivery-status")),
        ("a delivery report", bool(DAEMON.search(field(message, "From")[:500]) or field(message, FAILED))),
        ("a loop", len(fields(message, "Received")) > RECEIVED_LIMIT),
    )
    return next((why for why, true in checks if true), "")


def kind(message: Part) -> str:
    return attempt(message.get_content_type, "")


def by_calendar(part: Part) -> bool:
    """Whether a calendar program asks somebody to a meeting, or answers for them. A file that somebody hangs on tells
    when they are away (METHOD:PUBLISH)."""
    method = attempt(lambda: str(part.get_param("method", "")), "").upper()
    return kind(part) == "text/calendar" and method in ("REPLY", "REQUEST", "COUNTER")


# --- the text ----------------------------------------------------------------------------------------------------


def body(message: Part) -> tuple[str, str, tuple[str, ...]]:
    """The words, where they were found, and oddities: plain text first, else HTML, else an attached text."""
    texts: list[str] = []
    pages: list[str] = []
    attached: list[str] = []
    count = 0
    for part in leaves(message):
        count += 1
        kind = attempt(part.get_content_type, "text/plain")
        if kind not in ("text/plain", "text/html"):
            continue
        disposition = field(part, "Content-Disposition").strip().lower()
        found = attached if disposition.startswith("attachment") else texts if kind == "text/plain" else pages
        found.append(content(part))
    flags = ("parts left out",) if count >= PART_LIMIT else ()
    text = "\n".join(texts)
    if text.strip() and not (pages and SEE_HTML.search(text) and len(text.split()) < 25):
        return whole_lines(text), "text", (*flags, *too_long(text))
    page, whole = attempt(lambda: shown(pages), ("", True))
    if page.strip():
        return whole_lines(page), "html", (*flags, *too_long(page, whole))
    text = "\n".join(attached)
    if text.strip():
        return whole_lines(text), "attachment", (*flags, *too_long(text))
    return "", "empty", (*flags, *too_long(page, whole))


def calendars(message: Part) -> Iterator[tuple[str, str]]:
    """The calendar files of a letter that are not too large, with their names."""
    for part in leaves(message):
        name = attempt(lambda part=part: str(part.get_filename("")), "")  # type: ignore[misc]
        if attempt(part.get_content_type, "") == "text/calendar" or name.lower().endswith(".ics"):
            text = content(part)
            if len(text) <= CALENDAR_LIMIT:
                yield plain_name(name) or "calendar.ics", text


def plain_name(name: str) -> str:
    """The name of a file on one line, without anything that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:60]


def shown(pages: Iterable[str]) -> tuple[str, bool]:
    """What can be seen of some pages, and whether that is all of it."""
    found, left, whole = [], SIZE_LIMIT, True
    for page in pages:
        text, all_of_it = read_page(page, left)
        found.append(text)
        left, whole = max(left - len(page), 0), whole and all_of_it
    return "\n".join(found), whole


def whole_lines(text: str) -> str:
    """As much of a text as is read, cut where a line ends: half a line could say something else."""
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT + 1].rpartition("\n")[0]


def too_long(text: str, whole: bool = True) -> tuple[str, ...]:
    return () if whole and len(text) <= TEXT_LIMIT else ("too long",)


def leaves(message: Part) -> Iterator[Part]:
    """The parts that hold something, in order, within the bounds, without those of attached messages."""
    waiting: list[tuple[int, Part]] = [(0, message)]
    seen = 0
    while waiting and seen < PART_LIMIT:
        depth, part = waiting.pop()
        if not part.is_multipart():
            seen += 1
            if sum(len(str(name)) + len(str(value)) for name, value in part.raw_items()) <= HEADER_LIMIT:
                yield part
        elif depth < DEPTH_LIMIT and attempt(part.get_content_maintype, "") == "multipart":
            inside: Any = part.get_payload()
            waiting += [(depth + 1, inner) for inner in reversed(inside) if isinstance(inner, Message)]


def content(part: Part) -> str:
    payload: Any = attempt(lambda: part.get_payload(decode=True), None)
    if not isinstance(payload, bytes):
        return ""
    text = decoded(payload, attempt(lambda: str(part.get_content_charset("")), ""))
    flowed = attempt(lambda: str(part.get_param("format", "")).lower(), "") == "flowed"
    joined = attempt(lambda: str(part.get_param("delsp", "")).lower(), "") == "yes"
    return unflowed(text, joined) if flowed else text


def decoded(data: bytes, charset: str) -> str:
    """Text in a charset that may be missing, wrong or a joke."""
    marked = next((name for mark, name in BOMS if data.startswith(mark)), "")
    for name in (marked, charset if CHARSETS.fullmatch(charset) else "", "utf-8"):
        if name:
            try:
                return data.decode(name)
            except (LookupError, ValueError):
                continue
    return data.decode("cp1252", "replace")


def unflowed(text: str, delsp: bool) -> str:
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
