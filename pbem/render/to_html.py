"""Report blocks as HTML: a fragment for a page, whose style sheet does the looks; or for a mail, which brings its own.

A page gets the map as inline SVG. A mail gets it in words, since most mail programs would drop a drawing: who stands
where, as in plain text; the attached PDF has the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from engines import palette
from engines.report import (
    SHEET,
    Block,
    Boards,
    Cell,
    Code,
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
from pbem.render import cards_html, tables, to_svg
from pbem.render.layers import SAMPLE_SIZE, legend, whose
from pbem.render.to_text import pieces, spoken

MAIL_STYLES: dict[str, str] = {
    "h": "font-family:Georgia,serif;margin:1.2em 0 .4em",
    "lead": "font:1.15em/1.4 Georgia,serif;margin:.4em 0 .8em;max-width:38em",
    "p": "margin:.4em 0",
    "quiet": f"margin:.4em 0;font-size:85%;color:{palette.PAGE['quiet']}",
    "list": "margin:.4em 0;padding-left:1.6em",
    "pre": f"margin:.4em 0;padding:.5em .8em;background:{palette.PAGE['shade']}"
    ";white-space:pre-wrap;overflow-wrap:anywhere",
    "table": "border-collapse:collapse;margin:.4em 0",
    "th": f"text-align:left;border-bottom:1px solid {palette.EDGE};padding:2px 7px 2px 0",
    "key": "padding:2px 7px 2px 0;vertical-align:top;white-space:nowrap",
    "td": "padding:2px 7px 2px 0;vertical-align:top",
    "number": "padding:2px 7px 2px 0;vertical-align:top;text-align:right",
    "band": "text-align:left;padding:8px 0 2px;font-weight:bold",
    "caption": "text-align:left;font-weight:bold;padding:8px 0 2px",
}
"""Looks that mail programs keep, since they stand in the elements themselves."""

WHOLE = 1_000_000
"""A width at which no line is broken."""
Dress = Callable[[str], str]


def html(blocks: Iterable[Block], *, mail: bool = False) -> str:
    """The blocks as a fragment. For a mail, with styles of its own, and maps in words."""
    every = spoken(blocks) if mail else list(blocks)
    first = next((block for block in every if isinstance(block, Map)), None)
    styles = styles_of(every)
    dress: Dress = mail_dress if mail else page_dress
    return "\n".join(part for block in every for part in painted(block, styles, dress, mail, block is first))


def page_dress(kind: str) -> str:
    return f' class="{kind}"' if kind in ("quiet", "band", "lead", "number") else ""


def mail_dress(kind: str) -> str:
    return f' style="{MAIL_STYLES[kind]}"'


def painted(block: Block, styles: Mapping[str, Style], dress: Dress, mail: bool, first: bool) -> Iterator[str]:
    match block:
        case Heading():
            level = min(6, block.level + mail)
            yield f"<h{level}{name(block.anchor)}{dress('h')}>{clean(block.text)}</h{level}>"
        case Lead():
            yield f"<p{dress('lead')}>{words(block.text, ())}</p>"
        case Text():
            kind = "quiet" if block.quiet else "p"
            yield f"<p{name(block.anchor)}{dress(kind)}>{words(block.text, block.runs)}</p>"
        case Items():
            yield listing(block, styles, dress, mail)
        case Code():
            yield f"<pre{dress('pre')}>{clean(block.text)}</pre>"
        case Boards():
            yield from painted(block.as_cards, styles, dress, mail, first)
        case Table():
            yield table(block, styles, dress, mail)
        case Map():
            yield in_words(block, dress) if mail else figure(block, first)
        case Hand():
            yield cards_html.mailed(block) if mail else cards_html.shown(block)


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


def listing(block: Items, styles: Mapping[str, Style], dress: Dress, mail: bool) -> str:
    """A list; a lone paragraph of an item needs no element of its own."""
    kind = "ul" if block.first is None else "ol"
    start = f' start="{block.first}"' if block.first not in (None, 1) else ""
    rows = "\n".join(item(parts, styles, dress, mail) for parts in block.items)
    return f"<{kind}{start}{dress('list')}>\n{rows}\n</{kind}>"


def item(parts: tuple[Block, ...], styles: Mapping[str, Style], dress: Dress, mail: bool) -> str:
    match parts:
        case (Text() as first, *rest):
            anchor, inner = first.anchor, words(first.text, first.runs)
        case _:
            anchor, inner, rest = "", "", list(parts)
    more = "".join(part for block in rest for part in painted(block, styles, dress, mail, False))
    return f"<li{name(anchor)}>{inner}{more}</li>"


# --- tables -----------------------------------------------------------------------------------------------------


def table(block: Table, styles: Mapping[str, Style], dress: Dress, mail: bool) -> str:
    heads, right = tables.heads(block), tables.sides(block)
    kinds = ["number" if side else "key" if block.name == SHEET and not at else "td" for at, side in enumerate(right)]
    kind = "" if mail else f' class="t-{escape(block.name)}"'
    title = f"<caption{dress('caption')}>{clean(block.title)}</caption>" if block.title else ""
    head = "".join(column(title, dress) for title in heads)
    top = f"<thead><tr>{head}</tr></thead>" if any(heads) else ""
    rows = "\n".join(
        f"<tr>{''.join(cell(one, kind, styles, dress, mail) for one, kind in zip(row, kinds, strict=False))}</tr>"
        if len(row) > 1
        else band("".join(inner(one, styles, mail) for one in row), max(1, len(heads)), dress)
        for row in map(tables.cells, block.rows)
    )
    return f"<table{kind}{dress('table')}>{title}{top}<tbody>\n{rows}\n</tbody></table>"


def column(title: str, dress: Dress) -> str:
    """What stands over a column; one without a title needs no heading."""
    return f'<th scope="col"{dress("th")}>{clean(title)}</th>' if title else f"<td{dress('th')}></td>"


def band(said: str, width: int, dress: Dress) -> str:
    """A sub-heading across the table."""
    return f'<tr><th colspan="{width}" scope="rowgroup"{dress("band")}>{said}</th></tr>'


def cell(one: Cell, kind: str, styles: Mapping[str, Style], dress: Dress, mail: bool) -> str:
    attributes = dress(kind)
    return f"<td{attributes}>{targets(one)}{inner(one, styles, mail)}</td>"


def targets(one: Cell) -> str:
    """What links to a cell lead to."""
    return "".join(f"<span{name(anchor)}></span>" for anchor in one.anchors)


def inner(one: Cell, styles: Mapping[str, Style], mail: bool) -> str:
    said = words(one.text, one.runs)
    if one.strong:
        said = f"<strong>{said}</strong>"
    return mark(one.good, mail) + swatch(styles.get(one.seat), mail) + said


def mark(good: bool | None, mail: bool) -> str:
    if good is None:
        return ""
    sign, said = ("✓", "yes") if good else ("✗", "no")
    kind = f' style="color:{palette.PAGE["good" if good else "bad"]}"' if mail else f' class="{said}"'
    return f'<span{kind} role="img" aria-label="{said}">{sign}</span> '


def swatch(style: Style | None, mail: bool) -> str:
    """A seat's colour before its name; on a page its hatch too."""
    if style is None:
        return ""
    if mail:
        return (
            f'<span style="background:{style.tint};border:1px solid {palette.HATCH};color:{palette.INK}'
            ';font-size:80%;padding:0 4px">'
            f"{clean(style.letter)}</span> "
        )
    return to_svg.swatch(style)


def in_words(block: Map, dress: Dress) -> str:
    """Who stands where and owns what."""
    title, *told = pieces(block, WHOLE)
    return f"<p{dress('p')}><strong>{clean(title)}</strong>{''.join(f'<br>{clean(one)}' for one in told)}</p>"


# --- maps -------------------------------------------------------------------------------------------------------


def figure(block: Map, first: bool) -> str:
    """The map with its title and the signs that occur on it. Only the first of a page can be pointed into."""
    caption = f"<figcaption>{clean(block.title)}</figcaption>"
    return f'<figure class="map">{to_svg.svg(block, ids=first)}{caption}{signs(block)}</figure>'


def signs(block: Map, seats: bool = False) -> str:
    """The legend of a map as a list; with `seats` also whose is what, where no standings lie beside it."""
    entries = (*legend(block), *(whose(block) if seats else ()))
    lines = [f"<li>{to_svg.fragment(sample, *SAMPLE_SIZE)} {clean(words)}</li>" for words, sample in entries]
    return f'<ul class="legend">{"".join(lines)}</ul>'
