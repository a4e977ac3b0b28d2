"""Words in lines of a PDF: plain ones, and those of which some are strong, slanted, code or a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pymupdf_fonts
from reportlab.pdfbase import pdfmetrics

from engines.memo import memoize_texts
from engines.report import Run
from pbem.render.pdf.drawing import measure_pdf_words
from pbem.render.pdf.fonts import DocumentFont
from pbem.render.to_text import bind_words, remove_controls, unbind_words

PLAIN, BOLD, SLANTED, MONO = "Noto", "Noto-Bold", "Noto-Italic", "Mono"
FONTS = {PLAIN: "notos", BOLD: "notosbo", SLANTED: "notosit", MONO: "ubuntm"}
NAMES = {PLAIN: "P", BOLD: "B", SLANTED: "S", MONO: "M"}
"""What they are called in a document."""
LEAD, BODY, QUIET, CELL = 10.0, 8.5, 7.0, 8.0
"""The sizes of what is told first, of paragraphs, of remarks and of tables, in points."""
LEADING = 1.28
PAD = 3.0
NARROWED = 0.97
"""How much smaller code is set than the words around it: its letters are wide."""


@cache
def register_fonts() -> None:
    """Registers the fonts with ReportLab, once."""
    for name, code in FONTS.items():
        pdfmetrics.registerFont(DocumentFont(name, NAMES[name], pymupdf_fonts.myfont(code)))


def measure_ems(words: str, font: str) -> float:
    """The width of words that the font has all letters of, in ems."""
    return float(pdfmetrics.stringWidth(words, font, 1.0))


class TextPiece(NamedTuple):
    """Words of one line in one font; `to` is where a link leads."""

    text: str
    font: str
    size: float
    to: str = ""

    @property
    def width(self) -> float:
        return measure_pdf_words(self.text, self.font, self.size)


TextLine = tuple[TextPiece, ...]
"""A line, piece by piece."""


def lay_out_text(text: str, runs: Sequence[Run], font: str, size: float, room: float) -> Sequence[TextLine]:
    """A text in lines of at most `room` points; a line end in it is kept."""
    if not runs:
        return lay_out_plain_text(text, font, size, room)
    return list(
        iter_full_lines(
            group_unbroken_pieces(piece for run in runs for piece in iter_run_pieces(run, font, size, room)), room
        )
    )


@memoize_texts(2048)
def lay_out_plain_text(text: str, font: str, size: float, room: float) -> tuple[TextLine, ...]:
    lines = (
        line
        for source in text.splitlines() or [""]
        for line in wrap_pdf_words(remove_controls(source), font, size, room)
    )
    return tuple((TextPiece(line, font, size),) for line in lines)


def iter_run_pieces(run: Run, font: str, size: float, room: float) -> Iterator[TextPiece]:
    """The words and blanks of a run, in its font; what is wider than a line in parts."""
    face = MONO if run.code else BOLD if run.strong else SLANTED if run.slanted else font
    points = size * NARROWED if run.code else size
    said = bind_words(remove_controls(run.text))
    for n, word in enumerate(said.split(" ")):
        if n:
            yield TextPiece(" ", face, points, run.to)
        for part in wrap_pdf_words(word, face, points, room) if word else ():
            yield TextPiece(part, face, points, run.to)


def group_unbroken_pieces(pieces: Iterable[TextPiece]) -> Iterator[list[TextPiece]]:
    """Pieces between two blanks, which stay together; a blank comes alone."""
    word: list[TextPiece] = []
    for piece in pieces:
        if piece.text != " ":
            word.append(piece)
            continue
        if word:
            yield word
            word = []
        yield [piece]
    if word:
        yield word


def iter_full_lines(found: Iterable[list[TextPiece]], room: float) -> Iterator[TextLine]:
    """Lines as full as they can be; no blank stands at an end of one."""
    line: list[TextPiece] = []
    for word in found:
        if word[0].text != " " and line and sum(p.width for p in (*line, *word)) > room:
            yield finish_text_line(line)
            line = []
        if line or word[0].text != " ":
            line += word
    if line:
        yield finish_text_line(line)


def finish_text_line(line: list[TextPiece]) -> TextLine:
    """A line without blanks at its end; neighbours that are set alike are one piece, and so one link."""
    while line and line[-1].text == " ":
        line.pop()
    alike = groupby(line, key=lambda piece: (piece.font, piece.size, piece.to))
    return tuple(TextPiece("".join(piece.text for piece in pieces), *set_) for set_, pieces in alike)


@memoize_texts(2048)
def wrap_pdf_words(words: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """The words in lines of at most `room` points; a word that is longer is cut, after a “|” if
    there is one."""
    lines, line = [], ""
    for word in bind_words(words).split(" "):
        longer = f"{line} {word}" if line else word
        if measure_pdf_words(longer, font, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while measure_pdf_words(word, font, size) > room and len(word) > 1:
            cut = next((n for n in range(1, len(word)) if measure_pdf_words(word[: n + 1], font, size) > room), 1)
            cut = word.rfind("|", 0, cut) + 1 or cut
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return tuple(unbind_words(line) for line in (*lines, line))
