"""What an engine shows as the parts of a page: a report, with its map by itself; and a board, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from markupsafe import Markup

from engines.report import (
    STANDINGS,
    Block,
    Boards,
    CardHand,
    Code,
    Heading,
    Items,
    Lead,
    Map,
    Style,
    Table,
    styles_in_blocks,
)
from pbem.render.to_html import MapAddress, render_block_html, render_map_signs


@dataclass(frozen=True)
class Document:
    """Fragments of HTML; each is empty where the report has none of it. `side` says how everybody stands."""

    map: Markup
    side: Markup
    rest: Markup


def build_document(blocks: Iterable[Block], hung: MapAddress | None = None) -> Document:
    """The first map, and below it what else the report says, under headings one step lower than the page's own. `hung`
    says where the picture of a map is; without it maps are drawn in the page."""
    every = list(blocks)
    first = next((b for b in every if isinstance(b, Map)), None)
    styles = styles_in_blocks(every)
    if first is not None:
        every = [b for b in every if b is not first and not (isinstance(b, Heading) and b.text == first.title)]
    side = [b for b in every if isinstance(b, Table) and b.name == STANDINGS]
    rest = lower_headings(b for b in every if b not in side)
    return Document(
        render_fragment([first] if first else (), styles, hung),
        render_fragment(side, styles),
        render_fragment(rest, styles, hung),
    )


def lower_headings(blocks: Iterable[Block], under: int = 1) -> list[Block]:
    """The blocks, with headings that go down step by step from a heading of the page, for who listens to it."""
    found, over = list[Block](), list[int]()
    for block in blocks:
        if isinstance(block, Heading):
            over = [level for level in over if level < block.level] + [block.level]
            block = replace(block, level=under + len(over))
        found.append(block)
    return found


def render_fragment(some: Iterable[Block], styles: Mapping[str, Style], hung: MapAddress | None = None) -> Markup:
    return Markup("\n".join(part for block in some for part in render_block_html(block, styles, False, hung)))


def lead_of(blocks: Iterable[Block]) -> str:
    """Return what happened, in a sentence or two."""
    return next((block.text for block in blocks if isinstance(block, Lead)), "")


def render_without_maps(blocks: Iterable[Block]) -> Markup:
    """A report without its maps, under a heading of its own."""
    every = lower_headings((block for block in blocks if not isinstance(block, Map | Lead)), under=2)
    return render_fragment(every, styles_in_blocks(every))


Laid: TypeAlias = Markup | CardHand | Boards


def lay_out_board(blocks: Iterable[Block], paint: Callable[[Map, int], str]) -> tuple[list[Laid], list[Markup]]:
    """A board as what is drawn and the tables below it, each in its order; a heading goes with what it is over. Maps
    are as `paint` makes them of each and its place among them, with their legends; hands and boards as they are, for
    cards are pressed."""
    every, maps, over = lower_headings(blocks), 0, list[Block]()
    styles = styles_in_blocks(every)
    drawn, below = list[Laid](), list[Markup]()
    for block in every:
        if isinstance(block, Heading):
            over.append(block)
            continue
        if isinstance(block, CardHand | Boards | Map):
            drawn += [render_fragment(over, styles)] if over else []
            drawn.append(block if not isinstance(block, Map) else Markup(paint(block, maps)))
            drawn += [render_map_legend(block)] if isinstance(block, Map) else []
            maps += isinstance(block, Map)
        elif isinstance(block, Table | Items | Code):
            below.append(render_fragment([*over, block], styles))
        else:
            drawn.append(render_fragment([*over, block], styles))
        over = []
    return drawn, below


def render_map_legend(map_: Map) -> Markup:
    """The legend of a map that one plays on, folded away."""
    return Markup(
        f'<details class="key"><summary>What the signs mean</summary>{render_map_signs(map_, seats=True)}</details>'
    )
