"""Pieces and orders as primitives: the one place that decides how they look.

Kinds are told apart by line, not by hue: a move is a cased arrow, support black dashes ending in a hollow ring,
convoy black dots, a retreat long dashes with a head; failure is a red cross.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import atan2, cos, dist, sin

from engines.atlas.chart import Chart
from engines.report import Map, Stroke, Style
from pbem.render import shapes, signs
from pbem.render.scene import Path, Primitive, Steps, Text
from pbem.render.shapes import Course, Spot

NOMINAL = 7300
"""The chart width for which the sizes below are meant; other charts scale them (`unit`)."""
INK, HALO, RED = "#141414", "#FFFFFF", "#B00012"
PLAIN = Style(name="", letter="", fill="#D9D4C8", tint="#EFE3C4", hatch="")
SHIFTS = ((0, 0), (150, 0), (0, 150), (150, 150), (-150, 0), (0, -150), (-150, -150), (150, -150), (-150, 150))
SMALL = frozenset({"pawn", "disc", "flag", "boat"})
"""Shapes of which several find room in one region, side by side."""
LETTERS = {"fleet": (92, 34), "pawn": (66, 24), "disc": (66, 24), "flag": (56, -14), "boat": (52, 22)}
"""The size of the letter on a shape, and how far below its middle the letter stands."""
CLOSE = 104
"""From one small piece to the next."""
ASIDE = (128, 112)
"""How far a dislodged piece stands aside, so that its letter shows beside the piece that drove it out."""
AHEAD = 118
"""How far from a piece's middle an arrow at it ends."""


def unit(chart: Chart) -> float:
    """What the sizes below are multiplied by on a chart."""
    return chart.width / NOMINAL * chart.lettering


def spot(chart: Chart, at: str) -> Spot:
    """Where a piece stands. Raises ValueError for a place the chart does not have."""
    if at in chart.places:
        return chart.places[at]
    region = chart.regions.get(at) or chart.regions.get(at.partition("/")[0])
    if region is None:
        raise ValueError(f"The chart {chart.name} has no place {at!r}.")
    return region.piece


class Marks:
    """The pieces and strokes of one map, drawn in three layers; labels go over `lines` and under the others.

    `taken` holds the boxes (left, top, right, bottom) that no label should cover.
    """

    def __init__(self, map_: Map, outline: bool = False) -> None:
        self.map, self.outline = map_, outline
        self.k = unit(map_.chart)
        self.lines: list[Primitive] = []
        self.ends: list[Primitive] = []
        self.pieces: list[Primitive] = []
        self.crosses: list[Primitive] = []
        self.taken: list[tuple[float, float, float, float]] = []
        self.standing = Counter(piece.at for piece in map_.pieces if piece.mark != "dislodged")
        self.moves = {(s.path[0], s.path[-1]): self.course(s) for s in map_.strokes if s.kind == "move"}
        self.helpers: Counter[tuple[str, str]] = Counter()
        for kind in ("move", "retreat", "convoy", "support", "hold"):
            for stroke in map_.strokes:
                if stroke.kind == kind:
                    getattr(self, kind)(stroke)
        self.set_up()
        chart = map_.chart
        self.lines += signs.links([signs.shortest(chart.regions[a], chart.regions[b]) for a, b in map_.links], self.k)
        self.pieces += signs.rows(chart, map_.signs, self.k)

    def layers(self) -> tuple[list[Primitive], list[Primitive]]:
        """What goes under the labels, and what goes over them."""
        return self.lines, [*self.ends, *self.pieces, *self.crosses]

    # --- pieces -----------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """All pieces; the dislodged ones beneath those that drove them out."""
        seen: Counter[str] = Counter()
        for piece in sorted(self.map.pieces, key=lambda p: p.mark != "dislodged"):
            x, y = spot(self.map.chart, piece.at)
            if piece.mark == "dislodged":
                x, y = self.aside((x, y))
            else:
                nth, small = seen[piece.at], piece.shape in SMALL
                dx, dy = beside(self.standing[piece.at], nth) if small else SHIFTS[nth % len(SHIFTS)]
                seen[piece.at] += 1
                x, y = x + dx * self.k, y + dy * self.k
            style = self.style(piece.seat)
            letter = piece.text or style.letter
            self.pieces += figure(piece.shape, letter, self.core(style), style.ink, x, y, self.k, piece.mark)
            self.take(x, y, *((55, 50) if piece.shape in SMALL else (105, 85)))

    def aside(self, place: Spot) -> Spot:
        return place[0] + ASIDE[0] * self.k, place[1] + ASIDE[1] * self.k

    def style(self, seat: str) -> Style:
        return self.map.styles.get(seat, PLAIN)

    def core(self, style: Style) -> str:
        return "#FFFFFF" if self.outline else style.fill

    def take(self, x: float, y: float, half: float, tall: float) -> None:
        self.taken.append((x - half * self.k, y - tall * self.k, x + half * self.k, y + tall * self.k))

    # --- strokes ----------------------------------------------------------------------------------------------

    def course(self, stroke: Stroke) -> Course:
        """The line of a move from the middle of a piece to the edge of what stands at its end."""
        spots = [spot(self.map.chart, at) for at in stroke.path]
        if stroke.kind == "retreat":
            spots[0] = self.aside(spots[0])
        back = tuple(reversed(stroke.path))
        if len(spots) > 2:
            course = shapes.flowing(self.beside(spots))
        elif any(other.path == back and other.kind in ("move", "support") for other in self.map.strokes):
            course = shapes.bowed(spots[0], spots[-1])
        else:
            course = shapes.straight(spots[0], spots[-1])
        return shapes.shorten(course, self.gap(stroke) * self.k)

    def beside(self, spots: list[Spot]) -> list[Spot]:
        """A route that passes beside the pieces on its way, not over them."""
        kept = [spots[0]]
        for before, here, after in zip(spots, spots[1:], spots[2:], strict=False):
            angle = atan2(after[1] - before[1], after[0] - before[0])
            kept.append((here[0] - 190 * self.k * sin(angle), here[1] + 190 * self.k * cos(angle)))
        return [*kept, spots[-1]]

    def gap(self, stroke: Stroke) -> int:
        """How far before the middle of its goal an arrow ends."""
        rivals = sum(s.kind == stroke.kind and s.path[-1] == stroke.path[-1] for s in self.map.strokes)
        free = 70 if rivals > 1 else 0
        return (AHEAD if self.standing[stroke.path[-1]] else free) + (34 if stroke.failed else 0)

    def move(self, stroke: Stroke) -> None:
        """A dark casing, a core in the colour of the seat, a filled head."""
        course = self.moves[stroke.path[0], stroke.path[-1]]
        self.arrow(course, self.core(self.style(stroke.seat)), ())
        if stroke.failed:
            self.fail(course[-1][3])

    def retreat(self, stroke: Stroke) -> None:
        """As a move, in long dashes."""
        course = self.course(stroke)
        self.arrow(course, self.core(self.style(stroke.seat)), (self.u(92), self.u(44)))
        if stroke.failed:
            self.fail(course[-1][3])

    def arrow(self, course: Course, core: str, dash: tuple[int, ...]) -> None:
        shaft = shapes.steps(shapes.shorten(course, 70 * self.k))
        tip = shapes.head(course, 104 * self.k, 50 * self.k)
        self.lines.append(Path(shaft, "", HALO, self.u(54)))
        self.lines.append(Path(shaft, "", INK, self.u(36), dash))
        self.lines.append(Path(shaft, "", core, self.u(18), dash))
        self.ends.append(Path(tip, "", HALO, self.u(30)))
        self.ends.append(Path(tip, core, INK, self.u(11)))
        self.take(*course[-1][3], 75, 75)

    def support(self, stroke: Stroke) -> None:
        """Black dashes to a hollow ring: on the line of the move helped, or beside the piece helped to hold."""
        here = spot(self.map.chart, stroke.path[0])
        if len(stroke.path) > 2:
            course = shapes.straight(here, self.helped(stroke.path[1], stroke.path[-1]))
        else:
            course = self.course(stroke)
        self.link(course, (self.u(42), self.u(26)), False)
        x, y = course[-1][3]
        self.ends.append(Path(shapes.ring(x, y, 29 * self.k), "#FFFFFF", INK, self.u(14)))
        self.take(x, y, 40, 40)
        if stroke.failed:
            self.fail(shapes.along(course, 0.52))

    def convoy(self, stroke: Stroke) -> None:
        """Black dots: round a fleet the route passes by, else as an arrow to the middle of the move."""
        here = spot(self.map.chart, stroke.path[0])
        course = self.moves.get((stroke.path[1], stroke.path[-1]))
        if course and any(dist(here, curve[3]) < 260 * self.k for curve in course[:-1]):
            dots = shapes.ring(*here, 138 * self.k)
            self.dot(dots)
            if stroke.failed:
                self.fail((here[0] + 110 * self.k, here[1] - 90 * self.k))
            return
        course = shapes.shorten(shapes.straight(here, self.helped(stroke.path[1], stroke.path[-1])), 30 * self.k)
        self.link(course, (1, self.u(38)), True)
        self.ends.append(Path(shapes.head(course, 72 * self.k, 34 * self.k), INK, HALO, self.u(9)))
        if stroke.failed:
            self.fail(shapes.along(course, 0.5))

    def dot(self, line: Steps) -> None:
        self.lines.append(Path(line, "", HALO, self.u(40)))
        self.lines.append(Path(line, "", INK, self.u(22), (1, self.u(42)), True))

    def link(self, course: Course, dash: tuple[int, ...], round_: bool) -> None:
        line = shapes.steps(course)
        self.lines.append(Path(line, "", HALO, self.u(32)))
        self.lines.append(Path(line, "", INK, self.u(20 if round_ else 15), dash, round_))

    def hold(self, stroke: Stroke) -> None:
        """A ring round the piece."""
        x, y = spot(self.map.chart, stroke.path[0])
        circle = shapes.ring(x, y, 132 * self.k)
        self.lines.append(Path(circle, "", HALO, self.u(28)))
        self.lines.append(Path(circle, "", INK, self.u(12)))
        self.take(x, y, 140, 140)
        if stroke.failed:
            self.fail((x + 100 * self.k, y - 100 * self.k))

    def helped(self, start: str, end: str) -> Spot:
        """Where a helper's line meets the move it helps; one helper after the other further back."""
        chart = self.map.chart
        course = self.moves.get((start, end)) or shapes.straight(spot(chart, start), spot(chart, end))
        nth = self.helpers[start, end]
        self.helpers[start, end] += 1
        return shapes.along(course, (0.62, 0.48, 0.72, 0.36)[nth % 4])

    def fail(self, at: Spot) -> None:
        """A red cross with a white halo."""
        x, y = at
        mark = shapes.cross(x, y, 46 * self.k)
        self.crosses.append(Path(mark, "", HALO, self.u(44), (), True))
        self.crosses.append(Path(mark, "", RED, self.u(22), (), True))
        self.take(x, y, 70, 70)

    def u(self, size: int) -> int:
        return max(1, round(size * self.k))


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
        x, y = x + 92 * k, y - 70 * k
        disc, sign = shapes.ring(x, y, 46 * k), shapes.plus(x, y, 24 * k)
        return Path(disc, INK, HALO, round(12 * k)), Path(sign, "", HALO, round(15 * k), (), True)
    return ()
