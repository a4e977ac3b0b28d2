"""The board: provinces, what touches what, centres, homes and starting units, read from the data of a map (§2, §3).

An army knows provinces only; a fleet stands on a location, which is a coast where a province has several.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from engines.base import Seat
from engines.data import load_shipped_source
from engines.diplomacy.units import Location, Province, Unit, province_of


@dataclass(frozen=True)
class DiplomacyPlace:
    """One province: its code and full name, what lies there, and the other codes and names players use.

    `home` is the seat whose home centre it is, "" for none. `coasts` are the locations of a province with more than one
    coast, ("STP/NC", "STP/SC"); it is () for every other.
    """

    code: Province
    name: str
    kind: Literal["inland", "coast", "sea", "impassable"]
    centre: bool = False
    home: Seat = ""
    coasts: tuple[Location, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class DiplomacyBoard:
    """A map to play on. Boards are compared by identity: each is read once.

    `army` and `fleet` tell where such a unit may go in one step without convoy. `impassable` are the provinces that
    have a name and nothing else (Switzerland); `borders` tells which provinces touch at all, those included.
    """

    places: Mapping[Province, DiplomacyPlace]
    impassable: Mapping[Province, DiplomacyPlace]
    army: Mapping[Province, frozenset[Province]]
    fleet: Mapping[Location, frozenset[Location]]
    borders: Mapping[Province, frozenset[Province]]
    homes: Mapping[Seat, tuple[Province, ...]]
    centres: frozenset[Province]
    start: tuple[Unit, ...]

    @property
    def powers(self) -> tuple[Seat, ...]:
        """The powers, in the order of the map's data."""
        return tuple(self.homes)

    def reachable_locations(self, unit: Unit) -> frozenset[Location]:
        """The locations a unit may move to without convoy (§3.2, §3.3). KeyError if it cannot stand where it does."""
        return self.army[unit.at] if unit.kind == "A" else self.fleet[unit.at]

    def touched_provinces(self, unit: Unit) -> frozenset[Province]:
        """The provinces a unit may move to without convoy, which are those it may support into."""
        return self.army[unit.at] if unit.kind == "A" else self.fleet_touches[unit.at]

    @cached_property
    def fleet_touches(self) -> Mapping[Location, frozenset[Province]]:
        """The provinces a fleet may move to from each location, whatever the coast."""
        return {at: frozenset(map(province_of, touching)) for at, touching in self.fleet.items()}

    @cached_property
    def province_by_location(self) -> Mapping[Location, Province]:
        """The province of every location."""
        coasts = {coast: place.code for place in self.places.values() for coast in place.coasts}
        return {**{at: at for at in self.places}, **coasts}

    @cached_property
    def seas(self) -> frozenset[Province]:
        """The provinces in which a fleet can convoy (§7.2)."""
        return frozenset(at for at, place in self.places.items() if place.kind == "sea")

    def standing_places(self, kind: Literal["A", "F"], at: Province) -> tuple[Location, ...]:
        """Return where in a province such a unit can stand: one location, several coasts (§2.3), or nowhere."""
        if kind == "A":
            return (at,) if at in self.army else ()
        return self.places[at].coasts or ((at,) if at in self.fleet else ())


def parse_unit(text: str, seat: Seat) -> Unit:
    """The unit written "A PAR" or "F STP/SC"."""
    kind, at = text.split()
    if kind not in ("A", "F"):
        raise ValueError(f"{text!r} is no unit: write A or F and its place")
    return Unit("A" if kind == "A" else "F", at, seat)


def read_board(data: Mapping[str, Any]) -> DiplomacyBoard:
    """The board described by a map's data (see `data/standard.json`)."""
    powers = data["powers"]
    homes = {seat: tuple(power["homes"].split()) for seat, power in powers.items()}
    home_of = {at: seat for seat, mine in homes.items() for at in mine}
    places = {code: read_place(code, entry, home_of.get(code, "")) for code, entry in data["provinces"].items()}
    army = {at: frozenset(touching.split()) for at, touching in data["army"].items()}
    fleet = {at: frozenset(touching.split()) for at, touching in data["fleet"].items()}
    shut = {at: frozenset(entry["touches"].split()) for at, entry in data["impassable"].items()}
    return DiplomacyBoard(
        places=places,
        impassable={
            at: read_place(at, {**entry, "kind": "impassable"}, "") for at, entry in data["impassable"].items()
        },
        army=army,
        fleet=fleet,
        borders=all_borders(army, fleet, shut),
        homes=homes,
        centres=frozenset(place.code for place in places.values() if place.centre),
        start=tuple(parse_unit(text, seat) for seat, power in powers.items() for text in power["units"].split(", ")),
    )


def read_place(code: Province, entry: Mapping[str, Any], home: Seat) -> DiplomacyPlace:
    """One province from its entry in a map's data."""
    return DiplomacyPlace(
        code=code,
        name=entry["name"],
        kind=entry["kind"],
        centre=bool(entry.get("centre")),
        home=home,
        coasts=tuple(entry.get("coasts", ())),
        names=tuple(entry.get("names", ())),
    )


def all_borders(*graphs: Mapping[Location, frozenset[Location]]) -> dict[Province, frozenset[Province]]:
    """Return which provinces touch in any of the graphs, both ways."""
    pairs = {(province_of(a), province_of(b)) for graph in graphs for a, touching in graph.items() for b in touching}
    pairs |= {(b, a) for a, b in pairs}
    return {at: frozenset(b for a, b in pairs if a == at) for at in sorted({a for a, _ in pairs})}


STANDARD = read_board(load_shipped_source("engines.diplomacy", "standard.json").read_object())
"""The standard map: 75 provinces, 34 centres, 7 powers with 22 units."""
