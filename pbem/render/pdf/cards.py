"""Cards on paper: boxes with a band in the card's colour, its title, its face, its note and what has become of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from engines.palette import EDGE, NO_BAND, PAGE
from engines.report import TableCard
from pbem.render.pdf.drawing import draw_words, emit_operators, rgb_operands
from pbem.render.pdf.words import BOLD, PLAIN, wrap_pdf_words
from pbem.render.to_text import remove_controls

TITLE, WORDS = 8.5, 6.8
LEADING = 1.25
BAND, PAD, GAP = 3.0, 3.0, 4.0
NARROW, WIDE = 30.0, 68.0
"""The width of cards that are mere numbers, and of those that say more."""
GROUNDS = {"": PAGE["card"], "said": PAGE["wash"], "spent": PAGE["shade"], "shut": PAGE["shade"]}


class PdfCardLine(NamedTuple):
    """A line of a card."""

    text: str
    font: str
    size: float


Cards = Sequence[tuple[TableCard, Sequence[PdfCardLine]]]


def iter_card_rows(
    cards: Sequence[tuple[TableCard, str]], wide: float
) -> Iterator[tuple[float, list[tuple[TableCard, list[PdfCardLine]]]]]:
    """As many cards beside each other as there is room for: their width, and each with its lines. `cards` come with
    what has become of them."""
    more = any(card.text or card.kind or card.note or state for card, state in cards)
    size = min(WIDE if more else NARROW, wide)
    count = max(1, int((wide + GAP) // (size + GAP)))
    for first in range(0, len(cards), count):
        yield (
            size,
            [
                (card, list(iter_card_lines(card, state, size - 2 * PAD)))
                for card, state in cards[first : first + count]
            ],
        )


def iter_card_lines(card: TableCard, state: str, room: float) -> Iterator[PdfCardLine]:
    """Yield what stands on a card."""
    told = ((card.title, BOLD, TITLE), *((t, PLAIN, WORDS) for t in (card.text, card.kind, card.note)))
    for text, font, size in (*told, (state, BOLD, WORDS)):
        for source in text.splitlines():
            yield from (
                PdfCardLine(line, font, size) for line in wrap_pdf_words(remove_controls(source), font, size, room)
            )


def card_row_height(row: Sequence[tuple[TableCard, Sequence[PdfCardLine]]]) -> float:
    """The height of the tallest card of a row, in points."""
    return BAND + 2 * PAD + max(sum(line.size * LEADING for line in found) for _, found in row)


def draw_pdf_card_row(
    canvas: Canvas, row: Sequence[tuple[TableCard, Sequence[PdfCardLine]]], x: float, y: float, size: float, high: float
) -> None:
    """A row of cards with its lower left corner at a point of the page."""
    for card, found in row:
        draw_pdf_card(canvas, card, found, x, y, size, high)
        x += size + GAP


def draw_pdf_card(
    canvas: Canvas, card: TableCard, found: Sequence[PdfCardLine], x: float, y: float, size: float, high: float
) -> None:
    box = f"{x:.2f} {y:.2f} {size:.2f} {high:.2f} re"
    band = f"{x:.2f} {y + high - BAND:.2f} {size:.2f} {BAND:.2f} re"
    emit_operators(
        canvas, [f"{rgb_operands(GROUNDS[card.mark])} rg {box} f {rgb_operands(card.fill or NO_BAND)} rg {band} f"]
    )
    emit_operators(canvas, [f"{rgb_operands(EDGE)} RG 0.5 w {box} S"])
    top = y + high - BAND - PAD
    for line in found:
        top -= line.size * LEADING
        draw_words(canvas, x + PAD, top + line.size * 0.3, line.text, line.font, line.size)
