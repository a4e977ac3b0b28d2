"""Cards as HTML: small boxes, each with its number, its face, what it would bring, and what has become of it.

The colour of a card never speaks alone: its word stands below it.
"""

from __future__ import annotations

from engines.report import CardHand, TableCard
from pbem.render.to_svg import clean_xml
from pbem.render.to_text import title_and_states

BAND = '<svg viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true"><path fill="{}" d="M0 0h10v1H0z"/></svg>'


def render_hand_html(hand: CardHand) -> str:
    """For a page, whose style sheet does the looks. `data-at` says what a card is called where it is picked."""
    title, cards = title_and_states(hand)
    rows = "".join(render_card_html(one, state) for one, state in cards)
    return f'<figure class="hand"><figcaption>{clean_xml(title)}</figcaption><ul class="cards">{rows}</ul></figure>'


def render_card_html(one: TableCard, state: str) -> str:
    at = f' data-at="{clean_xml(one.at)}"' if one.at else ""
    mark = f' class="{one.mark}"' if one.mark else ""
    band = BAND.format(clean_xml(one.fill)) if one.fill else ""
    words = "".join(f' <span class="{kind}">{text}</span>' for kind, text in list_card_details(one, state))
    return f"<li{at}{mark}>{band}<strong>{clean_xml(one.title)}</strong>{words}</li>"


def list_card_details(one: TableCard, state: str) -> list[tuple[str, str]]:
    """Return what is said of a card below its title."""
    every = (("face", one.text), ("kind", one.kind), ("note", one.note), ("state", card_state_words(one, state)))
    return [(kind, "<br>".join(map(clean_xml, text.splitlines()))) for kind, text in every if text]


def card_state_words(one: TableCard, state: str) -> str:
    """Return what has become of a card; an order that names it but once has a tick instead of its place."""
    return f"✓ {state}" if one.mark == "said" and not one.place else state
