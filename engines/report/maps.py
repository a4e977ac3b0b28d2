"""A map, and what lies and happens on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engines.atlas.chart import Chart
from engines.report.looks import Style
from engines.report.plates import Plate


@dataclass(frozen=True)
class MapPiece:
    """A piece on the map: its `shape`, whose it is and where it stands.

    Shapes are "army", "fleet" and, of which several find room in a region, "pawn", "disc", "flag" and "boat". `at` is a
    region or a named place in it ("STP/SC"). `mark`: "" or "dislodged", "built", "removed". `text` is written on it
    behind the seat's letter; `name` is what that means in words, if the shape is not all of it.
    """

    shape: str
    seat: str
    at: str
    mark: str = ""
    text: str = ""
    name: str = ""


@dataclass(frozen=True)
class Sign:
    """Something that lies in a region and is nobody's piece: `kind` "square", "disc", "spiral", "ring", "broken" (a
    ring with gaps) or "anchor".

    `fill` is its colour, `text` a letter on it, `name` what the legend calls it.
    """

    kind: str
    at: str
    fill: str
    name: str
    text: str = ""


@dataclass(frozen=True)
class Stroke:
    """An order drawn on the map.

    `kind`: "move", "support", "convoy", "retreat" or "hold"; `path` the places it runs through, two for a move
    (three or more along a convoy route), one for a hold; a support or convoy of a move names the helper, then where
    the helped piece comes from and goes to. `failed` puts a cross on it.
    """

    kind: str
    seat: str
    path: tuple[str, ...]
    failed: bool = False


@dataclass(frozen=True)
class Map:
    """A map: areas by owner, pieces and strokes, on a chart. `title` is also its text alternative.

    `owners` name for each region a seat of `styles`, or one of the `looks` of what is nobody's. `tags` are small words
    under the names of regions, `links` pairs of regions joined by a dotted line, `walls` pairs that touch on the
    drawing but are no neighbours. `words` are what things are called in this game: shapes, marks and kinds of strokes,
    "failed" ones, "star", "tag", "link", "wall" and regions that are "shut", for the legend "pawns" that bear a figure,
    and "in" what stands between a piece and its place. `focus` are the regions that matter to the reader: what is shown
    first where there is no room for all. `names` are what regions, and places in them, are called, where that is not
    their code. `plates` are what stands in regions that have more to them than a name.
    """

    chart: Chart
    title: str
    owners: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[MapPiece, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    styles: Mapping[str, Style] = field(default_factory=dict)
    stars: frozenset[str] = frozenset()
    looks: Mapping[str, Style] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    walls: frozenset[frozenset[str]] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)
    focus: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    plates: Mapping[str, Plate] = field(default_factory=dict)

    def place_name(self, at: str) -> str:
        """Return what a place is called."""
        return self.names.get(at, at)

    def word_for(self, thing: str) -> str:
        """Return what a thing on the map is called in this game."""
        return self.words.get(thing, thing)

    def describe_owned(self, owner: str) -> Iterator[str]:
        """The regions of an owner that have plates, each with all that stands there: "Germany (4 VP, 2 levels)"."""
        for code, plate in self.plates.items():
            if self.owners.get(code) == owner:
                parts = ", ".join(part.words for part in plate.all_parts if part.words)
                yield f"{self.place_name(code)} ({parts})" if parts else self.place_name(code)
