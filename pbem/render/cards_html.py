"""Cards as HTML: small boxes, each with its number, its face, what it would bring, and what has become of it.

The colour of a card never speaks alone: its word stands below it.
"""

from __future__ import annotations

from engines.report import Card, Hand
from pbem.render.to_svg import clean
from pbem.render.to_text import dressed

BAND = '<svg viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true"><path fill="{}" d="M0 0h10v1H0z"/></svg>'


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
    """What is said of a card below its title."""
    every = (("face", one.text), ("kind", one.kind), ("note", one.note), ("state", ticked(one, state)))
    return [(kind, "<br>".join(map(clean, text.splitlines()))) for kind, text in every if text]


def ticked(one: Card, state: str) -> str:
    """What has become of a card; an order that names it but once has a tick instead of its place."""
    return f"✓ {state}" if one.mark == "said" and not one.place else state
