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
from engines.memo import memoize
from engines.palette import HALO, INK
from pbem.render import shapes
from pbem.render.maps import room
from pbem.render.maps.grid import (
    Cover,
    CoverGrid,
    GridCell,
    box_holds_box,
    boxes_overlap,
    grow_box,
    segment_crosses_box,
    segments_cross,
)
from pbem.render.maps.room import FREE, PIECES, WORST, LabelPlace, LabelShape
from pbem.render.scene import Primitive, ScenePath
from pbem.render.shapes import Bounds

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

LabelRequest: TypeAlias = tuple[str, str, tuple[LabelShape, ...], LabelPlace]
"""A label as it asks for a place: its region, its key, its shapes, and where it stood before."""
PricedPlace: TypeAlias = tuple[float, LabelPlace]
NOWHERE = LabelPlace(0, 0, LabelShape("", 0, 0), 0, (0, 0, 0, 0), (0, 0, 0, 0), ())


@dataclass(slots=True, eq=False)
class Label:
    """Words or signs of a region, which can be set in some `shapes`; `place` is what was found for it. `searched`: its
    places are all that there are near it."""

    at: str
    key: str
    shapes: tuple[LabelShape, ...]
    place: LabelPlace = field(default=NOWHERE)
    places: tuple[LabelPlace, ...] = ()
    searched: bool = False
    choices: PlaceChoices | None = None

    @property
    def extra_cost(self) -> float:
        """Return how much more its place costs than its best one."""
        return RANK * (self.place.cost - self.places[0].cost)


class PlaceChoices:
    """The places of a label with what they cost if no other label is near, the best first. They are weighed one by one,
    as they are asked for, since of hundreds a few are looked at; `places` come by their own cost."""

    def __init__(self, places: Sequence[LabelPlace], alone: Callable[[LabelPlace], float]) -> None:
        self.places, self.alone, self.next = places, alone, 0
        self.known: list[PricedPlace] = []
        self.weighed: list[tuple[float, int, LabelPlace]] = []

    def __iter__(self) -> Iterator[PricedPlace]:
        n = 0
        while n < len(self.known) or self.weigh_next_place():
            yield self.known[n]
            n += 1

    def weigh_next_place(self) -> bool:
        """Finds the next one, if there is any: the best that was weighed, once it costs no more than any other can."""
        while self.next < len(self.places) and not self.is_best_weighed(RANK * self.places[self.next].cost):
            place = self.places[self.next]
            heappush(self.weighed, (self.alone(place), self.next, place))
            self.next += 1
        if not self.weighed:
            return False
        cost, _, place = heappop(self.weighed)
        self.known.append((cost, place))
        return True

    def is_best_weighed(self, least: float) -> bool:
        return bool(self.weighed) and self.weighed[0][0] <= least


def place_labels(
    labels: Sequence[Label], covers: Iterable[Cover], chart: Chart, seen: Bounds | None, last: bool = True
) -> list[Label]:
    """Gives every label its place, beside what is covered and what the others take; those with which something is
    wrong. If this is not the `last` attempt, none is sought far away, nor once it is hopeless."""
    wanted = tuple((label.at, label.key, label.shapes, label.place) for label in labels)
    places, wrong = arrange_labels(chart, seen, wanted, tuple(covers), last)
    for label, place in zip(labels, places, strict=True):
        label.place = place
    return [label for label in labels if label.key in wrong]


@memoize(16)
def arrange_labels(
    chart: Chart, seen: Bounds | None, wanted: tuple[LabelRequest, ...], covers: tuple[Cover, ...], last: bool
) -> tuple[list[LabelPlace], set[str]]:
    """The places of labels, those with the fewest first, and the keys of those with which something is wrong. They are
    kept, since a map is painted for many readers and in many ways."""
    seating, torn = LabelSeating(chart, CoverGrid(covers), seen), []
    labels = [Label(at, key, how, place, room.list_label_places(chart, at, how)) for at, key, how, place in wanted]
    for label in sorted(labels, key=lambda label: len(label.places)):
        label.place = label.place if label.place is not NOWHERE else label.places[0]
        if seating.place_penalty(label, label.place):
            torn.append(label)
        else:
            seating.take_place(label)
    seating.seat_torn_labels(torn)
    wrong = seating.run_rounds(labels, last)
    if wrong and last:
        seating.send_away(wrong)
        wrong = seating.run_rounds(labels, last)
    return [label.place for label in labels], {label.key for label in wrong}


class LabelSeating:
    """What is fixed on the map, and what labels have taken."""

    def __init__(self, chart: Chart, fixed: CoverGrid, seen: Bounds | None) -> None:
        self.chart, self.fixed, self.seen = chart, fixed, seen
        self.taken: defaultdict[GridCell, list[Label]] = defaultdict(list)
        self.known: dict[LabelPlace, float] = {}

    def take_place(self, label: Label) -> None:
        for cell in label.place.cells:
            self.taken[cell].append(label)

    def leave_place(self, label: Label) -> None:
        for cell in label.place.cells:
            self.taken[cell].remove(label)

    def fixed_penalty(self, place: LabelPlace) -> float:
        """Return what is wrong with a place whatever other labels do."""
        found = self.known.get(place)
        if found is None:
            near, box = place.cells, place.box
            found = HIDDEN * len(self.fixed.overlapping_boxes(box, near=near)) + CROSSED * len(
                self.fixed.lines_through_box(box, near=near)
            )
            if place.leader:
                found += TANGLED * len(self.fixed.boxes_on_segment(place.leader, near=near))
            if self.seen and (is_half_out(place, self.seen) or is_lost(place, self.seen)):
                found += APART
            if place.cost >= WORST and not place.leader:
                found += HIDDEN
            self.known[place] = found
        return found

    def clashing_labels(self, label: Label, place: LabelPlace, enough: float = inf) -> dict[Label, float]:
        """Return whose boxes and leaders a place and its leader lie on, and what that costs; no more is looked for once
        it is `enough`."""
        found: dict[Label, float] = {}
        left, top, right, bottom = place.around
        for cell in place.cells:
            for other in self.taken[cell]:
                a, b, c, d = other.place.around
                if other is label or other in found or a >= right or c <= left or b >= bottom or d <= top:
                    continue
                if wrong := clash_cost(place, other.place):
                    found[other] = wrong
                    enough -= wrong
                    if enough <= 0:
                        return found
        return found

    def place_penalty(self, label: Label, place: LabelPlace) -> float:
        """Return what is wrong with a place now."""
        return self.fixed_penalty(place) + sum(self.clashing_labels(label, place).values())

    def seat_torn_labels(self, torn: Sequence[Label]) -> None:
        """Those in conflict choose, the ones with the fewest free places first."""
        free = {label.key: sum(not self.fixed_penalty(place) for place in label.places[:COUNTED]) for label in torn}
        for label in sorted(torn, key=lambda label: free[label.key]):
            self.choose_place(label)
            self.take_place(label)

    def run_rounds(self, labels: Sequence[Label], last: bool) -> list[Label]:
        """Lets those in conflict think again, some times at most, and not if it is hopeless; those that still are."""
        for _ in range(ROUNDS):
            wrong = [one for one in labels if self.place_penalty(one, one.place)]
            if is_hopeless(wrong, last):
                return wrong
            before = [label.place for label in labels]
            self.retry_torn_labels([one for one in labels if one in wrong or one.extra_cost > REGRET])
            if before == [label.place for label in labels]:
                break
        return [one for one in labels if self.place_penalty(one, one.place)]

    def send_away(self, torn: Sequence[Label]) -> None:
        """Looks for places far away for those that have none near."""
        for label in torn:
            label.places, label.choices = room.list_places_afar(self.chart, label.at, label.shapes), None
            self.move_label(label)

    def choose_place(self, label: Label) -> None:
        """The place that costs least; if something is wrong with it, of all places there are."""
        label.place = self.best_free_place(label)
        if not label.searched and self.place_penalty(label, label.place):
            label.searched, label.places, label.choices = (
                True,
                room.list_more_places(self.chart, label.at, label.shapes),
                None,
            )
            label.place = self.best_free_place(label)

    def best_free_place(self, label: Label) -> LabelPlace:
        """The place that costs least now: once one alone costs more than another with all that is wrong with it, the
        rest need not be looked at."""
        found, least = label.places[0], inf
        for alone, place in self.label_choices(label):
            if alone >= least:
                break
            if (cost := alone + sum(self.clashing_labels(label, place, least - alone).values())) < least:
                found, least = place, cost
        return found

    def label_choices(self, label: Label) -> PlaceChoices:
        if label.choices is None:
            label.choices = PlaceChoices(label.places, self.lone_cost)
        return label.choices

    def least_lone_cost(self, label: Label) -> float:
        """Return what the best place of a label costs if no other is near."""
        return next(iter(self.label_choices(label)))[0]

    def lone_cost(self, place: LabelPlace) -> float:
        """Return what a place costs if no other label is near."""
        return RANK * place.cost + self.fixed_penalty(place)

    def retry_torn_labels(self, torn: Sequence[Label]) -> None:
        """Those in conflict try places as if they were alone."""
        for label in torn:
            for _, place in (*islice(self.label_choices(label), TRIED),):
                self.push_into_place(label, place)

    def push_into_place(self, label: Label, place: LabelPlace) -> None:
        """Puts a label into a place; who stands there looks for another. What is not better for all of them together
        is undone."""
        others = list(self.clashing_labels(label, place))
        before = {one: one.place for one in (label, *others)}
        least = self.total_cost(before) - TINY
        hoped = self.lone_cost(place) + sum(map(self.least_lone_cost, others))
        if hoped >= least:
            return
        self.set_label_places({label: place})
        for other in others:
            self.move_label(other)
            hoped += self.lone_cost(other.place) - self.least_lone_cost(other)
            if hoped >= least:
                break
        if hoped >= least or self.total_cost(before) >= least:
            self.set_label_places(before)

    def total_cost(self, labels: Collection[Label]) -> float:
        """Return what the places of some labels cost, with what is wrong with them; where two clash, once."""
        found, counted = 0.0, set[Label]()
        for label in labels:
            wrong = self.clashing_labels(label, label.place)
            found += self.lone_cost(label.place) + sum(wrong[other] for other in wrong if other not in counted)
            counted.add(label)
        return found

    def set_label_places(self, places: Mapping[Label, LabelPlace]) -> None:
        """Puts labels into places."""
        for label, place in places.items():
            self.leave_place(label)
            label.place = place
            self.take_place(label)

    def move_label(self, label: Label) -> None:
        self.leave_place(label)
        self.choose_place(label)
        self.take_place(label)


def is_hopeless(torn: Sequence[Label], last: bool) -> bool:
    """Return whether so much is wrong that smaller letters had better be tried at once."""
    return len(torn) > HOPELESS and not last


def clash_cost(one: LabelPlace, other: LabelPlace) -> float:
    """Return what it costs that two places lie on each other, or on the leader of one of them."""
    found: float = HIDDEN * boxes_overlap(one.box, grow_box(other.box, FREE))
    if line := one.leader:
        found += TANGLED * segment_crosses_box(line, grow_box(other.box, FREE))
    if line := other.leader:
        found += TANGLED * segment_crosses_box(line, grow_box(one.box, FREE))
        found += TANGLED * bool(one.leader and segments_cross(one.leader, line))
    return found


def is_half_out(place: LabelPlace, seen: Bounds) -> bool:
    """Return whether a place, or one with its leader, lies across the edge of what is seen."""
    box = place.box
    if place.leader:
        x, y = place.leader[2:]
        box = min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)
    return boxes_overlap(grow_box(box, FREE), seen) and not box_holds_box(seen, box)


def is_lost(place: LabelPlace, seen: Bounds) -> bool:
    """Return whether pieces would stand where they are not seen."""
    return place.shape.book == PIECES and not boxes_overlap(place.box, seen)


def draw_label_leaders(labels: Iterable[Label], k: float) -> Iterator[Primitive]:
    """Thin lines from what stands beside its region to a dot in it."""
    for label in labels:
        if line := label.place.leader:
            steps, dot = (
                shapes.polygon_steps((line[:2], line[2:]), closed=False),
                shapes.circle_steps(*line[2:], 13 * k),
            )
            yield ScenePath(steps, "", HALO, round(24 * k))
            yield ScenePath(dot, INK, HALO, round(9 * k))
            yield ScenePath(steps, "", INK, round(8 * k))
