"""Strips: what stands on paper in one piece, and how strips are put into boxes, before anything is drawn.

A block becomes strips that know their height and how they are drawn. Where they stand is then plain arithmetic: it can
be tried as often as is wanted, so columns end level and no page has to be painted twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

TRIES = 7
"""How often the foot of level columns is halved in: to a line or less."""


@dataclass(frozen=True)
class ColumnBox:
    """A column: its left edge, its top, its width and its bottom, in points."""

    x: float
    top: float
    width: float
    bottom: float


class Strip(NamedTuple):
    """What is never parted. `draw` gets its lower left corner; `gap` is the blank over it, which falls away at the top
    of a box; `tied`: it stands above what follows, not at the end of a box. `again` are set over it at the top of a
    box, such as the head of its table. `role` is what it is to a reader who hears it: "H1", "H2", "H3", "P",
    "Figure" with its words in `alt`."""

    height: float
    draw: Callable[[float, float], None]
    gap: float = 0.0
    tied: bool = False
    again: tuple[Strip, ...] = ()
    role: str = "P"
    alt: str = ""


class PlacedStrip(NamedTuple):
    """A strip with the number of its box and its lower left corner."""

    box: int
    x: float
    y: float
    strip: Strip


class Filling(NamedTuple):
    """What was put into boxes, what found no room, where the last of it ends, and whether strips were parted that
    belong together."""

    placed: list[PlacedStrip]
    over: list[Strip]
    end: float
    parted: bool = False


def blank_strip(height: float) -> Strip:
    """Nothing, so tall."""
    return Strip(height, lambda *_: None)


def iter_tied_strips(strips: Iterable[Strip]) -> Iterator[list[Strip]]:
    """Strips that stand together."""
    run: list[Strip] = []
    for strip in strips:
        run.append(strip)
        if not strip.tied:
            yield run
            run = []
    if run:
        yield run


def loosen_strips(strips: Iterable[Strip]) -> list[Strip]:
    """The rows of a table that may be parted after all, each part under its head."""
    return [strip._replace(tied=strip.tied and not strip.again) for strip in strips]


def strips_height(strips: Sequence[Strip], first: bool = False) -> float:
    """Return how tall strips are together; at the top of a box the gap over the first falls away."""
    return sum(s.height + s.gap for s in strips) - (strips[0].gap if first and strips else 0.0)


def fill_boxes(
    strips: Sequence[Strip], boxes: Sequence[ColumnBox], going_on: bool = False, whole: float = 0.0
) -> Filling:
    """Strips put into boxes, one below the other; those that stand together are parted only if no box can hold them,
    nor one `whole` points tall, which may come later. `going_on`: others stood in boxes before these."""
    pen, todo = StripPen(boxes, going_on), [*iter_tied_strips(strips)]
    for number, run in enumerate(todo):
        height = strips_height(run)
        if not pen.fresh and not pen.fits_height(height):
            pen.next_box()
        height -= run[0].gap
        while pen.at < len(boxes) and height <= whole and not pen.fits_height(height):
            pen.next_box()
        for n, strip in enumerate(run):
            if not pen.fresh and n and not pen.fits_height(strip.gap + strip.height):
                pen.next_box()
                pen.parted = True
            if pen.at == len(boxes):
                over = [*run[n:], *(s for later in todo[number + 1 :] for s in later)]
                return Filling(pen.placed, over, pen.y, pen.parted)
            pen.put_strip(strip)
    return Filling(pen.placed, [], pen.y, pen.parted)


class StripPen:
    """Where the next strip comes; `fresh`: at the top of a box."""

    def __init__(self, boxes: Sequence[ColumnBox], going_on: bool) -> None:
        self.boxes, self.going_on, self.placed, self.parted = boxes, going_on, list[PlacedStrip](), False
        self.at, self.y, self.fresh = 0, boxes[0].top, True

    def fits_height(self, height: float) -> bool:
        return self.at < len(self.boxes) and self.y - height >= self.boxes[self.at].bottom - 0.01

    def next_box(self) -> None:
        """To the next box."""
        self.at, self.fresh = self.at + 1, True
        if self.at < len(self.boxes):
            self.y = self.boxes[self.at].top

    def put_strip(self, strip: Strip) -> None:
        """Sets a strip, at the top of a box under what is set again there."""
        for one in (*(strip.again if self.fresh and (self.placed or self.going_on) else ()), strip):
            self.y -= (0.0 if self.fresh else one.gap) + one.height
            self.fresh = False
            self.placed.append(PlacedStrip(self.at, self.boxes[self.at].x, self.y, one))


def fill_boxes_level(
    strips: Sequence[Strip], boxes: Sequence[ColumnBox], going_on: bool = False, whole: float = 0.0
) -> Filling:
    """Strips put into boxes side by side so that these end level, if there is room for all of them."""
    all_ = fill_boxes(strips, boxes, going_on, whole)
    if all_.over or len(boxes) < 2:
        return all_
    best, low, high = all_, strips_height(strips) / len(boxes), boxes[0].top - boxes[0].bottom
    for _ in range(TRIES):
        middle = (low + high) / 2
        tried = fill_boxes(strips, [ColumnBox(b.x, b.top, b.width, b.top - middle) for b in boxes], going_on, whole)
        if tried.over or tried.parted > all_.parted or lowest_strip_foot(tried, boxes) < boxes[0].top - middle - 0.5:
            low = middle
        else:
            best, high = tried, middle
    return best


def lowest_strip_foot(filling: Filling, boxes: Sequence[ColumnBox]) -> float:
    """Return where the longest of the boxes ends."""
    return min((one.y for one in filling.placed), default=boxes[0].top)
