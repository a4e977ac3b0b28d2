"""Cards as HTML: small boxes, each with its number, its face, what it would bring, and what has become of it.

The colour of a card never speaks alone: its word stands below it.
"""

from __future__ import annotations

from engines.palette import EDGE, NO_BAND, PAGE
from engines.report import Card, Hand
from pbem.render.to_svg import clean
from pbem.render.to_text import dressed

BAND = '<svg viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true"><path fill="{}" d="M0 0h10v1H0z"/></svg>'
BOX = (
    "display:inline-block;vertical-align:top;width:8.5em;margin:0 6px 6px 0;padding:2px 6px 4px;"
    f"border:1px solid {EDGE};border-top:6px solid {{}};border-radius:4px;font-size:90%;line-height:1.3"
)
LOOKS = {"said": f";background:{PAGE['wash']}", "spent": f";background:{PAGE['shade']};color:{PAGE['quiet']}"}
LOOKS["shut"] = LOOKS["spent"]


def shown(hand: Hand) -> str:
    """For a page, whose style sheet does the looks. `data-at` says what a card is called where it is picked."""
    title, cards = dressed(hand)
    rows = "".join(card(one, state) for one, state in cards)
    return f'<figure class="hand"><figcaption>{clean(title)}</figcaption><ul class="cards">{rows}</ul></figure>'


def card(one: Card, state: str) -> str:
    at = f' data-at="{clean(one.at)}"' if one.at else ""
    mark = f' class="{one.mark}"' if one.mark else ""
    band = BAND.format(clean(one.fill)) if one.fill else ""
    words = "".join(f' <span class="{kind}">{text}</span>' for kind, text in details(one, state))
    return f"<li{at}{mark}>{band}<strong>{clean(one.title)}</strong>{words}</li>"


def details(one: Card, state: str) -> list[tuple[str, str]]:
    """What is said of a card below its title; an order that names it but once has a tick instead of its place."""
    tick = "✓ " if one.mark == "said" and not one.place else ""
    every = (("face", one.text), ("kind", one.kind), ("note", one.note), ("state", f"{tick}{state}"))
    return [(kind, "<br>".join(map(clean, text.splitlines()))) for kind, text in every if text]


def mailed(hand: Hand) -> str:
    """For a letter: with looks that mail programs keep."""
    title, cards = dressed(hand)
    boxes = "".join(box(one, state) for one, state in cards)
    return f'<p style="margin:.8em 0 .3em"><strong>{clean(title)}</strong></p>\n<div>{boxes}</div>'


def box(one: Card, state: str) -> str:
    looks = BOX.format(clean(one.fill) or NO_BAND) + LOOKS.get(one.mark, "")
    words = "".join(f"<br>{text}" for _, text in details(one, state))
    return f'<div style="{looks}"><strong>{clean(one.title)}</strong>{words}</div>'
