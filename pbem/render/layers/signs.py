"""What lies in a region beside its name and is nobody's piece: spirals, squares, discs, rings, anchors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import cos, pi, sin

from engines.report import Map, Sign
from pbem.render import shapes
from pbem.render.layers.labels import Label
from pbem.render.layers.layer import HALO, INK, Entry, Layer, Level
from pbem.render.layers.room import Shape
from pbem.render.layers.samples import PLACES
from pbem.render.scene import Path, Primitive, Text

STEP = 92
"""From one sign to the next, for a chart of the usual width: so much room each sign takes."""
SAMPLE = 2.2
"""How much larger a sign is in the legend."""
SPIRAL = [(r * cos(a), r * sin(a)) for i in range(46) for a, r in ((i * pi / 8, 4 + 0.92 * i),)]
ANCHOR = ((0, -34), (0, 30), (-26, 12), (-26, 20), (0, 30), (26, 20), (26, 12))


class Signs(Layer):
    """Those of one region side by side, where there is room in it."""

    @cached_property
    def rows(self) -> dict[str, list[Sign]]:
        found: dict[str, list[Sign]] = {}
        for sign in self.map.signs:
            found.setdefault(sign.at, []).append(sign)
        return found

    @cached_property
    def found(self) -> list[Label]:
        room = round(STEP * self.k)
        return [
            Label(base(at), f"signs {at}", (Shape("signs", room * len(row), room),)) for at, row in self.rows.items()
        ]

    def labels(self) -> Sequence[Label]:
        return self.found

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.NAMES: self.side_by_side()}

    def side_by_side(self) -> Iterator[Primitive]:
        for label, row in zip(self.found, self.rows.values(), strict=True):
            left = label.place.x - STEP * self.k * (len(row) - 1) / 2
            for n, sign in enumerate(row):
                yield from figure(sign.kind, sign.fill, sign.text, left + n * STEP * self.k, label.place.y, self.k)

    @classmethod
    def legend(cls, map_: Map) -> Iterable[Entry]:
        x, y = PLACES["m"]
        lying = {sign.name: sign for sign in map_.signs}
        return ((name, figure(sign.kind, sign.fill, sign.text, x, y, SAMPLE)) for name, sign in lying.items())


@lru_cache(4096)
def figure(kind: str, fill: str, text: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """One sign around a point."""
    if kind == "spiral":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in SPIRAL), closed=False)
        return Path(line, "", INK, round(15 * k), (), True), Path(line, "", fill, round(7 * k), (), True)
    if kind == "ring":
        circle = shapes.ring(x, y, 40 * k)
        return Path(circle, "", HALO, round(26 * k)), Path(circle, "", fill, round(14 * k))
    if kind == "anchor":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in ANCHOR), closed=False)
        return Path(line, "", HALO, round(26 * k), (), True), Path(line, "", fill, round(11 * k), (), True)
    body = shapes.ring(x, y, 34 * k) if kind == "disc" else shapes.shape(shapes.SQUARE, x, y, k)
    letter = (Text(round(x), round(y + 20 * k), text, round(54 * k), ink_on(fill), bold=True),) if text else ()
    return Path(body, fill, INK, round(8 * k)), *letter


def ink_on(fill: str) -> str:
    """Dark letters on light grounds, light ones on dark grounds."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else HALO


def base(place: str) -> str:
    """The region of a place: "STP/SC" lies in STP."""
    return place.partition("/")[0]
