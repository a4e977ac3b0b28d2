"""The regions in their owners' tint and hatch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engines.atlas.chart import ChartRegion
from engines.memo import memoize
from engines.palette import HALO, HATCH, INK, LAND, LIGHT_HATCH, OFF, PALE, SEA, SHUT, SHUT_HATCH
from engines.report import Hatch, Map, Style
from pbem.render import shapes
from pbem.render.maps.hatches import draw_hatch
from pbem.render.maps.layer import Layer, LegendEntry, Level, spare_toner
from pbem.render.maps.samples import SIZE
from pbem.render.scene import Primitive, SceneArea, ScenePath, SceneText

BARE = {"land": LAND, "sea": SEA, "shut": SHUT, "off": OFF}
CLOSED = Style("", "", SHUT, SHUT, "falling")
"""How a region looks that cannot be entered."""
HEAVY = frozenset({"rising", "cross"})
SWATCH_SIZE = (360, 260)


class GroundLayer(Layer):
    """Who owns what."""

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.GROUND: self.draw_regions()}

    def draw_regions(self) -> Iterator[Primitive]:
        styles, outline = {**self.map.looks, **self.map.styles}, self.drawing.outline
        for code, region in self.chart.regions.items():
            style, name = styles.get(self.map.owners.get(code, "")), self.map.place_name(code)
            yield make_owned_area(region, name, style, outline) if style else make_bare_area(region, name, outline)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterator[LegendEntry]:
        """Yield what regions are that are nobody's; whose the others are, `iter_seat_entries` tell."""
        owners = set(map_.owners.values())
        yield from ((look.name, draw_swatch(look, size=SIZE)) for key, look in map_.looks.items() if key in owners)
        if any(region.kind == "shut" for code, region in map_.chart.regions.items() if code not in map_.owners):
            yield map_.words.get("shut", "cannot be entered"), draw_swatch(CLOSED, SHUT_HATCH, SIZE)

    @classmethod
    def iter_seat_entries(cls, map_: Map) -> Iterable[LegendEntry]:
        """Return whose regions, pieces and arrows are whose, of seats that have any."""
        seen = {*map_.owners.values(), *(piece.seat for piece in map_.pieces), *(one.seat for one in map_.strokes)}
        return ((look.name, draw_swatch(look, size=SIZE)) for seat, look in map_.styles.items() if seat in seen)

    @classmethod
    def describe_seat(cls, map_: Map, seat: str) -> Iterable[str]:
        """Return how many areas are a seat's own, if it has any."""
        areas = Counter(map_.owners.values())[seat]
        return ("1 area" if areas == 1 else f"{areas} areas",) if areas else ()


@memoize(2048)
def make_owned_area(region: ChartRegion, name: str, style: Style, outline: bool) -> SceneArea:
    """An owned region."""
    style = spare_toner(style) if outline else style
    fill = PALE[region.kind] if outline else style.tint
    return SceneArea(region.code, region.rings, fill, style.hatch, hatch_ink(style), f"{name}, {style.name}")


@memoize(2048)
def make_bare_area(region: ChartRegion, name: str, outline: bool) -> SceneArea:
    """A region nobody owns; one that is shut has a hatch of its own."""
    fill = PALE[region.kind] if outline else BARE[region.kind]
    hatch: Hatch = "falling" if region.kind == "shut" else ""
    return SceneArea(region.code, region.rings, fill, hatch, SHUT_HATCH if hatch else "", name)


def hatch_ink(style: Style) -> str:
    """White for the heavy patterns on a dark tint, else dark."""
    red, green, blue = (int(style.tint[i : i + 2], 16) for i in (1, 3, 5))
    dark_tint = 0.3 * red + 0.59 * green + 0.11 * blue < 175
    return LIGHT_HATCH if dark_tint and style.hatch in HEAVY else HATCH


@memoize(64)
def draw_swatch(style: Style, ink: str = "", size: tuple[int, int] = SWATCH_SIZE) -> tuple[Primitive, ...]:
    """Tint, hatch (in an `ink` of its own), rim and letter as they are on the map."""
    width, height = size
    ring = ((0, 0), (width, 0), (width, height), (0, height))
    lines = (draw_hatch(style.hatch, ink or hatch_ink(style), width, height),) if style.hatch else ()
    rim = (ScenePath(shapes.polygon_steps(ring), "", style.rim, 30, (70, 46)),) if style.rim else ()
    letter = (SceneText(width // 2, height // 2 + 65, style.letter, 190, INK, HALO, bold=True),) if style.letter else ()
    return SceneArea("", (ring,), style.tint), *lines, *rim, *letter
