"""What is wrong with a drawn map: names and signs that are hidden or crossed, as far as what is painted shows.

`python -m tests.render.audit` counts it over whole games of all that have a map.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from engines.report import Map
from pbem.render import maps, order_map
from pbem.render.maps import letters, part
from pbem.render.maps.grid import GridCell, box_holds_box, grow_box, list_touched_cells
from pbem.render.maps.layer import Layer, Level
from pbem.render.maps.names import NamesLayer
from pbem.render.maps.pieces import PiecesLayer
from pbem.render.maps.plates import PlatesLayer
from pbem.render.maps.signs import SignsLayer
from pbem.render.maps.strokes import StrokesLayer
from pbem.render.scene import Primitive, SceneArea, SceneLines, ScenePath, SceneText
from pbem.render.shapes import Bounds
from tests.render.positions import games, iter_report_maps

CAPITALS = 0.72
"""How high the words of a map are, in their size."""
WHITE = "#FFFFFF"
LABELS = (NamesLayer, PlatesLayer, SignsLayer, PiecesLayer)
"""What looks for a place, and has a leader if that is beside its region."""

Spot = tuple[float, float]


@dataclass
class Sight:
    """What a map shows, by the box or the outline of what is painted, in the order of painting."""

    names: list[tuple[str, Bounds, int]] = field(default_factory=list)
    signs: list[tuple[Bounds, int]] = field(default_factory=list)
    pieces: list[tuple[Bounds, int]] = field(default_factory=list)
    shapes: list[Stroke] = field(default_factory=list)
    borders: Borders = field(default_factory=lambda: Borders())


@dataclass(frozen=True)
class Stroke:
    """A shape that was painted: whose it is, its points, how far it reaches beyond them, and when it came."""

    kind: type[Layer]
    points: Sequence[Spot]
    half: float
    filled: bool
    order: int
    box: Bounds


class Borders:
    """The lines between regions, by the cells that they touch: of the thousands on a map few are near a name."""

    def __init__(self) -> None:
        self.near = defaultdict[GridCell, list[tuple[Spot, Spot]]](list)

    def add(self, a: Spot, b: Spot) -> None:
        for cell in list_touched_cells(bounds_around((a, b), 0)):
            self.near[cell].append((a, b))

    def cuts_box(self, box: Bounds) -> bool:
        """Return whether one of them runs into a box."""
        return any(cuts(a, b, box) for cell in list_touched_cells(box) for a, b in self.near.get(cell, ()))


def views(map_: Map) -> dict[str, list[Layer]]:
    """A map as it is shown: whole, cut for a letter, and from afar to near by on the desk of a phone."""
    left, top, right, bottom = part.focus_frame(map_)
    found = {
        "whole": maps.arrange_layers(map_),
        "letter": maps.arrange_layers(map_, seen=(left, top, right, bottom)),
    }
    for near in range(order_map.FARTHEST, order_map.NEAREST + 1):
        x, y, wide, high = order_map.map_view_box(map_, near)
        found[f"desk {near}"] = maps.arrange_layers(map_, seen=(x, y, x + wide, y + high), window=order_map.WINDOW)
    return found


def sight(every: Sequence[Layer]) -> Sight:
    """Paints a map and keeps whose each stroke of the brush is, as far as it is seen."""
    strokes = [
        (level, n, type(layer), list(primitives))
        for n, layer in enumerate(every)
        for level, primitives in layer.draw_by_level().items()
    ]
    found = Sight()
    order = 0
    for level, _, kind, primitives in sorted(strokes, key=lambda stroke: stroke[:2]):
        for one in primitives:
            order += 1
            look(found, kind, one, order, level is Level.LEADERS)
    if here := every[0].drawing.seen:
        found.names = [one for one in found.names if overlap(one[1], here)]
        found.signs = [one for one in found.signs if overlap(one[0], here)]
        found.pieces = [one for one in found.pieces if overlap(one[0], here)]
    return found


def look(found: Sight, kind: type[Layer], one: Primitive, order: int, leads: bool) -> None:
    """Keeps a stroke of the brush; one that `leads` to a region is a leader, or the dot at its end."""
    match one:
        case SceneLines():
            for a, b in chain.from_iterable(map(pairwise, one.lines)):
                found.borders.add(a, b)
        case SceneText() if kind in (NamesLayer, PlatesLayer):
            found.names.append((one.text, words_box(one), order))
        case ScenePath():
            points = flatten_path(one)
            if kind is SignsLayer and not leads:
                found.signs.append((bounds_around(points, one.width / 2 if one.stroke != WHITE else 0), order))
            elif kind is PiecesLayer and not leads and one.fill not in ("", WHITE):
                found.pieces.append((bounds_around(points, 0), order))
            ink = one.stroke if one.stroke != WHITE else one.fill
            if ink:
                half = one.width / 2 if one.stroke not in ("", WHITE) else 0
                found.shapes.append(Stroke(kind, points, half, bool(one.fill), order, bounds_around(points, half)))
        case SceneText() | SceneArea():
            pass


def words_box(one: SceneText) -> Bounds:
    """The box of letters that is inked."""
    half = letters.measure_map_words(one.text, one.bold, one.italic) * one.size / 2
    return one.x - half, one.y - CAPITALS * one.size, one.x + half, one.y


def flatten_path(path: ScenePath) -> list[Spot]:
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


def bounds_around(points: Iterable[Spot], by: float) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def faults(every: Sequence[Layer]) -> Iterator[tuple[str, str]]:
    """All that is wrong with a map, each with the words it befalls."""
    shown, seen = sight(every), every[0].drawing.seen
    for n, (name, box, order) in enumerate(shown.names):
        if seen and not box_holds_box(grow_box(seen, 1), box):
            yield "cut off", name
        near = [stroke for stroke in shown.shapes if overlap(stroke.box, box)]
        yield from ((what, name) for stroke in near if (what := harm(stroke, box, order)))
        if shown.borders.cuts_box(box):
            yield "border through", name
        yield from (("name on name", f"{name} {other}") for other, there, _ in shown.names[:n] if overlap(box, there))
    for piece, when in shown.pieces:
        lines = (line for line in shown.shapes if line.kind in LABELS and is_leader(line.filled, line.points))
        yield from (("leader on a piece", line.kind.__name__) for line in lines if touches(line, piece))
        yield from (("piece covered", name) for name, box, order in shown.names if order > when and overlap(box, piece))
        for sign, order in shown.signs:
            if overlap(piece, sign):
                yield ("piece covered" if order > when else "sign hidden"), "sign"


def harm(stroke: Stroke, box: Bounds, order: int) -> str:
    """Return what a stroke does to words, if it touches them: their own star and leader do not."""
    leader = stroke.kind in LABELS and is_leader(stroke.filled, stroke.points)
    if (stroke.kind in (NamesLayer, PlatesLayer) and not leader) or not touches(stroke, box):
        return ""
    if leader:
        return "leader under" if stroke.order < order else ""
    if stroke.order > order:
        return "hidden"
    return "line under" if stroke.kind is StrokesLayer else f"{stroke.kind.__name__} under"


def is_leader(filled: object, points: Sequence[Spot]) -> bool:
    """Return whether a shape of what looks for a place is the line to its region."""
    return not filled and len(points) == 2


def touches(stroke: Stroke, box: Bounds) -> bool:
    """Return whether a line, or the surface within it, has a part in a box."""
    half, points = stroke.half, stroke.points
    wide = box[0] - half, box[1] - half, box[2] + half, box[3] + half
    if any(cuts(a, b, wide) for a, b in pairwise([*points, points[0]] if stroke.filled else points)):
        return True
    return stroke.filled and inside(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), points)


def overlap(one: Bounds, two: Bounds) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]


def cuts(a: Spot, b: Spot, box: Bounds) -> bool:
    """Return whether a segment runs into a box."""
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
        found, count = defaultdict[str, Counter[str]](Counter), 0
        for map_ in iter_report_maps(game):
            count += 1
            for view, drawing in views(map_).items():
                found[view].update(kind for kind, _ in faults(drawing))
        print(game.name, count, "maps")
        for view, kinds in found.items():
            print(f"  {view}: {dict(kinds) or 'nothing'}")


if __name__ == "__main__":
    main()
