"""A drawn map as data: regions cut out of real coasts, the arcs between them, and where labels and pieces stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, TypeAlias

from engines.data import Source

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


def read_chart(name: str, source: Source) -> Chart:
    """The chart in the JSON that `tools/atlas` wrote: arcs as steps, rings as numbers of arcs (-1 - n: backwards).

    Raises DataError if it is no such text.
    """
    data = source.read()
    with sound(source, "arcs"):
        entries = list(data["arcs"])
    arcs = tuple(read_arc(source, number, entry) for number, entry in enumerate(entries, 1))
    with sound(source, "regions"):
        given = dict(data["regions"])
    regions = {code: read_region(source, code, entry, arcs) for code, entry in given.items()}
    with sound(source, "islands"):
        islands = tuple(unfold(ring) for ring in data["islands"])
    with sound(source, "coasts"):
        places = {code: point(spot) for code, spot in data["coasts"].items()}
    with sound(source, "width"):
        width, height = int(data["width"]), int(data["height"])
        return Chart(name, width, height, regions, arcs, islands, places, source=str(data["source"]))


def read_arc(source: Source, number: int, entry: Mapping[str, Any]) -> Arc:
    with sound(source, "sides", number):
        return Arc(unfold(entry["points"]), tuple(entry["sides"]), entry["kind"])


def read_region(source: Source, code: str, entry: Mapping[str, Any], arcs: Sequence[Arc]) -> Region:
    with sound(source, code):
        rings = tuple(stitch(arcs, ring) for ring in entry["rings"])
        return Region(code, entry["kind"], rings, point(entry["label"]), point(entry["piece"]))


@contextmanager
def sound(source: Source, key: str, nth: int = 1) -> Iterator[None]:
    """Whatever is wrong is told as a DataError at the line where a key stands for the nth time."""
    try:
        yield
    except KeyError as error:
        raise source.fault(f"“{error.args[0]}” is missing", key, nth=nth) from error
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise source.fault(f"this is not what tools/atlas writes: {error}", key, nth=nth) from error


def point(pair: Sequence[int]) -> Point:
    x, y = pair
    return int(x), int(y)


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
