"""A drawn map as data: regions cut out of real coasts, the arcs between them, and where labels and pieces stand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
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


@dataclass(frozen=True, eq=False)
class Chart:
    """A map in its own integer units, y downwards; `name` is unique and serves as cache key."""

    name: str
    width: int
    height: int
    regions: Mapping[str, Region]
    arcs: tuple[Arc, ...]
    islands: tuple[Ring, ...]
    places: Mapping[str, Point]
    source: str

    @cached_property
    def contacts(self) -> frozenset[frozenset[str]]:
        """The pairs of regions that touch on the drawing."""
        return frozenset(frozenset(a.sides) for a in self.arcs if len(a.sides) == 2)


def read_chart(name: str, text: str) -> Chart:
    """The chart in the JSON text that `tools/atlas` wrote."""
    data = json.loads(text)
    raise NotImplementedError(data)
