"""The report as the parts of a page: the map by itself, so that it can stand beside the desk, and all the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from markupsafe import Markup

from engines.report import STANDINGS, Block, Heading, Map, Table, styles_of
from pbem.render.to_html import page_dress, painted


@dataclass(frozen=True)
class Document:
    """Fragments of HTML; each is empty where the report has none of it. `side` says how everybody stands."""

    map: Markup
    side: Markup
    rest: Markup


def document(blocks: Iterable[Block], *, ids: bool = True) -> Document:
    """The first map, and below it what else the report says, under headings one step lower than the page's own.

    `ids`: the regions of the map can be pointed at; of one map on a page only."""
    every = [replace(b, level=b.level + 1) if isinstance(b, Heading) else b for b in blocks]
    first = next((b for b in every if isinstance(b, Map)), None)
    styles = styles_of(every)
    if first is not None:
        every = [b for b in every if b is not first and not (isinstance(b, Heading) and b.text == first.title)]

    def fragment(some: Iterable[Block]) -> Markup:
        return Markup(
            "\n".join(part for b in some for part in painted(b, styles, page_dress, False, ids and b is first))
        )

    side = [b for b in every if isinstance(b, Table) and b.name == STANDINGS]
    rest = [b for b in every if b not in side]
    return Document(fragment([first] if first else ()), fragment(side), fragment(rest))
