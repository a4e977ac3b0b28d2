"""Orders as strokes: told apart by line, not by hue.

A move is a cased arrow, support black dashes ending in a hollow ring, convoy black dots, a retreat long dashes with a
head, a hold a ring; failure is a red cross.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, dist, sin

from engines.palette import ALARM, HALO, INK
from engines.report import Map, Stroke
from pbem.render import shapes
from pbem.render.layers.grid import Cover, Grid, Strand, grown
from pbem.render.layers.labels import Label
from pbem.render.layers.layer import Drawing, Entry, Layer, Level
from pbem.render.layers.pieces import Pieces
from pbem.render.layers.samples import PLACES, looks, sample
from pbem.render.scene import Path, Primitive, Steps, Text
from pbem.render.shapes import Box, Course, Spot

AHEAD = 118
"""How far from a piece's middle an arrow at it ends."""
BOW, BOWS = 0.14, (0.1, 0.18, 0.28)
"""The bow of what runs both ways, and those that are tried to get round something: parts of the line's length, to the
right."""
NAMED, STRANGE, BENT = 10, 14, 12
"""What it costs to run over a name, over the piece of another place, and to be bent by a length."""
REACH = 22
"""How far to each side a line is seen."""
BODY = (110, 85)
"""How far aside and up a piece reaches."""
ORDER = ("move", "retreat", "convoy", "support", "hold")
"""The kinds of strokes from the lowest up."""
SAMPLES = (
    Stroke("move", "s", ("l", "r")),
    Stroke("support", "s", ("l", "r")),
    Stroke("convoy", "s", ("l", "r", "r")),
    Stroke("hold", "s", ("m",)),
    Stroke("retreat", "s", ("f", "r")),
)


class Strokes(Layer):
    """All strokes: shafts under the names, heads over them, crosses over everything."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        self.bows: dict[Stroke, float] = {}
        self.paths = {(stroke.path, stroke.kind) for stroke in self.map.strokes}
        self.draw()

    def draw(self) -> None:
        """Draws everything, with the bows as they are."""
        self.lines: list[Primitive] = []
        self.ends: list[Primitive] = []
        self.crosses: list[Primitive] = []
        self.taken: list[Cover] = []
        self.straight: dict[Stroke, tuple[Spot, Spot, float]] = {}
        self.moves = {(s.path[0], s.path[-1]): self.course(s) for s in self.map.strokes if s.kind == "move"}
        self.helpers: Counter[tuple[str, str]] = Counter()
        for kind in ORDER:
            for stroke in self.map.strokes:
                if stroke.kind == kind:
                    getattr(self, kind)(stroke)

    def covers(self) -> Iterable[Cover]:
        return self.taken

    def drawn(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.SHAFTS: self.lines, Level.HEADS: self.ends, Level.CROSSES: self.crosses}

    def make_way(self, labels: Sequence[Label], torn: Sequence[Label]) -> bool:  # noqa: ARG002
        """Bends what runs over a name or over the piece of a place it has nothing to do with."""
        if not self.straight:
            return False
        names, pieces = Grid(), Grid()
        for label in labels:
            names.add(grown(label.place.box, REACH * self.k), label.key)
        for piece, spot in Pieces(self.drawing).spots:
            pieces.add(grown(self.drawing.around(*spot, *BODY), REACH * self.k), piece.at)
        before = dict(self.bows)
        for stroke in self.straight:
            self.bend(stroke, names, pieces)
        if self.bows == before:
            return False
        self.draw()
        return True

    def bend(self, stroke: Stroke, names: Grid, pieces: Grid) -> None:
        """Gives a stroke the bow with which it runs over least."""
        start, end, short = self.straight[stroke]

        def trouble(bow: float) -> float:
            points = shapes.points(shapes.shorten(bent(start, end, bow), short))
            parts = [(*a, *b) for a, b in pairwise(points)]
            over = {name for part in parts for name in names.crossed(part)}
            strange = {at for part in parts for _, at in pieces.crossed(part) if at not in stroke.path}
            return NAMED * len(over) + STRANGE * len(strange) + BENT * abs(bow)

        now = self.bow(stroke)
        if trouble(now) > BENT * abs(now):
            bows = (BOW, *BOWS) if self.opposed(stroke) else (0.0, *(bow for one in BOWS for bow in (one, -one)))
            self.bows[stroke] = min(bows, key=trouble)

    @classmethod
    def legend(cls, map_: Map) -> Iterator[Entry]:
        """The kinds of strokes, and the cross on those that failed."""
        drawn = {stroke.kind: stroke.seat for stroke in map_.strokes[::-1]}
        for stroke in SAMPLES:
            if stroke.kind in drawn:
                yield map_.word(stroke.kind), sample((cls,), looks(map_, drawn[stroke.kind]), (), (stroke,))
        if any(stroke.failed for stroke in map_.strokes):
            yield map_.word("failed"), tuple(crossed(*PLACES["m"], 2))

    # --- lines ------------------------------------------------------------------------------------------------

    def course(self, stroke: Stroke) -> Course:
        """The line of a move from the middle of a piece to the edge of what stands at its end."""
        spots = [self.drawing.spot(at) for at in stroke.path]
        if stroke.kind == "retreat":
            spots[0] = self.drawing.aside(spots[0])
        short = self.gap(stroke) * self.k
        if len(spots) > 2:
            return shapes.shorten(shapes.flowing(self.beside(spots)), short)
        return self.bendable(stroke, spots[0], spots[-1], short)

    def bendable(self, stroke: Stroke, start: Spot, end: Spot, short: float = 0.0) -> Course:
        """A line that can make way by a bow."""
        self.straight[stroke] = start, end, short
        return shapes.shorten(bent(start, end, self.bow(stroke)), short)

    def bow(self, stroke: Stroke) -> float:
        """How far it is bent; what runs both ways always is, so that the two do not lie on each other."""
        return self.bows.get(stroke, BOW if self.opposed(stroke) else 0.0)

    def opposed(self, stroke: Stroke) -> bool:
        back = tuple(reversed(stroke.path))
        return len(back) == 2 and not self.paths.isdisjoint(((back, "move"), (back, "support")))

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
        return (AHEAD if self.drawing.standing[stroke.path[-1]] else free) + (34 if stroke.failed else 0)

    # --- kinds ------------------------------------------------------------------------------------------------

    def move(self, stroke: Stroke) -> None:
        """A dark casing, a core in the colour of the seat, a filled head."""
        course = self.moves[stroke.path[0], stroke.path[-1]]
        self.arrow(course, self.drawing.style(stroke.seat).fill, ())
        self.origin(stroke, course[0][0])
        if stroke.failed:
            self.fail(course[-1][3])

    def retreat(self, stroke: Stroke) -> None:
        """As a move, in long dashes."""
        course = self.course(stroke)
        self.arrow(course, self.drawing.style(stroke.seat).fill, (self.u(92), self.u(44)))
        self.origin(stroke, course[0][0])
        if stroke.failed:
            self.fail(course[-1][3])

    def origin(self, stroke: Stroke, start: Spot) -> None:
        """The letter of whose arrow it is, where no piece of his stands at its beginning to say so."""
        here = any(piece.seat == stroke.seat and piece.at == stroke.path[0] for piece in self.map.pieces)
        if self.map.pieces and not here:
            x, y, size = round(start[0]), round(start[1]), self.u(84)
            self.ends.append(Text(x, y + size // 3, self.drawing.style(stroke.seat).letter, size, INK, HALO, bold=True))
            self.take(x, y, 40)

    def arrow(self, course: Course, core: str, dash: tuple[int, ...]) -> None:
        shaft = shapes.steps(shapes.shorten(course, 70 * self.k))
        tip = shapes.head(course, 104 * self.k, 50 * self.k)
        self.lines.append(Path(shaft, "", HALO, self.u(54)))
        self.lines.append(Path(shaft, "", INK, self.u(36), dash))
        self.lines.append(Path(shaft, "", core, self.u(18), dash))
        self.ends.append(Path(tip, "", HALO, self.u(30)))
        self.ends.append(Path(tip, core, INK, self.u(11)))
        self.taken += [strand(shapes.shorten(course, 70 * self.k), 27 * self.k), box_of(tip, 15 * self.k)]

    def support(self, stroke: Stroke) -> None:
        """Black dashes to a hollow ring: on the line of the move helped, or beside the piece helped to hold."""
        here = self.drawing.spot(stroke.path[0])
        if len(stroke.path) > 2:
            course = self.bendable(stroke, here, self.helped(stroke.path[1], stroke.path[-1]))
        else:
            course = self.course(stroke)
        self.link(course, (self.u(42), self.u(26)), False)
        x, y = course[-1][3]
        self.ends.append(Path(shapes.ring(x, y, 29 * self.k), HALO, INK, self.u(14)))
        self.taken.append(strand(course, 16 * self.k))
        self.take(x, y, 38)
        if stroke.failed:
            self.fail(shapes.along(course, 0.52))

    def convoy(self, stroke: Stroke) -> None:
        """Black dots: round a fleet the route passes by, else as an arrow to the middle of the move."""
        here = self.drawing.spot(stroke.path[0])
        course = self.moves.get((stroke.path[1], stroke.path[-1]))
        if course and any(dist(here, curve[3]) < 260 * self.k for curve in course[:-1]):
            self.dot(shapes.ring(*here, 138 * self.k))
            self.taken.append(strand(shapes.circle(*here, 138 * self.k), 20 * self.k))
            if stroke.failed:
                self.fail((here[0] + 110 * self.k, here[1] - 90 * self.k))
            return
        course = shapes.shorten(shapes.straight(here, self.helped(stroke.path[1], stroke.path[-1])), 30 * self.k)
        self.link(course, (1, self.u(38)), True)
        tip = shapes.head(course, 72 * self.k, 34 * self.k)
        self.ends.append(Path(tip, INK, HALO, self.u(9)))
        self.taken += [strand(course, 20 * self.k), box_of(tip, 5 * self.k)]
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
        x, y = self.drawing.spot(stroke.path[0])
        circle = shapes.ring(x, y, 132 * self.k)
        self.lines.append(Path(circle, "", HALO, self.u(28)))
        self.lines.append(Path(circle, "", INK, self.u(12)))
        self.taken.append(strand(shapes.circle(x, y, 132 * self.k), 14 * self.k))
        if stroke.failed:
            self.fail((x + 100 * self.k, y - 100 * self.k))

    def helped(self, start: str, end: str) -> Spot:
        """Where a helper's line meets the move it helps; one helper after the other further back."""
        course = self.moves.get((start, end)) or shapes.straight(self.drawing.spot(start), self.drawing.spot(end))
        nth = self.helpers[start, end]
        self.helpers[start, end] += 1
        return shapes.along(course, (0.62, 0.48, 0.72, 0.36)[nth % 4])

    def fail(self, at: Spot) -> None:
        self.crosses += crossed(*at, self.k)
        self.take(*at, 70)

    def take(self, x: float, y: float, half: float) -> None:
        self.taken.append(self.drawing.around(x, y, half, half))

    def u(self, size: float) -> int:
        return self.drawing.u(size)


def bent(start: Spot, end: Spot, bow: float) -> Course:
    return shapes.bowed(start, end, bow) if bow else shapes.straight(start, end)


def strand(course: Course, half: float) -> Strand:
    return Strand(shapes.points(course), half)


def box_of(steps: Steps, by: float) -> Box:
    """The box around a shape of straight lines, so much larger."""
    xs, ys = zip(*(step[:2] for _, step in steps if step), strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def crossed(x: float, y: float, k: float) -> Iterator[Primitive]:
    """A red cross with a white halo."""
    mark = shapes.cross(x, y, 46 * k)
    yield Path(mark, "", HALO, round(44 * k), (), True)
    yield Path(mark, "", ALARM, round(22 * k), (), True)
