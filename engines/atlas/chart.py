"""A drawn map as data: regions cut out of real coasts, the arcs between them, and where labels and pieces stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, TypeAlias, TypeVar

from engines.data import Source

Point: TypeAlias = tuple[int, int]
Ring: TypeAlias = tuple[Point, ...]
RegionKind: TypeAlias = Literal["land", "sea", "shut", "off"]
KINDS: tuple[RegionKind, ...] = ("land", "sea", "shut", "off")
LINES = ("land", "coast", "sea", "frame")
Kind = TypeVar("Kind", bound=str)


@dataclass(frozen=True)
class Arc:
    """A line between two regions (or at the frame): `kind` "land", "coast", "sea" or "frame"; `sides` the regions."""

    points: Ring
    sides: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class ChartRegion:
    """A region: its rings, where its name is written and where a piece stands (`places` names more: "STP/SC")."""

    code: str
    kind: RegionKind
    rings: tuple[Ring, ...]
    label: Point
    piece: Point

    @property
    def has_name(self) -> bool:
        """Return whether its name is written on the map: a code that begins with "_" is none."""
        return not self.code.startswith("_")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for words or signs: a box of `width` by `height` around (`x`, `y`) that touches no line of the map, no
    edge of the sheet, and no spot of a piece, except that some lie on their own region's: for as long as it is empty.
    What fits may stand there, in its middle.

    `size` is that of the letters it was measured for, `cost` how much worse it is than the best there could be. `to` is
    where in its region a leader ends, if the box lies beside the region. `lines` are the words of a full name.
    """

    x: int
    y: int
    width: int
    height: int
    size: int
    cost: int
    to: Point | None = None
    lines: tuple[str, ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        half, tall = self.width / 2, self.height / 2
        return self.x - half, self.y - tall, self.x + half, self.y + tall

    def lies_on(self, width: int, height: int) -> bool:
        """Return whether it lies wholly on a sheet."""
        left, top, right, bottom = self.box
        return left >= 0 and top >= 0 and right <= width and bottom <= height


SlotBook: TypeAlias = Mapping[str, tuple[Slot, ...]]
"""The slots of regions for one kind of words, the best ones first."""


@dataclass(frozen=True, eq=False)
class Chart:
    """A map in its own integer units, y downwards; `name` is unique and serves as cache key.

    `lettering`: how much larger than on a map of Europe names, pieces and signs are drawn, where there is room for it.
    `slots` by what is to stand there: "name" (the code, with a star), "again" (the code on every other part of a region
    that has room: one slot each), "beside" (with a tag on the same line), "under" (with a tag beneath), "full" (the
    whole name), "signs" (rows of one to four), "block" (several rows).
    """

    name: str
    width: int
    height: int
    regions: Mapping[str, ChartRegion]
    arcs: tuple[Arc, ...]
    islands: tuple[Ring, ...]
    places: Mapping[str, Point]
    source: str
    lettering: float = 1.0
    slots: Mapping[str, SlotBook] = field(default_factory=dict)

    @cached_property
    def contacts(self) -> frozenset[frozenset[str]]:
        """The pairs of regions that touch on the drawing."""
        return frozenset(frozenset(a.sides) for a in self.arcs if len(a.sides) == 2)


def read_chart(name: str, source: Source, needed: Iterable[str] = ()) -> Chart:
    """The chart in the JSON that `tools/atlas` wrote: arcs as steps, rings as numbers of arcs (-1 - n: backwards).

    Raises DataError if it is no such text, if it lacks one of the regions and named coasts that are `needed`, or if a
    line was changed since.
    """
    data = source.read_object()
    with errors_at_key(source, "arcs"):
        entries = list(data["arcs"])
    arcs = tuple(read_arc(source, number, entry) for number, entry in enumerate(entries, 1))
    with errors_at_key(source, "regions"):
        given = dict(data["regions"])
    regions = {code: read_region(source, code, entry, arcs) for code, entry in given.items()}
    with errors_at_key(source, "islands"):
        islands = tuple(unfold_steps(ring) for ring in data["islands"])
    with errors_at_key(source, "coasts"):
        places = {code: read_point(spot) for code, spot in data["coasts"].items()}
    for code in needed:
        if code not in regions and code not in places:
            raise source.error_at_key(f"there is no {code}, which the rules of the game name", "regions")
    slots = read_slots(source, data, regions)
    width, height = read_side(source, data, "width"), read_side(source, data, "height")
    with errors_at_key(source, "source"):
        credit = "".join(data["source"])
    source.verify_checksums()
    return Chart(name, width, height, regions, arcs, islands, places, credit, slots=slots)


def read_side(source: Source, data: Mapping[str, Any], key: str) -> int:
    """A side of the sheet, which has a length."""
    with errors_at_key(source, key):
        if int(data[key]) <= 0:
            raise ValueError(f"{data[key]} is no length")
        return int(data[key])


def read_arc(source: Source, number: int, entry: Mapping[str, Any]) -> Arc:
    with errors_at_key(source, "sides", number):
        return Arc(unfold_steps(entry["points"]), tuple(entry["sides"]), require_known(LINES, entry["kind"]))


def read_region(source: Source, code: str, entry: Mapping[str, Any], arcs: Sequence[Arc]) -> ChartRegion:
    with errors_at_key(source, code):
        rings = tuple(stitch_ring(arcs, ring) for ring in entry["rings"])
        return ChartRegion(
            code, require_known(KINDS, entry["kind"]), rings, read_point(entry["label"]), read_point(entry["piece"])
        )


def read_slots(source: Source, data: Mapping[str, Any], regions: Mapping[str, ChartRegion]) -> dict[str, SlotBook]:
    """The books, from rows that hold the places of one box for one region."""
    with errors_at_key(source, "slots"):
        rows = list(data["slots"])
    books: dict[str, dict[str, list[Slot]]] = {}
    for number, row in enumerate(rows, 1):
        with errors_at_key(source, "book", number):
            if row["of"] not in regions:
                raise ValueError(f"there is no region {row['of']!r}")
            books.setdefault(row["book"], {}).setdefault(row["of"], []).extend(read_row(row))
    for code, region in regions.items():
        if region.has_name and region.kind != "off" and code not in books.get("name", {}):
            raise source.error_at_key(f"the name of {code} has no place", "slots")
    return {
        book: {code: tuple(sorted(found, key=lambda slot: slot.cost)) for code, found in of.items()}
        for book, of in books.items()
    }


def require_known(known: tuple[Kind, ...], word: Any) -> Kind:
    """A word that must be known. Raises ValueError."""
    if word not in known:
        raise ValueError(f"{word!r} is none of {', '.join(known)}")
    return known[known.index(word)]


def read_row(row: Mapping[str, Any]) -> Iterator[Slot]:
    """The slots of one row: `box` is size, width and height; `inside` x, y and cost of each; `outside` x, y, cost and
    the end of the leader."""
    size, width, height = map(int, row["box"])
    lines = tuple(row.get("lines", ()))
    for x, y, cost in iter_chunks(row.get("inside", ()), 3):
        yield Slot(x, y, width, height, size, cost, None, lines)
    for x, y, cost, *to in iter_chunks(row.get("outside", ()), 5):
        yield Slot(x, y, width, height, size, cost, read_point(to), lines)


def iter_chunks(numbers: Sequence[int], length: int) -> Iterator[tuple[int, ...]]:
    """The numbers, some at a time. Raises ValueError if they do not come out even."""
    each = iter(map(int, numbers))
    return zip(*[each] * length, strict=True)


@contextmanager
def errors_at_key(source: Source, key: str, nth: int = 1) -> Iterator[None]:
    """Whatever is wrong is told as a DataError at the line where a key stands for the nth time."""
    try:
        yield
    except KeyError as error:
        raise source.error_at_key(f"“{error.args[0]}” is missing", key, nth=nth) from error
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise source.error_at_key(f"this is not what tools/atlas writes: {error}", key, nth=nth) from error


def read_point(pair: Sequence[int]) -> Point:
    x, y = pair
    return int(x), int(y)


def unfold_steps(steps: Sequence[int]) -> Ring:
    """Points from a first point and the steps from each to the next."""
    return tuple(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def stitch_ring(arcs: Sequence[Arc], ring: Sequence[int]) -> Ring:
    """The ring that arcs form end to end, its first point not repeated."""
    found: list[Point] = []
    for index in ring:
        line = arcs[index].points if index >= 0 else arcs[-1 - index].points[::-1]
        found.extend(line[:-1])
    return tuple(found)
