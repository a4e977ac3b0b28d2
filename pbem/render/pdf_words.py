"""Words in lines of a PDF: plain ones, and those of which some are strong, slanted, code or a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pymupdf_fonts
from reportlab.pdfbase import pdfmetrics

from engines.kept import remembered
from engines.report import Run
from pbem.render.pdf_drawing import width
from pbem.render.pdf_fonts import Font
from pbem.render.to_text import bound, loose, plain

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
def fonts() -> None:
    """Registers the fonts with ReportLab, once."""
    for name, code in FONTS.items():
        pdfmetrics.registerFont(Font(name, NAMES[name], pymupdf_fonts.myfont(code)))


def ems(words: str, font: str) -> float:
    """The width of words that the font has all letters of, in ems."""
    return float(pdfmetrics.stringWidth(words, font, 1.0))


class Piece(NamedTuple):
    """Words of one line in one font; `to` is where a link leads."""

    text: str
    font: str
    size: float
    to: str = ""

    @property
    def width(self) -> float:
        return width(self.text, self.font, self.size)


Laid = tuple[Piece, ...]
"""A line, piece by piece."""


def laid(text: str, runs: Sequence[Run], font: str, size: float, room: float) -> Sequence[Laid]:
    """A text in lines of at most `room` points; a line end in it is kept."""
    if not runs:
        return laid_plain(text, font, size, room)
    return list(filled(words(piece for run in runs for piece in dressed(run, font, size, room)), room))


@remembered(2048)
def laid_plain(text: str, font: str, size: float, room: float) -> tuple[Laid, ...]:
    lines = (line for source in text.splitlines() or [""] for line in wrapped(plain(source), font, size, room))
    return tuple((Piece(line, font, size),) for line in lines)


def dressed(run: Run, font: str, size: float, room: float) -> Iterator[Piece]:
    """The words and blanks of a run, in its font; what is wider than a line in parts."""
    face = MONO if run.code else BOLD if run.strong else SLANTED if run.slanted else font
    points = size * NARROWED if run.code else size
    said = bound(plain(run.text))
    for n, word in enumerate(said.split(" ")):
        if n:
            yield Piece(" ", face, points, run.to)
        for part in wrapped(word, face, points, room) if word else ():
            yield Piece(part, face, points, run.to)


def words(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces between two blanks, which stay together; a blank comes alone."""
    word: list[Piece] = []
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


def filled(found: Iterable[list[Piece]], room: float) -> Iterator[Laid]:
    """Lines as full as they can be; no blank stands at an end of one."""
    line: list[Piece] = []
    for word in found:
        if word[0].text != " " and line and sum(p.width for p in (*line, *word)) > room:
            yield ended(line)
            line = []
        if line or word[0].text != " ":
            line += word
    if line:
        yield ended(line)


def ended(line: list[Piece]) -> Laid:
    """A line without blanks at its end; neighbours that are set alike are one piece, and so one link."""
    while line and line[-1].text == " ":
        line.pop()
    alike = groupby(line, key=lambda piece: (piece.font, piece.size, piece.to))
    return tuple(Piece("".join(piece.text for piece in pieces), *set_) for set_, pieces in alike)


@remembered(2048)
def wrapped(words: str, font: str, size: float, room: float) -> tuple[str, ...]:
    """The words in lines of at most `room` points; a word that is longer is cut, after a “|” if
    there is one."""
    lines, line = [], ""
    for word in bound(words).split(" "):
        longer = f"{line} {word}" if line else word
        if width(longer, font, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, font, size) > room and len(word) > 1:
            cut = next((n for n in range(1, len(word)) if width(word[: n + 1], font, size) > room), 1)
            cut = word.rfind("|", 0, cut) + 1 or cut
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return tuple(loose(line) for line in (*lines, line))
