"""Pieces: armies, fleets, and the small ones of which several find room in a region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from engines.report import Map, Piece
from pbem.render import shapes
from pbem.render.layers.layer import HALO, INK, Entry, Layer, Level
from pbem.render.layers.samples import looks, sample
from pbem.render.scene import Path, Primitive, Text
from pbem.render.shapes import Box, Spot

RED = "#B00012"
SHIFTS = ((0, 0), (150, 0), (0, 150), (150, 150), (-150, 0), (0, -150), (-150, -150), (150, -150), (-150, 150))
SMALL = frozenset({"pawn", "disc", "flag", "boat"})
"""Shapes of which several find room in one region, side by side."""
LETTERS = {"fleet": (92, 34), "pawn": (66, 24), "disc": (66, 24), "flag": (56, -14), "boat": (52, 22)}
"""The size of the letter on a shape, and how far below its middle the letter stands."""
REACH = {"army": (90, 82), "fleet": (126, 96), "flag": (86, 94), "boat": (84, 66)}
"""How far aside and up shapes reach, halo included."""
BADGE = (92, 70)
"""Where the sign of what was built stands, aside and above."""
CLOSE = 104
"""From one small piece to the next."""
MARKS = {"dislodged": "d", "built": "m", "removed": "m"}
"""What can have become of a piece, and where a sample of it stands."""


class Pieces(Layer):
    """All pieces; the dislodged ones beneath those that drove them out."""

    @cached_property
    def spots(self) -> list[tuple[Piece, Spot]]:
        """The pieces and where they stand, from the lowest up."""
        seen: Counter[str] = Counter()
        found = []
        for piece in sorted(self.map.pieces, key=lambda p: p.mark != "dislodged"):
            x, y = self.drawing.spot(piece.at)
            if piece.mark == "dislodged":
                found.append((piece, self.drawing.aside((x, y))))
                continue
            nth, small = seen[piece.at], piece.shape in SMALL
            dx, dy = beside(self.drawing.standing[piece.at], nth) if small else SHIFTS[nth % len(SHIFTS)]
            seen[piece.at] += 1
            found.append((piece, (x + dx * self.k, y + dy * self.k)))
        return found

    def covers(self) -> Iterator[Box]:
        for piece, (x, y) in self.spots:
            yield self.drawing.around(x, y, *REACH.get(piece.shape, (68, 68)))
            if piece.mark == "built":
                yield self.drawing.around(x + BADGE[0] * self.k, y - BADGE[1] * self.k, 52, 52)

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.PIECES: (one for piece, spot in self.spots for one in self.figure(piece, spot))}

    def figure(self, piece: Piece, spot: Spot) -> tuple[Primitive, ...]:
        style = self.drawing.style(piece.seat)
        letter = piece.text or style.letter
        return figure(piece.shape, letter, self.drawing.core(style), style.ink, *spot, self.k, piece.mark)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """Armies and fleets, the small shapes, and what became of some."""
        shapes_, marks = {piece.shape for piece in map_.pieces}, {piece.mark for piece in map_.pieces}
        if shapes_ & {"army", "fleet"}:
            both = Piece("army", "s", "a"), Piece("fleet", "s", "b")
            yield map_.words.get("army, fleet", "army, fleet"), sample((cls,), looks(map_), both)
        for shape in sorted(SMALL & shapes_):
            yield map_.words.get(shape, shape), sample((cls,), looks(map_), (Piece(shape, "s", "m"),))
        for mark, at in MARKS.items():
            if mark in marks:
                yield map_.words.get(mark, mark), sample((cls,), looks(map_), (Piece("army", "s", at, mark),))

    @classmethod
    def words(cls, map_: Map, seat: str) -> list[str]:
        """The pieces of a seat, place by place: "army Budapest (dislodged)", "2 × army and fleet in Spain"."""
        there: dict[tuple[str, str], Counter[str]] = {}
        for piece in map_.pieces:
            if piece.seat == seat:
                there.setdefault((piece.at, piece.mark), Counter())[kind(map_, piece)] += 1
        return [at_place(map_, at, mark, found) for (at, mark), found in there.items()]


def at_place(map_: Map, at: str, mark: str, found: Mapping[str, int]) -> str:
    pieces = " and ".join(words if count == 1 else f"{count} × {words}" for words, count in found.items())
    marked = f"({map_.words.get(mark, mark)})" if mark else ""
    return " ".join(filter(None, (pieces, map_.words.get("in", ""), map_.called(at), marked)))


def kind(map_: Map, piece: Piece) -> str:
    """What a piece is, by its name, by its number, or by its shape."""
    if piece.name:
        return piece.name
    name = map_.words.get(piece.shape, piece.shape)
    if piece.text.isdecimal():
        return f"{piece.text} {name}{'s' * (piece.text != '1')}"
    return f"{name} {piece.text}".rstrip()


def beside(count: int, nth: int) -> Spot:
    """Where the nth of some small pieces stands: in rows of two or three around the middle."""
    wide = 3 if count > 4 else min(count, 2)
    row, column = divmod(nth, wide)
    here = min(wide, count - row * wide)
    return (column - (here - 1) / 2) * CLOSE, (row - (-(-count // wide) - 1) / 2) * CLOSE


@lru_cache(2048)
def figure(
    shape: str, letter: str, fill: str, ink: str, x: float, y: float, k: float, mark: str
) -> tuple[Primitive, ...]:
    """A piece: army a square, fleet a hull, the small ones flags, boats or discs; with a halo and a dark outline."""
    outline = {"army": shapes.ARMY, "fleet": shapes.FLEET, "flag": shapes.FLAG, "boat": shapes.BOAT}.get(shape)
    body = shapes.shape(outline, x, y, k) if outline else shapes.ring(x, y, 48 * k)
    gone = mark == "dislodged"
    size, low = LETTERS.get(shape, (100, 36))
    edge = Path(body, fill, RED if gone else INK, round((18 if gone else 11) * k), dashes(k) if gone else ())
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
        strike = shapes.cross(x, y, 84 * k)
        return Path(strike, "", HALO, round(40 * k), (), True), Path(strike, "", INK, round(20 * k), (), True)
    if mark == "built":
        x, y = x + BADGE[0] * k, y - BADGE[1] * k
        disc, sign = shapes.ring(x, y, 46 * k), shapes.plus(x, y, 24 * k)
        return Path(disc, INK, HALO, round(12 * k)), Path(sign, "", HALO, round(15 * k), (), True)
    return ()
