"""Regions as a drawing: arcs that neighbours share, made to look natural, and the places of names and pieces."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import shapely
from shapely import Geometry, LineString, Point, Polygon, STRtree

from tools.atlas.books import books, roomy, written
from tools.atlas.coasts import polygons
from tools.atlas.cut import OFF, Cut, Pair, Plan
from tools.atlas.plane import UNITS
from tools.atlas.terrain import terrain

LONG = 55.0
"""Kilometres from which a straight border is broken up."""
SHORT = 28.0
ROUGH = (0.085, 0.05, 0.025)
"""How far a broken border strays, as part of its length; the next is tried where a border would meet another one."""

Edge = tuple[Pair, Pair]


@dataclass
class Arc:
    """A line between two regions, or between one and the frame."""

    points: list[Pair]
    sides: tuple[str, ...]
    kind: str


def chart(plan: Plan, result: Cut, exact: Cut) -> dict[str, Any]:
    """The drawing as the data an engine ships; `exact` is the same cut out of coasts that are not simplified."""
    arcs = natural(arcs_of(plan, result.regions))
    lines = [deduplicated([plan.plane.drawn(*p) for p in arc.points]) for arc in arcs]
    width, height = plan.plane.size()
    regions = {
        code: {
            "kind": kind_of(plan, code),
            "area": round(exact.regions[code].area * UNITS**2),
            "rings": stitched(
                [(n, line) for n, (arc, line) in enumerate(zip(arcs, lines, strict=True)) if code in arc.sides]
            ),
            "label": (spot := piece(plan, code, result.regions[code])),
            "piece": spot,
        }
        for code in sorted(result.regions)
    }
    data: dict[str, Any] = {
        "source": "Coastline: Natural Earth (public domain)",
        "made": plan.made,
        "width": width,
        "height": height,
        "arcs": [
            {"kind": a.kind, "sides": list(a.sides), "points": flat(line)} for a, line in zip(arcs, lines, strict=True)
        ],
        "regions": regions,
        "coasts": {code: list(map(int, spot)) for code, spot in sorted(plan.coasts.items())},
        "islands": [
            flat(deduplicated([plan.plane.drawn(*p) for p in island.exterior.simplify(6).coords[:-1]]))
            for island in result.islands
        ],
        "slots": [],
    }
    furnish(plan, data, lines)
    return data


def furnish(plan: Plan, data: dict[str, Any], lines: list[list[tuple[int, int]]]) -> None:
    """Lays places for names into the data, and moves those pieces that would leave a name none."""
    land = roomy(terrain(data, lines, plan.wants.piece), plan.wants)
    found = books(land, plan.wants)
    data["slots"] = [written(book, row) for book, rows in found.items() for row in rows]
    clear = sorted((row for row in found["name"] if row.clear), key=lambda row: -row.places[0].cost)
    labels = {row.code: row.places[0] for row in clear}
    for code, region in data["regions"].items():
        region["piece"] = list(land.spots.get(code, region["piece"]))
        if code in labels:
            region["label"] = [labels[code].x, labels[code].y]


def kind_of(plan: Plan, code: str) -> str:
    return "sea" if code in plan.sea else "off" if code == OFF else "shut" if code in plan.shut else "land"


def deduplicated(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [p for n, p in enumerate(points) if n == 0 or p != points[n - 1]]


def flat(points: list[tuple[int, int]]) -> list[int]:
    """First point, then steps: shorter to write."""
    steps = [points[0], *((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))]
    return [n for step in steps for n in step]


# --- arcs -------------------------------------------------------------------------------------------------------


def arcs_of(plan: Plan, regions: Mapping[str, Geometry]) -> list[Arc]:
    """The borders of all regions, cut where more than two lines meet."""
    sides: dict[Edge, set[str]] = defaultdict(set)
    near: dict[Pair, set[Pair]] = defaultdict(set)
    for code, region in regions.items():
        for a, b in edges(region):
            sides[key(a, b)].add(code)
            near[a].add(b)
            near[b].add(a)
    seen: set[Edge] = set()
    found = []
    nodes = [p for p in near if is_node(p, near, sides)]
    for start in sorted(nodes) + sorted(near):
        for following in sorted(near[start]):
            if key(start, following) not in seen:
                line = walked(start, following, near, sides, seen)
                codes = tuple(sorted(sides[key(start, following)]))
                found.append(Arc(line, codes, arc_kind(plan, codes)))
    return found


def edges(region: Geometry) -> Iterator[Edge]:
    for part in polygons(region):
        for ring in (part.exterior, *part.interiors):
            points = [(float(x), float(y)) for x, y in ring.coords]
            yield from ((a, b) for a, b in pairwise(points) if a != b)


def key(a: Pair, b: Pair) -> Edge:
    return (a, b) if a < b else (b, a)


def is_node(p: Pair, near: Mapping[Pair, set[Pair]], sides: Mapping[Edge, set[str]]) -> bool:
    return len(near[p]) != 2 or len({frozenset(sides[key(p, q)]) for q in near[p]}) > 1


def walked(
    start: Pair, following: Pair, near: Mapping[Pair, set[Pair]], sides: Mapping[Edge, set[str]], seen: set[Edge]
) -> list[Pair]:
    """The line from a point on to the next node, or back to the point."""
    line = [start, following]
    seen.add(key(start, following))
    while line[-1] != start and not is_node(line[-1], near, sides):
        (onward,) = near[line[-1]] - {line[-2]}
        seen.add(key(line[-1], onward))
        line.append(onward)
    return line


def arc_kind(plan: Plan, codes: tuple[str, ...]) -> str:
    seas = sum(code in plan.sea for code in codes)
    return "frame" if len(codes) < 2 else "sea" if seas == 2 else "coast" if seas else "land"


def stitched(arcs: list[tuple[int, list[tuple[int, int]]]]) -> list[list[int]]:
    """Closed rings of arcs by number; -1 - number means backwards."""
    left, rings = dict(arcs), []
    while left:
        number = next(iter(left))
        line = left.pop(number)
        ring, start, end = [number], line[0], line[-1]
        while end != start:
            number, forward = next((n, a[0] == end) for n, a in left.items() if end in (a[0], a[-1]))
            line = left.pop(number)
            ring.append(number if forward else -1 - number)
            end = line[-1] if forward else line[0]
        rings.append(ring)
    return rings


# --- looks ------------------------------------------------------------------------------------------------------


def natural(arcs: list[Arc]) -> list[Arc]:
    """Straight borders on land broken up, limits at sea rounded, wherever that touches no other line."""
    lines = [LineString(arc.points) for arc in arcs]
    tree = STRtree(lines)
    for n, arc in enumerate(arcs):
        tries = [rounded(arc.points)] if arc.kind == "sea" else []
        tries += [broken(arc.points, rough) for rough in ROUGH] if arc.kind == "land" else []
        fitting = (t for t in tries if free(LineString(t), n, lines, tree))
        arc.points = next(fitting, arc.points)
        lines[n] = LineString(arc.points)
    return arcs


def free(line: LineString, number: int, lines: list[LineString], tree: STRtree) -> bool:
    """Return whether a new line meets others, as old and as already redrawn, at its ends only."""
    if not line.is_simple:
        return False
    ends = shapely.MultiPoint([line.coords[0], line.coords[-1]]).buffer(1e-6)
    others = (lines[i] for i in tree.query(line.buffer(LONG)) if i != number)
    return all(ends.covers(line.intersection(other)) for other in others if line.intersects(other))


def broken(points: list[Pair], rough: float) -> list[Pair]:
    found = [points[0]]
    for a, b in pairwise(points):
        found += displaced(a, b, rough)[1:] if math.dist(a, b) > LONG else [b]
    return found


def displaced(a: Pair, b: Pair, rough: float) -> list[Pair]:
    """A line with its middle moved aside, and the middles of its halves; the same for the same ends."""
    length = math.dist(a, b)
    if length < SHORT:
        return [a, b]
    low, high = key((round(a[0], 1), round(a[1], 1)), (round(b[0], 1), round(b[1], 1)))
    by = random.Random(f"{low}{high}").gauss(0, rough) * (1 if (a <= b) else -1)
    middle = ((a[0] + b[0]) / 2 - (b[1] - a[1]) * by, (a[1] + b[1]) / 2 + (b[0] - a[0]) * by)
    return displaced(a, middle, rough)[:-1] + displaced(middle, b, rough)


def rounded(points: list[Pair], times: int = 2) -> list[Pair]:
    """Corners cut, twice (Chaikin)."""
    for _ in range(times if len(points) > 2 else 0):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*cut, points[-1]]
    return [(float(x), float(y)) for x, y in LineString(points).simplify(2).coords]


# --- places -----------------------------------------------------------------------------------------------------


def piece(plan: Plan, code: str, region: Geometry) -> list[int]:
    """Return where the region's piece stands: as planned, else where there is most room."""
    if code in plan.piece:
        return list(map(int, plan.piece[code]))
    main = max(polygons(region), key=lambda p: p.area)
    drawn = shapely.make_valid(Polygon([plan.plane.drawn(*p) for p in main.exterior.coords]))
    middle = roomiest(max(polygons(drawn), key=lambda p: p.area))
    return [round(middle.x), round(middle.y)]


def roomiest(polygon: Polygon) -> Point:
    """The middle of the largest circle that fits."""
    return Point(shapely.maximum_inscribed_circle(polygon, 4).coords[0])
