"""The regions in their owners' tint and hatch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engines.atlas.chart import Region
from engines.kept import keeps
from engines.palette import HALO, HATCH, INK, LAND, LIGHT_HATCH, OFF, PALE, SEA, SHUT, SHUT_HATCH
from engines.report import Hatch, Map, Style
from pbem.render import shapes
from pbem.render.layers.hatches import hatched
from pbem.render.layers.layer import Entry, Layer, Level, spared
from pbem.render.layers.samples import SIZE
from pbem.render.scene import Area, Path, Primitive, Text

BARE = {"land": LAND, "sea": SEA, "shut": SHUT, "off": OFF}
CLOSED = Style("", "", SHUT, SHUT, "falling")
"""How a region looks that cannot be entered."""
HEAVY = frozenset({"rising", "cross"})
SWATCH_SIZE = (360, 260)


class Ground(Layer):
    """Who owns what."""

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.GROUND: self.areas()}

    def areas(self) -> Iterator[Primitive]:
        styles, outline = {**self.map.looks, **self.map.styles}, self.drawing.outline
        for code, region in self.chart.regions.items():
            style, name = styles.get(self.map.owners.get(code, "")), self.map.called(code)
            yield area(region, name, style, outline) if style else bare(region, name, outline)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """What regions are that are nobody's; whose the others are, `seats` tell."""
        owners = set(map_.owners.values())
        yield from ((look.name, swatch(look, size=SIZE)) for key, look in map_.looks.items() if key in owners)
        if any(region.kind == "shut" for code, region in map_.chart.regions.items() if code not in map_.owners):
            yield map_.words.get("shut", "cannot be entered"), swatch(CLOSED, SHUT_HATCH, SIZE)

    @classmethod
    def seats(cls, map_: Map) -> Iterable[Entry]:
        """Whose regions, pieces and arrows are whose, of seats that have any."""
        seen = {*map_.owners.values(), *(piece.seat for piece in map_.pieces), *(one.seat for one in map_.strokes)}
        return ((look.name, swatch(look, size=SIZE)) for seat, look in map_.styles.items() if seat in seen)

    @classmethod
    def words(cls, map_: Map, seat: str) -> Iterable[str]:
        """How many areas are a seat's own, if it has any."""
        areas = Counter(map_.owners.values())[seat]
        return ("1 area" if areas == 1 else f"{areas} areas",) if areas else ()


@keeps(2048)
def area(region: Region, name: str, style: Style, outline: bool) -> Area:
    """An owned region."""
    style = spared(style) if outline else style
    fill = PALE[region.kind] if outline else style.tint
    return Area(region.code, region.rings, fill, style.hatch, hatch_ink(style), f"{name}, {style.name}")


@keeps(2048)
def bare(region: Region, name: str, outline: bool) -> Area:
    """A region nobody owns; one that is shut has a hatch of its own."""
    fill = PALE[region.kind] if outline else BARE[region.kind]
    hatch: Hatch = "falling" if region.kind == "shut" else ""
    return Area(region.code, region.rings, fill, hatch, SHUT_HATCH if hatch else "", name)


def hatch_ink(style: Style) -> str:
    """White for the heavy patterns on a dark tint, else dark."""
    red, green, blue = (int(style.tint[i : i + 2], 16) for i in (1, 3, 5))
    dark_tint = 0.3 * red + 0.59 * green + 0.11 * blue < 175
    return LIGHT_HATCH if dark_tint and style.hatch in HEAVY else HATCH


@keeps(64)
def swatch(style: Style, ink: str = "", size: tuple[int, int] = SWATCH_SIZE) -> tuple[Primitive, ...]:
    """Tint, hatch (in an `ink` of its own), rim and letter as they are on the map."""
    width, height = size
    ring = ((0, 0), (width, 0), (width, height), (0, height))
    lines = (hatched(style.hatch, ink or hatch_ink(style), width, height),) if style.hatch else ()
    rim = (Path(shapes.polygon(ring), "", style.rim, 30, (70, 46)),) if style.rim else ()
    letter = (Text(width // 2, height // 2 + 65, style.letter, 190, INK, HALO, bold=True),) if style.letter else ()
    return Area("", (ring,), style.tint), *lines, *rim, *letter
