"""The names of regions with their stars, and the small words with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from engines.atlas.chart import ChartRegion
from engines.memo import memoize
from engines.palette import HALO, INK, PALE, SEA_NAME
from engines.report import Map
from pbem.render import shapes
from pbem.render.maps import letters
from pbem.render.maps.ground import BARE
from pbem.render.maps.labels import Label, draw_label_leaders
from pbem.render.maps.layer import Layer, LegendEntry, Level
from pbem.render.maps.measure import NAME
from pbem.render.maps.room import LabelShape
from pbem.render.maps.samples import PLACES, SIZE
from pbem.render.scene import Primitive, ScenePath, SceneText

SMALLER = 82
"""The size of the names of seas, of small words, and of the names of lands without room for larger ones: 6 points on a
sheet."""
LINE, TAG_LINE, GAP = 0.8, 1.0, 0.3
"""How high a name and a tag under it are, and how far a tag beside it stands away, in their sizes."""
STAR = 1.05
"""The room for a star before a name, in the name's size."""
WORSE = 40
"""What it costs to be set in smaller letters."""


class NamesLayer(Layer):
    """Each where it finds room; with a leader where that is beside its region."""

    @cached_property
    def name_labels(self) -> list[Label]:
        named = ((code, region) for code, region in self.chart.regions.items() if self.is_named(region))
        return [
            Label(code, f"name {code}", list_name_shapes(code, region.kind == "sea", star, tag, self.k))
            for code, region in named
            for star, tag in ((code in self.map.stars, self.map.tags.get(code, "")),)
        ]

    def is_named(self, region: ChartRegion) -> bool:
        """Return whether its name is to be written; where a plate stands, that says it."""
        wanted = region.kind != "off" and region.has_name and region.code not in self.map.plates
        return wanted and self.drawing.shows_region(region.code)

    def list_labels(self) -> Sequence[Label]:
        return self.name_labels

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.LEADERS: draw_label_leaders(self.name_labels, self.k), Level.NAMES: self.draw_placed_names()}

    def draw_placed_names(self) -> Iterator[Primitive]:
        for label in self.name_labels:
            region, tag = self.chart.regions[label.at], self.map.tags.get(label.at, "")
            shape, x, y = label.place.shape, label.place.x, label.place.y
            yield from draw_region_name(region, label.at in self.map.stars, tag, shape, x, y, self.drawing.outline)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterator[LegendEntry]:
        """Yield what stars and the small words under names mean in this game."""
        x, y = PLACES["m"]
        if map_.stars:
            star = shapes.outline_steps(shapes.STAR, x, y, 90)
            yield map_.word_for("star"), (ScenePath(star, "", HALO, 40), ScenePath(star, HALO, INK, 18))
        if tag := max(map_.tags.values(), key=len, default=""):
            size = min(2 * SMALLER, round(0.9 * SIZE[0] / letters.measure_map_words(tag)))
            yield map_.word_for("tag"), (SceneText(x, y + size // 3, tag, size, INK, HALO),)


@memoize(2048)
def list_name_shapes(code: str, sea: bool, star: bool, tag: str, k: float) -> tuple[LabelShape, ...]:
    """The ways to set a name with its star and tag: in the usual letters, on lands smaller ones if need be."""
    return tuple(
        shape
        for cost, size in enumerate((SMALLER,) if sea or tag else (NAME, SMALLER))
        for shape in iter_sized_name_shapes(code, sea, star, tag, size * k, cost * WORSE)
    )


def iter_sized_name_shapes(code: str, sea: bool, star: bool, tag: str, size: float, cost: int) -> Iterator[LabelShape]:
    wide, high = size * (letters.measure_map_words(code, not sea, sea) + STAR * star), LINE * size
    if not tag:
        yield LabelShape("name", round(wide), round(high), round(size), cost=cost)
        return
    more = size * letters.measure_map_words(tag)
    yield LabelShape("beside", round(wide + GAP * size + more), round(high), round(size), "beside", cost)
    yield LabelShape("under", round(max(wide, more)), round(high + TAG_LINE * size), round(size), "under", cost)


@memoize(4096)
def draw_region_name(
    region: ChartRegion, star: bool, tag: str, shape: LabelShape, x: int, y: int, outline: bool
) -> tuple[Primitive, ...]:
    """A name around a point, its star before it, its tag beside or under it; as wide as was measured, whatever the
    reader's font."""
    sea, size = region.kind == "sea", shape.size
    halo = (PALE if outline else BARE)["sea"] if sea else HALO
    wide = letters.measure_map_words(region.code, not sea, sea) * size
    left = x - (shape.width if shape.form == "beside" else wide + STAR * size * star) / 2
    line = y - shape.height / 2 + LINE * size / 2 + 0.36 * size
    at = left + STAR * size * star
    words = SceneText(round(at + wide / 2), round(line), region.code, size, SEA_NAME if sea else INK, halo,
                 bold=not sea, italic=sea, width=round(wide))  # fmt: skip
    found: list[Primitive] = [words]
    if star:
        sign = shapes.outline_steps(shapes.STAR, left + 0.48 * size, line - 0.36 * size, 0.48 * size)
        found = [ScenePath(sign, "", HALO, round(0.23 * size)), ScenePath(sign, HALO, INK, round(0.1 * size)), words]
    if shape.form == "beside":
        middle = at + wide + GAP * size + letters.measure_map_words(tag) * size / 2
        found.append(
            SceneText(
                round(middle), round(line), tag, size, INK, halo, width=round(letters.measure_map_words(tag) * size)
            )
        )
    elif shape.form == "under":
        below = round(line + 0.95 * size)
        found.append(SceneText(x, below, tag, size, INK, halo, width=round(letters.measure_map_words(tag) * size)))
    return tuple(found)
