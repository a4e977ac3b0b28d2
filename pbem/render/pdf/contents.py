"""A line of the contents of a booklet and of a game book."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from pbem.render.pdf.drawing import draw_words, emit_operators, measure_pdf_words
from pbem.render.pdf.words import wrap_pdf_words
from pbem.render.to_text import remove_controls

GREY = 0.4
"""The dots between a title and its page."""
ROOM = 35
"""What is kept free for the number of a page, in points."""


def draw_contents_line(
    canvas: Canvas, title: str, number: str, left: float, right: float, y: float, size: float, font: str
) -> None:
    """The title, dots, and the page."""
    words, beside = (
        wrap_pdf_words(remove_controls(title), font, size, right - left - ROOM)[0],
        right - measure_pdf_words(number, font, size),
    )
    draw_words(canvas, left, y, words, font, size)
    draw_words(canvas, beside, y, number, font, size)
    first, last = left + measure_pdf_words(words, font, size) + 5, beside - 5
    if last > first:
        emit_operators(
            canvas, [f"{GREY} G 0.7 w [0.1 4] 0 d 1 J {first:.1f} {y:.1f} m {last:.1f} {y:.1f} l S [] 0 d 0 J"]
        )
