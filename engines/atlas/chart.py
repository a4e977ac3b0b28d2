"""A drawn map as data: regions cut out of real coasts, the arcs between them, and where labels and pieces stand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[int, int]
Ring: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True)
class Arc:
    """A line between two regions (or at the frame): `kind` "land", "coast", "sea" or "frame"; `sides` the regions."""

    points: Ring
    sides: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Region:
    """A region: its rings, where its name is written and where a piece stands (`places` names more: "STP/SC")."""

    code: str
    kind: Literal["land", "sea", "shut", "off"]
    rings: tuple[Ring, ...]
    label: Point
    piece: Point

    @property
    def named(self) -> bool:
        """Whether its name is written on the map: a code that begins with "_" is none."""
        return not self.code.startswith("_")


@dataclass(frozen=True, eq=False)
class Chart:
    """A map in its own integer units, y downwards; `name` is unique and serves as cache key.

    `lettering`: how much larger than on a map of Europe names, pieces and signs are drawn, where there is room for it.
    """

    name: str
    width: int
    height: int
    regions: Mapping[str, Region]
    arcs: tuple[Arc, ...]
    islands: tuple[Ring, ...]
    places: Mapping[str, Point]
    source: str
    lettering: float = 1.0

    @cached_property
    def contacts(self) -> frozenset[frozenset[str]]:
        """The pairs of regions that touch on the drawing."""
        return frozenset(frozenset(a.sides) for a in self.arcs if len(a.sides) == 2)


def read_chart(name: str, text: str) -> Chart:
    """The chart in the JSON text that `tools/atlas` wrote: arcs as steps, rings as numbers of arcs (-1 - n: backwards).

    Raises KeyError or ValueError if it is no such text.
    """
    data = json.loads(text)
    arcs = tuple(Arc(unfold(arc["points"]), tuple(arc["sides"]), arc["kind"]) for arc in data["arcs"])
    regions = {
        code: Region(
            code,
            entry["kind"],
            tuple(stitch(arcs, ring) for ring in entry["rings"]),
            point(entry["label"]),
            point(entry["piece"]),
        )
        for code, entry in data["regions"].items()
    }
    return Chart(
        name=name,
        width=data["width"],
        height=data["height"],
        regions=regions,
        arcs=arcs,
        islands=tuple(unfold(ring) for ring in data["islands"]),
        places={code: point(spot) for code, spot in data["coasts"].items()},
        source=data["source"],
    )


def point(pair: Sequence[int]) -> Point:
    x, y = pair
    return x, y


def unfold(steps: Sequence[int]) -> Ring:
    """Points from a first point and the steps from each to the next."""
    return tuple(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def stitch(arcs: Sequence[Arc], ring: Sequence[int]) -> Ring:
    """The ring that arcs form end to end, its first point not repeated."""
    found: list[Point] = []
    for index in ring:
        line = arcs[index].points if index >= 0 else arcs[-1 - index].points[::-1]
        found.extend(line[:-1])
    return tuple(found)
