"""What stands in a region on the map: its worth and levels, how it was taken, what it can do, and the tokens on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines.base import Seat
from engines.europe2028 import features
from engines.europe2028.cards import SUIT_OF
from engines.europe2028.data import Code, Region
from engines.europe2028.state import TOKENS, Holding, State
from engines.europe2028.words import coins, counted, one, rung, token_name, whose
from engines.kept import keeps
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


def plates(view: State, goals: Collection[Code], drawn: Drawn) -> dict[Code, Plate]:
    """What stands in each region; `goals` are those of the reader's open objective."""
    tokens = standing(view, drawn)
    return {code: plate(view, code, code in goals, drawn, tokens.get(code, ())) for code in view.world.regions}


def plate(view: State, code: Code, goal: bool, drawn: Drawn, tokens: Sequence[Part]) -> Plate:
    """What stands in one region."""
    region, holding = view.region(code), view.held.get(code)
    signs = tuple(part for at, part in drawn.signs if at == code)
    worth = (*figures(region, not holding or bool(holding.kind)), *([GOAL] if goal else ()), *signs)
    rows = (tuple(tokens[n : n + ABREAST]) for n in range(0, len(tokens), ABREAST))
    return Plate(
        (title(region, holding, code in drawn.new), worth, *rows), power(region, bool(holding and holding.damaged))
    )


GOAL = Part("sign", "", ("target",), words="in your open objective", key="your open objective")


@keeps(1024)
def title(region: Region, holding: Holding | None, new: bool) -> tuple[Part, ...]:
    """Its name, whose original region it is, how it was taken, and whether it is damaged."""
    return tuple(named(region, holding, new))


def named(region: Region, holding: Holding | None, new: bool) -> Iterator[Part]:
    if holding and not holding.kind:
        key = "original region of this empire"
        yield Part("star", seat=region.original, words="original region", key=key)
    fresh = "just conquered" if new else ""
    yield Part("name", region.code, mark="new" if new else "", words=fresh, key=fresh)
    if holding and holding.kind:
        words = f"taken by {one(token_name(holding.kind))}"
        yield Part("sign", "", (GLYPHS[holding.kind],), words=words, key="after a name: taken by such a token")
    if holding and holding.damaged:
        yield Part("burst", "½", words="damaged", key="damaged: half the points and coins")


@keeps(128)
def figures(region: Region, conquerable: bool) -> tuple[Part, ...]:
    """What it is worth, and the levels to conquer it; original regions cannot be conquered."""
    points = Part("figure", str(region.vp), words=f"{region.vp} VP", key="points (VP) at the end")
    income = Part("coin", str(region.coins), words=coins(region.coins), key="coins a turn")
    rings = counted(region.influence, "level")
    levels = Part("rings", str(region.influence), words=rings, key="levels a token must climb")
    return (points, income, levels) if conquerable else (points, income)


@keeps(128)
def power(region: Region, damaged: bool) -> tuple[Part, ...]:
    """The ticket of its special feature, crossed out while it is lost."""
    feature = region.feature
    if not feature:
        return ()
    glyphs, text, key = POWERS[feature]
    lost = not features.works(feature, damaged)
    words = f"{'lost while damaged: ' * lost}{features.SHORT[feature]}"
    return (Part("ticket", text, glyphs, mark="removed" if lost else "", words=words, key=key),)


def standing(view: State, drawn: Drawn) -> Mapping[Code, list[Part]]:
    """The tokens in each region, then those that come by orders."""
    found = defaultdict[Code, list[Part]](list)
    for seat in view.seats:
        for name in TOKENS:
            at = view.tokens[seat][name]
            if at.place in view.world.regions:
                mark = drawn.marks.get((seat, name), "")
                found[at.place].append(token(view, at.place, seat, name, at.level, mark))
    for where, seat, name, mark in drawn.coming:
        found[where].append(token(view, where, seat, name, 0, mark))
    return found


def token(view: State, code: Code, seat: Seat, name: str, level: int, mark: str) -> Part:
    """One token: whose it is, of what kind, and how far it has climbed."""
    place = rung(level, view.region(code).influence)
    words = f"{whose(view.world, seat)} {token_name(name)} {place if not level else f'on {place}'}"
    told = f"{words} ({MARKS[mark]})" if mark else words
    key = f"token: {MARKS[mark]}" if mark else "token: owner, suit, level (0: landed)"
    return Part("token", str(level), (GLYPHS[name[:3]],), seat, mark, told, key)
