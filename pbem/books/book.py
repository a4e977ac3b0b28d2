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
from engines.memo import memoize
from engines.report import Block, Cell, Heading, Items, Paragraph, Table
from pbem.books import markdown, sentences, shelf
from pbem.render import render_page_html, render_plain_text
from pbem.settings.installed_engines import ENGINES

FIRST_TURN, CREDITS, DIFFERENCES = "your-first-turn", "credits", "where-this-differs-from-the-printed-game"
"""The sections of a guide that stand in other places as well."""
NEAREST = 5
"""Titles that are named to who asked for one that does not exist."""
SHORT = 3
"""Letters of a word whose last s is its own."""


@dataclass(frozen=True)
class ContentsEntry:
    """A line of the contents: a heading and where it leads."""

    text: str
    level: int
    anchor: str


@dataclass(frozen=True)
class ContentsPart:
    """A chapter in the contents: its heading, and those of the sections in it."""

    entry: ContentsEntry
    sections: tuple[ContentsEntry, ...]


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
    def html_fragment(self) -> str:
        """All of it as a fragment of a page: made once, since strangers may ask for it again and again."""
        return render_page_html(self.blocks)

    @cached_property
    def contents_entries(self) -> tuple[ContentsEntry, ...]:
        """All headings but the title."""
        return tuple(
            ContentsEntry(b.text, b.level, b.anchor) for b in self.blocks if isinstance(b, Heading) and b.level > 1
        )

    @property
    def contents_parts(self) -> tuple[ContentsPart, ...]:
        """The contents in two steps."""
        found: list[ContentsPart] = []
        for entry in self.contents_entries:
            if entry.level == 2 or not found:
                found.append(ContentsPart(entry, ()))
            else:
                found[-1] = replace(found[-1], sections=(*found[-1].sections, entry))
        return tuple(found)

    @cached_property
    def passages_by_anchor(self) -> dict[str, tuple[Block, ...]]:
        """Every passage by the name that links lead to; of two with one name the first."""
        found: dict[str, tuple[Block, ...]] = {}
        for at, block in enumerate(self.blocks):
            for anchor, passage in iter_passages(self.blocks, at, block):
                found.setdefault(anchor, passage)
        found.pop("", None)  # a title without a word has no name
        return found

    def find_passage(self, words: str) -> tuple[Block, ...]:
        """Return what is asked for by a number, a code, a title or words of a title; nothing if there is none such."""
        wanted = words.strip().lstrip("§").strip()
        by_name = {anchor.lower(): passage for anchor, passage in self.passages_by_anchor.items()}
        if found := by_name.get(wanted.lower()) or by_name.get(markdown.heading_slug(wanted)):
            return found
        titled = [entry for entry in self.contents_entries if title_has_words(wanted, entry.text)]
        return self.passages_by_anchor[titled[0].anchor] if titled else ()

    def passage_title(self, words: str) -> str:
        """Return what a passage is called: its heading, else its number or code."""
        first = next(iter(self.find_passage(words)), None)
        return first.text if isinstance(first, Heading) else words.strip().lstrip("§").strip()

    @cached_property
    def section_words(self) -> tuple[tuple[str, list[str]], ...]:
        """The words of each section that has no sections of its own, behind its title."""
        ends = [entry for part in self.contents_parts for entry in part.sections or (part.entry,)]
        return tuple(
            (entry.text, plain_words(render_plain_text(self.passages_by_anchor[entry.anchor]))) for entry in ends
        )

    def list_mentions(self, words: str) -> list[str]:
        """The sections that speak of something that is no title, those first that do so most; of a number none."""
        wanted = word_stems(words)
        if not wanted or any(word.isdigit() for word in wanted):
            return []
        counted = [(word_density(wanted, own), title) for title, own in self.section_words]
        return [title for much, title in sorted(counted, key=lambda row: -row[0]) if much][:NEAREST]

    def nearest_titles(self, words: str) -> list[str]:
        """Return what comes near to something that does not exist: the sections around a number, or titles like it."""
        names = {entry.anchor: entry.text for entry in self.contents_entries}
        wanted = words.strip().lstrip("§").strip()
        if number := markdown.leading_number(wanted):
            chapter = [
                a for a in self.passages_by_anchor if a[:1].isdigit() and a.split(".")[0] == number.split(".")[0]
            ]
            near = get_close_matches(number, chapter, NEAREST, 0.5)
            near = near or [
                entry.anchor for entry in self.contents_entries if entry.anchor[:1].isdigit() and entry.level == 2
            ]
        elif code := markdown.CODE.match(wanted.upper()):
            near = get_close_matches(
                code[0], [a for a in self.passages_by_anchor if markdown.CODE.fullmatch(a)], NEAREST, 0.5
            )
        else:
            titles = {text.lower(): anchor for anchor, text in names.items()}
            near = [titles[text] for text in get_close_matches(wanted.lower(), titles, NEAREST, 0.4)]
        return [names.get(anchor, anchor) for anchor in near[:NEAREST]]


def title_has_words(wanted: str, title: str) -> bool:
    """Return whether a title holds all these words, each as it is or as the beginning of one of its own; accents and
    the s of a plural do not matter, and signs are no words."""
    own, parts = plain_words(title), word_stems(wanted)
    return bool(parts) and all(any(word.startswith(part) for word in own) for part in parts)


def word_stems(words: str) -> list[str]:
    return [word.removesuffix("s") if len(word) > SHORT else word for word in plain_words(words)]


def plain_words(text: str) -> list[str]:
    """The words of a text, small and without accents."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    return re.findall(r"\w+", bare)


def word_density(wanted: Sequence[str], own: Sequence[str]) -> float:
    """Return how much a text speaks of these words: 0 if one of them is missing."""
    counts = [sum(word.startswith(part) for word in own) for part in wanted]
    return min(counts) / len(own) if counts and own else 0


# --- passages ---------------------------------------------------------------------------------------------------


def iter_passages(blocks: Sequence[Block], at: int, block: Block) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """Yield what can be asked for in a block: its names, and what is read then."""
    match block:
        case Heading():
            yield block.anchor, (block, *iter_blocks_before(blocks[at + 1 :], lambda b: is_title(b, block.level)))
        case Paragraph() if block.anchor:
            yield (
                block.anchor,
                (block, *iter_blocks_before(blocks[at + 1 :], lambda b: is_title(b) or bool(block_anchor(b)))),
            )
        case Items():
            for n, item in enumerate(block.items):
                alone = Items((item,), None if block.first is None else block.first + n)
                yield from ((name, (alone,)) for part in item if (name := block_anchor(part)))
        case Table():
            for row in block.rows:
                first = row[0] if row else ""
                for name in first.anchors if isinstance(first, Cell) else ():
                    yield name, (replace(block, rows=(row,)),)


def iter_blocks_before(blocks: Sequence[Block], ends: Callable[[Block], bool]) -> Iterator[Block]:
    for block in blocks:
        if ends(block):
            return
        yield block


def is_title(block: Block, level: int = 6) -> bool:
    return isinstance(block, Heading) and block.level <= level


def block_anchor(block: Block) -> str:
    return block.anchor if isinstance(block, Heading | Paragraph) else ""


# --- reading ----------------------------------------------------------------------------------------------------


def find_book(code: str, kind: str, base: str = "") -> Book | None:
    """A book of a game, if it has it. `base` is the address of the page that it stands on: links lead from there."""
    engine = ENGINES.get(code)
    return None if engine is None else read_book(engine, kind, base)


def read_book(engine: Engine[Any], kind: str, base: str = "") -> Book | None:
    if kind == "orders":
        return order_book(engine)
    written = shelf.load_book_source(engine, kind) if kind in shelf.KINDS else ""
    return parse_book(engine.code, kind, written, base) if written else None


REFERENCES: dict[str, Book] = {}
"""The books of orders that were asked for, by game."""


def order_book(engine: Engine[Any]) -> Book:
    """The order reference as a book."""
    blocks, kept = sentences.order_reference(engine), REFERENCES.get(engine.code)
    if kept is None or kept.blocks is not blocks:
        REFERENCES[engine.code] = kept = Book(engine.code, "orders", blocks)
    return kept


@memoize(64)
def parse_book(code: str, kind: str, written: str, base: str) -> Book:
    return Book(code, kind, markdown.parse_markdown_blocks(written, lambda to: resolve_book_link(code, to, base)))


def first_turn_blocks(guide: Book) -> tuple[Block, ...]:
    """The section with which a guide opens; of one that has none, all that comes before its second heading."""
    return guide.passages_by_anchor.get(FIRST_TURN) or tuple(iter_blocks_before(guide.blocks[1:], is_title))


LINK = re.compile(r"(?:\.\./)*(?:(?P<folder>rules|engines)/)?(?P<name>[a-z0-9-]+)\.md(?P<anchor>#.*)?")


def resolve_book_link(code: str, to: str, base: str) -> str:
    """Return where a link of a book leads: another passage or book, or an address; "" if it leads to what is not
    served."""
    if to.startswith(("https://", "http://", "mailto:")):
        return to
    if to.startswith("#"):
        return f"{base}{to}" if base else to
    found = LINK.fullmatch(to)
    target = book_page(code, found["folder"] or "", found["name"]) if found else ""
    if found is None or not target:
        return ""
    return urljoin(base, f"{target}{found['anchor'] or ''}") if base else f"{target}{found['anchor'] or ''}"


def book_page(code: str, folder: str, name: str) -> str:
    """The page of the book that a file is, from the page of another one."""
    if name in ("rules", "guide"):
        return name
    if folder == "rules":
        return "rules" if name == code else f"../{name}/rules"
    game, _, kind = name.partition("-") if name not in ENGINES else (name, "", "guide")
    if game not in ENGINES or kind not in shelf.KINDS:
        return ""
    return kind if game == code else f"../{game}/{kind}"
