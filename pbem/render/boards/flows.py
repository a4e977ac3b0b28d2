"""What went from board to board, as arrows: where they begin and end, how they run, and where their plates stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, dist

from engines.palette import COAST, INK
from engines.report import Sale
from pbem.render import shapes
from pbem.render.boards.parts import (
    PAPER,
    Rect,
    flow_thickness,
    make_board_text,
    make_box_frame,
    measure_board_words,
)
from pbem.render.scene import Primitive, ScenePath
from pbem.render.shapes import Course, Cubic, Spot

PARTS = tuple(n / 24 for n in sorted(range(2, 23), key=lambda n: abs(n - 12)))
"""Where along an arrow its plate may stand, the best first."""
LETTERS, HIGH = 84, 134
"""The size of the words on a plate, and its height."""
APART = 16
"""The least space between plates, and between a plate and a board."""
SIDE = 0.84
"""The part of a side where arrows begin and end."""


@dataclass(frozen=True)
class FlowArrow:
    """A flow as it is drawn."""

    flow: Sale
    course: Course
    wide: int
    half: int

    @cached_property
    def points_by_part(self) -> Mapping[float, Spot]:
        """Points along it, by the part of it that lies before them."""
        return {part: curve_point(self.course[0], part) for part in PARTS}


@dataclass(frozen=True)
class FlowSpace:
    """Where arrows run: between the boxes `above` and those `below`, by the codes of their boards."""

    above: Mapping[str, Rect]
    below: Mapping[str, Rect]

    @cached_property
    def boxes_by_code(self) -> Mapping[str, Rect]:
        return {**self.above, **self.below}

    @cached_property
    def top(self) -> int:
        return max(box.foot for box in self.above.values())

    @cached_property
    def foot(self) -> int:
        return min(box.y for box in self.below.values())

    def edge_height(self, code: str) -> int:
        """The height of the side of a board at which arrows begin and end."""
        return self.above[code].foot if code in self.above else self.below[code].y


# --- where they begin and end -----------------------------------------------------------------------------------


def build_flow_arrows(flows: Sequence[Sale], space: FlowSpace) -> list[FlowArrow]:
    """The arrows, the widest first."""
    drawn = [flow for flow in flows if {flow.source, flow.to} <= space.boxes_by_code.keys()]
    ports = {code: flow_port_places(code, drawn, space) for code in space.boxes_by_code}
    found = []
    for n, flow in enumerate(drawn):
        wide = flow_thickness(flow.amount)
        a = ports[flow.source][n], space.edge_height(flow.source)
        b = ports[flow.to][n], space.edge_height(flow.to)
        found.append(FlowArrow(flow, plan_flow_course(a, b, space), wide, wide // 2 + 32))
    return sorted(found, key=lambda arrow: -arrow.wide)


def flow_port_places(code: str, flows: Sequence[Sale], space: FlowSpace) -> dict[int, int]:
    """Return where on the side of a board each of its flows begins or ends, by the place of the flow: from left to
    right as the other ends lie."""
    mine = [n for n, flow in enumerate(flows) if code in (flow.source, flow.to)]
    box = space.boxes_by_code[code]
    mine.sort(key=lambda n: port_order(code, flows[n], n, space))
    room = box.wide * SIDE
    start = box.x + (box.wide - room) / 2
    return {n: round(start + room * (at + 0.5) / len(mine)) for at, n in enumerate(mine)}


def port_order(code: str, flow: Sale, n: int, space: FlowSpace) -> tuple[float, int]:
    """Return where the other end lies, from left to right; of several to one board, in the same order there, unless it
    lies on the same side: then they run one within the other."""
    other = flow.to if code == flow.source else flow.source
    here, there = space.boxes_by_code[code], space.boxes_by_code[other]
    across = there.x + there.wide / 2 - here.x - here.wide / 2
    beside = (code in space.above) == (other in space.above)
    down = 0.0 if beside else float(space.foot - space.top)
    return -atan2(down, across), -n if beside and across < 0 else n


def plan_flow_course(a: Spot, b: Spot, space: FlowSpace) -> Course:
    """From one side to the other in an S; between boards of one row in an arc, the deeper the longer."""
    deep = space.foot - space.top
    if a[1] != b[1]:
        bend = deep * 0.55 * (1 if a[1] < b[1] else -1)
        return ((a, (a[0], a[1] + bend), (b[0], b[1] - bend), b),)
    span = abs(a[0] - b[0]) / 7000
    bend = deep * (0.5 + 0.65 * span) * (1 if a[1] <= space.top else -1)
    return ((a, (a[0], a[1] + bend), (b[0], b[1] + bend), b),)


# --- how they are drawn -----------------------------------------------------------------------------------------


def draw_flow_arrow(arrow: FlowArrow, fill: str) -> Iterator[Primitive]:
    """An arrow over what lies below it, with an edge."""
    length = arrow.half * 2
    shaft = cut_curve_end(arrow.course, length * 0.8)
    steps = shapes.course_steps(shaft)
    yield ScenePath(steps, "", PAPER, arrow.wide + 44)
    yield ScenePath(steps, "", INK, arrow.wide + 14)
    yield ScenePath(shapes.arrowhead_steps(arrow.course, length, arrow.half), fill, INK, 8)
    yield ScenePath(steps, "", fill, arrow.wide)


def curve_point(curve: Cubic, t: float) -> Spot:
    """The point of a curve at `t`, 0 to 1."""
    u = 1 - t
    parts = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    x, y = (sum(part * spot[n] for part, spot in zip(parts, curve, strict=True)) for n in (0, 1))
    return x, y


def cut_curve_end(course: Course, length: float) -> Course:
    """A curve without what lies so near to its end."""
    (curve,) = course
    parts = (n / 100 for n in range(99, 0, -1))
    part = next((t for t in parts if dist(curve_point(curve, t), curve[3]) >= length), 0.5)
    return (shapes.split_curve(curve, part)[0],)


# --- plates -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FlowPlate:
    """What went along an arrow, and for how much; `tip` is where a line leads to it if it stands aside."""

    box: Rect
    words: str
    tip: Spot | None = None

    def draw_flow_plate(self) -> Iterator[Primitive]:
        middle = self.box.x + self.box.wide // 2, self.box.y + self.box.high // 2
        if self.tip:
            yield ScenePath(shapes.course_steps(shapes.straight_course(self.tip, middle)), "", INK, 8)
        yield make_box_frame(self.box, PAPER, COAST, 9)
        yield make_board_text(middle[0], middle[1] + round(0.36 * LETTERS), self.words, LETTERS, bold=True)


def place_flow_plates(found: Sequence[FlowArrow], space: FlowSpace, room: int) -> list[FlowPlate]:
    """A plate for each arrow, where no other is; the widest plates choose first."""
    placed: list[FlowPlate] = []
    for arrow in sorted(found, key=lambda one: -len(one.flow.label)):
        others = [spot for one in found if one is not arrow for spot in one.points_by_part.values()]
        placed.append(place_flow_plate(arrow, others, [one.box for one in placed], space, room))
    return placed


def place_flow_plate(
    arrow: FlowArrow, others: Sequence[Spot], taken: Sequence[Rect], space: FlowSpace, room: int
) -> FlowPlate:
    """On its arrow, where it hides least of others; aside, with a line to it, if there is no place."""
    wide = measure_board_words(arrow.flow.label, LETTERS, True) + 90
    along = (plate_box_around(spot, wide) for spot in arrow.points_by_part.values())
    free = [box for box in along if is_plate_free(box, taken, space, room)]
    if free:
        return FlowPlate(pick_least_hiding(free, others), arrow.flow.label)
    middle = arrow.points_by_part[PARTS[0]]
    every = (plate_box_around((x, y), wide) for y in range(space.top, space.foot, 40) for x in range(0, room, 80))
    aside = [box for box in every if is_plate_free(box, taken, space, room)]
    best = min(aside, key=lambda box: dist(middle, (box.x + wide / 2, box.y)), default=plate_box_around(middle, wide))
    return FlowPlate(best, arrow.flow.label, middle)


def pick_least_hiding(free: Sequence[Rect], others: Sequence[Spot]) -> Rect:
    """The first that hides nothing of others; else the one that hides least."""
    counts = []
    for box in free:
        counts.append(count_hidden_points(box, others))
        if not counts[-1]:
            return box
    return free[counts.index(min(counts))]


def plate_box_around(spot: Spot, wide: int) -> Rect:
    return Rect(round(spot[0]) - wide // 2, round(spot[1]) - HIGH // 2, wide, HIGH)


def is_plate_free(box: Rect, taken: Sequence[Rect], space: FlowSpace, room: int) -> bool:
    """Return whether a plate lies where arrows run and touches no other."""
    within = box.x >= 0 and box.right <= room and box.y >= space.top + APART and box.foot <= space.foot - APART
    return within and not any(plates_touch(box, other) for other in taken)


def plates_touch(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.right + APART
        and one.right > other.x - APART
        and one.y < other.foot + APART
        and one.foot > other.y - APART
    )


def count_hidden_points(box: Rect, spots: Sequence[Spot]) -> int:
    """Return how much of other arrows a plate would hide."""
    start, end, top, foot = box.x - 40, box.right + 40, box.y - 40, box.foot + 40
    return len([1 for x, y in spots if start < x < end and top < y < foot])
