"""Lengths of time in words: "48h", "90m", "3 days", "1d12h"."""

from __future__ import annotations

import re
from datetime import timedelta

UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
WORDS = {
    "m": "m|min|mins|minutes?",
    "h": "h|hrs?|hours?|heures?",
    "d": "d|days?|j|jours?",
    "w": "w|weeks?|semaines?",
}
"""How the units are written."""
COUNTS = {
    word: number
    for words in (
        "one two three four five six seven eight nine ten",
        "un deux trois quatre cinq six sept huit neuf dix",
        "a",
        "an",
        "une",
    )
    for number, word in enumerate(words.split(), 1)
}
"""Numbers that people write out."""
PART = re.compile(
    rf"(\d{{1,6}} ?|(?:{'|'.join(COUNTS)}) )(?:"
    + "|".join(f"(?P<{unit}>{words})" for unit, words in WORDS.items())
    + r")(?![a-z])"
)
LONGEST = timedelta(days=60)
LONGEST_TEXT = 4_000
"""Characters of a pace, or of quiet times: what nobody means is looked for near to every word of it."""


class PaceError(ValueError):
    """Text that is no pace, length of time, quiet time, day or zone; says what would be."""


def parse_length(text: str) -> timedelta:
    """A length of time such as "48h", "90m", "3 days", "1d12h". Raises PaceError."""
    left, total = " ".join(text.lower().split()), timedelta()
    while found := PART.match(left):
        assert found.lastgroup is not None
        count = found[1].strip()
        total += (COUNTS.get(count) or int(count)) * UNITS[found.lastgroup]
        left = left[found.end() :].lstrip()
        if not left:
            break
    else:
        raise PaceError(f"“{text.strip()[:40]}” is no length of time; 90m, 48h, 3d, 1w and 1d12h are.")
    if not timedelta() < total <= LONGEST:
        raise PaceError(f"“{text.strip()[:40]}” is not between a minute and {LONGEST.days} days.")
    return total


def format_length(span: timedelta) -> str:
    """The shortest text `parse_length` reads as this span."""
    minutes = int(span / UNITS["m"])
    if minutes % 60:
        return f"{minutes}m" if minutes < 60 else f"{minutes // 60}h{minutes % 60}m"
    hours = minutes // 60
    return f"{hours}h" if hours % 24 or hours <= 96 else f"{hours // 24}d"
