"""The booklet of a game, to print: the first turn, the rules, all that can be written, and who made the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from engines.base import Engine
from engines.report import Block, Heading
from pbem.books.book import CREDITS, DIFFERENCES, FIRST_TURN, Book, read_book
from pbem.render.chapters import Chapter
from pbem.render.paper import PLAIN_PAPER, Paper

Books = tuple[Book | None, ...]
"""The guide, the rules and the orders of a game, as far as it has them."""


@dataclass(frozen=True)
class PaintedBooklet:
    """A booklet, and what it was painted from."""

    books: Books
    under: tuple[str, ...]
    file: bytes

    def is_painted_from(self, books: Books, under: tuple[str, ...]) -> bool:
        return self.under == under and all(mine is one for mine, one in zip(self.books, books, strict=True))


PAINTED: dict[tuple[str, str, str], PaintedBooklet] = {}
"""What was painted last, by game and paper."""
ONE_AT_A_TIME = Lock()


def make_game_booklet(engine: Engine[Any], host: str, paper: Paper = PLAIN_PAPER) -> bytes:
    """The booklet as a file, painted once for what it says: strangers may ask for it again and again."""
    from pbem.render.pdf.booklet import build_booklet_pdf

    under = tuple(filter(None, (engine.credit, f"As it is played at {host}")))
    books = tuple(read_book(engine, kind) for kind in ("guide", "rules", "orders"))
    key = engine.code, paper.size, paper.print
    with ONE_AT_A_TIME:
        kept = PAINTED.get(key)
        if kept is None or not kept.is_painted_from(books, under):
            kept = PaintedBooklet(
                books, under, build_booklet_pdf(engine.title, under, list(iter_booklet_chapters(*books)), paper)
            )
            PAINTED[key] = kept
        return kept.file


def iter_booklet_chapters(guide: Book | None, rules: Book | None, orders: Book | None) -> Iterator[Chapter]:
    """Without a book of rules the whole guide stands in its place."""
    if guide and (first := guide.passages_by_anchor.get(FIRST_TURN)):
        yield Chapter("first", "Your first turn", first[1:], one_page=True)
    book = rules or guide
    if book:
        yield Chapter(book.kind, book.title, book_body(book))
    if orders:
        yield Chapter(orders.kind, orders.title, book_body(orders))
    if guide and rules:
        for name, anchor in (("differs", DIFFERENCES), ("credits", CREDITS)):
            if found := guide.passages_by_anchor.get(anchor):
                yield Chapter(name, heading_text(found), found[1:])


def book_body(book: Book) -> tuple[Block, ...]:
    """All but the title."""
    return book.blocks[1:] if book.blocks and isinstance(book.blocks[0], Heading) else book.blocks


def heading_text(blocks: Sequence[Block]) -> str:
    return blocks[0].text if isinstance(blocks[0], Heading) else ""
