"""What a sensible power would do: go where centres can be had, with the support that takes, and guard one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from engines.base import Seat
from engines.diplomacy.adjustments import balance, build_options
from engines.diplomacy.data import Board
from engines.diplomacy.defaults import due
from engines.diplomacy.state import State
from engines.diplomacy.units import Location, Province, Unit, province
from engines.kept import keeps

Worth: TypeAlias = Mapping[Location, float]

PRIZE, NEUTRAL = 16.0, 14.0
"""What a centre of another power is worth, and one that nobody owns."""
GUARD = 5.0
"""What one's own centre is worth for each power that can enter it."""
FAINTER = 0.55
"""How much of a place's worth is felt one step away."""
FELT = 6
"""Steps over which it is felt."""
WHIM = 0.12
"""How far from sense a choice may be."""
MOST = 4
"""Units that are sent against one province together."""


def advise(view: State, seat: Seat, random: Random) -> Sequence[str]:
    """Lines for the open phase."""
    return tuple(ADVICE[view.kind](view, seat, random)) if due(view, seat) else ()


# --- what places are worth --------------------------------------------------------------------------------------


def worths(view: State, seat: Seat, random: Random) -> dict[str, Worth]:
    """What it is worth to stand on each location, for armies and for fleets."""
    prizes = {at: prize(view, seat, at) * random.uniform(1 - WHIM, 1 + WHIM) for at in sorted(view.board.centres)}
    return {kind: spread(view.board, kind, prizes) for kind in ("A", "F")}


def prize(view: State, seat: Seat, at: Province) -> float:
    """What a centre is worth by itself; one's own no more than it is threatened."""
    owner = view.centres.get(at)
    if owner == seat:
        return GUARD * len(threats(view, seat, at))
    return PRIZE if owner else NEUTRAL


def spread(board: Board, kind: str, prizes: Mapping[Province, float]) -> Worth:
    """Worth felt from afar: each step takes some of it away."""
    ways = overland_and_across(board) if kind == "A" else board.fleet
    felt = {at: prizes.get(province(at), 0.0) for at in ways}
    for _ in range(FELT):
        felt = {at: max(felt[at], FAINTER * max((felt[near] for near in ways[at]), default=0.0)) for at in ways}
    return {at: felt[at] + 0.1 * sum(felt[near] for near in ways[at]) for at in ways}


@keeps(4)
def overland_and_across(board: Board) -> Mapping[Location, frozenset[Location]]:
    """Where an army can go in a step: on foot, or carried by one fleet."""
    shores = [{at for at in board.fleet_touches[sea] if at in board.army} for sea in sorted(board.seas)]
    across = {at: frozenset().union(*(shore for shore in shores if at in shore)) - {at} for at in board.army}
    return {at: near | across[at] for at, near in board.army.items()}


def threats(view: State, seat: Seat, at: Province) -> dict[Seat, int]:
    """How many units of each other power can enter a province, or stand in it."""
    found: dict[Seat, int] = {}
    for unit in view.units:
        if unit.seat != seat and (at in view.board.touches(unit) or province(unit.at) == at):
            found[unit.seat] = found.get(unit.seat, 0) + 1
    return found


# --- movement ---------------------------------------------------------------------------------------------------


class Campaign:
    """The orders of one movement phase while they are made up."""

    def __init__(self, view: State, seat: Seat, random: Random) -> None:
        self.view, self.seat, self.board = view, seat, view.board
        self.worth = worths(view, seat, random)
        self.mine = tuple(sorted(at for at, owner in view.centres.items() if owner == seat))
        self.free = {province(unit.at): unit for unit in view.units_of(seat)}
        self.goals: dict[Province, Unit] = {}
        self.lines: dict[Province, str] = {}

    def orders(self) -> Iterator[str]:
        """Who is stranded is carried over first. Then provinces are taken in the order of their worth, by as many
        units as it takes; who is left over moves up."""
        for unit in sorted(self.free.values(), key=lambda unit: unit.at):
            if unit.kind == "A" and not walks_out(self.board, province(unit.at), self.mine):
                self.cross(unit)
        for at in sorted(self.targets(), key=lambda at: (-self.best(at), at)):
            self.take(at)
        for unit in sorted(self.free.values(), key=lambda unit: unit.at):
            self.move_up(unit)
        yield from self.lines.values()

    def targets(self) -> set[Province]:
        mine = self.view.units_of(self.seat)
        near = {at for unit in mine for at in self.board.touches(unit)} | {province(unit.at) for unit in mine}
        return {at for at in near if at in self.board.centres and prize(self.view, self.seat, at)}

    def best(self, at: Province) -> float:
        """What a province is worth to whatever unit."""
        return max(worth for felt in self.worth.values() for place, worth in felt.items() if province(place) == at)

    def take(self, at: Province) -> None:
        """Sends a unit into a province, or keeps it there, with the support that it needs and can have."""
        mover = self.mover(at)
        if mover is None or at in self.goals:
            return
        rivals = threats(self.view, self.seat, at)
        guarded = at in self.view.by_province and self.view.by_province[at].seat != self.seat
        need = min(max(rivals.values(), default=0) + 1, MOST) if guarded else min(max(rivals.values(), default=0), MOST)
        helpers = self.helpers(at, mover)[: max(need - 1, 0)]
        if guarded and not helpers:
            return  # one unit alone moves nobody
        self.order(mover, at)
        for helper in helpers:
            self.support(helper, mover, at)

    def mover(self, at: Province) -> Unit | None:
        """The unit that goes: who is there already, else who gives least up by leaving."""
        if at in self.free:
            return self.free[at]
        able = [unit for unit in self.free.values() if self.landing(unit, at) and not self.is_needed(unit)]
        return min(able, key=lambda unit: (self.worth[unit.kind][unit.at], unit.at), default=None)

    def is_needed(self, unit: Unit) -> bool:
        """Whether it guards a centre that somebody could walk into."""
        at = province(unit.at)
        return self.view.centres.get(at) == self.seat and bool(threats(self.view, self.seat, at))

    def landing(self, unit: Unit, at: Province) -> Location:
        """Where in a province a unit would stand; "" if it cannot go there, or one of its own stays there."""
        there = self.view.by_province.get(at)
        if there is not None and there.seat == self.seat and not self.moved(at):
            return ""
        places = sorted(place for place in self.board.reach(unit) if province(place) == at)
        return max(places, key=lambda place: self.worth[unit.kind][place], default="")

    def helpers(self, at: Province, mover: Unit) -> list[Unit]:
        """Units that touch a province and are still free; those with least to do elsewhere first."""
        able = [u for u in self.free.values() if u != mover and at in self.board.touches(u) and province(u.at) != at]
        return sorted(able, key=lambda unit: (self.worth[unit.kind][unit.at], unit.at))

    def order(self, unit: Unit, at: Province) -> None:
        """A move, or a hold where it stands."""
        self.free.pop(province(unit.at))
        self.goals[at] = unit
        stays = province(unit.at) == at
        self.lines[province(unit.at)] = f"{unit} H" if stays else f"{unit} - {self.landing(unit, at)}"

    def support(self, helper: Unit, mover: Unit, at: Province) -> None:
        self.free.pop(province(helper.at))
        goes = "" if province(mover.at) == at else f" - {at}"
        self.lines[province(helper.at)] = f"{helper} S {mover}{goes}"

    def cross(self, army: Unit) -> None:
        """By convoy of one fleet, to where it is worth more than anywhere it could walk."""
        felt, here = self.worth["A"], province(army.at)
        if here not in self.free or self.is_needed(army):
            return
        walks = max((felt[at] for at in self.board.reach(army)), default=0.0)
        fleets = (u for u in self.free.values() if province(u.at) in self.board.seas and here in self.board.touches(u))
        ways = (
            (felt[at], at, fleet) for fleet in fleets for at in self.shores(fleet) if felt[at] > max(walks, felt[here])
        )
        if best := max(ways, key=lambda way: way[:2], default=None):
            _, at, fleet = best
            self.free.pop(here), self.free.pop(province(fleet.at))
            self.goals[at] = army
            self.lines[here] = f"{army} - {at}"
            self.lines[province(fleet.at)] = f"{fleet} C {army} - {at}"

    def shores(self, fleet: Unit) -> list[Province]:
        """The coasts a fleet touches where an army could land unopposed."""
        touched = sorted(self.board.touches(fleet))
        return [at for at in touched if self.board.places[at].kind == "coast" and self.is_open(at)]

    def move_up(self, unit: Unit) -> None:
        """Towards what is worth most; where all is taken, in support of a neighbour, or as it stands."""
        self.free.pop(province(unit.at), None)
        felt, here = self.worth[unit.kind], province(unit.at)
        ways = [place for place in sorted(self.board.reach(unit)) if self.is_open(place)]
        best = max(ways, key=lambda place: felt[place], default="")
        if best and felt[best] > felt[unit.at] and not self.is_needed(unit):
            self.goals[province(best)] = unit
            self.lines[here] = f"{unit} - {best}"
            return
        near = next((at for at in sorted(self.goals) if at in self.board.touches(unit) and self.is_helpable(at)), "")
        if near:
            self.free[here] = unit
            self.support(unit, self.goals[near], near)
        else:
            self.goals.setdefault(here, unit)
            self.lines[here] = f"{unit} H"

    def is_helpable(self, at: Province) -> bool:
        """Whether somebody could be in the way there."""
        return bool(threats(self.view, self.seat, at))

    def is_open(self, place: Location) -> bool:
        """Whether nobody of one's own goes there, and nobody stands there who is not told to leave."""
        at = province(place)
        return at not in self.goals and (at not in self.view.by_province or " - " in self.moved(at))

    def moved(self, at: Province) -> str:
        """The move of a unit of one's own out of a province; "" if there is none."""
        line = self.lines.get(at, "")
        return line if line.startswith(f"{self.view.by_province[at]} - ") else ""


def movement(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """Orders for every unit."""
    yield from Campaign(view, seat, random).orders()


# --- retreats and winter ----------------------------------------------------------------------------------------


def retreats(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """To where it is worth most."""
    worth, taken = worths(view, seat, random), set[Province]()
    for one in view.dislodged_of(seat):
        ways = [place for place in one.options if province(place) not in taken]
        best = max(ways, key=lambda place: (worth[one.unit.kind][place], place), default="")
        taken.add(province(best))
        yield f"{one.unit} R {best}" if best else f"{one.unit} DISBAND"


def winter(view: State, seat: Seat, random: Random) -> Iterator[str]:
    """What is built where it is worth most; what is removed is worth least where it stands."""
    worth, owed = worths(view, seat, random), balance(view.by_province, view.centres, seat)
    if owed < 0:
        weakest = sorted(view.units_of(seat), key=lambda unit: (worth[unit.kind][unit.at], unit.at))
        yield from (f"REMOVE {unit}" for unit in weakest[:-owed])
        return
    options = build_options(view.board, view.by_province, view.centres, seat)
    yield from (f"BUILD {unit}" for unit in chosen(options, worth, fleets_wanted(view, seat), owed, random))


def chosen(
    options: Iterable[Unit], worth: Mapping[str, Worth], wanted: float, count: int, random: Random
) -> list[Unit]:
    """The best unit of each site; fleets as far as they are wanted."""
    best: dict[Province, tuple[float, Unit]] = {}
    for unit in options:
        likes = wanted if unit.kind == "F" else 1.0
        value = worth[unit.kind][unit.at] * likes * random.uniform(1 - WHIM, 1 + WHIM)
        if value > best.get(province(unit.at), (-1.0, unit))[0]:
            best[province(unit.at)] = value, unit
    return [unit for _, unit in sorted(best.values(), key=lambda each: (-each[0], each[1].at))[:count]]


def fleets_wanted(view: State, seat: Seat) -> float:
    """How a fleet compares with an army: islands want more of them, whoever has many wants fewer."""
    mine = view.units_of(seat)
    share = sum(unit.kind == "F" for unit in mine) / max(len(mine), 1)
    return 1.6 * island(view.board, seat) + 1.0 - share


@keeps(16)
def island(board: Board, seat: Seat) -> float:
    """The share of a power's homes from which no army walks to a centre that is not its own."""
    homes = board.homes[seat]
    return sum(not walks_out(board, at, homes) for at in homes) / len(homes)


@keeps(512)
def walks_out(board: Board, start: Province, owned: tuple[Province, ...]) -> bool:
    """Whether an army can walk to a centre that is not owned."""
    reached, edge = {start}, {start}
    while edge:
        edge = {near for at in edge for near in board.army[at]} - reached
        reached |= edge
    return bool((reached & board.centres) - set(owned))


ADVICE: Mapping[str, Callable[[State, Seat, Random], Iterator[str]]] = {
    "movement": movement,
    "retreat": retreats,
    "adjustment": winter,
}
