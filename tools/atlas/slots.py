"""Where boxes find room on a drawing: inside their regions, else beside them with a leader; ranked by what they cost.

All distances below are in units of a map 7300 wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import sqrt

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Geometry, LineString, Point, STRtree

from tools.atlas.terrain import Boxes, Spot, Terrain, boxes, met

MARGIN, NARROW, APART = 14, 9, 16
"""What a box keeps clear of lines: as a rule, where it is tight, and outside its region."""
STEP, WIDE_STEP = 22, 33
"""From one place that is tried to the next, inside and outside."""
CLEARANCE, CLEAR = 150, 0.35
"""The clearance from borders that is enough, and what each unit less costs."""
LANE, FAR, PART, EMPTY = 14, 0.06, 60, 30
"""What costs a lane through the box, a unit between box and piece (up to as much as the next), another part of the
region than the piece's, and the spot of the region's own piece."""
BESIDE, LEADER, FOREIGN = 120, 0.3, 40
"""What it costs to stand outside, a unit of leader, and foreign land under the box."""
REACH, FARTHEST = 620, 1200
"""How far outside a region boxes are tried, and where there is none."""
INLAND = 40, 24, 10
"""How far inside its region a leader ends, if it can."""
CROSSED, CROSSED_AT_LAST = 2, 5
"""How many lines a leader may cross: its region's own border and one more; and where there is no such place."""
KEPT, KEPT_OUTSIDE, ENOUGH = 12, 6, 6
"""How many places are kept of each kind; with how many inside there is no need of others."""
SHORE = 62
"""How far inside its region the middle of a piece that makes room stands."""


@dataclass(frozen=True)
class Place:
    """A box's middle, what it costs, and where the leader ends, if there is one."""

    x: int
    y: int
    cost: int
    to: Spot | None = None


Size = tuple[int, int]


def inside(
    land: Terrain, code: str, size: Size, margin: float = MARGIN, *, shun: Boxes | None = None, empty: bool = False
) -> list[Place]:
    """The places of a box in its region, best first. `shun` is to be kept clear besides; `empty`: as if no piece of its
    own stood there."""
    k, region = land.unit, land.regions[code]
    middles = grid(region, max(STEP * k, sqrt(region.area) / 45))
    middles = middles[shapely.contains_xy(region, middles[:, 0], middles[:, 1])]
    found = boxes(middles, *size)
    kept = ~met(STRtree(land.taken(*([code] if empty else []))), found, 0)
    if shun is not None:
        kept &= ~met(STRtree(shun), found, 0)
    kept[kept] = land.within(found[kept], margin * k)
    middles, found = middles[kept], found[kept]
    cost = cost_inside(land, code, middles, found) + EMPTY * empty
    return [place for _, place in spread(middles, cost, (size[0] / 2, size[1]), KEPT)]


def cost_inside(land: Terrain, code: str, middles: NDArray[np.float64], found: Boxes) -> NDArray[np.float64]:
    k = land.unit
    near = np.zeros(len(found))
    if len(found):
        _, near = land.segments.query_nearest(found, return_distance=True, all_matches=False)
    cost = CLEAR * np.clip(CLEARANCE - near / k, 0, None) + LANE * crossings(land.lanes, found)
    x, y = land.middle(code)
    cost += np.clip(FAR * np.hypot(middles[:, 0] - x, middles[:, 1] - y) / k, 0, PART)
    cost += PART * ~shapely.contains_xy(home(land, code), middles[:, 0], middles[:, 1])
    return cost


def grid(area: Geometry, step: float) -> NDArray[np.float64]:
    """Places all over the box around an area."""
    left, top, right, bottom = area.bounds
    across, down = np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step))
    return np.column_stack([across.ravel(), down.ravel()]).round()


def crossings(tree: STRtree, found: Boxes) -> NDArray[np.int64]:
    """Return how many of a tree's geometries run through each box."""
    return np.bincount(tree.query(found, predicate="intersects")[0], minlength=len(found))


def spread(
    middles: NDArray[np.float64], cost: NDArray[np.float64], apart: tuple[float, float], most: int
) -> list[tuple[int, Place]]:
    """The cheapest places with their numbers, no two of them nearly the same: `apart`, across or down, at least."""
    kept: list[tuple[int, Place]] = []
    for n in np.argsort(cost, kind="stable"):
        x, y = int(middles[n][0]), int(middles[n][1])
        if all(abs(x - p.x) >= apart[0] or abs(y - p.y) >= apart[1] for _, p in kept):
            kept.append((int(n), Place(x, y, round(cost[n]))))
        if len(kept) == most:
            break
    return kept


# --- outside ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Search:
    """What places beside a region keep clear of: the best places of `others` and their `leaders`; what foreign land
    under them costs; how far off they may be, and how many lines their own leaders may cross."""

    others: Boxes
    leaders: Boxes
    abroad: float = FOREIGN
    reach: float = REACH
    crossed: int = CROSSED


def outside(land: Terrain, code: str, size: Size, search: Search) -> list[Place]:
    """Places beside the region, best first."""
    k = land.unit
    middles = around(land, code, search.reach * k)
    found = boxes(middles, *size)
    good = np.ones(len(found), dtype=bool)
    for shunned in (land.taken(), search.others, search.leaders):
        good &= ~met(STRtree(shunned), found, 6 * k)
    good[good] = land.within(found[good], APART * k)
    middles, found = middles[good], found[good]
    lines = shapely.shortest_line(found, landing(land, code))
    good = led(land, code, lines, search)
    middles, found, lines = middles[good], found[good], lines[good]
    cost = BESIDE + LEADER * shapely.length(lines) / k + LANE * crossings(land.lanes, found)
    cost += search.abroad * foreign(land, middles)
    ends = [(round(x), round(y)) for x, y in shapely.get_coordinates(shapely.get_point(lines, 1))]
    return [replace(place, to=ends[n]) for n, place in spread(middles, cost, size, KEPT_OUTSIDE)]


def around(land: Terrain, code: str, reach: float) -> NDArray[np.float64]:
    """Places beside a region, and not too far from it."""
    region = land.regions[code]
    middles = grid(region.buffer(reach).envelope, WIDE_STEP * land.unit)
    near = region.simplify(WIDE_STEP).buffer(reach)
    shapely.prepare(near)
    x, y = middles[:, 0], middles[:, 1]
    found: NDArray[np.float64] = middles[shapely.contains_xy(near, x, y) & ~shapely.contains_xy(region, x, y)]
    return found


def home(land: Terrain, code: str) -> Geometry:
    """The part of a region in which its piece stands, or would."""
    region, spot = land.regions[code], Point(land.middle(code))
    return next((part for part in shapely.get_parts(region) if part.covers(spot)), region)


def landing(land: Terrain, code: str) -> Geometry:
    """Return where in a region a leader may end: off its borders and not under a piece, unless that covers it all."""
    k, part = land.unit, home(land, code)
    pieces = shapely.union_all(shapely.buffer(land.taken(), 14 * k))
    tries = [part.buffer(-deep * k).difference(pieces) for deep in INLAND]
    return next((area for area in tries if not area.is_empty), part.point_on_surface())


def led(land: Terrain, code: str, lines: Boxes, search: Search) -> NDArray[np.bool_]:
    """Return which leaders can be drawn: over few lines, over no name, no other leader, and no piece but perhaps its
    region's own, whose landing keeps clear of it where that is possible."""
    good = np.ones(len(lines), dtype=bool)
    for shunned in (land.taken(code), search.others, search.leaders):
        good &= ~met(STRtree(shunned), lines, 4 * land.unit)
    good[crossings(land.segments, lines) > search.crossed] = False
    return good


def foreign(land: Terrain, middles: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which places lie on the land of another region."""
    lands = [region for code, region in land.regions.items() if land.kinds[code] in ("land", "shut")]
    within = [shapely.contains_xy(region, middles[:, 0], middles[:, 1]) for region in lands]
    found: NDArray[np.bool_] = np.any(within, axis=0)
    return found


# --- all regions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box:
    """What is to stand somewhere: its width and height, the size of its letters, and its lines."""

    width: int
    height: int
    letters: int
    lines: tuple[str, ...] = ()

    @property
    def size(self) -> Size:
        return self.width, self.height

    def at(self, place: Place) -> Geometry:
        return boxes(np.array([(place.x, place.y)], dtype=float), *self.size)[0]


@dataclass(frozen=True)
class Row:
    """The places of one box for one region. `clear`: none of them touches the spot of the region's own piece."""

    code: str
    box: Box
    places: tuple[Place, ...]
    clear: bool = True

    @property
    def leader(self) -> LineString:
        """The leader of the best place."""
        best = self.places[0]
        return LineString([(best.x, best.y), best.to or (best.x, best.y)])


def book(
    land: Terrain,
    wanted: Mapping[str, Sequence[Box]],
    abroad: float = FOREIGN,
    enough: int = ENOUGH,
    shun: Mapping[str, Sequence[Geometry]] | None = None,
) -> list[Row]:
    """Ranked places for each region, whose box may have several sizes, the one that is wanted first. What has fewer
    than `enough` inside has others beside it, clear of the best place of every other region and of what is to be
    shunned."""
    rows = {code: fitted(land, code, tries) for code, tries in wanted.items()}
    best = {code: [row.box.at(row.places[0]) for row in found] for code, found in rows.items()}
    for code, found in (shun or {}).items():
        best[code] += found
    leaders: dict[str, list[Geometry]] = {}
    for code in sorted(rows, key=lambda code: (scarcity(rows[code]), land.regions[code].area)):
        if scarcity(rows[code]) >= enough:
            continue
        beside = aside(land, code, wanted[code], flat(best, code), flat(leaders, code), abroad)
        if beside and not scarcity(rows[code]):
            best[code].append(beside.box.at(beside.places[0]))
            leaders[code] = [beside.leader]
        rows[code] += [beside] if beside else []
    return [row for found in rows.values() for row in found]


def aside(land: Terrain, code: str, tries: Sequence[Box], others: Boxes, leaders: Boxes, abroad: float) -> Row | None:
    """The places beside a region of the first box that has some; at last wherever a leader can get to it."""
    near = ((box, Search(others, leaders, abroad)) for box in tries)
    far = ((box, Search(others[:0], leaders[:0], abroad, FARTHEST, CROSSED_AT_LAST)) for box in tries)
    rows = (Row(code, box, tuple(outside(land, code, box.size, search))) for box, search in chain(near, far))
    return next((row for row in rows if row.places), None)


def flat(each: Mapping[str, Sequence[Geometry]], but: str) -> Boxes:
    return np.array([one for code, found in each.items() if code != but for one in found])


def scarcity(rows: Sequence[Row]) -> int:
    """Return how many places inside, clear of the piece, a region has."""
    return sum(len(row.places) for row in rows if row.clear)


def fitted(land: Terrain, code: str, tries: Sequence[Box], shun: Boxes | None = None) -> list[Row]:
    """The places inside: of the box that is wanted, or of the next one that fits; if they are few, also those that are
    free only while no piece stands there."""
    sizes = [(tries[0], MARGIN), *((box, NARROW) for box in tries[1:])]
    clear = (Row(code, box, tuple(inside(land, code, box.size, margin, shun=shun))) for box, margin in sizes)
    rows = [row for row in clear if row.places][:1]
    if scarcity(rows) < ENOUGH:
        empty = (
            Row(code, box, tuple(inside(land, code, box.size, margin, shun=shun, empty=True)), False)
            for box, margin in sizes
        )
        rows += [row for row in empty if row.places][:1]
    return rows


# --- pieces that make room ----------------------------------------------------------------------------------------


def settled(land: Terrain, wanted: Mapping[str, Sequence[Box]]) -> Terrain:
    """The terrain with the pieces moved of regions whose name has no room beside them, but would have some then."""
    for code, tries in wanted.items():
        if code in land.spots and not any(row.clear for row in fitted(land, code, tries)):
            land = replace(land, spots={**land.spots, code: roomier(land, code, tries)})
    return land


def roomier(land: Terrain, code: str, tries: Sequence[Box]) -> Spot:
    """Another spot of the piece that leaves room for the name: the one that costs least; its own, if there is none."""
    k, here = land.unit, land.spots[code]
    middles = grid(land.regions[code], 2 * STEP * k)
    middles = middles[shapely.contains_xy(land.regions[code].buffer(-SHORE * k), middles[:, 0], middles[:, 1])]
    middles = middles[~met(STRtree(land.taken(code)), boxes(middles, *land.piece), 0)]
    best, cost = here, np.inf
    for x, y in middles:
        moved = replace(land, spots={**land.spots, code: (int(x), int(y))})
        rows = [row for row in fitted(moved, code, tries) if row.clear]
        if rows and (found := rows[0].places[0].cost + FAR * np.hypot(x - here[0], y - here[1]) / k) < cost:
            best, cost = (int(x), int(y)), found
    return best
