"""The booklet of a game, to print: the first turn, the rules, all that can be written, and who made the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from engines.base import Engine
from engines.report import Block, Heading
from pbem.books.book import CREDITS, DIFFERENCES, FIRST_TURN, Book, read
from pbem.render.chapters import Chapter
from pbem.render.paper import PLAIN_PAPER, Paper

Books = tuple[Book | None, ...]
"""The guide, the rules and the orders of a game, as far as it has them."""


@dataclass(frozen=True)
class Painted:
    """A booklet, and what it was painted from."""

    books: Books
    under: tuple[str, ...]
    file: bytes

    def shows(self, books: Books, under: tuple[str, ...]) -> bool:
        return self.under == under and all(mine is one for mine, one in zip(self.books, books, strict=True))


PAINTED: dict[tuple[str, str, str], Painted] = {}
"""What was painted last, by game and paper."""
ONE_AT_A_TIME = Lock()


def pdf(engine: Engine[Any], host: str, paper: Paper = PLAIN_PAPER) -> bytes:
    """The booklet as a file, painted once for what it says: strangers may ask for it again and again."""
    from pbem.render.booklet import booklet  # with ReportLab: see `layers.letters`

    under = tuple(filter(None, (engine.credit, f"As it is played at {host}")))
    books = tuple(read(engine, kind) for kind in ("guide", "rules", "orders"))
    key = engine.code, paper.size, paper.print
    with ONE_AT_A_TIME:
        kept = PAINTED.get(key)
        if kept is None or not kept.shows(books, under):
            kept = Painted(books, under, booklet(engine.title, under, list(chapters(*books)), paper))
            PAINTED[key] = kept
        return kept.file


def chapters(guide: Book | None, rules: Book | None, orders: Book | None) -> Iterator[Chapter]:
    """Without a book of rules the whole guide stands in its place."""
    if guide and (first := guide.anchors.get(FIRST_TURN)):
        yield Chapter("first", "Your first turn", first[1:], one_page=True)
    book = rules or guide
    if book:
        yield Chapter(book.kind, book.title, body(book))
    if orders:
        yield Chapter(orders.kind, orders.title, body(orders))
    if guide and rules:
        for name, anchor in (("differs", DIFFERENCES), ("credits", CREDITS)):
            if found := guide.anchors.get(anchor):
                yield Chapter(name, title_of(found), found[1:])


def body(book: Book) -> tuple[Block, ...]:
    """All but the title."""
    return book.blocks[1:] if book.blocks and isinstance(book.blocks[0], Heading) else book.blocks


def title_of(blocks: Sequence[Block]) -> str:
    return blocks[0].text if isinstance(blocks[0], Heading) else ""
