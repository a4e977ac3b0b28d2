"""How wide words are set, by the fonts of paper and pictures. These are read when the first words are measured: with
ReportLab they are seven megabytes, which a process that paints nothing does without."""

from __future__ import annotations

from engines.memo import memoize

ASCENT, DESCENT = 0.73, 0.02
"""How far capitals and figures reach above and below the line they stand on, in ems."""
EDGE = 0.1
"""How far the halo of letters reaches beyond them."""


@memoize(4096)
def measure_map_words(words: str, bold: bool = False, italic: bool = False) -> float:
    """The width of words on a map, in ems."""
    from pbem.render.pdf.words import BOLD, PLAIN, SLANTED, measure_ems, register_fonts

    register_fonts()
    return measure_ems(words, BOLD if bold else SLANTED if italic else PLAIN)


def measure_points(words: str, size: float, bold: bool = False) -> float:
    """The width of words of any script, in points."""
    from pbem.render.pdf.drawing import measure_pdf_words
    from pbem.render.pdf.words import BOLD, PLAIN, register_fonts

    register_fonts()
    return measure_pdf_words(words, BOLD if bold else PLAIN, size)
