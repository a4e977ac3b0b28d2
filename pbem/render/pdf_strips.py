"""Strips: what stands on paper in one piece, and how strips are put into boxes, before anything is drawn.

A block becomes strips that know their height and how they are drawn. Where they stand is then plain arithmetic: it can be
tried as often as is wanted, so columns end level and no page has to be painted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

TRIES = 9
"""How often the foot of level columns is halved in: to a point or so."""


@dataclass(frozen=True)
class Box:
    """A column: its left edge, its top, its width and its bottom, in points."""

    x: float
    top: float
    width: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Strip:
    """What is never parted. `draw` gets its lower left corner; `gap` is the blank over it, which falls away at the top of
    a box; `tied`: it stands above what follows, not at the end of a box. `again` are set over it at the top of a box,
    such as the head of its table. `role` is what it is to a reader who hears it: "H1", "H2", "H3", "P", "TR"."""

    height: float
    draw: Callable[[float, float], None]
    gap: float = 0.0
    tied: bool = False
    again: tuple[Strip, ...] = ()
    role: str = "P"


class Placed(NamedTuple):
    """A strip with the number of its box and its lower left corner."""

    box: int
    x: float
    y: float
    strip: Strip


class Filling(NamedTuple):
    """What was put into boxes, what found no room, and where the last of it ends."""

    placed: list[Placed]
    over: list[Strip]
    end: float


def blank(height: float) -> Strip:
    """Nothing, so tall."""
    return Strip(height, lambda x, y: None)


def runs(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    """Strips that stand together."""
    run: list[Strip] = []
    for strip in strips:
        run.append(strip)
        if not strip.tied:
            yield run
            run = []
    if run:
        yield run


def tall(strips: Sequence[Strip], first: bool = False) -> float:
    """How tall strips are together; at the top of a box the gap over the first falls away."""
    return sum(s.height + s.gap for s in strips) - (strips[0].gap if first and strips else 0.0)


def filled(strips: Sequence[Strip], boxes: Sequence[Box]) -> Filling:
    """Strips put into boxes, one below the other; those that stand together are parted only if no box can hold them."""
    placed, at, y = list[Placed](), 0, boxes[0].top
    todo = [*runs(strips)]
    for number, run in enumerate(todo):
        fresh = y == boxes[at].top
        if not fresh and y - tall(run) < boxes[at].bottom - 0.01:
            at, y, fresh = at + 1, boxes[at + 1].top if at + 1 < len(boxes) else 0.0, True
        for n, strip in enumerate(run):
            if at >= len(boxes):
                return Filling(placed, [*run[n:], *(s for later in todo[number + 1 :] for s in later)], y)
            for one in (*(strip.again if fresh and placed else ()), strip):
                y -= (0.0 if fresh else one.gap) + one.height
                fresh = False
                placed.append(Placed(at, boxes[at].x, y, one))
            rest = run[n + 1 : n + 2]
            if rest and y - tall(rest) < boxes[at].bottom - 0.01:
                at, y, fresh = at + 1, boxes[at + 1].top if at + 1 < len(boxes) else 0.0, True
    return Filling(placed, [], y)


def level(strips: Sequence[Strip], boxes: Sequence[Box]) -> Filling:
    """Strips put into boxes side by side so that these end level, if there is room for all of them."""
    whole = filled(strips, boxes)
    if whole.over or len(boxes) < 2:
        return whole
    best, low, high = whole, tall(strips) / len(boxes), boxes[0].top - boxes[0].bottom
    for _ in range(TRIES):
        middle = (low + high) / 2
        tried = filled(strips, [Box(b.x, b.top, b.width, b.top - middle) for b in boxes])
        if tried.over or lowest(tried, boxes) < boxes[0].top - middle - 0.5:
            low = middle
        else:
            best, high = tried, middle
    return best


def lowest(filling: Filling, boxes: Sequence[Box]) -> float:
    """Where the longest of the boxes ends."""
    return min((one.y for one in filling.placed), default=boxes[0].top)
