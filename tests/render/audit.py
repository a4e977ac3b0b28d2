"""What is wrong with a drawn map: names and signs that are hidden, crossed or struck through, seen from what is painted.

`python -m tests.render.audit` counts it over whole games of all that have a map.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from engines.report import Map
from pbem.render import layers
from pbem.render.layers import letters
from pbem.render.layers.layer import Drawing, Layer, settle
from pbem.render.layers.names import Names
from pbem.render.layers.orders import Orders
from pbem.render.layers.pieces import Pieces
from pbem.render.layers.signs import Signs
from pbem.render.scene import Area, Lines, Path, Primitive, Text
from pbem.render.shapes import Box
from tests.render.positions import drawn, games

CAPITALS = 0.72
"""How high the words of a map are, in their size."""
WHITE = "#FFFFFF"

Spot = tuple[float, float]


@dataclass
class Sight:
    """What a map shows, by the box or the outline of what is painted, in the order of painting."""

    names: list[tuple[str, Box, int]] = field(default_factory=list)
    signs: list[tuple[str, Box, int]] = field(default_factory=list)
    pieces: list[tuple[str, Box, int]] = field(default_factory=list)
    shapes: list[tuple[type[Layer], Sequence[Spot], float, bool, int]] = field(default_factory=list)
    borders: list[tuple[Spot, Spot]] = field(default_factory=list)


def seen(map_: Map) -> Sight:
    """Paints a map and keeps whose each stroke of the brush is."""
    every = layers.layers(Drawing(map_))
    settle(every)
    strokes = [
        (level, n, type(layer), list(primitives))
        for n, layer in enumerate(every)
        for level, primitives in layer.drawn().items()
    ]
    sight = Sight()
    order = 0
    for _, _, kind, primitives in sorted(strokes, key=lambda stroke: stroke[:2]):
        for one in primitives:
            order += 1
            look(sight, kind, one, order)
    return sight


def look(sight: Sight, kind: type[Layer], one: Primitive, order: int) -> None:
    match one:
        case Lines():
            sight.borders += chain.from_iterable(map(pairwise, one.lines))
        case Text() if kind is Names:
            sight.names.append((one.text, words_box(one), order))
        case Path():
            points = flat(one)
            if kind is Signs:
                sight.signs.append(("sign", around(points, one.width / 2 if one.stroke != WHITE else 0), order))
            elif kind is Pieces and one.fill not in ("", WHITE):
                sight.pieces.append(("piece", around(points, 0), order))
            ink = one.stroke if one.stroke != WHITE else one.fill
            if ink:
                half = one.width / 2 if one.stroke not in ("", WHITE) else 0
                sight.shapes.append((kind, points, half, bool(one.fill), order))
        case Text() | Area():
            pass


def words_box(one: Text) -> Box:
    """The box of letters that is inked."""
    half = letters.width(one.text, one.bold, one.italic) * one.size / 2
    return one.x - half, one.y - CAPITALS * one.size, one.x + half, one.y


def flat(path: Path) -> list[Spot]:
    """The points of a path, its curves in pieces."""
    found: list[Spot] = []
    for op, numbers in path.steps:
        if op == "C":
            a, (b, c, d) = found[-1], zip(numbers[::2], numbers[1::2], strict=True)
            for n in range(1, 9):
                t = n / 8
                p, q, r, s = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                found.append((p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]))
        elif numbers:
            found.append((numbers[0], numbers[1]))
    return found


def around(points: Iterable[Spot], by: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def faults(map_: Map) -> Iterator[tuple[str, str]]:
    """All that is wrong, each with the words it befalls."""
    sight = seen(map_)
    for n, (name, box, order) in enumerate(sight.names):
        for kind, points, half, filled, when in sight.shapes:
            if kind is not Names and touches(points, half, filled, box):
                yield ("hidden" if when > order else "line under" if kind is Orders else f"{kind.__name__} under"), name
            elif (
                kind is Names and when < order and not filled and len(points) == 2 and touches(points, half, False, box)
            ):
                yield "leader under", name
        if any(cuts(a, b, box) for a, b in sight.borders):
            yield "border through", name
        yield from (("name on name", f"{name} {other}") for other, there, _ in sight.names[:n] if overlap(box, there))
    for _, box, order in sight.pieces:
        yield from (
            ("piece covered", name) for name, there, when in sight.names if when > order and overlap(box, there)
        )
        for _, there, when in sight.signs:
            if overlap(box, there):
                yield ("piece covered" if when > order else "sign hidden"), "sign"


def touches(points: Sequence[Spot], half: float, filled: bool, box: Box) -> bool:
    """Whether a line, or the surface within it, has a part in a box."""
    if not overlap(around(points, half), box):
        return False
    wide = box[0] - half, box[1] - half, box[2] + half, box[3] + half
    closed = [*points, points[0]] if filled else points
    if any(cuts(a, b, wide) for a, b in pairwise(closed)):
        return True
    return filled and inside(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), points)


def overlap(one: Box, two: Box) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]


def cuts(a: Spot, b: Spot, box: Box) -> bool:
    """Whether a segment runs into a box."""
    left, top, right, bottom = box
    if max(a[0], b[0]) <= left or min(a[0], b[0]) >= right or max(a[1], b[1]) <= top or min(a[1], b[1]) >= bottom:
        return False
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    sides = {((b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0])) for x, y in corners}
    return len(sides) == 2


def inside(point: Spot, ring: Sequence[Spot]) -> bool:
    x, y = point
    odd = False
    for (a, b), (c, d) in pairwise([*ring, ring[0]]):
        if (b > y) != (d > y) and x < a + (c - a) * (y - b) / (d - b):
            odd = not odd
    return odd


def main() -> None:
    for game in games(*map(int, sys.argv[1:])):
        found, count, names = Counter[str](), 0, 0
        for map_ in drawn(game):
            count += 1
            names += len(seen(map_).names)
            found.update(kind for kind, _ in faults(map_))
        print(game.name, count, "maps", names, "names", dict(found))


if __name__ == "__main__":
    main()
