"""How wide words are set on a map: by the widths of the font's own letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import ceil
from typing import Protocol

import pymupdf_fonts
from reportlab.pdfbase.ttfonts import TTFontFace

FONTS = {"plain": "notos", "bold": "notosbo", "italic": "notosit"}
TALL = 0.8
"""The height of a line of capitals and figures, as part of its size."""
LEADING = 1.15
"""From one line to the next, likewise."""
STAR = 1.05
"""The room a star takes before a name, likewise."""
BOLD, ITALIC, TAG = 88, 78, 62
"""The size of the names of lands, of those of seas, and of tags, in units of a map 7300 wide."""


class Measure(Protocol):
    """How wide and high a name with a tag is."""

    def __call__(self, name: str, tag: str, size: float, *, star: bool = False) -> tuple[int, int]: ...


@cache
def face(style: str) -> TTFontFace:
    return TTFontFace(BytesIO(pymupdf_fonts.myfont(FONTS[style])))


def width(text: str, size: float, style: str = "bold") -> float:
    """The set width of a line."""
    widths = face(style).charWidths
    return sum(float(widths[ord(letter)]) for letter in text) / 1000 * size


def block(lines: Sequence[str], size: float, style: str = "bold", *, star: bool = False) -> tuple[int, int]:
    """Width and height of lines under each other, with room for a star before the first."""
    first, *others = (width(line, size, style) for line in lines)
    wide = max(first + STAR * size * star, *others, 0)
    return ceil(wide), ceil(size * (TALL + LEADING * len(others)))


def beside(name: str, tag: str, size: float, *, star: bool = False) -> tuple[int, int]:
    """Width and height of a name with a tag on the same line."""
    wide = width(name, size) + width(" " + tag, size * TAG / BOLD, "plain") + STAR * size * star
    return ceil(wide), ceil(size * TALL)


def under(name: str, tag: str, size: float, *, star: bool = False) -> tuple[int, int]:
    """Width and height of a name with a tag on a line beneath."""
    small = size * TAG / BOLD
    return (
        ceil(max(width(name, size) + STAR * size * star, width(tag, small, "plain"))),
        ceil(size * TALL + small * LEADING),
    )


def broken(name: str) -> tuple[str, ...]:
    """A name in two lines, cut at the blank that leaves them most alike; in one, if there is none."""
    words = name.split()
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(cuts, key=lambda pair: max(map(width_of_line, pair)), default=(name,))


def width_of_line(line: str) -> float:
    return width(line, 1)
