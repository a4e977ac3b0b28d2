"""What stands in a region on the map: its worth and levels, how it was taken, what it can do, and the tokens on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engines.base import Seat
from engines.europe2028 import features
from engines.europe2028.cards import SUIT_OF
from engines.europe2028.data import Code, Europe2028Region
from engines.europe2028.state import TOKENS, Europe2028State, Holding
from engines.europe2028.words import coins_text, count_things, empire_genitive, level_text, token_name, with_article
from engines.memo import memoize
from engines.report import Glyph, Plate, PlatePart

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
class MapMarks:
    """What is drawn on the position: marks of tokens, those that land or would go somewhere else, signs in regions,
    regions just conquered, and all the regions it is about."""

    marks: dict[tuple[Seat, str], str] = field(default_factory=dict)
    coming: list[tuple[Code, Seat, str, str]] = field(default_factory=list)
    signs: list[tuple[Code, PlatePart]] = field(default_factory=list)
    new: set[Code] = field(default_factory=set)
    regions: list[Code] = field(default_factory=list)


def region_plates(view: Europe2028State, goals: Collection[Code], drawn: MapMarks) -> dict[Code, Plate]:
    """Return what stands in each region; `goals` are those of the reader's open objective."""
    tokens = tokens_by_region(view, drawn)
    return {code: region_plate(view, code, code in goals, drawn, tokens.get(code, ())) for code in view.world.regions}


def region_plate(view: Europe2028State, code: Code, goal: bool, drawn: MapMarks, tokens: Sequence[PlatePart]) -> Plate:
    """Return what stands in one region."""
    region, holding = view.get_region(code), view.held.get(code)
    signs = tuple(part for at, part in drawn.signs if at == code)
    worth = (*figure_parts(region, not holding or bool(holding.kind)), *([GOAL] if goal else ()), *signs)
    rows = (tuple(tokens[n : n + ABREAST]) for n in range(0, len(tokens), ABREAST))
    return Plate(
        (title_row(region, holding, code in drawn.new), worth, *rows),
        feature_ticket(region, bool(holding and holding.damaged)),
    )


GOAL = PlatePart("sign", "", ("target",), words="in your open objective", key="your open objective")


@memoize(1024)
def title_row(region: Europe2028Region, holding: Holding | None, new: bool) -> tuple[PlatePart, ...]:
    """Its name, whose original region it is, how it was taken, and whether it is damaged."""
    return tuple(title_parts(region, holding, new))


def title_parts(region: Europe2028Region, holding: Holding | None, new: bool) -> Iterator[PlatePart]:
    if holding and not holding.kind:
        key = "original region of this empire"
        yield PlatePart("star", seat=region.original, words="original region", key=key)
    fresh = "just conquered" if new else ""
    yield PlatePart("name", region.code, mark="new" if new else "", words=fresh, key=fresh)
    if holding and holding.kind:
        words = f"taken by {with_article(token_name(holding.kind))}"
        yield PlatePart("sign", "", (GLYPHS[holding.kind],), words=words, key="after a name: taken by such a token")
    if holding and holding.damaged:
        yield PlatePart("burst", "½", words="damaged", key="damaged: half the points and coins")


@memoize(128)
def figure_parts(region: Europe2028Region, conquerable: bool) -> tuple[PlatePart, ...]:
    """Return what it is worth, and the levels to conquer it; original regions cannot be conquered."""
    points = PlatePart("figure", str(region.vp), words=f"{region.vp} VP", key="points (VP) at the end")
    income = PlatePart("coin", str(region.coins), words=coins_text(region.coins), key="coins a turn")
    rings = count_things(region.influence, "level")
    levels = PlatePart("rings", str(region.influence), words=rings, key="levels a token must climb")
    return (points, income, levels) if conquerable else (points, income)


@memoize(128)
def feature_ticket(region: Europe2028Region, damaged: bool) -> tuple[PlatePart, ...]:
    """The ticket of its special feature, crossed out while it is lost."""
    feature = region.feature
    if not feature:
        return ()
    glyphs, text, key = POWERS[feature]
    lost = not features.feature_works(feature, damaged)
    words = f"{'lost while damaged: ' * lost}{features.SHORT[feature]}"
    return (PlatePart("ticket", text, glyphs, mark="removed" if lost else "", words=words, key=key),)


def tokens_by_region(view: Europe2028State, drawn: MapMarks) -> Mapping[Code, list[PlatePart]]:
    """The tokens in each region, then those that come by orders."""
    found = defaultdict[Code, list[PlatePart]](list)
    for seat in view.seats:
        for name in TOKENS:
            at = view.tokens[seat][name]
            if at.place in view.world.regions:
                mark = drawn.marks.get((seat, name), "")
                found[at.place].append(token_part(view, at.place, seat, name, at.level, mark))
    for where, seat, name, mark in drawn.coming:
        found[where].append(token_part(view, where, seat, name, 0, mark))
    return found


def token_part(view: Europe2028State, code: Code, seat: Seat, name: str, level: int, mark: str) -> PlatePart:
    """One token: whose it is, of what kind, and how far it has climbed."""
    place = level_text(level, view.get_region(code).influence)
    words = f"{empire_genitive(view.world, seat)} {token_name(name)} {place if not level else f'on {place}'}"
    told = f"{words} ({MARKS[mark]})" if mark else words
    key = f"token: {MARKS[mark]}" if mark else "token: owner, suit, level (0: landed)"
    return PlatePart("token", str(level), (GLYPHS[name[:3]],), seat, mark, told, key)
