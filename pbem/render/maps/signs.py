"""What lies in a region beside its name and is nobody's piece: squares, discs, spirals, rings, anchors.

Of two signs of one shape one has a letter, or is filled, or is broken: none is told by hue alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import cos, pi, sin

from engines.memo import memoize
from engines.palette import HALO, INK
from engines.report import Map, Sign
from pbem.render import shapes
from pbem.render.maps.labels import Label, draw_label_leaders
from pbem.render.maps.layer import Layer, LegendEntry, Level
from pbem.render.maps.room import LabelShape
from pbem.render.maps.samples import PLACES
from pbem.render.scene import Primitive, ScenePath, SceneText

STEP = 92
"""From one sign to the next, for a chart of the usual width: so much room each sign takes."""
SAMPLE = 2.2
"""How much larger a sign is in the legend."""
SPIRAL = [(r * cos(a), r * sin(a)) for i in range(25) for a, r in ((i * pi / 6, 2 + 1.15 * i),)]
ANCHOR = ((0, -40), (0, 36), (-31, 14), (-31, 24), (0, 36), (31, 24), (31, 14))


class SignsLayer(Layer):
    """Those of one region side by side, where there is room in it."""

    @cached_property
    def signs_by_region(self) -> dict[str, list[Sign]]:
        found: dict[str, list[Sign]] = {}
        for sign in self.map.signs:
            if self.drawing.shows_region(base_region_code(sign.at)):
                found.setdefault(sign.at, []).append(sign)
        return found

    @cached_property
    def sign_labels(self) -> list[Label]:
        room = round(STEP * self.k)
        return [
            Label(base_region_code(at), f"signs {at}", list_sign_shapes(len(row), room))
            for at, row in self.signs_by_region.items()
        ]

    def list_labels(self) -> Sequence[Label]:
        return self.sign_labels

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.LEADERS: draw_label_leaders(self.sign_labels, self.k), Level.NAMES: self.draw_sign_rows()}

    def draw_sign_rows(self) -> Iterator[Primitive]:
        step = STEP * self.k
        for label, row in zip(self.sign_labels, self.signs_by_region.values(), strict=True):
            left, top, right, _ = label.place.box
            wide = round((right - left) / step)
            for n, sign in enumerate(row):
                x, y = left + (n % wide + 0.5) * step, top + (n // wide + 0.5) * step
                yield from draw_map_sign(sign.kind, sign.fill, sign.text, x, y, self.k)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterable[LegendEntry]:
        x, y = PLACES["m"]
        lying = {sign.name: sign for sign in map_.signs}
        return ((name, draw_map_sign(sign.kind, sign.fill, sign.text, x, y, SAMPLE)) for name, sign in lying.items())


def list_sign_shapes(count: int, room: int) -> tuple[LabelShape, ...]:
    """The ways to set so many signs: side by side, in two rows, or one above the other."""
    wide = dict.fromkeys((count, -(-count // 2), 1))
    return tuple(LabelShape("signs", room * n, room * -(-count // n), cost=5 * cost) for cost, n in enumerate(wide))


@memoize(4096)
def draw_map_sign(kind: str, fill: str, text: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """One sign around a point."""
    if kind in ("ring", "broken"):
        circle, dash = shapes.circle_steps(x, y, 34 * k), (round(25 * k), round(18 * k)) if kind == "broken" else ()
        return ScenePath(circle, "", HALO, round(26 * k)), ScenePath(circle, "", fill, round(14 * k), dash)
    if kind == "anchor":
        line = shapes.polygon_steps(((x + a * k, y + b * k) for a, b in ANCHOR), closed=False)
        return ScenePath(line, "", HALO, round(26 * k), (), True), ScenePath(line, "", fill, round(12 * k), (), True)
    body = shapes.outline_steps(shapes.SQUARE, x, y, k) if kind == "square" else shapes.circle_steps(x, y, 41 * k)
    return ScenePath(body, fill, INK, round(8 * k)), *draw_sign_face(kind, fill, text, x, y, k)


def draw_sign_face(kind: str, fill: str, text: str, x: float, y: float, k: float) -> Iterator[Primitive]:
    """Yield what stands on a square or a disc: a spiral or a letter."""
    if kind == "spiral":
        line = shapes.polygon_steps(((x + a * k, y + b * k) for a, b in SPIRAL), closed=False)
        yield ScenePath(line, "", ink_on(fill), round(9 * k), (), True)
    if text:
        yield SceneText(round(x), round(y + 29 * k), text, round(82 * k), ink_on(fill), bold=True)


def ink_on(fill: str) -> str:
    """Dark letters on light grounds, light ones on dark grounds."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else HALO


def base_region_code(place: str) -> str:
    """The region of a place: "STP/SC" lies in STP."""
    return place.partition("/")[0]
