"""Words of any script on paper: which font has which letters, in which order they are set, and what stands in for those
that no font has.

The fonts of the page have Latin, Greek and Cyrillic. Others come from FiraGO (Hebrew, Arabic, Thai, Georgian, arrows)
and Cascadia (ticks, suits of cards), which lie in the same package, and Chinese, Japanese and Korean from the fonts
that every PDF viewer has or fetches. An emoji is told by its name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import groupby

import pymupdf_fonts
from arabic_reshaper import reshape
from bidi import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont

from engines.memo import memoize_texts
from pbem.render.pdf.fonts import FallbackFont

OTHERS = {"Fira": "figo", "Cascadia": "cascadia"}
"""Fonts for what those of the page lack, in the order in which they are asked, with their names in the package."""
EASTERN = (
    ("HYGothic-Medium", re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")),
    ("HeiseiKakuGo-W5", re.compile("[\u3040-\u30ff\u31f0-\u31ff]")),
    ("STSong-Light", re.compile("[\u2e80-\u2fff\u3000-\u303f\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]")),
)
"""The fonts of viewers, each with the letters that only it has; a text with some of these has all its signs in it."""
STAND_INS = {"−": "-", "✓": "yes", "✗": "no", "\u200b": "", "\u2060": ""}
"""What is printed for some characters that a font lacks, without a change of font."""
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
ARABIC = re.compile("[\u0600-\u06ff]")
MODIFIERS = re.compile("[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""What only changes how an emoji looks."""
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
PLAIN = frozenset(range(32, 127))
FIRST_FLAG = 0x1F1E6


@memoize_texts(8192)
def split_by_font(words: str, font: str) -> tuple[tuple[str, str], ...]:
    """Words in the order in which they are set, part by part, each with its font: nothing vanishes."""
    known = font_characters(font)
    if words.isascii() and words.isprintable() and known >= PLAIN:
        return ((font, words),)
    if all(ord(c) in known for c in words):
        return ((font, words),)
    parts = (
        (face, "".join(said for _, said in found))
        for face, found in groupby(iter_character_fonts(visual_order(words), font), segment_font)
    )
    return tuple(parts)


def segment_font(pair: tuple[str, str]) -> str:
    return pair[0]


def visual_order(words: str) -> str:
    """Words as they are seen from the left to the right, with Arabic letters joined."""
    if not RIGHT_TO_LEFT.search(words):
        return words
    shown: str = get_display(reshape(words) if ARABIC.search(words) else words)
    return shown


def iter_character_fonts(words: str, font: str) -> Iterator[tuple[str, str]]:
    """Each character, or what stands in for it, with its font."""
    named = FLAG.sub(lambda flag: "[" + "".join(chr(ord(c) - FIRST_FLAG + ord("A")) for c in flag[0]) + "]", words)
    eastern = next((name for name, own in EASTERN if own.search(words)), "")
    before = ""
    for c in MODIFIERS.sub("", named):
        told = find_character_font(c, font, eastern, before)
        if told is not None:
            yield told
        before = letter_script(c)


def find_character_font(c: str, font: str, eastern: str, before: str) -> tuple[str, str] | None:
    """A character with its font; None for a letter that no font has, behind another of its script."""
    if ord(c) in font_characters(font):
        return font, c
    if c in STAND_INS:
        return font, STAND_INS[c]
    if eastern and any(own.match(c) for _, own in EASTERN):
        return register_viewer_font(eastern), c
    for plainer in (c, unicodedata.normalize("NFKC", c)):
        for other in OTHERS:
            if plainer and all(ord(one) in font_characters(other) for one in plainer):
                return other, plainer
    return (
        (font, stand_in_text(c))
        if letter_script(c) != before or not unicodedata.category(c).startswith(("L", "M"))
        else None
    )


def stand_in_text(c: str) -> str:
    """Return what is printed for a character that no font has: a sign by its name, letters by that of their script."""
    name = unicodedata.name(c, "").lower()
    if unicodedata.category(c).startswith(("L", "M")) and name:
        return f"[{letter_script(c)}]"
    return f"[{name}]" if name else "" if unicodedata.category(c) in ("Cf", "Cc") else "?"


def letter_script(c: str) -> str:
    """The script of a letter, by the first word of its name."""
    return unicodedata.name(c, "").partition(" ")[0].title() if c.isalpha() else ""


@cache
def font_characters(font: str) -> frozenset[int]:
    """The characters that a font has."""
    if font in OTHERS and font not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(FallbackFont(font, BytesIO(pymupdf_fonts.myfont(OTHERS[font])), asciiReadable=True))
    return frozenset(pdfmetrics.getFont(font).face.charToGlyph)


@cache
def register_viewer_font(name: str) -> str:
    """A font that viewers have, registered."""
    pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name
