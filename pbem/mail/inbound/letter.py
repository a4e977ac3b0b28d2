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

from pbem.mail.inbound import absence_notes, attachments
from pbem.mail.inbound.attachments import Attachment, is_calendar_part, is_file_part
from pbem.mail.inbound.html import SIZE_LIMIT, read_page
from pbem.mail.inbound.mime import (
    HEADER_LIMIT,
    PART_LIMIT,
    Part,
    attempt,
    decode_part,
    decode_text,
    first_field,
    iter_leaves,
    list_fields,
    part_type,
    plain_field,
)
from pbem.mail.inbound.pgp_armour import strip_armour

AUTOMATIC = ("X-Autoreply", "X-Autorespond")
RESULTS_LIMIT = 20
TEXT_LIMIT = 200_000
BOUNDARY_LIMIT = 100
CALENDARS, CALENDAR_LIMIT = 3, 100_000
"""Calendar files that are read of a letter, and the characters of each."""
RECEIVED_LIMIT = 30
LOOP_HEADER = "X-Pbem-Server"
OWN_LETTER = "a letter of our own"
FAILED_FIELD = "X-Failed-Recipients"

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
ANGLED_ADDRESS = re.compile(r"[^<>]*<([^\s<>()\",;:@]+@[^\s<>()\",;:@]+)>\s*(?:\([^()]*\)\s*)?")
SENDER_NAME = re.compile(r'\s*"?([^"<@]{1,80})"?\s*<')
BARE_ADDRESS = re.compile(r"\s*([^\s<>()\",;:@]+@[^\s<>()\",;:@]+)\s*(?:\([^()]*\)\s*)?")
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
    """What a mail says. `parse_sender` is the one address of its one From field in lower case, "" if that is not so
    simple.

    `machine_reason` says why no person wrote it ("" if one may have), `suspect_reason` why that is likely: people's
    letters have such marks too, by way of forwarding services and firms. `source` is where the text was found: "text",
    "html", "attachment", "sealed" or "empty". `flags` are oddities worth a word in the answer. `refers` lists the
    Message-IDs it answers, the nearest first; `results` its Authentication-Results, the topmost first;
    `join_destinations` is what stands in its To and Cc; `calendars` are the calendar files that hang on it, each with
    its name; `files` all others; `received` are its fields of this name, the topmost first; none where others may read
    them in another way. `name` is what its writer calls themselves in From, "" if nothing.
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
    files: tuple[Attachment, ...] = ()
    received: tuple[str, ...] = ()
    name: str = ""


def parse_letter(raw: bytes) -> Letter:
    """The letter in these bytes. Raises UnreadableError."""
    head_end = HEAD_END.search(raw)
    head = raw[: head_end.start()] if head_end else raw
    if not KNOWN_FIELD.search(head[:HEADER_LIMIT]):
        text = decode_text(raw, "")
        return Letter("", "", "", (), cut_to_whole_lines(text), "text", flags=("no header", *too_long_flags(text)))
    if len(head) > HEADER_LIMIT:
        raise UnreadableError("header")
    if len(BOUNDARY.findall(raw)) > BOUNDARY_LIMIT:
        raise UnreadableError("parts")
    try:
        message = message_from_bytes(raw, policy=compat32)
    except (Exception, RecursionError) as error:
        raise UnreadableError("structure") from error
    parts = list(iter_leaves(message))
    said = collect_content(parts)
    doubtful = is_ambiguous(raw, message)
    return Letter(
        sender="" if doubtful else parse_sender(message),
        subject=plain_field(message, "Subject"),
        message_id=next(iter(parse_message_ids(message, "Message-ID")), ""),
        refers=tuple(
            dict.fromkeys(
                (*parse_message_ids(message, "In-Reply-To"), *reversed(parse_message_ids(message, "References")))
            )
        ),
        text=said.text,
        source=said.source,
        machine=machine_reason(message),
        suspect=suspect_reason(message),
        flags=said.flags,
        results=unfold_fields(message, "Authentication-Results", RESULTS_LIMIT),
        to=join_destinations(message),
        calendars=said.calendars,
        files=said.files,
        received=() if doubtful else unfold_fields(message, "Received", RECEIVED_LIMIT),
        name=parse_sender_name(message),
    )


def parse_letter_head(raw: bytes) -> Letter:
    """The same by its header fields alone, of which no more is read than may be there; without a word of its text."""
    head_end = HEAD_END.search(raw, 0, HEADER_LIMIT)
    message = attempt(lambda: message_from_bytes(raw[: head_end.end()], policy=compat32), None) if head_end else None
    if message is None:
        return Letter("", "", "", (), "", "empty")
    named = "" if is_ambiguous(raw, message) else parse_sender(message)
    checked = unfold_fields(message, "Authentication-Results", RESULTS_LIMIT)
    return Letter(named, "", "", (), "", "empty", results=checked, to=join_destinations(message))


# --- header fields -----------------------------------------------------------------------------------------------


def unfold_fields(message: Part, name: str, most: int) -> tuple[str, ...]:
    """The first fields of a name, each on one line."""
    return tuple(" ".join(value[:4000].split()) for value in list_fields(message, name)[:most])


def is_ambiguous(raw: bytes, message: Part) -> bool:
    """Return whether others may take other lines for its fields than we do: then the From that a mail server judged may
    be another one than ours."""
    found = RETURN_OR_END.search(raw)
    return bool(found and found["bare"]) or any(isinstance(defect, TWO_WAYS) for defect in message.defects)


def parse_sender(message: Part) -> str:
    """The address in From if there is exactly one: nothing that could be read in two ways is anybody's."""
    given = list_fields(message, "From")
    if len(given) != 1 or len(given[0]) > 2000:
        return ""
    value = QUOTED_STRING.sub("", given[0])
    found = ANGLED_ADDRESS.fullmatch(value) or BARE_ADDRESS.fullmatch(value)
    return found[1].lower() if found else ""


def parse_sender_name(message: Part) -> str:
    """Return what stands before the address in From; "" if nothing does."""
    found = SENDER_NAME.match(plain_field(message, "From"))
    return found[1].strip() if found else ""


def join_destinations(message: Part) -> str:
    return ", ".join((*list_fields(message, "To"), *list_fields(message, "Cc")))


def parse_message_ids(message: Part, name: str) -> list[str]:
    return MESSAGE_ID.findall(first_field(message, name)[:8000])


def machine_reason(message: Part) -> str:
    """Return why no person wrote this; "" if one may have."""
    checks: tuple[tuple[str, bool], ...] = (
        (OWN_LETTER, bool(first_field(message, LOOP_HEADER))),
        ("an automatic answer", first_field(message, "Auto-Submitted").split(";")[0].strip().lower() not in ("", "no")),
        ("an automatic answer", any(first_field(message, name) for name in AUTOMATIC)),
        ("an automatic answer", bool(absence_notes.AUTOMATIC_SUBJECT.match(plain_field(message, "Subject")))),
        ("bulk mail", first_field(message, "Precedence").strip().lower() in ("bulk", "list", "junk", "auto_reply")),
        ("a mailing list", any(first_field(message, name) for name in ("List-Id", "List-Post"))),
        ("a message that was read", part_type(message) == "message/disposition-notification"),
        ("an answer by a calendar", any(is_calendar_reply(part) for part in iter_leaves(message))),
        ("a delivery report", attempt(message.get_content_type, "") in ("multipart/report", "message/delivery-status")),
        (
            "a delivery report",
            bool(DAEMON.search(first_field(message, "From")[:500]) or first_field(message, FAILED_FIELD)),
        ),
        ("a loop", len(list_fields(message, "Received")) > RECEIVED_LIMIT),
    )
    return next((why for why, true in checks if true), "")


def suspect_reason(message: Part) -> str:
    """Return why it is likely that no person wrote this; "" if nothing says so."""
    checks = (
        ("an automatic answer", first_field(message, "X-Auto-Response-Suppress").strip().lower() == "all"),
        ("a message that was read", bool(absence_notes.READ_SUBJECT.match(plain_field(message, "Subject")))),
        ("a newsletter", any(first_field(message, name) for name in ("List-Unsubscribe", "Feedback-ID"))),
    )
    return next((why for why, true in checks if true), "")


def is_calendar_reply(part: Part) -> bool:
    """Return whether a calendar program asks somebody to a meeting, or answers for them. A file that somebody hangs on
    tells when they are away (METHOD:PUBLISH)."""
    method = attempt(lambda: str(part.get_param("method", "")), "").upper()
    return part_type(part) == "text/calendar" and method in ("REPLY", "REQUEST", "COUNTER")


# --- the text ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Content:
    """What the parts of a letter say: see `Letter`."""

    text: str
    source: str
    flags: tuple[str, ...]
    calendars: tuple[tuple[str, str], ...]
    files: tuple[Attachment, ...]


def collect_content(parts: Sequence[Part]) -> Content:
    """Return what some parts say: plain text first, else HTML, else attached texts."""
    texts = [decode_part(part) for part in parts if part_type(part) == "text/plain" and not is_file_part(part)]
    pages = [decode_part(part) for part in parts if part_type(part) == "text/html" and not is_file_part(part)]
    calendars, others = split_calendars(parts)
    files = list(islice(attachments.iter_letter_files(others, pages, TEXT_LIMIT), attachments.MOST_FILES + 1))
    found, source, whole = choose_text(texts, pages, files)
    text, encrypted = strip_armour(found)
    seals = sorted({*map(attachments.reason_unreadable, others), "encrypted" if encrypted else ""} - {""})
    left_out = ("parts left out",) if len(parts) >= PART_LIMIT or len(files) > attachments.MOST_FILES else ()
    if source == "attachment":
        files = [one if one.text is None else replace(one, text="") for one in files]
    return Content(
        cut_to_whole_lines(text),
        "sealed" if seals and not text.strip() else source,
        (*left_out, *seals, *too_long_flags(text, whole)),
        calendars,
        tuple(files[: attachments.MOST_FILES]),
    )


def choose_text(texts: Sequence[str], pages: Sequence[str], files: Sequence[Attachment]) -> tuple[str, str, bool]:
    """The text of a letter, where it was found, and whether that is all of it."""
    text = "\n".join(texts)
    if text.strip() and not (pages and SEE_HTML.search(text) and len(text.split()) < 25):
        return text, "text", True
    page, whole = attempt(lambda: render_pages(pages), ("", True))
    if page.strip():
        return page, "html", whole
    attached = "\n".join(one.text for one in files if one.text)
    return (attached, "attachment", True) if attached.strip() else ("", "empty", whole)


def split_calendars(parts: Sequence[Part]) -> tuple[tuple[tuple[str, str], ...], list[Part]]:
    """The calendar files that are read, with their names, and all other parts that are no text of the letter."""
    found: list[tuple[str, str]] = []
    others: list[Part] = []
    for part in parts:
        if is_calendar_part(part) and len(found) < CALENDARS and len(text := decode_part(part)) <= CALENDAR_LIMIT:
            found.append((attachments.part_file_name(part) or "calendar.ics", text))
        elif is_file_part(part) or part_type(part) not in ("text/plain", "text/html"):
            others.append(part)
    return tuple(found), others


def render_pages(pages: Iterable[str]) -> tuple[str, bool]:
    """Return what can be seen of some pages, and whether that is all of it."""
    found, left, whole = [], SIZE_LIMIT, True
    for page in pages:
        text, all_of_it = read_page(page, left)
        found.append(text)
        left, whole = max(left - len(page), 0), whole and all_of_it
    return "\n".join(found), whole


def cut_to_whole_lines(text: str) -> str:
    """As much of a text as is read, cut where a line ends: half a line could say something else."""
    return text if len(text) <= TEXT_LIMIT else text[: TEXT_LIMIT + 1].rpartition("\n")[0]


def too_long_flags(text: str, whole: bool = True) -> tuple[str, ...]:
    return () if whole and len(text) <= TEXT_LIMIT else ("too long",)
