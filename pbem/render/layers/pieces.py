"""Pieces: armies, fleets, and the small ones of which several find room in a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from engines.kept import keeps
from engines.language.names import enumerated
from engines.palette import ALARM, HALO, INK
from engines.report import Map, Piece, Style
from pbem.render import shapes
from pbem.render.layers.grid import crosses, overlap
from pbem.render.layers.labels import Label, leaders
from pbem.render.layers.layer import Entry, Layer, Level
from pbem.render.layers.room import PIECES, Place, Shape, places
from pbem.render.layers.samples import CHART, CLOSER, looks, sample
from pbem.render.scene import Path, Primitive, Text
from pbem.render.shapes import Box, Spot

SHIFTS = ((0, 0), (150, 0), (0, 150), (150, 150), (-150, 0), (0, -150), (-150, -150), (150, -150), (-150, 150))
SMALL = frozenset({"pawn", "disc", "flag", "boat"})
"""Shapes of which several find room in one region, side by side."""
LETTERS = {"fleet": (92, 34), "pawn": (84, 30), "disc": (84, 30), "flag": (84, 3), "boat": (82, 28)}
"""The size of the letter on a shape, and how far below its middle the letter stands."""
ROUND = 54
"""How far a pawn or a disc reaches up and down, and aside if there is but a letter on it."""
ASIDE = {"flag": 60, "boat": 80}
"""How far other small shapes reach aside."""
TALL = 78
"""How far the tallest of them reaches up and down."""
LARGE = {"army": (70, 62), "fleet": (106, 76)}
"""How far large shapes reach aside, and up and down."""
RIM = 20
"""How far the halo reaches beyond a shape."""
BADGE = (92, 70)
"""Where the sign of what was built stands, aside and above."""
STRIKE = 84
"""How far what strikes out a piece reaches to each side."""
GAP = 14
"""What is left free between small pieces."""
MARKS = {"dislodged": "d", "built": "m", "removed": "m"}
"""What can have become of a piece, and where a sample of it stands."""


class Pieces(Layer):
    """All pieces; the dislodged ones beneath those that drove them out. Small ones that are in the way of a name, and
    at which no order begins or ends, look for a place as names do."""

    @property
    def spots(self) -> list[tuple[Piece, Spot]]:
        """The pieces and where they stand, from the lowest up."""
        seen: Counter[str] = Counter()
        found: list[tuple[Piece, Spot]] = []
        for piece in sorted(self.map.pieces, key=lambda p: p.mark != "dislodged"):
            x, y = self.drawing.spot(piece.at)
            if piece.mark == "dislodged":
                found.append((piece, self.drawing.aside((x, y))))
                continue
            nth, small, loose = seen[piece.at], piece.shape in SMALL, self.drawing.loose.get(piece.at)
            here = self.drawing.standing[piece.at]
            wide = int(loose.place.shape.form) if loose else usual(here)
            x, y = (loose.place.x, loose.place.y) if loose else (x, y)
            dx, dy = beside(here, wide, nth, self.apart[piece.at]) if small else SHIFTS[nth % len(SHIFTS)]
            seen[piece.at] += 1
            found.append((piece, (x + dx * self.k, y + dy * self.k)))
        return found

    @cached_property
    def apart(self) -> Mapping[str, Spot]:
        """How far apart the small pieces of a place stand, in columns and in rows."""
        found: dict[str, Spot] = {}
        for piece in self.map.pieces:
            wide, tall = found.get(piece.at, (0, 0))
            half, high = reach(piece.shape, written(piece, self.drawing.style(piece.seat)))
            found[piece.at] = max(wide, 2 * half + GAP), max(tall, 2 * high + GAP)
        return found

    def covers(self) -> Iterator[Box]:
        for piece, (x, y) in self.spots:
            if piece.at in self.drawing.loose:
                continue
            half, tall = reach(piece.shape, written(piece, self.drawing.style(piece.seat)))
            least = STRIKE if piece.mark == "removed" else 0
            yield self.drawing.around(x, y, max(half, least) + RIM, max(tall, least) + RIM)
            if piece.mark == "built":
                yield self.drawing.around(x + BADGE[0] * self.k, y - BADGE[1] * self.k, 52, 52)

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        away = leaders(self.drawing.loose.values(), self.k)
        figures = (one for piece, spot in self.spots for one in self.figure(piece, spot))
        return {Level.LEADERS: away, Level.PIECES: figures}

    # --- making way -----------------------------------------------------------------------------------------------

    def labels(self) -> Sequence[Label]:
        return list(self.drawing.loose.values())

    def make_way(self, labels: Sequence[Label], torn: Sequence[Label]) -> bool:  # noqa: ARG002
        """Sets the pieces free that stand in the region of what is torn, or under it."""
        found = [
            label
            for at, label in self.movable.items()
            if at not in self.drawing.loose and any(one.at == at or hits(one.place, label.place.box) for one in torn)
        ]
        self.drawing.loose |= {label.at: label for label in found}
        return bool(found)

    @cached_property
    def movable(self) -> Mapping[str, Label]:
        """The small pieces that may stand anywhere in their region, by region."""
        held = {at for stroke in self.map.strokes for at in stroke.path}
        held |= {piece.at for piece in self.map.pieces if piece.mark in MARKS or piece.shape not in SMALL}
        every = ((at, count) for at, count in self.drawing.standing.items() if at in self.chart.regions)
        return {at: self.group(at, count) for at, count in every if at not in held}

    def group(self, at: str, count: int) -> Label:
        """The pieces of a region as one label."""
        shapes = set_as(count, self.apart[at], self.k)
        return Label(at, f"pieces {at}", shapes, places(self.chart, at, shapes)[0])

    def figure(self, piece: Piece, spot: Spot) -> tuple[Primitive, ...]:
        style = self.drawing.style(piece.seat)
        return figure(piece.shape, written(piece, style), style.fill, style.ink, *spot, self.k, piece.mark)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """Every shape, and what became of some; each as the first such piece."""
        found = map_.pieces[::-1]
        marks = {piece.mark: piece for piece in found}
        for shape, piece in sorted({piece.shape: piece for piece in found}.items()):
            words = map_.words.get(f"{shape}s" if piece.text else shape, shape)
            yield words, alone(map_, replace(piece, at="m", mark=""))
        for mark, at in MARKS.items():
            if mark in marks:
                yield map_.word(mark), alone(map_, replace(marks[mark], at=at))

    @classmethod
    def words(cls, map_: Map, seat: str) -> list[str]:
        """The pieces of a seat: "army Budapest (dislodged)"; where they stand *in* places, those with the same ones
        together: "2 × army and fleet in each of Spain and Gascony"."""
        there: dict[tuple[str, str], Counter[str]] = {}
        for piece in map_.pieces:
            if piece.seat == seat:
                there.setdefault((piece.at, piece.mark), Counter())[kind(map_, piece)] += 1
        alike: dict[tuple[str, str, str], list[str]] = {}
        for (at, mark), found in there.items():
            apart = "" if "in" in map_.words else at
            alike.setdefault((counted(found), mark, apart), []).append(map_.called(at))
        return [at_places(map_, pieces, places, mark) for (pieces, mark, _), places in alike.items()]


def alone(map_: Map, piece: Piece) -> tuple[Primitive, ...]:
    """A piece as a sample; small ones from nearer by."""
    look, chart = looks(map_, piece.seat), CLOSER if piece.shape in SMALL else CHART
    return sample((Pieces,), look, (replace(piece, seat="s"),), (), chart)


def counted(found: Mapping[str, int]) -> str:
    return " and ".join(words if count == 1 else f"{count} × {words}" for words, count in found.items())


def at_places(map_: Map, pieces: str, places: Sequence[str], mark: str) -> str:
    each, marked = "each of" if len(places) > 1 else "", f"({map_.word(mark)})" if mark else ""
    return " ".join(filter(None, (pieces, map_.words.get("in", ""), each, enumerated(list(places)), marked)))


def kind(map_: Map, piece: Piece) -> str:
    """What a piece is, by its name, by its number, or by its shape."""
    if piece.name:
        return piece.name
    name = map_.word(piece.shape)
    if piece.text.isdecimal():
        return f"{piece.text} {name}{'s' * (piece.text != '1')}"
    return f"{name} {piece.text}".rstrip()


def written(piece: Piece, style: Style) -> str:
    """What stands on a piece: its owner's letter, and behind it what the piece says itself."""
    return f"{style.letter}{piece.text}"


def reach(shape: str, letters: str) -> Spot:
    """How far a shape with its letters reaches aside, and up and down."""
    if shape in ("pawn", "disc"):
        return max(ROUND, 22 + 26 * len(letters)), ROUND
    return (ASIDE[shape], TALL) if shape in SMALL else LARGE.get(shape, (ROUND, ROUND))


def hits(place: Place, box: Box) -> bool:
    """Whether a label, or its leader, lies on a box."""
    return overlap(place.box, box) or bool(place.leader and crosses(place.leader, box))


def usual(count: int) -> int:
    """How many of some small pieces stand in a row: two or three."""
    return 3 if count > 4 else min(count, 2)


def set_as(count: int, apart: Spot, k: float) -> tuple[Shape, ...]:
    """The ways to set so many small pieces: as usual, side by side, or one above the other; `form` is how many stand
    in a row."""
    across, down = ((side - GAP) for side in apart)
    return tuple(
        Shape(PIECES, room(wide, across, k), room(-(-count // wide), down, k), form=str(wide), cost=5 * cost)
        for cost, wide in enumerate(dict.fromkeys((usual(count), count, 1)))
    )


def room(count: int, size: float, k: float) -> int:
    """What so many pieces beside each other take, with their halo."""
    return round((count * (size + GAP) - GAP + 2 * RIM) * k)


def beside(count: int, wide: int, nth: int, apart: Spot) -> Spot:
    """Where the nth of some small pieces stands: in rows of so many around the middle."""
    row, column = divmod(nth, wide)
    here = min(wide, count - row * wide)
    return (column - (here - 1) / 2) * apart[0], (row - (-(-count // wide) - 1) / 2) * apart[1]


@keeps(1024)
def figure(
    shape: str, letter: str, fill: str, ink: str, x: float, y: float, k: float, mark: str
) -> tuple[Primitive, ...]:
    """A piece: army a square, fleet a hull, the small ones flags, boats or discs; with a halo and a dark outline."""
    outline = {"army": shapes.ARMY, "fleet": shapes.FLEET, "flag": shapes.FLAG, "boat": shapes.BOAT}.get(shape)
    half, high = reach(shape, letter)
    body = shapes.shape(outline, x, y, k) if outline else shapes.pill(x, y, half * k, high * k)
    gone = mark == "dislodged"
    size, low = LETTERS.get(shape, (100, 36))
    edge = Path(body, fill, ALARM if gone else INK, round((18 if gone else 11) * k), dashes(k) if gone else ())
    found: list[Primitive] = [
        Path(body, HALO, HALO, round(40 * k)),
        edge,
        Text(round(x), round(y + low * k), letter, round(size * k), ink, bold=True),
    ]
    return (*found, *badge(mark, x, y, k))


def dashes(k: float) -> tuple[int, int]:
    return round(34 * k), round(18 * k)


def badge(mark: str, x: float, y: float, k: float) -> tuple[Primitive, ...]:
    """What is put on a piece that was built ("+" in a disc) or removed (struck out)."""
    if mark == "removed":
        strike = shapes.cross(x, y, STRIKE * k)
        return Path(strike, "", HALO, round(40 * k), (), True), Path(strike, "", INK, round(20 * k), (), True)
    if mark == "built":
        x, y = x + BADGE[0] * k, y - BADGE[1] * k
        disc, sign = shapes.ring(x, y, 46 * k), shapes.plus(x, y, 24 * k)
        return Path(disc, INK, HALO, round(12 * k)), Path(sign, "", HALO, round(15 * k), (), True)
    return ()
