"""Report blocks as HTML: a fragment for a page, whose style sheet does the looks. Maps are drawn in it, as SVG.

Letters have HTML of their own (`to_mail`): mail programs know less than browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import TypeAlias

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
    Style,
    Table,
    styles_in_blocks,
)
from pbem.render import cards_html, tables, to_svg
from pbem.render.boards import picture
from pbem.render.maps import SAMPLE_SIZE, describe_map, list_map_legend, list_owner_legend
from pbem.render.maps.part import focus_frame


def render_page_html(blocks: Iterable[Block]) -> str:
    """The blocks as a fragment."""
    every = list(blocks)
    first = next((block for block in every if isinstance(block, Map)), None)
    styles = styles_in_blocks(every)
    return "\n".join(part for block in every for part in render_block_html(block, styles, block is first))


MapAddress: TypeAlias = Callable[[Map], str]
"""Says where the picture of a map is, for pages that fetch it by itself."""


def render_block_html(
    block: Block, styles: Mapping[str, Style], first: bool, hung: MapAddress | None = None
) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h{block.level}{anchor_attribute(block.anchor)}>{clean_html(block.text)}</h{block.level}>"
        case Lead():
            yield f'<p class="lead">{render_runs_html(block.text, ())}</p>'
        case Paragraph():
            quiet = ' class="quiet"' if block.quiet else ""
            yield f"<p{anchor_attribute(block.anchor)}{quiet}>{render_runs_html(block.text, block.runs)}</p>"
        case Items():
            yield render_list_html(block, styles)
        case Code():
            yield f"<pre>{clean_html(block.text)}</pre>"
        case Boards():
            yield render_boards_figure(block)
        case Table():
            yield render_table_html(block, styles)
        case Map():
            yield render_map_figure(block, first, hung)
        case CardHand():
            yield cards_html.render_hand_html(block)
        case Graph():
            yield render_graph_html(block)


def clean_html(words: str) -> str:
    return to_svg.clean_xml(words)


# --- words and lists --------------------------------------------------------------------------------------------


def anchor_attribute(anchor: str) -> str:
    """The attribute by which links lead to an element."""
    return f' id="{clean_html(anchor)}"' if anchor else ""


def render_runs_html(text: str, runs: Iterable[Run]) -> str:
    return "".join(map(render_run_html, runs)) or "<br>".join(map(clean_html, text.splitlines()))


def render_run_html(one: Run) -> str:
    said = clean_html(one.text)
    for element, wanted in (("code", one.code), ("em", one.slanted), ("strong", one.strong)):
        said = f"<{element}>{said}</{element}>" if wanted else said
    return f'<a href="{clean_html(one.to)}">{said}</a>' if one.to else said


def render_list_html(block: Items, styles: Mapping[str, Style]) -> str:
    """A list; a lone paragraph of an item needs no element of its own."""
    kind = "ul" if block.first is None else "ol"
    start = f' start="{block.first}"' if block.first not in (None, 1) else ""
    rows = "\n".join(render_item_html(parts, styles) for parts in block.items)
    return f"<{kind}{start}>\n{rows}\n</{kind}>"


def render_item_html(parts: tuple[Block, ...], styles: Mapping[str, Style]) -> str:
    match parts:
        case (Paragraph() as first, *rest):
            anchor, inner = first.anchor, render_runs_html(first.text, first.runs)
        case _:
            anchor, inner, rest = "", "", list(parts)
    more = "".join(part for block in rest for part in render_block_html(block, styles, False))
    return f"<li{anchor_attribute(anchor)}>{inner}{more}</li>"


# --- tables -----------------------------------------------------------------------------------------------------


def render_table_html(block: Table, styles: Mapping[str, Style]) -> str:
    heads, right = tables.column_heads(block), tables.column_sides(block)
    kinds = [' class="number"' if side else "" for side in right]
    kind = f' class="t-{escape(block.name)}"'
    title = f"<caption>{clean_html(block.title)}</caption>" if block.title else ""
    head = "".join(render_column_html(title) for title in heads)
    top = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    rows = "\n".join(
        f"<tr>{''.join(render_cell_html(one, kind, styles) for one, kind in zip(row, kinds, strict=False))}</tr>"
        if len(row) > 1
        else render_band_html("".join(render_cell_content(one, styles) for one in row), max(1, len(heads)))
        for row in map(tables.row_cells, block.rows)
    )
    whole = f"<table{kind}>{title}{top}<tbody>\n{rows}\n</tbody></table>"
    return render_pane_html(whole, block.title or block.name) if len(right) > NARROW else whole


NARROW = 3
"""The most columns of a table that a phone has room for."""


def render_pane_html(inner: str, called: str) -> str:
    """A box of its own for what may be wider than the window: it is scrolled by itself, and the words around it stay
    where they are. Keys reach it too."""
    return f'<div class="pane" tabindex="0" role="group" aria-label="{clean_html(called)}">{inner}</div>'


def render_column_html(title: str) -> str:
    """Return what stands over a column; one without a title needs no heading."""
    return f'<th scope="col">{clean_html(title)}</th>' if title else "<td></td>"


def render_band_html(said: str, width: int) -> str:
    """A sub-heading across the table."""
    return f'<tr><th colspan="{width}" scope="rowgroup" class="band">{said}</th></tr>'


def render_cell_html(one: Cell, kind: str, styles: Mapping[str, Style]) -> str:
    return f"<td{kind}>{render_targets_html(one)}{render_cell_content(one, styles)}</td>"


def render_targets_html(one: Cell) -> str:
    """Return what links to a cell lead to."""
    return "".join(f"<span{anchor_attribute(anchor)}></span>" for anchor in one.anchors)


def render_cell_content(one: Cell, styles: Mapping[str, Style]) -> str:
    said = render_runs_html(one.text, one.runs)
    if one.strong:
        said = f"<strong>{said}</strong>"
    return render_mark_html(one.good) + render_swatch_html(styles.get(one.seat)) + said


def render_mark_html(good: bool | None) -> str:
    if good is None:
        return ""
    sign, said = ("✓", "yes") if good else ("✗", "no")
    return f'<span class="{said}" role="img" aria-label="{said}">{sign}</span> '


def render_swatch_html(style: Style | None) -> str:
    """A seat's colour and hatch before its name."""
    if style is None:
        return ""
    return to_svg.render_swatch_svg(style)


def render_graph_html(block: Graph) -> str:
    """The graph; the letters at its ends are those of the swatches beside the names."""
    caption = f"<figcaption>{clean_html(block.title)}</figcaption>"
    return f'<figure class="graph">{to_svg.render_graph_svg(block)}{caption}</figure>'


# --- maps -------------------------------------------------------------------------------------------------------


def render_map_figure(block: Map, first: bool, hung: MapAddress | None = None) -> str:
    """The map with its title and the signs that occur on it. Only the first of a page can be pointed into. Where there
    is no room for all of it, it begins where its reader is: so many hundredths of its width from the left."""
    left, _, right, _ = focus_frame(block)
    middle = round(50 * (left + right) / block.chart.width)
    caption = f"<figcaption>{clean_html(block.title)}</figcaption>"
    drawing = render_map_image(block, hung(block)) if hung else to_svg.render_map_svg(block, ids=first)
    return (
        '<figure class="map" '
        f'data-middle="{middle}">{render_pane_html(drawing, block.title)}{caption}{render_map_signs(block)}</figure>'
    )


def render_map_image(block: Map, at: str) -> str:
    """A map that is fetched by itself, with all that it shows in words."""
    words = clean_html(f"{block.title}. {describe_map(block)}")
    size = f'width="{block.chart.width}" height="{block.chart.height}"'
    return f'<img src="{clean_html(at)}" {size} alt="{words}">'


def render_map_signs(block: Map, seats: bool = False) -> str:
    """The legend of a map as a list; with `seats` also whose is what, where no standings lie beside it."""
    entries = (*list_map_legend(block), *(list_owner_legend(block) if seats else ()))
    lines = [
        f"<li>{to_svg.render_fragment_svg(sample, *SAMPLE_SIZE)} {clean_html(words)}</li>" for words, sample in entries
    ]
    return f'<ul class="legend">{"".join(lines)}</ul>'


def render_boards_figure(block: Boards, links: Mapping[str, tuple[str, str]] | None = None) -> str:
    """The picture of boards, wide and tall: the style sheet shows the one there is room for. `links`: see
    `boards.render_boards_svgs`."""
    wide, tall = picture.render_boards_svgs(block, links)
    return f'<figure class="boards"><div class="wide">{wide}</div><div class="tall">{tall}</div></figure>'
