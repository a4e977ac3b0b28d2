"""What of a game's books a letter holds: a passage, or a book's contents and how to ask for more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.base import Engine
from engines.report import Block, Heading, Items, Paragraph, Run
from pbem.books import shelf
from pbem.books.book import Book, ContentsEntry, ContentsPart, first_turn_blocks, read_book


@dataclass(frozen=True)
class BookExcerpt:
    """`title` says what it is, `url` where it stands on the web."""

    title: str
    url: str
    blocks: tuple[Block, ...]


def make_excerpt(engine: Engine[Any], kind: str, part: str, public_url: str) -> BookExcerpt:
    """A passage of a book; without `part`, or if it is not there any more, what is told of the book itself."""
    url = f"{public_url}/help/{engine.code}/{kind}"
    found = read_book(engine, kind, url)
    if found is None:
        return BookExcerpt(shelf.KINDS[kind], url, ())
    passage = found.find_passage(part) if part else ()
    if passage:
        anchor = next((name for name, one in found.passages_by_anchor.items() if one == passage), "")
        return BookExcerpt(found.passage_title(part), f"{url}#{anchor}", passage)
    return BookExcerpt(found.title, url, tuple(book_overview_blocks(engine, found, url)))


def book_overview_blocks(engine: Engine[Any], found: Book, url: str) -> Iterator[Block]:
    """Of a book itself: of a guide its first turn, of the orders all; and the contents."""
    if found.kind == "orders":
        yield from found.blocks
        return
    if found.kind == "guide":
        yield from first_turn_blocks(found)
    yield Heading("Contents", 2)
    yield Items(tuple(tuple(contents_line_blocks(part, url)) for part in found.contents_parts))
    yield explain_asking(engine, found)


def contents_line_blocks(part: ContentsPart, url: str) -> Iterator[Block]:
    """A line of the contents, and what is in that chapter below it."""
    yield linked_entry(part.entry, url)
    if sections := [entry for entry in part.sections if entry.level == 3]:
        yield Items(tuple((linked_entry(entry, url),) for entry in sections))


def linked_entry(entry: ContentsEntry, url: str) -> Paragraph:
    return Paragraph(entry.text, runs=(Run(entry.text, to=f"{url}#{entry.anchor}"),))


def explain_asking(engine: Engine[Any], found: Book) -> Paragraph:
    """Return how a section is asked for by letter."""
    numbered = [entry.anchor for entry in found.contents_entries if entry.anchor[:1].isdigit()]
    titles = [entry.text for entry in found.contents_entries]
    words = (numbered or titles or [""])[-1]
    line, before = f"{found.kind} {engine.code} {words}".rstrip(), "One section comes by a line such as "
    return Paragraph(f"{before}{line}.", runs=(Run(before), Run(line, code=True), Run(".")))
