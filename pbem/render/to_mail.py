"""Report blocks as HTML for letters: what every mail program shows as it is meant.

It is made of tables, paragraphs and lists with classes, whose looks `templates/mail/letter.css` gives them; they are
written into the elements when the letter is put together. Nothing in it is wider than the narrowest phone: a table that
would be is told row by row, and words without an end get places where a line may break. A map is a picture that says
in words what it shows, or those words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from engines.kept import remembered
from engines.palette import NO_BAND
from engines.report import (
    Block,
    Boards,
    Card,
    Cell,
    Code,
    Graph,
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
from pbem.render.board_words import in_words
from pbem.render.cards_html import ticked
from pbem.render.graph import told as values_told
from pbem.render.layers.letters import points
from pbem.render.to_html import clean, name, words
from pbem.render.to_text import NEWEST, cell_text, dressed, pieces, spoken

ROOM = 296
"""Pixels between the margins of a letter on the narrowest phone, which is 320 wide."""
COLUMN = 576
"""Pixels between them where there is room enough."""
SETTINGS = (("table", 14, 4), ("table tight", 12, 3))
"""How a table may be set, the best first: its classes, and the pixels of its words and on each side of a cell."""
WIDER = 1.14
"""How much wider the letters of some readers' machines are than those that are measured here."""
SWATCH = 20
"""Pixels before the name of a seat."""
UNBROKEN, PART = 24, 16
"""Words with more letters than the first may be broken after every so many as the second says."""
SHORT = 4
"""Letters of what a row begins with that needs no line of its own."""
WHOLE = 1_000_000
"""A width at which no line of words is broken."""
BLANK = "&nbsp;"
EMPTY = re.compile(r"\n[ \t]*\n+")
LONG = re.compile(rf"<[^>]*>|((?:&#?\w+;|[^\s<&]){{{UNBROKEN + 1},}})")
WEB = re.compile(r"https?://[^\s<>“”()]*[^\s<>“”().,;:!?]")
TAG = re.compile(r"<[^>]*>")
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
    told = {id(block) for block in spoken(every)}
    headings = {block.text for block in every if isinstance(block, Heading)}
    return breakable("\n".join(Fragment(styles_of(every), told, headings, pictured).painted(every)))


def paragraphs(text: str, kind: str = "") -> str:
    """A text as it was written, line by line; `kind` is the class of its paragraphs."""
    start = f'<p class="{kind}">' if kind else "<p>"
    parts = filter(None, EMPTY.split(text.strip("\n")))
    return "\n".join(f"{start}{lines(part)}</p>" for part in parts)


def lines(text: str) -> str:
    """Lines that keep their breaks and the blanks before them, and lead to the addresses they name."""
    every = ((len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines())
    return "<br>".join(f"{BLANK * indent}{linked(line)}" for indent, line in every)


def linked(line: str) -> str:
    """A line with its links; it may end within very long words."""
    said = clean(line)
    if "://" in said:
        said = WEB.sub(r'<a href="\g<0>">\g<0></a>', said)
    return breakable(said) if len(said) > UNBROKEN else said


def breakable(html: str) -> str:
    """HTML in which a line may end within very long words; there are seldom any."""
    if max(map(len, TAG.sub(" ", html).split()), default=0) <= UNBROKEN:
        return html
    return LONG.sub(lambda found: "<wbr>".join(SOME.findall(found[1])) if found[1] else found[0], html)


@dataclass(frozen=True)
class Fragment:
    """How the blocks of one letter are painted: how seats look, which maps are told in words too, which headings there
    are, and what is shown."""

    styles: Mapping[str, Style]
    told: Set[int]
    headings: Set[str]
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
                yield from self.boards(block)
            case Hand():
                yield hand(block)
            case Graph():
                yield f'<p class="title">{clean(block.title)}</p>'
                yield f"<p>{'<br>'.join(map(clean, values_told(block, NEWEST)))}</p>"

    # --- lists ----------------------------------------------------------------------------------------------------

    def listing(self, block: Items) -> str:
        kind = "ul" if block.first is None else "ol"
        start = f' start="{block.first}"' if block.first not in (None, 1) else ""
        return f"<{kind}{start}>{''.join(map(self.item, block.items))}</{kind}>"

    def item(self, parts: Sequence[Block]) -> str:
        """An item; its first paragraph needs no element of its own."""
        match parts:
            case (Text() as first, *rest):
                return f"<li{name(first.anchor)}>{words(first.text, first.runs)}{''.join(self.painted(rest))}</li>"
        return f"<li>{''.join(self.painted(parts))}</li>"

    # --- tables ---------------------------------------------------------------------------------------------------

    def table(self, block: Table) -> str:
        title = f'<p class="title">{clean(block.title)}</p>' if block.title else ""
        for kind, size, padding in SETTINGS:
            if narrowest(block, size, padding) <= ROOM:
                return f"{title}{framed(''.join(self.grid(block)), kind, padding)}"
        return f"{title}{''.join(self.rows(block))}"

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
                yield f'<tr><th colspan="{len(sides)}"{LEFT} class="band">{self.inner(row[0])}</th></tr>'
                continue
            cells = (f"<td{side}>{self.inner(cell)}</td>" for cell, side in zip(row, sides, strict=False))
            yield f'<tr valign="top">{"".join(cells)}</tr>'

    def rows(self, block: Table) -> Iterator[str]:
        """Row by row: under its first cell what the others say, each behind the head of its column."""
        heads = tables.heads(block)
        for first, *others in filter(None, map(tables.cells, block.rows)):
            said = (
                f'<span class="quiet">{clean(head)}</span>{BLANK if head else ""}{self.inner(cell)}'
                for head, cell in zip(heads[1:], others, strict=False)
                if cell.text
            )
            told = " · ".join(said)
            after = " · " if len(first.text) <= SHORT else "<br>"
            yield f'<p class="row"><strong>{self.inner(first)}</strong>{after if told else ""}{told}</p>'

    def inner(self, cell: Cell) -> str:
        said = words(cell.text, cell.runs)
        anchors = "".join(f"<a{name(anchor)}></a>" for anchor in cell.anchors)
        strong = f"<strong>{said}</strong>" if cell.strong else said
        return f"{anchors}{MARKS[cell.good]}{swatch(self.styles.get(cell.seat))}{strong}"

    # --- maps -----------------------------------------------------------------------------------------------------

    def map(self, block: Map) -> Iterator[str]:
        """The picture, in whose place its words are read by who sees none; without it who stands where, if no later map
        says so."""
        title, *told = pieces(block, WHOLE)
        seen = self.pictured(block)
        if (seen or id(block) in self.told) and title not in self.headings:
            yield f'<p class="title">{clean(title)}</p>'
        if seen:
            yield picture(seen)
        elif id(block) in self.told:
            yield f"<p>{'<br>'.join(map(clean, told))}</p>"

    def boards(self, block: Boards) -> Iterator[str]:
        """The picture, which says all there is in words as well; without it tables of the same."""
        seen = self.pictured(block)
        if seen is None:
            yield from self.painted(in_words(block))
            return
        yield f'<p class="title">{clean(block.title)}</p>'
        yield picture(seen)


LEFT = ' align="left"'
MARKS = {None: "", True: '<span class="yes">✓</span> ', False: '<span class="no">✗</span> '}


def framed(rows: str, kind: str, padding: int, more: str = "") -> str:
    """Rows as a table; the cells' padding is an attribute, which spares every one of them a style."""
    return f'<table class="{kind}"{more} cellpadding="{padding}" cellspacing="0" border="0">{rows}</table>'


def swatch(style: Style | None) -> str:
    """A seat's letter on its colour, before its name."""
    if style is None:
        return ""
    return f'<span class="swatch" style="background-color:{style.tint}">&nbsp;{clean(style.letter)}&nbsp;</span>&nbsp;'


def picture(seen: Shown) -> str:
    """As wide as the column, whatever the program makes of styles; below it the way to where there is more."""
    shown = f'<img src="{clean(seen.src)}" width="{COLUMN}" alt="{clean(seen.alt)}">'
    if not seen.to:
        return f'<p class="picture">{shown}</p>'
    to = clean(seen.to)
    way = f'<p class="quiet"><a href="{to}">{clean(seen.more)}</a></p>'
    return f'<p class="picture"><a href="{to}" class="seen">{shown}</a></p>{way}'


# --- what fits ----------------------------------------------------------------------------------------------------


def narrowest(block: Table, size: int, padding: int) -> float:
    """Pixels that a table needs at least, with words and padding of this size."""
    rows = [row for row in map(tables.cells, block.rows) if len(row) > 1]
    columns = [[row[at] for row in rows if at < len(row)] for at in range(len(block.columns))]
    cells = (max((least(cell, size) for cell in column), default=0.0) for column in columns)
    heads = (longest(head, size, True) for head in tables.heads(block))
    return WIDER * sum(map(max, cells, heads)) + 2 * padding * len(columns)


def least(cell: Cell, size: int) -> float:
    """Pixels that a cell needs."""
    found = longest(cell_text(cell), size, cell.strong)
    return found + (SWATCH if cell.seat else 0)


@remembered(8192)
def longest(text: str, size: int, bold: bool) -> float:
    """Pixels of the longest part of a text in which no line can end."""
    every = (part for word in re.split(r"[ \t\n]+", text) for part in unbroken(word))
    return max((points(part, size, bold) for part in every), default=0.0)


def unbroken(word: str) -> list[str]:
    """The parts of a word within which no line ends."""
    return SOME.findall(word) if len(word) > UNBROKEN else re.split(r"(?<=\w-)(?=\w)", word)


# --- cards --------------------------------------------------------------------------------------------------------

PALE = frozenset({"spent", "shut"})


def hand(block: Hand) -> str:
    """Cards under each other, each with its colour at its edge; the word for it stands with the card."""
    title, cards = dressed(block)
    rows = "".join(card(one, state) for one, state in cards)
    kind, _, padding = SETTINGS[0]
    table = framed(rows, kind, padding, ' width="100%"') if rows else ""
    return f'<p class="title">{clean(title)}</p>{table}'


def card(one: Card, state: str) -> str:
    """A card: its number and face, and in a line of their own what it would bring and what has become of it."""
    fill = clean(one.fill) or NO_BAND
    face = "; ".join(map(clean, one.text.splitlines()))
    more = " · ".join(clean(words) for words in (one.kind, one.note, ticked(one, state)) if words)
    kind = f' class="{"spent" if one.mark in PALE else one.mark}"' if one.mark else ""
    below = f'<br><span class="quiet">{more}</span>' if more else ""
    return (
        f'<tr valign="top"><td width="6" bgcolor="{fill}" class="edge" style="background-color:{fill}">&nbsp;</td>'
        f"<td{kind}><strong>{clean(one.title)}</strong> {face}{below}</td></tr>"
    )
