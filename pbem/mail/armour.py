"""What OpenPGP puts around and between the lines of a text: signatures and keys are set aside, what is encrypted is
told of. Nothing is verified: a signature proves nothing here (`pbem.mail.proof`). Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

BEGIN = re.compile(r"-----BEGIN PGP (?P<what>SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
FIELD = re.compile(r"[A-Za-z-]+: .*")
"""Of the head of a signed text, up to an empty line."""


def unarmoured(text: str) -> tuple[str, bool]:
    """A text without its armour, and whether something in it was encrypted."""
    if "-----BEGIN PGP " not in text:
        return text, False
    lines = text.replace("\r\n", "\n").split("\n")
    left: list[str] = []
    at, signed, encrypted = 0, False, False
    while at < len(lines):
        begun = BEGIN.fullmatch(lines[at])
        if begun is None:
            left.append(lines[at].removeprefix("- ") if signed else lines[at])
            at += 1
        elif begun["what"] == "SIGNED MESSAGE":
            at, signed = head_end(lines, at + 1), True
        else:
            encrypted |= begun["what"] == "MESSAGE"
            at, signed = block_end(lines, at, begun["what"]), False
    return "\n".join(left), encrypted


def head_end(lines: Sequence[str], at: int) -> int:
    """Where the words of a signed text begin."""
    while at < len(lines) and FIELD.fullmatch(lines[at]):
        at += 1
    return at


def block_end(lines: Sequence[str], at: int, what: str) -> int:
    """The place behind a block; one that does not end is not one, but for its first line."""
    end = f"-----END PGP {what}-----"
    return next((place + 1 for place in range(at, len(lines)) if lines[place].strip() == end), at + 1)
