"""A book to be read in: its contents, and each passage that can be asked for by its number, its code or its title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from engines.base import Engine
from engines.kept import keeps
from engines.report import Block, Cell, Heading, Items, Table, Text
from pbem.books import markdown, sentences, shelf
from pbem.installed import ENGINES
from pbem.render import html, text

FIRST_TURN, CREDITS, DIFFERENCES = "your-first-turn", "credits", "where-this-differs-from-the-printed-game"
"""The sections of a guide that stand in other places as well."""
NEAREST = 5
"""Titles that are named to who asked for one that does not exist."""
SHORT = 3
"""Letters of a word whose last s is its own."""


@dataclass(frozen=True)
class Entry:
    """A line of the contents: a heading and where it leads."""

    text: str
    level: int
    anchor: str


@dataclass(frozen=True)
class Part:
    """A chapter in the contents: its heading, and those of the sections in it."""

    entry: Entry
    sections: tuple[Entry, ...]


@dataclass(frozen=True)
class Book:
    """A book of a game: its `kind`, and its blocks, of which the first is its title."""

    game: str
    kind: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        return shelf.KINDS[self.kind]

    @cached_property
    def html(self) -> str:
        """All of it as a fragment of a page: made once, since strangers may ask for it again and again."""
        return html(self.blocks)

    @cached_property
    def contents(self) -> tuple[Entry, ...]:
        """All headings but the title."""
        return tuple(Entry(b.text, b.level, b.anchor) for b in self.blocks if isinstance(b, Heading) and b.level > 1)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The contents in two steps."""
        found: list[Part] = []
        for entry in self.contents:
            if entry.level == 2 or not found:
                found.append(Part(entry, ()))
            else:
                found[-1] = replace(found[-1], sections=(*found[-1].sections, entry))
        return tuple(found)

    @cached_property
    def anchors(self) -> dict[str, tuple[Block, ...]]:
        """Every passage by the name that links lead to; of two with one name the first."""
        found: dict[str, tuple[Block, ...]] = {}
        for at, block in enumerate(self.blocks):
            for anchor, passage in passages(self.blocks, at, block):
                found.setdefault(anchor, passage)
        found.pop("", None)  # a title without a word has no name
        return found

    def passage(self, words: str) -> tuple[Block, ...]:
        """What is asked for by a number, a code, a title or words of a title; nothing if there is none such."""
        wanted = words.strip().lstrip("§").strip()
        by_name = {anchor.lower(): passage for anchor, passage in self.anchors.items()}
        if found := by_name.get(wanted.lower()) or by_name.get(markdown.slug(wanted)):
            return found
        titled = [entry for entry in self.contents if worded(wanted, entry.text)]
        return self.anchors[titled[0].anchor] if titled else ()

    def titled(self, words: str) -> str:
        """What a passage is called: its heading, else its number or code."""
        first = next(iter(self.passage(words)), None)
        return first.text if isinstance(first, Heading) else words.strip().lstrip("§").strip()

    @cached_property
    def spoken(self) -> tuple[tuple[str, list[str]], ...]:
        """The words of each section that has no sections of its own, behind its title."""
        ends = [entry for part in self.parts for entry in part.sections or (part.entry,)]
        return tuple((entry.text, plain(text(self.anchors[entry.anchor]))) for entry in ends)

    def mentions(self, words: str) -> list[str]:
        """The sections that speak of something that is no title, those first that do so most; of a number none."""
        wanted = stems(words)
        if not wanted or any(word.isdigit() for word in wanted):
            return []
        counted = [(density(wanted, own), title) for title, own in self.spoken]
        return [title for much, title in sorted(counted, key=lambda row: -row[0]) if much][:NEAREST]

    def nearest(self, words: str) -> list[str]:
        """What comes near to something that does not exist: the sections around a number, or titles like it."""
        names = {entry.anchor: entry.text for entry in self.contents}
        wanted = words.strip().lstrip("§").strip()
        if number := markdown.number(wanted):
            chapter = [a for a in self.anchors if a[:1].isdigit() and a.split(".")[0] == number.split(".")[0]]
            near = get_close_matches(number, chapter, NEAREST, 0.5)
            near = near or [entry.anchor for entry in self.contents if entry.anchor[:1].isdigit() and entry.level == 2]
        elif code := markdown.CODE.match(wanted.upper()):
            near = get_close_matches(code[0], [a for a in self.anchors if markdown.CODE.fullmatch(a)], NEAREST, 0.5)
        else:
            titles = {text.lower(): anchor for anchor, text in names.items()}
            near = [titles[text] for text in get_close_matches(wanted.lower(), titles, NEAREST, 0.4)]
        return [names.get(anchor, anchor) for anchor in near[:NEAREST]]


def worded(wanted: str, title: str) -> bool:
    """Whether a title holds all these words, each as it is or as the beginning of one of its own; accents and the s of
    a plural do not matter, and signs are no words."""
    own, parts = plain(title), stems(wanted)
    return bool(parts) and all(any(word.startswith(part) for word in own) for part in parts)


def stems(words: str) -> list[str]:
    return [word.removesuffix("s") if len(word) > SHORT else word for word in plain(words)]


def plain(text: str) -> list[str]:
    """The words of a text, small and without accents."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return re.findall(r"\w+", bare)


def density(wanted: Sequence[str], own: Sequence[str]) -> float:
    """How much a text speaks of these words: 0 if one of them is missing."""
    counts = [sum(word.startswith(part) for word in own) for part in wanted]
    return min(counts) / len(own) if counts and own else 0


# --- passages ---------------------------------------------------------------------------------------------------


def passages(blocks: Sequence[Block], at: int, block: Block) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """What can be asked for in a block: its names, and what is read then."""
    match block:
        case Heading():
            yield block.anchor, (block, *before(blocks[at + 1 :], lambda b: is_title(b, block.level)))
        case Text() if block.anchor:
            yield block.anchor, (block, *before(blocks[at + 1 :], lambda b: is_title(b) or bool(anchor_of(b))))
        case Items():
            for n, item in enumerate(block.items):
                alone = Items((item,), None if block.first is None else block.first + n)
                yield from ((name, (alone,)) for part in item if (name := anchor_of(part)))
        case Table():
            for row in block.rows:
                first = row[0] if row else ""
                for name in first.anchors if isinstance(first, Cell) else ():
                    yield name, (replace(block, rows=(row,)),)


def before(blocks: Sequence[Block], ends: Callable[[Block], bool]) -> Iterator[Block]:
    for block in blocks:
        if ends(block):
            return
        yield block


def is_title(block: Block, level: int = 6) -> bool:
    return isinstance(block, Heading) and block.level <= level


def anchor_of(block: Block) -> str:
    return block.anchor if isinstance(block, Heading | Text) else ""


# --- reading ----------------------------------------------------------------------------------------------------


def book(code: str, kind: str, base: str = "") -> Book | None:
    """A book of a game, if it has it. `base` is the address of the page that it stands on: links lead from there."""
    engine = ENGINES.get(code)
    return None if engine is None else read(engine, kind, base)


def read(engine: Engine[Any], kind: str, base: str = "") -> Book | None:
    if kind == "orders":
        return drawn_up(engine)
    written = shelf.source(engine, kind) if kind in shelf.KINDS else ""
    return parsed(engine.code, kind, written, base) if written else None


REFERENCES: dict[str, Book] = {}
"""The books of orders that were asked for, by game."""


def drawn_up(engine: Engine[Any]) -> Book:
    """The order reference as a book."""
    blocks, kept = sentences.reference(engine), REFERENCES.get(engine.code)
    if kept is None or kept.blocks is not blocks:
        REFERENCES[engine.code] = kept = Book(engine.code, "orders", blocks)
    return kept


@keeps(64)
def parsed(code: str, kind: str, written: str, base: str) -> Book:
    return Book(code, kind, markdown.blocks(written, lambda to: link(code, to, base)))


def first_turn(guide: Book) -> tuple[Block, ...]:
    """The section with which a guide opens; of one that has none, all that comes before its second heading."""
    return guide.anchors.get(FIRST_TURN) or tuple(before(guide.blocks[1:], is_title))


LINK = re.compile(r"(?:\.\./)*(?:(?P<folder>rules|engines)/)?(?P<name>[a-z0-9-]+)\.md(?P<anchor>#.*)?")


def link(code: str, to: str, base: str) -> str:
    """Where a link of a book leads: another passage or book, or an address; "" if it leads to what is not served."""
    if to.startswith(("https://", "http://", "mailto:")):
        return to
    if to.startswith("#"):
        return f"{base}{to}" if base else to
    found = LINK.fullmatch(to)
    target = served(code, found["folder"] or "", found["name"]) if found else ""
    if found is None or not target:
        return ""
    return urljoin(base, f"{target}{found['anchor'] or ''}") if base else f"{target}{found['anchor'] or ''}"


def served(code: str, folder: str, name: str) -> str:
    """The page of the book that a file is, from the page of another one."""
    if name in ("rules", "guide"):
        return name
    if folder == "rules":
        return "rules" if name == code else f"../{name}/rules"
    game, _, kind = name.partition("-") if name not in ENGINES else (name, "", "guide")
    if game not in ENGINES or kind not in shelf.KINDS:
        return ""
    return kind if game == code else f"../{game}/{kind}"
