"""Bytes to letter: what a mail says, read within bounds. Pure; whatever the bytes, all it raises is `UnreadableError`.

The standard library's `compat32` policy is used on purpose: the newer policies parse header fields deeply, and single
lines exist that cost them seconds, gigabytes or an exception. Attached messages are never looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    InvalidHeaderDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.policy import compat32
from itertools import islice

from pbem.mail import absence, enclosed
from pbem.mail.armour import strip_armour
from pbem.mail.enclosed import Enclosed, is_calendar, is_file
from pbem.mail.html import SIZE_LIMIT, read_page
from pbem.mail.mime import (
    HEADER_LIMIT,
    PART_LIMIT,
    Part,
    attempt,
    content,
    decode_text,
    field,
    fields,
    kind,
    leaves,
    plain_field,
)

AUTOMATIC = ("X-Autoreply", "X-Autorespond")
RESULTS_LIMIT = 20
TEXT_LIMIT = 200_000
BOUNDARY_LIMIT = 100
CALENDARS, CALENDAR_LIMIT = 3, 100_000
"""Calendar files that are read of a letter, and the characters of each."""
RECEIVED_LIMIT = 30
LOOP_HEADER = "X-Pbem-Server"
OWN = "a letter of our own"
FAILED = "X-Failed-Recipients"

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
NAMED = re.compile(r'\s*"?([^"<@]{1,80})"?\s*<')
BARE = re.compile(r"\s*([^\s<>()\",;:@]+@[^\s<>()\",;:@]+)\s*(?:\([^()]*\)\s*)?")
MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
DAEMON = re.compile(
    r"\b(mailer-?daemon|mail-?daemon|postmaster|double-?bounce|bounces?)@|<mailer-?daemon"
    r"|^[\s\"]*(mailer-?daemon|postmaster|mail delivery)",
    re.I,
)
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

    `machine` says why no person wrote it ("" if one may have), `suspect` why that is likely: people's letters have such
    marks too, by way of forwarding services and firms. `source` is where the text was found: "text", "html",
    "attachment", "sealed" or "empty". `flags` are oddities worth a word in the answer. `refers` lists the Message-IDs
    it answers, the nearest first; `results` its Authentication-Results, the topmost first; `to` is what stands in its
    To and Cc; `calendars` are the calendar files that hang on it, each with its name; `files` all others; `received`
    are its fields of this name, the topmost first; none where others may read them in another way. `name` is what its
    writer calls himself in From, "" if nothing.
    """

    sender: str
    subject: str
    message_id: str
    refers: tuple[str, ...]
    text: str
    source: str
    machine: str = ""
    suspect: str = ""
    flags: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    to: str = ""
    calendars: tuple[tuple[str, str], ...] = ()
    files: tuple[Enclosed, ...] = ()
    received: tuple[str, ...] = ()
    name: str = ""


def read(raw: bytes) -> Letter:
    """The letter in these bytes. Raises UnreadableError."""
    head_end = HEAD_END.search(raw)
    head = raw[: head_end.start()] if head_end else raw
    if not KNOWN_FIELD.search(head[:HEADER_LIMIT]):
        text = decode_text(raw, "")
        return Letter("", "", "", (), whole_lines(text), "text", flags=("no header", *too_long(text)))
    if len(head) > HEADER_LIMIT:
        raise UnreadableError("header")
    if len(BOUNDARY.findall(raw)) > BOUNDARY_LIMIT:
        raise UnreadableError("parts")
    try:
        message = message_from_bytes(raw, policy=compat32)
    except (Exception, RecursionError) as error:
        raise UnreadableError("structure") from error
    parts = list(leaves(message))
    said = words(parts)
    doubtful = two_ways(raw, message)
    return Letter(
        sender="" if doubtful else sender(message),
        subject=plain_field(message, "Subject"),
        message_id=next(iter(ids(message, "Message-ID")), ""),
        refers=tuple(dict.fromkeys((*ids(message, "In-Reply-To"), *reversed(ids(message, "References"))))),
        text=said.text,
        source=said.source,
        machine=machine(message),
        suspect=suspect(message),
        flags=said.flags,
        results=unfold_fields(message, "Authentication-Results", RESULTS_LIMIT),
        to=to(message),
        calendars=said.calendars,
        files=said.files,
        received=() if doubtful else unfold_fields(message, "Received", RECEIVED_LIMIT),
        name=written_name(message),
    )


def heading(raw: bytes) -> Letter:
    """The same by its header fields alone, of which no more is read than may be there; without a word of its text."""
    head_end = HEAD_END.search(raw, 0, HEADER_LIMIT)
    message = attempt(lambda: message_from_bytes(raw[: head_end.end()], policy=compat32), None) if head_end else None
    if message is None:
        return Letter("", "", "", (), "", "empty")
    named = "" if two_ways(raw, message) else sender(message)
    checked = unfold_fields(message, "Authentication-Results", RESULTS_LIMIT)
    return Letter(named, "", "", (), "", "empty", results=checked, to=to(message))


# --- header fields -----------------------------------------------------------------------------------------------


def unfold_fields(message: Part, name: str, most: int) -> tuple[str, ...]:
    """The first fields of a name, each on one line."""
    return tuple(" ".join(value[:4000].split()) for value in fields(message, name)[:most])


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


def written_name(message: Part) -> str:
    """What stands before the address in From; "" if nothing does."""
    found = NAMED.match(plain_field(message, "From"))
    return found[1].strip() if found else ""


def to(message: Part) -> str:
    return ", ".join((*fields(message, "To"), *fields(message, "Cc")))


def ids(message: Part, name: str) -> list[str]:
    return MESSAGE_ID.findall(field(message, name)[:8000])


def machine(message: Part) -> str:
    """Why no person wrote this; "" if one may have."""
    checks: tuple[tuple[str, bool], ...] = (
        (OWN, bool(field(message, LOOP_HEADER))),
        ("an automatic answer", field(message, "Auto-Submitted").split(";")[0].strip().lower() not in ("", "no")),
        ("an automatic answer", any(field(message, name) for name in AUTOMATIC)),
        ("an automatic answer", bool(absence.SUBJECT.match(plain_field(message, "Subject")))),
        ("bulk mail", field(message, "Precedence").strip().lower() in ("bulk", "list", "junk", "auto_reply")),
        ("a mailing list", any(field(message, name) for name in ("List-Id", "List-Post"))),
        ("a message that was read", kind(message) == "message/disposition-notification"),
        ("an answer by a calendar", any(by_calendar(part) for part in leaves(message))),
        ("a delivery report", attempt(message.get_content_type, "") in ("multipart/report", "message/delivery-status")),
        ("a delivery report", bool(DAEMON.search(field(message, "From")[:500]) or field(message, FAILED))),
        ("a loop", len(fields(message, "Received")) > RECEIVED_LIMIT),
    )
    return next((why for why, true in checks if true), "")


def suspect(message: Part) -> str:
    """Why it is likely that no person wrote this; "" if nothing says so."""
    checks = (
        ("an automatic answer", field(message, "X-Auto-Response-Suppress").strip().lower() == "all"),
        ("a message that was read", bool(absence.READ.match(plain_field(message, "Subject")))),
        ("a newsletter", any(field(message, name) for name in ("List-Unsubscribe", "Feedback-ID"))),
    )
    return next((why for why, true in checks if true), "")


def by_calendar(part: Part) -> bool:
    """Whether a calendar program asks somebody to a meeting, or answers for them. A file that somebody hangs on tells
    when they are away (METHOD:PUBLISH)."""
    method = attempt(lambda: str(part.get_param("method", "")), "").upper()
    return kind(part) == "text/calendar" and method in ("REPLY", "REQUEST", "COUNTER")


# --- the text ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Content:
    """What the parts of a letter say: see `Letter`."""

    text: str
    source: str
    flags: tuple[str, ...]
    calendars: tuple[tuple[str, str], ...]
    files: tuple[Enclosed, ...]


def words(parts: Sequence[Part]) -> Content:
    """What some parts say: plain text first, else HTML, else attached texts."""
    texts = [content(part) for part in parts if kind(part) == "text/plain" and not is_file(part)]
    pages = [content(part) for part in parts if kind(part) == "text/html" and not is_file(part)]
    calendars, others = apart(parts)
    files = list(islice(enclosed.files(others, pages, TEXT_LIMIT), enclosed.MOST + 1))
    found, source, whole = choose_text(texts, pages, files)
    text, encrypted = strip_armour(found)
    seals = sorted({*map(enclosed.reason_unreadable, others), "encrypted" if encrypted else ""} - {""})
    left_out = ("parts left out",) if len(parts) >= PART_LIMIT or len(files) > enclosed.MOST else ()
    if source == "attachment":
        files = [one if one.text is None else replace(one, text="") for one in files]
    return Content(
        whole_lines(text),
        "sealed" if seals and not text.strip() else source,
        (*left_out, *seals, *too_long(text, whole)),
        calendars,
        tuple(files[: enclosed.MOST]),
    )


def choose_text(texts: Sequence[str], pages: Sequence[str], files: Sequence[Enclosed]) -> tuple[str, str, bool]:
    """The text of a letter, where it was found, and whether that is all of it."""
    text = "\n".join(texts)
    if text.strip() and not (pages and SEE_HTML.search(text) and len(text.split()) < 25):
        return text, "text", True
    page, whole = attempt(lambda: shown(pages), ("", True))
    if page.strip():
        return page, "html", whole
    attached = "\n".join(one.text for one in files if one.text)
    return (attached, "attachment", True) if attached.strip() else ("", "empty", whole)


def apart(parts: Sequence[Part]) -> tuple[tuple[tuple[str, str], ...], list[Part]]:
    """The calendar files that are read, with their names, and all other parts that are no text of the letter."""
    found: list[tuple[str, str]] = []
    others: list[Part] = []
    for part in parts:
        if is_calendar(part) and len(found) < CALENDARS and len(text := content(part)) <= CALENDAR_LIMIT:
            found.append((enclosed.file_name(part) or "calendar.ics", text))
        elif is_file(part) or kind(part) not in ("text/plain", "text/html"):
            others.append(part)
    return tuple(found), others


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
