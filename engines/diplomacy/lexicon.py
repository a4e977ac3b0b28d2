"""Every place and unit of the board under all names players give it; built once and shared by all asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from engines.base import Seat
from engines.diplomacy.data import STANDARD, DiplomacyPlace
from engines.diplomacy.units import Location, Province, Unit, province_of
from engines.language.names import Choice, Lexicon, TextToken, fold_text, join_english_list
from engines.memo import memoize

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
KIND_WORDS = frozenset(fold_text(word) for word in (*ARMY, *FLEET))


def place_names(place: DiplomacyPlace) -> tuple[str, ...]:
    """All names of a province, its code first."""
    return (place.code, place.name, *place.names)


def coast_names(place: DiplomacyPlace, coast: Location) -> tuple[str, ...]:
    """All names of one coast: STP/SC, stpsc, St Petersburg south coast."""
    said = (*COASTS[coast[-2:]], *ALSO.get(coast, ()))
    glued = tuple(f"{place.code}{word}" for word in said if len(word) == 2)
    return (coast, *glued, *(f"{name} {word}" for name in place_names(place) for word in said))


def all_coast_names(place: DiplomacyPlace) -> tuple[str, ...]:
    return tuple(name for coast in place.coasts for name in coast_names(place, coast))


@memoize(256)
def location_label(location: Location) -> str:
    """A location's full name: "Spain (south coast)"."""
    place = get_place(location)
    return f"{place.name} ({COASTS[location[-2:]][2]})" if "/" in location else place.name


def unit_label(unit: Unit) -> str:
    """A unit's full name: "Army Budapest"."""
    return f"{KINDS[unit.kind]} {location_label(unit.at)}"


def full_label(unit: str) -> str:
    """The full name of the unit "A BUD", or of a place."""
    kind, _, at = unit.rpartition(" ")
    return f"{KINDS[kind]} {location_label(at)}" if kind else location_label(at)


def get_place(location: Location) -> DiplomacyPlace:
    at = province_of(location)
    return STANDARD.places.get(at) or STANDARD.impassable[at]


def iter_places() -> Iterator[DiplomacyPlace]:
    yield from STANDARD.places.values()
    yield from STANDARD.impassable.values()


def army_choice(place: DiplomacyPlace) -> Choice:
    """A province as armies know it: whoever names a coast means the province."""
    return Choice(place.code, place.name, (*place.names, *all_coast_names(place)), at=(place.code,))


def coast_choice(coast: Location, meant: bool) -> Choice:
    """A coast; `meant`: the bare name of the province stands for it, because no other coast is possible."""
    place = get_place(coast)
    bare = place_names(place) if meant else ()
    return Choice(coast, location_label(coast), (*coast_names(place, coast), *bare), at=(place.code,))


ARMY_PLACES = Lexicon(army_choice(place) for place in iter_places())
"""All provinces, coasts or no coasts."""


@memoize(64)
def fleet_places(meant: frozenset[Location] = frozenset()) -> Lexicon:
    """All locations of fleets; the coasts that are `meant` are found under the bare name of their province too."""
    taken = {province_of(coast) for coast in meant}
    bare = (Choice(p.code, p.name, p.names, at=(p.code,)) for p in iter_places() if p.code not in taken)
    coasts = (coast_choice(coast, coast in meant) for place in iter_places() for coast in place.coasts)
    return Lexicon([*bare, *coasts])


def coasts_alone(locations: Collection[Location]) -> frozenset[Location]:
    """Of some locations the coasts that are alone in their province, so that its bare name is enough."""
    shared = [province_of(place) for place in locations]
    return frozenset(place for place in locations if "/" in place and shared.count(province_of(place)) == 1)


class UnitNames(Lexicon):
    """The units on the board by the place they stand in, whatever their kind is said to be; empty places by code.

    They are found as places are, so it needs no tables of its own."""

    def __init__(self, units: Iterable[Unit]) -> None:
        self.here = {province_of(u.at): Choice(str(u), unit_label(u), at=(province_of(u.at),)) for u in units}
        self.abroad = {
            province_of(u.at): replace(self.here[province_of(u.at)], note=u.seat.title(), group="Units of other powers")
            for u in units
        }
        self.choices = tuple(self.here.get(place.code, place) for place in ARMY_PLACES.choices)
        self.exact = False

    def choice_for(self, unit: Unit, reader: Seat) -> Choice:
        """A unit as it is offered to a seat: those of others are told apart."""
        return (self.here if unit.seat == reader else self.abroad)[province_of(unit.at)]

    def find(self, line: Sequence[TextToken], at: int) -> list[tuple[int, Choice]]:
        """As of a lexicon; a word for army or fleet before the place means nothing."""
        start = skip_kind_word(line, at)
        found = ARMY_PLACES.find(line, start) or (ARMY_PLACES.find(line, at) if start > at else [])
        return [(end, self.here.get(place.code, place)) for end, place in found]

    def longest_prefix(self, line: Sequence[TextToken], at: int) -> tuple[int, list[Choice]]:
        start = skip_kind_word(line, at)
        size, meant = ARMY_PLACES.longest_prefix(line, start)
        return (size + start - at if size else 0), [self.here.get(place.code, place) for place in meant]


def skip_kind_word(line: Sequence[TextToken], at: int) -> int:
    """The place after a word for army or fleet, if one stands there."""
    return at + (at < len(line) - 1 and line[at].text in KIND_WORDS)


@memoize(128)
def unit_names(units: tuple[Unit, ...]) -> UnitNames:
    """The names of the units of a position: one object for all the asks of a phase."""
    return UnitNames(units)


@lru_cache(maxsize=1)
def new_units() -> Lexicon:
    """Every unit that could be built anywhere: its kind has to be said; the place alone, or no coast, is half of it."""
    named = (unit_choice(code, at) for code, at in unit_codes())
    coastless = (half_named_choice(place) for place in iter_places() if place.coasts or place.kind == "inland")
    bare = (
        Choice(p.code, f"a unit in {p.name}", (p.name, *p.names, *all_coast_names(p)), at=(p.code,))
        for p in iter_places()
    )
    return Lexicon([*named, *coastless, *bare])


def half_named_choice(place: DiplomacyPlace) -> Choice:
    """A fleet in a province of several coasts that names none of them, or of no coast at all."""
    names = kind_either_side(FLEET, place_names(place))
    return Choice(f"F {place.code}", f"a fleet in {place.name}", names, at=(place.code,))


def unit_codes() -> Iterator[tuple[str, Location]]:
    for at in STANDARD.army:
        yield f"A {at}", at
    for at in STANDARD.fleet:
        yield f"F {at}", at


def unit_choice(code: str, location: Location) -> Choice:
    """A unit that could be built: "an army in Brest". Inland the place alone is enough."""
    place = get_place(location)
    if code[0] == "A":
        bare = place_names(place) if place.kind == "inland" else ()
        names = (*kind_either_side(ARMY, (*place_names(place), *all_coast_names(place))), *bare)
        return Choice(code, f"an army in {place.name}", names, at=(place.code,))
    named = coast_names(place, location) if "/" in location else place_names(place)
    return Choice(code, f"a fleet in {location_label(location)}", kind_either_side(FLEET, named), at=(place.code,))


def kind_either_side(kinds: Iterable[str], named: Iterable[str]) -> tuple[str, ...]:
    """The kind before or after the place: "army Paris", "Paris army"."""
    return tuple(text for kind in kinds for name in named for text in (f"{kind} {name}", f"{name} {kind}"))


def join_province_names(codes: Iterable[Province]) -> str:
    """Full names in a sentence: "Burgundy, Gascony and Picardy"."""
    return join_english_list([get_place(code).name for code in codes])
