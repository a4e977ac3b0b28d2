"""The report model: what an engine says about a phase, as a list of blocks that are painted as text, HTML and PDF.

Blocks hold words and data, never markup. Colour comes as `Style`, always a tint with a hatch, so that nothing is told
by hue alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engines.atlas.chart import Chart

Hatch: TypeAlias = Literal["", "level", "upright", "rising", "falling", "dots", "cross", "dashes"]


@dataclass(frozen=True)
class Style:
    """How a seat looks everywhere: `fill` for its pieces, `tint` and `hatch` for its areas, `letter` on its pieces.

    Colours are "#RRGGBB"; `ink` is the colour of the letter on `fill`; `name` stands in legends. `rim`: areas that look
    so have a dashed rim in this colour besides.
    """

    name: str
    letter: str
    fill: str
    tint: str
    hatch: Hatch
    ink: str = "#111111"
    rim: str = ""


@dataclass(frozen=True)
class Run:
    """Words that are set alike within a text. `to` makes them a link: an address, or the way there from the page that
    the text stands on ("guide#options")."""

    text: str
    strong: bool = False
    slanted: bool = False
    code: bool = False
    to: str = ""


@dataclass(frozen=True)
class Heading:
    """`anchor` is the name by which links lead here."""

    text: str
    level: int = 2
    anchor: str = ""


@dataclass(frozen=True)
class Lead:
    """What happened, in one or two sentences, and what it means for the reader: the first that he is told."""

    text: str


@dataclass(frozen=True)
class Text:
    """A paragraph; `quiet` is set smaller, for remarks and footnotes.

    `runs` say how its words are set, if they are not all alike: together they are the same words. `anchor`: see
    `Heading`.
    """

    text: str
    quiet: bool = False
    runs: tuple[Run, ...] = ()
    anchor: str = ""


@dataclass(frozen=True)
class Items:
    """A list, each item made of blocks of its own; `first` is the number of the first, None if they have no numbers."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


@dataclass(frozen=True)
class Code:
    """Lines that keep their breaks and blanks, such as orders."""

    text: str


@dataclass(frozen=True)
class Cell:
    """A table cell. `seat` gives it that seat's swatch; `good` True or False a tick or a cross before the text.

    `runs` and `anchors`: see `Text`; a cell can be led to by several names.
    """

    text: str
    seat: str = ""
    good: bool | None = None
    strong: bool = False
    runs: tuple[Run, ...] = ()
    anchors: tuple[str, ...] = ()


STANDINGS = "standings"
"""The name of the table that says how everybody stands: it is set beside the map, so it has few columns."""
SHEET = "sheet"
"""The name of the table of what can be ordered: on paper each of its rows has a line to write on."""


@dataclass(frozen=True)
class Change:
    """A figure by which something grew or shrank: it bears its sign."""

    by: int | float


@dataclass(frozen=True)
class Count:
    """A small number that can also be shown as so many squares; what it was `before`, None if that is not told."""

    now: int
    before: int | None = None


Value: TypeAlias = str | int | float | Change | Count | Cell | None
"""What stands in a table: words, a figure, which painters write, or None for nothing."""
Row: TypeAlias = Sequence[Value]


@dataclass(frozen=True)
class Column:
    """What stands over a column. `align`: where its cells are set, "l" or "r"; "" is right if there are figures.
    `goal`: who has so many has won, 0 if there is no such number."""

    head: str
    align: Literal["", "l", "r"] = ""
    goal: int = 0


def columns(*heads: str | Column) -> tuple[Column, ...]:
    """The columns of a table, of which most have but a head."""
    return tuple(head if isinstance(head, Column) else Column(head) for head in heads)


@dataclass(frozen=True)
class Table:
    """Rows under columns. `name` says what it is ("orders", "centres"); STANDINGS stands beside the map.

    A row has a value for each column; one of a single value is a sub-heading across the table. `styles` say how seats
    look that stand on no map of the report.
    """

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    styles: Mapping[str, Style] = field(default_factory=dict)


@dataclass(frozen=True)
class Piece:
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


PartKind: TypeAlias = Literal["name", "figure", "coin", "rings", "star", "burst", "sign", "ticket", "token"]
Glyph: TypeAlias = Literal["spade", "diamond", "heart", "club", "burst", "moon", "target", "plus", "shield"]


@dataclass(frozen=True)
class Part:
    """One thing that stands in a region.

    `kind` is its shape: "name", the short name of the region in bold; "figure", `text` as it is; "coin", "burst" and
    "ticket", `text` on one of these; "rings", as many as `text` says; "star", in the colour of `seat`; "sign", its
    `glyphs` alone; "token", a piece of `seat`, with its letter, `glyphs` and `text`. `mark`: "" or, of a token,
    "built", "removed", "moved", "sent", "instead"; of a name "new", of a burst "asked", of a ticket "removed". `words`
    say it where the region is told in words; parts of one `key` are explained together in the legend by it, "" are not.
    """

    kind: PartKind
    text: str = ""
    glyphs: tuple[Glyph, ...] = ()
    seat: str = ""
    mark: str = ""
    words: str = ""
    key: str = ""


@dataclass(frozen=True)
class Plate:
    """What stands in a region instead of its name: rows of parts, one below the other. Those in `loose` stand at the
    end of whichever row has room for them, or in a row of their own below the second."""

    rows: tuple[tuple[Part, ...], ...]
    loose: tuple[Part, ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order in which they are told."""
        first, *others = self.rows
        return (*first, *self.loose, *(part for row in others for part in row))


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
    pieces: tuple[Piece, ...] = ()
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

    def called(self, at: str) -> str:
        """What a place is called."""
        return self.names.get(at, at)

    def word(self, thing: str) -> str:
        """What a thing on the map is called in this game."""
        return self.words.get(thing, thing)

    def told(self, owner: str) -> Iterator[str]:
        """The regions of an owner that have plates, each with all that stands there: "Germany (4 VP, 2 levels)"."""
        for code, plate in self.plates.items():
            if self.owners.get(code) == owner:
                parts = ", ".join(part.words for part in plate.parts if part.words)
                yield f"{self.called(code)} ({parts})" if parts else self.called(code)


@dataclass(frozen=True)
class Wanted:
    """What a card asks of a board: `count` of a good. `yours`: how many of them the reader would bring; `source` says
    where all of them would come from now, `brief` with the codes of boards."""

    at: str
    place: str
    code: str
    name: str
    count: int
    yours: int = 0
    source: str = ""
    brief: str = ""


@dataclass(frozen=True)
class Card:
    """A card as it lies on the table. `title` is its number or name, `text` its face, `at` its name for `Choice.at` (""
    if it cannot be picked), `note` what it would bring now, `fill` its colour "#RRGGBB" with `kind`, the word for it.

    `mark`: "" or "said" (an order names it; `place` is its place there, from 1), "spent", "shut". `demands` say what
    stands in `text`, for painters that draw it.
    """

    title: str
    text: str = ""
    at: str = ""
    kind: str = ""
    fill: str = ""
    note: str = ""
    mark: Literal["", "said", "spent", "shut"] = ""
    place: int = 0
    demands: tuple[Wanted, ...] = ()


@dataclass(frozen=True)
class Hand:
    """Cards that lie together. `words` are what their marks are called, where it is not English."""

    title: str
    cards: tuple[Card, ...]
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Stock:
    """A good on a board: how many lie there, how many are `gone` from there, and the cards of the reader that ask for
    it there (`asked`: their titles)."""

    code: str
    name: str
    count: int = 0
    gone: int = 0
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board:
    """What lies before one side. `title` says whose it is, `code` is short for it, `seat` gives it that seat's looks,
    `own` is the reader's.

    `money` is what it has, in words, `net` what it is worth where that differs; `marks` are said of it in a few words
    each ("leads"). All boards have the same goods in the same order. `at`: see `Card`.
    """

    title: str
    code: str
    seat: str = ""
    own: bool = False
    money: str = ""
    change: Change | None = None
    net: str = ""
    marks: tuple[str, ...] = ()
    stocks: tuple[Stock, ...] = ()
    at: str = ""


@dataclass(frozen=True)
class Sale:
    """What went from one board (`source`: its code, "" is the bank) to another for money. `label` says it in codes,
    `text` in a sentence of its own; `amount` is the money."""

    source: str
    to: str
    amount: int
    label: str
    text: str


@dataclass(frozen=True)
class Price:
    """What a good costs `near` and `far`, and how many of it are still to come."""

    code: str
    name: str
    near: int
    far: int
    left: int


@dataclass(frozen=True)
class Bank:
    """Where goods come from that nobody has. `note` says what the figures of its prices are."""

    title: str
    note: str
    prices: tuple[Price, ...]


@dataclass(frozen=True)
class Boards:
    """Boards that lie side by side, what went from one to the other, the bank between them, and the reader's cards.

    `styles`: see `Table`. `words` are what the signs are called: "stock", "gone", "asked", "flow", and over what is
    told in words "good", "price", "left", "flows".
    """

    title: str
    boards: tuple[Board, ...]
    styles: Mapping[str, Style] = field(default_factory=dict)
    flows: tuple[Sale, ...] = ()
    bank: Bank | None = None
    hands: tuple[Hand, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Series:
    """One line of a graph: what a seat had at each tick; None where that is not known."""

    seat: str
    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Graph:
    """How something changed over time. `unit` says what is counted, `ticks` what stands below each value, "" for most.

    `styles`: see `Table`.
    """

    title: str
    unit: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]
    styles: Mapping[str, Style] = field(default_factory=dict)


Block: TypeAlias = Heading | Lead | Text | Items | Code | Table | Map | Hand | Boards | Graph


def styles_of(blocks: Iterable[Block]) -> dict[str, Style]:
    """How seats look in a report, from its tables, maps and boards."""
    styled = (block.styles for block in blocks if isinstance(block, Table | Map | Boards | Graph))
    return {seat: look for styles in styled for seat, look in styles.items()}


# --- figures ------------------------------------------------------------------------------------------------------

BLANK = "\xa0"
"""Stands between thousands, from five digits on, and keeps a figure on one line."""
MINUS = "\N{MINUS SIGN}"


def figure(number: int | float) -> str:
    """A figure, in prose and in tables, as readers of all languages read it alike: "7.5", "3600", "12 400", "−80"."""
    spelled = f"{number:,}".removesuffix(".0").replace("-", MINUS)
    return spelled.replace(",", BLANK if abs(number) >= 10_000 else "")
