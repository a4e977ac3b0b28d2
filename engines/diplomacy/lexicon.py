"""Every place and unit of the board under all names players give it; built once and shared by all asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from engines.base import Seat
from engines.diplomacy.data import STANDARD, Place
from engines.diplomacy.units import Location, Province, Unit, province
from engines.kept import keeps
from engines.language.names import Choice, Lexicon, Token, enumerated, fold

COASTS = {
    "NC": ("NC", "north", "north coast", "northern coast", "n coast"),
    "SC": ("SC", "south", "south coast", "southern coast", "s coast"),
    "EC": ("EC", "east", "east coast", "eastern coast", "e coast"),
}
"""What players call the coasts."""
ALSO = {"SPA/SC": ("WC", "west coast")}
"""What some call a coast that other maps do not have."""
ARMY = ("A", "army", "armies", "cannon")
FLEET = ("F", "fleet", "fleets", "boat", "ship", "navy")
KINDS = {"A": "Army", "F": "Fleet"}
KIND_WORDS = frozenset(fold(word) for word in (*ARMY, *FLEET))


def names_of(place: Place) -> tuple[str, ...]:
    """All names of a province, its code first."""
    return (place.code, place.name, *place.names)


def coast_names(place: Place, coast: Location) -> tuple[str, ...]:
    """All names of one coast: STP/SC, stpsc, St Petersburg south coast."""
    said = (*COASTS[coast[-2:]], *ALSO.get(coast, ()))
    glued = tuple(f"{place.code}{word}" for word in said if len(word) == 2)
    return (coast, *glued, *(f"{name} {word}" for name in names_of(place) for word in said))


def all_coast_names(place: Place) -> tuple[str, ...]:
    return tuple(name for coast in place.coasts for name in coast_names(place, coast))


@keeps(256)
def label(location: Location) -> str:
    """A location's full name: "Spain (south coast)"."""
    place = place_of(location)
    return f"{place.name} ({COASTS[location[-2:]][2]})" if "/" in location else place.name


def unit_label(unit: Unit) -> str:
    """A unit's full name: "Army Budapest"."""
    return f"{KINDS[unit.kind]} {label(unit.at)}"


def spoken(unit: str) -> str:
    """The full name of the unit "A BUD", or of a place."""
    kind, _, at = unit.rpartition(" ")
    return f"{KINDS[kind]} {label(at)}" if kind else label(at)


def place_of(location: Location) -> Place:
    at = province(location)
    return STANDARD.places.get(at) or STANDARD.impassable[at]


def every_place() -> Iterator[Place]:
    yield from STANDARD.places.values()
    yield from STANDARD.impassable.values()


def army_choice(place: Place) -> Choice:
    """A province as armies know it: whoever names a coast means the province."""
    return Choice(place.code, place.name, (*place.names, *all_coast_names(place)), at=(place.code,))


def coast_choice(coast: Location, meant: bool) -> Choice:
    """A coast; `meant`: the bare name of the province stands for it, because no other coast is possible."""
    place = place_of(coast)
    bare = names_of(place) if meant else ()
    return Choice(coast, label(coast), (*coast_names(place, coast), *bare), at=(place.code,))


ARMY_PLACES = Lexicon(army_choice(place) for place in every_place())
"""All provinces, coasts or no coasts."""


@keeps(64)
def fleet_places(meant: frozenset[Location] = frozenset()) -> Lexicon:
    """All locations of fleets; the coasts that are `meant` are found under the bare name of their province too."""
    taken = {province(coast) for coast in meant}
    bare = (Choice(p.code, p.name, p.names, at=(p.code,)) for p in every_place() if p.code not in taken)
    coasts = (coast_choice(coast, coast in meant) for place in every_place() for coast in place.coasts)
    return Lexicon([*bare, *coasts])


def only_coasts(locations: Collection[Location]) -> frozenset[Location]:
    """Of some locations the coasts that are alone in their province, so that its bare name is enough."""
    shared = [province(place) for place in locations]
    return frozenset(place for place in locations if "/" in place and shared.count(province(place)) == 1)


class UnitNames(Lexicon):
    """The units on the board by the place they stand in, whatever their kind is said to be; empty places by code.

    They are found as places are, so it needs no tables of its own."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self.here = {province(u.at): Choice(str(u), unit_label(u), at=(province(u.at),)) for u in units}
        self.abroad = {
            province(u.at): replace(self.here[province(u.at)], note=u.seat.title(), group="Units of other powers")
            for u in units
        }
        self.choices = tuple(self.here.get(place.code, place) for place in ARMY_PLACES.choices)
        self.exact = False

    def of(self, unit: Unit, reader: Seat) -> Choice:
        """A unit as it is offered to a seat: those of others are told apart."""
        return (self.here if unit.seat == reader else self.abroad)[province(unit.at)]

    def find(self, line: Sequence[Token], at: int) -> list[tuple[int, Choice]]:
        """As of a lexicon; a word for army or fleet before the place means nothing."""
        start = after_kind(line, at)
        found = ARMY_PLACES.find(line, start) or (ARMY_PLACES.find(line, at) if start > at else [])
        return [(end, self.here.get(place.code, place)) for end, place in found]

    def begun(self, line: Sequence[Token], at: int) -> tuple[int, list[Choice]]:
        start = after_kind(line, at)
        size, meant = ARMY_PLACES.begun(line, start)
        return (size + start - at if size else 0), [self.here.get(place.code, place) for place in meant]


def after_kind(line: Sequence[Token], at: int) -> int:
    """The place after a word for army or fleet, if one stands there."""
    return at + (at < len(line) - 1 and line[at].text in KIND_WORDS)


@keeps(128)
def unit_names(units: tuple[Unit, ...]) -> UnitNames:
    """The names of the units of a position: one object for all the asks of a phase."""
    return UnitNames(units)


@lru_cache(maxsize=1)
def new_units() -> Lexicon:
    """Every unit that could be built anywhere: its kind has to be said; the place alone, or no coast, is half of it."""
    named = (unit_choice(code, at) for code, at in unit_codes())
    coastless = (half_named(place) for place in every_place() if place.coasts or place.kind == "inland")
    bare = (
        Choice(p.code, f"a unit in {p.name}", (p.name, *p.names, *all_coast_names(p)), at=(p.code,))
        for p in every_place()
    )
    return Lexicon([*named, *coastless, *bare])


def half_named(place: Place) -> Choice:
    """A fleet in a province of several coasts that names none of them, or of no coast at all."""
    names = both_ways(FLEET, names_of(place))
    return Choice(f"F {place.code}", f"a fleet in {place.name}", names, at=(place.code,))


def unit_codes() -> Iterator[tuple[str, Location]]:
    for at in STANDARD.army:
        yield f"A {at}", at
    for at in STANDARD.fleet:
        yield f"F {at}", at


def unit_choice(code: str, location: Location) -> Choice:
    """A unit that could be built: "an army in Brest". Inland the place alone is enough."""
    place = place_of(location)
    if code[0] == "A":
        bare = names_of(place) if place.kind == "inland" else ()
        names = (*both_ways(ARMY, (*names_of(place), *all_coast_names(place))), *bare)
        return Choice(code, f"an army in {place.name}", names, at=(place.code,))
    named = coast_names(place, location) if "/" in location else names_of(place)
    return Choice(code, f"a fleet in {label(location)}", both_ways(FLEET, named), at=(place.code,))


def both_ways(kinds: Iterable[str], named: Iterable[str]) -> tuple[str, ...]:
    """The kind before or after the place: "army Paris", "Paris army"."""
    return tuple(text for kind in kinds for name in named for text in (f"{kind} {name}", f"{name} {kind}"))


def provinces_named(codes: Iterable[Province]) -> str:
    """Full names in a sentence: "Burgundy, Gascony and Picardy"."""
    return enumerated([place_of(code).name for code in codes])
