"""What hangs on a letter: files that are read as lines of it, and those that cannot be, each by its name. Pure.

None is passed over in silence but what holds no words of the writer's: signatures, keys, visiting cards, and pictures
that stand within a page.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from pbem.mail.armour import strip_armour
from pbem.mail.mime import SEALED, Part, attempt, content, field, kind, plain_name

MOST = 20
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
PACKED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
WRITTEN = frozenset({"text/plain", "application/octet-stream"})
"""What a text file may be sent as."""
PICTURE = re.compile(r"\bcid:([^\s\"'<>()]+)", re.I)
"""How a page names a picture that hangs on its letter."""


@dataclass(frozen=True)
class Enclosed:
    """A file on a letter. `text`: the lines that are read of it; None: it is not read."""

    name: str
    text: str | None = None


def is_file(part: Part) -> bool:
    """Whether a part is a file, rather than words of the letter."""
    return field(part, "Content-Disposition").strip().lower().startswith("attachment") or bool(file_name(part))


def file_name(part: Part) -> str:
    return plain_name(attempt(lambda: str(part.get_filename("")), ""))


def is_calendar(part: Part) -> bool:
    return kind(part) == "text/calendar" or file_name(part).lower().endswith(".ics")


def is_written(part: Part) -> bool:
    """Whether a file is a text that can be read as lines of the letter."""
    return kind(part) == "text/plain" or (kind(part) in WRITTEN and file_name(part).lower().endswith(".txt"))


def reason_unreadable(part: Part) -> str:
    """Why the words in a part cannot be read at all: they are "encrypted", or "packed" into a signature; "" if it is
    no such part."""
    if kind(part) in PACKED:
        signed = attempt(lambda: str(part.get_param("smime-type", "")), "").lower() == "signed-data"
        return "packed" if signed else "encrypted"
    return "encrypted" if kind(part) == SEALED else ""


def may_hold_words(part: Part, shown: Container[str]) -> bool:
    """Whether a part that is no text of the letter may hold something that its writer wants to say. Other forms of the
    same text have no name; pictures that its pages show are `shown`."""
    if kind(part) in WITHOUT_WORDS or file_name(part).lower().endswith((".vcf", ".p7s")):
        return False
    if kind(part).startswith("text/"):
        return is_file(part)
    return not kind(part).startswith("image/") or field(part, "Content-ID").strip().strip("<>").lower() not in shown


def files(parts: Sequence[Part], pages: Sequence[str], longest: int) -> Iterator[Enclosed]:
    """The files among some parts, but for calendars that are read; `longest`: characters that are read of all."""
    shown = {place.lower() for page in pages for place in PICTURE.findall(page)}
    for part in parts:
        if may_hold_words(part, shown) and not reason_unreadable(part):
            text, unreadable = strip_armour(content(part)) if is_written(part) else ("", True)
            if unreadable or len(text) > longest or "\0" in text:
                yield Enclosed(file_name(part))
            else:
                longest -= len(text)
                yield Enclosed(file_name(part), text)
