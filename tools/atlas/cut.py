"""Cuts land and sea into regions: all lines are noded together, and every face goes to one region.

Since the faces come from one set of lines, regions share their borders exactly, without gaps and overlaps.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import Geometry, MultiPoint, MultiPolygon, Point, Polygon, STRtree

from tools.atlas.coasts import polygons
from tools.atlas.plane import Plane
from tools.atlas.source import ROOT, mark
from tools.atlas.wants import Wants, read_wants

GRID = 0.05
"""Kilometres to which all points are snapped."""
MAINLAND = 250_000
"""Square kilometres that make land a mainland."""
EDGE = 60_000
"""Square kilometres of other land at the frame that are shown as land beyond the board."""
ISLAND = 700
"""Square kilometres of an island that is drawn."""
OVER = 0.5
"""Kilometres by which a border runs on beyond the coast, so that it surely reaches it."""
OFF = "OFF"
Pair = tuple[float, float]


@dataclass(frozen=True)
class Plan:
    """What is to be cut (see `diplomacy.toml`), already on the plane.

    `countries` tells among which lands each country is divided; "*" stands for all others. `shut` are lands nobody can
    enter; those that are `parted` keep what lies apart; countries it is `without` are not drawn. `target` is the file
    the drawing goes to, `made` the mark of what it is made from, `wants` what is to stand on it.
    """

    target: Path
    made: str
    plane: Plane
    shut: frozenset[str]
    parted: frozenset[str]
    without: frozenset[str]
    land: Mapping[str, list[Pair]]
    sea: Mapping[str, list[Pair]]
    countries: Mapping[str, tuple[str, ...]]
    straits: Mapping[str, list[Polygon]]
    islands: list[Point]
    wants: Wants
    piece: Mapping[str, Pair]
    coasts: Mapping[str, Pair]

    def shared(self, country: str) -> tuple[str, ...]:
        """The lands among which a country is divided."""
        return self.countries.get(country, self.countries.get("*", ()))


def read_plan(path: Path) -> Plan:
    data = tomllib.loads(path.read_text("utf-8"))
    plane = read_plane(data["plane"])
    everything = " ".join(data["land"])
    return Plan(
        ROOT / data["target"],
        mark(path),
        plane,
        frozenset(data["shut"].split()),
        frozenset(data["parted"].split()),
        frozenset(data.get("without", [])),
        {code: on_plane(plane, points) for code, points in data["land"].items()},
        {code: on_plane(plane, points) for code, points in data["sea"].items()},
        {name: tuple((codes or everything).split()) for name, codes in data["countries"].items()},
        {code: [plane.polygon(ring) for ring in rings] for code, rings in data["straits"].items()},
        [Point(p) for p in on_plane(plane, data["islands"])],
        read_wants(data, [*data["land"], *data["sea"]]),
        *({code: (p[0], p[1]) for code, p in data[key].items()} for key in ("piece", "coasts")),
    )


def read_plane(given: Mapping[str, Any]) -> Plane:
    numbers: dict[str, Any] = {key: tuple(value) for key, value in given.items()}
    return Plane(**numbers)


def on_plane(plane: Plane, points: list[list[float]]) -> list[Pair]:
    return [(float(x), float(y)) for x, y in plane.project(np.array(points, dtype=float))] if points else []


@dataclass(frozen=True)
class Cut:
    """The regions by code; land beyond the board as OFF; islands that belong to nobody."""

    regions: dict[str, Geometry]
    islands: list[Polygon]


def cut(plan: Plan, countries: Mapping[str, Geometry]) -> Cut:
    """Cuts the countries and the sea between them after the plan."""
    whole = shapely.union_all(list(countries.values()), grid_size=GRID)
    parts = list(polygons(whole))
    played = [p for p in parts if p.area > MAINLAND or any(p.covers(i) for i in plan.islands)]
    edges = [p for p in parts if p not in played and p.area > EDGE and p.intersects(plan.plane.frame.boundary)]
    islands = [p for p in parts if p not in played and p not in edges and p.area > ISLAND]
    ground = surface(shapely.union_all([*played, *edges]))
    lands = {name: surface(shapely.intersection(land, ground, grid_size=GRID)) for name, land in countries.items()}
    lines = [plan.plane.frame.boundary, *borders(plan, lands), *sea_limits(plan, ground)]
    lines += [strait.boundary for straits in plan.straits.values() for strait in straits]
    noded = shapely.union_all(lines, grid_size=GRID)
    faces = [
        f
        for f in shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
        if plan.plane.frame.covers(f.centroid)
    ]
    owned = owners(plan, lands, faces)
    return Cut(gathered(plan, faces, owned), islands)


def surface(geometry: Geometry) -> MultiPolygon:
    """Return what of a geometry has a surface; mixed ones have no boundary."""
    return MultiPolygon(list(polygons(geometry)))


def borders(plan: Plan, lands: Mapping[str, Geometry]) -> Iterable[Geometry]:
    """The borders of countries, and within them those between their provinces."""
    for name, land in lands.items():
        yield land.boundary
        provinces = plan.shared(name)
        if len(provinces) > 1:
            yield divided(plan, {code: plan.land[code] for code in provinces}).intersection(land.buffer(OVER))


def sea_limits(plan: Plan, ground: Geometry) -> Iterable[Geometry]:
    yield divided(plan, plan.sea).difference(ground.buffer(-OVER))


def divided(plan: Plan, seeds: Mapping[str, list[Pair]]) -> Geometry:
    """The lines between the spots nearest to one code's seeds and those nearest to another's."""
    if len(seeds) < 2:
        return shapely.LineString()
    points = [(p, code) for code, found in seeds.items() for p in found]
    cells = shapely.get_parts(
        shapely.voronoi_polygons(
            MultiPoint([p for p, _ in points]), extend_to=plan.plane.frame.buffer(800), ordered=True
        )
    )
    merged = defaultdict(list)
    for (_, code), cell in zip(points, cells, strict=True):
        merged[code].append(cell)
    return shapely.union_all([shapely.union_all(found).boundary for found in merged.values()])


# --- whose face it is -------------------------------------------------------------------------------------------


def owners(plan: Plan, lands: Mapping[str, Geometry], faces: list[Polygon]) -> list[str]:
    names, tree = list(lands), STRtree(list(lands.values()))
    return [owner(plan, names, tree, face.representative_point()) for face in faces]


def owner(plan: Plan, names: list[str], tree: STRtree, spot: Point) -> str:
    for code, straits in plan.straits.items():
        if any(strait.covers(spot) for strait in straits):
            return code
    for index in tree.query(spot, predicate="within"):
        provinces = plan.shared(names[index])
        return nearest({code: plan.land[code] for code in provinces}, spot) if provinces else OFF
    return nearest(plan.sea, spot)


def nearest(seeds: Mapping[str, list[Pair]], spot: Point) -> str:
    return min(seeds, key=lambda code: min((x - spot.x) ** 2 + (y - spot.y) ** 2 for x, y in seeds[code]))


def gathered(plan: Plan, faces: list[Polygon], owned: list[str]) -> dict[str, Geometry]:
    """The faces of each region together; what is cut off from the rest of its region goes to a neighbour."""
    groups: dict[str, list[Polygon]] = defaultdict(list)
    for face, code in zip(faces, owned, strict=True):
        groups[code].append(face)
    for kind in (set(plan.sea), set(plan.land)):
        for code in sorted((kind & groups.keys()) - plan.parted):
            hand_over(plan, groups, code, kind)
    return {code: shapely.coverage_union_all(group) for code, group in groups.items()}


def hand_over(plan: Plan, groups: dict[str, list[Polygon]], code: str, kind: set[str]) -> None:
    """Gives the pieces of a region that touch others of its kind, but not its main piece, to those others; a piece of
    sea that touches none is a lake and goes to the land around it."""
    pieces = sorted(polygons(shapely.coverage_union_all(groups[code])), key=lambda p: -p.area)
    lake = set(plan.land) if code in plan.sea else set()
    for piece in pieces[1:]:
        rivals = longest_border(piece, groups, kind - {code}) or longest_border(piece, groups, lake)
        if rivals and piece.area < pieces[0].area / 2:
            moved = [face for face in groups[code] if piece.covers(face.representative_point())]
            groups[code] = [face for face in groups[code] if face not in moved]
            groups[rivals] += moved


def longest_border(piece: Polygon, groups: Mapping[str, list[Polygon]], among: set[str]) -> str:
    """The region with the longest border to a piece; "" if none touches it."""
    lengths = {
        code: sum(piece.intersection(face).length for face in groups[code] if piece.intersects(face))
        for code in sorted(among & groups.keys())
    }
    best = max(lengths, key=lambda code: lengths[code], default="")
    return best if best and lengths[best] > 0 else ""
