"""Special features: what a region does for whoever holds it (§1.3), in figures and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.europe2028.data import Code, World

DAMAGING, CLUBS_PAY, DOUBLING = "DAMAGE_OTHER_5", "LAND_POL_CLUBS5_UNDAMAGED", "OTTOMAN"
"""The features that are no price of a landing: Moscow's, Berlin's, and that of the Ottoman regions."""


@dataclass(frozen=True)
class LandingOffer:
    """Tokens of these kinds land for so many coins; `whole`: only while the region is undamaged."""

    kinds: tuple[str, ...]
    cost: int
    whole: bool = False


OFFERS: Mapping[str, LandingOffer] = {
    "LAND_CUL_1_UNDAMAGED": LandingOffer(("CUL",), 1, whole=True),
    "LAND_MIL_1": LandingOffer(("MIL",), 1),
    "LAND_ECO_POL_1": LandingOffer(("ECO", "POL"), 1),
    "LAND_ECO_FREE_UNDAMAGED": LandingOffer(("ECO",), 0, whole=True),
}
WHOLE = (*(feature for feature, offer in OFFERS.items() if offer.whole), CLUBS_PAY)
"""The features that work only while the region is undamaged."""

SHORT: Mapping[str, str] = {
    "LAND_CUL_1_UNDAMAGED": "cultural tokens land for 1",
    CLUBS_PAY: "political tokens land for clubs",
    "LAND_MIL_1": "military tokens land for 1",
    DAMAGING: "damages others for 5",
    "LAND_ECO_POL_1": "economic and political tokens land for 1",
    "LAND_ECO_FREE_UNDAMAGED": "economic tokens land free",
    DOUBLING: "coins doubled or none",
}
"""Features in a few words: what the holder gets, and for how many coins."""
WORDS: Mapping[str, str] = {
    "LAND_CUL_1_UNDAMAGED": "While undamaged: a cultural token lands for 1 coin.",
    CLUBS_PAY: "While undamaged: a political token lands for clubs worth 5 or more (PAY).",
    "LAND_MIL_1": "Military tokens land for 1 coin.",
    DAMAGING: "Once a turn, for 5 coins: damages a region of another empire (DAMAGE).",
    "LAND_ECO_POL_1": "Economic and political tokens land for 1 coin.",
    "LAND_ECO_FREE_UNDAMAGED": "While undamaged: an economic token lands for nothing.",
    DOUBLING: "Twice the coins if taken by a cultural or political token; none while damaged.",
}
"""Features in a sentence: what the holder gets."""


def feature_price(feature: str, kind: str, damaged: bool = False) -> int | None:
    """For what a region lets its holder land a token; None if it does not change the price."""
    offer = OFFERS.get(feature)
    return offer.cost if offer and kind in offer.kinds and not (offer.whole and damaged) else None


def feature_works(feature: str, damaged: bool) -> bool:
    """Return whether a region has a feature, and it is not lost to damage."""
    return bool(feature) and not (feature in WHOLE and damaged)


def regions_with_price(world: World, kind: str, cost: int) -> list[Code]:
    """The regions that may have let a token land at this price."""
    return [code for code, region in world.regions.items() if feature_price(region.feature, kind) == cost]


def can_damage_others(world: World, held: Iterable[Code]) -> bool:
    """Return whether one of the regions lets its holder damage others'."""
    return any(world.regions[code].feature == DAMAGING for code in held)
