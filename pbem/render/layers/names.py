"""The names of regions with their stars, and the small words under them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from engines.atlas.chart import Chart, Region
from engines.palette import HALO, INK, PALE, SEA_NAME
from engines.report import Map
from pbem.render import shapes
from pbem.render.layers.ground import BARE
from pbem.render.layers.layer import Drawing, Entry, Layer, Level
from pbem.render.layers.letters import width
from pbem.render.layers.measure import unit
from pbem.render.layers.samples import PLACES, SIZE
from pbem.render.scene import Path, Primitive, Text
from pbem.render.shapes import Box

LABEL, SEA_LABEL, TAG = 88, 78, 62
NUDGES = (
    *((0, 0), (0, -70), (0, 70), (90, 0), (-90, 0), (0, -125), (0, 125), (160, 0), (-160, 0)),
    *((120, 100), (-120, 100), (120, -100), (-120, -100)),
)


class Names(Layer):
    """All names, moved aside a little where a piece, a head or a cross would cover them."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self.placed: list[Primitive] = []

    def settle(self, taken: Sequence[Box]) -> None:
        self.placed = list(self.free(Taken(taken, 220 * self.k)))

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.NAMES: self.placed}

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """What stars and the small words under names mean in this game."""
        x, y = PLACES["m"]
        if map_.stars:
            star = shapes.shape(shapes.STAR, x, y, 90)
            yield map_.word("star"), (Path(star, "", HALO, 40), Path(star, HALO, INK, 18))
        if tag := max(map_.tags.values(), key=len, default=""):
            size = min(2 * TAG, round(SIZE[0] / width(tag)))
            yield map_.word("tag"), (Text(x, y + size // 3, tag, size, INK, HALO),)

    def free(self, taken: Taken) -> Iterator[Primitive]:
        k, outline, covered = self.k, self.drawing.outline, []
        every = labels(self.chart, self.map.stars, outline, tuple(self.map.tags.items()))
        every = tuple(label for label in every if label.region.code not in self.map.plates)
        for name in every:
            if taken.hits(name.box):
                covered.append(name)
            else:
                yield from name.primitives
        for name in every:
            if name not in covered:
                taken.add(name.box)
        for name in covered:
            free = (n for n in NUDGES if not taken.hits(name.shifted(n[0] * k, n[1] * k)))
            dx, dy = next(free, (0, 0))
            taken.add(name.shifted(dx * k, dy * k))
            moved = round(dx * k), round(dy * k)
            yield from label(name.region, k, name.star, outline, *moved, name.tag).primitives


class Taken:
    """The boxes already covered, found by the cells of a coarse grid."""

    def __init__(self, boxes: Iterable[Box], cell: float) -> None:
        self.cell = cell
        self.grid: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def cells(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (int(n // self.cell) for n in box)
        return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))

    def add(self, box: Box) -> None:
        for cell in self.cells(box):
            self.grid.setdefault(cell, []).append(box)

    def hits(self, box: Box) -> bool:
        left, top, right, bottom = box
        return any(
            a < right and c > left and b < bottom and d > top
            for cell in self.cells(box)
            for a, b, c, d in self.grid.get(cell, ())
        )


class Label:
    """A name with its star and the small words under it, and the box it covers."""

    __slots__ = ("box", "primitives", "region", "star", "tag")

    def __init__(self, region: Region, k: float, star: bool, outline: bool, dx: int, dy: int, tag: str = "") -> None:
        self.region, self.star, self.tag = region, star, tag
        sea = region.kind == "sea"
        size = round((SEA_LABEL if sea else LABEL) * k)
        x, y = region.label[0] + dx, region.label[1] + dy
        half = max(0.36 * size * len(region.code), 0.27 * TAG * k * len(tag))
        low = y + 0.45 * size + (TAG * k if tag else 0)
        self.box = (x - half - (size if star else 0), y - 0.45 * size, x + half, low)
        halo = (PALE if outline else BARE)["sea"] if sea else HALO
        name = Text(x, round(y + 0.36 * size), region.code, size, SEA_NAME if sea else INK, halo,
                    bold=not sea, italic=sea)  # fmt: skip
        sign = shapes.shape(shapes.STAR, x - half - 0.42 * size, y, 0.48 * size)
        under = (Text(x, round(y + 0.36 * size + 1.05 * TAG * k), tag, round(TAG * k), INK, halo),) if tag else ()
        self.primitives: tuple[Primitive, ...] = (name, *under)
        if star:
            self.primitives = (
                Path(sign, "", HALO, round(20 * k)),
                Path(sign, HALO, INK, round(9 * k)),
                name,
                *under,
            )

    def shifted(self, dx: float, dy: float) -> Box:
        left, top, right, bottom = self.box
        return left + dx, top + dy, right + dx, bottom + dy


label = lru_cache(2048)(Label)


@lru_cache(16)
def labels(
    chart: Chart, stars: frozenset[str], outline: bool, tags: tuple[tuple[str, str], ...] = ()
) -> tuple[Label, ...]:
    k, under = unit(chart), dict(tags)
    named = ((code, r) for code, r in chart.regions.items() if r.kind != "off" and r.named)
    return tuple(label(r, k, code in stars, outline, 0, 0, under.get(code, "")) for code, r in named)
