"""What stands here or there, as there is room: every label takes its best place, and only those in conflict choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import nsmallest
from math import inf
from typing import TypeAlias

from engines.atlas.chart import Chart
from engines.palette import HALO, INK
from pbem.render import shapes
from pbem.render.layers import room
from pbem.render.layers.grid import Cover, Grid, Strand, grown, holds, overlap
from pbem.render.layers.room import Place, Shape
from pbem.render.scene import Path, Primitive
from pbem.render.shapes import Box

RANK = 0.25
"""What a unit of a place's own cost counts."""
HIDDEN, CROSSED, TANGLED, APART = 200, 90, 120, 300
"""What it costs to lie under something drawn, on a line of an order, on another's leader, or half out of sight."""
COUNTED, TRIED = 8, 20
"""So many places are looked at to see who has few, and are tried with others moved out of the way."""
ROUNDS = 3
"""How often those that are still in conflict think again."""
REGRET = 50
"""How much worse than its best place one may stand without asking others to move."""
FREE = 12
"""What is left free between labels, in units of a chart."""
TINY = 0.01
"""How much better a new arrangement must be."""
CELL = 400
"""The cells in which what is taken is looked for, for a chart of the usual width."""


Wanted: TypeAlias = tuple[str, str, tuple[Shape, ...], Place]
"""A label as it asks for a place: its region, its key, its shapes, and where it stood before."""
NOWHERE = Place(0, 0, Shape("", 0, 0), 0, (0, 0, 0, 0))


@dataclass(slots=True, eq=False)
class Label:
    """Words or signs of a region, which can be set in some `shapes`; `place` is what was found for it. `searched`: its
    places are all that there are."""

    at: str
    key: str
    shapes: tuple[Shape, ...]
    place: Place = field(default=NOWHERE)
    places: tuple[Place, ...] = ()
    searched: bool = False

    @property
    def regret(self) -> float:
        """How much more its place costs than its best one."""
        return RANK * (self.place.cost - self.places[0].cost)

    @property
    def covers(self) -> Iterable[Cover]:
        """What it takes: its box with a little room round it, and its leader."""
        line, box = self.place.leader, grown(self.place.box, FREE)
        return (box, Strand((line[:2], line[2:]), 0)) if line else (box,)


def settle(labels: Sequence[Label], covers: Iterable[Cover], chart: Chart, k: float, seen: Box | None) -> None:
    """Gives every label its place, beside what is covered and what the others take."""
    wanted = tuple((label.at, label.key, label.shapes, label.place) for label in labels)
    for label, place in zip(labels, arranged(chart, k, seen, wanted, tuple(covers)), strict=True):
        label.place = place


@lru_cache(16)
def arranged(
    chart: Chart, k: float, seen: Box | None, wanted: tuple[Wanted, ...], covers: tuple[Cover, ...]
) -> list[Place]:
    """The places of labels, those with the fewest first. They are kept, since a map is painted for many readers and in
    many ways."""
    seating, torn = Seating(chart, Grid(CELL * k, covers), Grid(CELL * k), seen), []
    labels = [Label(at, key, how, place, room.places(chart, at, how)) for at, key, how, place in wanted]
    for label in sorted(labels, key=lambda label: len(label.places)):
        label.place = label.place if label.place is not NOWHERE else label.places[0]
        if seating.penalty(label, label.place):
            torn.append(label)
        else:
            seating.take(label)
    seating.seat(torn)
    known = {label.key: label for label in labels}
    for _ in range(ROUNDS):
        torn = [label for label in torn if seating.penalty(label, label.place) or label.regret > REGRET]
        seating.think_again(torn, known)
    return [label.place for label in labels]


class Seating:
    """What is fixed on the map, and what labels have taken."""

    def __init__(self, chart: Chart, fixed: Grid, taken: Grid, seen: Box | None) -> None:
        self.chart, self.fixed, self.taken, self.seen = chart, fixed, taken, seen
        self.known: dict[int, float] = {}

    def take(self, label: Label) -> None:
        for cover in label.covers:
            self.taken.add(cover, label.key)

    def leave(self, label: Label) -> None:
        for cover in label.covers:
            self.taken.remove(cover, label.key)

    def fixed_penalty(self, place: Place) -> float:
        """What is wrong with a place whatever other labels do."""
        found = self.known.get(id(place))
        if found is None:
            found = HIDDEN * len(self.fixed.over(place.box)) + CROSSED * len(self.fixed.through(place.box))
            if place.leader:
                found += TANGLED * len(self.fixed.crossed(place.leader))
            if self.seen and half_out(place, self.seen):
                found += APART
            self.known[id(place)] = found
        return found

    def penalty(self, label: Label, place: Place, enough: float = inf) -> float:
        """What is wrong with a place now; no more is looked for once it is `enough`."""
        found, key, line = self.fixed_penalty(place), label.key, place.leader
        if found < enough:
            found += HIDDEN * len(self.taken.over(place.box, key)) + TANGLED * len(self.taken.through(place.box, key))
        if line and found < enough:
            found += TANGLED * len(self.taken.met(line, key))
        if line and found < enough:
            found += TANGLED * len(self.taken.crossed(line, key))
        return found

    def seat(self, torn: Sequence[Label]) -> None:
        """Those in conflict choose, the ones with the fewest free places first."""
        free = {label.key: sum(not self.fixed_penalty(place) for place in label.places[:COUNTED]) for label in torn}
        for label in sorted(torn, key=lambda label: free[label.key]):
            self.choose(label)
            self.take(label)

    def choose(self, label: Label) -> None:
        """The place that costs least; if something is wrong with it, of all places there are."""
        label.place = self.best(label)
        if not label.searched and self.penalty(label, label.place):
            label.searched, label.places = True, room.more(self.chart, label.at, label.shapes)
            label.place = self.best(label)

    def best(self, label: Label) -> Place:
        """The place that costs least now: once one by itself costs more than another with all that is wrong with it,
        the rest need not be looked at, since they come in the order of their costs."""
        found, least = label.places[0], inf
        for place in label.places:
            own = RANK * place.cost
            if own >= least:
                break
            cost = own + self.penalty(label, place, least - own)
            if cost < least:
                found, least = place, cost
        return found

    def think_again(self, torn: Sequence[Label], known: Mapping[str, Label]) -> None:
        """Those in conflict try places as if they were alone; who stands there looks for another. What is best for all
        of them together is kept."""
        for label in torn:
            found, least = self.arrangement([label]), self.cost([label])
            for place in self.promising(label):
                others = [known[whose] for whose in sorted(self.in_the_way(place, label.key))]
                before, owed = self.arrangement([label, *others]), self.cost(others)
                self.arrange({label: place})
                for other in others:
                    self.move(other)
                if (cost := self.cost([label, *others]) - owed) < least - TINY:
                    found, least = self.arrangement([label, *others]), cost
                self.arrange(before)
            self.arrange(found)

    def promising(self, label: Label) -> list[Place]:
        """The places that would be the best if others made way."""
        return nsmallest(TRIED, label.places, key=lambda place: RANK * place.cost + self.fixed_penalty(place))

    def in_the_way(self, place: Place, key: str) -> set[str]:
        """Whose boxes and leaders a place and its leader lie on."""
        met = self.taken.over(place.box, key), self.taken.through(place.box, key)
        line = place.leader
        more = (self.taken.crossed(line, key), self.taken.met(line, key)) if line else ()
        return {whose for found in (*met, *more) for _, whose in found}

    def cost(self, labels: Iterable[Label]) -> float:
        """What the places of some labels cost, with what is wrong with them."""
        return sum(RANK * label.place.cost + self.penalty(label, label.place) for label in labels)

    def arrangement(self, labels: Iterable[Label]) -> dict[Label, Place]:
        return {label: label.place for label in labels}

    def arrange(self, places: Mapping[Label, Place]) -> None:
        """Puts labels into places."""
        for label, place in places.items():
            self.leave(label)
            label.place = place
            self.take(label)

    def move(self, label: Label) -> None:
        self.leave(label)
        self.choose(label)
        self.take(label)


def half_out(place: Place, seen: Box) -> bool:
    """Whether a place, or one with its leader, lies across the edge of what is seen."""
    box = place.box
    if place.leader:
        x, y = place.leader[2:]
        box = min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)
    return overlap(box, seen) and not holds(seen, box)


def leaders(labels: Iterable[Label], k: float) -> Iterator[Primitive]:
    """Thin lines from what stands beside its region to a dot in it."""
    for label in labels:
        if line := label.place.leader:
            steps, dot = shapes.polygon((line[:2], line[2:]), closed=False), shapes.ring(*line[2:], 13 * k)
            yield Path(steps, "", HALO, round(24 * k))
            yield Path(dot, INK, HALO, round(9 * k))
            yield Path(steps, "", INK, round(8 * k))
