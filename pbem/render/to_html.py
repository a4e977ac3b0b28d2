"""Report blocks as HTML: a fragment for a page, whose style sheet does the looks. Maps are drawn in it, as SVG.

Letters have HTML of their own (`to_mail`): mail programs know less than browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import TypeAlias

from engines.report import (
    Block,
    Boards,
    Cell,
    Code,
    Graph,
    Hand,
    Heading,
    Items,
    Lead,
    Map,
    Run,
    Style,
    Table,
    Text,
    styles_of,
)
from pbem.render import boards, cards_html, tables, to_svg
from pbem.render.layers import SAMPLE_SIZE, description, legend, whose
from pbem.render.layers.part import matters


def html(blocks: Iterable[Block]) -> str:
    """The blocks as a fragment."""
    every = list(blocks)
    first = next((block for block in every if isinstance(block, Map)), None)
    styles = styles_of(every)
    return "\n".join(part for block in every for part in painted(block, styles, block is first))


Hung: TypeAlias = Callable[[Map], str]
"""Says where the picture of a map is, for pages that fetch it by itself."""


def painted(block: Block, styles: Mapping[str, Style], first: bool, hung: Hung | None = None) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h{block.level}{name(block.anchor)}>{clean(block.text)}</h{block.level}>"
        case Lead():
            yield f'<p class="lead">{words(block.text, ())}</p>'
        case Text():
            quiet = ' class="quiet"' if block.quiet else ""
            yield f"<p{name(block.anchor)}{quiet}>{words(block.text, block.runs)}</p>"
        case Items():
            yield listing(block, styles)
        case Code():
            yield f"<pre>{clean(block.text)}</pre>"
        case Boards():
            yield boards_figure(block)
        case Table():
            yield table(block, styles)
        case Map():
            yield figure(block, first, hung)
        case Hand():
            yield cards_html.shown(block)
        case Graph():
            yield graph(block)


def clean(words: str) -> str:
    return to_svg.clean(words)


# --- words and lists --------------------------------------------------------------------------------------------


def name(anchor: str) -> str:
    """The attribute by which links lead to an element."""
    return f' id="{clean(anchor)}"' if anchor else ""


def words(text: str, runs: Iterable[Run]) -> str:
    return "".join(map(run, runs)) or "<br>".join(map(clean, text.splitlines()))


def run(one: Run) -> str:
    said = clean(one.text)
    for element, wanted in (("code", one.code), ("em", one.slanted), ("strong", one.strong)):
        said = f"<{element}>{said}</{element}>" if wanted else said
    return f'<a href="{clean(one.to)}">{said}</a>' if one.to else said


def listing(block: Items, styles: Mapping[str, Style]) -> str:
    """A list; a lone paragraph of an item needs no element of its own."""
    kind = "ul" if block.first is None else "ol"
    start = f' start="{block.first}"' if block.first not in (None, 1) else ""
    rows = "\n".join(item(parts, styles) for parts in block.items)
    return f"<{kind}{start}>\n{rows}\n</{kind}>"


def item(parts: tuple[Block, ...], styles: Mapping[str, Style]) -> str:
    match parts:
        case (Text() as first, *rest):
            anchor, inner = first.anchor, words(first.text, first.runs)
        case _:
            anchor, inner, rest = "", "", list(parts)
    more = "".join(part for block in rest for part in painted(block, styles, False))
    return f"<li{name(anchor)}>{inner}{more}</li>"


# --- tables -----------------------------------------------------------------------------------------------------


def table(block: Table, styles: Mapping[str, Style]) -> str:
    heads, right = tables.heads(block), tables.sides(block)
    kinds = [' class="number"' if side else "" for side in right]
    kind = f' class="t-{escape(block.name)}"'
    title = f"<caption>{clean(block.title)}</caption>" if block.title else ""
    head = "".join(column(title) for title in heads)
    top = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    rows = "\n".join(
        f"<tr>{''.join(cell(one, kind, styles) for one, kind in zip(row, kinds, strict=False))}</tr>"
        if len(row) > 1
        else band("".join(inner(one, styles) for one in row), max(1, len(heads)))
        for row in map(tables.cells, block.rows)
    )
    whole = f"<table{kind}>{title}{top}<tbody>\n{rows}\n</tbody></table>"
    return pane(whole, block.title or block.name) if len(right) > NARROW else whole


NARROW = 3
"""The most columns of a table that a phone has room for."""


def pane(inner: str, called: str) -> str:
    """A box of its own for what may be wider than the window: it is scrolled by itself, and the words around it stay
    where they are. Keys reach it too."""
    return f'<div class="pane" tabindex="0" role="group" aria-label="{clean(called)}">{inner}</div>'


def column(title: str) -> str:
    """What stands over a column; one without a title needs no heading."""
    return f'<th scope="col">{clean(title)}</th>' if title else "<td></td>"


def band(said: str, width: int) -> str:
    """A sub-heading across the table."""
    return f'<tr><th colspan="{width}" scope="rowgroup" class="band">{said}</th></tr>'


def cell(one: Cell, kind: str, styles: Mapping[str, Style]) -> str:
    return f"<td{kind}>{targets(one)}{inner(one, styles)}</td>"


def targets(one: Cell) -> str:
    """What links to a cell lead to."""
    return "".join(f"<span{name(anchor)}></span>" for anchor in one.anchors)


def inner(one: Cell, styles: Mapping[str, Style]) -> str:
    said = words(one.text, one.runs)
    if one.strong:
        said = f"<strong>{said}</strong>"
    return mark(one.good) + swatch(styles.get(one.seat)) + said


def mark(good: bool | None) -> str:
    if good is None:
        return ""
    sign, said = ("✓", "yes") if good else ("✗", "no")
    return f'<span class="{said}" role="img" aria-label="{said}">{sign}</span> '


def swatch(style: Style | None) -> str:
    """A seat's colour and hatch before its name."""
    if style is None:
        return ""
    return to_svg.swatch(style)


def graph(block: Graph) -> str:
    """The graph; the letters at its ends are those of the swatches beside the names."""
    caption = f"<figcaption>{clean(block.title)}</figcaption>"
    return f'<figure class="graph">{to_svg.graph(block)}{caption}</figure>'


# --- maps -------------------------------------------------------------------------------------------------------


def figure(block: Map, first: bool, hung: Hung | None = None) -> str:
    """The map with its title and the signs that occur on it. Only the first of a page can be pointed into. Where there
    is no room for all of it, it begins where its reader is: so many hundredths of its width from the left."""
    left, _, right, _ = matters(block)
    middle = round(50 * (left + right) / block.chart.width)
    caption = f"<figcaption>{clean(block.title)}</figcaption>"
    drawing = picture(block, hung(block)) if hung else to_svg.svg(block, ids=first)
    return f'<figure class="map" data-middle="{middle}">{pane(drawing, block.title)}{caption}{signs(block)}</figure>'


def picture(block: Map, at: str) -> str:
    """A map that is fetched by itself, with all that it shows in words."""
    words = clean(f"{block.title}. {description(block)}")
    size = f'width="{block.chart.width}" height="{block.chart.height}"'
    return f'<img src="{clean(at)}" {size} alt="{words}">'


def signs(block: Map, seats: bool = False) -> str:
    """The legend of a map as a list; with `seats` also whose is what, where no standings lie beside it."""
    entries = (*legend(block), *(whose(block) if seats else ()))
    lines = [f"<li>{to_svg.fragment(sample, *SAMPLE_SIZE)} {clean(words)}</li>" for words, sample in entries]
    return f'<ul class="legend">{"".join(lines)}</ul>'


def boards_figure(block: Boards, links: Mapping[str, tuple[str, str]] | None = None) -> str:
    """The picture of boards, wide and tall: the style sheet shows the one there is room for. `links`: see
    `boards.svgs`."""
    wide, tall = boards.svgs(block, links)
    return f'<figure class="boards"><div class="wide">{wide}</div><div class="tall">{tall}</div></figure>'
