"""The countries of the world as polygons on the plane, read from TopoJSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import shapely
from shapely import Geometry, Polygon

from tools.atlas.plane import Plane

ANTIMERIDIAN = -100
"""Land further west than this, of a country near enough, lies beyond the 180th meridian."""
FINE = 1.0
"""Degrees between the points of a line, so that a straight one bends with the projection."""
SIMPLE = 10.0
"""Kilometres a simplified coast may stray from the real one."""

Ring = list[list[float]]


def countries(topology: dict[str, Any], plane: Plane, without: Collection[str] = ()) -> dict[str, Geometry]:
    """The land of each country within the frame, `without` some; neighbours share their border's points."""
    arcs = decoded(topology)
    found = {}
    for shape in topology["objects"]["countries"]["geometries"]:
        many = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        land = [flat(rings, plane) for polygon in many if (rings := [ring(arcs, indexes) for indexes in polygon])]
        whole = shapely.union_all([p for p in land if p is not None]).intersection(plane.frame)
        if not whole.is_empty and shape["properties"]["name"] not in without:
            found[shape["properties"]["name"]] = whole
    return found


def simplified(found: dict[str, Geometry]) -> dict[str, Geometry]:
    """The countries with fewer points; neighbours still share theirs."""
    simple = shapely.coverage_simplify(list(found.values()), SIMPLE)
    return {name: shapely.make_valid(land) for name, land in zip(found, simple, strict=True) if not land.is_empty}


def decoded(topology: dict[str, Any]) -> list[Ring]:
    """The arcs in degrees: each point is stored as steps from the one before."""
    scale, move = np.array(topology["transform"]["scale"]), np.array(topology["transform"]["translate"])
    return [(np.cumsum(np.array(arc), axis=0) * scale + move).tolist() for arc in topology["arcs"]]


def ring(arcs: list[Ring], indexes: list[int]) -> Ring:
    """Arcs end to end; a negative index means the arc backwards."""
    points: Ring = []
    for index in indexes:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points += arc[1:] if points else arc
    return points


def flat(rings: list[Ring], plane: Plane) -> Geometry | None:
    """A polygon on the globe brought to the plane, if it is near enough and has a surface."""
    if len(rings[0]) < 4:
        return None
    wide = max(p[0] for p in rings[0]) - min(p[0] for p in rings[0]) > 180
    shell, *holes = ([[x + 360 if wide and x < ANTIMERIDIAN else x, y] for x, y in r] for r in rings if len(r) > 3)
    polygon, near = shapely.make_valid(Polygon(shell, holes)), shapely.box(*plane.near)
    if not polygon.intersects(near):
        return None
    if not near.covers(polygon):
        polygon = shapely.segmentize(polygon.intersection(near), FINE)
    return shapely.make_valid(shapely.union_all([shapely.transform(p, plane.project) for p in polygons(polygon)]))


def polygons(geometry: Geometry) -> Iterator[Polygon]:
    """The polygons in a geometry that have a surface."""
    for part in shapely.get_parts(geometry):
        if isinstance(part, Polygon) and part.area > 0:
            yield part
        elif not isinstance(part, Polygon) and shapely.get_num_geometries(part) > 1:
            yield from polygons(part)
