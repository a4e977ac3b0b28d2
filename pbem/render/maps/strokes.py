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
from pbem.render.maps.grid import Cover, CoverGrid, Strand, grow_box
from pbem.render.maps.labels import Label
from pbem.render.maps.layer import Layer, LegendEntry, Level, MapDrawing
from pbem.render.maps.pieces import PiecesLayer
from pbem.render.maps.samples import PLACES, draw_layer_sample, get_sample_style
from pbem.render.scene import PathSteps, Primitive, ScenePath, SceneText
from pbem.render.shapes import Bounds, Course, Spot

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


class StrokesLayer(Layer):
    """All strokes: shafts under the names, heads over them, crosses over everything."""

    def __init__(self, drawing: MapDrawing) -> None:
        super().__init__(drawing)
        self.bows: dict[Stroke, float] = {}
        self.paths = {(stroke.path, stroke.kind) for stroke in self.map.strokes}
        self.draw_all_strokes()

    def draw_all_strokes(self) -> None:
        """Draws everything, with the bows as they are."""
        self.lines: list[Primitive] = []
        self.ends: list[Primitive] = []
        self.crosses: list[Primitive] = []
        self.taken: list[Cover] = []
        self.straight: dict[Stroke, tuple[Spot, Spot, float]] = {}
        self.moves = {(s.path[0], s.path[-1]): self.stroke_course(s) for s in self.map.strokes if s.kind == "move"}
        self.helpers: Counter[tuple[str, str]] = Counter()
        for kind in ORDER:
            for stroke in self.map.strokes:
                if stroke.kind == kind:
                    getattr(self, kind)(stroke)

    def iter_covers(self) -> Iterable[Cover]:
        return self.taken

    def draw_by_level(self) -> Mapping[Level, Iterable[Primitive]]:
        return {Level.SHAFTS: self.lines, Level.HEADS: self.ends, Level.CROSSES: self.crosses}

    def make_way(self, labels: Sequence[Label], torn: Sequence[Label]) -> bool:  # noqa: ARG002
        """Bends what runs over a name or over the piece of a place it has nothing to do with."""
        if not self.straight:
            return False
        names, pieces = CoverGrid(), CoverGrid()
        for label in labels:
            names.add_cover(grow_box(label.place.box, REACH * self.k), label.key)
        for piece, spot in PiecesLayer(self.drawing).pieces_with_spots:
            pieces.add_cover(grow_box(self.drawing.scaled_box_around(*spot, *BODY), REACH * self.k), piece.at)
        before = dict(self.bows)
        for stroke in self.straight:
            self.bend_stroke(stroke, names, pieces)
        if self.bows == before:
            return False
        self.draw_all_strokes()
        return True

    def bend_stroke(self, stroke: Stroke, names: CoverGrid, pieces: CoverGrid) -> None:
        """Gives a stroke the bow with which it runs over least."""
        start, end, short = self.straight[stroke]

        def bow_cost(bow: float) -> float:
            points = shapes.course_points(shapes.shorten_course(bend_course(start, end, bow), short))
            parts = [(*a, *b) for a, b in pairwise(points)]
            over = {name for part in parts for name in names.boxes_on_segment(part)}
            strange = {at for part in parts for _, at in pieces.boxes_on_segment(part) if at not in stroke.path}
            return NAMED * len(over) + STRANGE * len(strange) + BENT * abs(bow)

        now = self.stroke_bow(stroke)
        if bow_cost(now) > BENT * abs(now):
            bows = (BOW, *BOWS) if self.is_opposed(stroke) else (0.0, *(bow for one in BOWS for bow in (one, -one)))
            self.bows[stroke] = min(bows, key=bow_cost)

    @classmethod
    def iter_legend_entries(cls, map_: Map) -> Iterator[LegendEntry]:
        """The kinds of strokes, and the cross on those that failed."""
        drawn = {stroke.kind: stroke.seat for stroke in map_.strokes[::-1]}
        for stroke in SAMPLES:
            if stroke.kind in drawn:
                yield (
                    map_.word_for(stroke.kind),
                    draw_layer_sample((cls,), get_sample_style(map_, drawn[stroke.kind]), (), (stroke,)),
                )
        if any(stroke.failed for stroke in map_.strokes):
            yield map_.word_for("failed"), tuple(draw_red_cross(*PLACES["m"], 2))

    # --- lines ------------------------------------------------------------------------------------------------

    def stroke_course(self, stroke: Stroke) -> Course:
        """The line of a move from the middle of a piece to the edge of what stands at its end."""
        spots = [self.drawing.piece_spot(at) for at in stroke.path]
        if stroke.kind == "retreat":
            spots[0] = self.drawing.dislodged_spot(spots[0])
        short = self.end_gap(stroke) * self.k
        if len(spots) > 2:
            return shapes.shorten_course(shapes.smooth_course(self.route_beside_pieces(spots)), short)
        return self.bendable_course(stroke, spots[0], spots[-1], short)

    def bendable_course(self, stroke: Stroke, start: Spot, end: Spot, short: float = 0.0) -> Course:
        """A line that can make way by a bow."""
        self.straight[stroke] = start, end, short
        return shapes.shorten_course(bend_course(start, end, self.stroke_bow(stroke)), short)

    def stroke_bow(self, stroke: Stroke) -> float:
        """Return how far it is bent; what runs both ways always is, so that the two do not lie on each other."""
        return self.bows.get(stroke, BOW if self.is_opposed(stroke) else 0.0)

    def is_opposed(self, stroke: Stroke) -> bool:
        back = tuple(reversed(stroke.path))
        return len(back) == 2 and not self.paths.isdisjoint(((back, "move"), (back, "support")))

    def route_beside_pieces(self, spots: list[Spot]) -> list[Spot]:
        """A route that passes beside the pieces on its way, not over them."""
        kept = [spots[0]]
        for before, here, after in zip(spots, spots[1:], spots[2:], strict=False):
            angle = atan2(after[1] - before[1], after[0] - before[0])
            kept.append((here[0] - 190 * self.k * sin(angle), here[1] + 190 * self.k * cos(angle)))
        return [*kept, spots[-1]]

    def end_gap(self, stroke: Stroke) -> int:
        """Return how far before the middle of its goal an arrow ends."""
        rivals = sum(s.kind == stroke.kind and s.path[-1] == stroke.path[-1] for s in self.map.strokes)
        free = 70 if rivals > 1 else 0
        return (AHEAD if self.drawing.standing_counts[stroke.path[-1]] else free) + (34 if stroke.failed else 0)

    # --- kinds ------------------------------------------------------------------------------------------------

    def move(self, stroke: Stroke) -> None:
        """A dark casing, a core in the colour of the seat, a filled head."""
        course = self.moves[stroke.path[0], stroke.path[-1]]
        self.draw_move_arrow(course, self.drawing.seat_style(stroke.seat).fill, ())
        self.draw_origin_letter(stroke, course[0][0])
        if stroke.failed:
            self.draw_failure(course[-1][3])

    def retreat(self, stroke: Stroke) -> None:
        """As a move, in long dashes."""
        course = self.stroke_course(stroke)
        self.draw_move_arrow(
            course, self.drawing.seat_style(stroke.seat).fill, (self.scale_size(92), self.scale_size(44))
        )
        self.draw_origin_letter(stroke, course[0][0])
        if stroke.failed:
            self.draw_failure(course[-1][3])

    def draw_origin_letter(self, stroke: Stroke, start: Spot) -> None:
        """The letter of whose arrow it is, where no piece of theirs stands at its beginning to say so."""
        here = any(piece.seat == stroke.seat and piece.at == stroke.path[0] for piece in self.map.pieces)
        if self.map.pieces and not here:
            x, y, size = round(start[0]), round(start[1]), self.scale_size(84)
            self.ends.append(
                SceneText(x, y + size // 3, self.drawing.seat_style(stroke.seat).letter, size, INK, HALO, bold=True)
            )
            self.cover_spot(x, y, 40)

    def draw_move_arrow(self, course: Course, core: str, dash: tuple[int, ...]) -> None:
        shaft = shapes.course_steps(shapes.shorten_course(course, 70 * self.k))
        tip = shapes.arrowhead_steps(course, 104 * self.k, 50 * self.k)
        self.lines.append(ScenePath(shaft, "", HALO, self.scale_size(54)))
        self.lines.append(ScenePath(shaft, "", INK, self.scale_size(36), dash))
        self.lines.append(ScenePath(shaft, "", core, self.scale_size(18), dash))
        self.ends.append(ScenePath(tip, "", HALO, self.scale_size(30)))
        self.ends.append(ScenePath(tip, core, INK, self.scale_size(11)))
        self.taken += [
            course_strand(shapes.shorten_course(course, 70 * self.k), 27 * self.k),
            shape_bounds(tip, 15 * self.k),
        ]

    def support(self, stroke: Stroke) -> None:
        """Black dashes to a hollow ring: on the line of the move helped, or beside the piece helped to hold."""
        here = self.drawing.piece_spot(stroke.path[0])
        if len(stroke.path) > 2:
            course = self.bendable_course(stroke, here, self.next_help_spot(stroke.path[1], stroke.path[-1]))
        else:
            course = self.stroke_course(stroke)
        self.draw_help_line(course, (self.scale_size(42), self.scale_size(26)), False)
        x, y = course[-1][3]
        self.ends.append(ScenePath(shapes.circle_steps(x, y, 29 * self.k), HALO, INK, self.scale_size(14)))
        self.taken.append(course_strand(course, 16 * self.k))
        self.cover_spot(x, y, 38)
        if stroke.failed:
            self.draw_failure(shapes.point_along(course, 0.52))

    def convoy(self, stroke: Stroke) -> None:
        """Black dots: round a fleet the route passes by, else as an arrow to the middle of the move."""
        here = self.drawing.piece_spot(stroke.path[0])
        course = self.moves.get((stroke.path[1], stroke.path[-1]))
        if course and any(dist(here, curve[3]) < 260 * self.k for curve in course[:-1]):
            self.draw_dotted_ring(shapes.circle_steps(*here, 138 * self.k))
            self.taken.append(course_strand(shapes.circle_course(*here, 138 * self.k), 20 * self.k))
            if stroke.failed:
                self.draw_failure((here[0] + 110 * self.k, here[1] - 90 * self.k))
            return
        course = shapes.shorten_course(
            shapes.straight_course(here, self.next_help_spot(stroke.path[1], stroke.path[-1])), 30 * self.k
        )
        self.draw_help_line(course, (1, self.scale_size(38)), True)
        tip = shapes.arrowhead_steps(course, 72 * self.k, 34 * self.k)
        self.ends.append(ScenePath(tip, INK, HALO, self.scale_size(9)))
        self.taken += [course_strand(course, 20 * self.k), shape_bounds(tip, 5 * self.k)]
        if stroke.failed:
            self.draw_failure(shapes.point_along(course, 0.5))

    def draw_dotted_ring(self, line: PathSteps) -> None:
        self.lines.append(ScenePath(line, "", HALO, self.scale_size(40)))
        self.lines.append(ScenePath(line, "", INK, self.scale_size(22), (1, self.scale_size(42)), True))

    def draw_help_line(self, course: Course, dash: tuple[int, ...], round_: bool) -> None:
        line = shapes.course_steps(course)
        self.lines.append(ScenePath(line, "", HALO, self.scale_size(32)))
        self.lines.append(ScenePath(line, "", INK, self.scale_size(20 if round_ else 15), dash, round_))

    def hold(self, stroke: Stroke) -> None:
        """A ring round the piece."""
        x, y = self.drawing.piece_spot(stroke.path[0])
        circle = shapes.circle_steps(x, y, 132 * self.k)
        self.lines.append(ScenePath(circle, "", HALO, self.scale_size(28)))
        self.lines.append(ScenePath(circle, "", INK, self.scale_size(12)))
        self.taken.append(course_strand(shapes.circle_course(x, y, 132 * self.k), 14 * self.k))
        if stroke.failed:
            self.draw_failure((x + 100 * self.k, y - 100 * self.k))

    def next_help_spot(self, start: str, end: str) -> Spot:
        """Return where a helper's line meets the move it helps; one helper after the other further back."""
        course = self.moves.get((start, end)) or shapes.straight_course(
            self.drawing.piece_spot(start), self.drawing.piece_spot(end)
        )
        nth = self.helpers[start, end]
        self.helpers[start, end] += 1
        return shapes.point_along(course, (0.62, 0.48, 0.72, 0.36)[nth % 4])

    def draw_failure(self, at: Spot) -> None:
        self.crosses += draw_red_cross(*at, self.k)
        self.cover_spot(*at, 70)

    def cover_spot(self, x: float, y: float, half: float) -> None:
        self.taken.append(self.drawing.scaled_box_around(x, y, half, half))

    def scale_size(self, size: float) -> int:
        return self.drawing.scale_size(size)


def bend_course(start: Spot, end: Spot, bow: float) -> Course:
    return shapes.bowed_course(start, end, bow) if bow else shapes.straight_course(start, end)


def course_strand(course: Course, half: float) -> Strand:
    return Strand(shapes.course_points(course), half)


def shape_bounds(steps: PathSteps, by: float) -> Bounds:
    """The box around a shape of straight lines, so much larger."""
    xs, ys = zip(*(step[:2] for _, step in steps if step), strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def draw_red_cross(x: float, y: float, k: float) -> Iterator[Primitive]:
    """A red cross with a white halo."""
    mark = shapes.saltire_steps(x, y, 46 * k)
    yield ScenePath(mark, "", HALO, round(44 * k), (), True)
    yield ScenePath(mark, "", ALARM, round(22 * k), (), True)
