"""What OpenPGP puts around and between the lines of a text: signatures and keys are set aside, what is encrypted is
told of. Nothing is verified: a signature proves nothing here (`pbem.mail.inbound.proof`). Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence

BEGIN = re.compile(r"-----BEGIN PGP (?P<what>SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
END = re.compile(r"\s*-----END PGP (?P<what>SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----\s*")
FIELD = re.compile(r"[A-Za-z-]+: .*")
"""Of the head of a signed text, up to an empty line."""


def strip_armour(text: str) -> tuple[str, bool]:
    """A text without its armour, and whether something in it was encrypted."""
    if "-----BEGIN PGP " not in text:
        return text, False
    lines = text.replace("\r\n", "\n").split("\n")
    ends, left = block_ends(lines), list[str]()
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
            at, signed = place_after_block(ends[begun["what"]], at), False
    return "\n".join(left), encrypted


def head_end(lines: Sequence[str], at: int) -> int:
    """Return where the words of a signed text begin."""
    while at < len(lines) and FIELD.fullmatch(lines[at]):
        at += 1
    return at


def block_ends(lines: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """The places of the last lines of blocks by their kind, looked for once: a text may begin very many."""
    found = defaultdict[str, list[int]](list)
    for at, line in enumerate(lines):
        if ended := END.fullmatch(line):
            found[ended["what"]].append(at)
    return found


def place_after_block(ends: Sequence[int], at: int) -> int:
    """The place behind a block that begins at a line; one that does not end is not one, but for its first line."""
    nth = bisect_left(ends, at)
    return ends[nth] + 1 if nth < len(ends) else at + 1
