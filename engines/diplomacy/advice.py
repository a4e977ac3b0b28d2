"""What a sensible power would do: go where centres can be had, with the support that takes, and guard one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from engines.base import Seat
from engines.diplomacy.adjustments import build_options, unit_balance
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.defaults import must_answer
from engines.diplomacy.state import DiplomacyState
from engines.diplomacy.units import Location, Province, Unit, province_of
from engines.memo import memoize

Worth: TypeAlias = Mapping[Location, float]

PRIZE, NEUTRAL = 16.0, 14.0
"""What a centre of another power is worth, and one that nobody owns."""
GUARD = 5.0
"""What one's own centre is worth for each power that can enter it."""
FAINTER = 0.55
"""How much of a place's worth is felt one step away."""
FELT_STEPS = 6
"""Steps over which it is felt."""
WHIM = 0.12
"""How far from sense a choice may be."""
MAX_TOGETHER = 4
"""Units that are sent against one province together."""


def advise_diplomacy(view: DiplomacyState, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    return tuple(ADVICE[view.kind](view, seat, random)) if must_answer(view, seat) else ()


# --- what places are worth --------------------------------------------------------------------------------------


def location_worths(view: DiplomacyState, seat: Seat, random: Random) -> dict[str, Worth]:
    """Return what it is worth to stand on each location, for armies and for fleets."""
    prizes = {
        at: centre_worth(view, seat, at) * random.uniform(1 - WHIM, 1 + WHIM) for at in sorted(view.board.centres)
    }
    return {kind: spread_worth(view.board, kind, prizes) for kind in ("A", "F")}


def centre_worth(view: DiplomacyState, seat: Seat, at: Province) -> float:
    """Return what a centre is worth by itself; one's own no more than it is threatened."""
    owner = view.centres.get(at)
    if owner == seat:
        return GUARD * len(count_threats(view, seat, at))
    return PRIZE if owner else NEUTRAL


def spread_worth(board: DiplomacyBoard, kind: str, prizes: Mapping[Province, float]) -> Worth:
    """Worth felt from afar: each step takes some of it away."""
    ways = army_steps(board) if kind == "A" else board.fleet
    felt = {at: prizes.get(province_of(at), 0.0) for at in ways}
    for _ in range(FELT_STEPS):
        felt = {at: max(felt[at], FAINTER * max((felt[near] for near in ways[at]), default=0.0)) for at in ways}
    return {at: felt[at] + 0.1 * sum(felt[near] for near in ways[at]) for at in ways}


@memoize(4)
def army_steps(board: DiplomacyBoard) -> Mapping[Location, frozenset[Location]]:
    """Return where an army can go in a step: on foot, or carried by one fleet."""
    shores = [{at for at in board.fleet_touches[sea] if at in board.army} for sea in sorted(board.seas)]
    across = {at: frozenset().union(*(shore for shore in shores if at in shore)) - {at} for at in board.army}
    return {at: near | across[at] for at, near in board.army.items()}


def count_threats(view: DiplomacyState, seat: Seat, at: Province) -> dict[Seat, int]:
    """Return how many units of each other power can enter a province, or stand in it."""
    found: dict[Seat, int] = {}
    for unit in view.units:
        if unit.seat != seat and (at in view.board.touched_provinces(unit) or province_of(unit.at) == at):
            found[unit.seat] = found.get(unit.seat, 0) + 1
    return found


# --- movement ---------------------------------------------------------------------------------------------------


class MovementPlan:
    """The orders of one movement phase while they are made up."""

    def __init__(self, view: DiplomacyState, seat: Seat, random: Random) -> None:
        self.view, self.seat, self.board = view, seat, view.board
        self.worth = location_worths(view, seat, random)
        self.mine = tuple(sorted(at for at, owner in view.centres.items() if owner == seat))
        self.free = {province_of(unit.at): unit for unit in view.units_of(seat)}
        self.goals: dict[Province, Unit] = {}
        self.lines: dict[Province, str] = {}

    def plan_orders(self) -> Iterator[str]:
        """Yield orders: the stranded are carried over first. Then provinces are taken in the order of their worth, by
        as many units as it takes; who is left over moves up."""
        for unit in sorted(self.free.values(), key=lambda unit: unit.at):
            if unit.kind == "A" and not walks_out(self.board, province_of(unit.at), self.mine):
                self.order_crossing(unit)
        for at in sorted(self.target_provinces(), key=lambda at: (-self.best_worth(at), at)):
            self.take_province(at)
        for unit in sorted(self.free.values(), key=lambda unit: unit.at):
            self.move_up(unit)
        yield from self.lines.values()

    def target_provinces(self) -> set[Province]:
        mine = self.view.units_of(self.seat)
        near = {at for unit in mine for at in self.board.touched_provinces(unit)} | {
            province_of(unit.at) for unit in mine
        }
        return {at for at in near if at in self.board.centres and centre_worth(self.view, self.seat, at)}

    def best_worth(self, at: Province) -> float:
        """Return what a province is worth to whatever unit."""
        return max(worth for felt in self.worth.values() for place, worth in felt.items() if province_of(place) == at)

    def take_province(self, at: Province) -> None:
        """Sends a unit into a province, or keeps it there, with the support that it needs and can have."""
        mover = self.find_mover(at)
        if mover is None or at in self.goals:
            return
        rivals = count_threats(self.view, self.seat, at)
        guarded = at in self.view.by_province and self.view.by_province[at].seat != self.seat
        need = (
            min(max(rivals.values(), default=0) + 1, MAX_TOGETHER)
            if guarded
            else min(max(rivals.values(), default=0), MAX_TOGETHER)
        )
        helpers = self.free_helpers(at, mover)[: max(need - 1, 0)]
        if guarded and not helpers:
            return  # one unit alone moves nobody
        self.order_move(mover, at)
        for helper in helpers:
            self.order_support(helper, mover, at)

    def find_mover(self, at: Province) -> Unit | None:
        """The unit that goes: who is there already, else who gives least up by leaving."""
        if at in self.free:
            return self.free[at]
        able = [unit for unit in self.free.values() if self.find_landing(unit, at) and not self.is_needed(unit)]
        return min(able, key=lambda unit: (self.worth[unit.kind][unit.at], unit.at), default=None)

    def is_needed(self, unit: Unit) -> bool:
        """Return whether it guards a centre that somebody could walk into."""
        at = province_of(unit.at)
        return self.view.centres.get(at) == self.seat and bool(count_threats(self.view, self.seat, at))

    def find_landing(self, unit: Unit, at: Province) -> Location:
        """Return where in a province a unit would stand; "" if it cannot go there, or one of its own stays there."""
        there = self.view.by_province.get(at)
        if there is not None and there.seat == self.seat and not self.move_line(at):
            return ""
        places = sorted(place for place in self.board.reachable_locations(unit) if province_of(place) == at)
        return max(places, key=lambda place: self.worth[unit.kind][place], default="")

    def free_helpers(self, at: Province, mover: Unit) -> list[Unit]:
        """Units that touch a province and are still free; those with least to do elsewhere first."""
        able = [
            u
            for u in self.free.values()
            if u != mover and at in self.board.touched_provinces(u) and province_of(u.at) != at
        ]
        return sorted(able, key=lambda unit: (self.worth[unit.kind][unit.at], unit.at))

    def order_move(self, unit: Unit, at: Province) -> None:
        """A move, or a hold where it stands."""
        self.free.pop(province_of(unit.at))
        self.goals[at] = unit
        stays = province_of(unit.at) == at
        self.lines[province_of(unit.at)] = f"{unit} H" if stays else f"{unit} - {self.find_landing(unit, at)}"

    def order_support(self, helper: Unit, mover: Unit, at: Province) -> None:
        self.free.pop(province_of(helper.at))
        goes = "" if province_of(mover.at) == at else f" - {at}"
        self.lines[province_of(helper.at)] = f"{helper} S {mover}{goes}"

    def order_crossing(self, army: Unit) -> None:
        """By convoy of one fleet, to where it is worth more than anywhere it could walk."""
        felt, here = self.worth["A"], province_of(army.at)
        if here not in self.free or self.is_needed(army):
            return
        walks = max((felt[at] for at in self.board.reachable_locations(army)), default=0.0)
        fleets = (
            u
            for u in self.free.values()
            if province_of(u.at) in self.board.seas and here in self.board.touched_provinces(u)
        )
        ways = (
            (felt[at], at, fleet)
            for fleet in fleets
            for at in self.landable_coasts(fleet)
            if felt[at] > max(walks, felt[here])
        )
        if best := max(ways, key=lambda way: way[:2], default=None):
            _, at, fleet = best
            self.free.pop(here), self.free.pop(province_of(fleet.at))
            self.goals[at] = army
            self.lines[here] = f"{army} - {at}"
            self.lines[province_of(fleet.at)] = f"{fleet} C {army} - {at}"

    def landable_coasts(self, fleet: Unit) -> list[Province]:
        """The coasts a fleet touches where an army could land unopposed."""
        touched = sorted(self.board.touched_provinces(fleet))
        return [at for at in touched if self.board.places[at].kind == "coast" and self.is_open(at)]

    def move_up(self, unit: Unit) -> None:
        """Towards what is worth most; where all is taken, in support of a neighbour, or as it stands."""
        self.free.pop(province_of(unit.at), None)
        felt, here = self.worth[unit.kind], province_of(unit.at)
        ways = [place for place in sorted(self.board.reachable_locations(unit)) if self.is_open(place)]
        best = max(ways, key=lambda place: felt[place], default="")
        if best and felt[best] > felt[unit.at] and not self.is_needed(unit):
            self.goals[province_of(best)] = unit
            self.lines[here] = f"{unit} - {best}"
            return
        near = next(
            (at for at in sorted(self.goals) if at in self.board.touched_provinces(unit) and self.is_helpable(at)), ""
        )
        if near:
            self.free[here] = unit
            self.order_support(unit, self.goals[near], near)
        else:
            self.goals.setdefault(here, unit)
            self.lines[here] = f"{unit} H"

    def is_helpable(self, at: Province) -> bool:
        """Return whether somebody could be in the way there."""
        return bool(count_threats(self.view, self.seat, at))

    def is_open(self, place: Location) -> bool:
        """Return whether nobody of one's own goes there, and nobody stands there who is not told to leave."""
        at = province_of(place)
        return at not in self.goals and (at not in self.view.by_province or " - " in self.move_line(at))

    def move_line(self, at: Province) -> str:
        """The move of a unit of one's own out of a province; "" if there is none."""
        line = self.lines.get(at, "")
        return line if line.startswith(f"{self.view.by_province[at]} - ") else ""


def advise_movement(view: DiplomacyState, seat: Seat, random: Random) -> Iterator[str]:
    """Orders for every unit."""
    yield from MovementPlan(view, seat, random).plan_orders()


# --- retreats and winter ----------------------------------------------------------------------------------------


def advise_retreats(view: DiplomacyState, seat: Seat, random: Random) -> Iterator[str]:
    """To where it is worth most."""
    worth, taken = location_worths(view, seat, random), set[Province]()
    for one in view.dislodged_of(seat):
        ways = [place for place in one.options if province_of(place) not in taken]
        best = max(ways, key=lambda place: (worth[one.unit.kind][place], place), default="")
        taken.add(province_of(best))
        yield f"{one.unit} R {best}" if best else f"{one.unit} DISBAND"


def advise_winter(view: DiplomacyState, seat: Seat, random: Random) -> Iterator[str]:
    """Yield what is built where it is worth most; what is removed is worth least where it stands."""
    worth, owed = location_worths(view, seat, random), unit_balance(view.by_province, view.centres, seat)
    if owed < 0:
        weakest = sorted(view.units_of(seat), key=lambda unit: (worth[unit.kind][unit.at], unit.at))
        yield from (f"REMOVE {unit}" for unit in weakest[:-owed])
        return
    options = build_options(view.board, view.by_province, view.centres, seat)
    yield from (f"BUILD {unit}" for unit in choose_builds(options, worth, fleet_preference(view, seat), owed, random))


def choose_builds(
    options: Iterable[Unit], worth: Mapping[str, Worth], wanted: float, count: int, random: Random
) -> list[Unit]:
    """The best unit of each site; fleets as far as they are wanted."""
    best: dict[Province, tuple[float, Unit]] = {}
    for unit in options:
        likes = wanted if unit.kind == "F" else 1.0
        value = worth[unit.kind][unit.at] * likes * random.uniform(1 - WHIM, 1 + WHIM)
        if value > best.get(province_of(unit.at), (-1.0, unit))[0]:
            best[province_of(unit.at)] = value, unit
    return [unit for _, unit in sorted(best.values(), key=lambda each: (-each[0], each[1].at))[:count]]


def fleet_preference(view: DiplomacyState, seat: Seat) -> float:
    """Return how a fleet compares with an army: islands want more of them, whoever has many wants fewer."""
    mine = view.units_of(seat)
    share = sum(unit.kind == "F" for unit in mine) / max(len(mine), 1)
    return 1.6 * island_share(view.board, seat) + 1.0 - share


@memoize(16)
def island_share(board: DiplomacyBoard, seat: Seat) -> float:
    """The share of a power's homes from which no army walks to a centre that is not its own."""
    homes = board.homes[seat]
    return sum(not walks_out(board, at, homes) for at in homes) / len(homes)


@memoize(512)
def walks_out(board: DiplomacyBoard, start: Province, owned: tuple[Province, ...]) -> bool:
    """Return whether an army can walk to a centre that is not owned."""
    reached, edge = {start}, {start}
    while edge:
        edge = {near for at in edge for near in board.army[at]} - reached
        reached |= edge
    return bool((reached & board.centres) - set(owned))


ADVICE: Mapping[str, Callable[[DiplomacyState, Seat, Random], Iterator[str]]] = {
    "movement": advise_movement,
    "retreat": advise_retreats,
    "adjustment": advise_winter,
}
