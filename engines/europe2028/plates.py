"""What stands in a region on the map: its worth and levels, how it was taken, what it can do, and the tokens on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engines.base import Seat
from engines.europe2028 import features
from engines.europe2028.cards import SUIT_OF
from engines.europe2028.data import Code
from engines.europe2028.state import TOKENS, State
from engines.europe2028.words import coins, counted, one, rung, token_name, whose
from engines.report import Glyph, Part, Plate

ABREAST = 3
"""Tokens that stand side by side."""
SUITS: Mapping[str, Glyph] = {"S": "spade", "D": "diamond", "H": "heart", "C": "club"}
GLYPHS: Mapping[str, Glyph] = {kind: SUITS[suit] for kind, suit in SUIT_OF.items()}
"""The suit of each kind of token, as a shape."""
LANDS = "its holder lands such tokens for so many coins"
POWERS: Mapping[str, tuple[tuple[Glyph, ...], str, str]] = {
    "LAND_CUL_1_UNDAMAGED": (("heart",), "1", LANDS),
    features.CLUBS_PAY: (("club",), "=", "its holder pays for this one with clubs"),
    "LAND_MIL_1": (("spade",), "1", LANDS),
    features.DAMAGING: (("burst",), "5", "its holder damages others for 5 coins"),
    "LAND_ECO_POL_1": (("diamond", "club"), "1", LANDS),
    "LAND_ECO_FREE_UNDAMAGED": (("diamond",), "0", LANDS),
    features.DOUBLING: (("moon",), "×2", "coins doubled by culture and politics"),
}
"""Special features on their tickets, and what the legend says of them."""
MARKS: Mapping[str, str] = {
    "built": "lands by your orders",
    "removed": "called back by your orders",
    "moved": "attacks",
    "sent": "lands and attacks by your orders",
    "instead": "goes there otherwise",
}
"""What is shown of a token besides where it is."""


@dataclass
class Drawn:
    """What is drawn on the position: marks of tokens, those that land or would go somewhere else, signs in regions,
    regions just conquered, and all the regions it is about."""

    marks: dict[tuple[Seat, str], str] = field(default_factory=dict)
    coming: list[tuple[Code, Seat, str, str]] = field(default_factory=list)
    signs: list[tuple[Code, Part]] = field(default_factory=list)
    new: set[Code] = field(default_factory=set)
    regions: list[Code] = field(default_factory=list)


def plate(view: State, code: Code, goals: Iterable[Code], drawn: Drawn) -> Plate:
    """What stands in a region; `goals` are those of the reader's open objective."""
    signs = tuple(part for at, part in drawn.signs if at == code)
    worth = (*figures(view, code), *([GOAL] if code in goals else ()), *signs)
    tokens = tuple(standing(view, code, drawn))
    rows = (tokens[n : n + ABREAST] for n in range(0, len(tokens), ABREAST))
    return Plate((tuple(title(view, code, code in drawn.new)), worth, *rows), tuple(power(view, code)))


GOAL = Part("sign", "", ("target",), words="in your open objective", key="your open objective")


def title(view: State, code: Code, new: bool) -> Iterator[Part]:
    """Its name, whose original region it is, how it was taken, and whether it is damaged."""
    region, holding = view.region(code), view.held.get(code)
    if holding and not holding.kind:
        key = "original region of this empire"
        yield Part("star", seat=region.original, words="original region", key=key)
    fresh = "just conquered" if new else ""
    yield Part("name", code, mark="new" if new else "", words=fresh, key=fresh)
    if holding and holding.kind:
        words = f"taken by {one(token_name(holding.kind))}"
        yield Part("sign", "", (GLYPHS[holding.kind],), words=words, key="after a name: taken by such a token")
    if holding and holding.damaged:
        yield Part("burst", "½", words="damaged", key="damaged: half the points and coins")


def figures(view: State, code: Code) -> Iterator[Part]:
    """What it is worth, and the levels to conquer it; original regions cannot be conquered."""
    region, holding = view.region(code), view.held.get(code)
    yield Part("figure", str(region.vp), words=f"{region.vp} VP", key="points (VP) at the end")
    yield Part("coin", str(region.coins), words=coins(region.coins), key="coins a turn")
    if not holding or holding.kind:
        rings = counted(region.influence, "level")
        yield Part("rings", str(region.influence), words=rings, key="levels a token must climb")


def power(view: State, code: Code) -> Iterator[Part]:
    """The ticket of its special feature, crossed out while it is lost."""
    feature, holding = view.region(code).feature, view.held.get(code)
    if feature:
        glyphs, text, key = POWERS[feature]
        lost = holding is not None and not features.works(feature, holding.damaged)
        words = f"{'lost while damaged: ' * lost}{features.SHORT[feature]}"
        yield Part("ticket", text, glyphs, mark="removed" if lost else "", words=words, key=key)


def standing(view: State, code: Code, drawn: Drawn) -> Iterator[Part]:
    """The tokens on it, then those that come by orders."""
    for seat in view.seats:
        for name in TOKENS:
            at = view.tokens[seat][name]
            if at.place == code:
                yield token(view, code, seat, name, at.level, drawn.marks.get((seat, name), ""))
    for where, seat, name, mark in drawn.coming:
        if where == code:
            yield token(view, code, seat, name, 0, mark)


def token(view: State, code: Code, seat: Seat, name: str, level: int, mark: str) -> Part:
    """One token: whose it is, of what kind, and how far it has climbed."""
    place = rung(level, view.region(code).influence)
    words = f"{whose(view.world, seat)} {token_name(name)} {place if not level else f'on {place}'}"
    told = f"{words} ({MARKS[mark]})" if mark else words
    key = f"token: {MARKS[mark]}" if mark else "token: owner, suit, level (0: landed)"
    return Part("token", str(level), (GLYPHS[name[:3]],), seat, mark, told, key)
