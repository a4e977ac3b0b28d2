"""Winter: who owns which centre, what may be built, and which units are removed (§10, §11.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from engines.base import Seat
from engines.diplomacy.data import DiplomacyBoard
from engines.diplomacy.units import Location, Province, Unit, province_of

Distance: TypeAlias = Literal["owned", "home"]
"""What the distance of a unit in civil disorder is counted to (DATC 4.D.8): "owned" centres as in the 2023 rule book,
armies and fleets alike over land and sea; or "home" centres as before, fleets by fleet moves."""


def centre_owners(
    board: DiplomacyBoard, units: Mapping[Province, Unit], centres: Mapping[Province, Seat]
) -> dict[Province, Seat]:
    """Return who owns each centre at the end of a fall turn: whoever stands in it, else the owner before (§10.1)."""
    standing = {at: units[at].seat for at in sorted(board.centres) if at in units}
    return {**centres, **standing}


def unit_balance(units: Mapping[Province, Unit], centres: Mapping[Province, Seat], seat: Seat) -> int:
    """Return how many units a seat may build; negative: how many it must remove (§10.2)."""
    return sum(owner == seat for owner in centres.values()) - sum(unit.seat == seat for unit in units.values())


def home_units(board: DiplomacyBoard, seat: Seat) -> tuple[Unit, ...]:
    """Every unit that a seat could ever build: in its home centres, fleets on a named coast (§10.3)."""
    return tuple(
        Unit(kind, place, seat)
        for home in board.homes[seat]
        for kind in ("A", "F")
        for place in board.standing_places(kind, home)
    )


def build_options(
    board: DiplomacyBoard, units: Mapping[Province, Unit], centres: Mapping[Province, Seat], seat: Seat
) -> tuple[Unit, ...]:
    """The units a seat could build now: where its home centre is vacant and still its own (§10.3)."""
    return tuple(
        unit
        for unit in home_units(board, seat)
        if province_of(unit.at) not in units and centres.get(province_of(unit.at)) == seat
    )


def resolve_builds(options: Iterable[Unit], wanted: Sequence[Unit], count: int) -> tuple[Unit, ...]:
    """The units that are built: the first `count` of those wanted that are possible, one in a province.

    §10.5; DATC 4.D.4 b and 4.D.5 b. What is not ordered is waived (§11.1, DATC 4.D.7 a).
    """
    possible = set(options)
    built: dict[Province, Unit] = {}
    for unit in wanted:
        if len(built) < count and unit in possible:
            built.setdefault(province_of(unit.at), unit)
    return tuple(built.values())


def resolve_removals(
    board: DiplomacyBoard,
    units: Mapping[Province, Unit],
    centres: Mapping[Province, Seat],
    seat: Seat,
    wanted: Sequence[Province],
    count: int,
    distance: Distance = "owned",
) -> tuple[Unit, ...]:
    """The units that are removed: the first `count` of those wanted (§10.5, DATC 4.D.6 b), then by civil disorder."""
    mine = [at for at in dict.fromkeys(wanted) if at in units and units[at].seat == seat]
    rest = (unit for unit in disorder_order(board, units, centres, seat, distance) if province_of(unit.at) not in mine)
    return (*(units[at] for at in mine), *rest)[:count]


def disorder_order(
    board: DiplomacyBoard,
    units: Mapping[Province, Unit],
    centres: Mapping[Province, Seat],
    seat: Seat,
    distance: Distance = "owned",
) -> list[Unit]:
    """A seat's units in the order in which civil disorder removes them (§11.2; DATC 4.D.8, 6.J).

    The farthest first; of these fleets before armies; of these by the English name of the province.
    """
    goals = board.homes[seat] if distance == "home" else tuple(at for at, owner in centres.items() if owner == seat)

    def rank(unit: Unit) -> tuple[int, bool, str]:
        at = province_of(unit.at)
        sails = distance == "home" and unit.kind == "F"
        away = count_fleet_steps(board, unit.at, goals) if sails else count_any_steps(board, at, goals)
        return -away, unit.kind == "A", board.places[at].name

    return sorted((unit for unit in units.values() if unit.seat == seat), key=rank)


def count_any_steps(board: DiplomacyBoard, at: Province, goals: Iterable[Province]) -> int:
    """The fewest steps from a province to any of the goals, over land and sea; more than any way if there is none."""
    touching = {place: near & board.places.keys() for place, near in board.borders.items()}
    return shortest_way_length(touching, {at}, set(goals))


def count_fleet_steps(board: DiplomacyBoard, at: Location, goals: Iterable[Province]) -> int:
    """The fewest fleet moves from a place to any of the goals, to whichever coast of a goal is nearest."""
    return shortest_way_length(
        board.fleet, {at}, {place for goal in goals for place in board.standing_places("F", goal)}
    )


def shortest_way_length(
    touching: Mapping[Location, Collection[Location]], start: set[Location], goals: set[Location]
) -> int:
    """The length of a shortest way from `start` to `goals`; one more than the number of places if there is none."""
    reached, edge, length = set(start), set(start), 0
    while edge:
        if reached & goals:
            return length
        edge = {near for at in edge for near in touching[at]} - reached
        reached |= edge
        length += 1
    return len(touching) + 1
