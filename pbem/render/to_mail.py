"""Report blocks as HTML for letters: what every mail program shows as it is meant.

It is made of tables, paragraphs and lists with classes, whose looks `templates/mail/letter.css` gives them; they are
written into the elements when the letter is put together. Nothing in it is wider than the narrowest phone: a table that
would be is told row by row, and words without an end get places where a line may break. A map is a picture, if its
reader's letter holds one, and words in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engines.report import (
    Block,
    Boards,
    Card,
    Cell,
    Code,
    Hand,
    Heading,
    Items,
    Lead,
    Map,
    Style,
    Table,
    Text,
    styles_of,
)
from pbem.render import tables
from pbem.render.cards_html import BARE, ticked
from pbem.render.pdf_drawing import width
from pbem.render.pdf_words import BOLD, PLAIN, fonts
from pbem.render.to_html import clean, name, words
from pbem.render.to_text import cell_text, dressed, pieces, spoken

ROOM = 296
"""Pixels between the margins of a letter on the narrowest phone, which is 320 wide."""
COLUMN = 576
"""Pixels between them where there is room enough."""
SIZE, PADDING = 14, 4
"""Pixels of the words in a table, and on each side of a cell; as in the style sheet."""
UNBROKEN, PART = 24, 16
"""Words with more letters than the first may be broken after every so many as the second says."""
WHOLE = 1_000_000
"""A width at which no line of words is broken."""
BLANK = "&nbsp;"
LONG = re.compile(rf"<[^>]*>|((?:&#?\w+;|[^\s<&]){{{UNBROKEN + 1},}})")
SOME = re.compile(rf"(?:&#?\w+;|[^&]){{1,{PART}}}")


@dataclass(frozen=True)
class Shown:
    """A picture as a letter refers to it: `src` by the name of its part, `alt` in words. `to` is where it leads, and
    `more` what is there."""

    src: str
    alt: str
    to: str = ""
    more: str = ""


Pictured = Callable[[Block], Shown | None]
"""What a letter shows in the place of a block."""


def mail(blocks: Iterable[Block], pictured: Pictured = lambda _: None) -> str:
    """The blocks as a fragment, with classes in place of looks."""
    every = list(blocks)
    return breakable("\n".join(Fragment(styles_of(every), {id(b) for b in spoken(every)}, pictured).painted(every)))


def paragraphs(text: str) -> str:
    """A text as it was written, line by line."""
    return breakable("\n".join(f"<p>{lines(part)}</p>" for part in re.split(r"\n[ \t]*\n+", text.strip("\n")) if part))


def lines(text: str) -> str:
    """Lines that keep their breaks and the blanks before them, and lead to the addresses they name."""
    every = ((len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines())
    return "<br>".join(f"{BLANK * indent}{linked(line)}" for indent, line in every)


def linked(line: str) -> str:
    return re.sub(r"https?://[^\s<>“”()]*[^\s<>“”().,;:!?]", r'<a href="\g<0>">\g<0></a>', clean(line))


def breakable(html: str) -> str:
    """HTML in which a line may end within very long words."""
    return LONG.sub(lambda found: "<wbr>".join(SOME.findall(found[1])) if found[1] else found[0], html)


@dataclass(frozen=True)
class Fragment:
    """How the blocks of one letter are painted: how seats look, which maps are told in words too, and what is shown."""

    styles: Mapping[str, Style]
    told: set[int]
    pictured: Pictured

    def painted(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                level = min(6, block.level + 1)
                yield f"<h{level}{name(block.anchor)}>{clean(block.text)}</h{level}>"
            case Lead():
                yield f'<p class="lead">{words(block.text, ())}</p>'
            case Text():
                quiet = ' class="quiet"' if block.quiet else ""
                yield f"<p{name(block.anchor)}{quiet}>{words(block.text, block.runs)}</p>"
            case Items():
                yield self.listing(block)
            case Code():
                yield f'<p class="code">{lines(block.text)}</p>'
            case Table():
                yield self.table(block)
            case Map():
                yield from self.map(block)
            case Boards():
                yield hand(block.as_cards)
            case Hand():
                yield hand(block)

    # --- lists ----------------------------------------------------------------------------------------------------

    def listing(self, block: Items) -> str:
        kind = "ul" if block.first is None else "ol"
        start = f' start="{block.first}"' if block.first not in (None, 1) else ""
        return f"<{kind}{start}>{''.join(f'<li>{self.item(parts)}</li>' for parts in block.items)}</{kind}>"

    def item(self, parts: Sequence[Block]) -> str:
        """An item; its first paragraph needs no element of its own."""
        match parts:
            case (Text() as first, *rest):
                return "".join((words(first.text, first.runs), *self.painted(rest)))
        return "".join(self.painted(parts))

    # --- tables ---------------------------------------------------------------------------------------------------

    def table(self, block: Table) -> str:
        title = f'<p class="title">{clean(block.title)}</p>' if block.title else ""
        rows = self.grid(block) if fits(block) else self.stack(block)
        return f'{title}<table class="table" cellpadding="{PADDING}" cellspacing="0" border="0">{"".join(rows)}</table>'

    def grid(self, block: Table) -> Iterator[str]:
        """Columns beside each other."""
        sides = [' align="right"' if right else "" for right in tables.sides(block)]
        heads = tables.heads(block)
        if any(heads):
            cells = (
                f'<th{side or LEFT} class="head">{clean(head)}</th>' for head, side in zip(heads, sides, strict=True)
            )
            yield f'<tr valign="bottom">{"".join(cells)}</tr>'
        for row in map(tables.cells, block.rows):
            if len(row) == 1:
                yield band(self.inner(row[0]), len(sides))
                continue
            cells = (f"<td{side}>{self.inner(cell)}</td>" for cell, side in zip(row, sides, strict=False))
            yield f'<tr valign="top">{"".join(cells)}</tr>'

    def stack(self, block: Table) -> Iterator[str]:
        """Row by row: each under its first cell, figures behind the heads of their columns."""
        heads = tables.heads(block)
        for row in map(tables.cells, block.rows):
            first, *others = row
            yield band(self.inner(first), 2)
            for head, cell in zip(heads[1:], others, strict=False):
                if cell.text:
                    yield f'<tr valign="top"><td class="quiet">{clean(head)}</td><td>{self.inner(cell)}</td></tr>'

    def inner(self, cell: Cell) -> str:
        said = words(cell.text, cell.runs)
        anchors = "".join(f"<a{name(anchor)}></a>" for anchor in cell.anchors)
        strong = f"<strong>{said}</strong>" if cell.strong else said
        return f"{anchors}{MARKS[cell.good]}{swatch(self.styles.get(cell.seat))}{strong}"

    # --- maps -----------------------------------------------------------------------------------------------------

    def map(self, block: Map) -> Iterator[str]:
        """The picture and what its signs mean; then who stands where, if no later map of the letter says so."""
        title, *told = pieces(block, WHOLE)
        seen = self.pictured(block)
        if seen or id(block) in self.told:
            yield f'<p class="title">{clean(title)}</p>'
        if seen:
            yield picture(seen)
            yield f'<p class="quiet">{clean(block.key)}</p>' if block.key else ""
        if id(block) in self.told:
            yield f"<p{QUIET if seen else ''}>{'<br>'.join(map(clean, told))}</p>"


LEFT, QUIET = ' align="left"', ' class="quiet"'
MARKS = {None: "", True: '<span class="yes">✓</span> ', False: '<span class="no">✗</span> '}


def band(said: str, columns: int) -> str:
    """A heading across a table."""
    return f'<tr><th colspan="{columns}"{LEFT} class="band">{said}</th></tr>'


def swatch(style: Style | None) -> str:
    """A seat's letter on its colour, before its name."""
    if style is None:
        return ""
    return f'<span class="swatch" style="background-color:{style.tint}">&nbsp;{clean(style.letter)}&nbsp;</span> '


def picture(seen: Shown) -> str:
    """As wide as the column, whatever the program makes of styles; below it the way to where there is more."""
    shown = f'<img src="{clean(seen.src)}" width="{COLUMN}" alt="{clean(seen.alt)}">'
    if not seen.to:
        return f'<p class="picture">{shown}</p>'
    way = f'<a href="{clean(seen.to)}">'
    return f'<p class="picture">{way}{shown}</a></p><p class="quiet">{way}{clean(seen.more)}</a></p>'


# --- what fits ----------------------------------------------------------------------------------------------------


def fits(block: Table) -> bool:
    """Whether the columns of a table stand beside each other on the narrowest phone."""
    full = [list(map(cell_text, row)) for row in map(tables.cells, block.rows) if len(row) > 1]
    columns = zip(*(row for row in full if len(row) == len(block.columns)), strict=True)
    heads = [(head,) for head in tables.heads(block)]
    least = [max(narrowest(one, BOLD) for one in (*head, *cells)) for head, cells in zip(heads, columns, strict=False)]
    return sum(least) + 2 * PADDING * len(least) <= ROOM


def narrowest(text: str, font: str = PLAIN) -> float:
    """Pixels of the longest part of a text in which no line can end."""
    fonts()
    every = (part for word in re.split(r"[ \t\n]+", text) for part in unbroken(word))
    return max((width(part, font, SIZE) for part in every), default=0.0)


def unbroken(word: str) -> list[str]:
    """The parts of a word within which no line ends."""
    return SOME.findall(word) if len(word) > UNBROKEN else re.split(r"(?<=\w-)(?=\w)", word)


# --- cards --------------------------------------------------------------------------------------------------------

PALE = frozenset({"spent", "shut"})


def hand(block: Hand) -> str:
    """Cards under each other, each with its colour at its edge; the word for it stands with the card."""
    title, cards = dressed(block)
    rows = "".join(card(one, state) for one, state in cards)
    table = f'<table class="table" width="100%" cellpadding="{PADDING}" cellspacing="0" border="0">{rows}</table>'
    return f'<p class="title">{clean(title)}</p>{table if rows else ""}'


def card(one: Card, state: str) -> str:
    """A card: its number and face, and in a line of their own what it would bring and what has become of it."""
    fill = clean(one.fill) or BARE
    face = "; ".join(map(clean, one.text.splitlines()))
    more = " · ".join(clean(words) for words in (one.kind, one.note, ticked(one, state)) if words)
    kind = f' class="{"spent" if one.mark in PALE else one.mark}"' if one.mark else ""
    below = f'<br><span class="quiet">{more}</span>' if more else ""
    return (
        f'<tr valign="top"><td width="6" bgcolor="{fill}" class="edge" style="background-color:{fill}">&nbsp;</td>'
        f"<td{kind}><strong>{clean(one.title)}</strong> {face}{below}</td></tr>"
    )
