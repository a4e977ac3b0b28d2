"""What hangs on a letter: files that are read as lines of it, and those that cannot be, each by its name. Pure.

None is passed over in silence but what holds no words of the writer's: signatures, keys, visiting cards, and pictures
that stand within a page.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from pbem.mail.inbound.mime import ENCRYPTED_TYPE, Part, attempt, decode_part, first_field, part_type, printable_name
from pbem.mail.inbound.pgp_armour import strip_armour

MOST_FILES = 20
"""Files of a letter that are looked at."""
WITHOUT_WORDS = frozenset(
    {
        "application/pgp-signature",
        "application/pgp-keys",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
        "text/vcard",
        "text/x-vcard",
        "text/directory",
    }
)
PACKED_TYPES = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
TEXT_FILE_TYPES = frozenset({"text/plain", "application/octet-stream"})
"""What a text file may be sent as."""
SHOWN_PICTURE = re.compile(r"\bcid:([^\s\"'<>()]+)", re.I)
"""How a page names a picture that hangs on its letter."""


@dataclass(frozen=True)
class Attachment:
    """A file on a letter. `text`: the lines that are read of it; None: it is not read."""

    name: str
    text: str | None = None


def is_file_part(part: Part) -> bool:
    """Return whether a part is a file, rather than words of the letter."""
    return first_field(part, "Content-Disposition").strip().lower().startswith("attachment") or bool(
        part_file_name(part)
    )


def part_file_name(part: Part) -> str:
    return printable_name(attempt(lambda: str(part.get_filename("")), ""))


def is_calendar_part(part: Part) -> bool:
    return part_type(part) == "text/calendar" or part_file_name(part).lower().endswith(".ics")


def is_text_file(part: Part) -> bool:
    """Return whether a file is a text that can be read as lines of the letter."""
    return part_type(part) == "text/plain" or (
        part_type(part) in TEXT_FILE_TYPES and part_file_name(part).lower().endswith(".txt")
    )


def reason_unreadable(part: Part) -> str:
    """Return why the words in a part cannot be read at all: they are "encrypted", or "packed" into a signature; "" if
    it is no such part."""
    if part_type(part) in PACKED_TYPES:
        signed = attempt(lambda: str(part.get_param("smime-type", "")), "").lower() == "signed-data"
        return "packed" if signed else "encrypted"
    return "encrypted" if part_type(part) == ENCRYPTED_TYPE else ""


def may_hold_words(part: Part, shown: Container[str]) -> bool:
    """Return whether a part that is no text of the letter may hold something that its writer wants to say. Other forms
    of the same text have no name; pictures that its pages show are `shown`."""
    if part_type(part) in WITHOUT_WORDS or part_file_name(part).lower().endswith((".vcf", ".p7s")):
        return False
    if part_type(part).startswith("text/"):
        return is_file_part(part)
    return (
        not part_type(part).startswith("image/")
        or first_field(part, "Content-ID").strip().strip("<>").lower() not in shown
    )


def iter_letter_files(parts: Sequence[Part], pages: Sequence[str], longest: int) -> Iterator[Attachment]:
    """The files among some parts, but for calendars that are read; `longest`: characters that are read of all."""
    shown = {place.lower() for page in pages for place in SHOWN_PICTURE.findall(page)}
    for part in parts:
        if may_hold_words(part, shown) and not reason_unreadable(part):
            text, unreadable = strip_armour(decode_part(part)) if is_text_file(part) else ("", True)
            if unreadable or len(text) > longest or "\0" in text:
                yield Attachment(part_file_name(part))
            else:
                longest -= len(text)
                yield Attachment(part_file_name(part), text)
