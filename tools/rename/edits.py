"""Places in a file that change, and the file rewritten."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Statement:
    """An import written anew: its lines, from the first to the last, counted from 1."""

    first: int
    last: int
    text: str


@dataclass
class Edits:
    """`places`: what stands where (line from 1, byte from 0) and what takes its place; `statements`: imports."""

    places: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)


def rewrite(path: Path, text: str, edits: Edits) -> tuple[str, int]:
    """The file with its edits, and how many there were. Says which could not be placed: before Python 3.12 nobody knows
    where a name stands within an f-string."""
    lines, count = text.split("\n"), 0
    for (number, at), (old, new) in sorted(edits.places.items(), reverse=True):
        if any(one.first <= number <= one.last for one in edits.statements):
            continue
        line = lines[number - 1]
        changed = replace_at(line, at, old, new) or replace_single(line, old, new)
        if changed is None:
            print(f"{path}:{number}: where is “{old}” here? {line.strip()[:100]}")
            continue
        lines[number - 1] = changed
        count += 1
    for one in sorted(edits.statements, key=lambda statement: statement.first, reverse=True):
        lines[one.first - 1 : one.last] = one.text.split("\n")
    return "\n".join(lines), count + len(edits.statements)


def replace_at(line: str, at: int, old: str, new: str) -> str | None:
    """The line with what stands at a byte, or else at a character, replaced; None if something else stands there."""
    raw = line.encode()
    if raw[at : at + len(old)] != old.encode():
        return line[:at] + new + line[at + len(old) :] if line[at : at + len(old)] == old else None
    return (raw[:at] + new.encode() + raw[at + len(old) :]).decode()


def replace_single(line: str, old: str, new: str) -> str | None:
    """The line with the only place changed where such a name stands by itself."""
    found = [*re.finditer(rf"(?<![\w.]){re.escape(old)}(?!\w)", line)]
    return line[: found[0].start()] + new + line[found[0].end() :] if len(found) == 1 else None
