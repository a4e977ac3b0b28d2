"""What of a game's books a letter holds: a passage, or a book's contents and how to ask for more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engines.base import Engine
from engines.report import Block, Heading, Items, Run, Text
from pbem.books import shelf
from pbem.books.book import Book, Entry, Part, first_turn, read


@dataclass(frozen=True)
class Piece:
    """`title` says what it is, `url` where it stands on the web."""

    title: str
    url: str
    blocks: tuple[Block, ...]


def piece(engine: Engine[Any], kind: str, part: str, public_url: str) -> Piece:
    """A passage of a book; without `part`, or if it is not there any more, what is told of the book itself."""
    url = f"{public_url}/help/{engine.code}/{kind}"
    found = read(engine, kind, url)
    if found is None:
        return Piece(shelf.KINDS[kind], url, ())
    passage = found.passage(part) if part else ()
    if passage:
        anchor = next((name for name, one in found.anchors.items() if one == passage), "")
        return Piece(found.titled(part), f"{url}#{anchor}", passage)
    return Piece(found.title, url, tuple(told(engine, found, url)))


def told(engine: Engine[Any], found: Book, url: str) -> Iterator[Block]:
    """Of a book itself: of a guide its first turn, of the orders all; and the contents."""
    if found.kind == "orders":
        yield from found.blocks
        return
    if found.kind == "guide":
        yield from first_turn(found)
    yield Heading("Contents", 2)
    yield Items(tuple(tuple(listed(part, url)) for part in found.parts))
    yield how(engine, found)


def listed(part: Part, url: str) -> Iterator[Block]:
    """A line of the contents, and what is in that chapter below it."""
    yield entitled(part.entry, url)
    if sections := [entry for entry in part.sections if entry.level == 3]:
        yield Items(tuple((entitled(entry, url),) for entry in sections))


def entitled(entry: Entry, url: str) -> Text:
    return Text(entry.text, runs=(Run(entry.text, to=f"{url}#{entry.anchor}"),))


def how(engine: Engine[Any], found: Book) -> Text:
    """How a section is asked for by letter."""
    numbered = [entry.anchor for entry in found.contents if entry.anchor[:1].isdigit()]
    titles = [entry.text for entry in found.contents]
    words = (numbered or titles or [""])[-1]
    line, before = f"{found.kind} {engine.code} {words}".rstrip(), "One section comes by a line such as "
    return Text(f"{before}{line}.", runs=(Run(before), Run(line, code=True), Run(".")))
