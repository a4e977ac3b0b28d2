"""The booklet of a game, to print: the first turn, the rules, all that can be written, and who made the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from threading import Lock
from typing import Any

from engines.base import Engine
from engines.report import Block, Heading
from pbem.books.book import CREDITS, DIFFERENCES, FIRST_TURN, Book, read
from pbem.render.booklet import Chapter, booklet

PAINTED: dict[tuple[str, str], tuple[str, bytes]] = {}
"""By game and paper: what was painted last, and a stamp of what it was painted from."""
ONE_AT_A_TIME = Lock()


def pdf(engine: Engine[Any], host: str, paper: str = "A4") -> bytes:
    """The booklet as a file, painted once for what it says: strangers may ask for it again and again. Raises
    ValueError for a paper other than A4 or Letter."""
    under = tuple(filter(None, (engine.credit, f"As it is played at {host}")))
    parts = tuple(chapters(engine))
    key = engine.code, paper.lower()
    stamp = sha256(repr((engine.title, under, parts)).encode()).hexdigest()
    with ONE_AT_A_TIME:
        if PAINTED.get(key, ("", b""))[0] != stamp:
            PAINTED[key] = stamp, booklet(engine.title, under, parts, paper)
        return PAINTED[key][1]


def chapters(engine: Engine[Any]) -> Iterator[Chapter]:
    """Without a book of rules the whole guide stands in its place."""
    guide, rules, orders = (read(engine, kind) for kind in ("guide", "rules", "orders"))
    if guide and (first := guide.anchors.get(FIRST_TURN)):
        yield Chapter("first", "Your first turn", first[1:])
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
