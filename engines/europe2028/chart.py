"""The map as tiles, one for each region, set about as the regions lie in Europe."""

from __future__ import annotations

from functools import lru_cache

from engines.atlas.chart import Arc, Chart, Region, Ring
from engines.europe2028.data import World

SIDE, GAP = 860, 40
LABEL, PIECE, LETTERING = (430, 340), (430, 690), 1.9
"""Where in a tile its name is written, where tokens stand, and how large they are."""


@lru_cache(8)
def drawn(tiles: tuple[tuple[str, str], ...]) -> Chart:
    """The chart of regions with their columns and rows."""
    places = {code: tuple(int(n) * (SIDE + GAP) + GAP for n in tile.split()) for code, tile in tiles}
    rings = {code: square(x, y) for code, (x, y) in places.items()}
    return Chart(
        name=named(tiles),
        width=max(x for x, _ in places.values()) + SIDE + GAP,
        height=max(y for _, y in places.values()) + SIDE + GAP,
        regions={
            code: Region(code, "land", (rings[code],), (x + LABEL[0], y + LABEL[1]), (x + PIECE[0], y + PIECE[1]))
            for code, (x, y) in places.items()
        },
        arcs=tuple(Arc((*ring, ring[0]), (code,), "land") for code, ring in rings.items()),
        islands=(),
        places={},
        source="",
        lettering=LETTERING,
    )


def named(tiles: tuple[tuple[str, str], ...]) -> str:
    """A name that says all that is drawn, since painters keep charts by their names."""
    return "europe2028 " + ",".join(f"{code} {tile}" for code, tile in tiles)


def square(x: int, y: int) -> Ring:
    return (x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)


def chart(world: World) -> Chart:
    return drawn(tuple((region.code, region.tile) for region in world.regions.values()))
