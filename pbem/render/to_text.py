"""Report blocks as plain text: everything can be played from it without ever opening a picture."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from engines.memo import memoize_texts
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
    Run,
    Table,
    TableCard,
)
from pbem.render import tables
from pbem.render.boards.words import boards_as_blocks
from pbem.render.graph import describe_graph_lines
from pbem.render.maps.pieces import PiecesLayer

WIDTH = 72
GAP = "  "
NARROWEST = 12
"""Columns of a table that give way to others."""
NEWEST = 12
"""Values of a graph that are told of each line."""
LONE = re.compile(r"(?<!\S)([^\s:;?!»]) (?=\S\S)")
TIED = re.compile(r" (?=[:;?!»](?:\s|$))|(?<=«) |(?<=\d) (?=[A-Z]\w?\b)")
"""Blanks at which no line ends: before punctuation and within quotation marks of French, between figure and unit."""
UNDERLINES = {1: "=", 2: "-"}


def render_plain_text(blocks: Iterable[Block], width: int = WIDTH) -> str:
    """The blocks as lines of at most `width` columns; words longer than that are kept whole. Of several maps of one
    chart only the last is told, which is how things stand: what led there is told in words."""
    painted = ("\n".join(block_text_lines(block, width)) for block in drop_repeated_maps(blocks))
    return "\n\n".join(part for part in painted if part.strip()) + "\n"


def drop_repeated_maps(blocks: Iterable[Block]) -> list[Block]:
    """The blocks without the maps that a later one of the same chart makes needless where maps are told in words."""
    every = list(blocks)
    last = {id(block.chart): block for block in every if isinstance(block, Map)}
    return [block for block in every if not isinstance(block, Map) or last[id(block.chart)] is block]


def block_text_lines(block: Block, width: int) -> Iterator[str]:
    match block:
        case Heading():
            yield from heading_text_lines(block, width)
        case Lead():
            yield from paragraph_text_lines(block.text, width)
        case Paragraph():
            yield from paragraph_text_lines(quote_code_runs(block.text, block.runs), width)
        case Items():
            yield from item_text_lines(block, width)
        case Code():
            yield from (f"    {remove_controls(line)}".rstrip() for line in block.text.splitlines())
        case Boards():
            told = ("\n".join(block_text_lines(one, width)) for one in boards_as_blocks(block))
            yield "\n\n".join(told)
        case Table():
            yield from table_text_lines(block, width)
        case Map():
            yield from map_text_lines(block, width)
        case CardHand():
            yield from hand_text_lines(block, width)
        case Graph():
            yield from graph_text_lines(block, width)


def heading_text_lines(block: Heading, width: int) -> Iterator[str]:
    words = remove_controls(block.text)
    yield words
    if block.level in UNDERLINES:
        yield UNDERLINES[block.level] * min(terminal_width(words), width)


def paragraph_text_lines(words: str, width: int) -> Iterator[str]:
    for line in words.splitlines() or [""]:
        yield from wrap_line(remove_controls(line), width)


def quote_code_runs(words: str, runs: Sequence[Run]) -> str:
    """Words with what is to be written set off, unless that is all of them."""
    if len(runs) < 2:
        return words
    return "".join(f"“{run.text}”" if run.code else run.text for run in runs)


def item_text_lines(block: Items, width: int) -> Iterator[str]:
    """Each item behind its sign or number, what belongs to it indented below."""
    for number, item in enumerate(block.items, block.first or 0):
        sign = "- " if block.first is None else f"{number}. "
        inner = [line for part in item for line in block_text_lines(part, width - len(sign))]
        for n, line in enumerate(inner or [""]):
            yield f"{sign if n == 0 else ' ' * len(sign)}{line}".rstrip()


def wrap_line(words: str, width: int, indent: str = "") -> Sequence[str]:
    if len(words) <= width and words.isprintable() and words == words.strip():
        return (words,)
    return wrap_long_line(words, width, indent)


@memoize_texts(2048)
def wrap_long_line(words: str, width: int, indent: str) -> tuple[str, ...]:
    """Words in lines. All seats read of the same orders."""
    lines = textwrap.wrap(
        bind_words(words), max(width, 8), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return tuple(unbind_words(line) for line in lines) or ("",)


def bind_words(words: str) -> str:
    """Words of one letter tied to the next by a no-break space, so that a line does not end in "A" of "A PAR"; and what
    is not parted either."""
    return TIED.sub("\xa0", LONE.sub("\\1\xa0", words))


def unbind_words(words: str) -> str:
    """Words with plain spaces in place of no-break ones."""
    return words.replace("\xa0", " ")


def remove_controls(words: str) -> str:
    """Without control characters, of which the report model holds none that mean anything, and without halves of
    surrogate pairs, which no encoding takes."""
    if words.isprintable():
        return words
    return "".join({"Cc": " ", "Cs": "\ufffd"}.get(unicodedata.category(c), c) for c in words)


def terminal_width(words: str) -> int:
    """Return how wide the words are in a terminal."""
    if words.isascii():
        return len(words)
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) == "Cf"
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in words
    )


def graph_text_lines(block: Graph, width: int) -> Iterator[str]:
    """Each line in words, its newest values if there are many."""
    yield remove_controls(block.title)
    for line in describe_graph_lines(block, NEWEST):
        yield from wrap_line(remove_controls(line), width, GAP)


# --- tables -----------------------------------------------------------------------------------------------------


def cell_text(cell: Cell) -> str:
    mark = {True: "+ ", False: "x ", None: ""}[cell.good]
    return remove_controls(mark + quote_code_runs(cell.text, cell.runs))


def table_text_lines(block: Table, width: int) -> Iterator[str]:
    """Columns under each other, the widest one wrapped if need be; a row of one cell is a sub-heading."""
    head, right = [remove_controls(words) for words in tables.column_heads(block)], tables.column_sides(block)
    rows = [[cell_text(cell) for cell in tables.row_cells(row)] for row in block.rows]
    sizes = fit_text_columns([head, *(row for row in rows if len(row) > 1)], width)
    if block.title:
        yield remove_controls(block.title)
    if any(head):
        yield from row_text_lines(head, sizes, right)
        yield GAP.join("-" * size for size in sizes)
    for row in rows:
        yield from row_text_lines(row, sizes, right) if len(row) > 1 else [row[0]] if row else []


def fit_text_columns(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The width of each column; the widest gives way until the table fits, down to `NARROWEST`."""
    count = max((len(row) for row in rows), default=0)
    sizes = [max((terminal_width(row[n]) for row in rows if n < len(row)), default=0) for n in range(count)]
    over = sum(sizes) + len(GAP) * (count - 1) - width
    while over > 0 and max(sizes, default=0) > NARROWEST:
        widest = sizes.index(max(sizes))
        second = max([NARROWEST, *(size for n, size in enumerate(sizes) if n != widest)])
        cut = min(over, max(1, sizes[widest] - second))
        sizes[widest] -= cut
        over -= cut
    return sizes


def row_text_lines(row: Sequence[str], sizes: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    stacks = [wrap_line(words, size) for words, size in zip(row, sizes, strict=False)]
    for n in range(max(map(len, stacks), default=0)):
        cells = (
            pad_cell(stack[n] if n < len(stack) else "", size, side)
            for stack, size, side in zip(stacks, sizes, right, strict=False)
        )
        yield GAP.join(cells).rstrip()


def pad_cell(words: str, size: int, right: bool) -> str:
    blank = " " * max(0, size - terminal_width(words))
    return blank + words if right else words + blank


# --- maps -------------------------------------------------------------------------------------------------------


FEW = 20
"""So many areas that are nobody's are named; of more only the number is told."""


def map_text_lines(block: Map, width: int) -> Iterator[str]:
    """Yield who stands where and owns what, a paragraph for each seat; then what is nobody's."""
    yield from wrap_line(remove_controls(block.title), width)
    owning = not is_told_by_pieces(block)
    for seat, style in {**block.styles, **block.looks}.items():
        bare = (at for at, owner in block.owners.items() if owner == seat and at not in block.plates)
        areas = sorted(map(block.place_name, bare))
        told = [", ".join(PiecesLayer.describe_seat(block, seat)), *block.describe_owned(seat)]
        if areas and seat in block.looks:
            told.append(join_areas(areas) if len(areas) <= FEW else f"{len(areas)} areas")
        elif areas and owning:
            told.append(f"owns {join_areas(areas)}")
        if said := "; ".join(filter(None, told)):
            yield from wrap_line(remove_controls(f"{style.name[:1].upper()}{style.name[1:]}: {said}"), width, GAP)


def join_areas(areas: Sequence[str]) -> str:
    """The areas one after the other; with semicolons if a name has a comma of its own."""
    return ("; " if any("," in area for area in areas) else ", ").join(areas)


def is_told_by_pieces(block: Map) -> bool:
    """Return whether all that is owned is told with the pieces of its owner, and no piece stands on what is not."""
    stands = {(piece.seat, piece.at) for piece in block.pieces}
    owned = {(owner, at) for at, owner in block.owners.items() if owner in block.styles}
    seas = {code for code, region in block.chart.regions.items() if region.kind == "sea"}
    return owned <= stands and all(at in seas for _, at in stands - owned)


# --- cards ------------------------------------------------------------------------------------------------------

MARKS = {"said": "in your orders", "spent": "spent", "shut": "cannot be played now"}


def hand_text_lines(block: CardHand, width: int) -> Iterator[str]:
    """Cards that are mere numbers in one paragraph, others a line each."""
    title, cards = title_and_states(block)
    if not any(card.text or card.kind or card.note for card in block.cards):
        titles = ", ".join(add_in_brackets(card.title, state) for card, state in cards) or "none"
        yield from wrap_line(remove_controls(f"{title}: {titles}"), width, GAP)
        return
    yield remove_controls(title)
    for card, state in cards:
        yield from wrap_line(GAP + remove_controls(add_in_brackets(describe_hand_card(card), state)), width, GAP * 2)


def title_and_states(block: CardHand) -> tuple[str, list[tuple[TableCard, str]]]:
    """The title of a hand, and its cards, each with what has become of it and its place; what is true of all stands in
    the title alone."""
    words, marks = {**MARKS, **block.words}, {card.mark for card in block.cards}
    if marks in ({"spent"}, {"shut"}):
        return add_in_brackets(block.title, words[marks.pop()]), [(card, "") for card in block.cards]
    states = (f"{card.place}. {words[card.mark]}" if card.place else words.get(card.mark, "") for card in block.cards)
    return block.title, list(zip(block.cards, states, strict=True))


def describe_hand_card(card: TableCard) -> str:
    """A card in words: "47 wheat from France, green: brings 300"."""
    text = "; ".join(card.text.splitlines())
    kind = card.kind if card.kind not in card.note else ""
    face = ", ".join(filter(None, (" ".join(filter(None, (card.title, text))), kind)))
    return f"{face}: {card.note}" if card.note else face


def add_in_brackets(words: str, more: str) -> str:
    return f"{words} ({more})" if more else words
