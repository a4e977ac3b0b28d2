"""What stands here or there, as there is room: every label takes its best place, and only those in conflict choose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice
from math import inf
from typing import TypeAlias

from engines.atlas.chart import Chart
from engines.kept import keeps
from engines.palette import HALO, INK
from pbem.render import shapes
from pbem.render.layers import room
from pbem.render.layers.grid import Cell, Cover, Grid, crosses, grown, holds, meet, overlap
from pbem.render.layers.room import FREE, PIECES, WORST, Place, Shape
from pbem.render.scene import Path, Primitive
from pbem.render.shapes import Box

RANK = 0.25
"""What a unit of a place's own cost counts."""
HIDDEN, CROSSED, TANGLED, APART = 600, 500, 400, 700
"""What it costs to lie under something drawn, on a line of an order, on another's leader, or half out of sight."""
COUNTED, TRIED = 8, 20
"""So many places are looked at to see who has few, and are tried with others moved out of the way."""
ROUNDS = 3
"""How often those that are still in conflict think again."""
REGRET = 50
"""How much worse than its best place one may stand without asking others to move."""
HOPELESS = 4
"""If so many find no place, letters are tried smaller."""
TINY = 0.01
"""How much better a new arrangement must be."""

Wanted: TypeAlias = tuple[str, str, tuple[Shape, ...], Place]
"""A label as it asks for a place: its region, its key, its shapes, and where it stood before."""
Choice: TypeAlias = tuple[float, Place]
NOWHERE = Place(0, 0, Shape("", 0, 0), 0, (0, 0, 0, 0), (0, 0, 0, 0), ())


@dataclass(slots=True, eq=False)
class Label:
    """Words or signs of a region, which can be set in some `shapes`; `place` is what was found for it. `searched`: its
    places are all that there are near it."""

    at: str
    key: str
    shapes: tuple[Shape, ...]
    place: Place = field(default=NOWHERE)
    places: tuple[Place, ...] = ()
    searched: bool = False
    choices: Choices | None = None

    @property
    def regret(self) -> float:
        """How much more its place costs than its best one."""
        return RANK * (self.place.cost - self.places[0].cost)


class Choices:
    """The places of a label with what they cost if no other label is near, the best first. They are weighed one by one,
    as they are asked for, since of hundreds a few are looked at; `places` come by their own cost."""

    def __init__(self, places: Sequence[Place], alone: Callable[[Place], float]) -> None:
        self.places, self.alone, self.next = places, alone, 0
        self.known: list[Choice] = []
        self.weighed: list[tuple[float, int, Place]] = []

    def __iter__(self) -> Iterator[Choice]:
        n = 0
        while n < len(self.known) or self.further():
            yield self.known[n]
            n += 1

    def further(self) -> bool:
        """Finds the next one, if there is any: the best that was weighed, once it costs no more than any other can."""
        while self.next < len(self.places) and not self.is_best(RANK * self.places[self.next].cost):
            place = self.places[self.next]
            heappush(self.weighed, (self.alone(place), self.next, place))
            self.next += 1
        if not self.weighed:
            return False
        cost, _, place = heappop(self.weighed)
        self.known.append((cost, place))
        return True

    def is_best(self, least: float) -> bool:
        return bool(self.weighed) and self.weighed[0][0] <= least


def settle(
    labels: Sequence[Label], covers: Iterable[Cover], chart: Chart, seen: Box | None, last: bool = True
) -> list[Label]:
    """Gives every label its place, beside what is covered and what the others take; those with which something is
    wrong. If this is not the `last` attempt, none is sought far away, nor once it is hopeless."""
    wanted = tuple((label.at, label.key, label.shapes, label.place) for label in labels)
    places, wrong = arranged(chart, seen, wanted, tuple(covers), last)
    for label, place in zip(labels, places, strict=True):
        label.place = place
    return [label for label in labels if label.key in wrong]


@keeps(16)
def arranged(
    chart: Chart, seen: Box | None, wanted: tuple[Wanted, ...], covers: tuple[Cover, ...], last: bool
) -> tuple[list[Place], set[str]]:
    """The places of labels, those with the fewest first, and the keys of those with which something is wrong. They are
    kept, since a map is painted for many readers and in many ways."""
    seating, torn = Seating(chart, Grid(covers), seen), []
    labels = [Label(at, key, how, place, room.places(chart, at, how)) for at, key, how, place in wanted]
    for label in sorted(labels, key=lambda label: len(label.places)):
        label.place = label.place if label.place is not NOWHERE else label.places[0]
        if seating.penalty(label, label.place):
            torn.append(label)
        else:
            seating.take(label)
    seating.seat(torn)
    wrong = seating.rounds(labels, last)
    if wrong and last:
        seating.send_away(wrong)
        wrong = seating.rounds(labels, last)
    return [label.place for label in labels], {label.key for label in wrong}


class Seating:
    """What is fixed on the map, and what labels have taken."""

    def __init__(self, chart: Chart, fixed: Grid, seen: Box | None) -> None:
        self.chart, self.fixed, self.seen = chart, fixed, seen
        self.taken: defaultdict[Cell, list[Label]] = defaultdict(list)
        self.known: dict[Place, float] = {}

    def take(self, label: Label) -> None:
        for cell in label.place.cells:
            self.taken[cell].append(label)

    def leave(self, label: Label) -> None:
        for cell in label.place.cells:
            self.taken[cell].remove(label)

    def fixed_penalty(self, place: Place) -> float:
        """What is wrong with a place whatever other labels do."""
        found = self.known.get(place)
        if found is None:
            near, box = place.cells, place.box
            found = HIDDEN * len(self.fixed.over(box, near=near)) + CROSSED * len(self.fixed.through(box, near=near))
            if place.leader:
                found += TANGLED * len(self.fixed.crossed(place.leader, near=near))
            if self.seen and (half_out(place, self.seen) or is_lost(place, self.seen)):
                found += APART
            if place.cost >= WORST and not place.leader:
                found += HIDDEN
            self.known[place] = found
        return found

    def clashes(self, label: Label, place: Place, enough: float = inf) -> dict[Label, float]:
        """Whose boxes and leaders a place and its leader lie on, and what that costs; no more is looked for once it is
        `enough`."""
        found: dict[Label, float] = {}
        left, top, right, bottom = place.around
        for cell in place.cells:
            for other in self.taken[cell]:
                a, b, c, d = other.place.around
                if other is label or other in found or a >= right or c <= left or b >= bottom or d <= top:
                    continue
                if wrong := clash(place, other.place):
                    found[other] = wrong
                    enough -= wrong
                    if enough <= 0:
                        return found
        return found

    def penalty(self, label: Label, place: Place) -> float:
        """What is wrong with a place now."""
        return self.fixed_penalty(place) + sum(self.clashes(label, place).values())

    def seat(self, torn: Sequence[Label]) -> None:
        """Those in conflict choose, the ones with the fewest free places first."""
        free = {label.key: sum(not self.fixed_penalty(place) for place in label.places[:COUNTED]) for label in torn}
        for label in sorted(torn, key=lambda label: free[label.key]):
            self.choose(label)
            self.take(label)

    def rounds(self, labels: Sequence[Label], last: bool) -> list[Label]:
        """Lets those in conflict think again, some times at most, and not if it is hopeless; those that still are."""
        for _ in range(ROUNDS):
            wrong = [one for one in labels if self.penalty(one, one.place)]
            if hopeless(wrong, last):
                return wrong
            before = [label.place for label in labels]
            self.think_again([one for one in labels if one in wrong or one.regret > REGRET])
            if before == [label.place for label in labels]:
                break
        return [one for one in labels if self.penalty(one, one.place)]

    def send_away(self, torn: Sequence[Label]) -> None:
        """Looks for places far away for those that have none near."""
        for label in torn:
            label.places, label.choices = room.afar(self.chart, label.at, label.shapes), None
            self.move(label)

    def choose(self, label: Label) -> None:
        """The place that costs least; if something is wrong with it, of all places there are."""
        label.place = self.best(label)
        if not label.searched and self.penalty(label, label.place):
            label.searched, label.places, label.choices = True, room.more(self.chart, label.at, label.shapes), None
            label.place = self.best(label)

    def best(self, label: Label) -> Place:
        """The place that costs least now: once one alone costs more than another with all that is wrong with it, the
        rest need not be looked at."""
        found, least = label.places[0], inf
        for alone, place in self.choices(label):
            if alone >= least:
                break
            if (cost := alone + sum(self.clashes(label, place, least - alone).values())) < least:
                found, least = place, cost
        return found

    def choices(self, label: Label) -> Choices:
        if label.choices is None:
            label.choices = Choices(label.places, self.alone)
        return label.choices

    def least(self, label: Label) -> float:
        """What the best place of a label costs if no other is near."""
        return next(iter(self.choices(label)))[0]

    def alone(self, place: Place) -> float:
        """What a place costs if no other label is near."""
        return RANK * place.cost + self.fixed_penalty(place)

    def think_again(self, torn: Sequence[Label]) -> None:
        """Those in conflict try places as if they were alone."""
        for label in torn:
            for _, place in (*islice(self.choices(label), TRIED),):
                self.push(label, place)

    def push(self, label: Label, place: Place) -> None:
        """Puts a label into a place; who stands there looks for another. What is not better for all of them together
        is undone."""
        others = list(self.clashes(label, place))
        before = {one: one.place for one in (label, *others)}
        least = self.cost(before) - TINY
        hoped = self.alone(place) + sum(map(self.least, others))
        if hoped >= least:
            return
        self.arrange({label: place})
        for other in others:
            self.move(other)
            hoped += self.alone(other.place) - self.least(other)
            if hoped >= least:
                break
        if hoped >= least or self.cost(before) >= least:
            self.arrange(before)

    def cost(self, labels: Collection[Label]) -> float:
        """What the places of some labels cost, with what is wrong with them; where two clash, once."""
        found, counted = 0.0, set[Label]()
        for label in labels:
            wrong = self.clashes(label, label.place)
            found += self.alone(label.place) + sum(wrong[other] for other in wrong if other not in counted)
            counted.add(label)
        return found

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


def hopeless(torn: Sequence[Label], last: bool) -> bool:
    """Whether so much is wrong that smaller letters had better be tried at once."""
    return len(torn) > HOPELESS and not last


def clash(one: Place, other: Place) -> float:
    """What it costs that two places lie on each other, or on the leader of one of them."""
    found: float = HIDDEN * overlap(one.box, grown(other.box, FREE))
    if line := one.leader:
        found += TANGLED * crosses(line, grown(other.box, FREE))
    if line := other.leader:
        found += TANGLED * crosses(line, grown(one.box, FREE))
        found += TANGLED * bool(one.leader and meet(one.leader, line))
    return found


def half_out(place: Place, seen: Box) -> bool:
    """Whether a place, or one with its leader, lies across the edge of what is seen."""
    box = place.box
    if place.leader:
        x, y = place.leader[2:]
        box = min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)
    return overlap(grown(box, FREE), seen) and not holds(seen, box)


def is_lost(place: Place, seen: Box) -> bool:
    """Whether pieces would stand where they are not seen."""
    return place.shape.book == PIECES and not overlap(place.box, seen)


def leaders(labels: Iterable[Label], k: float) -> Iterator[Primitive]:
    """Thin lines from what stands beside its region to a dot in it."""
    for label in labels:
        if line := label.place.leader:
            steps, dot = shapes.polygon((line[:2], line[2:]), closed=False), shapes.ring(*line[2:], 13 * k)
            yield Path(steps, "", HALO, round(24 * k))
            yield Path(dot, INK, HALO, round(9 * k))
            yield Path(steps, "", INK, round(8 * k))
