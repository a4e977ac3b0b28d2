"""What lies in a region beside its name and is nobody's piece: squares, discs, spirals, rings, anchors.

Of two signs of one shape one has a letter, or is filled, or is broken: none is told by hue alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import cos, pi, sin

from engines.kept import keeps
from engines.palette import HALO, INK
from engines.report import Map, Sign
from pbem.render import shapes
from pbem.render.layers.labels import Label, leaders
from pbem.render.layers.layer import Entry, Layer, Level
from pbem.render.layers.room import Shape
from pbem.render.layers.samples import PLACES
from pbem.render.scene import Path, Primitive, Text

STEP = 92
"""From one sign to the next, for a chart of the usual width: so much room each sign takes."""
SAMPLE = 2.2
"""How much larger a sign is in the legend."""
SPIRAL = [(r * cos(a), r * sin(a)) for i in range(25) for a, r in ((i * pi / 6, 2 + 1.15 * i),)]
ANCHOR = ((0, -40), (0, 36), (-31, 14), (-31, 24), (0, 36), (31, 24), (31, 14))


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
        return [Label(base(at), f"signs {at}", set_as(len(row), room)) for at, row in self.rows.items()]

    def labels(self) -> Sequence[Label]:
        return self.found

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.LEADERS: leaders(self.found, self.k), Level.NAMES: self.side_by_side()}

    def side_by_side(self) -> Iterator[Primitive]:
        step = STEP * self.k
        for label, row in zip(self.found, self.rows.values(), strict=True):
            left, top, right, _ = label.place.box
            wide = round((right - left) / step)
            for n, sign in enumerate(row):
                x, y = left + (n % wide + 0.5) * step, top + (n // wide + 0.5) * step
                yield from figure(sign.kind, sign.fill, sign.text, x, y, self.k)

    @classmethod
    def legend(cls, map_: Map) -> Iterable[Entry]:
        x, y = PLACES["m"]
        lying = {sign.name: sign for sign in map_.signs}
        return ((name, figure(sign.kind, sign.fill, sign.text, x, y, SAMPLE)) for name, sign in lying.items())


def set_as(count: int, room: int) -> tuple[Shape, ...]:
    """The ways to set so many signs: side by side, in two rows, or one above the other."""
    wide = dict.fromkeys((count, -(-count // 2), 1))
    return tuple(Shape("signs", room * n, room * -(-count // n), cost=5 * cost) for cost, n in enumerate(wide))


@keeps(4096)
def figure(kind: str, fill: str, text: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """One sign around a point."""
    if kind in ("ring", "broken"):
        circle, dash = shapes.ring(x, y, 34 * k), (round(25 * k), round(18 * k)) if kind == "broken" else ()
        return Path(circle, "", HALO, round(26 * k)), Path(circle, "", fill, round(14 * k), dash)
    if kind == "anchor":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in ANCHOR), closed=False)
        return Path(line, "", HALO, round(26 * k), (), True), Path(line, "", fill, round(12 * k), (), True)
    body = shapes.shape(shapes.SQUARE, x, y, k) if kind == "square" else shapes.ring(x, y, 41 * k)
    return Path(body, fill, INK, round(8 * k)), *within(kind, fill, text, x, y, k)


def within(kind: str, fill: str, text: str, x: float, y: float, k: float) -> Iterator[Primitive]:
    """What stands on a square or a disc: a spiral or a letter."""
    if kind == "spiral":
        line = shapes.polygon(((x + a * k, y + b * k) for a, b in SPIRAL), closed=False)
        yield Path(line, "", ink_on(fill), round(9 * k), (), True)
    if text:
        yield Text(round(x), round(y + 29 * k), text, round(82 * k), ink_on(fill), bold=True)


def ink_on(fill: str) -> str:
    """Dark letters on light grounds, light ones on dark grounds."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else HALO


def base(place: str) -> str:
    """The region of a place: "STP/SC" lies in STP."""
    return place.partition("/")[0]
