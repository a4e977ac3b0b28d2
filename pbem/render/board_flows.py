"""What went from board to board, as arrows: where they begin and end, how they run, and where their plates stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, dist

from engines.palette import COAST, INK
from engines.report import Sale
from pbem.render import shapes
from pbem.render.board_parts import PAPER, Rect, frame, measure, said, thick
from pbem.render.scene import Path, Primitive
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
class Arrow:
    """A flow as it is drawn."""

    flow: Sale
    course: Course
    wide: int
    half: int

    @cached_property
    def spots(self) -> Mapping[float, Spot]:
        """Points along it, by the part of it that lies before them."""
        return {part: point(self.course[0], part) for part in PARTS}


@dataclass(frozen=True)
class Space:
    """Where arrows run: between the boxes `above` and those `below`, by the codes of their boards."""

    above: Mapping[str, Rect]
    below: Mapping[str, Rect]

    @cached_property
    def boxes(self) -> Mapping[str, Rect]:
        return {**self.above, **self.below}

    @cached_property
    def top(self) -> int:
        return max(box.foot for box in self.above.values())

    @cached_property
    def foot(self) -> int:
        return min(box.y for box in self.below.values())

    def edge(self, code: str) -> int:
        """The height of the side of a board at which arrows begin and end."""
        return self.above[code].foot if code in self.above else self.below[code].y


# --- where they begin and end -----------------------------------------------------------------------------------


def arrows(flows: Sequence[Sale], space: Space) -> list[Arrow]:
    """The arrows, the widest first."""
    drawn = [flow for flow in flows if {flow.source, flow.to} <= space.boxes.keys()]
    ports = {code: ports_of(code, drawn, space) for code in space.boxes}
    found = []
    for n, flow in enumerate(drawn):
        wide = thick(flow.amount)
        a = ports[flow.source][n], space.edge(flow.source)
        b = ports[flow.to][n], space.edge(flow.to)
        found.append(Arrow(flow, course(a, b, space), wide, wide // 2 + 32))
    return sorted(found, key=lambda arrow: -arrow.wide)


def ports_of(code: str, flows: Sequence[Sale], space: Space) -> dict[int, int]:
    """Where on the side of a board each of its flows begins or ends, by the place of the flow: from left to right as
    the other ends lie."""
    mine = [n for n, flow in enumerate(flows) if code in (flow.source, flow.to)]
    box = space.boxes[code]
    mine.sort(key=lambda n: bearing(code, flows[n], n, space))
    room = box.wide * SIDE
    start = box.x + (box.wide - room) / 2
    return {n: round(start + room * (at + 0.5) / len(mine)) for at, n in enumerate(mine)}


def bearing(code: str, flow: Sale, n: int, space: Space) -> tuple[float, int]:
    """Where the other end lies, from left to right; of several to one board, in the same order there, unless it lies
    on the same side: then they run one within the other."""
    other = flow.to if code == flow.source else flow.source
    here, there = space.boxes[code], space.boxes[other]
    across = there.x + there.wide / 2 - here.x - here.wide / 2
    beside = (code in space.above) == (other in space.above)
    down = 0.0 if beside else float(space.foot - space.top)
    return -atan2(down, across), -n if beside and across < 0 else n


def course(a: Spot, b: Spot, space: Space) -> Course:
    """From one side to the other in an S; between boards of one row in an arc, the deeper the longer."""
    deep = space.foot - space.top
    if a[1] != b[1]:
        bend = deep * 0.55 * (1 if a[1] < b[1] else -1)
        return ((a, (a[0], a[1] + bend), (b[0], b[1] - bend), b),)
    span = abs(a[0] - b[0]) / 7000
    bend = deep * (0.5 + 0.65 * span) * (1 if a[1] <= space.top else -1)
    return ((a, (a[0], a[1] + bend), (b[0], b[1] + bend), b),)


# --- how they are drawn -----------------------------------------------------------------------------------------


def drawn(arrow: Arrow, fill: str) -> Iterator[Primitive]:
    """An arrow over what lies below it, with an edge."""
    length = arrow.half * 2
    shaft = without(arrow.course, length * 0.8)
    steps = shapes.steps(shaft)
    yield Path(steps, "", PAPER, arrow.wide + 44)
    yield Path(steps, "", INK, arrow.wide + 14)
    yield Path(shapes.head(arrow.course, length, arrow.half), fill, INK, 8)
    yield Path(steps, "", fill, arrow.wide)


def point(curve: Cubic, t: float) -> Spot:
    """The point of a curve at `t`, 0 to 1."""
    u = 1 - t
    parts = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    x, y = (sum(part * spot[n] for part, spot in zip(parts, curve, strict=True)) for n in (0, 1))
    return x, y


def without(course: Course, length: float) -> Course:
    """A curve without what lies so near to its end."""
    (curve,) = course
    parts = (n / 100 for n in range(99, 0, -1))
    part = next((t for t in parts if dist(point(curve, t), curve[3]) >= length), 0.5)
    return (shapes.split(curve, part)[0],)


# --- plates -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Caption:
    """What went along an arrow, and for how much; `tip` is where a line leads to it if it stands aside."""

    box: Rect
    words: str
    tip: Spot | None = None

    def drawn(self) -> Iterator[Primitive]:
        middle = self.box.x + self.box.wide // 2, self.box.y + self.box.high // 2
        if self.tip:
            yield Path(shapes.steps(shapes.straight(self.tip, middle)), "", INK, 8)
        yield frame(self.box, PAPER, COAST, 9)
        yield said(middle[0], middle[1] + round(0.36 * LETTERS), self.words, LETTERS, bold=True)


def plates(found: Sequence[Arrow], space: Space, room: int) -> list[Caption]:
    """A plate for each arrow, where no other is; the widest plates choose first."""
    placed: list[Caption] = []
    for arrow in sorted(found, key=lambda one: -len(one.flow.label)):
        others = [spot for one in found if one is not arrow for spot in one.spots.values()]
        placed.append(plate(arrow, others, [one.box for one in placed], space, room))
    return placed


def plate(arrow: Arrow, others: Sequence[Spot], taken: Sequence[Rect], space: Space, room: int) -> Caption:
    """On its arrow, where it hides least of others; aside, with a line to it, if there is no place."""
    wide = measure(arrow.flow.label, LETTERS, True) + 90
    along = (around(spot, wide) for spot in arrow.spots.values())
    free = [box for box in along if is_free(box, taken, space, room)]
    if free:
        return Caption(least_hiding(free, others), arrow.flow.label)
    middle = arrow.spots[PARTS[0]]
    every = (around((x, y), wide) for y in range(space.top, space.foot, 40) for x in range(0, room, 80))
    aside = [box for box in every if is_free(box, taken, space, room)]
    best = min(aside, key=lambda box: dist(middle, (box.x + wide / 2, box.y)), default=around(middle, wide))
    return Caption(best, arrow.flow.label, middle)


def least_hiding(free: Sequence[Rect], others: Sequence[Spot]) -> Rect:
    """The first that hides nothing of others; else the one that hides least."""
    counts = []
    for box in free:
        counts.append(hidden(box, others))
        if not counts[-1]:
            return box
    return free[counts.index(min(counts))]


def around(spot: Spot, wide: int) -> Rect:
    return Rect(round(spot[0]) - wide // 2, round(spot[1]) - HIGH // 2, wide, HIGH)


def is_free(box: Rect, taken: Sequence[Rect], space: Space, room: int) -> bool:
    """Whether a plate lies where arrows run and touches no other."""
    within = box.x >= 0 and box.right <= room and box.y >= space.top + APART and box.foot <= space.foot - APART
    return within and not any(touch(box, other) for other in taken)


def touch(one: Rect, other: Rect) -> bool:
    return (
        one.x < other.right + APART
        and one.right > other.x - APART
        and one.y < other.foot + APART
        and one.foot > other.y - APART
    )


def hidden(box: Rect, spots: Sequence[Spot]) -> int:
    """How much of other arrows a plate would hide."""
    start, end, top, foot = box.x - 40, box.right + 40, box.y - 40, box.foot + 40
    return len([1 for x, y in spots if start < x < end and top < y < foot])
