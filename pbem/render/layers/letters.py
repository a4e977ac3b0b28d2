"""How wide words on a map are set: in ems, by the fonts that paper and pictures are set in."""

from __future__ import annotations

from functools import lru_cache

from reportlab.pdfbase.pdfmetrics import stringWidth

from pbem.render.pdf_words import BOLD, PLAIN, SLANTED, fonts

ASCENT, DESCENT = 0.73, 0.02
"""How far capitals and figures reach above and below the line they stand on, in ems."""
EDGE = 0.1
"""How far the halo of letters reaches beyond them."""


@lru_cache(4096)
def width(words: str, bold: bool = False, italic: bool = False) -> float:
    """The width of words, in ems."""
    fonts()
    found: float = stringWidth(words, BOLD if bold else SLANTED if italic else PLAIN, 1.0)
    return found
