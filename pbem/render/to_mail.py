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

from engines.memo import memoize_texts
from engines.palette import NO_BAND
from engines.report import (
    Block,
    Boards,
    CardHand,
    Cell,
    Code,
    Graph,
    Heading,
    Items,
    Lead,
    Map,
    Paragraph,
    Style,
    Table,
    TableCard,
    styles_in_blocks,
)
from pbem.render import tables
from pbem.render.boards.words import boards_as_blocks
from pbem.render.cards_html import card_state_words
from pbem.render.graph import describe_graph_lines as values_told
from pbem.render.maps.letters import measure_points
from pbem.render.to_html import anchor_attribute, clean_html, render_runs_html
from pbem.render.to_text import NEWEST, cell_text, drop_repeated_maps, map_text_lines, title_and_states

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
class LetterPicture:
    """A picture as a letter refers to it: `src` by the name of its part, `alt` in words. `to` is where it leads, and
    `more` what is there."""

    src: str
    alt: str
    to: str = ""
    more: str = ""


PictureFinder = Callable[[Block], LetterPicture | None]
"""What a letter shows in the place of a block."""


def render_mail_html(blocks: Iterable[Block], pictured: PictureFinder = lambda _: None) -> str:
    """The blocks as a fragment, with classes in place of looks."""
    every = list(blocks)
    told = {id(block) for block in drop_repeated_maps(every)}
    headings = {block.text for block in every if isinstance(block, Heading)}
    return add_line_breaks(
        "\n".join(MailFragment(styles_in_blocks(every), told, headings, pictured).render_mail_blocks(every))
    )


def render_mail_paragraphs(text: str, kind: str = "") -> str:
    """A text as it was written, line by line; `kind` is the class of its paragraphs."""
    start = f'<p class="{kind}">' if kind else "<p>"
    parts = filter(None, EMPTY.split(text.strip("\n")))
    return "\n".join(f"{start}{render_mail_lines(part)}</p>" for part in parts)


def render_mail_lines(text: str) -> str:
    """Lines that keep their breaks and the blanks before them, and lead to the addresses they name."""
    every = ((len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines())
    return "<br>".join(f"{BLANK * indent}{render_linked_line(line)}" for indent, line in every)


def render_linked_line(line: str) -> str:
    """A line with its links; it may end within very long words."""
    said = clean_html(line)
    if "://" in said:
        said = WEB.sub(r'<a href="\g<0>">\g<0></a>', said)
    return add_line_breaks(said) if len(said) > UNBROKEN else said


def add_line_breaks(html: str) -> str:
    """HTML in which a line may end within very long words; there are seldom any."""
    if max(map(len, TAG.sub(" ", html).split()), default=0) <= UNBROKEN:
        return html
    return LONG.sub(lambda found: "<wbr>".join(SOME.findall(found[1])) if found[1] else found[0], html)


@dataclass(frozen=True)
class MailFragment:
    """How the blocks of one letter are painted: how seats look, which maps are told in words too, which headings there
    are, and what is shown."""

    styles: Mapping[str, Style]
    told: Set[int]
    headings: Set[str]
    pictured: PictureFinder

    def render_mail_blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self.render_mail_block(block)

    def render_mail_block(self, block: Block) -> Iterator[str]:
        match block:
            case Heading():
                level = min(6, block.level + 1)
                yield f"<h{level}{anchor_attribute(block.anchor)}>{clean_html(block.text)}</h{level}>"
            case Lead():
                yield f'<p class="lead">{render_runs_html(block.text, ())}</p>'
            case Paragraph():
                quiet = ' class="quiet"' if block.quiet else ""
                yield f"<p{anchor_attribute(block.anchor)}{quiet}>{render_runs_html(block.text, block.runs)}</p>"
            case Items():
                yield self.render_mail_list(block)
            case Code():
                yield f'<p class="code">{render_mail_lines(block.text)}</p>'
            case Table():
                yield self.render_mail_table(block)
            case Map():
                yield from self.render_mail_map(block)
            case Boards():
                yield from self.render_mail_boards(block)
            case CardHand():
                yield render_mail_hand(block)
            case Graph():
                yield f'<p class="title">{clean_html(block.title)}</p>'
                yield f"<p>{'<br>'.join(map(clean_html, values_told(block, NEWEST)))}</p>"

    # --- lists ----------------------------------------------------------------------------------------------------

    def render_mail_list(self, block: Items) -> str:
        kind = "ul" if block.first is None else "ol"
        start = f' start="{block.first}"' if block.first not in (None, 1) else ""
        return f"<{kind}{start}>{''.join(map(self.render_mail_item, block.items))}</{kind}>"

    def render_mail_item(self, parts: Sequence[Block]) -> str:
        """An item; its first paragraph needs no element of its own."""
        match parts:
            case (Paragraph() as first, *rest):
                return (
                    f"<li{anchor_attribute(first.anchor)}>{render_runs_html(first.text, first.runs)}"
                    f"{''.join(self.render_mail_blocks(rest))}</li>"
                )
        return f"<li>{''.join(self.render_mail_blocks(parts))}</li>"

    # --- tables ---------------------------------------------------------------------------------------------------

    def render_mail_table(self, block: Table) -> str:
        title = f'<p class="title">{clean_html(block.title)}</p>' if block.title else ""
        for kind, size, padding in SETTINGS:
            if narrowest_table_width(block, size, padding) <= ROOM:
                return f"{title}{wrap_mail_table(''.join(self.render_mail_grid(block)), kind, padding)}"
        return f"{title}{''.join(self.render_mail_rows(block))}"

    def render_mail_grid(self, block: Table) -> Iterator[str]:
        """Columns beside each other."""
        sides = [' align="right"' if right else "" for right in tables.column_sides(block)]
        heads = tables.column_heads(block)
        if any(heads):
            cells = (
                f'<th{side or LEFT} class="head">{clean_html(head)}</th>'
                for head, side in zip(heads, sides, strict=True)
            )
            yield f'<tr valign="bottom">{"".join(cells)}</tr>'
        for row in map(tables.row_cells, block.rows):
            if len(row) == 1:
                yield f'<tr><th colspan="{len(sides)}"{LEFT} class="band">{self.render_mail_cell(row[0])}</th></tr>'
                continue
            cells = (f"<td{side}>{self.render_mail_cell(cell)}</td>" for cell, side in zip(row, sides, strict=False))
            yield f'<tr valign="top">{"".join(cells)}</tr>'

    def render_mail_rows(self, block: Table) -> Iterator[str]:
        """Row by row: under its first cell what the others say, each behind the head of its column."""
        heads = tables.column_heads(block)
        for first, *others in filter(None, map(tables.row_cells, block.rows)):
            said = (
                f'<span class="quiet">{clean_html(head)}</span>{BLANK if head else ""}{self.render_mail_cell(cell)}'
                for head, cell in zip(heads[1:], others, strict=False)
                if cell.text
            )
            told = " · ".join(said)
            after = " · " if len(first.text) <= SHORT else "<br>"
            yield f'<p class="row"><strong>{self.render_mail_cell(first)}</strong>{after if told else ""}{told}</p>'

    def render_mail_cell(self, cell: Cell) -> str:
        said = render_runs_html(cell.text, cell.runs)
        anchors = "".join(f"<a{anchor_attribute(anchor)}></a>" for anchor in cell.anchors)
        strong = f"<strong>{said}</strong>" if cell.strong else said
        return f"{anchors}{MARKS[cell.good]}{render_mail_swatch(self.styles.get(cell.seat))}{strong}"

    # --- maps -----------------------------------------------------------------------------------------------------

    def render_mail_map(self, block: Map) -> Iterator[str]:
        """The picture, in whose place its words are read by who sees none; without it who stands where, if no later map
        says so."""
        title, *told = map_text_lines(block, WHOLE)
        seen = self.pictured(block)
        if (seen or id(block) in self.told) and title not in self.headings:
            yield f'<p class="title">{clean_html(title)}</p>'
        if seen:
            yield render_mail_picture(seen)
        elif id(block) in self.told:
            yield f"<p>{'<br>'.join(map(clean_html, told))}</p>"

    def render_mail_boards(self, block: Boards) -> Iterator[str]:
        """The picture, which says all there is in words as well; without it tables of the same."""
        seen = self.pictured(block)
        if seen is None:
            yield from self.render_mail_blocks(boards_as_blocks(block))
            return
        yield f'<p class="title">{clean_html(block.title)}</p>'
        yield render_mail_picture(seen)


LEFT = ' align="left"'
MARKS = {None: "", True: '<span class="yes">✓</span> ', False: '<span class="no">✗</span> '}


def wrap_mail_table(rows: str, kind: str, padding: int, more: str = "") -> str:
    """Rows as a table; the cells' padding is an attribute, which spares every one of them a style."""
    return f'<table class="{kind}"{more} cellpadding="{padding}" cellspacing="0" border="0">{rows}</table>'


def render_mail_swatch(style: Style | None) -> str:
    """A seat's letter on its colour, before its name."""
    if style is None:
        return ""
    return (
        '<span class="swatch" '
        f'style="background-color:{style.tint}">&nbsp;{clean_html(style.letter)}&nbsp;</span>&nbsp;'
    )


def render_mail_picture(seen: LetterPicture) -> str:
    """As wide as the column, whatever the program makes of styles; below it the way to where there is more."""
    shown = f'<img src="{clean_html(seen.src)}" width="{COLUMN}" alt="{clean_html(seen.alt)}">'
    if not seen.to:
        return f'<p class="picture">{shown}</p>'
    to = clean_html(seen.to)
    way = f'<p class="quiet"><a href="{to}">{clean_html(seen.more)}</a></p>'
    return f'<p class="picture"><a href="{to}" class="seen">{shown}</a></p>{way}'


# --- what fits ----------------------------------------------------------------------------------------------------


def narrowest_table_width(block: Table, size: int, padding: int) -> float:
    """Pixels that a table needs at least, with words and padding of this size."""
    rows = [row for row in map(tables.row_cells, block.rows) if len(row) > 1]
    columns = [[row[at] for row in rows if at < len(row)] for at in range(len(block.columns))]
    cells = (max((least_cell_pixels(cell, size) for cell in column), default=0.0) for column in columns)
    heads = (longest_part_pixels(head, size, True) for head in tables.column_heads(block))
    return WIDER * sum(map(max, cells, heads)) + 2 * padding * len(columns)


def least_cell_pixels(cell: Cell, size: int) -> float:
    """Pixels that a cell needs."""
    found = longest_part_pixels(cell_text(cell), size, cell.strong)
    return found + (SWATCH if cell.seat else 0)


@memoize_texts(8192)
def longest_part_pixels(text: str, size: int, bold: bool) -> float:
    """Pixels of the longest part of a text in which no line can end."""
    every = (part for word in re.split(r"[ \t\n]+", text) for part in split_unbroken_parts(word))
    return max((measure_points(part, size, bold) for part in every), default=0.0)


def split_unbroken_parts(word: str) -> list[str]:
    """The parts of a word within which no line ends."""
    return SOME.findall(word) if len(word) > UNBROKEN else re.split(r"(?<=\w-)(?=\w)", word)


# --- cards --------------------------------------------------------------------------------------------------------

PALE = frozenset({"spent", "shut"})


def render_mail_hand(block: CardHand) -> str:
    """Cards under each other, each with its colour at its edge; the word for it stands with the card."""
    title, cards = title_and_states(block)
    rows = "".join(render_mail_card(one, state) for one, state in cards)
    kind, _, padding = SETTINGS[0]
    table = wrap_mail_table(rows, kind, padding, ' width="100%"') if rows else ""
    return f'<p class="title">{clean_html(title)}</p>{table}'


def render_mail_card(one: TableCard, state: str) -> str:
    """A card: its number and face, and in a line of their own what it would bring and what has become of it."""
    fill = clean_html(one.fill) or NO_BAND
    face = "; ".join(map(clean_html, one.text.splitlines()))
    more = " · ".join(clean_html(words) for words in (one.kind, one.note, card_state_words(one, state)) if words)
    kind = f' class="{"spent" if one.mark in PALE else one.mark}"' if one.mark else ""
    below = f'<br><span class="quiet">{more}</span>' if more else ""
    return (
        f'<tr valign="top"><td width="6" bgcolor="{fill}" class="edge" style="background-color:{fill}">&nbsp;</td>'
        f"<td{kind}><strong>{clean_html(one.title)}</strong> {face}{below}</td></tr>"
    )
