"""What names must keep clear of on a drawing: its lines, the spots of pieces, its frame; and where arrows will run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Geometry, LineString, Polygon, STRtree

Boxes = NDArray[Any]
"""Shapely geometries."""
Spot = tuple[int, int]


@dataclass(frozen=True)
class Terrain:
    """A drawing in its own units. `spots` say where pieces stand, by region or named coast; `piece` is their room;
    `middles` are where they stand, or would. `segments` are all bits of all lines, `isles` islands beyond the board.
    """

    size: tuple[int, int]
    regions: Mapping[str, Geometry]
    kinds: Mapping[str, str]
    segments: STRtree
    isles: STRtree
    contacts: frozenset[tuple[str, str]]
    middles: Mapping[str, Spot]
    spots: Mapping[str, Spot]
    piece: tuple[int, int]

    def middle(self, code: str) -> Spot:
        """Return where in a region its piece stands, or would."""
        return self.spots.get(code) or self.middles[code]

    @property
    def unit(self) -> float:
        """Return what sizes are multiplied by on this drawing."""
        return self.size[0] / 7300

    @cached_property
    def lanes(self) -> STRtree:
        """The ways from piece to piece of neighbours, where arrows will run."""
        pairs = [(self.spots[a], self.spots[b]) for a, b in sorted(self.contacts) if {a, b} <= self.spots.keys()]
        return STRtree([LineString(pair) for pair in pairs])

    def taken(self, *but: str) -> Boxes:
        """The room of the pieces of all regions and coasts, but of some."""
        left = [spot for code, spot in self.spots.items() if code.partition("/")[0] not in but]
        return boxes(np.array(left, dtype=float).reshape(-1, 2), *self.piece)

    def within(self, found: Boxes, margin: float) -> NDArray[np.bool_]:
        """Return which boxes keep that margin to every line and to the frame, and lie on no island beyond the board."""
        width, height = self.size
        left, top, right, foot = shapely.bounds(found).T
        good: NDArray[np.bool_] = (left > margin) & (top > margin) & (right < width - margin) & (foot < height - margin)
        for tree, near in ((self.isles, 0), (self.segments, margin)):
            good[good] = ~met(tree, found[good], near)
        return good


def terrain(data: Mapping[str, Any], lines: Iterable[Iterable[Spot]], piece: tuple[int, int]) -> Terrain:
    """The terrain of a chart's data; `lines` are its arcs as points."""
    arcs = tuple(tuple(line) for line in lines)
    regions = {code: surface(entry["rings"], arcs) for code, entry in data["regions"].items()}
    for region in regions.values():
        shapely.prepare(region)
    islands = [Polygon(points(ring)) for ring in data["islands"]]
    sides = (arc["sides"] for arc in data["arcs"])
    return Terrain(
        (data["width"], data["height"]),
        regions,
        {code: entry["kind"] for code, entry in data["regions"].items()},
        segments((*arcs, *([*island.exterior.coords] for island in islands))),
        STRtree(islands),
        frozenset((pair[0], pair[1]) for pair in sides if len(pair) == 2),
        {code: tuple(entry["piece"]) for code, entry in data["regions"].items()},
        spots(data) if any(piece) else {},
        piece,
    )


def segments(lines: Iterable[Sequence[tuple[float, ...]]]) -> STRtree:
    """Every bit of some lines."""
    return STRtree(shapely.linestrings(np.array([bit for line in lines for bit in pairwise(line)], dtype=float)))


def spots(data: Mapping[str, Any]) -> dict[str, Spot]:
    """Return where pieces stand: in every region that can be entered, and at named coasts."""
    entered = {
        code: entry for code, entry in data["regions"].items() if entry["kind"] in ("land", "sea") and code[0] != "_"
    }
    return {code: tuple(entry["piece"]) for code, entry in entered.items()} | {
        code: tuple(spot) for code, spot in data["coasts"].items()
    }


def surface(rings: Iterable[Iterable[int]], arcs: tuple[tuple[Spot, ...], ...]) -> Geometry:
    """The area of rings of arcs, by the even-odd rule."""
    parts = []
    for ring in rings:
        joined = [p for n in ring for p in (arcs[n] if n >= 0 else arcs[-1 - n][::-1])[:-1]]
        if len(joined) > 2:
            parts.append(shapely.make_valid(Polygon(joined)))
    return reduce(shapely.symmetric_difference, parts)


def points(steps: Iterable[int]) -> list[Spot]:
    """Points from a first one and the steps from each to the next."""
    found = np.cumsum(np.array(list(steps)).reshape(-1, 2), axis=0)
    return [(int(x), int(y)) for x, y in found]


def boxes(middles: NDArray[np.float64], width: float, height: float) -> Boxes:
    x, y = middles[:, 0], middles[:, 1]
    found: Boxes = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return found


def met(tree: STRtree, found: Boxes, margin: float) -> NDArray[np.bool_]:
    """Return which of some geometries come nearer than the margin to one of the tree's."""
    hit = np.zeros(len(found), dtype=bool)
    if len(found) and len(tree.geometries):
        hit[tree.query(found, predicate="dwithin", distance=margin)[0]] = True
    return hit
